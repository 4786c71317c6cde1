"""A progress bar on the error output, for what takes long in steps."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ...core.text import msg
from ..screen import Screen
from .figures import Figures


@contextmanager
def progress(screen: Screen, total: int, done: int = 0) -> Iterator[Callable[[int], None]]:
    """Show a bar with rate and time left, if the error output is a terminal.

    *done* of *total* steps are complete; the yielded function moves the bar by a number of steps.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda steps: None
        return
    from rich import progress as bars
    from rich.console import Console
    from rich.text import Text

    class Rate(bars.ProgressColumn):
        def render(self, task: bars.Task) -> Text:
            speed = task.speed or 0.0
            rate = Figures(screen).number(speed, 1 if speed < 10 else 0)
            return Text(screen.words(msg("rate", "{rate}/s", rate=rate)))

    console = Console(stderr=True, no_color=not screen.color, width=screen.width)
    shown = (bars.BarColumn(), bars.MofNCompleteColumn(), Rate(), bars.TimeRemainingColumn())
    with bars.Progress(*shown, console=console, transient=True) as bar:
        task = bar.add_task("", total=total, completed=done)
        yield lambda steps: bar.advance(task, steps)
