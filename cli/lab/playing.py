"""The loop that plays bot games with a progress bar, until all are played or Ctrl-C stops it."""

import signal
from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

from ...core.errors import BadValue
from ...core.lab.files.game_file import GameFile
from ...core.lab.workers import Work, Workers
from ...core.text import msg, sentences
from ..screen import Screen
from ..terminal.progress import progress

R = TypeVar("R")

_sentence = sentences(
    msg("continue-what", "--continue needs a file to continue: name it with --out."),
    msg("try-stopped", "Stopped early; these are the results so far."),
    msg("playing-games", "Games played"),
    msg("simulate-stopped", "Stopped early; the same command with --continue plays the rest."),
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
        raise BadValue(_sentence("continue-what"))
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
        with progress(screen, _sentence("playing-games"), total, done) as tell, closing(results):
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
        screen.note(_sentence("simulate-stopped" if file else "try-stopped"))
    return was_stopped
