"""The store: all matches of a user in one SQLite file, each action on the disk before it counts."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import time

from ..errors import StoreError, UnknownName, unknown
from ..hooks.engine import Provider
from ..text import msg
from .entry import Entry
from .match import Keep, Result
from .record import Record
from .setup import Setup

FILE = "matches.sqlite3"


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
    the disk or the file does not do what it should.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / FILE
        folder.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(self.file, timeout=30, isolation_level=None)
        self._db.executescript(
            """
            PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
            CREATE TABLE IF NOT EXISTS matches (
                id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT, setup TEXT, entries INTEGER,
                touched INTEGER, result TEXT, players TEXT);
            CREATE TABLE IF NOT EXISTS journal (
                match INTEGER, number INTEGER, seat INTEGER, text TEXT, at INTEGER, mark TEXT,
                comment TEXT, PRIMARY KEY (match, number)) WITHOUT ROWID;
            """
        )

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def create(self, record: Record) -> str:
        """Keep a new match with what has happened in it; return the name it is given."""
        setup = record.setup
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            cursor = self._db.execute(
                "INSERT INTO matches (uid, setup, entries, touched, result, players)"
                " VALUES (?, ?, 0, ?, NULL, ?)",
                (setup.uid, _setup_json(setup), now(), json.dumps(setup.players)),
            )
            id = cursor.lastrowid
            assert id is not None
            self._add(id, 0, record.entries, record.result)
        return f"{setup.ruleset}-{id}"

    def keep(self, name: str) -> Keep:
        """Return what keeps the entries of the match *name*; for `Match.keep`.

        It raises `StoreError` with the code ``match-elsewhere`` where another process has gone on
        with the match meanwhile.
        """
        id = self._id(name)

        def keep(number: int, entries: Sequence[Entry], result: Result | None) -> None:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                self._add(id, number, entries, result)

        return keep

    def load(self, name: str | None = None) -> Saved:
        """Read a match; without a name the one in which something was last done.

        Raises `UnknownName` where there is no such match, or none at all.
        """
        id = self._newest() if name is None else self._id(name)
        row = self._db.execute(
            "SELECT setup, players, touched, result FROM matches WHERE id = ?", (id,)
        ).fetchone()
        setup = replace(_read_setup(row[0]), players=tuple(json.loads(row[1])))
        entries = tuple(
            Entry(*values)
            for values in self._db.execute(
                "SELECT seat, text, at, mark, comment FROM journal WHERE match = ? ORDER BY number",
                (id,),
            )
        )
        record = Record(setup, entries, _read_result(row[3]))
        return Saved(f"{setup.ruleset}-{id}", record, row[2])

    def find(self, uid: str) -> str | None:
        """Return the name of the match with that *uid* of `Setup`; ``None`` if there is none."""
        row = self._db.execute(
            "SELECT id, setup FROM matches WHERE uid = ? ORDER BY id DESC", (uid,)
        ).fetchone()
        return f"{_read_setup(row[1]).ruleset}-{row[0]}" if row else None

    def list(self) -> list[Summary]:
        """List all matches, the one in which something was last done first."""
        listed = []
        for id, text, players, entries, touched, result in self._db.execute(
            "SELECT id, setup, players, entries, touched, result FROM matches"
            " ORDER BY touched DESC, id DESC"
        ):
            setup = _read_setup(text)
            listed.append(
                Summary(
                    f"{setup.ruleset}-{id}", setup.ruleset, setup.variant, setup.seats,
                    tuple(json.loads(players)), entries, setup.created, touched,
                    _read_result(result), setup.practice, setup.leg,
                )
            )  # fmt: skip
        return listed

    def delete(self, name: str) -> None:
        """Forget the match *name* for good.  Raises `UnknownName` where there is none."""
        id = self._id(name)
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute("DELETE FROM journal WHERE match = ?", (id,))
            self._db.execute("DELETE FROM matches WHERE id = ?", (id,))

    def seat(self, name: str, players: Sequence[str]) -> None:
        """Change who plays the match *name*, seat by seat."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute(
                "UPDATE matches SET players = ? WHERE id = ?",
                (json.dumps(list(players)), self._id(name)),
            )

    def annotate(self, name: str, number: int, mark: str, comment: str) -> None:
        """Put a mark and a comment on an entry of the match *name*, counted from 0."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute(
                "UPDATE journal SET mark = ?, comment = ? WHERE match = ? AND number = ?",
                (mark, comment, self._id(name), number),
            )

    def _add(self, id: int, number: int, entries: Sequence[Entry], result: Result | None) -> None:
        try:
            self._db.executemany(
                "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (id, number + i, one.seat, one.text, one.at, one.mark, one.comment)
                    for i, one in enumerate(entries)
                ],
            )
        except sqlite3.IntegrityError as error:
            raise StoreError(
                msg("match-elsewhere", "This match has gone on elsewhere meanwhile.")
            ) from error
        self._db.execute(
            "UPDATE matches SET entries = ?, touched = ?, result = ? WHERE id = ?",
            (number + len(entries), now(), _result_json(result), id),
        )

    def _newest(self) -> int:
        row = self._db.execute(
            "SELECT id FROM matches ORDER BY touched DESC, id DESC LIMIT 1"
        ).fetchone()
        if row is None:
            raise UnknownName(msg("no-matches", "No match is kept yet."))
        return int(row[0])

    def _id(self, name: str) -> int:
        names = [summary.name for summary in self.list()]
        if name not in names:
            raise unknown(
                msg("unknown-match", 'There is no match "{name}".', name=name), name, names
            )
        return int(name.rpartition("-")[2])


def _setup_json(setup: Setup) -> str:
    plugins = [[one.name, one.version, one.distribution] for one in setup.plugins]
    fields = {
        name: getattr(setup, name) for name in Setup.__dataclass_fields__ if name != "plugins"
    }
    return json.dumps({**fields, "plugins": plugins})


def _read_setup(text: str) -> Setup:
    fields = json.loads(text)
    fields["plugins"] = tuple(Provider(*one) for one in fields["plugins"])
    fields["seats"], fields["players"] = tuple(fields["seats"]), tuple(fields["players"])
    return Setup(**fields)


def _result_json(result: Result | None) -> str | None:
    return json.dumps([result.scores, result.winners, result.forfeited]) if result else None


def _read_result(text: str | None) -> Result | None:
    if text is None:
        return None
    scores, winners, forfeited = json.loads(text)
    return Result(tuple(scores), tuple(winners), forfeited)
