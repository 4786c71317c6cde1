"""A JSON file that grows line by line.

Its last member is a list with an element on each line.  After every line the file is complete JSON;
only a process that is killed while it writes leaves half a line, which is dropped.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any


class JsonList:
    """The file at *path*, whose list is the member *name*: `create` or `read` it first.

    Raises `OSError`; what reads it also `ValueError` and others for a file of anything else.
    """

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        self._begin = f',"{name}":[\n'.encode()
        self._stream: IO[bytes] = io.BytesIO()
        self._end = 0
        """Where the last element ends."""
        self._count = 0

    def create(self, head: Mapping[str, object], *, replace: bool) -> None:
        """Begin the file with the members *head*; `FileExistsError` unless it may be replaced."""
        self._stream = self.path.open("wb" if replace else "xb")
        text = dumped(head)[:-1] + self._begin
        self._end = len(text)
        self._write(text + b"]}\n")

    def head(self) -> Any:
        """Return the members before the list."""
        with self.path.open("rb") as stream:
            return json.loads(stream.readline().removesuffix(self._begin) + b"}")

    def read(self) -> Iterator[Any]:
        """Yield the elements that were written completely; then more can be appended."""
        self._stream = self.path.open("r+b")
        self._end = at = len(self._stream.readline())
        for line in self._stream:
            element = line.rstrip(b",\n")
            if not line.endswith(b"\n") or element.startswith(b"]"):
                break
            yield json.loads(element)
            self._end = at + len(element)
            self._count += 1
            at += len(line)
        self._stream.seek(self._end)
        self._stream.truncate()
        self._write(self._tail)

    def append(self, element: object) -> None:
        """Write the next element."""
        text = (b",\n" if self._count else b"") + dumped(element)
        self._stream.seek(self._end)
        self._end += len(text)
        self._count += 1
        self._write(text + self._tail)

    def finish(self, members: Mapping[str, object]) -> None:
        """Write *members* behind the list."""
        self._stream.seek(self._end)
        self._write(self._tail[:-2] + b"," + dumped(members)[1:] + b"\n")

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    @property
    def _tail(self) -> bytes:
        return b"\n]}\n" if self._count else b"]}\n"

    def _write(self, text: bytes) -> None:
        self._stream.write(text)
        self._stream.flush()


def dumped(value: object) -> bytes:
    """Return *value* as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
