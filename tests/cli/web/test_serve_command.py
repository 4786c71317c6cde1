"""The command `splitpick serve`: it says where it serves, or in one line why it cannot."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command import PROGRAM, environment, run
from splitpick.cli.web.seat_links import SeatLinks, own_command
from web_tables import ask


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--port", "99999"), "web-port"),
        (("--port", "x"), "bad-number"),
        (("--host", "0.0.0.0"), "web-everywhere"),
        (("--host", "192.0.2.1"), "web-cannot-listen"),
        (("--host", "no such host"), "web-cannot-listen"),
        (("--origin", "play.example.org"), "web-origin"),
        (("--origin", "https://a.example/b"), "web-origin"),
    ],
)
def test_what_cannot_be_served_is_said(arguments: tuple[str, ...], code: str) -> None:
    ended = run("serve", *arguments)

    assert (ended.code, ended.error_code, ended.out) == (2, code, "")
    assert len(ended.err.splitlines()) == 1


def test_a_port_that_is_taken_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ended = run("serve", "--port", str(taken.getsockname()[1]))

    assert (ended.code, ended.error_code) == (2, "web-port-taken")


def test_without_the_extra_it_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "starlette", None)
    ended = run("serve")

    assert (ended.code, ended.error_code) == (2, "web-missing")
    assert "pip install 'splitpick[web]'" in ended.err


@pytest.mark.parametrize(
    ("host", "why"),
    [
        ("192.0.2.1", "dieser Computer hat diese Adresse nicht"),
        ("no.such.invalid", "eine solche Adresse gibt es nicht"),
        ("x" * 70, "eine solche Adresse gibt es nicht"),
    ],
)
def test_a_host_that_cannot_be_listened_at_is_said_in_words(host: str, why: str) -> None:
    ended = run("serve", "--host", host, language="de")

    assert ended.err.strip().endswith(why)


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("closed", [False, True])
def test_it_serves_without_a_reader_and_ends_quietly_with_open_pages(
    closed: bool, tmp_path: Path
) -> None:
    """Nobody may read what it says, and open streams end without a word."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    reads, writes = os.pipe()
    os.close(reads)
    given = environment({"SPLITPICK_HOME": str(tmp_path)})
    closing = ["sh", "-c", 'exec "$0" "$@" >&-'] if closed else []
    server = subprocess.Popen(
        [*closing, *PROGRAM, "serve", "--port", str(port)], env=given, stdout=writes,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    os.close(writes)
    with server:
        while True:
            try:
                page = ask(f"http://127.0.0.1:{port}", f"/s/{SeatLinks(tmp_path).host()}")
                break
            except OSError:
                assert server.poll() is None
                time.sleep(0.05)
        assert page.code == 200
        seat = begun(f"http://127.0.0.1:{port}", f"/s/{SeatLinks(tmp_path).host()}")
        streams = [socket.create_connection(("127.0.0.1", port)) for _ in range(4)]
        for stream in streams:
            stream.sendall(f"GET {seat}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            assert b"200 OK" in stream.recv(4096)
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate(timeout=60)
        for stream in streams:
            stream.close()

    assert errors == ""


def begun(origin: str, host: str) -> str:
    """Begin a match of two people; return the path of the first seat."""
    form = {"game": "jolly-roger", "with": "friend"}
    return ask(origin, host, form).headers["location"]


def test_others_can_join_at_an_address_that_is_no_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is this computer's own, or an example where there is none."""
    assert re.fullmatch(r"splitpick serve --host (?!127)[0-9.]+", own_command())
    monkeypatch.setattr(socket, "socket", fail)
    assert own_command() == "splitpick serve --host 192.168.1.5"


def fail(*_: object) -> None:
    raise OSError


@pytest.mark.process
@pytest.mark.skipif(os.name != "posix", reason="only POSIX has these signals")
@pytest.mark.parametrize(
    ("ends", "code"),
    [(signal.SIGINT, 0), pytest.param(signal.SIGTERM, 143, marks=pytest.mark.slow)],
)
def test_it_serves_until_it_is_told_to_end(tmp_path: Path, ends: int, code: int) -> None:
    given = environment({"SPLITPICK_HOME": str(tmp_path), "SPLITPICK_LANG": "de"})
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [*PROGRAM, "serve", "--port", str(port), "--origin", "https://play.example.org"]
    with subprocess.Popen(
        command, env=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        told = server.stdout.readline()
        address = re.search(r"https://play\.example\.org(/s/[\w-]{22})\n", told)
        assert address
        assert told.startswith("Die Startseite, nur für dich:")
        behind = {"Host": "play.example.org"}  # as a reverse proxy passes it on
        page = ask(f"http://127.0.0.1:{port}", address[1], headers=behind)
        assert page.code == 200
        server.send_signal(ends)
        _, errors = server.communicate(timeout=60)

    assert (server.returncode, errors) == (code, "")


@pytest.mark.slow
@pytest.mark.process
def test_the_program_that_puts_load_on_a_server_measures_it() -> None:
    """``python tests/support/web_load.py`` measures more."""
    program = Path(__file__).parents[2] / "support" / "web_load.py"
    requested = ("--matches", "4", "--seconds", "6", "--pause", "0.5")
    ended = subprocess.run(
        [sys.executable, str(program), *requested], capture_output=True, text=True, check=True
    )
    found = json.loads(ended.stdout)

    assert found["streams"] == 8
    assert found["moves"] > 4
    assert found["refused"] == 0
