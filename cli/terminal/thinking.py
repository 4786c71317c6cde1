"""Wait for what takes long: after a while a line says what is being done."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer

from ...core.text import Message
from ...core.width import display_width, fitting
from ..screen import Screen, is_terminal

PATIENCE = 3.0
"""Seconds after which people begin to wonder whether anything happens."""


@contextmanager
def thinking(screen: Screen, doing: Message) -> Iterator[None]:
    """Show *doing* on the error output if the block takes long, and erase it afterwards.

    Nothing is shown unless both outputs are terminals.
    """
    if not (screen.terminal and is_terminal(sys.stderr)):
        yield
        return
    said = screen.words(doing).replace("\n", " ")
    said = said[: fitting(said, screen.width - 1)]
    shown: list[str] = []

    def show(text: str) -> None:
        shown.append(text)
        with suppress(OSError, ValueError):  # nobody reads it any more
            print(text, end="", file=sys.stderr, flush=True)

    timer = Timer(PATIENCE, show, [said])
    timer.daemon = True  # the end of the program does not wait for it
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()  # it may just be writing
        if shown:
            show("\r" + " " * display_width(said) + "\r")
