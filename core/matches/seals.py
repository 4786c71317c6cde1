"""Seals: checksums that tell whether what the disk gives back is what it was given.

SQLite notices a page that makes no sense, but not a changed letter in one that does.  So every row
of a store carries a seal over its values, and the seal of a journal's entry covers the one before
as well: an entry that is changed, missing or another match's breaks the chain from there on.
"""

from __future__ import annotations

from hashlib import blake2b
from json import JSONEncoder

_write = JSONEncoder(separators=(",", ":"), default=bytes.hex).encode
"""ASCII, and the same in every Python: what is sealed must not depend on who reads it."""


class Damaged(Exception):
    """What the disk gives back is not what it was given; the store sees to it, nobody else."""


def seal(*values: int | str | bytes | None) -> bytes:
    """Make the seal of *values*: 8 bytes."""
    return blake2b(_write(values).encode(), digest_size=8).digest()


def digest(text: str) -> bytes:
    """Make what a text is kept under: 16 bytes that only this text has."""
    return blake2b(text.encode(), digest_size=16).digest()
