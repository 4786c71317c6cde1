"""The Kraken, the Skeleton and Tortuga use nothing that a third party could not.

Their modules are copied into a package outside of splitpick, with absolute imports, and the game
with that package is the same to the last action.
"""

from __future__ import annotations

import ast
import importlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from splitpick.core import Engine, Match

ROOT = Path(__file__).resolve().parent.parent
SPECIALS = ("kraken", "skeleton", "tortuga")
PACKAGE = "foreign_specials"
PUBLIC = {
    "__future__",
    "splitpick.core.hooks",
    "splitpick.core.tables.crews",
    "splitpick.core.text",
}
"""Modules that plugins/README.md names and the template of a new effect imports."""


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, ModuleType]]:
    """The three, imported from a package outside of splitpick."""
    folder = tmp_path_factory.mktemp("site") / PACKAGE
    folder.mkdir()
    (folder / "__init__.py").write_text("", encoding="utf-8")
    for name in SPECIALS:
        source = (ROOT / "plugins" / f"{name}.py").read_text(encoding="utf-8")
        (folder / f"{name}.py").write_text(
            source.replace("from ..core", "from splitpick.core"), encoding="utf-8"
        )
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder.parent))
        yield {name: importlib.import_module(f"{PACKAGE}.{name}") for name in SPECIALS}
        for module in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
            del sys.modules[module]


@pytest.fixture(scope="module")
def engine(foreign: dict[str, ModuleType]) -> Engine:
    """The engine with only the foreign special cards."""
    return Engine(foreign)


@pytest.mark.parametrize("name", SPECIALS)
def test_they_use_the_public_interface_and_nothing_else(name: str) -> None:
    """No other module, and nothing private but for what is their own."""
    tree = ast.parse((ROOT / "plugins" / f"{name}.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        assert not isinstance(node, ast.Import)
        if isinstance(node, ast.ImportFrom) and node.level:
            assert f"splitpick.{node.module}" in PUBLIC
        if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
            assert node.attr == "__init__" or ast.unparse(node.value) == "self"


def test_whole_games_and_their_texts_are_those_of_our_own(engine: Engine) -> None:
    """Random games, told in German."""
    assert {effect.__module__.partition(".")[0] for effect in engine.effects.values()} == {PACKAGE}
    for seed in range(5):
        told = []
        for one in (Engine(), engine):
            ruleset = one.ruleset_file("jolly-roger").variant("advanced")
            game = ruleset.build()
            presenter, say = ruleset.presenter(game), one.language("de").say
            match, rng = Match(game, seed), random.Random(seed)
            story = [say(text) for part in presenter.rules() for text in part.points]
            while not match.over:
                before, legal = match.position, match.position.legal_actions()
                done = len(match.actions) + 1
                action = legal[int(rng.random() * len(legal))]
                match.apply(action)
                story += map(say, presenter.tell(before, action, match.at(done), None))
            told.append((match.journal, match.position.scores(), story))

        assert told[0] == told[1]
