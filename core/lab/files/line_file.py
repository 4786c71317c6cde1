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

    comma = b","
    closing = b"\n]}\n"

    def __init__(self, path: Path, name: str = "") -> None:
        self.path = path
        self._list = f',"{name}":['.encode()
        self._stream: IO[bytes] = io.BytesIO()  # it stands at the end of the last element
        self._between = b"\n"

    def create(self, head: Mapping[str, Any]) -> None:
        """Begin the file with the members *head*."""
        self._stream = self.path.open("wb")
        self._write(self._first(head))

    def head(self) -> Any:
        """Return the members before the list."""
        with self.path.open("rb") as stream:
            return json.loads(stream.readline().removesuffix(self._list + b"\n") + b"}")

    def read(self) -> Iterator[Any]:
        """Yield the elements that were written completely; then more can be appended."""
        self._stream = self.path.open("r+b")
        end = len(self._stream.readline()) - 1
        while (line := self._stream.readline()).endswith(b"\n") and not line.startswith(b"]"):
            element = line[:-1].removesuffix(self.comma)
            yield self._loaded(element)
            end = self._stream.tell() - len(line) + len(element)
            self._between = self.comma + b"\n"
        self._stream.seek(end)
        self._stream.truncate()
        self._write(b"")

    def append(self, element: Any) -> None:
        """Write the next element."""
        self._write(self._between + self._dumped(element))
        self._between = self.comma + b"\n"

    def finish(self, members: Mapping[str, object]) -> None:
        """Write *members* behind the list."""
        self.closing = b"\n]," + dumped(members)[1:] + b"\n"
        self._write(b"")

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def _write(self, text: bytes) -> None:
        """Write *text* behind the last element, and the end of the file behind that."""
        self._stream.write(text + self.closing)
        self._stream.flush()
        self._stream.seek(-len(self.closing), io.SEEK_CUR)

    def _first(self, head: Mapping[str, Any]) -> bytes:
        return dumped(head)[:-1] + self._list

    def _dumped(self, element: Any) -> bytes:
        return dumped(element)

    def _loaded(self, element: bytes) -> Any:
        return json.loads(element)


class CsvFile(LineFile):
    """Rows under their names; the settings are JSON in a file beside it."""

    comma = b""
    closing = b"\n"

    @property
    def _beside(self) -> Path:
        return self.path.with_name(f"{self.path.name}.settings")

    def head(self) -> Any:
        """Return the settings."""
        text = self._beside.read_bytes() if self._beside.exists() else b""
        return {"settings": json.loads(text)}

    def _first(self, head: Mapping[str, Any]) -> bytes:
        self._beside.write_bytes(dumped(head["settings"]) + b"\n")
        return self._dumped(head["columns"])

    def _dumped(self, element: Any) -> bytes:
        line = io.StringIO(newline="")
        csv.writer(line, lineterminator="").writerow(element)
        return line.getvalue().encode()

    def _loaded(self, element: bytes) -> Any:
        return next(csv.reader([element.decode()]))


def dumped(value: object) -> bytes:
    """Return *value* as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
