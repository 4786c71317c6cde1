"""Text longer than the screen, page by page in the reader's own pager."""

import io
import os
import re
import shlex
import subprocess
from collections.abc import Callable, Sequence

from ...core.text import msg
from ..screen import Screen


def show_pages(screen: Screen, lines: Sequence[str], pager: bool) -> None:
    """Show *lines*; with *pager*, page by page if they do not fit on the terminal.

    Who listens gets all at once: a page ends in the middle of what is said.
    """
    text = "\n".join(lines)
    people = screen.terminal and screen.asks_terminal and not screen.accessible
    keys = [
        screen.words(msg("pager-keys", "Space: next page, b: previous page, q: close")),
        screen.words(msg("pager-last", "The end. b: previous page, q: close")),
    ]
    if not (pager and people and len(lines) >= screen.height and _turn_pages(text, keys)):
        screen.line(text)


def show_paged(screen: Screen, tell: Callable[[], object], pager: bool) -> None:
    """Show what *tell* says on *screen*, as `show_pages` does."""
    out, text = screen.out, io.StringIO()
    screen.out = text
    try:
        tell()
    finally:
        screen.out = out
    show_pages(screen, text.getvalue().removesuffix("\n").split("\n"), pager)


def _turn_pages(text: str, keys: Sequence[str]) -> bool:
    """Hand *text* to the reader's pager; return if there was one.

    Its prompt names the *keys*, the second ones on the last page.
    """
    # As git does: less shall show the bold headings, and leave the screen as it is.
    on, last = (re.sub(r"([?:.%\\])", r"\\\1", one) for one in keys)
    prompt = f"?e{last}:{on}." if f"{on}{last}".isascii() else ""  # less mangles others
    environment = {"LESSCHARSET": "utf-8", "LESS": f"RXPs{prompt}", **os.environ}
    try:
        command = shlex.split(os.environ.get("PAGER") or "less -R")
        reader = subprocess.Popen(command, stdin=subprocess.PIPE, encoding="utf-8", env=environment)
    except (OSError, ValueError, IndexError):  # no such program, an open quotation mark, a blank
        return False
    try:
        reader.communicate(text + "\n")
    except KeyboardInterrupt:  # the pager has got the Ctrl-C as well
        reader.wait()
    return reader.returncode not in (126, 127)  # a shell found no such program
