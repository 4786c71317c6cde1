"""Shares in the deal, in a browser and without JavaScript: nobody chooses the cards."""

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from selenium import webdriver

from browsers import address, chromium
from splitpick.core.matches.fair_deal import unfair_entry
from splitpick.core.matches.setup import commitment
from web_tables import Person, Reply, TestServer, ask, serving

SHARES = ("a" * 32, "b" * 32)
DIGESTS = [sha256(share.encode()).hexdigest() for share in SHARES]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestServer]:
    with serving(tmp_path) as one:
        yield one


def undealt(server: TestServer, **seats: str) -> list[Person]:
    """Begin a match whose cards wait for the shares."""
    players = seats or {"jolly": "human", "roger": "human"}
    form = {f"seat-{seat}": player for seat, player in players.items()}
    reply = ask(server.origin, server.host_path, form | {"game": "jolly-roger", "first": "jolly"})
    return server.seats_of(reply.headers["location"])


def shares(server: TestServer) -> tuple[str, ...]:
    (live,) = server.app.matches.open.values()
    return live.session.setup.shares


def give(person: Person, does: str, share: str) -> Reply:
    return person.send(do=does, share=share)


def test_the_cards_are_dealt_once_all_shares_are_open(server: TestServer) -> None:
    jolly, roger, onlooker = undealt(server)
    (live,) = server.app.matches.open.values()
    promised = commitment(live.session.setup)
    assert promised in jolly.look()
    assert "Roger: not here yet" in jolly.page
    for person, digest in zip((jolly, roger), DIGESTS, strict=True):
        assert not live.session.match.entries
        assert give(person, "promise", digest).code == 303
    assert shares(server) == tuple("?" + digest for digest in DIGESTS)
    assert give(jolly, "open", SHARES[0]).code == 303
    assert "Jolly: has given a share" in onlooker.look()
    assert not live.session.match.entries
    assert give(roger, "open", SHARES[1]).code == 303
    assert shares(server) == SHARES
    assert commitment(live.session.setup) == promised
    assert unfair_entry(live.session.loaded, live.session.match.entries) is None
    assert "Shares of Jolly and Roger went into the deal." in jolly.look()
    assert jolly.play().code == 303


@pytest.mark.parametrize("share", [SHARES[1], "a" * 31, "A" * 32, "", "ä" * 32])
def test_who_opens_another_share_than_promised_is_named(server: TestServer, share: str) -> None:
    jolly, roger, _ = undealt(server)
    for person, digest in zip((jolly, roger), DIGESTS, strict=True):
        give(person, "promise", digest)
    assert give(jolly, "open", share).code == 409
    assert "Jolly has revealed a different share from the one promised." in roger.look()
    assert shares(server) == tuple("?" + digest for digest in DIGESTS)


def test_nothing_is_opened_before_all_have_promised_and_no_promise_changes(
    server: TestServer,
) -> None:
    jolly, roger, onlooker = undealt(server)
    assert give(jolly, "promise", "no hash").code == 409
    give(jolly, "promise", DIGESTS[0])
    before = shares(server)
    assert give(jolly, "open", SHARES[0]).code == 409
    assert give(jolly, "promise", DIGESTS[1]).code == 409
    assert give(roger, "open", SHARES[0]).code == 409
    assert give(onlooker, "promise", DIGESTS[1]).code == 404
    assert shares(server) == before == ("?" + DIGESTS[0], "")


def test_the_host_deals_without_those_who_do_not_come(server: TestServer) -> None:
    """They are named; who has promised still opens, and who does not is named, too."""
    jolly, _, _ = undealt(server)
    (live,) = server.app.matches.open.values()
    place = f"{server.host_path}/{live.name}"
    give(jolly, "promise", DIGESTS[0])
    assert "Begin now, others can join later" in ask(server.origin, place).text
    ask(server.origin, place, {"do": "deal"})
    assert shares(server) == ("?" + DIGESTS[0], "-")
    ask(server.origin, place, {"do": "deal"})
    assert shares(server) == ("!" + DIGESTS[0], "-")
    assert "Jolly promised a share but never revealed it." in jolly.look()
    assert "No seat has given a share of its own" in jolly.page
    assert jolly.play().code == 303


def test_without_javascript_a_seat_plays_without_a_share(server: TestServer) -> None:
    jolly, _ = undealt(server, jolly="human", roger="greedy")
    assert "Play without a share" in jolly.look()
    assert not jolly.moves
    assert jolly.send(do="deal").code == 303
    assert shares(server) == ("-", "-")
    jolly.look()
    assert jolly.moves


def test_a_match_without_its_shares_waits_over_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        jolly, _, _ = undealt(server)
        give(jolly, "promise", DIGESTS[0])
        promised = re.findall(r"<code>([0-9a-f]{64})</code>", jolly.look())
    with serving(tmp_path) as server:
        again = replace(jolly, origin=server.origin)
        assert re.findall(r"<code>([0-9a-f]{64})</code>", again.look()) == promised
        assert shares(server) == ("?" + DIGESTS[0], "")


def test_resigning_before_the_deal_ends_the_match(server: TestServer) -> None:
    jolly, roger, _ = undealt(server)
    assert jolly.send(do="resign").code == 303
    assert "Jolly resigns." in roger.look() or "resign" in roger.page
    assert "web-unfair" not in roger.page


# In a browser.


@pytest.fixture(scope="module")
def browsers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[webdriver.Chrome]]:
    with (
        chromium(tmp_path_factory.mktemp("one")) as one,
        chromium(tmp_path_factory.mktemp("two")) as two,
    ):
        yield [one, two]


def until(true: Callable[[], object], seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def text_of(browser: webdriver.Chrome, query: str) -> str:
    return str(browser.execute_script(f"return document.querySelector('{query}').innerText"))


@pytest.mark.slow
def test_two_pages_give_their_shares_by_themselves(
    server: TestServer, browsers: list[webdriver.Chrome]
) -> None:
    people = undealt(server)[:2]
    for browser, person in zip(browsers, people, strict=True):
        assert not server.app.matches.open[_name(server)].session.match.entries
        browser.get(address(person))
    live = server.app.matches.open[_name(server)]
    assert until(lambda: live.session.match.entries)
    assert all(re.fullmatch("[0-9a-f]{32}", share) for share in shares(server))
    for browser, share in zip(browsers, shares(server), strict=True):
        kept = browser.execute_script("return JSON.parse(Object.values(localStorage).join(''))")
        assert kept["share"] == share
        assert kept["promises"] == [sha256(one.encode()).hexdigest() for one in shares(server)]
        assert not text_of(browser, "#unkept")


def cheating(live: object, **changes: object) -> None:
    """Let the server show another setup than the one that it has dealt from."""
    session = live.session  # type: ignore[attr-defined]
    session.setup = replace(session.setup, **changes)
    live.changed(starts=False)  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seed": 5}, "different cards or dice from those that it promised"),
        ({"nonce": "0" * 64}, "different cards or dice from those that it promised"),
        ({"first": 1}, "different cards or dice from those that it promised"),
        ({"hash": "0" * 64}, "different cards or dice from those that it promised"),
        ({"shares": (SHARES[0], None)}, "the share that this page gave is not in the deal"),
        ({"shares": ("-", None)}, "the share that this page gave is not in the deal"),
        ({"shares": (None, SHARES[0])}, "a different share of Roger"),
        ({"shares": (None, "-")}, "a different share of Roger"),
        ({"shares": (None, "!" + "0" * 64)}, "a different share of Roger"),
    ],
)
def test_a_page_names_a_server_that_shows_another_deal(
    changes: dict[str, object],
    said: str,
    server: TestServer,
    browsers: list[webdriver.Chrome],
) -> None:
    for browser, person in zip(browsers, undealt(server)[:2], strict=True):
        browser.get(address(person))
    live = server.app.matches.open[_name(server)]
    assert until(lambda: live.session.match.entries)
    assert until(lambda: browsers[0].find_elements("css selector", ".split, .offers"))
    if isinstance(given := changes.get("shares"), tuple):
        own = live.session.setup.shares
        changes = {"shares": tuple(new or old for new, old in zip(given, own, strict=True))}
    cheating(live, **changes)
    assert until(lambda: said in text_of(browsers[0], "#unkept"))


@pytest.mark.slow
def test_the_hash_of_the_script_is_that_of_everybody(
    server: TestServer, browsers: list[webdriver.Chrome]
) -> None:
    """Browsers have one of their own only where the line is encrypted."""
    script = Path("cli/web/templates/shares.js").read_text()
    part = script[script.index("  // SHA-256 of") : script.index("  const random")]
    for length in (0, 1, 55, 56, 63, 64, 65, 119, 120, 1000):
        text = "".join(chr(33 + at * 7 % 90) for at in range(length))
        told = browsers[0].execute_script(f"{part}; return sha256(arguments[0])", text)
        assert told == sha256(text.encode()).hexdigest()


def _name(server: TestServer) -> str:
    return next(reversed(server.app.matches.open))
