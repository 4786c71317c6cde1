"""The exit codes of `splitpick`; README.md of this folder has the table for people."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator

FINE = 0
FAILED = 1
BAD_INPUT = 2
INTERNAL = 70  # EX_SOFTWARE of sysexits.h
UNKEPT = 74  # EX_IOERR of sysexits.h
INTERRUPTED = 130  # 128 + SIGINT, as shells report Ctrl-C
CLOSED_PIPE = 141  # 128 + SIGPIPE, as in ``splitpick rules | head -3``


class Ended(BaseException):
    """Signal such as SIGTERM that ends this process with the exit code *code*."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@contextlib.contextmanager
def leaving_in_order() -> Iterator[None]:
    """Let a signal that ends this process do so like an exit, after cleaning up.

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
