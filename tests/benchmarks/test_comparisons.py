"""The comparisons count, compare and judge as their docstrings say."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from splitpick.core import CHANCE, OVER, Position, load_game


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return import_module("compare_engines")


@pytest.fixture
def startup(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return import_module("compare_startup")


def test_the_loop_draws_what_a_match_would_draw(engines: ModuleType) -> None:
    """The chooser written out in the loop is `draw_at`: the same seed is the same game."""
    game = load_game("jolly-roger", variant="advanced")
    ended = []

    def new_position() -> Position:
        ended.append(game.new_position())
        return ended[-1]

    rng = Random(5)
    position = game.new_position()
    while (actor := position.to_act()) != OVER:
        if actor == CHANCE:
            position.apply(position.draw_at(rng.random()))
        else:
            actions = position.legal_actions()
            position.apply(actions[int(rng.random() * len(actions))])

    assert engines.play_splitpick(new_position, Random(5).random) == 8 * 12
    assert ended[0].view(None) == position.view(None)


def test_a_library_that_is_not_there_is_named(
    engines: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence with the cure, no traceback."""
    monkeypatch.setitem(sys.modules, "pyspiel", None)

    assert engines.main([]) == 2
    assert capsys.readouterr().err == "Cannot import pyspiel: pip install '.[bench]' brings it.\n"


def test_the_bare_program_is_the_measure(startup: ModuleType) -> None:
    """Ratios are to the first program, turn by turn."""
    times = {"bare": [1.0, 2.0, 1.0], "ours": [1.2, 2.4, 3.0]}

    assert startup.ratios(times) == {"ours": pytest.approx(1.2)}


def test_the_bare_program_runs(startup: ModuleType, tmp_path: Path) -> None:
    """A program that failed at once would be hard to beat."""
    bare = tmp_path / "bare.py"
    bare.write_text(startup.BARE_PROGRAM, encoding="utf-8")

    assert startup.Run("bare", [sys.executable, str(bare), "--help"], {}).seconds() > 0
