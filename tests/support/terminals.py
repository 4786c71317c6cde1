"""A terminal that a program draws on, as somebody in front of it sees it, read with pyte."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyte

from command import heed_ctrl_c, unmeasured
from splitpick.core.matches.exports.templates import template
from splitpick.core.scene_lines import Span

if sys.platform != "win32":
    import fcntl
    import pty
    import termios

PROMPT = "\x1b[J> "
"""End of a page on which somebody decides."""

PATIENCE = 60.0
"""Seconds after which a program that shows nothing has hung."""


COLUMN, LEADING, MARGIN, SIZE = 8.5, 20, 16, 14
"""Sizes of a drawing in pixels: of a column, a line, the margin and a letter."""


class Terminal:
    """A terminal of *columns* and *lines* with a program in it.

    Attributes:
        process: the number of the program's process.
        seen: all that the program has written.
        ended: the exit code, or ``None`` as long as the program runs.
    """

    def __init__(
        self, words: Sequence[str], columns: int, lines: int, variables: Mapping[str, str]
    ) -> None:
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self.seen = b""
        self.ended: int | None = None
        size = struct.pack("HHHH", lines, columns, 0, 0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # other threads end with the `exec`
            self.process, self._terminal = pty.fork()
        if self.process == 0:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, size)
                heed_ctrl_c()
                os.execve(words[0], list(words), unmeasured(variables))
            finally:
                os._exit(127)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: Any) -> None:
        if self.ended is None:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
            os.close(self._terminal)

    def rows(self) -> list[str]:
        """Return what can be seen now, line by line."""
        return [line.rstrip() for line in self._screen.display]

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the terminal."""
        self._screen.resize(lines, columns)
        size = struct.pack("HHHH", lines, columns, 0, 0)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, size)

    def send(self, keys: str) -> None:
        """Press *keys*; Ctrl-C and the like a moment later, since readline loses early signals."""
        if keys in ("\x03", "\x1a"):
            time.sleep(0.2)
        os.write(self._terminal, keys.encode())

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the program, a moment later."""
        time.sleep(0.2)
        os.kill(self.process, number)

    def wait(self, *ends: str) -> bool:
        """Wait until the program has written one of *ends* last; return false if it has ended.

        Raises `TimeoutError` if it does neither.
        """
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if not select.select([self._terminal], [], [], 1.0)[0]:
                continue
            try:
                piece = os.read(self._terminal, 65536)
            except OSError:  # how Linux says that nobody is at the other end
                piece = b""
            if not piece:
                os.close(self._terminal)
                self.ended = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
                return False
            self.seen += piece
            self._stream.feed(piece)
            if self.seen.endswith(tuple(end.encode() for end in ends)):
                return True
        raise TimeoutError(repr(self.seen[-60:]) + "\n" + "\n".join(self.rows()))

    def drawn(self, title: str, last: int | None = None) -> str:
        """Draw what can be seen now as SVG, to the line *last* or the last that is not blank."""
        rows = self.rows()[:last]
        while not rows[-1]:
            rows.pop()
        texts = []
        for line, row in enumerate(rows):
            cells = self._screen.buffer[line]
            pieces = [
                (
                    MARGIN + word.start() * COLUMN,
                    word.group(),
                    span_of(word.group(), cells[word.start()]),
                )
                for word in re.finditer(r"\S+", row)
            ]
            texts.append((MARGIN + line * LEADING + SIZE, pieces))
        source = Path(__file__).with_name("terminal.svg.jinja").read_text("utf-8")
        drawn = template("table.svg.jinja").environment.from_string(source)
        return drawn.render(
            number="{:g}".format,
            width=round(self._screen.columns * COLUMN + 2 * MARGIN),
            height=len(rows) * LEADING + 2 * MARGIN,
            lang="en",
            heading=title,
            told=" ".join(rows),
            size=SIZE,
            texts=texts,
        )


def span_of(text: str, cell: pyte.screens.Char) -> Span:
    """Return *text* in the style of its first *cell*."""
    ink = {"brown": "yellow", "default": ""}.get(cell.fg, cell.fg)
    return Span(text, ink, strong=cell.bold)
