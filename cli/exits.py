"""The exit codes of `splitpick`; README.md of this folder has the table for people."""

import contextlib
import signal
from collections.abc import Iterator

FINE = 0
FAILED = 1
BAD_INPUT = 2
INTERNAL = 70  # EX_SOFTWARE of sysexits.h
UNSAVED = 74  # EX_IOERR of sysexits.h
INTERRUPTED = 130  # 128 + SIGINT, as shells report Ctrl-C
CLOSED_PIPE = 141  # 128 + SIGPIPE, as in ``splitpick rules | head -3``


_ENDING = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM")
"""Signals that end a process unless it catches them."""


class Ended(BaseException):
    """Request by a signal such as SIGTERM to end this process; the argument is the exit code."""


@contextlib.contextmanager
def leaving_in_order() -> Iterator[None]:
    """Let a signal that ends this process raise `Ended`, with the code that shells report.

    The code is 128 + the signal: 143 for SIGTERM, 129 for SIGHUP, sent when a terminal is closed.
    A signal that is ignored, as under ``nohup``, is still ignored.
    """

    def leave(number: int, frame: object) -> None:
        raise Ended(128 + number)

    numbers = (getattr(signal, name, None) for name in _ENDING)  # Windows lacks most
    ending = [each for each in numbers if each and signal.getsignal(each) == signal.SIG_DFL]
    for number in ending:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number in ending:
            signal.signal(number, signal.SIG_DFL)
