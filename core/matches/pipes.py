"""The pipes of a program on a seat: threads that read and write, so that nobody waits for ever.

Threads and not `select`, which on Windows knows no pipes.  Each is a daemon and owns its pipe: it
closes it when the other end is gone, even if that is long after the program was ended (a child of
the program's that has left its group may still hold the pipe).
"""

from __future__ import annotations

import contextlib
import os
import queue
import re
import threading
import time
from pathlib import Path
from typing import IO

PIECE = 2**16
"""How many bytes are read at once."""

GRACE = 0.05
"""How many seconds are left for reading what has come in time."""

OUR_LOG = re.compile(r"([0-9a-f]{1,32}|match)-[0-9]+\.log")
"""The names of logs: nobody else's file in the same folder is touched."""


class LineTooLong(Exception):
    """More came without the end of a line than there is room for."""


class Channel:
    """Lines to a program and from it.

    *room* is how many bytes are kept that nobody has asked for; then the program has to wait.
    """

    def __init__(self, into: IO[bytes], out: IO[bytes], room: int) -> None:
        self.ended = False
        """Whether the program writes no more: it has closed its output."""
        self.broken = False
        """Whether the program reads no more: it has closed its input."""
        self._room = room
        self._kept = bytearray()
        self._looked = 0
        """How many of the bytes kept have no end of a line among them."""
        self._change = threading.Condition()
        self._stopped = False
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._read, args=(out,), daemon=True),
            threading.Thread(target=self._write, args=(into,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: bytes) -> None:
        """Write *line* as soon as the program takes it; this never waits."""
        self._lines.put(line)

    def hang_up(self) -> None:
        """Close the program's input when all lines are written."""
        self._lines.put(None)

    def line(self, until: float) -> bytes | None:
        """Return the next line without its end; ``None`` if there is none and will be none.

        *until* is when to give up, by `time.monotonic`.  Raises `TimeoutError` then, and
        `LineTooLong` for a line that there is no room for.
        """
        late = False
        with self._change:
            while True:
                end = self._kept.find(b"\n", self._looked)
                if end >= 0:
                    line = bytes(self._kept[:end])
                    del self._kept[: end + 1]
                    self._looked = 0
                    self._change.notify_all()
                    return line
                self._looked = len(self._kept)
                if self._looked >= self._room:
                    raise LineTooLong
                if self.ended and self._kept:
                    line = bytes(self._kept)  # the last line, without an end
                    self._kept.clear()
                    self._looked = 0
                    return line
                if self.ended or self.broken:
                    return None
                left = until - time.monotonic()
                if left > 0:
                    self._change.wait(left)
                elif late:
                    raise TimeoutError
                else:
                    # If we were stopped ourselves, the line is there and only not read yet.
                    late = True
                    self._change.wait(GRACE)

    def stop(self, seconds: float) -> None:
        """Keep nothing any more, and wait at most *seconds* for the threads to end."""
        with self._change:
            self._stopped = True
            self._change.notify_all()
        self._lines.put(None)
        until = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))

    def _read(self, out: IO[bytes]) -> None:
        with contextlib.suppress(OSError), out:
            while piece := os.read(out.fileno(), PIECE):
                with self._change:
                    while len(self._kept) >= self._room and not self._stopped:
                        self._change.wait()
                    if self._stopped:
                        break
                    self._kept += piece
                    self._change.notify_all()
        with self._change:
            self.ended = True
            self._change.notify_all()

    def _write(self, into: IO[bytes]) -> None:
        try:
            with into:
                while (line := self._lines.get()) is not None and not self._stopped:
                    left = memoryview(line)
                    while left:
                        left = left[os.write(into.fileno(), left) :]
        except OSError:
            with self._change:
                self.broken = True
                self._change.notify_all()


class Log:
    """What a program writes on its error output, kept in a file: at most *most* bytes of it.

    The file is made, or made anew, when there is something to write.  What is too much, or cannot
    be written, is read and dropped, so that the program does not have to wait.
    """

    def __init__(self, source: IO[bytes], file: Path, most: int) -> None:
        self.path: Path | None = None
        """The file, once there is something in it."""
        self._file = file
        self._mode = "wb"
        self._left = most
        self._writing = threading.Lock()
        self._thread = threading.Thread(target=self._copy, args=(source,), daemon=True)
        self._thread.start()

    def note(self, text: str) -> None:
        """Write a line of splitpick's own, also where the program has used up its share."""
        self._append(f"splitpick: {text}\n".encode("utf-8", "replace"))

    def stop(self, seconds: float) -> None:
        """Wait at most *seconds* for what is still to come."""
        self._thread.join(seconds)

    def _copy(self, source: IO[bytes]) -> None:
        with contextlib.suppress(OSError), source:
            while piece := os.read(source.fileno(), PIECE):
                if self._left > 0:
                    self._append(piece[: self._left])
                    self._left -= len(piece)
                    if self._left <= 0:
                        self.note("the rest of what the program wrote here is left out")

    def _append(self, text: bytes) -> None:
        with self._writing, contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open(self._mode) as file:
                file.write(text)
            self._mode = "ab"
            self.path = self._file


def keep_newest(folder: Path, most: int) -> None:
    """Delete the logs in *folder* but for the *most* that were written last."""
    with contextlib.suppress(OSError):
        logs = [path for path in folder.glob("*.log") if OUR_LOG.fullmatch(path.name)]
        logs.sort(key=lambda path: path.stat().st_mtime)
        for path in logs[: max(0, len(logs) - most)]:
            path.unlink(missing_ok=True)
