"""The rows of a store: how a match is written into them, sealed, and read again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from .entry import Entry
from .match import Result
from .seals import Damaged, digest, seal
from .setup import Setup


class Line(NamedTuple):
    """What is said of a match in a list, and where the rest of it is: a row of ``matches``."""

    id: int
    uid: str
    ruleset: str
    variant: str
    seats: str
    """The ids of the seats, as a JSON list."""
    players: str
    """Who sits there now, as a JSON list; the setup says who did at first."""
    entries: int
    created: int
    touched: int
    turn: int
    """How many changes the store had seen when this match was last changed: newer is greater."""
    result: str | None
    practice: int
    leg: int
    rules: bytes
    """The `digest` that its rules are kept under."""
    setup: bytes
    """The `digest` that its setup is kept under."""
    head: bytes
    """The seal of its last entry, or of none."""

    @property
    def name(self) -> str:
        """What people call the match: ``jolly-roger-12``."""
        return f"{self.ruleset}-{self.id}"

    def row(self) -> tuple[Any, ...]:
        """Return the row, sealed."""
        return *self, seal(*self)


def read_line(row: tuple[Any, ...]) -> Line:
    """Read a row of ``matches``; raises `Damaged`."""
    if seal(*row[:-1]) != row[-1]:
        raise Damaged
    return Line(*row[:-1])


class Books(NamedTuple):
    """What a store knows of itself: the one row of ``store``."""

    one: int
    """1: there is but one such row."""
    version: int
    matches: int
    """How many matches there are."""
    number: int
    """The number of the match that came last; none is ever given again."""
    turn: int
    """How many changes there have been."""

    def row(self) -> tuple[Any, ...]:
        """Return the row, sealed."""
        return *self, seal(*self)


def read_books(row: tuple[Any, ...] | None) -> Books:
    """Read the row of ``store``; raises `Damaged`."""
    if row is None or seal(*row[:-1]) != row[-1]:
        raise Damaged
    return Books(*row[:-1])


# The journal: each entry is sealed together with all before it.

OPENING = -1
"""The number of the row that holds the setup; the entries follow from 0 on."""


def opening_row(id: int, text: str) -> tuple[Any, ...]:
    """Write the row that the journal of a match begins with: *text* is its setup."""
    row = (id, OPENING, None, text, None, None)
    return *row, seal(*row)


def opens(row: tuple[Any, ...]) -> bool:
    """Say whether *row* is what the journal of a match began with."""
    return row[1] == OPENING and is_sealed(row)


def journal_rows(
    id: int, number: int, head: bytes, entries: tuple[Entry, ...], result: Result | None
) -> Iterator[tuple[Any, ...]]:
    """Write *entries*, of which the first is entry *number*, behind that with the seal *head*."""
    for i, entry in enumerate(entries, 1):
        ended = write_result(result) if i == len(entries) else None
        row = (id, number, entry.seat, entry.text, entry.at, ended)
        head = seal(head, *row)
        yield *row, head
        number += 1


def follows(head: bytes, row: tuple[Any, ...]) -> bool:
    """Say whether *row* of the journal is what came after the entry with the seal *head*."""
    return bool(seal(head, *row[:-1]) == row[-1])


def note_row(id: int, number: int, mark: str, comment: str) -> tuple[Any, ...]:
    """Write what somebody thinks of an entry."""
    return id, number, mark, comment, seal(id, number, mark, comment)


def deleted_row(id: int) -> tuple[Any, ...]:
    """Write that a match is gone for good."""
    return id, seal(id)


def is_sealed(row: tuple[Any, ...]) -> bool:
    """Say whether a row that is sealed by itself is what it was."""
    return bool(seal(*row[:-1]) == row[-1])


# Setups and results, as JSON.


def write_setup(id: int, setup: Setup) -> str:
    """Write the setup of match *id*, without its rules, which many matches share."""
    fields: dict[str, Any] = {
        name: getattr(setup, name)
        for name in Setup.__dataclass_fields__
        if name not in ("rules", "plugins", "options")
    }
    fields["options"] = dict(setup.options)
    fields["plugins"] = [[one.name, one.version, one.distribution] for one in setup.plugins]
    return json.dumps({"match": id, "rules": digest(setup.rules).hex(), **fields})


def match_of(text: str) -> int | None:
    """Say of which match *text* is the setup; ``None`` if it is some rules."""
    if not text.startswith('{"match": '):
        return None
    try:
        id = json.loads(text)["match"]
    except (ValueError, LookupError):
        return None
    return id if isinstance(id, int) else None


def rules_of(text: str) -> bytes:
    """Return the `digest` of the rules that the setup *text* goes with."""
    return bytes.fromhex(json.loads(text)["rules"])


def read_setup(text: str, rules: str) -> Setup:
    """Read what `write_setup` has written, now or in the first version."""
    from ..hooks.engine import Provider

    fields = json.loads(text)
    fields.pop("match", None)
    fields["rules"] = rules
    fields["plugins"] = tuple(Provider(*one) for one in fields["plugins"])
    fields["seats"], fields["players"] = tuple(fields["seats"]), tuple(fields["players"])
    return Setup(**fields)


def write_words(words: tuple[str, ...]) -> str:
    """Write some ids in a row."""
    return json.dumps(words)


@lru_cache(maxsize=256)  # in a list of thousands of matches the same few come again and again
def read_words(text: str) -> tuple[str, ...]:
    """Read what `write_words` has written."""
    return tuple(json.loads(text))


def write_result(result: Result | None) -> str | None:
    """Write how a match has ended."""
    return json.dumps([result.scores, result.winners, result.forfeited]) if result else None


@lru_cache(maxsize=256)
def read_result(text: str | None) -> Result | None:
    """Read what `write_result` has written."""
    if text is None:
        return None
    scores, winners, forfeited = json.loads(text)
    return Result(tuple(scores), tuple(winners), forfeited)
