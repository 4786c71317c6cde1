"""Writes a record as text, for people and programs; README.md of this folder specifies it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from ..game import CHANCE
from ..width import display_width
from .entry import Entry
from .json_text import laid_out
from .match import Result
from .record import Record
from .record_signs import braced, check_entry, option_text, quoted
from .record_tags import DEFINITION, FORMAT, TAGS
from .setup import Setup
from .sharing import MOST_CHARACTERS, MOST_ENTRIES, shared, too_long
from .turns import turns

WIDTH = 78
"""How many columns a line takes, so that no mail program breaks it."""

INDENT = "    "
"""What a line begins with that goes on with the one above it."""


def write_text(record: Record, *, with_rules: bool = False) -> str:
    """Write *record* as text, without the times of its entries.

    *with_rules* puts the rules into it, for readers that may not have them.  What goes out of the
    setup is said by `shared`.  Raises `RecordError` where the match is longer than a record may
    be, or where an action has a notation that cannot stand in one.
    """
    record = shared(record)
    if len(record.entries) > MOST_ENTRIES:
        raise too_long()
    lines = [*_tags(record.setup), *_outcome(record.setup, record.entries, record.result), ""]
    for turn in turns(record.entries):
        actor = "*" if turn.seat == CHANCE else f"{record.setup.seats[turn.seat]}:"
        lines += _filled([f"{turn.number}.", actor, *_words(turn.entries)])
    if with_rules:
        lines += ["", f"[{DEFINITION}]", *_definition(record.setup.rules)]
    text = "\n".join(lines).rstrip("\n") + "\n"
    if len(text) > MOST_CHARACTERS:
        raise too_long()
    return text


# The tags.


def _tag(name: str, *values: str) -> str:
    assert name in TAGS
    return f"[{' '.join([name, *map(quoted, values)])}]"


def _tags(setup: Setup) -> Iterator[str]:
    """Write the tags that tell what was settled before the match, in the order of `TAGS`."""
    yield _tag("Splitpick", str(FORMAT))
    if setup.uid:
        yield _tag("Match", setup.uid)
    yield _tag("Rules", setup.ruleset)
    yield _tag("Variant", setup.variant)
    yield _tag("Hash", f"sha256:{setup.hash}")
    if setup.source != setup.ruleset:
        yield _tag("Source", setup.source)
    for option, value in sorted(setup.options.items()):
        yield _tag("Option", option, option_text(value))
    for plugin in setup.plugins:
        values = [plugin.name, plugin.version, plugin.distribution]
        while len(values) > 1 and not values[-1]:
            values.pop()
        yield _tag("Plugin", *values)
    for seat, player in zip(setup.seats, setup.players, strict=True):
        yield _tag("Seat", seat, player)
    yield _tag("First", setup.seats[setup.first])
    if setup.seed is not None:
        yield _tag("Seed", str(setup.seed))
    if setup.practice:
        yield _tag("Practice", "yes")
    if setup.created:
        yield _tag("Date", _date(setup.created))


def _outcome(setup: Setup, entries: Sequence[Entry], result: Result | None) -> Iterator[str]:
    """Write the tags that tell how the match ended, of which two it is one, and of which day."""
    if result:
        for name, values in outcome(setup, entries, result).items():
            yield _tag(name, *values)
    if setup.leg:
        yield _tag("Duplicate", str(setup.leg))
    if setup.partner:
        yield _tag("Partner", setup.partner)
    if setup.daily:
        yield _tag("Daily", setup.daily)


def outcome(setup: Setup, entries: Sequence[Entry], result: Result) -> dict[str, list[str]]:
    """Say by which tags a record tells *result*, and their values."""
    tags = {"Result": [":".join(map(str, result.scores))]}
    if result.winners:
        tags["Winner"] = [setup.seats[seat] for seat in result.winners]
    if result.forfeited is not None:
        reasons = [entry.forfeits for entry in entries if entry.forfeits]
        tags["Forfeit"] = [setup.seats[result.forfeited], *reasons]
    return tags


def _date(milliseconds: int) -> str:
    """Write a time in milliseconds since 1970 as ISO 8601 does, in UTC."""
    time = datetime(1970, 1, 1) + timedelta(milliseconds=milliseconds)
    return time.isoformat(timespec="milliseconds") + "Z"


# The turns.


def _words(entries: Sequence[Entry]) -> Iterator[str]:
    """Write the entries of a turn: what blanks or line ends may stand between."""
    for number, entry in enumerate(entries, 1):
        check_entry(entry)
        parts = [f"{entry.text} {entry.mark}" if entry.mark else entry.text]
        if entry.comment:
            parts += braced(entry.comment, WIDTH - len(INDENT) - 1)
        if number < len(entries):
            parts[-1] += ";"
        yield from parts


def _filled(words: Iterable[str], indent: str = "") -> Iterator[str]:
    """Put *words* into lines that begin with *indent*; from the second on with `INDENT` as well."""
    line: list[str] = []
    begin, room = indent, WIDTH - len(indent)
    for word in words:
        width = display_width(word)
        if line and width > room:
            yield begin + " ".join(line)
            line, begin = [], indent + INDENT
            room = WIDTH - len(begin)
        line.append(word)
        room -= width + 1
    yield begin + " ".join(line)


# The rules.


def _definition(rules: str) -> Iterator[str]:
    """Write the rules in lines, any end of which may become a blank."""
    for line in laid_out(json.loads(rules), WIDTH).split("\n"):
        text = line.lstrip(" ")
        yield from _filled(text.split(" "), " " * (len(line) - len(text)))
