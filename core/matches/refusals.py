"""Why a store's file cannot be used: what SQLite and the system say, in words for people."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from ..errors import StoreError
from ..reasons import REASONS, reason
from ..text import Text, msg
from .seals import Damaged

_BUSY = {"SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL"}

_DAMAGE = {
    *("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT", "SQLITE_IOERR_SHORT_READ"),
    *("SQLITE_IOERR_DATA", "SQLITE_IOERR_CORRUPTFS"),
    # Every statement of ours is right for the tables that `schema` makes, and every row is new
    # where it is added: that one cannot be done means that the tables are not what they were.
    *("SQLITE_ERROR", "SQLITE_CONSTRAINT", "SQLITE_MISMATCH", "SQLITE_TOOBIG", "SQLITE_SCHEMA"),
    *("SQLITE_INTERNAL", "SQLITE_RANGE", "SQLITE_EMPTY"),
}

READING = (Damaged, sqlite3.Error, UnicodeDecodeError)
"""What may come out of reading a file that may be damaged."""

_PROBE = ".matches-probe"


def is_damage(error: Exception) -> bool:
    """Say whether *error* comes from a file that is damaged."""
    # What SQLite reads without a complaint, we or Python may not: a text that is no UTF-8.
    if isinstance(error, Damaged | UnicodeDecodeError):
        return True
    if not isinstance(error, sqlite3.DatabaseError) or isinstance(error, sqlite3.ProgrammingError):
        return False
    name = getattr(error, "sqlite_errorname", "SQLITE_CORRUPT")
    return name in _DAMAGE or _short(name) in _DAMAGE


def is_busy(error: Exception) -> bool:
    """Say whether *error* comes from others that use the file."""
    if isinstance(error, sqlite3.Error):
        return _short(getattr(error, "sqlite_errorname", "")) in _BUSY
    return isinstance(error, TimeoutError) and error.errno is None


def _short(name: str) -> str:
    """Return the name of an error without what SQLite adds to it: ``SQLITE_BUSY_SNAPSHOT``."""
    return "_".join(name.split("_")[:2])


def refusal(error: Exception, file: Path) -> StoreError:
    """Make the error that says why *file* cannot be used."""
    if is_busy(error):
        return StoreError(
            msg(
                "store-busy",
                "The matches in {file} are being used by another program for too long.",
                file=str(file),
            )
        )
    return StoreError(
        msg(
            "store-refused",
            "Matches cannot be kept in {file}: {reason}.",
            file=str(file),
            reason=why(error, file),
        )
    )


def cannot_mend(file: Path, error: Exception | None) -> StoreError:
    """Make the error that says that *file* is damaged, and why it stays so."""
    if error is None:
        return StoreError(
            msg(
                "store-damaged",
                "The matches in {file} are damaged again and again.",
                file=str(file),
            )
        )
    return StoreError(
        msg(
            "store-not-mended",
            "The matches in {file} are damaged, and cannot be saved now: {reason}. "
            "Nothing was changed.",
            file=str(file),
            reason=why(error, file),
        )
    )


def newer(file: Path, version: int, known: int) -> StoreError:
    """Make the error for a store that a later splitpick has written."""
    return StoreError(
        msg(
            "store-newer",
            "The matches in {file} were kept by a newer splitpick: their format is {version}, and "
            "this splitpick knows up to {known}. Nothing was changed. Install the newer one, or "
            "name another folder with SPLITPICK_HOME.",
            file=str(file),
            version=version,
            known=known,
        )
    )


def foreign(file: Path) -> StoreError:
    """Make the error for another program's database."""
    return StoreError(
        msg(
            "store-foreign",
            "{file} is a database, but not one of splitpick. Nothing was changed. Move it "
            "elsewhere, or name another folder with SPLITPICK_HOME.",
            file=str(file),
        )
    )


def why(error: Exception, file: Path) -> Text:
    """Say what is behind *error*."""
    if isinstance(error, StoreError):
        return error.message
    if isinstance(error, OSError):
        return reason(error)
    # SQLite keeps the system's reason to itself, so the same is tried once more without it.
    try:
        _try_writing(file)
    except OSError as refused:
        return reason(refused)
    name = str(getattr(error, "sqlite_errorname", type(error).__name__))
    return _MEANT.get(_short(name), name)


_MEANT = {
    "SQLITE_FULL": REASONS["ENOSPC"],
    "SQLITE_READONLY": REASONS["EROFS"],
    "SQLITE_PERM": REASONS["EACCES"],
    "SQLITE_CANTOPEN": REASONS["EACCES"],
    "SQLITE_IOERR": REASONS["EIO"],
}


def _try_writing(file: Path) -> None:
    """Write as SQLite would; raises the `OSError` that keeps it from it."""
    if file.is_dir():
        raise IsADirectoryError(21, "", str(file))
    for name in (file, *(file.with_name(file.name + ending) for ending in ("-wal", "-shm"))):
        # No handle on it: closing that would take SQLite's own locks away.
        if name.exists() and not os.access(name, os.R_OK | os.W_OK):
            raise PermissionError(13, "", str(name))
    probe = file.with_name(_PROBE)
    sizes = [name.stat().st_size for name in file.parent.glob(f"{file.name}*")]
    try:
        with probe.open("wb") as opened:
            opened.write(bytes(2**16))
            opened.seek(max(sizes, default=0) + 2**16)
            opened.write(b"\0")
            opened.flush()
            os.fsync(opened.fileno())
    finally:
        with contextlib.suppress(OSError):
            probe.unlink()
