"""Fields of a record: the shape that text, JSON and tokens share, and how it is checked."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json

from ...errors import RecordError
from ...game import CHANCE
from ...rules.characters import FORBIDDEN
from ...rules.checking.validation import findings_of
from ...rules.models import MOST_SEATS, SEATS
from ...text import Message, msg
from ..daily_deal import is_day
from ..match import MOST_SEED
from ..record import Record
from ..setup import SHARE, Setup
from .redact import LAST, MOST_COMMENT, MOST_ENTRIES, MOST_STEPS, MOST_TEXT, PLAYER

VERSION = 1
CHANCE_SEAT = "*"


def _only(pattern: re.Pattern[str]) -> AfterValidator:
    """Return a check that a text matches *pattern*, which may look ahead, unlike pydantic's own."""

    def check(value: str) -> str:
        if not pattern.fullmatch(value):
            raise ValueError
        return value

    return AfterValidator(check)


def _day(text: str) -> str:
    """Check that *text* is empty or a day there is, such as ``2026-11-22``."""
    if text and not is_day(text):
        raise ValueError
    return text


_Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,39}$")]
_Line = Annotated[
    str, Field(max_length=MOST_COMMENT), _only(re.compile(rf"(?:(?!{FORBIDDEN.pattern})[^\r\n])*"))
]
_Name = Annotated[_Line, Field(max_length=MOST_TEXT)]
_Time = Annotated[int, Field(ge=0, le=LAST)]


class _Fields(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class _PluginFields(_Fields):
    name: _Name
    version: _Name = ""
    distribution: _Name = ""


class _SeatFields(_Fields):
    id: _Id
    player: Annotated[str, _only(PLAYER)]


class _ShareFields(_Fields):
    seat: _Id
    share: Annotated[str, _only(SHARE)]


class _EntryFields(_Fields):
    seat: _Name
    text: _Name
    at: _Time = 0
    mark: Literal["", "?!", "?", "??", "!"] = ""
    comment: _Line = ""


TokenStep: TypeAlias = int | str
"""Entry in a token: the index of an action among all possible ones, or a text like ``0 undo 1``."""


class RecordFields(_Fields):
    """Fields of a record in text or JSON, or of the content of a token."""

    format: Literal["splitpick-record"] = "splitpick-record"
    version: Annotated[int, Field(ge=VERSION, le=VERSION)]
    match: Annotated[str, Field(pattern=r"^([0-9a-f]{16})?$")] = ""
    ruleset: _Id
    variant: _Id
    hash: Annotated[str, Field(pattern="^[0-9a-f]{8,64}$")]
    source: Annotated[_Name, _only(re.compile(r"[^/\\]*"))] = ""
    options: dict[str, bool | int | str | None] = {}
    plugins: Annotated[list[_PluginFields], Field(max_length=100)] = []
    seats: Annotated[list[_SeatFields], SEATS]
    first: _Id
    seed: Annotated[int, Field(ge=0, le=MOST_SEED)] | None = None
    practice: bool = False
    created: _Time = 0
    leg: Annotated[int, Field(ge=0, le=2)] = 0
    partner: Annotated[str, Field(pattern=r"^([0-9a-f]{16})?$")] = ""
    daily: Annotated[str, AfterValidator(_day)] = ""
    nonce: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")] = ""
    clock: Annotated[str, Field(pattern=r"^([1-9][0-9]{0,4}\+[0-9]{1,4})?$")] = ""
    entries: Annotated[list[_EntryFields], Field(max_length=MOST_ENTRIES)] = []
    result: dict[str, Any] | None = None
    rules: dict[str, Any] | None = None
    promise: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")] = ""
    opened: Annotated[str, Field(pattern=r"^([0-9]{1,19} [0-9a-f]{64})?$")] = ""
    shares: Annotated[list[_ShareFields], Field(max_length=MOST_SEATS)] = []
    steps: Annotated[list[TokenStep], Field(max_length=MOST_STEPS)] = []
    check: str = ""


SAME = (
    "ruleset", "variant", "hash", "source", "seed", "practice", "created", "leg", "partner",
    "daily", "nonce", "promise", "opened", "clock",
)  # fmt: skip
_MAYBE = ("nonce", "promise", "opened", "clock")
"""Fields that are missing where they are empty."""


def fields_of(record: Record) -> dict[str, Any]:
    """Return the fields of *record* as plain values."""
    setup, ids = record.setup, {CHANCE: CHANCE_SEAT, **dict(enumerate(record.setup.seats))}
    entries = [asdict(entry) | {"seat": ids[entry.seat]} for entry in record.entries]
    return {
        "format": "splitpick-record",
        "version": VERSION,
        "match": setup.uid,
        **{
            name: getattr(setup, name)
            for name in SAME
            if name not in _MAYBE or getattr(setup, name)
        },
        "options": dict(sorted(setup.options.items())),
        "plugins": [asdict(plugin) for plugin in setup.plugins],
        "seats": [
            {"id": seat, "player": player}
            for seat, player in zip(setup.seats, setup.players, strict=True)
        ],
        "first": ids[setup.first],
        **({"shares": _named(setup)} if setup.shares else {}),
        "entries": [{key: value for key, value in one.items() if value} for one in entries],
        "result": record.result.fields(setup.seats) if record.result else None,
        "rules": json.loads(setup.rules),
    }


def _named(setup: Setup) -> list[dict[str, str]]:
    seats = zip(setup.seats, setup.shares, strict=True)
    return [{"seat": seat, "share": share} for seat, share in seats]


class WrongPart(RecordError):
    """Part of a record that cannot be accepted; *part* is the path to it in the fields."""

    def __init__(self, message: Message, *part: str | int) -> None:
        super().__init__(message)
        self.part = part


class WrongShape(WrongPart):
    """Field that is missing, or has a value of another type or beyond the limits."""


def check_version(version: object) -> None:
    """Raise `WrongPart` if *version*, a number or its digits, is that of a later format."""
    if re.fullmatch("[1-9][0-9]{0,8}", text := str(version)) and int(text) > VERSION:
        raise WrongPart(
            msg(
                "record-newer",
                "This record comes from a newer version of splitpick. Its format is {version}, and "
                "this version reads {known}.",
                version=text,
                known=str(VERSION),
            ),
            "version",
        )


def check_fields(values: Mapping[str, Any], *, strict: bool = True) -> RecordFields:
    """Check *values*, in which texts may stand for numbers unless *strict*; raises `WrongPart`."""
    check_version(values.get("version"))
    try:
        return RecordFields.model_validate(values, strict=strict)
    except ValidationError as error:
        fault = findings_of(RecordFields, dict(values), error)[0]
        raise WrongShape(fault.message, *fault.path) from error


def parse_json(text: str, lines: int = 0) -> dict[str, Any]:
    """Parse a JSON object that follows *lines* lines; raises `RecordError` with line and column."""
    reason = "line 1 column 1"
    try:
        value = from_json(text, allow_inf_nan=False)
        if isinstance(value, dict):
            return value
    except ValueError as error:
        reason = str(error)
    line, column = map(int, re.findall("[0-9]+", reason)[-2:])
    raise RecordError(msg("record-json", "This is not valid JSON."), lines + line, max(1, column))
