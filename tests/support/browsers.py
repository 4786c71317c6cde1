"""Debian's Chromium without a screen, and the games that are looked at in it."""

import contextlib
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from lacking import lacking
from web_tables import Person

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")

FLAGS = (
    "headless=new", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run",
    "disable-background-networking", "disable-component-update", "disable-sync",
)  # fmt: skip

GAMES = [
    ("jolly-roger", "advanced", ("jolly", "roger")),
    ("galley-thieves", "", ("mary", "finn", "olga", "bram", "ines")),
    ("smugglers-cove", "", ("nell", "silas")),
    ("skull-queen", "", ("anne", "bart", "grace", "henry", "mary", "ned")),
    ("dead-mans-dice", "", ("jack", "bart", "anne", "mary", "ned", "rose")),
]


@contextlib.contextmanager
def chromium(folder: Path, width: int = 1280, height: int = 900) -> Iterator[webdriver.Chrome]:
    """Start a browser with its files in *folder*; without one here, skip the test or fail it."""
    if not (CHROMIUM and DRIVER):
        lacking("chromium with chromedriver")
    options = Options()
    options.binary_location = CHROMIUM or ""
    for flag in (*FLAGS, f"user-data-dir={folder}", f"window-size={width},{height}"):
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options=options, service=Service(DRIVER))
    try:
        resize(browser, width, height)
        yield browser
    finally:
        browser.quit()


def resize(browser: webdriver.Chrome, width: int, height: int) -> None:
    """Give *browser* a window of that size; a narrow one is that of a phone."""
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
    )


def address(person: Person, query: str = "") -> str:
    """Return the address of *person*'s page."""
    return person.origin + person.path + query


WIDTH = "return [innerWidth, document.documentElement.scrollWidth]"


def show(browser: webdriver.Chrome, person: Person, width: int, height: int) -> None:
    """Load the page of *person* in a window of that size."""
    resize(browser, width, height)
    browser.get(address(person, "?lang=de"))
    wait_until(lambda: browser.execute_script(WIDTH) == [width, width])


def wait_until(happened: Callable[[], object]) -> None:
    """Wait for a fact, as long as a slow machine needs."""
    end = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < end
