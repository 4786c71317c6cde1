"""A line on the terminal while a bot or a program thinks for long; it goes when that is over."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Timer

from ...core.text import Message
from ...core.width import display_width, fitting
from ..screen import Screen, encodable

PATIENCE = 3.0
"""After how many seconds people begin to wonder whether anything happens."""


@contextmanager
def thinking(screen: Screen, doing: Message) -> Iterator[None]:
    """Show *doing* on the error output where the inside takes long, and take it away after it.

    Nothing is shown unless a person looks at both outputs.
    """
    if not screen.terminal or sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    said = encodable(screen.words(doing).replace("\n", " "), sys.stderr)
    said = said[: fitting(said, screen.width - 1)]
    lock = Lock()
    over = shown = False

    def show() -> None:
        nonlocal shown
        with lock:
            if not over:
                _write(said)
                shown = True

    timer = Timer(PATIENCE, show)
    timer.daemon = True  # a program that is ended does not wait for it
    timer.start()
    try:
        yield
    finally:
        with lock:
            over = True
        timer.cancel()
        if shown:
            _write("\r" + " " * display_width(said) + "\r")


def _write(text: str) -> None:
    with suppress(OSError, ValueError):  # nobody reads it any more
        sys.stderr.write(text)
        sys.stderr.flush()
