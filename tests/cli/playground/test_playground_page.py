"""The playground in Chromium, from a folder that `.ci/site/build` has made."""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from zipfile import ZipFile

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browsers import CHROMIUM, DRIVER, GAMES, chromium
from lacking import lacking
from plugin_sites import DECK, Site, card

pytestmark = [pytest.mark.weekly, pytest.mark.process]  # each push builds the site as well

ROOT = Path(__file__).parents[3]
MOST_BYTES = 16_000_000
SECONDS = 90.0
"""Seconds for whatever the page does, on a machine that does much else."""

TABLE = "document.getElementById('table').contentDocument"
CHOOSE = """
const page = document.getElementById("table").contentDocument;
const live = page?.getElementById("live");
if (!live) return "";
if (page.querySelector(".result")) return "over";
if (!("mine" in live.dataset) || page.querySelector("[aria-busy]")) return "";
const split = page.querySelector(".split");
if (split) {
  split.querySelector("input[name=two]").click();
  split.querySelector("button").click();
  split.querySelector("button").click(); // asked about once
  return "";
}
const button = page.querySelector("#choices .choices button");
button?.click();
if (button && "sure" in button.dataset) button.click();
return "";
"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *about: object) -> None:
        pass


@contextmanager
def given_out(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (CHROMIUM and DRIVER):
        lacking("chromium with chromedriver")
    if not shutil.which("npm"):
        lacking("npm")
    made = tmp_path_factory.mktemp("site")
    subprocess.run([ROOT / ".ci/site/build", made], check=True)  # fails at a link to nowhere
    return made / "playground"


@pytest.fixture(scope="module")
def browser(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    with given_out(folder) as url, chromium(tmp_path_factory.mktemp("chromium"), 1280, 800) as one:
        one.get(url)
        wait(one, "document.body.dataset.ready")
        yield one


def logged(browser: webdriver.Chrome) -> object:
    return browser.execute("getLog", {"type": "browser"})["value"]


def wait(browser: webdriver.Chrome, script: str, seconds: float = SECONDS) -> Any:
    """Return the value of *script* once it is true."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if value := browser.execute_script(f"return {script}"):
            return value
        time.sleep(0.1)
    status = browser.execute_script("return document.getElementById('status').textContent")
    raise AssertionError(f"{script}: {status}, {logged(browser)}")


def choose(browser: webdriver.Chrome, select: str, value: str) -> None:
    browser.execute_script(
        "const one = document.getElementById(arguments[0]); one.value = arguments[1];"
        " one.dispatchEvent(new Event('change'));",
        select, value,
    )  # fmt: skip


def test_the_site_asks_nothing_of_another_host_and_finds_words(folder: Path) -> None:
    pages = [page.read_text("utf-8") for page in folder.parent.rglob("*.html")]

    assert not [page for page in pages if re.search(r'(?:src|<link[^>]* href)="https?:', page)]
    assert "unknown-effect" in (folder.parent / "search/search_index.json").read_text("utf-8")
    # Where the kernel is compiled, a page made of what is imported would list its wiring.
    assert not [page for page in pages if "_MISSING_TYPE" in page]


def axe() -> str:
    if not os.environ.get("SPLITPICK_AXE"):
        lacking("axe-core in SPLITPICK_AXE")
    return Path(os.environ["SPLITPICK_AXE"]).read_text("utf-8")


def faults(one: webdriver.Chrome) -> list[tuple[str, str]]:
    """Return what axe, loaded in the page, finds; and whether the page is wider than the window."""
    found = one.execute_async_script("axe.run().then((r) => arguments[0](r.violations))")
    if one.execute_script("return document.documentElement.scrollWidth > innerWidth"):
        found.append({"id": "wider than the window", "nodes": [{"html": one.current_url}]})
    return [(fault["id"], fault["nodes"][0]["html"]) for fault in found]


@pytest.mark.parametrize(
    ("scheme", "named", "width"), [("light", "default", 1280), ("dark", "slate", 360)]
)
@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.weekly)])
def test_no_page_of_the_site_has_a_fault_for_axe(
    folder: Path, tmp_path: Path, scheme: str, named: str, width: int, every: int
) -> None:
    script, site = axe(), folder.parent
    pages = sorted(
        page.relative_to(site) for page in site.rglob("*.html") if folder not in page.parents
    )
    pages = pages[width % every :: every]  # of a few, others at each width
    found = {}
    with given_out(site) as url, chromium(tmp_path, width, 800) as one:
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        one.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        for page in pages:
            one.get(url + page.as_posix())
            wait(one, f"document.body.dataset.mdColorScheme === '{named}'")
            # Code fades from one scheme into the other; on its way its contrast is nobody's.
            wait(one, "document.getAnimations().length === 0")
            one.execute_script(script)
            found[page.as_posix()] = faults(one)
        one.get(f"{url}index.html?q=unknown-effect")
        wait(one, "document.querySelector('a[href*=\"findings/index.html#unknown-effect\"]')")
        one.execute_script(script)
        found["search"] = faults(one)

    assert len(found) > 40 / every
    assert {page: each for page, each in found.items() if each} == {}


def test_the_playground_has_no_fault_for_axe(browser: webdriver.Chrome) -> None:
    browser.execute_script(axe())

    assert faults(browser) == []


def test_the_first_load_is_small(folder: Path) -> None:
    assert sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) < MOST_BYTES


def test_the_second_visit_goes_on_where_the_first_had_loaded_everything(
    browser: webdriver.Chrome,
) -> None:
    first = int(browser.execute_script("return document.body.dataset.ready"))

    browser.refresh()

    assert int(wait(browser, "document.body.dataset.ready")) < first / 2
    browser.execute_script("document.getElementById('play').click()")
    wait(browser, f"{TABLE}?.querySelector('#live[data-mine]') && 1")
    assert not logged(browser)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[pytest.mark.weekly] * (game != "jolly-roger"))
        for game, _, _ in GAMES
    ],
)
def test_a_whole_match_is_played_in_the_page(browser: webdriver.Chrome, game: str) -> None:
    choose(browser, "game", game)
    wait(browser, "'checked' in document.body.dataset")
    browser.execute_script("document.getElementById('play').click()")
    wait(
        browser,
        f"{TABLE}?.location.pathname.includes('/t/{game}-') && {TABLE}.readyState === 'complete'",
    )
    until = time.monotonic() + 2 * SECONDS
    while browser.execute_script(CHOOSE) != "over":
        assert time.monotonic() < until, logged(browser)
        time.sleep(0.1)


@pytest.mark.parametrize(("code", "words"), [("en", "Did you mean"), ("de", "Meintest du")])
def test_a_slip_is_shown_at_its_place(browser: webdriver.Chrome, code: str, words: str) -> None:
    choose(browser, "lang", code)
    wait(browser, f"document.documentElement.lang === {json.dumps(code)}")
    choose(browser, "game", "jolly-roger")
    wait(browser, "'checked' in document.body.dataset")
    browser.execute_script(
        "const view = document.querySelector('.cm-content').cmTile.root.view;"
        " const at = view.state.doc.toString().indexOf('effect: kraken') + 11;"
        " view.dispatch({changes: {from: at, insert: 'k'}});"
    )

    text = wait(
        browser, "document.querySelector('#findings [data-code=unknown-effect]')?.textContent"
    )

    assert words in text
    browser.execute_script("document.querySelector('[data-code=unknown-effect] button').click()")
    assert wait(browser, "document.querySelector('.cm-lintRange')?.textContent") == "krakken"


def write(browser: webdriver.Chrome, text: str) -> None:
    """Put *text* into the editor, with the cursor behind it."""
    browser.execute_script(
        "const view = document.querySelector('.cm-content').cmTile.root.view; view.focus();"
        " view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: arguments[0]},"
        " selection: {anchor: arguments[0].length}});",
        text,
    )


def written(browser: webdriver.Chrome) -> str:
    script = "return document.querySelector('.cm-content').cmTile.root.view.state.doc.toString()"
    return str(browser.execute_script(script))


def again(browser: webdriver.Chrome) -> None:
    """Begin with a game as it is shipped."""
    choose(browser, "lang", "en")
    browser.execute_script("delete document.body.dataset.checked")
    choose(browser, "game", "galley-thieves")
    choose(browser, "game", "jolly-roger")
    wait(browser, "'checked' in document.body.dataset")


@pytest.mark.parametrize(
    ("text", "some", "none"),
    [
        ("game: splitting\ntable: crews\nships:\n  - ", {"id", "colour", "gold"}, {"scoring"}),
        ("extends: jolly-roger\nadd: {cards: [{code: X1, ", {"strength", "effect"}, {"ships"}),
        ("game: splitting\ntable: collection\nkinds: [{id: a, ink: ", {"red"}, {"name"}),
    ],
)
def test_only_what_may_stand_at_a_place_is_completed(
    browser: webdriver.Chrome, text: str, some: set[str], none: set[str]
) -> None:
    again(browser)
    write(browser, text)
    ActionChains(browser).key_down(Keys.CONTROL).send_keys(" ").key_up(Keys.CONTROL).perform()

    labels = "[...document.querySelectorAll('.cm-completionLabel')].map((one) => one.textContent)"
    wait(browser, f"{labels}.length")

    offered = {*browser.execute_script(f"return {labels}")}
    assert some <= offered
    assert not none & offered


def test_the_table_goes_on_while_bots_play_and_they_can_be_stopped(
    browser: webdriver.Chrome,
) -> None:
    again(browser)
    browser.execute_script("document.getElementById('play').click()")
    wait(browser, f"{TABLE}?.querySelector('#live[data-mine]') && 1")
    browser.execute_script("document.getElementById('try').click()")
    wait(browser, r"/ [1-9]\d*\/200/.test(document.getElementById('status').textContent)")

    before = browser.execute_script(f"return {TABLE}.getElementById('live').textContent")
    browser.execute_script(CHOOSE)

    wait(browser, f"{TABLE}.getElementById('live').textContent !== {json.dumps(before)}")
    assert "/200" in browser.execute_script("return document.getElementById('status').textContent")
    browser.execute_script("document.getElementById('stop').click()")
    assert "Stopped" in wait(browser, "document.getElementById('status').textContent")
    assert browser.execute_script("return document.getElementById('figures').hidden")
    browser.execute_script(CHOOSE)


def test_from_the_rules_one_comes_back_to_the_table(browser: webdriver.Chrome) -> None:
    again(browser)
    browser.execute_script("document.getElementById('play').click()")
    wait(browser, f"{TABLE}?.querySelector('#live[data-mine]') && 1")
    browser.execute_script("document.getElementById('rules').click()")
    shown = "document.getElementById('text').contentDocument?.querySelector('h2')"
    wait(browser, f"{shown} && !document.getElementById('text').hidden")
    assert not browser.execute_script(f"return {shown}.ownerDocument.querySelector('header a')")

    browser.execute_script("document.getElementById('back').click()")

    assert not browser.execute_script("return document.getElementById('table').hidden")
    assert browser.execute_script(f"return {TABLE}.querySelector('#live') !== null")


def test_a_link_holds_the_file_and_a_zip_holds_it_too(
    browser: webdriver.Chrome, tmp_path: Path
) -> None:
    again(browser)
    text = written(browser) + "\nversion: '1.0'\nlicense: CC0-1.0 # é\n"
    write(browser, text)
    wait(browser, "'checked' in document.body.dataset")
    browser.execute_script("document.getElementById('link').click()")
    link = wait(browser, "location.hash.startsWith('#y=') && location.href")
    folder = {"behavior": "allow", "downloadPath": str(tmp_path)}
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", folder)
    browser.execute_script("document.getElementById('pack').click()")
    until = time.monotonic() + SECONDS
    while not (files := [*tmp_path.glob("*.zip")]):
        assert time.monotonic() < until, logged(browser)
        time.sleep(0.1)
    with ZipFile(files[0]) as archive:
        (file,) = [name for name in archive.namelist() if name.endswith(".yaml")]
        assert archive.read(file).decode() == text

    browser.get("about:blank")
    browser.get(link)
    wait(browser, "document.body.dataset.ready")

    assert written(browser) == text
    browser.get(link.partition("#")[0])
    wait(browser, "document.body.dataset.ready")


def test_a_plugin_that_hangs_is_stopped(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The file is not checked again before it is changed, as it would hang again."""
    site = tmp_path_factory.mktemp("hangs")
    shutil.copytree(folder, site, dirs_exist_ok=True)
    plugins = Site(tmp_path_factory.mktemp("plugins"))
    plugins.plant("storm", card("storm", "def options(self):\n    while True: pass"))
    with ZipFile(site / "packages.zip", "a") as archive:
        for file in plugins.folder.rglob("*"):
            archive.write(file, file.relative_to(plugins.folder))
    with given_out(site) as url, chromium(tmp_path_factory.mktemp("chromium"), 1280, 800) as one:
        one.get(url)
        wait(one, "document.body.dataset.ready")
        write(one, DECK)
        wait(one, "!document.getElementById('stop').hidden")

        one.execute_script("document.getElementById('stop').click()")

        wait(one, "document.getElementById('status').textContent.startsWith('Stopped')")
        assert written(one) == DECK
        choose(one, "game", "galley-thieves")
        wait(one, "'checked' in document.body.dataset")
        one.execute_script("document.getElementById('play').click()")
        wait(one, f"{TABLE}?.querySelector('#live[data-mine]') && 1")


def test_without_a_network_it_starts_again(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with chromium(tmp_path_factory.mktemp("offline"), 360, 740) as browser:
        with given_out(folder) as url:
            browser.get(url)
            wait(browser, "document.body.dataset.ready")

        browser.get(url)  # nobody gives it out any more

        wait(browser, "document.body.dataset.ready")
        browser.execute_script("document.getElementById('play').click()")
        wait(browser, f"{TABLE}?.querySelector('#live') && 1")
