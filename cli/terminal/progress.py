"""A progress bar on the error output, for what takes long in steps, such as judging a match."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter

from ...core.lab.analysis import SAMPLES, Analysing, Analysis, analyse
from ...core.lab.analyst import REVIEW_SECONDS
from ...core.lab.workers import cores
from ...core.text import Message, msg, sentences
from ..screen import Screen
from .figures import Figures

JUDGING = msg("judging-decisions", "Judging the decisions (Ctrl-C stops)")
SURE = 0.1
"""Share of the steps that are complete before a time left is told; sooner, it is a guess."""
BREATH = 15.0
"""Seconds of silence after which whoever listens hears how long it will still take."""
_sentence = sentences(
    msg("progress-share", "{done}, {left} left"),
    msg("progress-begins", "{done}"),
    msg("progress", "{done} of {total}, {rate} a second, {left} left"),
)
_watcher: ContextVar[Callable[[int, int], object] | None] = ContextVar("watcher", default=None)


_judged: dict[tuple[object, ...], Analysis] = {}
"""Analyses of this run of the program, by their work."""


def judge(screen: Screen, work: Analysing, jobs: int = 0, *, quick: bool = True) -> Analysis:
    """Do *work* in *jobs* processes behind a bar, unless this run of the program has done it.

    If *quick*, it ends within about a minute, on any machine. Raises what `analyse` raises.
    """
    about = repr(work.record), work.nodes, work.seconds, work.without, quick
    for seat in (work.seat, None):
        for samples in {work.samples, work.samples or SAMPLES}:
            if found := _judged.get((*about, seat, samples)):
                own = [one for one in found.decisions if work.seat in (None, one.seat)]
                return Analysis(own, found.lucks if work.samples else (), found.lead)
    if quick:
        work.within(REVIEW_SECONDS * (jobs or cores()))
    with screen.unechoed(), progress(screen, JUDGING, work.count, counts=False) as tell:
        found = analyse(work, jobs, lambda: tell(1))
    if found.stopped:
        so_far = msg("judged-so-far", "Stopped: {count} of {total} decisions have been judged.")
        total = len(work.decisions)
        screen.aside(so_far.filled(count=len(found.decisions), total=total))
    else:
        _judged[*about, work.seat, work.samples] = found
    return found


@contextmanager
def watched(tell: Callable[[int, int], object]) -> Iterator[None]:
    """Call *tell* with the number of complete steps, and of all, in place of drawing a bar."""
    token = _watcher.set(tell)
    try:
        yield
    finally:
        _watcher.reset(token)


@contextmanager
def progress(
    screen: Screen, doing: Message, total: int, done: int = 0, *, counts: bool = True
) -> Iterator[Callable[[int], None]]:
    """Show *doing* with a bar and the time left, if the error output is a terminal.

    If it *counts*, the steps are something that people know, and their number and rate are told.
    *done* of *total* steps are complete; the yielded function moves the bar by a number of steps.
    Within `watched`, it is told there instead; people who listen hear the time left, now and then.
    """
    if tell := _watcher.get():
        complete = [done]

        def move(steps: int) -> None:
            complete[0] += steps
            tell(complete[0], total)

        yield move
        return
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda steps: None
        return
    if screen.accessible:  # a bar would be read out again and again
        screen.aside(msg("progress-said", "{doing} …", doing=doing))
        yield _telling_time_left(screen, doing, total, done)
        return
    from rich import progress as bars
    from rich.console import Console
    from rich.text import Text

    class ProgressWords(bars.ProgressColumn):
        def render(self, task: bars.Task) -> Text:
            share = task.completed / task.total if task.total else 0.0
            left = "{}:{:02}".format(*divmod(round(task.time_remaining or 0), 60))
            figures, speed = Figures(screen), task.speed or 0.0
            told = _sentence("progress-begins" if share < SURE else "progress-share", left=left)
            if counts:
                rate = figures.number(speed, 1 if speed < 10 else 0)
                all_of, left = figures.number(task.total or 0), left if speed else "?"
                told = _sentence("progress", total=all_of, rate=rate, left=left)
            done = figures.number(task.completed) if counts else figures.percent(share)
            return Text(screen.words(told.filled(done=done)))

    console = Console(stderr=True, no_color=not screen.color, width=screen.width)
    said = bars.TextColumn("{task.description}", markup=False)
    with bars.Progress(
        said, bars.BarColumn(12), ProgressWords(), console=console, transient=True
    ) as bar:
        task = bar.add_task(screen.words(doing), total=total, completed=done)
        yield lambda steps: bar.advance(task, steps)


def _telling_time_left(
    screen: Screen, doing: Message, total: int, done: int
) -> Callable[[int], None]:
    """Return a function that says on *screen*, now and then, how long *doing* will still take."""
    complete, began = done, perf_counter()
    told_at = began

    def move(steps: int) -> None:
        nonlocal complete, told_at
        complete, now = complete + steps, perf_counter()
        left = (now - began) * (total - complete) / max(complete - done, 1)
        if now - told_at >= BREATH and left >= BREATH / 2:
            told_at = now
            time = Figures(screen).duration(left)
            screen.aside(msg("progress-left", "{doing}: about {time} left", doing=doing, time=time))

    return move
