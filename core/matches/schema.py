"""The tables of a store, and how those of an earlier splitpick become today's.

::

    store     one row: the version, how many matches there are, the last number given
    matches   a row a match: what a list needs, and under what the rest is kept
    rules     the rules by their digest: those that many matches share are there once
    spares    rules and setups a second time, in other pages, since much hangs on them
    journal   the setup of a match, then a row an entry; each row is sealed together with all before
              it in the match, and rows are only ever added
    notes     marks and comments on entries
    deleted   the numbers of matches that are gone for good, so that no salvage brings one back

Everything in ``matches`` but who plays follows from the other tables; `salvage` makes use of it.
No table has an index beside it: there is less to go wrong, and less to write for each action.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable
from typing import Any

from .entry import Entry
from .record import Record
from .rows import (
    Books,
    Line,
    journal_rows,
    note_row,
    opening_row,
    read_result,
    read_setup,
    read_words,
    write_result,
    write_setup,
    write_words,
)
from .seals import Damaged, digest

VERSION = 2
"""The version of the tables below."""

MOST_VERSIONS = 999
"""No splitpick will ever write a greater one: who sees such a version looks at damage."""

APPLICATION = 0x53504C54
"""What marks an SQLite file as ours: "SPLT"."""

TABLES = {
    "store": "one INTEGER, version INTEGER, matches INTEGER, number INTEGER, turn INTEGER,"
    " seal BLOB, PRIMARY KEY (one)",
    "matches": "id INTEGER, uid TEXT, ruleset TEXT, variant TEXT, seats TEXT, players TEXT,"
    " entries INTEGER, created INTEGER, touched INTEGER, turn INTEGER, result TEXT,"
    " practice INTEGER, leg INTEGER, rules BLOB, setup BLOB, head BLOB, seal BLOB,"
    " PRIMARY KEY (id)",
    "rules": "digest BLOB, text TEXT, PRIMARY KEY (digest)",
    "spares": "digest BLOB, text TEXT, PRIMARY KEY (digest)",
    "journal": "match INTEGER, number INTEGER, seat INTEGER, text TEXT, at INTEGER, result TEXT,"
    " seal BLOB, PRIMARY KEY (match, number)",
    "notes": "match INTEGER, number INTEGER, mark TEXT, comment TEXT, seal BLOB,"
    " PRIMARY KEY (match, number)",
    "deleted": "id INTEGER, seal BLOB, PRIMARY KEY (id)",
}
"""The columns of each table.  None has row ids, so every row says itself whose it is."""

_SQL = {name: f"CREATE TABLE {name} ({columns}) WITHOUT ROWID" for name, columns in TABLES.items()}


def make_tables(db: sqlite3.Connection) -> None:
    """Make the tables of an empty store, within a transaction."""
    for sql in _SQL.values():
        db.execute(sql)
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {VERSION}")
    put(db, "store", Books(1, VERSION, 0, 0, 0).row())


def tables(db: sqlite3.Connection) -> dict[str, str]:
    """Return how each table of a file was made."""
    return dict(db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))


def is_current(found: dict[str, str]) -> bool:
    """Say whether *found* are the tables above; others beside them do not matter."""
    return all(found.get(name) == sql for name, sql in _SQL.items())


def put(db: sqlite3.Connection, table: str, row: tuple[Any, ...]) -> None:
    """Add a row, or put it in the place of the one with its key."""
    places = ", ".join("?" * len(row))
    db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({places})", row)


def _put_text(db: sqlite3.Connection, text: str, *tables: str) -> bytes:
    """Keep *text* in *tables*, if it is not there yet; return its digest."""
    key = digest(text)
    for table in tables:
        db.execute(f"INSERT OR IGNORE INTO {table} VALUES (?, ?)", (key, text))
    return key


def put_entries(db: sqlite3.Connection, rows: Iterable[tuple[Any, ...]]) -> bytes:
    """Add *rows* to the journal; return the seal of the last, empty if there is none."""
    head = b""
    for row in rows:
        db.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        head = row[-1]
    return head


def put_match(
    db: sqlite3.Connection,
    id: int,
    record: Record,
    *,
    turn: int,
    touched: int,
    players: tuple[str, ...],
) -> Line:
    """Write a whole match into the tables, within a transaction; `Books` are the caller's."""
    setup = record.setup
    rules = _put_text(db, setup.rules, "rules", "spares")
    text = write_setup(id, setup)
    key = _put_text(db, text, "spares")
    head = put_entries(db, [opening_row(id, text)])
    head = put_entries(db, journal_rows(id, 0, head, record.entries, record.result)) or head
    for number, entry in enumerate(record.entries):
        if entry.mark or entry.comment:
            put(db, "notes", note_row(id, number, entry.mark, entry.comment))
    line = Line(
        id, setup.uid, setup.ruleset, setup.variant, write_words(setup.seats),
        write_words(players), len(record.entries), setup.created, touched, turn,
        write_result(record.result), int(setup.practice), setup.leg, rules, key, head,
    )  # fmt: skip
    put(db, "matches", line.row())
    return line


# Earlier versions.


def version_of(db: sqlite3.Connection) -> int | None:
    """Say of which version the store in *db* is: 0 if it is empty, ``None`` if it is no store."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    found = tables(db)
    if not found and not version:
        return 0
    if version:
        ours = db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION
        return version if ours else None
    # The first splitpick that kept matches did not number its tables.
    columns = {row[1] for row in db.execute("PRAGMA table_info(matches)")}
    return 1 if columns == _FIRST_COLUMNS and "journal" in found else None


def migrate(db: sqlite3.Connection, version: int) -> None:
    """Bring the tables from *version* to today's, within a transaction: wholly or not at all."""
    try:
        for step in _STEPS[version - 1 :]:
            step(db)
    except (ValueError, TypeError, LookupError) as error:  # what is read there makes no sense
        raise Damaged from error


_FIRST_COLUMNS = {"id", "uid", "setup", "entries", "touched", "result", "players"}


def _from_1_to_2(db: sqlite3.Connection) -> None:
    """A setup was one JSON text, rules and all; a note stood in the journal; nothing was sealed."""
    old = db.execute(
        "SELECT id, setup, touched, result, players FROM matches ORDER BY touched, id"
    ).fetchall()
    journals: dict[int, list[Entry]] = {}
    for id, *values in db.execute(
        "SELECT match, seat, text, at, mark, comment FROM journal ORDER BY match, number"
    ):
        journals.setdefault(id, []).append(Entry(*values))
    last = db.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = 'matches'").fetchone()[0]
    for table in ("matches", "journal"):
        db.execute(f"DROP TABLE {table}")
    make_tables(db)
    for turn, (id, text, touched, result, players) in enumerate(old, 1):
        setup = read_setup(text, json.loads(text)["rules"])
        record = Record(setup, tuple(journals.get(id, ())), read_result(result))
        put_match(db, id, record, turn=turn, touched=touched, players=read_words(players))
    put(db, "store", Books(1, VERSION, len(old), last or 0, len(old)).row())


_STEPS: list[Callable[[sqlite3.Connection], None]] = [_from_1_to_2]
"""What leads from each version to the next, from version 1 on."""
