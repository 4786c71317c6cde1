"""While a bot or a program thinks for long, a terminal says so."""

from __future__ import annotations

import io
import sys
import time

import pytest

from splitpick.cli.screen import Screen
from splitpick.cli.terminal import thinking as module
from splitpick.cli.terminal.thinking import thinking
from splitpick.core.text import Language, msg

LINE = "Roger is thinking …"
DOING = msg("thinking", "{seat} is thinking …", seat="Roger")


class Terminal(io.StringIO):
    """An error output that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def look(
    patch: pytest.MonkeyPatch, patience: float, *, pipe: bool = False
) -> tuple[Screen, Terminal]:
    """Return a screen and the error output beside it, for people with this *patience*."""
    screen, errors = Screen(Language("en")), Terminal()
    screen.terminal = not pipe
    patch.setattr(sys, "stderr", errors)
    patch.setattr(module, "PATIENCE", patience)
    return screen, errors


def test_a_terminal_shows_who_thinks_and_erases_it(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, errors = look(monkeypatch, 0.01)
    with thinking(screen, DOING):
        while not errors.getvalue():
            time.sleep(0.001)
        assert errors.getvalue() == LINE

    assert errors.getvalue() == LINE + "\r" + " " * len(LINE) + "\r"


def test_nothing_is_shown_of_who_is_quick_or_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, errors = look(monkeypatch, 60)
    with thinking(screen, DOING):
        pass
    assert errors.getvalue() == ""

    screen, errors = look(monkeypatch, 0.01, pipe=True)
    with thinking(screen, DOING):
        time.sleep(0.03)
    assert errors.getvalue() == ""
