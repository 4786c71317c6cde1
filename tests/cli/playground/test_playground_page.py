"""The playground in Chromium, from a folder that `.ci/site/build` has made."""

import json
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

import pytest
from selenium import webdriver

from browsers import CHROMIUM, DRIVER, GAMES, chromium
from lacking import lacking

pytestmark = [pytest.mark.slow, pytest.mark.process]

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


def test_the_first_load_is_small(folder: Path) -> None:
    assert sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) < MOST_BYTES


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


def test_what_takes_too_long_is_stopped_and_the_page_goes_on(browser: webdriver.Chrome) -> None:
    choose(browser, "game", "jolly-roger")
    wait(browser, "'checked' in document.body.dataset")
    browser.execute_script("document.getElementById('try').click()")
    wait(browser, "!document.getElementById('stop').hidden")

    browser.execute_script("document.getElementById('stop').click()")

    wait(browser, "'checked' in document.body.dataset")
    assert browser.execute_script("return document.getElementById('figures').hidden")
    browser.execute_script("document.getElementById('play').click()")
    wait(browser, f"{TABLE}?.querySelector('#live[data-mine]') && 1")


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
