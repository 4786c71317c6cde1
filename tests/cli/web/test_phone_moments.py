"""Moments of their own on a phone, and what of its table stays or is covered."""

import re
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from browsers import GAMES, chromium, show, wait_until
from splitpick.core.text import Message
from web_tables import TestServer, ask, serving

pytestmark = [pytest.mark.slow, pytest.mark.process]


@pytest.fixture(scope="module")
def server() -> Iterator[TestServer]:
    with tempfile.TemporaryDirectory() as home, serving(Path(home)) as running:
        yield running


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    with chromium(tmp_path_factory.mktemp("phone"), 360, 740) as browser:
        yield browser


FAULTS = (Path(__file__).parents[2] / "support" / "screen_faults.js").read_text("utf-8")
FOLLOWED = r'class="own">.*</p>\s*<p'


def test_ones_own_throw_is_told_first_until_one_acts_again(
    server: TestServer, phone: webdriver.Chrome
) -> None:
    """The moves of others come after it, one by one, and none is shown without a word."""
    jack, bart, _ = server.begin("dead-mans-dice", jack="human", bart="human")
    threw = ""
    while not (threw and jack.look() and jack.moves and re.search(FOLLOWED, jack.page)):
        person = next(one for one in (jack, bart) if one.look() and one.moves)
        if person is jack:
            (threw,) = re.findall('data-count="([0-9]+)"', jack.page)
        person.play()
    show(phone, jack, 360, 740)
    told = phone.find_element(By.CSS_SELECTOR, "#news .all").text
    assert told.startswith("Du wirfst ")
    assert "Bart " in told
    asked = ask(jack.origin, jack.path + "/table", headers={"X-Since": threw}).text
    frames = re.findall("(?s)<template( data-holds[^>]*)?>.*?<h2>(.*?)</template>", asked)
    holds, first = frames[0]  # one's own throw, until a tap
    assert holds
    assert re.search(r"(?s)^You roll .*It is Bart&#39;s turn\.</p><button", first)
    assert not any(holds for holds, _ in frames[1:])
    assert all(told for _, told in frames)


def test_the_end_of_a_round_waits_for_a_tap(server: TestServer, phone: webdriver.Chrome) -> None:
    """The account of it stands there alone, and says who is next, before the next decision."""
    jack, bart, _ = server.begin("dead-mans-dice", jack="human", bart="human")
    show(phone, jack, 360, 740)
    phone.execute_script("document.getElementById('speed').value = 250")
    while "Round 2 begins." not in bart.look():
        person = bart if bart.moves else jack
        person.look()
        person.send(move=next((one for one in person.moves if "stack" in one), person.moves[0]))
    ended = "//p[contains(., 'Runde 1 ist zu Ende')]/following-sibling::button"
    go_on = partial(phone.find_elements, By.XPATH, ended)

    def shown() -> bool:
        waiting = phone.find_elements(By.CSS_SELECTOR, ".closing .go-on")
        if waiting and not go_on():
            waiting[0].click()  # what one has thrown oneself
        return bool(go_on())

    wait_until(shown)
    told = phone.find_element(By.CSS_SELECTOR, "#choices").text
    assert re.search(r"Runde 2 beginnt\.\n.* (ist|bist) dran\.\nWeiter$", told)

    def gone() -> bool:
        for button in go_on():  # a tap that comes too soon was meant for something else
            button.click()
        return not phone.find_elements(By.CSS_SELECTOR, "[aria-busy]")

    wait_until(gone)


OWN = """return [...document.querySelectorAll("#table .mine .zone.open, .tray, #choices")].map(
  (one) => (({ x, bottom }) => [Math.round(x), Math.round(bottom)])(one.getBoundingClientRect()))"""


@pytest.mark.parametrize("count", [2, 3, 5])
def test_places_stay_while_cards_are_dealt_to_them(
    server: TestServer, phone: webdriver.Chrome, count: int
) -> None:
    """From one card of a turn to the next."""
    seats = GAMES[1][2][:count]
    people = server.begin("galley-thieves", **dict.fromkeys(seats, "human"))[:count]
    turns: list[list[list[list[int]]]] = []
    before = None
    for number in range(12 * count):
        person = next(one for one in people if one.look() and one.moves)
        if person is people[0] and "eat" in person.moves[-1]:
            show(phone, person, 360, 740)
            turns += [[]] if before is not person else []
            turns[-1].append(phone.execute_script(OWN))
        before = person if "eat" in person.moves[-1] else None
        person.send(move=person.moves[number * 7 % len(person.moves)])

    assert max(map(len, turns)) > 1 or count > 2  # a set may be a single card
    for first, *rest in turns:
        for one in rest:
            moved = [
                abs(a - b)
                for was, now in zip(first, one, strict=True)
                for a, b in zip(was, now, strict=True)
            ]
            assert max(moved) <= 2


def advise(server: TestServer, move: str) -> None:
    """Let *move* be the hint of the match that was begun last."""
    session = server.app.matches.open[next(reversed(server.app.matches.open))].session
    hint = Message("hint", "Hint: {notation}", {"notation": move})
    session._last_hint = session.moment, [hint]
    session._advised[tuple(session.match.journal)] = [move]


@pytest.mark.parametrize(("game", "variant", "seats"), GAMES)
def test_a_hint_removes_no_other_choice(
    server: TestServer,
    phone: webdriver.Chrome,
    game: str,
    variant: str,
    seats: tuple[str, ...],
) -> None:
    """All are listed, and what is tapped in the list is chosen, and played by a second tap."""
    people = server.begin(game, variant, **dict.fromkeys(seats[:3], "human"))
    while True:
        person = next(one for one in people if one.look() and one.moves)
        if len(person.moves) > 2 and 'class="split"' not in person.page:
            break
        person.play()
    advise(server, person.moves[-1])
    show(phone, person, 360, 740)
    if opens := phone.find_elements(By.CSS_SELECTOR, "button.all"):
        opens[0].click()
        for one in phone.find_elements(By.CSS_SELECTOR, ".offers details:not([open])>summary"):
            one.click()
    listed = phone.find_elements(By.CSS_SELECTOR, "[name=move]")
    assert [one.get_attribute("value") for one in listed if one.is_displayed()] == person.moves
    if opens:
        listed[1].click()
        (button,) = (one for one in listed if one.is_displayed())
        assert button.get_attribute("value") == person.moves[1]
        before = person.moves
        assert person.look()
        assert person.moves == before
        button.click()
        wait_until(lambda: person.look() and person.moves != before)


def test_a_hint_cuts_the_circle_and_another_cut_replaces_it(
    server: TestServer, phone: webdriver.Chrome
) -> None:
    mary, *_ = server.begin("galley-thieves", mary="human", finn="human")
    mary.look()
    for move in (mary.moves[0], mary.moves[-1]):
        advise(server, move)
        show(phone, mary, 360, 740)
        (button,) = phone.find_elements(By.CSS_SELECTOR, ".many .fits button")
        assert button.get_attribute("value") == move
        assert len(phone.find_elements(By.CSS_SELECTOR, ".gap[aria-pressed=true]")) == 2
    for gap in phone.find_elements(By.CSS_SELECTOR, ".gap[aria-pressed=false]"):
        gap.click()
        (button,) = phone.find_elements(By.CSS_SELECTOR, ".many .fits button")
        if button.get_attribute("value") != move:  # a cut between equal cards may come to the same
            break
    assert button.get_attribute("value") != move
    assert button.is_displayed()


def test_what_does_nothing_is_offered_quietly_after_the_places(
    server: TestServer, phone: webdriver.Chrome
) -> None:
    """As long as a card has places; each of them says what is taken, and from which strength."""
    people = server.begin("jolly-roger", "advanced", jolly="human", roger="human")
    while True:
        person = next((one for one in people if one.look() and one.moves), None)
        if person is None:
            people = server.begin("jolly-roger", "advanced", jolly="human", roger="human")
        elif any(one.startswith("KR*") and one != "KR*" for one in person.moves):
            break
        else:
            person.play(person.moves[-1] if person.moves[0].startswith("pick") else "")
    show(phone, person, 360, 740)
    phone.find_element(By.CSS_SELECTOR, ".tray [data-card=KR]").click()
    (button,) = phone.find_elements(By.CSS_SELECTOR, ".many .fits button")
    assert button.get_attribute("value") == "KR*"
    plain = phone.find_element(By.CSS_SELECTOR, "#choices > .bar button")
    assert button.value_of_css_property("color") == plain.value_of_css_property("color")
    lead = phone.find_element(By.CSS_SELECTOR, ".many .lead")
    assert lead.text == "Tippe jetzt einen leuchtenden Ort an."
    does = phone.find_element(By.CSS_SELECTOR, "[data-about]:not([hidden])").text
    assert re.fullmatch(r"Krake: [^.]+\.", does)  # one sentence has room
    faults = FAULTS.replace("return found", "return found.filter((one) => /covered/.test(one))")
    assert phone.execute_script(faults) == []
    assert lead.rect["y"] < button.rect["y"]
    zone = next(one for one in person.moves if one.startswith("KR*") and one != "KR*")
    phone.find_element(By.CSS_SELECTOR, f'.zone[data-zone="{zone[3:]}"]').click()
    takes = phone.find_element(By.CSS_SELECTOR, f'.many .fits [value="{zone}"]')
    assert re.search(r"^Krake \(\d+ zu \d+→\d+.*\): .* verliert ", takes.text)
    assert not lead.is_displayed()


def test_the_log_and_the_help_close_each_other(server: TestServer, phone: webdriver.Chrome) -> None:
    """One would lie over the other."""
    jolly = server.begin("jolly-roger", jolly="human", roger="human")[0]
    show(phone, jolly, 360, 740)
    log, aid = (phone.find_element(By.CSS_SELECTOR, f"header {one}") for one in
                (".drawer", "details:has(#advised)"))  # fmt: skip
    for _ in range(2):
        log.click()
        assert phone.find_element(By.CSS_SELECTOR, "#log").is_displayed()
        assert not aid.get_attribute("open")
        aid.find_element(By.TAG_NAME, "summary").click()
        assert aid.get_attribute("open")
        wait_until(lambda: not phone.find_element(By.CSS_SELECTOR, "#log").is_displayed())


def test_gold_rains_once(server: TestServer, phone: webdriver.Chrome) -> None:
    """It does when the match ends, and not at each look at the result."""
    jolly, roger, _ = server.begin("jolly-roger", jolly="human", roger="human")
    show(phone, jolly, 360, 740)
    wait_until(partial(jolly.sees, 'class="connected"'))
    roger.look()
    roger.send(do="resign")
    wait_until(lambda: phone.find_elements(By.CSS_SELECTOR, ".won.rains"))
    show(phone, jolly, 360, 740)
    assert phone.find_elements(By.CSS_SELECTOR, ".won")
    assert not phone.find_elements(By.CSS_SELECTOR, ".rains")


def test_of_two_ways_to_the_same_the_second_tap_plays_the_first(
    server: TestServer, phone: webdriver.Chrome
) -> None:
    """A pirate of strength 1 counts as much face down; that is left to the list."""
    people = server.begin("jolly-roger", jolly="human", roger="human")
    same: list[str] = []
    while not same:
        person = next(one for one in people[:2] if one.look() and one.moves)
        same = [one for one in person.moves if re.match("[A-Z]1@", one)]
        same = [one for one in same if f"{one[:2]}$" not in person.moves]  # boarding is a third way
        if not same:
            person.play()
    card, ship = same[0].split("@")
    show(phone, person, 360, 740)
    phone.find_element(By.CSS_SELECTOR, f".tray [data-card={card}][role=button]").click()
    phone.find_element(By.CSS_SELECTOR, f".zone[data-zone={ship}]").click()
    before = person.moves
    wait_until(lambda: person.look() and person.moves != before)
    assert re.search("You add [a-z]+ pirate 1 to your crew", person.look())


SEATS = """return [...document.querySelectorAll("#choices, #table .seat")].map((one) => {
  const { top, height } = one.getBoundingClientRect();
  return [top, height].map(Math.round); })"""


@pytest.mark.parametrize("second", [".card.on", ".many .fits button"])
def test_what_is_taken_from_the_list_is_played_by_one_tap(
    server: TestServer, phone: webdriver.Chrome, second: str
) -> None:
    jack, _, _ = server.begin("dead-mans-dice", jack="human", bart="human")
    show(phone, jack, 360, 740)
    for one in ("button.all", ".whole [value='roll J']", second):
        assert "roll J" in (jack.look() and jack.moves)
        phone.find_element(By.CSS_SELECTOR, one).click()
    wait_until(lambda: jack.look() and not jack.moves)


def test_boxes_with_dice_stay_where_they_are(server: TestServer, phone: webdriver.Chrome) -> None:
    """Piles have their room from the start, and news take none of it."""
    people = server.begin("dead-mans-dice", **dict.fromkeys(("jack", "bart", "anne"), "human"))
    found = list[list[list[int]]]()
    for number in range(14):
        person = next(one for one in people[:3] if one.look() and one.moves)
        show(phone, people[0], 360, 740)
        found.append(phone.execute_script(SEATS))
        person.send(move=person.moves[number % len(person.moves)])
    usual = [one for one in found if one[-1] == found[0][-1]]  # else choices need their room
    assert len(usual) > 8
    assert [one for one in usual if one != found[0]] == [], found[0]


COVERED = """document.querySelector("header details:not(.settings) summary").click();
const panel = document.querySelector("header details[open]>:last-child");
return [...document.querySelectorAll("#table .card")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const place = [x + width / 2, y + height / 2], own = panel.getBoundingClientRect();
  if (place[1] > own.bottom - 8) return null;
  return panel.contains(document.elementFromPoint(...place)); }).filter((one) => one !== null)"""


def test_dice_cover_no_help(server: TestServer, phone: webdriver.Chrome) -> None:
    people = server.begin("dead-mans-dice", jack="human", bart="human")[:2]
    for _ in range(3):
        next(one for one in people if one.look() and one.moves).play()
    show(phone, people[0], 360, 740)
    assert {*phone.execute_script(COVERED)} == {True}
