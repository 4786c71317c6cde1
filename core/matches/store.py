"""The store: all matches of a user in one SQLite file, each action on the disk before it counts."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from hashlib import sha256
from pathlib import Path
from time import time
from typing import NamedTuple

from ..errors import StoreError, UnknownName, did_you_mean
from ..hooks.provider import Provider
from ..text import Message, msg
from .database import Database
from .entry import Entry
from .match import Keep, Result
from .record import Record
from .setup import Setup

FILE = "matches.sqlite3"
"""Name of the store's file in the user's data folder."""

GONE_ON = ("match-elsewhere", "match-deleted", "match-cut")
"""Codes of the errors after which this program cannot go on with a match."""

_AT_ONCE = 2_000
"""Number of entries to insert at once: SQLite takes 32,766 values."""

_TYPED = re.compile(r"(?:(?P<ruleset>.*)-)?#?0*(?P<id>[0-9]{1,18})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in a list, without its rules and its journal."""

    name: str
    """Name in the store: ``jolly-roger-12``."""
    ruleset: str
    variant: str
    seats: tuple[str, ...]
    players: tuple[str, ...]
    entries: int
    """Number of entries in its journal."""
    created: int
    """Time of its beginning, in milliseconds since 1970 (UTC)."""
    touched: int
    """Time of its last entry."""
    result: Result | None
    practice: bool
    leg: int


@dataclass(frozen=True, slots=True)
class Saved:
    """A match as it is kept."""

    name: str
    record: Record
    touched: int
    """Time of its last entry, in milliseconds since 1970 (UTC)."""


def now() -> int:
    """Return the time in milliseconds since 1970 (UTC)."""
    return int(time() * 1000)


class Store:
    """The matches in *folder*, which is made where there is none.

    Several programs may use one folder at the same time.  Every method raises `StoreError` where
    the disk or the file fails; then nothing has changed, and the same may be tried again.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._database = Database(folder / FILE)

    @property
    def notices(self) -> list[Message]:
        """Messages about a damaged file and what has taken its place; mostly none."""
        return self._database.notices

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        self._database.close()

    def create(self, record: Record) -> str:
        """Keep a new match with its entries so far; return its name."""
        setup = record.setup

        def change(db: sqlite3.Connection) -> str:
            digest = sha256(setup.rules.encode()).digest()  # its hash may be another's, forged
            rules = (digest, setup.rules)
            db.execute("INSERT OR IGNORE INTO rules (digest, text) VALUES (?, ?)", rules)
            id = db.execute(
                "INSERT INTO matches (uid, ruleset, rules, setup, players, entries, touched,"
                " latest) VALUES (?, ?, (SELECT id FROM rules WHERE digest = ?), ?, ?, 0, ?,"
                " (SELECT max(id) FROM journal))",
                (setup.uid, setup.ruleset, digest, _write(setup), json.dumps(setup.players), now()),
            ).lastrowid
            assert id is not None
            if record.entries:
                _add(db, id, setup.uid, 0, record.entries, record.result)
            return f"{setup.ruleset}-{id}"

        return self._database.write(change)

    def keep(self, name: str) -> Keep:
        """Return what keeps the entries of the match *name*; for `Match.keep`.

        It raises `StoreError` with one of the codes in `GONE_ON`: ``match-elsewhere`` where another
        program has gone on with the match, ``match-deleted`` where it is gone, ``match-cut`` where
        a backup without its last entries has taken the place of a damaged file.
        """
        row = self._database.read(lambda db: _find(db, name))

        def keep(number: int, entries: Sequence[Entry], result: Result | None) -> None:
            self._database.write(lambda db: _add(db, row.id, row.uid, number, entries, result))

        return keep

    def load(self, name: str | None = None) -> Saved:
        """Read a match; without a name the one that was played last.

        Raises `UnknownName` where there is no such match, or none at all.
        """

        def ask(db: sqlite3.Connection) -> Saved:
            row = _newest(db) if name is None else _find(db, name)
            rules = db.execute("SELECT text FROM rules WHERE id = ?", (row.rules,)).fetchone()
            setup, result = row.read(rules[0] if rules else "")
            entries = db.execute(
                "SELECT seat, text, at, mark, comment FROM journal WHERE match = ? ORDER BY number",
                (row.id,),
            )
            record = Record(setup, tuple(Entry(*entry) for entry in entries), result)
            return Saved(row.name, record, row.touched)

        return self._database.read(ask)

    def find(self, uid: str) -> str | None:
        """Return the name of the newest match with that *uid* of `Setup`, if there is one."""
        rows = self._database.read(
            lambda db: _rows(db, "WHERE uid = ? AND uid != '' ORDER BY id DESC LIMIT 1", uid)
        )
        return rows[0].name if rows else None

    def name_of(self, typed: str) -> str:
        """Return the name of the match that is meant by *typed*, such as its number alone.

        Raises `UnknownName` where there is none.
        """
        return self._database.read(lambda db: _find(db, typed)).name

    def list(self) -> list[Summary]:
        """List all matches, the one that was played last first."""
        return [row.summary() for row in self._database.read(lambda db: _rows(db, _NEWEST))]

    def delete(self, name: str) -> None:
        """Delete the match *name* for good.  Raises `UnknownName` where there is none."""

        def change(db: sqlite3.Connection) -> None:
            id = _find(db, name).id
            db.execute("DELETE FROM journal WHERE match = ?", (id,))
            db.execute("DELETE FROM matches WHERE id = ?", (id,))
            db.execute("DELETE FROM rules WHERE id NOT IN (SELECT rules FROM matches)")

        self._database.write(change)

    def seat(self, name: str, players: Sequence[str]) -> None:
        """Change who plays the match *name*, seat by seat."""

        def change(db: sqlite3.Connection) -> None:
            words = json.dumps(list(players))
            db.execute("UPDATE matches SET players = ? WHERE id = ?", (words, _find(db, name).id))

        self._database.write(change)

    def annotate(self, name: str, number: int, mark: str, comment: str) -> None:
        """Put a mark and a comment on an entry of the match *name*, counted from 0."""

        def change(db: sqlite3.Connection) -> None:
            db.execute(
                "UPDATE journal SET mark = ?, comment = ? WHERE match = ? AND number = ?",
                (mark, comment, _find(db, name).id, number),
            )

        self._database.write(change)


# Entries.


def _add(
    db: sqlite3.Connection,
    id: int,
    uid: str,
    number: int,
    entries: Sequence[Entry],
    result: Result | None,
) -> None:
    """Write *entries* behind the first *number* ones of a match; two statements for an action."""
    ended = json.dumps(astuple(result)) if result else None
    try:
        for start in range(0, len(entries), _AT_ONCE):
            values: list[object] = []
            for at, entry in enumerate(entries[start : start + _AT_ONCE], number + start):
                values += id, at, entry.seat, entry.text, entry.at, entry.mark, entry.comment
            rows = ", ".join(["(?, ?, ?, ?, ?, ?, ?)"] * (len(values) // 7))
            db.execute(
                f"INSERT INTO journal (match, number, seat, text, at, mark, comment) VALUES {rows}",
                values,
            )
        changed = db.execute(
            "UPDATE matches SET entries = ?, result = ?, touched = ?, latest = last_insert_rowid()"
            " WHERE id = ? AND uid = ? AND entries = ?",
            (number + len(entries), ended, now(), id, uid, number),
        ).rowcount
    except sqlite3.IntegrityError:  # entry *number* is there
        changed = 0
    if not changed:
        raise _gone_on(db, id, uid, number)


def _gone_on(db: sqlite3.Connection, id: int, uid: str, number: int) -> StoreError:
    """Make the error for a match that is no longer as it was after *number* entries."""
    query = "SELECT entries FROM matches WHERE id = ? AND uid = ?"
    row = db.execute(query, (id, uid)).fetchone()
    if row is None:
        return StoreError(msg("match-deleted", "This match has been deleted in the meantime."))
    if row[0] > number:
        return StoreError(msg("match-elsewhere", "Another program has continued this match."))
    return StoreError(
        msg(
            "match-cut",
            "The file with your matches was damaged, and its backup lacks the last actions of this "
            "match. Resume it to go on from where it ends now.",
        )
    )


# Matches.


class _Row(NamedTuple):
    """A match without its journal, as a row of the table ``matches``."""

    id: int
    uid: str
    ruleset: str
    rules: int
    setup: str
    players: str
    entries: int
    result: str | None
    touched: int

    @property
    def name(self) -> str:
        return f"{self.ruleset}-{self.id}"

    def read(self, rules: str = "") -> tuple[Setup, Result | None]:
        """Return the setup and the result; raises `StoreError` where they make no sense."""
        try:
            found = json.loads(self.setup)
            found["plugins"] = tuple(Provider(*plugin) for plugin in found["plugins"])
            found["seats"] = tuple(found["seats"])
            setup = Setup(rules=rules, players=tuple(json.loads(self.players)), **found)
            if self.result is None:
                return setup, None
            scores, winners, forfeited = json.loads(self.result)
            return setup, Result(tuple(scores), tuple(winners), forfeited)
        except (ValueError, TypeError, LookupError) as error:
            raise StoreError(
                msg(
                    "match-damaged",
                    "The match {name} is damaged and cannot be read.",
                    name=self.name,
                )
            ) from error

    def summary(self) -> Summary:
        setup, result = self.read()
        return Summary(
            self.name, setup.ruleset, setup.variant, setup.seats, setup.players, self.entries,
            setup.created, self.touched, result, setup.practice, setup.leg,
        )  # fmt: skip


def _write(setup: Setup) -> str:
    """Write *setup* without the rules, which many matches share, and the players, who change."""
    names = [field.name for field in fields(setup) if field.name not in ("rules", "players")]
    found = {name: getattr(setup, name) for name in names}
    plugins = [astuple(plugin) for plugin in setup.plugins]
    return json.dumps({**found, "options": dict(setup.options), "plugins": plugins})


def _rows(db: sqlite3.Connection, which: str, *values: object) -> list[_Row]:
    query = f"SELECT {', '.join(_Row._fields)} FROM matches {which}"
    return [_Row(*row) for row in db.execute(query, values)]


_NEWEST = "ORDER BY latest DESC, id DESC"


def _newest(db: sqlite3.Connection) -> _Row:
    for row in _rows(db, f"{_NEWEST} LIMIT 1"):
        return row
    raise UnknownName(msg("no-matches", "No match is kept yet."))


def _find(db: sqlite3.Connection, name: str) -> _Row:
    """Find a match by its name in any case, or by its number alone."""
    typed = name.strip()
    found = _TYPED.fullmatch(typed)
    for row in _rows(db, "WHERE id = ?", int(found["id"])) if found else ():
        ruleset = found["ruleset"] if found else None
        if ruleset is None or ruleset.casefold() == row.ruleset.casefold():
            return row
    names = [row.name for row in _rows(db, _NEWEST)]
    what = msg("unknown-match", 'There is no match "{name}".', name=name[:80])
    hint = msg("no-matches", "No match is kept yet.")
    number = typed.rpartition("-")[2]
    likely = next((known for known in names if known.rpartition("-")[2] == number), "")
    if likely := likely or did_you_mean(typed, names[:200]):
        hint = msg("did-you-mean", 'Did you mean "{likely}"?', likely=likely)
    elif names:
        hint = msg("newest-matches", "The newest: {names}.", names=", ".join(names[:3]))
    raise UnknownName(Message(what.code, "{what} {hint}", {"what": what, "hint": hint}))
