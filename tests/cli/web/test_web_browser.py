"""Tables in real browsers: Debian's Chromium without a screen, one for each seat.

They are skipped where there is no Chromium, but not in CI; the check by axe-core also where
`SPLITPICK_AXE` does not name its script (``npm pack axe-core``).
"""

import json
import os
import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from browsers import GAMES, address, chromium, resize
from lacking import lacking
from web_tables import TestServer, serving

AXE = os.environ.get("SPLITPICK_AXE", "")

pytestmark = [pytest.mark.slow, pytest.mark.process]

CHOOSE = """
const live = document.getElementById("live");
document.querySelector(".go-on")?.click();
if (document.querySelector(".result")) return "over";
if (!("mine" in live.dataset) || document.querySelector("[aria-busy]")) return "";
const any = (found) => found[Math.floor(arguments[0] * found.length)];
const split = document.querySelector(".split");
if (split) {
  any([...split.querySelectorAll("input[name=two]")]).click();
  split.querySelector("button").click();
  return "split";
}
const button = any([...document.querySelectorAll("#choices .choices button")]);
button?.click();
return "move";
"""

FAULTS = (Path(__file__).parents[2] / "support" / "screen_faults.js").read_text("utf-8")

COUNTS = {
    "jolly-roger": (2,), "galley-thieves": (2, 3, 4, 5), "smugglers-cove": (2,),
    "skull-queen": (2, 3, 4, 5, 6), "dead-mans-dice": (2, 3, 4, 5, 6),
}  # fmt: skip
"""The numbers of players of each game."""

SIZES = [(1280, 800), (360, 740)]
STILL = [{"name": "prefers-reduced-motion", "value": "reduce"}]
"""Words to a browser so that nothing is on its way while a page is measured."""
MOST_DECISIONS = 1000
EVERY = int(os.environ.get("SPLITPICK_EVERY", "30"))
"""Step between the decisions that are looked at in a match; 1 looks at all of them."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestServer]:
    with serving(tmp_path_factory.mktemp("web")) as running:
        yield running


@pytest.fixture(scope="module")
def pair(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[webdriver.Chrome, webdriver.Chrome]]:
    """A wide browser, and one as narrow as a phone."""
    folder = tmp_path_factory.mktemp("chromium")
    with (
        chromium(folder / "wide", 1280, 800) as wide,
        chromium(folder / "narrow", 360, 740) as narrow,
    ):
        yield wide, narrow


def wait(holds: Callable[[], object], seconds: float = 600) -> None:
    """Wait until something *holds*."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def text_of(browser: webdriver.Chrome) -> str:
    return browser.find_element(By.TAG_NAME, "body").text


def has_width(browser: webdriver.Chrome, width: int) -> bool:
    """Return whether the window is *width* wide, and the page has its style and is fitted to it.

    What listens to a new size has run before the next frame.
    """
    script = """return new Promise((fitted) => requestAnimationFrame(() =>
      fitted(document.styleSheets.length && document.styleSheets[0].cssRules && innerWidth)))"""
    return bool(browser.execute_script(script) == width)


def log_of(browser: webdriver.Chrome) -> list[object]:
    """Return what the browser's console has said."""
    texts: list[object] = browser.get_log("browser")  # type: ignore[no-untyped-call]
    return texts


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("jolly-roger", ("jolly", "roger")),
        ("smugglers-cove", ("nell", "silas")),
        pytest.param("skull-queen", ("anne", "bart"), marks=pytest.mark.weekly),
    ],
)
def test_two_browsers_play_a_whole_match_in_two_languages(
    server: TestServer,
    pair: tuple[webdriver.Chrome, webdriver.Chrome],
    game: str,
    seats: tuple[str, str],
) -> None:
    people = server.begin(game, **dict.fromkeys(seats, "human"))
    rng = Random(3)
    for browser, person, language in zip(pair, people, ("en", "de"), strict=False):
        browser.get(address(person, f"?lang={language}"))
    done = 0
    ended: set[str] = set()
    while len(ended) < 2:
        for browser in pair:
            answer = browser.execute_script(CHOOSE, rng.random())
            done += answer in ("move", "split")
            if answer == "over":
                ended.add(browser.session_id or "")
            width = browser.execute_script(
                "return [document.documentElement.scrollWidth, innerWidth]"
            )
            assert width[0] <= width[1]
            time.sleep(0.02)
        assert done < 1000

    assert "Rematch" in text_of(pair[0])
    assert "Revanche" in text_of(pair[1])
    assert [line for browser in pair for line in log_of(browser)] == []


@pytest.mark.parametrize(
    ("game", "variant", "seats"),
    [
        pytest.param(game, variant, seats[:count], marks=[pytest.mark.weekly] * (count > 2))
        for game, variant, seats in GAMES
        for count in COUNTS[game]
    ],
    ids=lambda one: str(len(one)) if isinstance(one, tuple) else None,
)
def test_every_decision_is_on_one_screen(
    server: TestServer,
    pair: tuple[webdriver.Chrome, webdriver.Chrome],
    game: str,
    variant: str,
    seats: tuple[str, ...],
) -> None:
    """Nothing is cut, no text lies over another, and a thumb hits what can be chosen.

    So it is in a whole match of each game with each number of players, up to its end.
    """
    people = server.begin(game, variant, **dict.fromkeys(seats, "human"))
    match = next(reversed(server.app.matches.open))
    browser = pair[0]
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": STILL})
    found: dict[str, int] = {}
    for number in range(MOST_DECISIONS):
        live = server.app.matches.open[match]
        person = people[max(live.session.position.to_act(), 0)]
        person.look()
        assert person.moves or 'class="result' in person.page
        if number % EVERY and person.moves:
            person.send(move=person.moves[number * 7 % len(person.moves)])
            continue
        speaks = {"headers": {"Accept-Language": ("en", "de")[number // EVERY % 2]}}
        browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", speaks)
        browser.get(address(person))
        for _ in range(2):  # what is complete is held until a tap; then the decision
            for size in SIZES:
                resize(browser, *size)
                wait(partial(has_width, browser, size[0]))
                for fault in browser.execute_script(FAULTS):
                    found.setdefault(f"{size[0]}: {fault}", number)
            if not browser.find_elements(By.CSS_SELECTOR, ".closing"):
                break
            browser.execute_script("sessionStorage.clear()")  # as many taps as it takes
            browser.get(address(person))
        if not person.moves:
            break
        person.send(move=person.moves[number * 7 % len(person.moves)])
    browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    resize(browser, *SIZES[0])
    assert found == {}, found


def test_the_keyboard_alone_splits_picks_and_plays(
    server: TestServer, pair: tuple[webdriver.Chrome, webdriver.Chrome]
) -> None:
    jolly, roger, _ = server.begin("jolly-roger", "advanced", jolly="human", roger="human")
    one, other = pair
    for browser, person in ((one, jolly), (other, roger)):
        browser.get(address(person, "?lang=en"))

    def press(browser: webdriver.Chrome, *keys: str) -> None:
        ActionChains(browser).send_keys(*keys).perform()

    def focused(browser: webdriver.Chrome) -> str:
        found = browser.execute_script("return document.activeElement.getAttribute('name') || ''")
        return str(found)

    while focused(one) != "two":  # the skip link, the header, then the cards
        press(one, Keys.TAB)
    press(one, Keys.SPACE, Keys.TAB, Keys.SPACE)
    while focused(one) != "do":
        press(one, Keys.TAB)
    press(one, Keys.ENTER)
    wait(lambda: "Pick a set." in text_of(other))
    press(other, "2")
    for _ in range(40):  # what ends a turn is only focused by its number
        for browser in pair:
            found = browser.find_elements(By.CSS_SELECTOR, "#choices .choices button")
            press(browser, str(found[-1].get_attribute("data-n") if found else "1"))
            time.sleep(0.1)
            press(browser, Keys.ENTER)
            time.sleep(0.2)
            if "Turn 2 of 8" in text_of(browser):
                return
    raise AssertionError("the turn does not end")


def test_others_see_a_move_without_reloading_and_hear_of_it(
    server: TestServer, pair: tuple[webdriver.Chrome, webdriver.Chrome]
) -> None:
    jolly, roger, onlooker = server.begin("jolly-roger", jolly="human", roger="human")
    one, other = pair
    one.get(address(roger, "?lang=en"))
    other.get(address(onlooker, "?lang=de"))
    wait(lambda: other.find_elements(By.CSS_SELECTOR, "li.connected"))
    jolly.play()

    wait(lambda: one.title.startswith("● Your turn"))
    said = partial(one.find_element(By.ID, "said").get_attribute, "textContent")
    wait(lambda: "Jolly splits" in str(said()))
    assert re.search(r"Jolly splits: (?:[a-z]+ pirate [1-5](?:, |; |\.)){5}", str(said()))
    assert "; " in str(said())  # between the sets, where a slash is seen
    wait(lambda: "Jolly teilt auf" in text_of(other))


def test_a_click_on_a_card_and_then_on_its_target_plays_it(
    server: TestServer, pair: tuple[webdriver.Chrome, webdriver.Chrome]
) -> None:
    jolly, roger, _ = server.begin("jolly-roger", "advanced", jolly="human", roger="human")
    jolly.play()
    roger.play()
    browser = pair[0]
    browser.get(address(roger, "?lang=en"))
    roger.look()
    move = next(move for move in roger.moves if "?" in move)
    card, target = move.split("?")
    own = browser.find_elements(By.CSS_SELECTOR, f'.tray .card[data-card="{card}"][role=button]')
    if "on" not in str(own[-1].get_attribute("class")):  # a single card is chosen already
        own[-1].click()
    lit = browser.find_elements(By.CSS_SELECTOR, ".zone.lit")
    assert target in [zone.get_attribute("data-zone") for zone in lit]
    browser.find_element(By.CSS_SELECTOR, f'.zone[data-zone="{target}"] svg').click()
    before = roger.moves
    shown = partial(browser.find_elements, By.CSS_SELECTOR, f'.fits [data-card="{card}"]')
    wait(lambda: shown() or (roger.look() and roger.moves != before))


HELD = """
const { count, acted } = document.getElementById("live").dataset;
sessionStorage.setItem(document.getElementById("page").dataset.base, `${count} 0 ${acted}`);
"""
"""Makes a page that is loaded again fetch its table for moves that were not looked at."""
FETCHED = """
const real = fetch;
window.fetch = (...request) => {
  document.querySelector("#choices .choices button").click();
  return real(...request);
};
"""
"""Makes the first choice while a table is fetched."""


def test_a_choice_made_while_the_table_is_on_its_way_is_not_lost(
    server: TestServer, pair: tuple[webdriver.Chrome, webdriver.Chrome]
) -> None:
    jolly, roger, _ = server.begin("jolly-roger", jolly="human", roger="human")
    jolly.play()
    browser = pair[0]
    browser.get(address(roger, "?lang=en"))
    roger.look()
    before = roger.moves
    browser.execute_script(HELD)
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": FETCHED})
    browser.refresh()
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    wait(lambda: roger.look() and roger.moves != before)


CAPTIONS = """
window.shown = [];
new MutationObserver(() => {
  if (!document.querySelector("[aria-busy]")) return;
  const text = document.querySelector("#choices h2").textContent;
  if (shown.at(-1) !== text) shown.push(text);
}).observe(document.getElementById("page"), { subtree: true, childList: true, attributes: true });
"""


def test_the_moves_of_others_are_shown_one_after_the_other(
    server: TestServer, pair: tuple[webdriver.Chrome, webdriver.Chrome]
) -> None:
    """Others' moves are shown, one by one, until a key is pressed."""
    jolly, roger, _ = server.begin("jolly-roger", jolly="human", roger="human")
    jolly.play()
    browser = pair[0]
    browser.get(address(jolly, "?lang=en"))
    browser.execute_script(CAPTIONS)
    browser.execute_cdp_cmd("Network.enable", {})

    def meanwhile(rounds: int) -> None:
        """Play while the browser does not get to know of it, and then once more."""
        block = {"urls": ["*/table"]}
        browser.execute_cdp_cmd("Network.setBlockedURLs", block)
        for number in range(rounds + 1):
            if number == rounds:
                browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
            for person in (roger, jolly):
                person.look()
                if person.moves:
                    person.send(move=person.moves[0])

    def is_current() -> bool:
        now = re.search('data-count="([0-9]+)"', jolly.look())
        count = browser.execute_script("return document.getElementById('live').dataset.count")
        return bool(now and now[1] == count)

    meanwhile(4)
    wait(is_current)
    shown = browser.execute_script("return shown")
    assert len(shown) >= 4
    assert shown[0].startswith("Roger takes")

    browser.execute_script("document.getElementById('speed').value = 1200")
    meanwhile(12)
    wait(lambda: browser.find_elements(By.CSS_SELECTOR, "[aria-busy=true]"))
    ActionChains(browser).send_keys("x").perform()
    wait(is_current, 5)
    assert len(browser.execute_script("return shown")) - len(shown) < 6


LOOKS_ELSEWHERE = """
window.told = [];
Object.defineProperty(document, "hidden", { get: () => true });
ServiceWorkerRegistration.prototype.showNotification = function (title, about) {
  told.push([title, about.body]);
  return Promise.resolve();
};
"""


def test_whoever_looks_elsewhere_is_notified_and_asked_before_only_once(
    server: TestServer, pair: tuple[webdriver.Chrome, webdriver.Chrome]
) -> None:
    """He is asked once he has acted, and nothing on the table moves for that."""
    jolly, roger, _ = server.begin("jolly-roger", jolly="human", roger="human")
    browser = pair[0]
    browser.execute_cdp_cmd("Browser.resetPermissions", {})
    browser.get(address(roger, "?lang=en"))
    browser.execute_script("localStorage.clear()")  # other tests have seen the question
    browser.refresh()
    ask = browser.find_element(By.ID, "ask")
    assert not ask.is_displayed()
    jolly.play()
    roger.play("pick 1")
    while roger.look() and roger.moves:
        roger.play(roger.moves[0])
    wait(ask.is_displayed)
    before = browser.find_element(By.ID, "table").rect
    granted = {"permissions": ["notifications"], "origin": server.origin}
    browser.execute_cdp_cmd("Browser.grantPermissions", granted)
    ask.find_element(By.CSS_SELECTOR, "[value=on]").click()
    wait(lambda: not ask.is_displayed())
    assert browser.find_element(By.ID, "table").rect == before
    browser.execute_script(LOOKS_ELSEWHERE)
    while not (roger.look() and roger.moves):
        jolly.play()

    wait(lambda: browser.execute_script("return told.length"))
    told = browser.execute_script("return told")
    assert told == [["● Your turn – Jolly & Roger", "Split the cards."]]
    browser.get(address(roger))
    assert not browser.find_element(By.ID, "ask").is_displayed()


def test_the_pages_install_as_an_app(
    server: TestServer, pair: tuple[webdriver.Chrome, webdriver.Chrome]
) -> None:
    """Chromium finds nothing in the way, and the app begins with the matches of the browser."""
    jolly = server.begin("jolly-roger", jolly="human", roger="human")[0]
    browser = pair[0]
    browser.get(address(jolly, "?lang=en"))
    manifest = browser.execute_cdp_cmd("Page.getAppManifest", {})
    assert manifest["errors"] == []
    missing = browser.execute_cdp_cmd("Page.getInstallabilityErrors", {})
    assert missing["installabilityErrors"] == []

    browser.get(server.origin + json.loads(manifest["data"])["start_url"])
    links = browser.find_elements(By.CSS_SELECTOR, "a[href]")
    assert address(jolly) in {link.get_attribute("href") for link in links}


POINTED = (Path(__file__).parents[2] / "support" / "pointed_choice.js").read_text("utf-8")
PLACE = "return arguments[0].home?.isConnected ? arguments[0].home : arguments[0]"
"""Where a card of a hand lay: a tap there is as good as one on the card in a hand."""

DRAG = """
const [what, place] = arguments, data = new DataTransfer(), box = place.getBoundingClientRect();
const at = { bubbles: true, cancelable: true, dataTransfer: data, clientX: box.left + 9 };
at.clientY = box.top + box.height * (arguments[2] || 0.5);
what.dispatchEvent(new DragEvent("dragstart", at));
const over = new DragEvent("dragover", at);
place.dispatchEvent(over);
if (over.defaultPrevented) place.dispatchEvent(new DragEvent("drop", at));
what.dispatchEvent(new DragEvent("dragend", at));
return over.defaultPrevented;
"""


def is_idle(browser: webdriver.Chrome) -> bool:
    """Return whether the page waits for nothing but perhaps a tap that goes on."""
    return not browser.find_elements(By.CSS_SELECTOR, "[aria-busy=true]")


def is_still(browser: webdriver.Chrome) -> bool:
    """Return whether nothing moves on the page."""
    return bool(browser.execute_script("return !document.getAnimations().length"))


def tap(browser: webdriver.Chrome, element: WebElement) -> None:
    """Touch *element* with a finger."""
    finger = PointerInput(interaction.POINTER_TOUCH, "finger")  # type: ignore[no-untyped-call]
    hand = ActionBuilder(browser, mouse=finger)
    hand.pointer_action.move_to(element).pointer_down().pointer_up()  # type: ignore[no-untyped-call]
    hand.perform()
    wait(partial(is_still, browser))


OFTEN = {("jolly-roger", "drag"), ("smugglers-cove", "touch")}
"""Games that are played by hand whenever CI runs; the others take minutes."""


@pytest.mark.parametrize(
    ("game", "variant", "seats", "by"),
    [
        pytest.param(
            *(*one[:2], one[2][:2], by),
            marks=[pytest.mark.weekly] * ((one[0], by) not in OFTEN),
        )
        for one in GAMES
        for by in ("drag", "touch")
    ],
)
def test_a_whole_match_is_played_by_hand(
    server: TestServer,
    pair: tuple[webdriver.Chrome, webdriver.Chrome],
    game: str,
    variant: str,
    seats: tuple[str, ...],
    by: str,
) -> None:
    """Cards are dragged to their places, or touched; only what is no card is a button."""
    people = server.begin(game, variant, **dict.fromkeys(seats, "human"))
    for browser, person in zip(pair, people, strict=False):
        browser.get(address(person, "?lang=en"))
        browser.execute_script("document.getElementById('speed').value = 0")
    rng, dragged = Random(6), 0
    for _ in range(900):
        for browser in pair:
            steps = browser.execute_script(POINTED, rng.random(), by == "touch")
            if steps is None:
                assert dragged > 10 or by == "touch"
                return
            wait(partial(is_still, browser))
            for what, place, depth in steps:
                if by == "drag" and place is not None:
                    assert browser.execute_script(DRAG, what, place, depth)
                    dragged += 1
                elif by == "drag":
                    wait(partial(is_still, browser))  # a card on its way is not to be hit
                    what.click()
                else:
                    tap(browser, browser.execute_script(PLACE, what) if place else what)
                    if place is not None and depth is None:
                        tap(browser, place)
            if steps:
                wait(partial(is_idle, browser))
    raise AssertionError("the match does not end")


WEEKLY = [pytest.param(one[0], marks=pytest.mark.weekly) for one in (*GAMES[1:3], *GAMES[4:])]


@pytest.mark.parametrize("game", ["jolly-roger", "skull-queen", *WEEKLY])
def test_axe_finds_no_violation(
    server: TestServer, pair: tuple[webdriver.Chrome, webdriver.Chrome], game: str
) -> None:
    if not AXE:
        lacking("axe-core, which SPLITPICK_AXE names")
    seats = next(seats for name, _, seats in GAMES if name == game)
    people = server.begin(game, **dict.fromkeys(seats[:2], "human"))
    script = Path(AXE).read_text("utf-8")
    pages = [server.origin + server.host_path]
    for _ in range(12):
        for person in people[:2]:
            person.look()
            if person.moves:
                person.send(move=person.moves[0])
    pages += [address(person) for person in people]
    people[0].send(do="resign")
    pages += [
        address(people[0]),
        server.origin + "/mine",
        server.origin + server.host_path + "/" + people[0].path.split("/")[2],
    ]
    pages += [address(people[0], "?at=3"), address(people[0]) + "/rules", server.origin + "/no"]
    for browser in pair:
        for page in pages:
            browser.get(page)
            wait(partial(is_still, browser))  # what fades in has too little contrast for a moment
            browser.execute_script(script)
            found = browser.execute_async_script(
                "axe.run(document).then((found) => arguments[0](found.violations.map((one) =>"
                " one.id + ' ' + one.nodes[0].html)))"
            )
            assert found == [], page
