"""The exit codes of `splitpick`; README.md of this folder has the table for people."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator

FINE = 0
"""Done; also when the input ended in the middle of a game."""

FAILED = 1
"""A check did not pass."""

BAD_INPUT = 2
"""Something typed, or a file that was named, makes no sense."""

INTERNAL = 70
"""A fault of splitpick or of a plugin, as ``EX_SOFTWARE`` of sysexits.h."""

UNKEPT = 74
"""Matches cannot be kept or read: the disk or the store fails, as ``EX_IOERR`` of sysexits.h."""

INTERRUPTED = 130
"""Ctrl-C, as shells report it (128 + SIGINT)."""

CLOSED_PIPE = 141
"""Nobody reads the output any more (128 + SIGPIPE), as in ``splitpick rules | head -3``."""


class Ended(BaseException):
    """Signal such as SIGTERM that ends this process with the exit code *code*."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@contextlib.contextmanager
def leaving_in_order() -> Iterator[None]:
    """Let a signal that ends this process do so like an exit, with what there is to clean up.

    The codes are those that shells report (128 + the signal): 143 for SIGTERM, 129 for a terminal
    that was closed.  A signal that is ignored, as by ``nohup``, stays so.
    """
    before = {}
    for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            with contextlib.suppress(ValueError):  # only the main thread may
                before[number] = signal.signal(number, _leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(number: int, frame: object) -> None:
    raise Ended(128 + number)
