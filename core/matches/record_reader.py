"""Reads a record in text, or whatever record somebody hands over, and plays it again.

A record is text from strangers: nothing of it is run, opened or trusted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache

from ..errors import BadValue, Finding, RecordError, RulesetError, UnknownName, unknown
from ..game import CHANCE
from ..hooks.engine import Engine, Provider
from ..rules.characters import excerpt
from ..rules.nodes import Source
from ..text import Message, msg
from .entry import RESERVED, Entry
from .json_text import NotJson, canonical, parse_json
from .match import BAD_SEED, MOST_SEED
from .proof import other_end, prove
from .record import Record
from .record_json import prove_json, read_json, unknown_version
from .record_scan import Piece, Scan, WrittenEntry, WrittenTag, scan
from .record_signs import check_entry, lines_ended, option_value
from .record_tags import EXTENSION, FORMAT, TAGS, example
from .record_text import outcome
from .setup import Setup
from .sharing import NO_PLAYER, PLAYER

_BLANKS = re.compile(r"[ \t\n]+")


def read_any(text: str, engine: Engine, name: str = "") -> Record:
    """Read a record in text or JSON, whichever *text* is; *name* is that of its file, if any.

    See `read_text`; of a record in JSON, too, every entry is played again.
    """
    start = text.lstrip("\ufeff \t\r\n")[:1]
    if start == "[":
        return read_text(text, engine)
    if start == "{" or name.casefold().endswith(".json"):
        return prove_json(engine, read_json(text))
    raise RecordError(
        msg("record-unknown", 'This is no record: one begins with [Splitpick "1"], or with {{.'),
        1,
        1,
    )


def read_text(text: str, engine: Engine) -> Record:
    """Read a record in text, by the rules it holds or those of *engine* with the same hash.

    Every entry is played again; what is returned has the game's own notation, and no times.
    Raises `RecordError` for the first thing that is wrong, with its line and column.
    """
    return _Reader(scan(text), engine).read()


def finding(error: RecordError, file: str, text: str) -> Finding:
    """Make the finding for *error* in the *text* of *file*, which `rules.findings` can show."""
    source = Source(file, lines_ended(text).split("\n"))
    return source.finding(error.line, error.column, error.length, error.message)


class _Reader:
    """Makes a record of what was scanned."""

    def __init__(self, scanned: Scan, engine: Engine) -> None:
        self.scan = scanned
        self.engine = engine
        self.tags: dict[str, list[WrittenTag]] = {name: [] for name in TAGS}
        self.known: set[tuple[str, str]] = set()
        """The tags that were there already, those that may come again with their first value."""

    def read(self) -> Record:
        """Read it, and play it again."""
        self._check_version()
        for tag in self.scan.tags:
            self._sort(tag)
        for name, form in TAGS.items():
            if form.required and not self.tags[name]:
                raise self._missing(name)
        setup = self._setup()
        entries = tuple(self._entry(entry, setup.seats) for entry in self.scan.entries)
        record = prove(self.engine, Record(setup, entries), self._refuse)
        self._check_outcome(record)
        return record

    # The tags.

    def _check_version(self) -> None:
        """Look at the version first: another one may have other tags."""
        for tag in self.scan.tags:
            if tag.name.text == "Splitpick" and tag.values:
                if tag.values[0].text != str(FORMAT):
                    raise self.scan.error_at(
                        unknown_version(excerpt(tag.values[0].text)), tag.values[0]
                    )
                return
        raise self._missing("Splitpick")

    def _missing(self, name: str) -> RecordError:
        message = msg("record-no-tag", "A tag is missing: {tag}", tag=example(name))
        last = self.scan.tags[-1].name if self.scan.tags else Piece("", 0, 1)
        return self.scan.error_at(message, last)

    def _sort(self, tag: WrittenTag) -> None:
        """Put *tag* to those of its name, if it is one of them."""
        name = tag.name.text
        if name.startswith(EXTENSION):
            return
        if name not in TAGS:
            what = msg("record-unknown-tag", "There is no tag {name}.", name=name)
            raise self.scan.error_at(unknown(what, name, list(TAGS)).message, tag.name)
        form = TAGS[name]
        looks = msg("record-tag-value", "This tag looks like this: {tag}", tag=example(name))
        if not len(form.values) - form.optional <= len(tag.values) <= len(form.values):
            raise self.scan.error_at(looks, tag.name)
        for pattern, value in zip(form.values, tag.values, strict=False):
            if not re.fullmatch(pattern, value.text):
                raise self.scan.error_at(NO_PLAYER if pattern == PLAYER else looks, value)
        key = (name, tag.values[0].text if form.repeated else "")
        if key in self.known:
            raise self.scan.error_at(
                msg("record-tag-twice", "This tag is here twice."),
                tag.values[0] if form.repeated else tag.name,
            )
        self.known.add(key)
        self.tags[name].append(tag)

    def _value(self, name: str) -> str:
        """Return the first value of a tag that comes once; empty where it is missing."""
        tags = self.tags[name]
        return tags[0].values[0].text if tags else ""

    def _seat(self, piece: Piece, seats: Sequence[str]) -> int:
        """Return the number of the seat that *piece* names."""
        if piece.text not in seats:
            what = msg("unknown-seat", 'There is no seat "{name}".', name=piece.text)
            raise self.scan.error_at(unknown(what, piece.text, seats).message, piece)
        return seats.index(piece.text)

    def _setup(self) -> Setup:
        """Make what was settled before the match of the tags."""
        seats = tuple(tag.values[0].text for tag in self.tags["Seat"])
        options = {
            tag.values[0].text: option_value(tag.values[1].text) for tag in self.tags["Option"]
        }
        ruleset, variant = self._value("Rules"), self._value("Variant")
        hash = self._value("Hash").removeprefix("sha256:")
        if self.scan.definition:
            rules = self._definition(self.scan.definition)
        else:
            try:
                rules = _installed(self.engine, ruleset, variant, tuple(options.items()), hash)
            except RecordError as error:
                raise self._refuse("rules", 0, error.message) from error
        return Setup(
            ruleset=ruleset,
            variant=variant,
            rules=rules,
            hash=hash,
            seats=seats,
            players=tuple(tag.values[1].text for tag in self.tags["Seat"]),
            first=self._seat(self.tags["First"][0].values[0], seats),
            seed=self._seed(),
            options=options,
            plugins=tuple(
                Provider(*(value.text for value in tag.values)) for tag in self.tags["Plugin"]
            ),
            practice=self._value("Practice") == "yes",
            uid=self._value("Match"),
            created=self._created(),
            source=self._value("Source") or ruleset,
            leg=int(self._value("Duplicate") or 0),
            partner=self._value("Partner"),
            daily=self._value("Daily"),
        )

    def _seed(self) -> int | None:
        text = self._value("Seed")
        if not text:
            return None
        if int(text) > MOST_SEED:
            raise self.scan.error_at(BAD_SEED, self.tags["Seed"][0].values[0])
        return int(text)

    def _created(self) -> int:
        """Read the date, in milliseconds since 1970."""
        text = self._value("Date")
        if not text:
            return 0
        try:
            since = datetime.fromisoformat(text.removesuffix("Z")) - datetime(1970, 1, 1)
        except ValueError:
            since = timedelta(-1)
        if since < timedelta(0):
            raise self.scan.error_at(
                msg("record-date", "There is no such day or time since 1970."),
                self.tags["Date"][0].values[0],
            )
        return since // timedelta(milliseconds=1)

    def _definition(self, written: Piece) -> str:
        """Read the rules that the record holds, and return them in their canonical form."""
        text = _BLANKS.sub(" ", written.text)
        try:
            rules = parse_json(text)
        except NotJson as error:
            at = _before(written.text, error.at) if error.at >= 0 else 0
            raise self.scan.error(error.message, written.at + at) from error
        return canonical(rules)

    # What happened.

    def _entry(self, written: WrittenEntry, seats: Sequence[str]) -> Entry:
        actor = written.actor
        seat = CHANCE if actor.text == "*" else self._seat(actor, seats)
        text = written.piece.text
        if written.words[0].casefold() in RESERVED:
            text = text.lower()
            if Entry(seat, text).is_action:
                raise self.scan.error_at(_RESERVED, written.piece)
        entry = Entry(seat, text, 0, written.mark, written.comment)
        try:
            check_entry(entry)
        except RecordError as error:
            raise self.scan.error_at(error.message, written.piece) from error
        return entry

    def _refuse(self, part: str, number: int, message: Message) -> RecordError:
        """Make the error for what `prove` finds."""
        if part == "entries":
            return self.scan.error_at(message, self.scan.entries[number].piece)
        if part == "rules" and self.scan.definition:
            return self.scan.error_at(message, self.scan.definition)
        tag = self.tags[_TAG_OF[part]][number]
        return self.scan.error_at(message, tag.values[-1 if part == "options" else 0])

    def _check_outcome(self, record: Record) -> None:
        """Compare what the tags tell of the end with what was played."""
        real: dict[str, list[str]] = {}
        if record.result:
            real = outcome(record.setup, record.entries, record.result)
        for name in ("Result", "Winner", "Forfeit"):
            for tag in self.tags[name]:
                told = [value.text for value in tag.values]
                if sorted(told) != sorted(real.get(name, [])):
                    raise self.scan.error_at(other_end(record), tag.values[0])


_TAG_OF = {
    "ruleset": "Rules", "rules": "Hash", "plugins": "Plugin", "seats": "Seat", "options": "Option"
}  # fmt: skip
"""Which tag tells what a part of a record is."""

_RESERVED = msg(
    "record-reserved",
    "Behind undo stands how many actions, behind forfeit the reason in one word.",
)


def _before(text: str, at: int) -> int:
    """Count the characters before the one that is the *at*-th once runs of blanks are one each."""
    for blanks in _BLANKS.finditer(text):
        if blanks.start() >= at:
            break
        at += blanks.end() - blanks.start() - 1
    return at


@lru_cache(maxsize=64)
def _installed(
    engine: Engine, id: str, variant: str, options: tuple[tuple[str, object], ...], hash: str
) -> str:
    """Return the rules with *hash* that *engine* has.

    What is found once need not be looked for again: the hash says that it is the same.
    """
    # A rule set is mostly called what its file is called.
    for name in sorted(engine.rulesets(), key=lambda name: name != id):
        try:
            file = engine.ruleset_file(name)
        except RulesetError:
            continue
        if file.id != id or variant not in file.rulesets:
            continue
        ruleset = file.rulesets[variant]
        if ruleset.hash == hash:
            return ruleset.text
        try:
            ruleset = ruleset.with_options(dict(options))
        except (BadValue, UnknownName):
            continue
        if ruleset.hash == hash:
            return ruleset.text
    raise RecordError(
        msg(
            "rules-missing",
            "The rules of this record are neither in it nor installed: {rules}, {variant}, {hash}.",
            rules=id,
            variant=variant,
            hash=f"sha256:{hash}",
        )
    )
