"""The file that a store is: opened, locked, read and changed, and mended where it is damaged.

All that SQLite or the system may say against it comes out as one `StoreError`; see `refusals`.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections import Counter
from collections.abc import Callable, Container
from pathlib import Path
from threading import RLock
from typing import TypeVar

from ..errors import StoreError
from ..text import Message, msg
from .home import FILE, LOCK, SALVAGED
from .lock import PATIENCE, Lock
from .pages import INDEX_HEAD, MAGIC, PAGE, beside, is_shortened, read_image, read_log, sync_folder
from .refusals import READING, cannot_mend, foreign, is_busy, is_damage, newer, refusal
from .rows import read_books
from .schema import (
    APPLICATION,
    MOST_VERSIONS,
    VERSION,
    is_current,
    make_tables,
    migrate,
    tables,
    version_of,
)
from .seals import Damaged

MOST_LOG_PAGES = 250
"""After so many pages the log is written back: 1 MB, which is also soon checked (see `_check`)."""

_ATTEMPTS = 3
"""How often to mend what is damaged before giving up."""

_open: Counter[tuple[int, int]] = Counter()
"""How often this process has opened each file with SQLite.

POSIX drops all locks of a process on a file when any of its handles on it is closed, SQLite's too,
so such a file must not be opened in another way as well.
"""

Answer = TypeVar("Answer")


class Database:
    """The SQLite file in *folder*; both are made where they are missing.

    One object belongs to one process, of which any thread may use it; a child that is forked opens
    its own.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / FILE
        self.notices: list[Message] = []
        """What had to be done to a damaged file, for whoever uses it."""
        self._lock = Lock(folder / LOCK)
        self._turn = RLock()  # one thread at a time
        self._db: sqlite3.Connection | None = None
        self._id = (0, 0)
        """Which file it is that is open: not always the one that has its name by now."""
        self._refusal: StoreError | None = None
        """Why nothing can be written; then `_db` is a copy in memory."""
        try:
            self._attempt(lambda: None)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        with self._turn:
            try:
                # Who is the last writes the log back, and nobody shall look at the file meanwhile.
                with self._lock.held():
                    self._disconnect()
            except OSError:
                self._disconnect()
            self._lock.close()

    def read(self, ask: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Return what *ask* reads, all of it from one moment."""

        def act() -> Answer:
            assert self._db is not None
            self._db.execute("BEGIN")
            try:
                self._see_version(self._db)
                return ask(self._db)
            finally:
                self._roll_back()

        return self._attempt(act)

    def write(self, change: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Do *change* wholly or not at all; when this returns it is on the disk."""

        def act() -> Answer:
            with self._lock.held():
                self._connect()  # once more: only now nobody puts another file in its place
                if self._refusal:
                    raise self._refusal
                assert self._db is not None
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    self._see_version(self._db)
                    done = change(self._db)
                    self._db.execute("COMMIT")
                finally:
                    self._roll_back()
                return done

        return self._attempt(act)

    def _attempt(self, act: Callable[[], Answer]) -> Answer:
        """Do *act* with the file open, and once more when it had to be mended first."""
        with self._turn:
            return self._attempt_alone(act)

    def _attempt_alone(self, act: Callable[[], Answer]) -> Answer:
        for _ in range(_ATTEMPTS):
            try:
                self._connect()
                return act()
            except sqlite3.ProgrammingError:
                raise  # a mistake of ours says nothing about the file
            except READING as error:
                if not is_damage(error):
                    raise refusal(error, self.file) from error
                self._mend(error)
            except (UnicodeEncodeError, OverflowError, RecursionError) as error:
                raise StoreError(
                    msg("store-unfit", "This match holds a text or a number that cannot be kept.")
                ) from error
            except OSError as error:
                raise refusal(error, self.file) from error
        raise cannot_mend(self.file, None)

    def _see_version(self, db: sqlite3.Connection) -> None:
        """See that no newer splitpick has changed the tables meanwhile."""
        if db.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            _version(db, self.file)

    def _roll_back(self) -> None:
        if self._db is not None and self._db.in_transaction:
            try:
                self._db.execute("ROLLBACK")
            except sqlite3.Error:  # it cannot; what is not committed is gone when it is closed
                self._disconnect()

    # Opening.

    def _connect(self) -> None:
        """Open the file that now has the name, unless that is the one which is open."""
        if self._db is not None and not self._refusal and self._id == _identity(self.file):
            return
        self._disconnect()
        self._id = _identity(self.file)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with self._lock.held():
                self._open()
        except (OSError, sqlite3.OperationalError) as error:
            # What cannot be written can often be read all the same.
            unusable = is_damage(error) or is_busy(error)
            if unusable or not self._read_copy(refusal(error, self.file)):
                raise

    def _open(self) -> None:
        if self.file.with_name(SALVAGED).exists():
            from .salvage import put_in_place

            kept = put_in_place(self.file)
            self.notices.append(
                msg(
                    "store-mended",
                    "The file of your matches was damaged, and what could be read of it was saved. "
                    "The damaged file is kept as {file}.",
                    file=str(kept),
                )
            )
        self._id = _identity(self.file)
        new = self._id == (0, 0)
        if not _open[self._id]:
            self._check()
        self._db = db = sqlite3.connect(
            self.file, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        self._id = _identity(self.file)
        _open[self._id] += 1
        try:
            self._prepare(db)
        except BaseException:
            self._disconnect()
            raise
        if new:
            sync_folder(self.folder)

    def _check(self) -> None:
        """Look at the file before SQLite does, which heals in silence what it thinks unfinished."""
        # The log first: where there is none any more, all of it is in the file by then.
        log = read_log(_bytes(beside(self.file, "-wal")))
        size = _size(self.file)
        if not log.sound or is_shortened(log, _bytes(beside(self.file, "-shm"), INDEX_HEAD)):
            raise Damaged
        if not size and log.pages:  # to SQLite a new store, and the log a left-over
            raise Damaged
        if not size or _size(beside(self.file, "-journal")):
            return
        head = log.pages[1] if 1 in log.pages else _bytes(self.file, 100)
        if not _is_ours(head):
            _version(_in_memory(self.file), self.file)
        elif not log.pages and size < int.from_bytes(head[28:32], "big") * PAGE:
            raise Damaged

    def _prepare(self, db: sqlite3.Connection) -> None:
        """Set up the connection, and the tables if they are not today's."""
        db.execute(f"PRAGMA page_size = {PAGE}")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA secure_delete = ON")  # or a salvage would find what was deleted
        if _version(db, self.file) < VERSION:
            _bring_up_to_date(db, self.file)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(f"PRAGMA wal_autocheckpoint = {MOST_LOG_PAGES}")

    def _read_copy(self, refused: StoreError) -> bool:
        """Open a copy in memory, where nothing can be written for the reason *refused*."""
        if not _size(self.file) or _open[_identity(self.file)]:
            return False
        try:
            db = _in_memory(self.file)
        except OSError:
            return False
        try:
            if _version(db, self.file) < VERSION:
                _bring_up_to_date(db, self.file)
        except READING as error:
            raise cannot_mend(self.file, refused) from error
        self._db, self._refusal = db, refused
        return True

    def _disconnect(self) -> None:
        db, self._db = self._db, None
        if db is None:
            return
        if self._refusal is None:
            _open[self._id] -= 1
        self._refusal = None
        with contextlib.suppress(sqlite3.Error):
            db.close()

    def _mend(self, error: Exception) -> None:
        """Salvage what is in the file that turned out to be damaged, unless others have done so."""
        from .salvage import salvage  # which hardly anybody ever needs

        damaged = self._id
        self._disconnect()
        try:
            with self._lock.held():
                if _identity(self.file) == damaged:
                    self.notices += salvage(self.file)
        except (OSError, sqlite3.Error) as refused:
            raise cannot_mend(self.file, refused) from error


def _is_ours(head: bytes) -> bool:
    """Say whether a file that begins with *head* is a store of today's version."""
    version, application = (int.from_bytes(head[at : at + 4], "big") for at in (60, 68))
    return (
        head[:16] == MAGIC
        and int.from_bytes(head[16:18], "big") == PAGE
        and (version, application) == (VERSION, APPLICATION)
    )


def _in_memory(file: Path) -> sqlite3.Connection:
    """Open a copy of *file*."""
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    db.deserialize(read_image(file).alone())
    return db


def _version(db: sqlite3.Connection, file: Path) -> int:
    """Say of which version the store is; 0 is an empty one.

    Raises `StoreError` for one that this splitpick does not know, `Damaged` where it cannot be.
    """
    version = version_of(db)
    found = tables(db)
    if version == VERSION or VERSION in _said(db, found):
        if version != VERSION or not is_current(found):
            raise Damaged
    elif version is None:
        raise foreign(file)
    elif version > MOST_VERSIONS:
        raise Damaged
    elif version > VERSION:
        raise newer(file, version, VERSION)
    return version


def _said(db: sqlite3.Connection, found: Container[str]) -> list[int]:
    """Return the version that the store itself names, other than the head of its file."""
    if "store" not in found:
        return []
    try:
        return [read_books(db.execute("SELECT * FROM store").fetchone()).version]
    except READING:
        return []


def _bring_up_to_date(db: sqlite3.Connection, file: Path) -> None:
    """Make the tables, or those of an earlier version into today's."""
    db.execute("BEGIN IMMEDIATE")
    try:
        version = _version(db, file)
        if not version:
            make_tables(db)
        elif version < VERSION:
            migrate(db, version)
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def _identity(file: Path) -> tuple[int, int]:
    """Tell *file* from one that has been put in its place; (0, 0) where there is none."""
    try:
        found = file.stat()
    except FileNotFoundError:
        return 0, 0
    return found.st_dev, found.st_ino


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def _bytes(file: Path, most: int = -1) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(most)
    except FileNotFoundError:
        return b""
