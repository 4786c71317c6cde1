"""The loop that plays bot games with a progress bar, until all are played or Ctrl-C stops it."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TypeVar

from ...core.errors import BadValue
from ...core.lab.files.game_file import GameFile
from ...core.lab.workers import Work, Workers
from ...core.matches.sentences import sentences
from ...core.text import msg
from ..screen import Screen
from .figures import Figures

R = TypeVar("R")

_told = sentences(
    msg("continue-what", "--continue needs a file to continue: name it with --out."),
    msg("try-stopped", "Stopped early; these are the results so far."),
    msg("simulate-stopped", "Stopped early; the same command with --continue plays the rest."),
    msg("rate", "{rate}/s"),
)  # fmt: skip


def play_all(
    screen: Screen,
    workers: Workers,
    work: Work[R],
    total: int,
    count: Callable[[R], object],
    is_done: Callable[[], object] = lambda: False,
    file: GameFile[R] | None = None,
    *,
    size: int = 1,
    resumes: bool = False,
    force: bool = False,
) -> bool:
    """Play *total* games, or until *is_done* is true; pass each result to *count*.

    A piece of *work* is *size* games, the last one perhaps fewer.

    The results also go to *file*; with *resumes*, those already in it count first; with *force*, it
    is replaced.  Return true, and say so, if Ctrl-C stops the games; *count* is never interrupted.
    """
    if resumes and file is None:
        raise BadValue(_told("continue-what"))
    for old in file.begin(resume=resumes, replace=force) if file else ():
        count(old)
    is_counting = was_stopped = False

    def stop(number: int, frame: object) -> None:
        nonlocal was_stopped
        was_stopped = True
        if not is_counting:
            raise KeyboardInterrupt

    # In the background of a shell Ctrl-C is ignored, and must stay ignored.
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, stop)
    done = file.count if file else 0
    results = workers.run(work, range(done, -(-total // size)))
    try:
        with progress(screen, total, done) as tell, closing(results):
            while not (was_stopped or is_done()) and (result := next(results, None)) is not None:
                is_counting = True
                if file:
                    file.add(result)
                count(result)
                tell(min(size, total - done))
                done += size
                is_counting = False
    except KeyboardInterrupt:
        was_stopped = True
    finally:
        if before is signal.default_int_handler:
            signal.signal(signal.SIGINT, before)
    if was_stopped:
        screen.note(_told("simulate-stopped" if file else "try-stopped"))
    return was_stopped


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
            return Text(screen.words(_told("rate", rate=rate)))

    console = Console(stderr=True, no_color=not screen.color, width=screen.width)
    shown = (bars.BarColumn(), bars.MofNCompleteColumn(), Rate(), bars.TimeRemainingColumn())
    with bars.Progress(*shown, console=console, transient=True) as bar:
        task = bar.add_task("", total=total, completed=done)
        yield lambda steps: bar.advance(task, steps)
