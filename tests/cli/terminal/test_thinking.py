"""While something takes long, a terminal says so, and can forget what is typed meanwhile."""

import io
import os
import select
import sys
import time
from itertools import count

import pytest

from splitpick.cli.screen import Screen
from splitpick.cli.terminal import progress as progress_module
from splitpick.cli.terminal import thinking as module
from splitpick.cli.terminal.progress import progress
from splitpick.core.hooks.engine import Engine
from splitpick.core.lab.analysis import Analysing, Analysis, Decision
from splitpick.core.matches.record import Record, settle
from splitpick.core.players import Weighed
from splitpick.core.text import Language, msg

LINE = "Roger is thinking …"


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("patience", "terminal", "shown"),
    [(0.01, True, LINE), (60, True, ""), (0.01, False, "")],
    ids=["long", "quick", "in a pipe"],
)
def test_a_terminal_shows_who_thinks_for_long_and_erases_it(
    patience: float, terminal: bool, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, errors = Screen(Language("en")), Terminal()
    screen.terminal = terminal
    monkeypatch.setattr(sys, "stderr", errors)
    monkeypatch.setattr(module, "PATIENCE", patience)
    with module.thinking(screen, msg("thinking", "{seat} is thinking …", seat="Roger")):
        while not errors.getvalue() and shown:
            time.sleep(0.001)
        assert errors.getvalue() == shown

    assert errors.getvalue() == (shown and f"{shown}\r{' ' * len(shown)}\r")


@pytest.mark.skipif(os.name == "nt", reason="a terminal of Unix")
@pytest.mark.parametrize("pipe", [False, True], ids=["on a terminal", "in a pipe"])
def test_keys_that_nothing_has_read_are_forgotten_at_a_terminal_alone(
    pipe: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, write = os.pipe() if pipe else reversed(os.openpty())
    screen = Screen(Language("en"))
    screen.terminal, screen.asks_terminal = True, not pipe
    with os.fdopen(read) as typed, os.fdopen(write, "wb", 0) as keyboard:
        monkeypatch.setattr(sys, "stdin", typed)
        keyboard.write(b"2\n")
        assert select.select([typed], [], [], 5)[0]
        screen.forget_typed()
        assert bool(select.select([typed], [], [], 0)[0]) is pipe


def test_what_was_judged_before_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay after an analysis, with its luck, judges nothing; and shows one seat's decisions."""
    engine = Engine()
    rules = engine.ruleset_file("jolly-roger").variant()
    record = Record(settle(engine, rules, ["greedy", "greedy"], 0, 7), ())
    move = Weighed(0, 0.0, [0])
    found = Analysis([Decision(0, 0, "a", move, move), Decision(1, 1, "b", move, move)], (), 1.0)
    works: list[object] = []
    monkeypatch.setattr(progress_module, "_judged", {})

    def analyse(work: object, jobs: int, tell: object) -> Analysis:
        works.append(work)
        return found

    monkeypatch.setattr(progress_module, "analyse", analyse)
    screen = Screen(Language("en"))
    whole, own = (Analysing(record, 10, 0.0, *more) for more in ((16,), (0, (), engine, 1)))

    assert progress_module.judge(screen, whole) == found
    assert progress_module.judge(screen, own).decisions == found.decisions[1:]
    assert works == [whole]


def test_whoever_stops_the_judging_hears_how_much_is_judged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is not taken for the whole later; and unless wished otherwise, its time is limited."""
    engine = Engine()
    rules = engine.ruleset_file("jolly-roger").variant()
    work = Analysing(Record(settle(engine, rules, ["greedy", "greedy"], 0, 7), ()), 10, samples=0)
    works: list[float] = []

    def analyse(work: Analysing, jobs: int, tell: object) -> Analysis:
        works.append(work.seconds)
        return Analysis([], (), 1.0, stopped=True)

    monkeypatch.setattr(progress_module, "analyse", analyse)
    screen = Screen(Language("en"))
    progress_module.judge(screen, work, 1, quick=False)
    progress_module.judge(screen, work, 1)

    assert works == [0.0, 45.0]
    assert capsys.readouterr().err == "Stopped: 0 of 0 decisions have been judged.\n" * 2


def test_whoever_listens_hears_now_and_then_how_long_it_will_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A step takes ten seconds here: a line at once, and then not after each of them."""
    errors, clock = Terminal(), count(0, 10)
    monkeypatch.setattr(sys, "stderr", errors)
    monkeypatch.setattr(progress_module, "perf_counter", lambda: next(clock))
    screen = Screen(Language("en"), accessible=True)
    with progress(screen, msg("judging-decisions", "Judging the decisions"), 12) as tell:
        for _ in range(12):
            tell(1)

    assert errors.getvalue().splitlines() == [
        "Judging the decisions …",
        "Judging the decisions: about 2 minutes left",
        "Judging the decisions: about 1 minute left",
        "Judging the decisions: about 1 minute left",
        "Judging the decisions: about 40 seconds left",
        "Judging the decisions: about 20 seconds left",
    ]
