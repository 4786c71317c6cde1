"""A table under a thumb: nothing moves between two taps, and every choice takes the same two."""

import asyncio
import re
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from browsers import GAMES, chromium, show, wait_until
from web_tables import Person, TestServer, serving

pytestmark = [pytest.mark.slow, pytest.mark.process]

MOVED = (Path(__file__).parents[2] / "support" / "moved_boxes.js").read_text("utf-8")
SIZES = [(1280, 800), (768, 1024), (360, 740)]
EVERY, MOST = 7, 90
"""Step between the decisions that are looked at, and the last of them."""


@pytest.fixture(scope="module")
def server() -> Iterator[TestServer]:
    with tempfile.TemporaryDirectory() as home, serving(Path(home)) as running:
        yield running


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    with chromium(tmp_path_factory.mktemp("phone"), 360, 740) as browser:
        yield browser


def has_acted(person: Person, moves: list[str]) -> bool:
    """Return whether *person* has no longer the choice between *moves*."""
    return bool(person.look()) and person.moves != moves


LONG = ("dead-mans-dice", "galley-thieves")
"""Games whose whole match takes more than a minute in a browser."""


@pytest.mark.parametrize(
    ("game", "variant", "seats"),
    [pytest.param(*one, id=one[0], marks=[pytest.mark.weekly] * (one[0] in LONG)) for one in GAMES],
)
def test_nothing_moves_when_a_card_is_chosen(
    server: TestServer,
    phone: webdriver.Chrome,
    game: str,
    variant: str,
    seats: tuple[str, ...],
) -> None:
    """Neither the table nor any place on it; and one tap alone plays nothing."""
    people = server.begin(game, variant, **dict.fromkeys(seats[:4], "human"))
    match = next(reversed(server.app.matches.open))
    found: dict[str, int] = {}
    for number in range(MOST):
        person = people[max(server.app.matches.open[match].session.position.to_act(), 0)]
        person.look()
        if not person.moves:
            break
        if number % EVERY == 0:
            for size in SIZES:
                show(phone, person, *size)
                for fault in phone.execute_script(MOVED):
                    found.setdefault(f"{size[0]}: {fault}", number)
        person.send(move=person.moves[number * 7 % len(person.moves)])

    assert found == {}


PLACES = """return Object.fromEntries(
  [...document.querySelectorAll("#table, #table > .middle, #table .sides, #choices, .tray")].map(
    (one) => [one.id || one.dataset.zone || one.className, one.getBoundingClientRect().y]))"""


@pytest.mark.parametrize(
    ("variant", "size"),
    [
        pytest.param("introductory", (360, 740), id="introductory-phone"),
        pytest.param("advanced", (1280, 800), id="advanced-screen"),
        pytest.param("introductory", (1280, 800), marks=pytest.mark.weekly),
        pytest.param("advanced", (360, 740), marks=pytest.mark.weekly),
    ],
)
def test_nothing_moves_between_ones_own_decisions_and_those_of_others(
    server: TestServer, phone: webdriver.Chrome, variant: str, size: tuple[int, int]
) -> None:
    """One person sees the ships, the hand and the question in one place for two rounds."""
    people = server.begin("jolly-roger", variant, jolly="human", roger="human")
    found: dict[str, set[float]] = {}
    acted = set()
    for number in range(16):
        person = next(one for one in people[:2] if one.look() and one.moves)
        acted.add(person.path)
        show(phone, people[0], *size)
        for name, top in phone.execute_script(PLACES).items():
            found.setdefault(name, set()).add(top)
        person.send(move=person.moves[number * 7 % len(person.moves)])

    assert acted == {one.path for one in people[:2]}
    assert {"table", "choices", "green", "tray"} <= found.keys()
    ways = {name: max(tops) - min(tops) for name, tops in found.items()}
    assert {name: way for name, way in ways.items() if way > 2} == {}


def test_a_split_is_handed_over_by_its_button(server: TestServer, phone: webdriver.Chrome) -> None:
    jolly = server.begin("jolly-roger", jolly="human", roger="human")[0]
    show(phone, jolly, 360, 740)
    cards = phone.find_elements(By.CSS_SELECTOR, ".sets .card")
    places = [card.rect["x"] for card in cards]
    button = phone.find_element(By.CSS_SELECTOR, ".split .main")
    assert not button.is_enabled()
    assert button.rect["width"] > 330
    assert button.rect["height"] >= 44

    cards[1].click()
    assert [card.rect["x"] for card in cards] == places  # those that stay do not slide
    assert jolly.look()
    assert jolly.moves
    button.click()
    wait_until(lambda: jolly.look() and not jolly.moves)


CLICK = """const at = { bubbles: true, clientX: arguments[0], clientY: arguments[1] };
document.elementFromPoint(...arguments).dispatchEvent(new MouseEvent("click", at));"""


def test_two_taps_on_one_place_move_one_card(server: TestServer, phone: webdriver.Chrome) -> None:
    """From the hand into set 1, and on to set 2: none of its neighbours is met."""
    people = server.begin("smugglers-cove", nell="human", silas="human")
    person = next(one for one in people if one.look() and one.moves)
    show(phone, person, 360, 740)
    cards = phone.find_elements(By.CSS_SELECTOR, ".tray .hand .card")
    places = [card.rect for card in cards]
    names = [card.accessible_name for card in cards]
    at = next(at for at, name in enumerate(names) if names.count(name) == 1)  # equal ones change
    x, y, width, height = (places[at][side] for side in ("x", "y", "width", "height"))
    for laid in ("1", "2", ""):
        phone.execute_script(CLICK, x + width / 2, y + height / 2)
        sets = [card.get_attribute("data-set") or "" for card in cards]
        assert sets == [laid if card is cards[at] else "" for card in cards]
        free = [one.text for one in phone.find_elements(By.CSS_SELECTOR, ".hand .slot")]
        assert free == {"1": ["→ Set 2"], "2": ["→"], "": []}[laid]  # where a tap moves it
        assert [card.rect for card in cards[:at] + cards[at + 1 :]] == places[:at] + places[
            at + 1 :
        ]


def test_a_tap_turns_a_card_of_a_set_face_down(server: TestServer, phone: webdriver.Chrome) -> None:
    """One of each set, and only then a single button makes the split."""
    people = server.begin("smugglers-cove", nell="human", silas="human")
    person = next(one for one in people if one.look() and one.moves)
    show(phone, person, 360, 740)
    cards = phone.find_elements(By.CSS_SELECTOR, ".tray .hand .card")
    for card in cards[:3]:  # three are most, and the rest follows
        assert not cards[4].get_attribute("data-set")
        phone.execute_script("arguments[0].click()", card)
    assert [card.get_attribute("data-set") for card in cards] == [*"11122"]
    told, fits = (partial(phone.find_elements, By.CSS_SELECTOR, f".{one}") for one in
                  ("pointing", "many .fits button"))  # fmt: skip
    assert told()[0].text == "Tippe jetzt in jedem Set die Karte an, die verdeckt liegen soll."
    for card in (cards[0], cards[2], cards[4]):  # the second of a set takes the place of the first
        assert not fits()
        phone.execute_script("arguments[0].click()", card)
    (button,) = fits()
    bar = phone.find_element(By.CSS_SELECTOR, "#choices > .bar")
    assert button.rect["y"] + button.rect["height"] <= bar.rect["y"]
    assert button.text.startswith("So aufteilen")
    codes = [card.get_attribute("data-card") for card in cards]
    assert f"({codes[2]})" in str(button.get_attribute("value"))
    button.click()
    wait_until(partial(has_acted, person, person.moves))


@pytest.mark.parametrize(("game", "variant", "seats"), GAMES[1:3])
def test_what_scores_is_on_the_table_at_ones_first_decisions(
    server: TestServer, phone: webdriver.Chrome, game: str, variant: str, seats: tuple[str, ...]
) -> None:
    people = server.begin(game, variant, **dict.fromkeys(seats[:2], "human"))[:2]
    for _ in range(3):
        person = next(one for one in people if one.look() and one.moves)
        show(phone, person, 360, 740)
        assert phone.find_element(By.CSS_SELECTOR, "#table .aid").is_displayed()
        person.play(person.moves[0])


def test_the_start_page_begins_with_one_quiet_line(
    server: TestServer, phone: webdriver.Chrome
) -> None:
    """Its button comes with another language."""
    phone.get(f"{server.origin}{server.host_path}?lang=nl")
    assert phone.find_element(By.TAG_NAME, "header").size["height"] < 60
    button = phone.find_element(By.CSS_SELECTOR, "header form button")
    assert not button.is_displayed()
    phone.find_element(By.CSS_SELECTOR, "header select option[value=en]").click()
    button.click()
    wait_until(lambda: phone.execute_script("return document.documentElement.lang") == "en")


PILE = """return [...document.querySelectorAll("#table .stack .card:nth-child(-n+2)")].map(
  (one) => [one.previousElementSibling ? "below" : "top", one.offsetHeight, one.innerText])"""


def test_dice_have_the_room_and_the_top_one_of_a_pile_is_plain(
    server: TestServer, phone: webdriver.Chrome
) -> None:
    """No list of rules takes it, and what fits is said with numbers."""
    people = server.begin("dead-mans-dice", jack="human", bart="human")[:2]
    found: list[tuple[str, int, str]] = []
    while not any(where == "below" for where, _, _ in found):
        person = next(one for one in people if one.look() and one.moves)
        if "plunder" in person.page or "D" in person.moves[0]:
            show(phone, person, 360, 740)
            assert not phone.find_elements(By.CSS_SELECTOR, "#table .aid")
            found = phone.execute_script(PILE)
            phone.get("about:blank")  # a page left open would go on with what is played meanwhile
        person.play(next((one for one in person.moves if one == "stack"), ""))
    heights = {where: height for where, height, _ in found}
    assert heights["top"] > 1.4 * heights["below"] > 40
    assert "oben" in [text for where, _, text in found if where == "top"]


def test_a_circle_says_how_many_cuts_it_lacks(server: TestServer, phone: webdriver.Chrome) -> None:
    """A third cut takes the place of the first, and the cards between both stand out."""
    people = server.begin("galley-thieves", mary="human", finn="human")
    person = next(one for one in people if one.look() and one.moves)
    show(phone, person, 360, 740)
    told = phone.find_element(By.CLASS_NAME, "pointing")
    assert told.text.startswith("Die Karten liegen im Kreis")
    gaps = phone.find_elements(By.CSS_SELECTOR, ".ring .gap")
    line = "return parseFloat(getComputedStyle(arguments[0], '::after').width)"
    assert phone.execute_script(line, gaps[0]) >= 6
    assert gaps[0].rect["width"] >= 40
    gaps[0].click()
    assert told.text == "Jetzt noch ein Strich."
    for last, count in ((2, 2), (5, 3)):
        gaps[last].click()
        (button,) = phone.find_elements(By.CSS_SELECTOR, ".many .fits button")
        assert len(phone.find_elements(By.CSS_SELECTOR, ".ring .card.on")) == count
        assert button.text.startswith("So aufteilen")
    button.click()
    wait_until(partial(has_acted, person, person.moves))


def test_two_taps_play(server: TestServer, phone: webdriver.Chrome) -> None:
    """A card and its place, or a set twice; the first of them plays nothing."""
    jolly, roger, _ = server.begin("jolly-roger", jolly="human", roger="human")
    jolly.play()
    single = ".sides.zone.lit:not(:has(.preview .change + *))"
    for first, second in ((".tray .set", ".tray .set"), (".tray .card[role=button]", single)):
        roger.look()
        show(phone, roger, 360, 740)
        before = roger.moves
        phone.find_element(By.CSS_SELECTOR, first).click()
        assert roger.look()
        assert roger.moves == before
        phone.find_element(By.CSS_SELECTOR, second).click()
        wait_until(partial(has_acted, roger, before))


def test_a_choice_does_not_wait_for_a_hint(
    server: TestServer, phone: webdriver.Chrome, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is played at once, and the page of what follows shows no late hint."""
    jolly = server.begin("jolly-roger", jolly="human", roger="human")[0]
    live = server.app.matches.open[next(reversed(server.app.matches.open))]
    begun = live.session.moment

    async def search(*_: object) -> list[list[str]]:
        while live.session.moment == begun:
            await asyncio.sleep(0.05)
        return [["Late."]]

    monkeypatch.setattr(live.pool, "hints", search)
    show(phone, jolly, 360, 740)
    phone.find_element(By.CSS_SELECTOR, "button[value=hint]").click()
    assert phone.find_element(By.CLASS_NAME, "waits").is_displayed()
    phone.find_elements(By.CSS_SELECTOR, ".sets .card")[1].click()
    phone.find_element(By.CSS_SELECTOR, ".split .main").click()
    wait_until(lambda: jolly.look() and not jolly.moves)
    wait_until(lambda: not phone.find_elements(By.CSS_SELECTOR, "[aria-busy]"))
    assert not phone.find_element(By.ID, "cut").is_displayed()
    assert not phone.find_elements(By.CLASS_NAME, "hint")


def test_an_explanation_covers_no_choice(server: TestServer, phone: webdriver.Chrome) -> None:
    """Where both have no room, as with a plank and a hand, the help in the head has it alone."""
    anne, bart, _ = server.begin("skull-queen", anne="human", bart="human")
    person = next(one for one in (anne, bart) if one.look() and one.moves)
    person.play()
    show(phone, person, 360, 740)
    fits = "const b = document.getElementById('choices'); return b.scrollHeight - b.clientHeight"
    assert phone.execute_script(fits) <= 1
    told = phone.find_element(By.ID, "advised").get_attribute("textContent")
    explained = phone.find_element(By.CLASS_NAME, "explains").get_attribute("textContent")
    assert str(explained) in str(told)


def test_news_are_whole_sentences_and_a_tap_lays_all_over_the_table(
    server: TestServer, phone: webdriver.Chrome
) -> None:
    people = server.begin("jolly-roger", jolly="human", roger="human")
    for _ in range(200):
        person = next(one for one in people[:2] if one.look() and one.moves)
        if person.page.partition('id="news"')[2].partition("</section>")[0].count("Strength") > 2:
            break
        person.play(person.moves[0])
    show(phone, person, 360, 740)
    table, news = (phone.find_element(By.ID, one) for one in ("table", "news"))
    before, lines = table.rect, news.find_element(By.CLASS_NAME, "all")
    more = news.find_element(By.CLASS_NAME, "more")
    whole = "return arguments[0].scrollHeight <= arguments[0].clientHeight + 1"
    told = lines.text
    assert told.endswith(".")
    assert phone.execute_script(whole, lines)
    more.click()

    assert phone.execute_script(whole, lines)
    assert told in lines.text
    assert len(lines.text) > len(told)
    assert more.get_attribute("aria-expanded") == "true"
    assert table.rect == before
    more.click()
    assert lines.text == told


def touch(browser: webdriver.Chrome, kind: str, *at: float) -> None:
    """Put a finger down at the place *at*, move it there, or lift it."""
    points = [{"x": at[0], "y": at[1]}] if at else []
    browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def drag(browser: webdriver.Chrome, what: WebElement, place: WebElement, part: float = 0.5) -> None:
    """Drag *what* with a finger to *place*, at *part* of its height."""
    middle = "const b = arguments[0].getBoundingClientRect(); return [b.x, b.y, b.width, b.height]"
    x, y, width, height = browser.execute_script(middle, what)
    start = x + width / 2, y + height / 2
    x, y, width, height = browser.execute_script(middle, place)
    end = x + width / 2, y + height * part
    touch(browser, "touchStart", *start)
    for step in range(1, 6):
        touch(
            browser, "touchMove", *(a + (b - a) * step / 5 for a, b in zip(start, end, strict=True))
        )
    touch(browser, "touchEnd")


def test_a_finger_drags_a_card_into_the_other_set_and_to_a_ship(
    server: TestServer, phone: webdriver.Chrome
) -> None:
    jolly, roger, _ = server.begin("jolly-roger", jolly="human", roger="human")
    show(phone, jolly, 360, 740)
    phone.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    card, sets = (phone.find_element(By.CSS_SELECTOR, one) for one in (".sets label", ".sets"))
    box = card.find_element(By.TAG_NAME, "input")
    drag(phone, card, sets, 0.8)
    assert box.is_selected()
    drag(phone, card, sets, 0.2)
    assert not box.is_selected()

    jolly.play()
    roger.play("pick 1")
    show(phone, roger, 360, 740)
    hand = phone.find_elements(By.CSS_SELECTOR, ".tray .card[role=button]")
    drag(phone, hand[0], phone.find_element(By.CSS_SELECTOR, ".zone.sides"))
    chosen = phone.find_elements(By.CSS_SELECTOR, ".card.on")
    played = len(phone.find_elements(By.CSS_SELECTOR, ".sides .card"))
    assert chosen or played
    phone.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def joining(server: TestServer) -> Person:
    """Return the person of a new match who picked a set, and can join a crew with a card of it."""
    jolly, roger, _ = server.begin("jolly-roger", jolly="human", roger="human")
    jolly.play()
    roger.play("pick 1")
    while not (roger.look() and any("@" in one for one in roger.moves)):
        jolly.play()
    return roger


def test_a_chosen_card_stays_chosen_when_it_is_tapped_again(
    server: TestServer, phone: webdriver.Chrome
) -> None:
    roger = joining(server)
    show(phone, roger, 360, 740)
    assert not phone.find_elements(By.CSS_SELECTOR, ".card.on, .zone.lit")
    card = phone.find_element(By.CSS_SELECTOR, ".tray .card[role=button]")
    for _ in range(2):
        card.click()
        assert len(phone.find_elements(By.CSS_SELECTOR, ".card.on")) == 1
        assert phone.find_elements(By.CSS_SELECTOR, ".zone.lit")
    phone.find_element(By.CSS_SELECTOR, ".status").click()
    assert not phone.find_elements(By.CSS_SELECTOR, ".card.on, .zone.lit")


def test_a_page_says_without_notation_what_a_card_can_do(
    server: TestServer, phone: webdriver.Chrome
) -> None:
    """At once while the match is young, and then when asked."""
    roger = joining(server)
    show(phone, roger, 360, 740)
    told = phone.find_element(By.CLASS_NAME, "explains").text
    assert told.startswith("Offen am Schiff ihrer Farbe")
    legend = phone.find_element(By.CSS_SELECTOR, "header details").get_attribute("textContent")
    assert not set("@$>") & set(told + str(legend))

    people = server.begin("jolly-roger", jolly="human", roger="human")
    for _ in range(20):
        person = next(one for one in people[:2] if one.look() and one.moves)
        person.play(person.moves[0])
    while not any("@" in one for one in person.moves):
        person.play(person.moves[0])
        person = next(one for one in people[:2] if one.look() and one.moves)
    show(phone, person, 360, 740)
    bubble = phone.find_element(By.CSS_SELECTOR, "header details:has(#advised)")
    bubble.find_element(By.TAG_NAME, "summary").click()
    assert bubble.find_element(By.CSS_SELECTOR, "#advised p").text == told
    phone.find_element(By.CSS_SELECTOR, ".status").click()
    assert not bubble.get_attribute("open")


def test_a_special_card_in_a_set_says_what_it_does(
    server: TestServer, phone: webdriver.Chrome
) -> None:
    people = server.begin("jolly-roger", "advanced", jolly="human", roger="human")
    while True:
        person = next(one for one in people[:2] if one.look() and one.moves)
        if person.moves[0].startswith("pick"):
            show(phone, person, 360, 740)
            if cards := phone.find_elements(By.CSS_SELECTOR, ".set [data-card=KR]"):
                break
        person.play(person.moves[0])
    cards[0].click()
    (told,) = (one.text for one in phone.find_elements(By.CSS_SELECTOR, "[data-about]") if one.text)
    assert told.startswith("Krake: ")
    assert phone.find_element(By.CSS_SELECTOR, ".many .fits").text.startswith("Nimm dieses Set")
    news = str(phone.find_element(By.ID, "news").get_attribute("textContent"))
    assert "Krake" in news  # no code
    phone.find_element(By.CSS_SELECTOR, "[data-about]:not([hidden])").click()
    assert not phone.find_elements(By.CSS_SELECTOR, "[data-about]:not([hidden])")


def test_a_page_is_light_or_dark_as_its_reader_chose(
    server: TestServer, phone: webdriver.Chrome
) -> None:
    """Whatever the system is; without a choice it decides."""
    jolly = server.begin("jolly-roger", jolly="human", roger="human")[0]
    ground = "return getComputedStyle(document.body).backgroundColor"
    light, dark = "rgb(250, 248, 243)", "rgb(21, 23, 27)"
    found = {}
    try:
        for system in ("light", "dark"):
            scheme = {"name": "prefers-color-scheme", "value": system}
            phone.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
            for choice in ("light", "dark", ""):
                show(phone, jolly, 360, 740)
                phone.find_element(By.CSS_SELECTOR, ".settings summary").click()
                option = phone.find_element(By.CSS_SELECTOR, f"#theme [value='{choice}']")
                option.click()
                chosen = phone.execute_script(ground)
                show(phone, jolly, 360, 740)
                assert phone.execute_script(ground) == chosen  # it is kept
                found[system, choice] = chosen
    finally:
        phone.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    for system, by_system in (("light", light), ("dark", dark)):
        assert [found[system, one] for one in ("light", "dark", "")] == [light, dark, by_system]


def test_the_die_just_rolled_is_chosen_and_none_like_it_in_the_pile(
    server: TestServer, phone: webdriver.Chrome
) -> None:
    """A piece is not moved to where it already lies; to leave it is a button of its own."""
    people: list[Person] = []
    while True:
        person = next((one for one in people if one.look() and one.moves), None)
        if person is None:  # the match is over, and a die like the one rolled was in no pile
            people = server.begin("dead-mans-dice", jack="human", bart="human")[:2]
            continue
        offered = re.search(
            r'value="stack"[^>]*data-card="([^"]*)" data-zone="([^"]*)"', person.page
        )
        if offered and person.page.count(f' data-card="{offered[1]}"') > 2:  # one is a button
            break
        person.play()
    show(phone, person, 360, 740)
    active = f'#table [data-card="{offered[1]}"][role=button]'
    wait_until(lambda: len(phone.find_elements(By.CSS_SELECTOR, active)) == 1)
    assert not phone.find_elements(By.CSS_SELECTOR, f'[data-zone="{offered[2]}"] [role=button]')
    assert phone.find_element(By.CSS_SELECTOR, "button[value=leave]").is_displayed()
    phone.find_element(By.CSS_SELECTOR, active).click()
    wait_until(lambda: len(phone.find_elements(By.CSS_SELECTOR, ".zone.lit")) == 1)
