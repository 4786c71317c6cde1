"""The store: all matches of a user in one SQLite file, each action on the disk before it counts."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import time

from ..errors import StoreError, UnknownName, did_you_mean
from ..text import Message, Param, msg
from .database import Database
from .entry import Entry
from .match import Keep, Result
from .record import Record
from .rows import (
    Books,
    Line,
    deleted_row,
    follows,
    is_sealed,
    journal_rows,
    note_row,
    opens,
    read_books,
    read_line,
    read_result,
    read_setup,
    read_words,
    write_result,
    write_words,
)
from .schema import put, put_entries, put_match
from .seals import Damaged, digest

GONE_ON = ("match-elsewhere", "match-deleted", "match-cut")
"""Why an action could not be kept, and never can be by whoever wanted to."""

_LIKELY = 200
"""Among so many of the newest names one is sought that a wrong name may stand for."""

_NAMED = 3
"""So many of the newest names are told where none is like the wrong one."""

_TYPED = re.compile(r"(?:(?P<ruleset>.*)-)?#?0*(?P<id>[0-9]{1,18})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a list says of a match, without reading its rules or its journal."""

    name: str
    """What the store calls it: ``jolly-roger-12``."""
    ruleset: str
    variant: str
    seats: tuple[str, ...]
    players: tuple[str, ...]
    entries: int
    """How many entries its journal has."""
    created: int
    """When it was begun, in milliseconds since 1970 (UTC)."""
    touched: int
    """When something was last done in it."""
    result: Result | None
    practice: bool
    leg: int


@dataclass(frozen=True, slots=True)
class Saved:
    """A match as it is kept."""

    name: str
    record: Record
    touched: int
    """When something was last done in it, in milliseconds since 1970 (UTC)."""


def now() -> int:
    """Tell the time in milliseconds since 1970 (UTC)."""
    return int(time() * 1000)


class Store:
    """The matches in *folder*, which is made where there is none.

    Several processes may use one folder at the same time.  Every method raises `StoreError` where
    the disk or the file does not do what it should; then nothing has changed, and the same may be
    tried again.  A damaged file is mended on the way: `notices` tells what became of it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._database = Database(folder)
        self.file = self._database.file

    @property
    def notices(self) -> list[Message]:
        """What is to be told about a damaged file and what was saved of it; mostly nothing."""
        return self._database.notices

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def create(self, record: Record) -> str:
        """Keep a new match with what has happened in it; return the name it is given."""

        def change(db: sqlite3.Connection) -> str:
            books = _books(db)
            books = books._replace(
                matches=books.matches + 1, number=books.number + 1, turn=books.turn + 1
            )
            put(db, "store", books.row())
            players = record.setup.players
            line = put_match(
                db, books.number, record, turn=books.turn, touched=now(), players=players
            )
            return line.name

        return self._database.write(change)

    def keep(self, name: str) -> Keep:
        """Return what keeps the entries of the match *name*; for `Match.keep`.

        It raises `StoreError` with the code ``match-elsewhere`` where another process has gone on
        with the match meanwhile, ``match-deleted`` where it has been deleted, and ``match-cut``
        where its file was damaged meanwhile and not all of it could be saved.
        """
        id = self._database.read(lambda db: _line(db, name)).id

        def keep(number: int, entries: Sequence[Entry], result: Result | None) -> None:
            self._database.write(lambda db: _add(db, id, number, tuple(entries), result))

        return keep

    def load(self, name: str | None = None) -> Saved:
        """Read a match; without a name the one in which something was last done.

        Raises `UnknownName` where there is no such match, or none at all.
        """

        def ask(db: sqlite3.Connection) -> Saved:
            line = _newest(db) if name is None else _line(db, name)
            record = _record(db, line)
            return Saved(line.name, record, line.touched)

        return self._database.read(ask)

    def find(self, uid: str) -> str | None:
        """Return the name of the match with that *uid* of `Setup`; ``None`` if there is none."""

        def ask(db: sqlite3.Connection) -> str | None:
            if not uid:  # matches without one have nothing in common
                return None
            row = db.execute(
                "SELECT * FROM matches WHERE uid = ? ORDER BY id DESC", (uid,)
            ).fetchone()
            return read_line(row).name if row else None

        return self._database.read(ask)

    def name_of(self, typed: str) -> str:
        """Return the name of the match that somebody means by *typed*, such as its number alone.

        Raises `UnknownName` where there is none.
        """
        return self._database.read(lambda db: _line(db, typed)).name

    def list(self) -> list[Summary]:
        """List all matches, the one in which something was last done first."""
        return [
            Summary(
                line.name, line.ruleset, line.variant, read_words(line.seats),
                read_words(line.players), line.entries, line.created, line.touched,
                read_result(line.result), bool(line.practice), line.leg,
            )
            for line in self._database.read(_lines)
        ]  # fmt: skip

    def delete(self, name: str) -> None:
        """Forget the match *name* for good.  Raises `UnknownName` where there is none."""

        def change(db: sqlite3.Connection) -> None:
            line = _line(db, name)
            for table in ("journal", "notes"):
                db.execute(f"DELETE FROM {table} WHERE match = ?", (line.id,))
            db.execute("DELETE FROM matches WHERE id = ?", (line.id,))
            db.execute("DELETE FROM spares WHERE digest = ?", (line.setup,))
            if not db.execute("SELECT 1 FROM matches WHERE rules = ?", (line.rules,)).fetchone():
                for table in ("rules", "spares"):
                    db.execute(f"DELETE FROM {table} WHERE digest = ?", (line.rules,))
            put(db, "deleted", deleted_row(line.id))
            books = _books(db)
            put(db, "store", books._replace(matches=books.matches - 1).row())

        self._database.write(change)

    def seat(self, name: str, players: Sequence[str]) -> None:
        """Change who plays the match *name*, seat by seat."""

        def change(db: sqlite3.Connection) -> None:
            line = _line(db, name)
            put(db, "matches", line._replace(players=write_words(tuple(players))).row())

        self._database.write(change)

    def annotate(self, name: str, number: int, mark: str, comment: str) -> None:
        """Put a mark and a comment on an entry of the match *name*, counted from 0."""

        def change(db: sqlite3.Connection) -> None:
            line = _line(db, name)
            if 0 <= number < line.entries:
                put(db, "notes", note_row(line.id, number, mark, comment))

        self._database.write(change)


# Changing.


def _add(
    db: sqlite3.Connection, id: int, number: int, entries: tuple[Entry, ...], result: Result | None
) -> None:
    """Write *entries* behind the first *number* ones of a match."""
    row = db.execute("SELECT * FROM matches WHERE id = ?", (id,)).fetchone()
    if row is None:
        raise _gone(db)
    line = read_line(row)
    if line.entries > number:
        raise StoreError(msg("match-elsewhere", "This match has gone on elsewhere meanwhile."))
    if line.entries < number:
        raise StoreError(
            msg(
                "match-cut",
                "The file of this match was damaged, and its last actions could not be saved. "
                "Resume it to go on from where it ends now.",
            )
        )
    head = put_entries(db, journal_rows(id, number, line.head, entries, result))
    books = _books(db)
    books = books._replace(turn=books.turn + 1)
    put(db, "store", books.row())
    line = line._replace(
        entries=number + len(entries),
        touched=now(),
        turn=books.turn,
        result=write_result(result),
        head=head or line.head,
    )
    put(db, "matches", line.row())


def _gone(db: sqlite3.Connection) -> StoreError:
    _lines(db)  # which notices if it is missing for another reason
    return StoreError(msg("match-deleted", "This match has been deleted meanwhile."))


# Reading: whatever is not as it was kept raises `Damaged`.


def _books(db: sqlite3.Connection) -> Books:
    return read_books(db.execute("SELECT * FROM store").fetchone())


def _lines(db: sqlite3.Connection) -> list[Line]:
    """Read the lines of all matches, the newest first."""
    expected = _books(db).matches
    lines: dict[int, Line] = {}
    for row in db.execute("SELECT * FROM matches"):
        line = read_line(row)
        lines[line.id] = line
        if len(lines) > expected:
            raise Damaged
    if len(lines) != expected:
        raise Damaged
    return sorted(lines.values(), key=lambda line: (-line.turn, -line.id))


def _newest(db: sqlite3.Connection) -> Line:
    row = db.execute("SELECT * FROM matches ORDER BY turn DESC, id DESC LIMIT 1").fetchone()
    if row is None:
        _lines(db)
        raise UnknownName(msg("no-matches", "No match is kept yet."))
    return read_line(row)


def _line(db: sqlite3.Connection, name: str) -> Line:
    """Find a match by what somebody typed: its name in any case, or its number alone."""
    typed = name.strip()
    found = _TYPED.fullmatch(typed)
    row = None
    if found:
        row = db.execute("SELECT * FROM matches WHERE id = ?", (int(found["id"]),)).fetchone()
    if row is not None:
        line = read_line(row)
        ruleset = found["ruleset"] if found else None
        if ruleset is None or ruleset.casefold() == line.ruleset.casefold():
            return line
    raise _unknown(name, typed, [line.name for line in _lines(db)])


def _unknown(name: str, typed: str, names: list[str]) -> UnknownName:
    """Make the error for a match there is not, with what was likely meant."""
    what = msg("unknown-match", 'There is no match "{name}".', name=name[:80])
    hint = msg("no-matches", "No match is kept yet.")
    number = typed.rpartition("-")[2]
    same = [known for known in names if known.rpartition("-")[2] == number]
    likely = same[0] if same else did_you_mean(typed, names[:_LIKELY])
    if likely:
        hint = msg("did-you-mean", 'Did you mean "{likely}"?', likely=likely)
    elif names:
        hint = msg("newest-matches", "The newest: {names}.", names=", ".join(names[:_NAMED]))
    params: dict[str, Param] = {"what": what, "hint": hint}
    return UnknownName(Message(what.code, "{what} {hint}", params))


def _record(db: sqlite3.Connection, line: Line) -> Record:
    """Read all of a match."""
    found = db.execute("SELECT text FROM rules WHERE digest = ?", (line.rules,)).fetchone()
    if found is None or not isinstance(found[0], str) or digest(found[0]) != line.rules:
        raise Damaged
    notes: dict[int, tuple[str, str]] = {}
    for row in db.execute("SELECT * FROM notes WHERE match = ?", (line.id,)):
        if not is_sealed(row):
            raise Damaged
        notes[row[1]] = row[2], row[3]
    journal = db.execute("SELECT * FROM journal WHERE match = ? ORDER BY number", (line.id,))
    opening = journal.fetchone()
    if opening is None or not opens(opening):
        raise Damaged
    head, entries = opening[-1], []
    for row in journal:
        if not follows(head, row):
            raise Damaged
        head = row[-1]
        mark, comment = notes.get(row[1], ("", ""))
        entries.append(Entry(row[2], row[3], row[4], mark, comment))
    if len(entries) != line.entries or head != line.head:
        raise Damaged
    setup = replace(read_setup(opening[3], found[0]), players=read_words(line.players))
    return Record(setup, tuple(entries), read_result(line.result))
