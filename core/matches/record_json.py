"""A record as JSON, for programs: everything, with the rules and the times."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainValidator, ValidationError

from ..errors import RecordError, unknown
from ..game import CHANCE, JSON
from ..hooks.engine import Engine, Provider
from ..rules.characters import FORBIDDEN, excerpt, forbidden
from ..rules.labels import not_text, refuse
from ..rules.validation import shape_faults
from ..text import Message, Param, msg
from .entry import Entry
from .json_text import NotJson, canonical, laid_out, parse_json
from .match import MOST_SEED, Result
from .proof import prove
from .record import RULES_CHANGED, Record
from .record_signs import check_entry, lines_ended
from .setup import Setup
from .sharing import (
    LAST,
    MOST_CHARACTERS,
    MOST_COMMENT,
    MOST_ENTRIES,
    MOST_TEXT,
    NO_PLAYER,
    PLAYER,
    shared,
    too_big,
    too_long,
)

FORMAT = "splitpick-record"
VERSION = 1

WIDTH = 100
"""Objects and lists of more columns take several lines."""

CHANCE_SEAT = "*"
"""What stands for a seat where chance acts."""


def write_json(record: Record) -> str:
    """Write *record* as JSON, on several lines.

    What goes out of the setup is said by `shared`.  Raises `RecordError` where the match is longer
    than a record may be, or where an action has a notation that cannot stand in one.
    """
    record = shared(record)
    if len(record.entries) > MOST_ENTRIES:
        raise too_long()
    text = laid_out(_plain(record), WIDTH) + "\n"
    if len(text) > MOST_CHARACTERS:
        raise too_long()
    return text


def read_json(text: str) -> Record:
    """Read a record in JSON.  What happened in it is not played again: see `read_any` for that.

    Raises `RecordError` for the first thing that is wrong: with its line and column where it is no
    JSON, else with the way to the value.
    """
    if len(text) > MOST_CHARACTERS:
        raise too_big()
    text = lines_ended(text)
    try:
        value = parse_json(text)
    except NotJson as error:
        line = text.count("\n", 0, error.at) + 1 if error.at >= 0 else 0
        column = error.at - text.rfind("\n", 0, error.at) if error.at >= 0 else 0
        raise RecordError(error.message, line, column) from error
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        message = msg("record-format", 'Here "format" must be "{format}".', format=FORMAT)
        raise RecordError(message)
    version = value.get("version")
    if type(version) is int and version != VERSION:
        raise _at("version", unknown_version(str(version)))
    try:
        model = _Record.model_validate(value)
    except ValidationError as error:
        fault = shape_faults(_Record, value, error)[0]
        raise _at(_way(fault.path), fault.message) from error
    return _record(model)


def prove_json(engine: Engine, record: Record) -> Record:
    """Play *record*, which `read_json` returned, again; see `prove`."""

    def refuse_part(part: str, number: int, message: Message) -> RecordError:
        if part == "options":
            return _at(f"options.{list(record.setup.options)[number]}", message)
        listed = part in ("plugins", "seats", "entries")
        return _at(f"{part}[{number}]" if listed else part, message)

    return prove(engine, record, refuse_part)


def unknown_version(version: str) -> Message:
    """Say that records of *version* cannot be read."""
    return msg(
        "record-version",
        "This record has the format {version}; only format {known} can be read.",
        version=version,
        known=VERSION,
    )


def _at(way: str, message: Message) -> RecordError:
    if not way:
        return RecordError(message)
    params: dict[str, Param] = {"way": excerpt(way, 80), "what": message}
    return RecordError(Message(message.code, "{way}: {what}", params))


def _way(path: tuple[str | int, ...]) -> str:
    way = ""
    for step in path:
        way += f"[{step}]" if isinstance(step, int) else f".{step}" if way else step
    return way


# Writing.


def _plain(record: Record) -> dict[str, JSON]:
    setup, result = record.setup, record.result
    return {
        "format": FORMAT,
        "version": VERSION,
        "match": setup.uid,
        "ruleset": setup.ruleset,
        "variant": setup.variant,
        "hash": setup.hash,
        "source": setup.source,
        "options": dict(sorted(setup.options.items())),
        "plugins": [
            {"name": one.name, "version": one.version, "distribution": one.distribution}
            for one in setup.plugins
        ],
        "seats": [
            {"id": seat, "player": player}
            for seat, player in zip(setup.seats, setup.players, strict=True)
        ],
        "first": setup.seats[setup.first],
        "seed": setup.seed,
        "practice": setup.practice,
        "created": setup.created,
        "leg": setup.leg,
        "partner": setup.partner,
        **({"daily": setup.daily} if setup.daily else {}),
        "entries": [_plain_entry(setup, entry) for entry in record.entries],
        "result": _plain_result(setup, result) if result else None,
        "rules": json.loads(setup.rules),
    }


def _plain_entry(setup: Setup, entry: Entry) -> dict[str, JSON]:
    check_entry(entry)
    seat = CHANCE_SEAT if entry.seat == CHANCE else setup.seats[entry.seat]
    plain: dict[str, JSON] = {"seat": seat, "text": entry.text}
    for key in ("at", "mark", "comment"):
        if value := getattr(entry, key):
            plain[key] = value
    return plain


def _plain_result(setup: Setup, result: Result) -> dict[str, JSON]:
    return {
        "scores": result.scores,
        "winners": [setup.seats[seat] for seat in result.winners],
        "forfeited": None if result.forfeited is None else setup.seats[result.forfeited],
    }


# Reading.


def _text(most: int) -> PlainValidator:
    """Make what checks a text on one line of at most *most* characters."""

    def check(value: object) -> str:
        if not isinstance(value, str):
            raise refuse(((), not_text(value)))
        if found := FORBIDDEN.search(value):
            raise refuse(((), forbidden(found.group())))
        if len(value) > most:
            message = msg("long-text", "This text has more than {most} characters.", most=most)
            raise refuse(((), message))
        if any(sign in value for sign in "\n\r\t"):
            raise refuse(((), msg("several-lines", "This text must stand on one line.")))
        return value

    return PlainValidator(check)


def _no_path(value: str) -> str:
    if re.search(r"[/\\]", value):
        raise refuse(((), msg("record-path", "Here stands a name, not a path.")))
    return value


def _player(value: str) -> str:
    if not re.fullmatch(PLAYER, value):
        raise refuse(((), NO_PLAYER))
    return value


_Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,39}$")]
_Uid = Annotated[str, Field(pattern=r"^(?:[0-9a-f]{16})?$")]
_Line = Annotated[str, _text(MOST_TEXT)]
_Time = Annotated[int, Field(ge=0, le=LAST)]


class _Part(BaseModel):
    """A part of the record: values of exactly the right kind; keys nobody knows are passed over."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class _Plugin(_Part):
    name: _Line
    version: _Line = ""
    distribution: _Line = ""


class _Seat(_Part):
    id: _Id
    player: Annotated[str, AfterValidator(_player)]


class _Entry(_Part):
    seat: Annotated[str, Field(pattern=r"^(?:\*|[a-z][a-z0-9-]{0,39})$")]
    text: _Line
    at: _Time = 0
    mark: Literal["", "?!", "?", "??"] = ""
    comment: Annotated[str, _text(MOST_COMMENT)] = ""


class _Result(_Part):
    scores: Annotated[list[int], Field(min_length=2, max_length=6)]
    winners: Annotated[list[_Id], Field(max_length=6)]
    forfeited: _Id | None = None


class _Record(_Part):
    version: int
    match: _Uid = ""
    ruleset: _Id
    variant: _Id
    hash: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    source: Annotated[str, _text(MOST_TEXT), AfterValidator(_no_path)] = ""
    options: dict[str, bool | int | str | None] = {}
    plugins: Annotated[list[_Plugin], Field(max_length=100)] = []
    seats: Annotated[list[_Seat], Field(min_length=2, max_length=6)]
    first: _Id
    seed: Annotated[int, Field(ge=0, le=MOST_SEED)] | None = None
    practice: bool = False
    created: _Time = 0
    leg: Annotated[int, Field(ge=0, le=2)] = 0
    partner: _Uid = ""
    daily: Annotated[str, Field(pattern=r"^(?:[0-9]{4}-[0-9]{2}-[0-9]{2})?$")] = ""
    entries: Annotated[list[_Entry], Field(max_length=MOST_ENTRIES)]
    result: _Result | None = None
    rules: dict[str, object]


def _record(model: _Record) -> Record:
    seats = tuple(seat.id for seat in model.seats)

    def number(seat: str, way: str) -> int:
        if seat not in seats:
            what = msg("unknown-seat", 'There is no seat "{name}".', name=seat)
            raise _at(way, unknown(what, seat, seats).message)
        return seats.index(seat)

    rules = canonical(model.rules)  # type: ignore[arg-type]
    if sha256(rules.encode("utf-8", "surrogatepass")).hexdigest() != model.hash:
        raise _at("rules", RULES_CHANGED)
    setup = Setup(
        ruleset=model.ruleset,
        variant=model.variant,
        rules=rules,
        hash=model.hash,
        seats=seats,
        players=tuple(seat.player for seat in model.seats),
        first=number(model.first, "first"),
        seed=model.seed,
        options=model.options,
        plugins=tuple(Provider(one.name, one.version, one.distribution) for one in model.plugins),
        practice=model.practice,
        uid=model.match,
        created=model.created,
        source=model.source or model.ruleset,
        leg=model.leg,
        partner=model.partner,
        daily=model.daily,
    )
    entries = []
    for n, one in enumerate(model.entries):
        seat = CHANCE if one.seat == CHANCE_SEAT else number(one.seat, f"entries[{n}].seat")
        entry = Entry(seat, one.text, one.at, one.mark, one.comment)
        try:
            check_entry(entry)
        except RecordError as error:
            raise _at(f"entries[{n}].text", error.message) from error
        entries.append(entry)
    result = None
    if model.result:
        lost = model.result.forfeited
        result = Result(
            tuple(model.result.scores),
            tuple(number(seat, "result.winners") for seat in model.result.winners),
            None if lost is None else number(lost, "result.forfeited"),
        )
    return Record(setup, tuple(entries), result)
