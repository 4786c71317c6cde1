"""A store's file as bytes: its pages with the write-ahead log, and every row that can be found.

For what SQLite cannot open any more.  Nothing is trusted here, neither the header nor the trees
that pages make up: a row is whatever has the form of one, and its seal says whether it is.

The format is https://www.sqlite.org/fileformat2.html; pages of `PAGE` bytes, of which none are
reserved, as `database` makes them.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PAGE = 4096
"""The size of a page in bytes."""

MAGIC = b"SQLite format 3\0"

INDEX_HEAD = 100
"""So many bytes of a log's index say what is in the log."""

_WAL_HEADER = 32
_FRAME_HEADER = 24
_FRAME = _FRAME_HEADER + PAGE
_MOST_LOCAL = (PAGE - 12) * 64 // 255 - 23
_LEAST_LOCAL = (PAGE - 12) * 32 // 255 - 23
_MOST_TEXT = 64 * 2**20
"""Longer texts than this many bytes are none of ours."""


# The write-ahead log.


@dataclass
class Log:
    """What stands in a write-ahead log."""

    pages: dict[int, bytes] = field(default_factory=dict)
    """The pages that were committed, by their numbers from 1, as they were at last."""
    frames: int = 0
    """How many frames SQLite will believe: up to the last that was committed."""
    salts: bytes = b""
    """What tells these frames from older ones in the file."""
    sound: bool = True
    """Whether SQLite will believe all that was committed."""


def read_log(data: bytes) -> Log:
    """Read a write-ahead log.

    SQLite ends its reading at the first frame that is not right, since that is how one looks that
    was not written to its end.  It is damage if something was committed behind it.
    """
    log = Log()
    if len(data) <= _WAL_HEADER:
        return log
    magic = int.from_bytes(data[:4], "big")
    order = ">" if magic & 1 else "<"
    log.salts = data[16:24]
    sums = _checksum(data[:24], (0, 0), order)
    if magic not in (0x377F0682, 0x377F0683) or _pair(data[24:32]) != sums:
        log.sound = False
        # Its frames may be right all the same: each names the salts, and the sum before it.
        log.salts = data[_WAL_HEADER + 8 : _WAL_HEADER + 16]
    waiting: dict[int, bytes] = {}
    seen = 0
    unbroken = log.sound
    for at in range(_WAL_HEADER, len(data) - _FRAME + 1, _FRAME):
        head, page = data[at : at + _FRAME_HEADER], data[at + _FRAME_HEADER : at + _FRAME]
        if head[8:16] != log.salts:
            unbroken = False
            sums = _pair(head[16:24])
            continue
        seen += 1
        stored = _pair(head[16:24])
        right = _checksum(page, _checksum(head[:8], sums, order), order) == stored
        sums = stored
        if not right:
            unbroken = False
            continue
        waiting[int.from_bytes(head[:4], "big")] = page
        if int.from_bytes(head[4:8], "big"):  # the last frame of what was committed together
            log.pages |= waiting
            waiting = {}
            if unbroken:
                log.frames = (at - _WAL_HEADER) // _FRAME + 1
            else:
                log.sound = False
    return log


def is_shortened(log: Log, index: bytes) -> bool:
    """Say whether something was in the log that is no longer there.

    *index* is how SQLite's index of it (the file ``-shm``) begins: its first `INDEX_HEAD` bytes.
    A process that is killed leaves it behind, and one that ends deletes it before the log.
    """
    one, other = index[:48], index[48:96]
    if len(index) < INDEX_HEAD or one != other or not one[12]:
        return False
    known, written_back = (int(struct.unpack("=I", index[at : at + 4])[0]) for at in (16, 96))
    if not log.salts:
        return known > written_back
    return one[32:40] == log.salts and known > log.frames


def _pair(data: bytes) -> tuple[int, int]:
    return struct.unpack(">II", data)


def _checksum(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    one, other = sums
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for first, second in zip(words, words, strict=True):
        one = (one + first + other) & 0xFFFFFFFF
        other = (other + second + one) & 0xFFFFFFFF
    return one, other


# The image: what SQLite would see, if it could.


class Image:
    """All pages of a database file, with what its write-ahead log changes in them."""

    def __init__(self, main: bytes, log: Log) -> None:
        self.data = bytearray(main)
        if len(self.data) % PAGE:
            self.data += bytes(PAGE - len(self.data) % PAGE)
        for number in sorted(log.pages):
            if number > MOST_PAGES or not number:
                continue
            if len(self.data) < number * PAGE:
                self.data += bytes(number * PAGE - len(self.data))
            self.data[(number - 1) * PAGE : number * PAGE] = log.pages[number]

    def alone(self) -> bytes:
        """Return the file as it would be without a log beside it."""
        data = bytearray(self.data)
        data[18:20] = b"\x01\x01"
        return bytes(data)

    def rows(self, table: str) -> Iterator[tuple[Any, ...]]:
        """Find everything that has the form of a row of *table*, wherever it stands."""
        form = _form(_TYPES[table])
        for start in range(0, len(self.data), PAGE):
            page = bytes(self.data[start : start + PAGE])
            for found in form.finditer(page):
                row = self._row(page, found.start(), found.start(1), found.end(1))
                if row is not None:
                    yield row

    def _row(self, page: bytes, start: int, types: int, end: int) -> tuple[Any, ...] | None:
        """Read the record that begins at *start* of *page*; its types end at *end*."""
        if page[start] != end - start:
            return None
        kinds = list(_varints(page, types, end))
        length = end - start + sum(map(_size, kinds))
        if length > _MOST_TEXT:
            return None
        payload = self._payload(page, start, length)
        if payload is None:
            return None
        values: list[Any] = []
        at = end - start
        for kind in kinds:
            size = _size(kind)
            value = _value(kind, payload[at : at + size])
            if value is _NONE_OF_OURS:
                return None
            values.append(value)
            at += size
        return tuple(values)

    def _payload(self, page: bytes, start: int, length: int) -> bytes | None:
        """Return a record of *length* bytes; what has no room in its page is in others."""
        local = length
        if length > _MOST_LOCAL:
            local = _LEAST_LOCAL + (length - _LEAST_LOCAL) % (PAGE - 4)
            if local > _MOST_LOCAL:
                local = _LEAST_LOCAL
        payload = page[start : start + local]
        if len(payload) < local:
            return None
        if local == length:
            return payload
        pieces = [payload]
        left = length - local
        number = int.from_bytes(page[start + local : start + local + 4], "big")
        while left > 0:
            at = (number - 1) * PAGE
            if not number or at + PAGE > len(self.data):
                return None
            pieces.append(bytes(self.data[at + 4 : at + 4 + min(left, PAGE - 4)]))
            left -= PAGE - 4
            number = int.from_bytes(self.data[at : at + 4], "big")
        return b"".join(pieces)


def read_image(file: Path) -> Image:
    """Read a database file and the log beside it; either may be missing."""
    return Image(_bytes(file), read_log(_bytes(beside(file, "-wal"))))


def beside(file: Path, ending: str) -> Path:
    """Return the path of what SQLite keeps beside *file*."""
    return file.with_name(file.name + ending)


def sync_folder(folder: Path) -> None:
    """See to it that new names in *folder* outlast a power cut, where the system can."""
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""


# The forms of rows: the number of bytes that the types take, and the types.

MOST_PAGES = 2**20
"""A file of more pages is none of ours: 4 GB."""

_INTEGER = rb"[\x00-\x06\x08\x09]"  # or NULL
_TEXT = rb"(?:[\x0d-\x7f]|[\x81-\xff][\x80-\xff]{0,2}[\x00-\x7f])"
_TEXT_OR_NULL = rb"(?:[\x00\x0d-\x7f]|[\x81-\xff][\x80-\xff]{0,2}[\x00-\x7f])"
_SEAL, _DIGEST = rb"\x1c", rb"\x2c"

_TYPES = {
    "store": [*[_INTEGER] * 5, _SEAL],
    "matches": [
        *(_INTEGER, *[_TEXT] * 5, *[_INTEGER] * 4, _TEXT_OR_NULL, *[_INTEGER] * 2),
        *(_DIGEST, _DIGEST, _SEAL, _SEAL),
    ],
    "rules": [_DIGEST, _TEXT],  # as in spares
    "journal": [*[_INTEGER] * 3, _TEXT, _INTEGER, _TEXT_OR_NULL, _SEAL],
    "notes": [*[_INTEGER] * 2, *[_TEXT] * 2, _SEAL],
    "deleted": [_INTEGER, _SEAL],
}
"""The types of the columns of each table in `schema`."""


def _form(types: Sequence[bytes]) -> re.Pattern[bytes]:
    # How long all types are comes first, each being at least a byte, that of a long text four.
    least, most = 1 + len(types), 1 + len(types) + 3 * len(types)
    length = b"[" + re.escape(bytes(range(least, most + 1))) + b"]"
    # Looking ahead, so that what is found may overlap.
    return re.compile(b"(?s)" + length + b"(?=(" + b"".join(types) + b"))")


_NONE_OF_OURS = object()


def _varints(data: bytes, start: int, end: int) -> Iterator[int]:
    number = 0
    for byte in data[start:end]:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            yield number
            number = 0


def _size(kind: int) -> int:
    """Return how many bytes a value of that type takes."""
    if kind >= 12:
        return (kind - 12) // 2
    return (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind]


def _value(kind: int, data: bytes) -> Any:
    if kind == 0:
        return None
    if kind in (8, 9):
        return kind - 8
    if kind < 8:
        return int.from_bytes(data, "big", signed=True)
    if kind % 2 == 0:
        return data
    try:
        return data.decode()
    except UnicodeDecodeError:
        return _NONE_OF_OURS
