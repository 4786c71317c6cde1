"""A bar on the terminal while something with many steps is done."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..core.text import msg
from .numbers import Numbers

if TYPE_CHECKING:
    from .screen import Screen

SECONDS = 0.1
"""How often the bar moves: drawing must not cost more than what it tells of."""


@contextmanager
def progress(screen: Screen, total: int, done: int = 0) -> Iterator[Callable[[], None]]:
    """Show a bar with rate and time left, where the error output is a terminal.

    *done* of *total* steps are behind; what is yielded moves the bar on by one.
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

    numbers = Numbers(screen.language)

    class Rate(ProgressColumn):
        """Steps a second."""

        def render(self, task: Task) -> Text:
            if not task.speed:
                return Text("")
            rate = numbers.number(task.speed, "#,##0" if task.speed >= 10 else "#,##0.0")
            return Text(screen.words(msg("rate", "{rate}/s", rate=rate)))

    console = Console(stderr=True, no_color=not screen.wants_color, width=screen.width)
    # It is gone when all is done: what is learnt from it stands alone.
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
