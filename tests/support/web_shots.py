"""Takes pictures of the tables in a browser: each game at split, pick, play and end.

    python tests/support/web_shots.py FOLDER [GAME...]

Each is taken at 1280, 768 and 360 pixels, light and dark: ``GAME-MOMENT-WIDTH[-dark].webp``.
"""

import sys
import tempfile
import time
from base64 import b64decode
from pathlib import Path
from random import Random

from selenium import webdriver

from browsers import GAMES, address, chromium, resize
from web_tables import Person, serving

WEBP = {"format": "webp", "quality": 70}
SIZES = [(1280, 800), (768, 1024), (360, 740)]


def moment_of(person: Person) -> str:
    """Return which moment of a turn the page of *person* shows."""
    if 'class="result' in person.page:
        return "end"
    if " / " in person.moves[0]:
        return "split"
    return "pick" if person.moves[0].startswith("pick") else "play"


def take(browser: webdriver.Chrome, person: Person, name: str, folder: Path) -> None:
    """Take the pictures of the page of *person*."""
    browser.get(address(person, "?lang=en"))
    for width, height in SIZES:
        resize(browser, width, height)
        for scheme in ("light", "dark"):
            features = [{"name": "prefers-color-scheme", "value": scheme}]
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
            time.sleep(0.3)
            dark = "-dark" * (scheme == "dark")
            shot = browser.execute_cdp_cmd("Page.captureScreenshot", WEBP)
            file = folder / f"{name}-{width}{dark}.webp"
            file.write_bytes(b64decode(shot["data"]))


def play(browser: webdriver.Chrome, game: str, people: list[Person], folder: Path) -> None:
    """Play a match, and take pictures once there is something on the table."""
    rng, taken, done = Random(3), set[str](), 0
    while True:
        for person in people:
            person.look()
            if person.moves or 'class="result' in person.page:
                break
        moment = moment_of(person)
        if moment not in taken and (done > 5 * len(people) or moment == "end"):
            take(browser, person, f"{game}-{moment}", folder)
            taken.add(moment)
        if moment == "end":
            return
        person.send(move=rng.choice(person.moves))
        done += 1


def main(folder: Path, games: list[str]) -> None:
    """Take the pictures of *games*, by default of all."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as home,
        serving(Path(home) / "web") as server,
        chromium(Path(home) / "chromium", *SIZES[0]) as browser,
    ):
        for game, variant, seats in GAMES:
            if not games or game in games:
                some = seats[:3]
                people = server.begin(game, variant, **dict.fromkeys(some, "human"))
                play(browser, game, people[: len(some)], folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
