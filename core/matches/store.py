"""The store: all matches of a user in one SQLite file, each action on the disk before it counts."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import time
from typing import NamedTuple

from ..errors import StoreError, UnknownName, did_you_mean
from ..hooks.provider import Provider
from ..text import Message, msg, sentences
from .database import Database
from .entry import MARKS, Entry
from .match import MOST_SEED, Keep, Match, Result
from .record import Record
from .setup import SHARE, Setup

FILE = "matches.sqlite3"

GONE_ON = ("match-elsewhere", "match-deleted", "match-cut")
"""Codes of the errors after which this program cannot continue a match."""

_AT_ONCE = 2_000
"""Number of entries to insert at once: SQLite takes 32,766 values."""

_TYPED = re.compile(r"(?:(?P<ruleset>.*)-)?#?0*(?P<id>[0-9]{1,18})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Summary:
    """A match as it stands in a list."""

    name: str
    setup: Setup
    """Setup without the rules."""
    entries: int
    touched: int
    """Time at which the match was created or last continued, in milliseconds since 1970 (UTC)."""
    result: Result | None
    is_damaged: bool = False
    """True if the match cannot be read, or not all of it; then *setup* may be empty."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A match as it is kept."""

    name: str
    record: Record
    touched: int


def now() -> int:
    """Return the time in milliseconds since 1970 (UTC)."""
    return int(time() * 1000)


class Store:
    """The matches in *folder*, made if missing; several programs may use it at the same time.

    Methods raise `StoreError` if the disk or the file fails and `UnknownName` if there is no match
    of that name; then nothing has changed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._database = Database(folder / FILE)

    @property
    def notices(self) -> list[Message]:
        """Messages about a damaged file and what has taken its place; usually none."""
        return self._database.notices

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        self._database.close()

    def create(self, record: Record) -> str:
        """Save *record* as a new match; return the name of that match."""
        setup = record.setup

        def change(db: sqlite3.Connection) -> str:
            digest = sha256(setup.rules.encode()).digest()  # `Setup.hash` may be forged
            rules = (digest, setup.rules)
            db.execute("INSERT OR IGNORE INTO rules (digest, text) VALUES (?, ?)", rules)
            db.execute(
                "INSERT INTO matches (uid, ruleset, rules, setup, players, entries, touched,"
                " latest) VALUES (?, ?, (SELECT id FROM rules WHERE digest = ?), ?, ?, 0, ?,"
                " (SELECT max(id) FROM journal))",
                (setup.uid, setup.ruleset, digest, _write(setup), json.dumps(setup.players), now()),
            )
            (key,) = _keys(db, "WHERE id = last_insert_rowid()")
            if record.entries:
                _add(db, key, 0, record.entries, record.result)
            return key.name

        return self._database.write(change)

    def keep(self, name: str) -> Keep:
        """Return a function for `Match.keep` that saves the entries of the match *name*.

        It raises `StoreError` with a code in `GONE_ON` if the match has changed in the meantime.
        """
        key = self._database.read(lambda db: _find(db, name))

        def keep(number: int, entries: Sequence[Entry], result: Result | None) -> None:
            add = partial(_add, key=key, number=number, entries=entries, result=result)
            self._database.write(add)

        return keep

    def follow(self, match: Match, name: str, kept: int = 0) -> None:
        """Save *match* as *name* from now on; the first *kept* of its entries are there already."""
        match.clock = now
        match.keep = self.keep(name)
        # Entries that are not saved yet: moves from the command line, and what chance has brought.
        match.entries[kept:] = [replace(entry, at=now()) for entry in match.entries[kept:]]
        if len(match.entries) > kept:
            match.keep(kept, match.entries[kept:], match.result)

    def load(self, name: str | None = None) -> Saved:
        """Read the match *name*, by default the one that was played last."""

        def ask(db: sqlite3.Connection) -> Saved:
            newest = None if name is not None else _keys(db, f"{_NEWEST} LIMIT 1")
            if newest == []:
                raise UnknownName(_NO_MATCHES)
            key = newest[0] if newest else _find(db, name or "")
            (summary,) = _summaries(db, "WHERE id = ?", key.id)
            query = "SELECT text FROM rules JOIN matches ON rules = rules.id WHERE matches.id = ?"
            (rules,) = db.execute(query, (key.id,)).fetchone() or ("",)
            rows = db.execute(
                "SELECT seat, text, at, mark, comment FROM journal WHERE match = ? ORDER BY number",
                (key.id,),
            )
            entries = tuple(Entry(*entry) for entry in rows)
            if summary.setup.seats and len(entries) != summary.entries:
                raise self._damaged("match-lost", key, found=len(entries), entries=summary.entries)
            if summary.is_damaged or not isinstance(rules, str) or not all(map(_is_sound, entries)):
                raise self._damaged("match-damaged", key)
            setup = replace(summary.setup, rules=rules)
            return Saved(key.name, Record(setup, entries, summary.result), summary.touched)

        return self._database.read(ask)

    def _damaged(self, code: str, key: _Key, **params: int) -> StoreError:
        """Return the error for the match *key*, with the newest backup if there is one."""
        what = _sentence(code, name=key.name, **params)
        backup = self._database.newest_backup()
        if backup is None:
            return StoreError(what)
        where = _sentence("backup-there", file=str(backup))
        return StoreError(Message(code, "{what} {where}", {"what": what, "where": where}))

    def find(self, uid: str) -> str | None:
        """Return the name of the newest match whose `Setup.uid` is *uid*; ``None`` without one."""
        which = "WHERE uid = ? AND uid != '' ORDER BY id DESC LIMIT 1"
        keys = self._database.read(lambda db: _keys(db, which, uid))
        return keys[0].name if keys else None

    def name_of(self, typed: str) -> str:
        """Return the full name of the match that *typed* names, perhaps only by its number."""
        return self._database.read(lambda db: _find(db, typed)).name

    def of_day(self, date: str) -> list[Summary]:
        """List the matches with the deal of *date*, without reading all others."""
        which = "WHERE instr(setup, ?)"
        return self._database.read(lambda db: _summaries(db, which, f'"daily": {json.dumps(date)}'))

    def list(self, most: int = -1) -> list[Summary]:
        """List the matches, the most recently played one first; all, or at most *most*."""
        some = f"WHERE id IN (SELECT id FROM matches {_NEWEST} LIMIT ?) {_NEWEST}"
        return self._database.read(lambda db: _summaries(db, some, most))

    def delete(self, name: str) -> None:
        """Delete the match *name* for good."""

        def change(db: sqlite3.Connection) -> None:
            id = _find(db, name).id
            db.execute("DELETE FROM journal WHERE match = ?", (id,))
            db.execute("DELETE FROM matches WHERE id = ?", (id,))
            db.execute("DELETE FROM rules WHERE id NOT IN (SELECT rules FROM matches)")

        self._database.write(change)

    def seat(self, name: str, players: Sequence[str]) -> None:
        """Replace the players of the match *name* by *players*, one for each seat."""
        words, query = json.dumps(list(players)), "UPDATE matches SET players = ? WHERE id = ?"
        self._database.write(lambda db: db.execute(query, (words, _find(db, name).id)))

    def promise(
        self,
        name: str,
        setup: Setup,
        number: int = 0,
        entries: Sequence[Entry] = (),
        result: Result | None = None,
    ) -> None:
        """Save what *setup* has of the other side of the match *name*, and all shares.

        With it, or not at all, go *entries* after the first *number*, and the *result*.
        """
        query = (
            "UPDATE matches SET setup = json_set(setup, '$.promise', ?, '$.opened', ?,"
            " '$.shares', json(?)) WHERE id = ?"
        )

        def change(db: sqlite3.Connection) -> None:
            key = _find(db, name)
            shares = json.dumps(setup.shares)
            db.execute(query, (setup.promise, setup.opened, shares, key.id))
            if entries:
                _add(db, key, number, entries, result)

        self._database.write(change)

    def annotate(self, name: str, number: int, mark: str, comment: str) -> None:
        """Set *mark* and *comment* of the entry *number*, from 0, of the match *name*."""
        query = "UPDATE journal SET mark = ?, comment = ? WHERE match = ? AND number = ?"
        self._database.write(
            lambda db: db.execute(query, (mark, comment, _find(db, name).id, number))
        )


def _add(
    db: sqlite3.Connection, key: _Key, number: int, entries: Sequence[Entry], result: Result | None
) -> None:
    """Append *entries* to a match that has *number* entries; raises `StoreError` otherwise."""
    ended = json.dumps(astuple(result)) if result else None
    try:
        for start in range(0, len(entries), _AT_ONCE):
            values: list[object] = []
            for at, entry in enumerate(entries[start : start + _AT_ONCE], number + start):
                values += key.id, at, entry.seat, entry.text, entry.at, entry.mark, entry.comment
            rows = ", ".join(["(?, ?, ?, ?, ?, ?, ?)"] * (len(values) // 7))
            db.execute(
                f"INSERT INTO journal (match, number, seat, text, at, mark, comment) VALUES {rows}",
                values,
            )
        changed = db.execute(
            "UPDATE matches SET entries = ?, result = ?, touched = ?, latest = last_insert_rowid()"
            " WHERE id = ? AND uid = ? AND entries = ?",
            (number + len(entries), ended, now(), key.id, key.uid, number),
        ).rowcount
    except sqlite3.IntegrityError:  # entry *number* exists already
        changed = 0
    if changed:
        return
    (summary,) = _summaries(db, "WHERE id = ? AND uid = ?", key.id, key.uid) or (None,)
    if summary is None:
        raise StoreError(msg("match-deleted", "This match has been deleted in the meantime."))
    if summary.entries > number:
        raise StoreError(msg("match-elsewhere", "Another program has continued this match."))
    raise StoreError(
        msg(
            "match-cut",
            "The file with your matches was damaged, and its backup lacks the last actions of this "
            "match. Resume it to continue from where it ends now.",
        )
    )


class _Key(NamedTuple):
    id: int
    uid: str
    ruleset: str

    @property
    def name(self) -> str:
        return f"{self.ruleset}-{self.id}"


def _keys(db: sqlite3.Connection, which: str, *values: object) -> list[_Key]:
    query = f"SELECT id, uid, ruleset FROM matches {which}"
    return [_Key(id, uid, str(ruleset)) for id, uid, ruleset in db.execute(query, values)]


def _summaries(db: sqlite3.Connection, which: str, *values: object) -> list[Summary]:
    columns = (
        "id, ruleset, setup, players, result, entries, touched,"
        " (SELECT count(*) FROM journal WHERE match = matches.id)"
    )
    return [_read(*row) for row in db.execute(f"SELECT {columns} FROM matches {which}", values)]


def _read(
    id: int,
    ruleset: object,
    setup: str,
    players: str,
    result: str | None,
    entries: int,
    touched: int,
    found: int,
) -> Summary:
    """Read a row whose values may be of any kind, as in a file that was damaged or is hostile."""
    name = f"{ruleset}-{id}"
    if (type(entries), type(touched)) != (int, int):
        entries, touched, found = 0, 0, -1
    try:
        fields = json.loads(setup)
        fields["plugins"] = tuple(Provider(*plugin) for plugin in fields["plugins"])
        fields["seats"] = tuple(fields["seats"])
        fields["shares"] = tuple(fields.get("shares", ()))
        read = Setup(rules="", players=tuple(json.loads(players)), **fields)
        ended = None
        if result is not None:
            scores, winners, forfeited = json.loads(result)
            ended = Result(tuple(scores), tuple(winners), forfeited)
        if not _fits(read, ended):
            raise ValueError
    except (ValueError, TypeError, LookupError, RecursionError):
        nothing = Setup(str(ruleset), "", "", "", (), (), 0, None)
        return Summary(name, nothing, entries, touched, None, is_damaged=True)
    is_damaged = found != entries
    return Summary(name, read, entries, touched, None if is_damaged else ended, is_damaged)


def _fits(setup: Setup, result: Result | None) -> bool:
    """Return whether all values have the types and ranges that the program counts on."""
    texts = (
        setup.ruleset, setup.variant, setup.hash, setup.uid, setup.source, setup.partner,
        setup.daily, setup.nonce, setup.promise, setup.clock, setup.shown,
        *setup.seats, *setup.players,
        *setup.shares,
        *(value for plugin in setup.plugins for value in astuple(plugin)),
    )  # fmt: skip
    seed = 0 if setup.seed is None else setup.seed
    whole = (setup.first, setup.created, setup.leg, setup.patience, seed)
    seats = range(len(setup.seats))
    return (
        all(isinstance(text, str) for text in texts)
        and all(type(number) is int and number >= 0 for number in whole)
        and (type(setup.practice), type(setup.options)) == (bool, dict)
        and all(isinstance(one, bool | int | str | None) for one in setup.options.values())
        and 0 < len(seats) == len(setup.players)
        and setup.first in seats
        and (setup.seed or 0) <= MOST_SEED
        and setup.created <= MOST_SEED
        and re.fullmatch(r"([0-9]{1,19} [0-9a-f]{1,64})?", setup.opened) is not None
        and re.fullmatch(r"([1-9][0-9]{0,4}\+[0-9]{1,4})?", setup.clock) is not None
        and len(setup.shares) in (0, len(seats))
        and all(map(SHARE.fullmatch, setup.shares))
        and (result is None or _ends(result, seats))
    )


def _ends(result: Result, seats: range) -> bool:
    lost = () if result.forfeited is None else (result.forfeited,)
    return (
        len(result.scores) == len(seats)
        and all(type(score) is int for score in result.scores)
        and all(type(seat) is int and seat in seats for seat in (*result.winners, *lost))
    )


def _is_sound(entry: Entry) -> bool:
    numbers, texts = (entry.seat, entry.at), (entry.text, entry.comment)
    return (
        all(type(number) is int for number in numbers)
        and all(isinstance(text, str) for text in texts)
        and entry.mark in MARKS
    )


def _write(setup: Setup) -> str:
    """Write *setup* without the rules, which many matches share, and the players, who change."""
    names = [field.name for field in fields(setup) if field.name not in ("rules", "players")]
    found = {name: getattr(setup, name) for name in names}
    plugins = [astuple(plugin) for plugin in setup.plugins]
    return json.dumps({**found, "options": dict(setup.options), "plugins": plugins})


_sentence = sentences(
    msg("match-damaged", "The match {name} is damaged and cannot be read."),
    msg("match-lost",
        "The match {name} is damaged: of its {entries} entries, {found} are there."),
    msg("backup-there", "A backup of all matches is in {file}."),
)  # fmt: skip

_NEWEST = "ORDER BY latest DESC, id DESC"
_NO_MATCHES = msg("no-matches", "No match is saved yet.")


def _find(db: sqlite3.Connection, name: str) -> _Key:
    """Find a match by its name, in upper or lower case, or its number; raises `UnknownName`."""
    typed = name.strip()
    match = _TYPED.fullmatch(typed)
    for key in _keys(db, "WHERE id = ?", int(match["id"])) if match else ():
        ruleset = match["ruleset"] if match else None
        if ruleset is None or ruleset.casefold() == key.ruleset.casefold():
            return key
    names = [key.name for key in _keys(db, _NEWEST)]
    what = msg("unknown-match", 'There is no match "{name}".', name=name[:80])
    hint = _NO_MATCHES
    number = typed.rpartition("-")[2]
    same = [known for known in names if known.rpartition("-")[2] == number]
    if likely := same[0] if same else did_you_mean(typed, names[:200]):
        hint = msg("did-you-mean", 'Did you mean "{likely}"?', likely=likely)
    elif names:
        hint = msg("newest-matches", "The newest: {names}.", names=", ".join(names[:3]))
    raise UnknownName(Message(what.code, "{what} {hint}", {"what": what, "hint": hint}))
