"""The SQLite file of a store: opened, checked, backed up, and replaced by its backup if damaged."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sqlite3
import struct
from collections.abc import Callable, Iterator
from datetime import date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import RLock
from typing import TypeVar

from ..errors import REASONS, StoreError, reason
from ..home import make_private_folder
from ..text import Message, Text, msg, nmsg, sentences

VERSION = 1
APPLICATION = 0x53504C54
"""Mark of our files (``PRAGMA application_id``): "SPLT"."""
TABLES = f"""
PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE rules (id INTEGER PRIMARY KEY, digest BLOB UNIQUE, text TEXT);
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- no number is given twice
    uid TEXT, ruleset TEXT, rules INTEGER, setup TEXT, players TEXT,
    entries INTEGER, result TEXT, touched INTEGER,
    latest INTEGER -- row of the journal: orders matches whatever the clock says
);
CREATE TABLE journal (
    id INTEGER PRIMARY KEY, match INTEGER, number INTEGER, seat INTEGER, text TEXT, at INTEGER,
    mark TEXT, comment TEXT, UNIQUE (match, number)
);
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
COMMIT;
"""

_LOG_HEADER, _FRAME_HEADER = 32, 24
"""Sizes of the header of a write-ahead log, and of that before each page in it."""
_INDEX_HEADER = struct.Struct("=16x I 12x 8s")
"""Number of the last frame of the last whole change, and the log's salts, in SQLite's wal-index."""

_INTERRUPTIBLE = 1_000_000
"""Steps of SQLite, some milliseconds, after which Ctrl-C is heard."""

PATIENCE = 60.0
"""Seconds to wait for other programs, which lock the file for milliseconds."""
BACKUPS = 3

_DAMAGE = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_IOERR_SHORT_READ")
_NO_TABLE = re.compile("no such (table|column)|malformed database schema|table .* has no column")
_BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_PROTOCOL")

_sentence = sentences(
    msg("store-refused", "Matches cannot be saved in {file}: {reason}."),
    msg("store-busy", "Another program has been using {file} for too long."),
    msg("store-unfit", "This match contains text or a number that cannot be saved."),
    msg("store-foreign",
        "{file} is another program's database. Nothing was changed. Move it elsewhere, or "
        "name another folder with SPLITPICK_HOME."),
    msg("store-newer",
        "{file} was written by a newer version of splitpick: its format is {version}, and this "
        "version reads {known}. Nothing was changed. Install the newer version, or name "
        "another folder with SPLITPICK_HOME."),
    msg("store-damaged", "The file with your matches was damaged. It is kept as {file}."),
    msg("store-empty", "The file with your matches was empty. It is kept as {file}."),
    msg("store-restored",
        "Its backup {file} has taken its place. What was played after the backup is missing."),
    msg("store-lost", "There is no backup, so no matches are left."),
    nmsg("store-log",
        "The last change in the file with your matches is incomplete. If the computer stopped while"
        " it was being written, nothing is wrong, as it had not been confirmed. Otherwise the file"
        " was damaged, and your last action may be missing.",
        "A part of the file with your matches was damaged: the last {count} changes in it could not"
        " be read, among them actions that were confirmed.", 0),
    msg("store-gone",
        "The file with your matches was gone, so a new one was made. A backup is in {file}. To get"
        " its matches back, rename it to {name}."),
)  # fmt: skip

Answer = TypeVar("Answer")


class _Log:
    """Write-ahead log *file* as it is before SQLite opens it, and silently drops what is damaged.

    SQLite reads the log up to the first frame whose checksum is wrong.  Frames behind that one
    which belong to the same log have been written, and some of them on the disk, nevertheless.
    Frames behind the last change that the index beside the log knows were still being written.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.salts = b""
        self.commits: list[int] = []
        """Numbers, from 1, of the frames that end a change."""
        with contextlib.suppress(OSError, struct.error), file.open("rb") as stream:
            header = stream.read(_LOG_HEADER)
            (size,) = struct.unpack_from(">I", header, 8)
            first = stream.read(_FRAME_HEADER)
            # A header that is damaged itself is told by its checksum; then the first frame counts.
            self.salts = header[16:24] if _is_whole(header) else first[8:16]
            number, frame = 1, first
            # A frame that is cut off was being written: nobody has confirmed it.
            whole = (file.stat().st_size - _LOG_HEADER) // (_FRAME_HEADER + size)
            # Where an older log is written over, it is not cut off, but lacks its page.
            with contextlib.suppress(OSError, struct.error):
                index = file.with_name(file.name.removesuffix("wal") + "shm").read_bytes()
                last, salts = _INDEX_HEADER.unpack_from(index)
                whole = min(whole, last) if salts == self.salts else whole
            while number <= whole and size and frame[8:16] == self.salts:
                if frame[4:8] != bytes(4):  # the size of the file after a change
                    self.commits.append(number)
                number += 1
                stream.seek(_LOG_HEADER + (number - 1) * (_FRAME_HEADER + size))
                frame = stream.read(_FRAME_HEADER)

    def lost(self, db: sqlite3.Connection) -> int:
        """Return how many changes in the log SQLite has not read, as a frame is damaged."""
        frames: int
        _, frames, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        count = sum(commit > frames for commit in self.commits)
        if not count:
            return 0
        with contextlib.suppress(sqlite3.OperationalError):
            db.execute("BEGIN IMMEDIATE")  # nobody else writes the log while it is read
        try:
            # Another program may have begun a new log, or be about to: then all frames are whole.
            changed = _Log(self.file).salts != self.salts
            return 0 if changed or self._is_whole(max(frames, 0)) else count
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")

    def _is_whole(self, frames: int) -> bool:
        """Return whether the checksums of the header and of all behind *frames* are right."""
        with self.file.open("rb") as stream:
            header = stream.read(_LOG_HEADER)
            (size,) = struct.unpack_from(">I", header, 8)
            if not _is_whole(header):
                return False
            before = header[24:32]
            if frames:
                stream.seek(_LOG_HEADER + (frames - 1) * (_FRAME_HEADER + size))
                before = stream.read(_FRAME_HEADER)[16:24]
                stream.seek(size, os.SEEK_CUR)
            for _ in range(frames, self.commits[-1]):
                frame = stream.read(_FRAME_HEADER + size)
                data = frame[:8] + frame[_FRAME_HEADER:]
                before = _checksum(header, data, struct.unpack(">2I", before))
                if before != frame[16:24]:
                    return False
        return True


def _is_whole(header: bytes) -> bool:
    """Return whether the checksum of the *header* of a log is right."""
    return _checksum(header, header[:24]) == header[24:32]


def _checksum(header: bytes, data: bytes, start: tuple[int, ...] = (0, 0)) -> bytes:
    """Return the checksum of *data* behind that with the checksum *start*, as SQLite writes it."""
    order = ">" if header[:4] == b"\x37\x7f\x06\x83" else "<"
    one, two = start
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & 0xFFFF_FFFF
        two = (two + odd + one) & 0xFFFF_FFFF
    return struct.pack(">2I", one, two)


class _Damaged(sqlite3.DatabaseError):
    sqlite_errorname = _DAMAGE[0]


class Database:
    """The SQLite file *file*, created if missing; any thread may use it.

    The constructor, `read` and `write` raise `StoreError` if the file cannot be used; then nothing
    has changed.  A file that cannot be written is opened for reading only, if possible.
    """

    def __init__(self, file: Path) -> None:
        self._folder = file.parent
        # Links are followed: SQLite's other files and the backups belong beside the file itself.
        self.file = Path(os.path.realpath(file))
        self.notices: list[Message] = []
        self._turn = RLock()
        self._db: sqlite3.Connection | None = None
        self._id = (0, 0)
        """Device and inode of the open file; another file may have got its name by now."""
        self.read(lambda db: None)

    def close(self) -> None:
        """Make today's backup if there is none yet, and close the file."""
        with self._turn:
            if self._db is not None:
                with contextlib.suppress(sqlite3.Error):
                    self._back_up(self._db)
            self._disconnect()

    def read(self, ask: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Return the result of *ask*, which reads in one transaction."""
        return self._use("BEGIN", ask)

    def write(self, change: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Run *change* in one transaction; return its result once all is on the disk."""
        return self._use("BEGIN IMMEDIATE", change)

    def _use(self, begin: str, act: Callable[[sqlite3.Connection], Answer]) -> Answer:
        def do() -> Answer:
            db = self._db
            if db is None or self._id != _identity(self.file):
                db = self._connect()
            with db:
                db.execute(begin)
                return act(db)

        with self._turn:
            try:
                try:
                    return do()
                except UnicodeDecodeError:  # SQLite quotes a damaged table in its error
                    pass
                except sqlite3.DatabaseError as error:
                    if not _is_damage(error):
                        raise
                self._replace()
                return do()
            except (sqlite3.Error, OSError) as error:
                if _name(error) == "SQLITE_INTERRUPT":
                    raise KeyboardInterrupt from None
                raise _refusal(error, self.file) from error
            except (UnicodeEncodeError, OverflowError) as error:
                raise StoreError(_sentence("store-unfit")) from error

    def _connect(self) -> sqlite3.Connection:
        """Open `file` and return the connection, read-only if the file cannot be written."""
        self._disconnect()
        try:
            make_private_folder(self._folder)
            if self.file.is_dir():
                raise IsADirectoryError(errno.EISDIR, "", str(self.file))
            backup = self.newest_backup()  # before another program may make the file, and one
            if not self.file.exists():
                with self._draft() as draft:
                    _publish(draft, self.file)  # another program may be first
                if backup:
                    about = {"file": str(backup), "name": str(self.file)}
                    self.notices.append(_sentence("store-gone", **about))
            db = self._open("mode=rw")
            self._back_up(db)
        except (sqlite3.OperationalError, OSError) as error:
            if self._has_log() or not self.file.is_file() or _name(error).startswith(_BUSY):
                raise
            db = self._open("immutable=1")  # needs no other files, and ignores a log
            self._id = (0, 0)  # so that the next use tries again to open it for writing
        return db

    def _open(self, mode: str) -> sqlite3.Connection:
        self._id = _identity(self.file)
        if not self.file.stat().st_size:  # SQLite takes an empty file for a new database
            raise _Damaged
        was_killed = self._has_log()  # or another program is using it
        log = _Log(Path(f"{self.file}-wal")) if was_killed and "immutable" not in mode else None
        self._db = db = sqlite3.connect(
            f"{self.file.as_uri()}?{mode}",
            uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False,
        )  # fmt: skip
        try:
            db.set_progress_handler(_heed_ctrl_c, _INTERRUPTIBLE)
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA secure_delete = ON")
            db.text_factory = lambda text: text.decode("utf-8", "replace")
            ((application,),) = db.execute("PRAGMA application_id")
            ((version,),) = db.execute("PRAGMA user_version")
            file = str(self.file)
            if application != APPLICATION or _has_code(db):
                raise StoreError(_sentence("store-foreign", file=file))
            if version != VERSION:
                raise StoreError(
                    _sentence("store-newer", file=file, version=version, known=VERSION)
                )
            if was_killed:
                _check(db)
            if log and (lost := log.lost(db)):
                self.notices.append(_sentence("store-log", count=lost))
        except BaseException:
            self._disconnect()
            raise
        return db

    def _disconnect(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            with contextlib.suppress(sqlite3.Error):
                db.close()

    def _has_log(self) -> bool:
        with contextlib.suppress(FileNotFoundError):  # the last program to close deletes it
            return Path(f"{self.file}-wal").stat().st_size > 0
        return False

    @contextlib.contextmanager
    def _draft(self, source: Path | None = None) -> Iterator[Path]:
        """Yield a temporary copy of *source*, or of an empty store; it is deleted unless moved."""
        with TemporaryDirectory(prefix=".matches-", dir=self.file.parent) as folder:
            draft = Path(folder, "draft.sqlite3")
            with contextlib.closing(sqlite3.connect(draft, isolation_level=None)) as db:
                if source is None:
                    db.executescript(TABLES)
                else:
                    mode = "mode=ro" if source == self.file else "immutable=1"
                    origin = sqlite3.connect(f"{source.as_uri()}?{mode}", uri=True)
                    with contextlib.closing(origin):
                        origin.backup(db)
                    # What takes the file's place is looked at whole: also whether indexes agree.
                    _check(db, "quick" if source == self.file else "integrity")
            draft.chmod(0o600)  # SQLite gives its other files the same permissions
            yield draft

    def newest_backup(self) -> Path | None:
        """Return the newest backup; ``None`` without one."""
        return next(iter(self._backups()), None)

    def _backups(self) -> list[Path]:
        return sorted(self.file.parent.glob("matches.backup-*.sqlite3"), reverse=True)

    def _back_up(self, db: sqlite3.Connection) -> None:
        """Make today's backup, unless it exists, there is nothing to save, or it cannot be made."""
        today = self.file.with_name(f"matches.backup-{date.today()}.sqlite3")
        with contextlib.suppress(sqlite3.OperationalError, OSError):
            if not today.exists() and db.execute("SELECT 1 FROM matches LIMIT 1").fetchone():
                with self._draft(self.file) as draft:
                    draft.replace(today)
                for old in self._backups()[BACKUPS:]:
                    old.unlink()

    def _replace(self) -> None:
        """Rename the damaged file; put its newest sound backup, or an empty store, in its place.

        Where hard links exist, a process killed in between leaves the damaged file in its place.
        """
        damaged = self._id
        self._disconnect()
        kept = self.file.with_name(f"matches.damaged-{datetime.now():%Y-%m-%d-%H%M%S-%f}.sqlite3")
        for backup in [*self._backups(), None]:
            try:
                with self._draft(backup) as draft:
                    if _identity(self.file) != damaged:  # another program has done so already
                        return
                    code = "store-damaged" if self.file.stat().st_size else "store-empty"
                    self.notices.append(_sentence(code, file=str(kept)))
                    code = "store-restored" if backup else "store-lost"
                    self.notices.append(_sentence(code, file=str(backup)))
                    _publish(self.file, kept)
                    Path(f"{self.file}-shm").unlink(missing_ok=True)
                    with contextlib.suppress(FileNotFoundError):
                        Path(f"{self.file}-wal").replace(f"{kept}-wal")
                    draft.replace(self.file)
                return
            except UnicodeDecodeError:
                pass
            except sqlite3.DatabaseError as error:
                if not _is_damage(error):
                    raise


def _check(db: sqlite3.Connection, kind: str = "quick") -> None:
    if db.execute(f"PRAGMA {kind}_check(1)").fetchone() != ("ok",):
        raise _Damaged


def _has_code(db: sqlite3.Connection) -> bool:
    """Return whether the file has views, triggers or other things that run when it is used."""
    sources = db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
    return not all(str(sql).upper().startswith("CREATE TABLE") for (sql,) in sources)


def _heed_ctrl_c() -> None:
    """Let Python raise `KeyboardInterrupt` in the midst of a query."""


def _identity(file: Path) -> tuple[int, int]:
    """Return device and inode of *file*, to notice a replacement; (0, 0) if it is missing."""
    try:
        status = file.stat()
    except FileNotFoundError:
        return 0, 0
    return status.st_dev, status.st_ino


def _publish(file: Path, name: Path) -> None:
    """Give *file* a second *name*, unless it is taken; rename *file* where no link can be made."""
    try:
        os.link(file, name)
    except FileExistsError:
        pass
    except (OSError, AttributeError):  # a browser's Python has no links
        if not name.exists():
            file.rename(name)


def _name(error: Exception) -> str:
    return str(getattr(error, "sqlite_errorname", type(error).__name__))


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    """Return whether *error* comes from a damaged file; without damage, our tables are there."""
    return _name(error).startswith(_DAMAGE) or bool(_NO_TABLE.match(str(error)))


def _refusal(error: Exception, file: Path) -> StoreError:
    """Return the error that says why *file* cannot be used."""
    name = _name(error)
    if name.startswith(_BUSY):
        return StoreError(_sentence("store-busy", file=str(file)))
    why: Text = REASONS["ENOSPC"] if name == "SQLITE_FULL" else name
    try:  # SQLite hides the system's reason: write once without SQLite to learn it
        if isinstance(error, OSError):
            raise error
        with TemporaryFile(dir=file.parent) as probe:
            probe.write(bytes(2**16))
        if not os.access(file, os.R_OK | os.W_OK):  # to open and close it would release its locks
            why = REASONS["EACCES"]
    except OSError as refused:
        why = reason(refused)
    return StoreError(_sentence("store-refused", file=str(file), reason=why))
