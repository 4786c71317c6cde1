"""Hostile requests to a server of tables: each is refused, and nothing else happens."""

import os
import re
import socket
import stat
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest

from splitpick.cli.web.http_protocol import MOST_IDLE, REQUEST_SECONDS
from splitpick.cli.web.seat_links import ONLOOKER, SeatLinks
from splitpick.cli.web.serve_command import checked_origin, origins_of
from splitpick.cli.web.web_app import MOST_STREAMS
from splitpick.core.errors import BadValue, StoreError
from splitpick.core.matches.setup import Setup
from web_tables import Person, TestServer, ask, serving

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestServer]:
    with serving(tmp_path_factory.mktemp("web")) as running:
        yield running


@pytest.fixture(scope="module")
def jolly(server: TestServer) -> Person:
    return server.begin("jolly-roger", jolly="human", roger="human")[0]


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "localhost:80", "127.0.0.1:1", "", "evil.example:80@x"]
)
def test_another_host_is_refused(jolly: Person, host: str) -> None:
    assert ask(jolly.origin, jolly.path, headers={"Host": host}).code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_form_of_another_page_is_refused(jolly: Person, headers: dict[str, str]) -> None:
    jolly.look()
    form = {"seen": jolly.seen, "move": jolly.moves[0]}

    assert ask(jolly.origin, jolly.path, form, headers).code == 403
    assert jolly.look().count('name="move"') == len(jolly.moves) > 0


def test_every_answer_has_the_headers_that_protect_it(jolly: Person) -> None:
    for path in (jolly.path, f"{jolly.path}/rules", "/", "/static/x/table.css"):
        reply = ask(jolly.origin, path)
        policy = reply.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["referrer-policy"] == "same-origin"
        assert "server" not in reply.headers
    assert ask(jolly.origin, jolly.path).headers["cache-control"] == "no-store"


def test_a_page_has_no_script_and_no_style_of_its_own(jolly: Person) -> None:
    page = jolly.look()

    assert not re.search(r"<script(?! src=\"/static/)|<style|\son\w+=|style=|javascript:", page)
    assert not re.search(r"(src|href)=\"(https?:)?//", page)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../../etc/passwd", "/static/%2e%2e/web.key", "/static/x/web.key", "/web.key",
        "/t/../matches.sqlite3/x", "/t/%2e%2e%2fweb.key/x", "/t/jolly-roger-1/", "/t/1/x",
        "/s/x", "/s//", "/t/jolly-roger-1/AAAAAAAAAAAAAAAAAAAAAA", "/", "/favicon.ico",
        "/t/jolly-roger-1/" + "A" * 300,
    ],
)  # fmt: skip
def test_no_path_leads_anywhere_else(jolly: Person, path: str) -> None:
    reply = ask(jolly.origin, path)

    assert reply.code == 404
    assert "sqlite" not in reply.text


def test_links_of_one_match_fit_no_other(server: TestServer, jolly: Person) -> None:
    other = server.begin("jolly-roger", jolly="human", roger="human")[0]
    secret = jolly.path.rpartition("/")[2]
    name = other.path.split("/")[2]

    assert ask(jolly.origin, f"/t/{name}/{secret}").code == 404
    number = name.rpartition("-")[2]
    assert ask(jolly.origin, f"/t/{number}/{other.path.rpartition('/')[2]}").code == 404
    assert ask(jolly.origin, f"{server.host_path}x").code == 404


def test_what_is_too_large_is_refused(jolly: Person) -> None:
    assert jolly.send(move="x" * 20_000).code == 413
    assert ask(jolly.origin, "/" + "x" * 1000).code == 414
    assert ask(jolly.origin, jolly.path, method="PUT", body=b"").code == 405
    assert ask(jolly.origin, jolly.path, method="DELETE").code == 405


def test_a_form_is_not_read_for_ever(jolly: Person) -> None:
    with connected(jolly) as line:
        line.sendall(head("POST", jolly.path, jolly, "Transfer-Encoding: chunked"))
        for _ in range(40):
            line.sendall(b"190\r\n" + b"x" * 400 + b"\r\n")
        assert b" 413 " in line.recv(100)


def head(method: str, path: str, person: Person, more: str) -> bytes:
    """Return the head of a request for *path* to the server of *person*."""
    host = urlsplit(person.origin).netloc
    return f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n\r\n".encode()


def connected(person: Person) -> socket.socket:
    parts = urlsplit(person.origin)
    return socket.create_connection((parts.hostname or "", parts.port or 0), timeout=60)


def test_malformed_requests_are_survived(jolly: Person) -> None:
    rng = Random(7)
    for number in range(300):
        with connected(jolly) as line:
            raw = bytearray(head("POST", jolly.path, jolly, "Content-Length: 3") + b"abc")
            for _ in range(rng.randrange(1, 12)):
                raw[rng.randrange(len(raw))] = rng.randrange(256)
            line.sendall(bytes(raw) if number % 3 else rng.randbytes(200))
            line.shutdown(socket.SHUT_WR)
            assert b" 500 " not in line.recv(200)
    assert jolly.look()


@pytest.mark.slow
def test_a_client_that_never_asks_is_not_waited_for(jolly: Person) -> None:
    with connected(jolly) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: ")
        began = time.monotonic()
        assert line.recv(10) == b""
    assert time.monotonic() - began < 3 * REQUEST_SECONDS


def test_a_flood_is_answered_with_too_many(tmp_path: Path) -> None:
    with serving(tmp_path, burst=5, rate=0.1) as server:  # however slow the machine is
        jolly, roger, _ = server.begin("jolly-roger", jolly="human", roger="human")
        codes = [ask(jolly.origin, jolly.path).code for _ in range(60)]

        assert codes[:5] == [200] * 5
        assert 429 in codes
        assert roger.look()


def test_streams_of_a_seat_are_limited(jolly: Person) -> None:
    """Also if all come at the same time."""
    with ExitStack() as stack:
        lines = [stack.enter_context(connected(jolly)) for _ in range(60)]
        for line in lines:
            line.sendall(head("GET", f"{jolly.path}/events", jolly, "Accept: */*"))
        answers = [line.recv(50).split(b"\r\n")[0] for line in lines]

    assert answers.count(b"HTTP/1.1 200 OK") == MOST_STREAMS
    assert sum(b" 429 " in answer for answer in answers) == 60 - MOST_STREAMS


def test_a_length_and_a_coding_at_once_are_refused(jolly: Person) -> None:
    """The connection is closed: whoever reads the length would find another request behind."""
    with connected(jolly) as line:
        both = "Content-Length: 3\r\nTransfer-Encoding: chunked"
        behind = head("GET", jolly.path, jolly, "Accept: */*")
        line.sendall(head("POST", jolly.path, jolly, both) + b"0\r\n\r\n" + behind)
        answer = b"".join(iter(lambda: line.recv(4096), b""))

    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.slow
def test_idle_connections_shut_nobody_out(jolly: Person) -> None:
    """Of those on which nothing is asked, the one that has waited longest goes."""
    with ExitStack() as stack:
        idle = [stack.enter_context(connected(jolly)) for _ in range(MOST_IDLE + 60)]
        assert jolly.look()
        assert idle[0].recv(10) == b""


def test_secrets_follow_from_the_key_alone(tmp_path: Path) -> None:
    setup = Setup("a", "b", "", "", ("x", "y"), ("human", "human"), 0, 1, uid="0" * 16)
    links = SeatLinks(tmp_path)
    secrets = [links.seat("a-1", setup, seat) for seat in (ONLOOKER, 0, 1)]

    assert len({*secrets, links.host()}) == 4
    assert {len(secret) for secret in secrets} == {22}  # 128 bits
    again = SeatLinks(tmp_path)
    assert [again.seat_of("a-1", setup, secret) for secret in secrets] == [ONLOOKER, 0, 1]
    assert again.seat_of("a-2", setup, secrets[1]) is None
    assert again.seat_of("a-1", setup, "ä") is None
    assert stat.S_IMODE((tmp_path / "web.key").stat().st_mode) == 0o600
    assert SeatLinks(tmp_path / "other").host() != links.host()
    (tmp_path / "web.key").write_bytes(b"short")
    with pytest.raises(StoreError) as damaged:
        SeatLinks(tmp_path)
    assert damaged.value.code == "web-key-damaged"


def test_the_key_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And its name before anybody gets a link: a power loss leaves no empty key."""
    synced: list[tuple[bool, bool]] = []

    def sync(file: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(file).st_mode)
        synced.append((is_folder, (tmp_path / "web.key").exists()))

    monkeypatch.setattr(os, "fsync", sync)
    SeatLinks(tmp_path)

    assert synced == [(False, False), (True, True)]


def test_origins_are_what_was_told() -> None:
    assert origins_of("127.0.0.1", 8321) == ["http://127.0.0.1:8321", "http://localhost:8321"]
    assert origins_of("192.168.1.5", 80) == ["http://192.168.1.5"]
    assert origins_of("Johns-Mac.local", 80) == ["http://johns-mac.local"]
    assert checked_origin("https://play.example.org:443") == "https://play.example.org"
    assert origins_of("::1", 9) == ["http://[::1]:9", "http://localhost:9"]
    assert checked_origin("https://Play.Example.org/") == "https://play.example.org"
    for odd in (
        "play.example.org",
        "ftp://x",
        "https://",
        "https://x/y",
        "https://a@b",
        "https://x:y",
    ):
        with pytest.raises(BadValue):
            checked_origin(odd)


def test_names_are_text_whatever_is_in_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = (ROOT / "rulesets" / "smugglers-cove.yaml").read_text("utf-8")
    evil = '"<script>alert(1)</script>\\" onload=x"'
    odd = source.replace("name: Nell", f"name: {evil}").replace("name: Silas", "name: <b>&amp;")
    folder = tmp_path / "rulesets"
    folder.mkdir()
    (folder / "odd-cove.yaml").write_text(
        odd.replace("id: smugglers-cove", "id: odd-cove").replace("Smugglers' Cove", "<img src=x>"),
        "utf-8",
    )
    monkeypatch.setenv("SPLITPICK_HOME", str(tmp_path))
    with serving(tmp_path) as server:
        start = ask(server.origin, f"{server.host_path}?game=odd-cove").text
        nell, _, _ = server.begin("odd-cove", nell="human", silas="human")
        pages = [start, nell.look(), ask(nell.origin, f"{nell.path}/rules").text]

    for page in pages:
        assert not re.search(r"<script>alert|<img|<b>|\" onload", page)
    assert "&lt;script&gt;alert(1)" in pages[1]
    assert "&lt;b&gt;&amp;amp;" in pages[1]


def test_nothing_is_opened_for_somebody_without_a_link(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        jolly = server.begin("jolly-roger", jolly="human", roger="mate")[0]
        name = jolly.path.split("/")[2]
        other = server.app.matches.create(
            server.app.engine.ruleset_file("jolly-roger").variant(), ["mate", "human"], 0
        )
        assert ask(jolly.origin, f"/t/{other}/{'A' * 22}").code == 404

        assert [*server.app.matches.open] == [name]
