"""The packages in tests/examples work as a third party would ship it: built, installed, played."""

import ast
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from command import run
from plugin_sites import Site
from sample_sizes import weekly_if
from splitpick.core import Engine, Match
from splitpick.core.players import RandomBot, bot_generator

EXAMPLES = Path(__file__).parent / "examples"
PARLEY = EXAMPLES / "splitpick-parley"
MODULE = "splitpick_parley"

MOST_LINES = 25
"""Greatest number of lines of a special card besides its texts."""


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """The package as if it were installed."""
    shutil.copytree(PARLEY / MODULE, tmp_path / MODULE)
    site = Site(tmp_path)
    site.plant("parley", "")
    return site


@pytest.mark.slow
@pytest.mark.parametrize("name", weekly_if({"learned"}, ["parley", "learned"]))
def test_its_wheel_has_all_its_files_and_passes_its_tests(name: str, tmp_path: Path) -> None:
    package = EXAMPLES / f"splitpick-{name}"
    copy = shutil.copytree(package, tmp_path / "copy")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=copy, check=True, capture_output=True)
    site = tmp_path / "site"
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    words = ["-q", "-p", "no:cacheprovider", "-c", os.devnull, str(package / "tests")]
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


TYPED = [("pick ", "nimm "), ("keep ", "behalte ")]
"""Words that people type, in English and in German."""


@pytest.mark.parametrize(("language", "wins"), [("en", "wins"), ("de", "gewinnt")])
def test_a_person_plays_it_to_the_end(site: Site, language: str, wins: str) -> None:
    """Every move is typed in the words of the language."""
    typed = ""
    with site.on_path():
        match = Match(Engine().load_game("harbour-parley"), seed=4)
        while not match.over:
            text = match.legal()[-1]
            if match.position.to_act() == 0:
                typed += f"{text}\n"
                match.play(text)
            else:
                rng = bot_generator(4, 1, len(match.actions))
                match.apply(RandomBot().choose(match.position, 1, rng, 0))
    for english, german in TYPED if language == "de" else ():
        typed = typed.replace(english, german)
    seats = ["--seat=anne=human", "--seat=mary=random", "--first", "anne", "--seed", "4"]
    words = ("play", "harbour-parley", *seats)
    ended = run(*words, language=language, typed=typed, variables=site.variables)

    assert (ended.code, ended.err) == (0, "")
    assert wins in ended.out
    assert len(typed.splitlines()) == sum(line.startswith("> ") for line in ended.out.splitlines())


def test_the_special_card_is_short() -> None:
    """The class and the hook that brings it, without texts and docstrings."""
    tree = ast.parse((PARLEY / MODULE / "__init__.py").read_text("utf-8"))
    texts = {"rules_text", "tell", "why_not", "splitpick_catalogs", "splitpick_rulesets"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [
                part
                for part in node.body
                if not (isinstance(part, ast.FunctionDef) and part.name in texts)
                and not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
            ]
    code = [line for line in ast.unparse(tree).splitlines() if line.strip()]

    assert 15 < len(code) <= MOST_LINES
