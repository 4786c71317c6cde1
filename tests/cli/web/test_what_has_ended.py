"""Pauses after what has ended, such as a trick, until one goes on, and planks that are drawn."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browsers import address, chromium, resize
from web_tables import Person, TestServer, ask, serving

FAULTS = (Path(__file__).parents[2] / "support" / "screen_faults.js").read_text("utf-8")
SEATS = ("anne", "bart", "grace", "henry", "mary", "ned")
HELD = "(?s)<template data-holds[^>]*>(.*?)</template>"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestServer]:
    with serving(tmp_path_factory.mktemp("web")) as running:
        yield running


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    with chromium(tmp_path_factory.mktemp("phone"), 360, 740) as browser:
        yield browser


def begin(server: TestServer, count: int) -> list[Person]:
    """Begin a match of *count* people."""
    return server.begin("skull-queen", **dict.fromkeys(SEATS[:count], "human"))[:count]


def play(people: list[Person], actions: int) -> None:
    """Let whoever has to act do so, *actions* times."""
    for _ in range(actions):
        next(one for one in people if one.look() and one.moves).play()


def frames_of(person: Person, since: str) -> list[str]:
    """Return what a page of *person* that has seen *since* is to hold."""
    asked = ask(person.origin, person.path + "/table", headers={"X-Since": since})
    return re.findall(HELD, asked.text)


def moment(person: Person) -> str:
    return str(re.findall('data-count="([0-9]+)"', person.look())[0])


def wait(happened: Callable[[], object]) -> None:
    """Wait for a fact, as long as a slow machine needs."""
    end = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_complete_trick_is_held_with_who_moves_and_why(server: TestServer) -> None:
    people = begin(server, 3)
    play(people, 3 * 5)
    since = moment(people[0])
    play(people, 2)
    assert frames_of(people[0], since) == []
    play(people, 1)
    (frame,) = frames_of(people[0], since)
    assert "Trick 1 is complete." in frame
    assert frame.count("<small>") == 3  # whose each card is
    assert "<small>You</small>" in frame
    assert ' class="main go-on">Go on</button>' in frame
    moves = len(re.findall(r"</span> is the (?:highest|lowest)\. ", frame))
    assert moves == len(re.findall("[↑↓][0-9]</text>", frame)) or "already in the water" in frame
    assert re.search("Trick 2: .+ played the highest number and leads?[.]", frame)


def test_news_of_a_trick_leave_out_the_one_that_was_just_read(server: TestServer) -> None:
    people = begin(server, 3)
    play(people, 3 * 6 + 1)
    person = next(one for one in people if one.look() and one.moves)
    news = re.findall('<p class="(key|read)"><span>([^<]*)', person.page)
    assert [kind for kind, _ in news][-2:] == ["read", "key"]
    assert [kind for kind, _ in news].count("key") == 1


def test_the_end_of_a_round_is_held_after_its_last_trick(server: TestServer) -> None:
    people = begin(server, 6)
    play(people, 6 * (5 + 8) - 1)
    since = moment(people[0])
    play(people, 1)
    trick, ends = frames_of(people[0], since)
    assert "Trick 8 is complete." in trick
    assert "Round 1 ends." in ends
    assert ends.count("in total.") == 6
    assert ends.count('data-zone="plank:') == 6
    assert 'class="gain"' in ends


def test_whose_side_is_asked_for_sees_both_sides(server: TestServer) -> None:
    people = begin(server, 3)
    page = people[0].look()
    own = page[page.index('<div class="seats">') :]
    assert len(re.findall('data-zone="field:anne:[0-9]+:?"', own)) == 2 * 6
    assert "field:bart" not in own
    assert "field:" not in people[1].look()
    people[0].play()
    assert len(re.findall('data-zone="field:anne:0:?"', people[0].look())) == 1


def test_who_leads_is_told_so_and_who_follows_why_cards_are_grey(server: TestServer) -> None:
    """No sentence of a page names the number of a space, which no plank shows."""
    people, refused = begin(server, 3), 0
    for _ in range(3 * 5 + 9):
        person = next(one for one in people if one.look() and one.moves)
        leads = '<span class="title">Trick' not in person.page
        assert not re.search(r"\bspace [0-9]", person.page)
        if "Play the " in person.page or "Lead the " in person.page:
            assert ("Lead the " in person.page) == ("Lead a card." in person.page) == leads
        grey = re.findall('data-why="([A-Z0-9]+)" hidden>([^<]*)', person.page)
        assert all(re.fullmatch(r"You must follow suit: \w+ was led\.", why) for _, why in grey)
        hand = person.page.partition('<div class="tray">')[2].count(" data-card=")
        assert not grey or len(grey) + 2 * len(person.moves) == hand
        refused += len(grey)
        person.play()
    assert refused


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_key_ends_the_pause_and_nothing_else_does(
    server: TestServer, phone: webdriver.Chrome, motion: str
) -> None:
    people = begin(server, 3)
    play(people, 3 * 5)
    features = [{"name": "prefers-reduced-motion", "value": motion}]
    phone.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    phone.get(address(people[2], "?lang=en"))
    play(people, 3)

    def held() -> list[object]:
        return [*phone.find_elements(By.CSS_SELECTOR, ".closing")]

    wait(held)
    time.sleep(2)
    assert held()
    said = str(phone.find_element(By.ID, "said").get_attribute("textContent"))
    last, _, closing = said.partition("Trick 1 is complete.")
    assert re.search(r" plays? the .*\.", last)  # what led to it comes first
    assert closing
    phone.refresh()
    wait(held)
    kept = phone.execute_script("return JSON.stringify(sessionStorage)")
    time.sleep(1)  # a key that comes at once is the second of a play
    assert phone.execute_script("return document.activeElement.className") == "main go-on"
    ActionChains(phone).send_keys(Keys.ENTER).perform()
    wait(lambda: not held())
    assert "Trick 1 is complete." not in phone.find_element(By.ID, "choices").text
    phone.refresh()
    time.sleep(1)
    assert not held()
    phone.get(f"{server.origin}/worker.js")
    phone.execute_script("Object.assign(sessionStorage, JSON.parse(arguments[0]))", kept)
    play(people, 3)  # as on another device
    phone.get(address(people[2], "?lang=en"))
    time.sleep(1)
    assert not held()


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.parametrize(
    "count", [3, *(pytest.param(count, marks=pytest.mark.weekly) for count in (2, 4, 5, 6))]
)
@pytest.mark.parametrize("size", [(360, 740), (1280, 800)], ids=str)
def test_what_has_ended_is_on_one_screen(
    server: TestServer, phone: webdriver.Chrome, count: int, size: tuple[int, int]
) -> None:
    people = begin(server, count)
    play(people, count * 5)
    resize(phone, *size)
    phone.get(address(people[0], "?lang=de"))
    found = set[str]()
    for _ in range(6):
        play(people, count)
        wait(lambda: phone.find_elements(By.CSS_SELECTOR, ".closing"))
        time.sleep(0.5)  # the cards have come to their places
        found |= {*phone.execute_script(FAULTS)}
        phone.execute_script("document.querySelector('.go-on').click()")
        wait(lambda: not phone.find_elements(By.CSS_SELECTOR, "[aria-busy]"))
    resize(phone, 360, 740)
    assert found == set()
