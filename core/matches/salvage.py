"""Salvage: everything that can still be read of a damaged store goes into a new one.

A match is saved whole if all of it is there, and up to where its journal breaks off if not.  The
broken file is never written to; it stays beside the new one, under the date.

Once the new file is complete it is given the name `SALVAGED`.  From then on the salvage counts,
and whoever opens the store next brings it to its end, should it be interrupted: see `put_in_place`.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from ..text import Both, Message, Text, msg, nmsg
from .entry import Entry
from .home import SALVAGED
from .pages import PAGE, Image, beside, read_image, sync_folder
from .record import Record
from .rows import (
    Books,
    Line,
    deleted_row,
    follows,
    is_sealed,
    match_of,
    opening_row,
    opens,
    read_line,
    read_result,
    read_setup,
    read_words,
    rules_of,
)
from .schema import VERSION, make_tables, put, put_match
from .seals import Damaged, digest

_DRAFT = "matches.draft.sqlite3"
_MOST_NAMES = 10
"""How many matches are named that could not be saved whole."""


@dataclass
class Found:
    """What could be read of a damaged store."""

    lines: dict[int, Line] = field(default_factory=dict)
    texts: dict[bytes, str] = field(default_factory=dict)
    """Rules and setups."""
    setups: dict[int, str] = field(default_factory=dict)
    """The setup of each match."""
    journals: dict[tuple[int, int], list[tuple[Any, ...]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    """What may be a match's entry of that number."""
    notes: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    deleted: set[int] = field(default_factory=set)
    number: int = 0
    turn: int = 0


@dataclass
class Outcome:
    """What became of the matches of a damaged store."""

    whole: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    """Those that have lost their end, as far as can be told."""
    lost: list[str] = field(default_factory=list)
    """Those of which nothing could be saved."""

    def notices(self, kept: Path) -> list[Message]:
        """Say what happened; *kept* is where the broken file is."""
        told = [
            nmsg(
                "store-salvaged",
                "The file of your matches was damaged. {count} match was saved whole. "
                "The damaged file is kept as {file}.",
                "The file of your matches was damaged. {count} matches were saved whole. "
                "The damaged file is kept as {file}.",
                len(self.whole),
                file=str(kept),
            )
        ]
        if self.cut:
            told.append(
                nmsg(
                    "store-cut",
                    "{count} match may end earlier than it did: {names}.",
                    "{count} matches may end earlier than they did: {names}.",
                    len(self.cut),
                    names=_names(self.cut),
                )
            )
        if self.lost:
            told.append(
                nmsg(
                    "store-lost",
                    "{count} match could not be saved: {names}.",
                    "{count} matches could not be saved: {names}.",
                    len(self.lost),
                    names=_names(self.lost),
                )
            )
        return told


def _names(names: Sequence[str]) -> Both:
    shown: list[Text] = list(names[:_MOST_NAMES])
    if len(names) > _MOST_NAMES:
        shown.append(msg("and-more", "{count} more", count=len(names) - _MOST_NAMES))
    return Both(tuple(shown), commas=True)


def salvage(file: Path) -> list[Message]:
    """Put a new store in the place of the damaged *file*; return what is to be told about it.

    Only for whoever holds the store's lock and has no connection to it.  Raises `OSError` or
    `sqlite3.Error` where a new one cannot be written, and then the damaged one is as it was.
    """
    draft, salvaged = file.with_name(_DRAFT), file.with_name(SALVAGED)
    for ending in ("", "-journal", "-wal", "-shm"):
        beside(draft, ending).unlink(missing_ok=True)
    try:
        outcome = _write(draft, find(read_image(file)))
    except BaseException:
        for ending in ("", "-journal"):
            beside(draft, ending).unlink(missing_ok=True)
        raise
    draft.replace(salvaged)
    return outcome.notices(put_in_place(file))


def put_in_place(file: Path) -> Path:
    """Bring a salvage to its end that counts already; return where the broken file is.

    Each step may be the last before the process is killed: the next one to come goes on with it.
    """
    salvaged = file.with_name(SALVAGED)
    kept = _free_name(file, salvaged.stat().st_mtime)
    for ending in ("-wal", "-journal", ""):
        if (found := beside(file, ending)).exists():
            if found.stat().st_size:
                found.replace(beside(kept, ending))
            else:
                found.unlink()
    beside(file, "-shm").unlink(missing_ok=True)
    salvaged.replace(file)
    sync_folder(file.parent)
    return kept


def _free_name(file: Path, seconds: float) -> Path:
    """Name the broken file by the day and time of its salvage."""
    stem = f"matches.damaged-{datetime.fromtimestamp(seconds):%Y-%m-%d-%H%M%S}"
    kept, number = file.with_name(f"{stem}.sqlite3"), 1
    while kept.exists():
        number += 1
        kept = file.with_name(f"{stem}-{number}.sqlite3")
    return kept


# What is there.


def find(image: Image) -> Found:
    """Collect all rows of *image* that are what they were."""
    found = Found()
    for key, text in image.rows("rules"):
        if isinstance(text, str) and digest(text) == key:
            found.texts[key] = text
            if (id := match_of(text)) is not None:
                found.setups[id] = text
    for row in image.rows("matches"):
        try:
            line = read_line(row)
        except Damaged:
            continue
        if line.id not in found.lines or found.lines[line.id].turn < line.turn:
            found.lines[line.id] = line
    for row in image.rows("journal"):
        if opens(row):
            found.setups[row[0]] = row[3]
        found.journals[row[0], row[1]].append(row)
    for row in filter(is_sealed, image.rows("notes")):
        found.notes[row[0], row[1]] = row[2], row[3]
    found.deleted = {row[0] for row in image.rows("deleted") if is_sealed(row)}
    for row in filter(is_sealed, image.rows("store")):
        found.number, found.turn = max(found.number, row[3]), max(found.turn, row[4])
    return found


# What becomes of it.


def _write(draft: Path, found: Found) -> Outcome:
    """Write what was *found* into a new file."""
    db = sqlite3.connect(draft, isolation_level=None)
    try:
        db.execute(f"PRAGMA page_size = {PAGE}")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("BEGIN")
        make_tables(db)
        outcome = _fill(db, found)
        db.execute("COMMIT")
    finally:
        db.close()
    return outcome


def _fill(db: sqlite3.Connection, found: Found) -> Outcome:
    outcome = Outcome()
    kept = number = 0
    turn = max([found.turn, *(line.turn for line in found.lines.values())])
    for id in sorted({*found.lines, *found.setups} - found.deleted):
        line = found.lines.get(id)
        record = _record(found, id)
        if record is None:
            outcome.lost.append(line.name if line else str(id))
            continue
        name = f"{record.setup.ruleset}-{id}"
        # Without its line nobody knows how long it was, unless it has ended.
        length = line.entries if line else 0
        whole = len(record.entries) >= length and (line or record.result)
        (outcome.whole if whole else outcome.cut).append(name)
        touched = max([record.setup.created, *(entry.at for entry in record.entries)])
        put_match(
            db, id, record,
            turn=line.turn if line else 0,
            touched=line.touched if line else touched,
            players=read_words(line.players) if line else record.setup.players,
        )  # fmt: skip
        kept, number = kept + 1, id
    for id in found.deleted:
        put(db, "deleted", deleted_row(id))
    number = max([number, found.number, *found.deleted])
    put(db, "store", Books(1, VERSION, kept, number, turn).row())
    return outcome


def _record(found: Found, id: int) -> Record | None:
    """Put a match together again; ``None`` where its setup or its rules are gone."""
    text = found.setups.get(id)
    rules = found.texts.get(rules_of(text)) if text else None
    if text is None or rules is None:
        return None
    entries: list[Entry] = []
    head, result = opening_row(id, text)[-1], None
    while True:
        number = len(entries)
        row = next((row for row in found.journals[id, number] if follows(head, row)), None)
        if row is None:
            break
        mark, comment = found.notes.get((id, number), ("", ""))
        entries.append(Entry(row[2], row[3], row[4], mark, comment))
        head, result = row[-1], row[5]
    return Record(read_setup(text, rules), tuple(entries), read_result(result))
