"""The comparisons count, compare and judge as their docstrings say."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from splitpick.core import load_game


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return import_module("compare_engines")


@pytest.fixture
def startup(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return import_module("compare_startup")


def test_both_manners_count_chance_and_seats(engines: ModuleType) -> None:
    """8 turns of 5 draws, a split, a pick and 5 plays; the floor plays as many."""
    for engine in engines.splitpick_engines(seed=1):
        assert engine.play() == (8 * 5, 8 * 7), f"{engine.name}, {engine.manner}"


def test_the_loop_draws_what_a_match_would_draw(engines: ModuleType) -> None:
    """The chooser written out in the loop is `draw_outcome`: the same seed is the same game."""
    draw_outcome = import_module("splitpick.core.game").draw_outcome
    game = load_game("jolly-roger", variant="advanced")
    ended = []

    def new_position() -> object:
        ended.append(game.new_position())
        return ended[-1]

    engines.play_splitpick(new_position, Random(5).random)
    engines.play_splitpick_its_own_way(new_position, Random(5).random, draw_outcome)

    assert ended[0].view(None) == ended[1].view(None)


def test_a_ratio_is_taken_round_by_round(engines: ModuleType) -> None:
    """A round in which the machine was slow for both says as much as any other."""
    ours = engines.Figures(us_a_decision=[1.0, 10.0, 3.0])
    theirs = engines.Figures(us_a_decision=[2.0, 20.0, 3.0])

    assert engines.ratios(ours, theirs) == [0.5, 0.5, 1.0]


@pytest.mark.parametrize(
    ("ours", "copy", "compiled", "kept"),
    [
        (0.7, 5.0, False, [True, True, True]),
        (0.71, 5.0, False, [False, True, True]),
        (0.7, 5.01, False, [True, True, False]),
        (1.0, 5.0, False, [False, False, True]),
        (0.25, 1.0, True, [True, True, True]),
        (0.26, 1.0, True, [False, True, True]),
    ],
)
def test_the_promises_have_their_limits(
    engines: ModuleType, ours: float, copy: float, compiled: bool, kept: list[bool]
) -> None:
    """At most 0.7 of hearts (0.25 compiled), less than any other, at most 5 us a copy."""
    figures = {
        "splitpick": engines.Figures(us_a_decision=[ours], us_a_copy=[copy]),
        "hearts": engines.Figures(us_a_decision=[1.0]),
        "uno": engines.Figures(us_a_decision=[1.0]),
    }

    assert [promise.kept for promise in engines.promises(figures, compiled)] == kept


def test_a_library_that_is_not_there_is_named(
    engines: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence with the cure, no traceback."""
    monkeypatch.setitem(sys.modules, "pyspiel", None)

    assert engines.main(["--only", "hearts"]) == 2
    assert capsys.readouterr().err == "Cannot import pyspiel: pip install '.[bench]' brings it.\n"


def test_a_check_does_not_pass_for_want_of_an_opponent(engines: ModuleType) -> None:
    """A promise that was not measured does not count as kept."""
    with pytest.raises(SystemExit, match="2"):
        engines.main(["--check", "--only", "splitpick,hearts"])


def test_the_figures_are_printed_and_saved(
    engines: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A short run of what needs no other library."""
    saved = tmp_path / "figures.json"
    words = ["--only", "splitpick,floor", "--rounds", "2", "--seconds", "0.02"]

    assert engines.main([*words, "--json", str(saved)]) == 0
    assert "96 (56)" in capsys.readouterr().out
    report = json.loads(saved.read_text(encoding="utf-8"))
    assert len(report["same"]["engines"]["floor"]["us_a_decision"]) == 2
    assert report["kernel_compiled"] in (True, False)


def test_imports_are_read_as_the_interpreter_reports_them(startup: ModuleType) -> None:
    """The heading and what else a program writes to standard error are no imports."""
    report = (
        "import time: self [us] | cumulative | imported package\n"
        "import time:        59 |         59 |   _io\n"
        "a warning | of | something\n"
        "import time:       102 |        161 | io\n"
    )

    assert startup.read_imports(report) == [(59, 59, "_io"), (102, 161, "io")]


def test_the_bare_program_is_the_measure(startup: ModuleType) -> None:
    """Ratios are to the first program, turn by turn."""
    times = {"bare": [1.0, 2.0, 1.0], "ours": [1.2, 2.4, 3.0]}

    assert startup.ratios(times) == {"ours": pytest.approx(1.2)}


def test_the_bare_program_runs(startup: ModuleType, tmp_path: Path) -> None:
    """A program that failed at once would be hard to beat."""
    bare = tmp_path / "bare.py"
    bare.write_text(startup.BARE_PROGRAM, encoding="utf-8")

    assert startup.Run("bare", [sys.executable, str(bare), "--help"], {}).seconds() > 0
