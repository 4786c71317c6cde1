"""Files that grow line by line: JSON whose last member is a list, and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any


class LineFile:
    """JSON with the list *name* as its last member, an element on each line.

    It is complete after every line; half a line, left by a kill, is dropped.
    """

    between = b",\n"
    closing = b"]}\n"

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        self._begin = f',"{name}":[\n'.encode()
        self._stream: IO[bytes] = io.BytesIO()
        self._end = self._count = 0  # the last element's end, and their number

    def create(self, head: Mapping[str, Any], *, replace: bool) -> None:
        """Begin the file with the members *head*; `FileExistsError` unless it may be replaced."""
        self._stream = self.path.open("wb" if replace else "xb")
        self._write(self._first(head))

    def head(self) -> Any:
        """Return the members before the list."""
        with self.path.open("rb") as stream:
            return json.loads(stream.readline().removesuffix(self._begin) + b"}")

    def read(self) -> Iterator[Any]:
        """Yield the elements that were written completely; then more can be appended."""
        self._stream = self.path.open("r+b")
        self._end = at = len(self._stream.readline())
        for line in self._stream:
            element = line.removesuffix(b"\n").removesuffix(self.between[:-1])
            if not line.endswith(b"\n") or element.startswith(b"]"):
                break
            yield self._loaded(element)
            self._end = at + len(element)
            self._count += 1
            at += len(line)
        self._write(b"")
        self._stream.truncate()

    def append(self, element: Any) -> None:
        """Write the next element."""
        self._count += 1
        self._write((self.between if self._count > 1 else b"") + self._dumped(element))

    def finish(self, members: Mapping[str, object]) -> None:
        """Write *members* behind the list."""
        self.closing = b"]," + dumped(members)[1:] + b"\n"
        self._write(b"")

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def _write(self, text: bytes) -> None:
        """Write *text* behind the last element, and the end of the file behind that."""
        self._stream.seek(self._end)
        self._stream.write(text + b"\n" * (self._count > 0) + self.closing)
        self._stream.flush()
        self._end += len(text)

    def _first(self, head: Mapping[str, Any]) -> bytes:
        return dumped(head)[:-1] + self._begin

    def _dumped(self, element: Any) -> bytes:
        return dumped(element)

    def _loaded(self, element: bytes) -> Any:
        return json.loads(element)


class CsvFile(LineFile):
    """Rows under their names; the settings are JSON in a file beside it."""

    between = b"\n"
    closing = b""

    @property
    def _beside(self) -> Path:
        return self.path.with_name(f"{self.path.name}.settings")

    def head(self) -> Any:
        """Return the settings."""
        text = self._beside.read_bytes() if self._beside.exists() else b""
        return {"settings": json.loads(text)}

    def _first(self, head: Mapping[str, Any]) -> bytes:
        self._beside.write_bytes(dumped(head["settings"]) + b"\n")
        return self._dumped(head["columns"]) + b"\n"

    def _dumped(self, element: Any) -> bytes:
        line = io.StringIO(newline="")
        csv.writer(line, lineterminator="").writerow(element)
        return line.getvalue().encode()

    def _loaded(self, element: bytes) -> Any:
        return next(csv.reader([element.decode()]))


def dumped(value: object) -> bytes:
    """Return *value* as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
