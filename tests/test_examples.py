"""The packages in tests/examples work as a third party would ship them: built, installed, played.

They are built as wheels and unpacked, as pip would, into a folder on the path.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from command import Ended, run
from splitpick.core import Engine, Match
from splitpick.core.players import RandomBot, bot_generator

EXAMPLES = Path(__file__).parent / "examples"
PACKAGES = ("splitpick-market", "splitpick-parley")
GAMES = {"market-day": ("ada", "bo", "cleo"), "harbour-parley": ("anne", "mary")}

MOST_LINES = 25
"""Greatest number of lines of a special card besides its texts."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build and unpack the packages."""
    folder = tmp_path_factory.mktemp("third-parties")
    for name in PACKAGES:
        copy = folder / name
        shutil.copytree(EXAMPLES / name, copy, ignore=shutil.ignore_patterns("__pycache__"))
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "../dist"]
        subprocess.run(build, cwd=copy, check=True, capture_output=True)
    for wheel in (folder / "dist").glob("*.whl"):
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(folder / "site")
    return folder / "site"


def splitpick(site: Path, *words: str, typed: str = "") -> Ended:
    return run(*words, typed=typed, variables={"PYTHONPATH": str(site)})


@pytest.mark.slow
@pytest.mark.parametrize("name", PACKAGES)
def test_its_own_tests_pass_where_it_is_installed(name: str, site: Path) -> None:
    words = ["-q", "-p", "no:cacheprovider", "-c", os.devnull, str(EXAMPLES / name / "tests")]
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=site,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(site)},
        check=False,
    )

    assert ended.returncode == 0, ended.stdout
    assert "skipped" not in ended.stdout


@pytest.mark.parametrize("name", PACKAGES)
def test_the_wheel_has_its_rule_sets_and_translations(name: str, site: Path) -> None:
    module = name.replace("-", "_")

    assert list((site / module).rglob("*.yaml"))
    assert (site / module / "locales" / "de" / "LC_MESSAGES" / f"{module}.po").is_file()
    assert {path.name for path in site.glob(f"{module}*")} == {module, f"{module}-1.0.dist-info"}


def test_they_are_listed_with_what_they_bring(site: Path) -> None:
    plugins = json.loads(splitpick(site, "plugins", "list", "--json").out)
    found = {plugin["name"]: plugin for plugin in plugins}
    rulesets = json.loads(splitpick(site, "rulesets", "list", "--json").out)
    checked = splitpick(site, "rulesets", "check", *GAMES, "--lang", "en")

    for name, distribution in (("market", PACKAGES[0]), ("parley", PACKAGES[1])):
        assert found[name]["distribution"] == distribution
        assert (found[name]["version"], found[name]["state"]) == ("1.0", "loaded")
    assert {file["name"] for file in rulesets} >= {*GAMES, "jolly-roger"}
    assert checked.code == 0
    assert "no faults" in checked.out


def test_its_balance_can_be_tried_in_words_of_its_own(site: Path) -> None:
    words = ("rulesets", "try", "market-day", "--players", "4", "-n", "2", "--lang", "de")
    told = splitpick(site, *words).out

    for word in ("Markttag, lebhafter Markt: 2 Partien", "Pfeffer", "ausgelegt", "Dan"):
        assert word in told


TYPED = [("pick ", "nimm "), ("keep ", "behalte "), ("sell ", "verkaufe ")]
"""Words that people type, in English and in German."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("language", "wins"), [("en", "wins"), ("de", "gewinnt")])
def test_a_person_plays_it_to_the_end(game: str, language: str, wins: str, site: Path) -> None:
    """Every move is typed in the words of the language."""
    me, *others = GAMES[game]
    typed = moves(site, game, len(others) + 1)
    for english, german in TYPED if language == "de" else ():
        typed = typed.replace(english, german)
    seats = [f"--seat={me}=human", *(f"--seat={seat}=random" for seat in others)]
    words = ("play", game, *seats, "--first", me, "--seed", "4", "--lang", language)
    ended = splitpick(site, *words, typed=typed)

    assert (ended.code, ended.err) == (0, "")
    assert wins in ended.out
    assert len(typed.splitlines()) == sum(line.startswith("> ") for line in ended.out.splitlines())


def moves(site: Path, game: str, players: int) -> str:
    """Return the moves of a person who always makes the last legal one, against random bots."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(site))
        match = Match(Engine().load_game(game, players=players), seed=4)
        typed = []
        while not match.over:
            seat = match.position.to_act()
            if seat == 0:
                typed.append(match.legal()[-1])
                match.play(typed[-1])
            else:
                rng = bot_generator(4, seat, len(match.actions))
                match.apply(RandomBot().choose(match.position, seat, rng, 0))
    for name in [name for name in sys.modules if name.partition(".")[0] in FORGOTTEN]:
        del sys.modules[name]
    return "".join(f"{text}\n" for text in typed)


FORGOTTEN = [name.replace("-", "_") for name in PACKAGES]


def test_the_special_card_is_short() -> None:
    """The class and the hook that brings it, without texts, blank lines and docstrings."""
    source = (EXAMPLES / "splitpick-parley/splitpick_parley/__init__.py").read_text("utf-8")
    texts = {"rules_text", "tell", "why_not", "splitpick_catalogs"}
    tree = ast.parse(source)
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in texts:
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            skipped |= set(range(first, (node.end_lineno or first) + 1))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = source.splitlines()
    code = [line for number, line in enumerate(lines, 1) if number not in skipped]

    assert 15 < sum(bool(line.strip()) and "Texts" not in line for line in code) <= MOST_LINES
