"""The comparison plays by the rules of a match, and names what is missing."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from splitpick.core import OVER, Position, load_game
from tables import random_action


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return import_module("compare_engines")


def test_the_loop_draws_what_a_match_would_draw(engines: ModuleType) -> None:
    """The chooser written out in the loop is `draw_at`: the same seed is the same game."""
    game = load_game("jolly-roger", variant="advanced")
    ended = []

    def new_position() -> Position:
        ended.append(game.new_position())
        return ended[-1]

    rng = Random(5)
    position = game.new_position()
    while position.to_act() != OVER:
        position.apply(random_action(position, rng))

    assert engines.play_splitpick(new_position, Random(5).random) == 8 * 12
    assert ended[0].view(None) == position.view(None)


def test_a_library_that_is_not_there_is_named(
    engines: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence with the cure, no traceback."""
    monkeypatch.setitem(sys.modules, "pyspiel", None)

    assert engines.main([]) == 2
    assert capsys.readouterr().err == "Cannot import pyspiel: pip install '.[bench]' brings it.\n"
