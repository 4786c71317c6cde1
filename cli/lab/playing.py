"""Plays games while a bar tells how far it is, until all are played or Ctrl-C stops it."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, TypeVar

from ...core.text import Message, msg, nmsg
from .figures import ONE_DIGIT, Figures

if TYPE_CHECKING:
    from ...core.lab.workers import Work, Workers
    from ..screen import Screen

R = TypeVar("R")

SECONDS = 0.1
"""Time between two drawings of the bar, which must not cost more than the games."""


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


def stopped_note(games: int, out: str | None) -> Message:
    """Say that Ctrl-C stopped the playing after *games* games, and how to continue."""
    if out is None:
        return msg("try-stopped", "Stopped early; these are the results so far.")
    return nmsg(
        "simulate-stopped",
        'Stopped; {count} game is in "{file}". The same command with --continue goes on.',
        'Stopped; {count} games are in "{file}". The same command with --continue goes on.',
        games,
        file=out,
    )


@contextmanager
def progress(screen: Screen, total: int, done: int = 0) -> Iterator[Callable[[], None]]:
    """Show a bar with rate and time left, if the error output is a terminal.

    *done* of *total* steps are behind; the function that is yielded moves the bar by one.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TimeRemainingColumn,
    )
    from rich.text import Text

    figures = Figures(screen.language)

    class Rate(ProgressColumn):
        """Steps per second."""

        def render(self, task: Task) -> Text:
            if not task.speed:
                return Text("")
            rate = figures.number(task.speed, "#,##0" if task.speed >= 10 else ONE_DIGIT)
            return Text(screen.words(msg("rate", "{rate}/s", rate=rate)))

    console = Console(stderr=True, no_color=not screen.wants_color, width=screen.width)
    bar = Progress(
        *(BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn()),
        console=console,
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=total, completed=done)
        moved = time.monotonic()

        def tell() -> None:
            nonlocal done, moved
            done += 1
            now = time.monotonic()
            if now - moved >= SECONDS or done == total:
                moved = now
                bar.update(task, completed=done)

        yield tell
