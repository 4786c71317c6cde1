"""Plays games while a bar tells how far it is, until all are played or Ctrl-C stops it."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, TypeVar

from ...core.matches.sentences import sentences
from ...core.text import msg, nmsg
from ..exits import FINE, INTERRUPTED
from .figures import ONE_DIGIT, Figures

if TYPE_CHECKING:
    from ...core.lab.workers import Work, Workers
    from ..screen import Screen

R = TypeVar("R")

_told = sentences(
    msg("try-stopped", "Stopped early; these are the results so far."),
    nmsg("simulate-stopped",
         'Stopped; {count} game is in "{file}". To continue, run the same command with --continue.',
         'Stopped; {count} games are in "{file}". To continue, run the same command with '
         "--continue.", 0),
    msg("rate", "{rate}/s"),
)  # fmt: skip

SECONDS = 0.1  # between two drawings of the bar, which must not cost more than the games


def play_all(
    screen: Screen, workers: Workers, work: Work[R], numbers: range, count: Callable[[R], object]
) -> bool:
    """Pass the results of the pieces *numbers* to *count*, until it returns a true value.

    Return whether Ctrl-C stopped it; *count* itself is never interrupted.
    """
    is_counting = was_stopped = False

    def stop(number: int, frame: object) -> None:
        nonlocal was_stopped
        was_stopped = True
        if not is_counting:
            raise KeyboardInterrupt

    # In the background of a shell Ctrl-C is ignored, and stays so.
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, stop)
    results = workers.run(work, numbers)
    try:
        with progress(screen, numbers.stop, numbers.start) as tell, closing(results):
            for result in results:
                is_counting = True
                is_done = count(result)
                tell()
                is_counting = False
                if is_done or was_stopped:
                    break
    except KeyboardInterrupt:
        was_stopped = True
    finally:
        if before is signal.default_int_handler:
            signal.signal(signal.SIGINT, before)
    return was_stopped


def ended(screen: Screen, was_stopped: bool, games: int, out: str | None) -> int:
    """Return the exit code; say after Ctrl-C that it stopped after *games*, and how to continue."""
    if not was_stopped:
        return FINE
    code = "try-stopped" if out is None else "simulate-stopped"
    screen.note(_told(code, count=games, file=out))
    return INTERRUPTED


@contextmanager
def progress(screen: Screen, total: int, done: int = 0) -> Iterator[Callable[[], None]]:
    """Show a bar with rate and time left, if the error output is a terminal.

    *done* of *total* steps are complete; the yielded function moves the bar by one.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich import progress as bars
    from rich.console import Console

    figures = Figures(screen)
    console = Console(stderr=True, no_color=not screen.wants_color, width=screen.width)
    rate = bars.TextColumn("{task.fields[rate]}", markup=False)
    shown = (bars.BarColumn(), bars.MofNCompleteColumn(), rate, bars.TimeRemainingColumn())
    with bars.Progress(*shown, console=console, transient=True) as bar:
        task = bar.add_task("", total=total, completed=done, rate="")
        began = moved = time.monotonic()
        before = done

        def tell() -> None:
            nonlocal done, moved
            done += 1
            now = time.monotonic()
            if now - moved >= SECONDS or done == total:
                moved = now
                speed = (done - before) / (now - began + 1e-6)
                said = figures.number(speed, "#,##0" if speed >= 10 else ONE_DIGIT)
                rate = screen.words(_told("rate", rate=said))
                bar.update(task, completed=done, rate=rate)

        yield tell
