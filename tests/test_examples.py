"""The packages in tests/examples are what a third party would ship: built, installed, played.

They are built as wheels and installed into a fresh environment, which sees splitpick and pytest of
this one and nothing else; there they are listed, played, and their own tests pass.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from command import environment

EXAMPLES = Path(__file__).parent / "examples"
PACKAGES = ("splitpick-market", "splitpick-parley")
GAMES = {"market-day": ("ada", "bo", "cleo"), "harbour-parley": ("anne", "mary")}

MOST_LINES = 25
"""How many lines of Python a special card may need besides its texts."""

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Site:
    """An environment with the packages, and the folder they were built in."""

    folder: Path

    def run(self, *words: str, typed: str = "", **variables: str) -> str:
        """Run the environment's Python with *words*; it has to succeed."""
        home = {"SPLITPICK_HOME": str(self.folder / "home"), "COLUMNS": "80", **variables}
        scripts = "Scripts" if os.name == "nt" else "bin"
        ended = subprocess.run(
            [self.folder / "venv" / scripts / "python", *words],
            input=typed,
            capture_output=True,
            encoding="utf-8",
            env=environment(home),
            cwd=self.folder,
            timeout=300,
            check=False,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        assert ended.stderr == ""
        return ended.stdout

    def splitpick(self, *words: str, typed: str = "") -> str:
        """Run ``splitpick``."""
        return self.run("-m", "splitpick.cli.main", *words, typed=typed)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Build the wheels, and install them into an environment of their own."""
    folder = tmp_path_factory.mktemp("third-parties")
    for name in PACKAGES:
        shutil.copytree(
            EXAMPLES / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "dist")
        )
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder / "dist")]
    subprocess.run([*build, *(str(folder / name) for name in PACKAGES)], check=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    # What is installed here is seen there, with the links of an editable install.
    inside = {"base": str(folder / "venv"), "platbase": str(folder / "venv")}
    packages = Path(sysconfig.get_path("purelib", "venv", inside))
    here = sysconfig.get_path("purelib")
    (packages / "seen.pth").write_text(f"import site; site.addsitedir({here!r})\n", "utf-8")
    install = [*pip, "install", "--no-deps", "--no-index", "--target", str(packages)]
    subprocess.run([*install, *map(str, sorted((folder / "dist").glob("*.whl")))], check=True)
    return Site(folder)


@pytest.mark.parametrize("name", PACKAGES)
def test_its_own_tests_pass_where_it_is_installed(name: str, site: Site) -> None:
    """Away from its sources, so that the wheel is what is tested."""
    tests = site.folder / f"tests-of-{name}"
    shutil.copytree(EXAMPLES / name / "tests", tests, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.rmtree(site.folder / name)
    said = site.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull,
                    "--rootdir", str(tests), str(tests))  # fmt: skip

    assert " passed" in said
    assert "skipped" not in said


@pytest.mark.parametrize("name", PACKAGES)
def test_the_wheel_has_its_rules_and_words(name: str, site: Site) -> None:
    module = name.replace("-", "_")
    with zipfile.ZipFile(next((site.folder / "dist").glob(f"{module}-*.whl"))) as wheel:
        names = wheel.namelist()

    assert any(name.endswith(".yaml") for name in names)
    for language in ("en", "de"):
        assert f"{module}/locales/{language}/LC_MESSAGES/{module}.po" in names
    assert {name.partition("/")[0] for name in names} == {module, f"{module}-1.0.dist-info"}


def test_they_are_listed_with_what_they_bring(site: Site) -> None:
    listed = json.loads(site.splitpick("plugins", "list", "--json"))
    found = {plugin["name"]: plugin for plugin in listed}

    for name, distribution in (("market", PACKAGES[0]), ("parley", PACKAGES[1])):
        assert found[name]["distribution"] == distribution
        assert (found[name]["version"], found[name]["state"]) == ("1.0", "loaded")
    rulesets = {file["name"] for file in json.loads(site.splitpick("rulesets", "list", "--json"))}
    assert rulesets >= {*GAMES, "jolly-roger", "skull-queen", "dead-mans-dice"}
    assert "no faults" in site.splitpick("rulesets", "check", *GAMES, "--lang", "en")


def test_its_balance_can_be_tried(site: Site) -> None:
    """In words of its own: the kinds of actions and the cards."""
    told = site.splitpick("rulesets", "try", "market-day", "--players", "4", "-n", "2",
                          "--lang", "de")  # fmt: skip

    for words in ("Markttag, lebhafter Markt: 2 Partien", "Pfeffer", "ausgelegt", "Dan"):
        assert words in told


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_it_in_both_languages(game: str, site: Site) -> None:
    seats = [word for seat in GAMES[game] for word in ("--seat", f"{seat}=random")]
    stories = [
        site.splitpick("play", game, *seats, "--seed", "3", "--lang", language)
        for language in ("en", "de")
    ]

    assert "wins" in stories[0]
    assert "gewinnt" in stories[1]
    assert "takes" not in stories[1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("language", "wins"), [("en", "wins"), ("de", "gewinnt")])
def test_a_person_plays_it_to_the_end(game: str, language: str, wins: str, site: Site) -> None:
    """Who types every move, in the words of the language; what bots of chance do is known."""
    me, *others = GAMES[game]
    seats = [f"--seat={me}=human", *(f"--seat={seat}=random" for seat in others)]
    typed = site.run("-c", MOVES, game, str(len(others) + 1))
    for english, german in WORDS if language == "de" else ():
        typed = typed.replace(english, german)
    story = site.splitpick(
        "play", game, *seats, "--first", me, "--seed", "4", "--lang", language, typed=typed
    )

    assert wins in story
    assert len(typed.splitlines()) == sum(line.startswith("> ") for line in story.splitlines())


WORDS = [("pick ", "nimm "), ("keep ", "behalte "), ("sell ", "verkaufe ")]
"""What people may type in German."""

MOVES = """
import sys
from splitpick.core import Match, load_game
from splitpick.core.players import RandomBot, bot_generator

match = Match(load_game(sys.argv[1], players=int(sys.argv[2])), seed=4)
while not match.over:
    seat = match.position.to_act()
    rng = bot_generator(4, seat, len(match.actions))
    if seat == 0:
        print(match.legal()[-1])
        match.play(match.legal()[-1])
    else:
        match.apply(RandomBot().choose(match.position, seat, rng, 0))
"""
"""Plays seat 0's last legal move each time, and prints it."""


def test_the_special_card_is_short() -> None:
    """The class and the hook that brings it, without texts: blank lines and docstrings aside."""
    source = (EXAMPLES / "splitpick-parley/splitpick_parley/__init__.py").read_text("utf-8")
    counted = code_lines(source, texts={"rules_text", "tell", "why_not", "splitpick_catalogs"})

    assert counted <= MOST_LINES


def code_lines(source: str, texts: set[str]) -> int:
    """Count the lines that hold code outside of functions that are about *texts*."""
    tree = ast.parse(source)
    left_out: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in texts:
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            left_out |= set(range(first, (node.end_lineno or first) + 1))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            left_out |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        if isinstance(node, ast.ImportFrom) and node.module == "texts":
            left_out.add(node.lineno)
    lines = source.splitlines()
    return sum(1 for number, line in enumerate(lines, 1) if line.strip() and number not in left_out)
