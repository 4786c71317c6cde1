"""Readers of records in text or JSON: both may be hostile, so nothing in them is run or opened."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Any

from ...errors import Finding, RecordError, unknown
from ...hooks.engine import Engine
from ...rules.characters import FORBIDDEN, excerpt, forbidden
from ...text import Message, Param, msg
from ..entry import RESERVED
from ..record import Record
from .fields import WrongPart, WrongShape, check_fields, check_version, fields_of, parse_json
from .record_writer import WORD
from .redact import MOST_CHARACTERS, MOST_COMMENT, MOST_ENTRIES, MOST_TEXT
from .tags import DEFINITION, EXTENSION, NAMES, READ, TAGS, tags_of
from .verify import other_end, verify_record

_SIGN = re.compile(
    rf"""
    \[\s*(?P<tag>[A-Za-z][A-Za-z0-9-]*+)\s*(?P<values>(?:"(?:[^"\\\n]|\\.)*+"\s*+)*+)\]
  | [0-9]+\.\s*(?P<actor>\*|[^\s:;{{}}\[\]"\\*]++(?=\s*:))\s*:?
  | \{{(?P<comment>(?:[^{{}}\\]|\\.)*+)\}}
  | (?P<mark>\?[?!]?|!)(?![^\s;{{])
  | (?P<action>{WORD}(?:\s+{WORD}){{0,{MOST_TEXT}}})
  | (?P<end>;)
  | (?P<odd>\S{{1,40}})
    """,
    re.VERBOSE | re.DOTALL,
)
_BEGINS = re.compile(r"\{(?:[^{}\\]|\\.)*+\}|^(?P<tag>\[Splitpick )", re.DOTALL | re.MULTILINE)
"""Pattern for a comment, or for the line that begins a record and stands nowhere else."""
_VALUE = re.compile(r'"((?:[^"\\]|\\.)*+)"')
_BLANKS = re.compile(r"[ \t\n]+")
_LISTS = {
    "plugins": ("name", "version", "distribution"),
    "seats": ("id", "player"),
    "shares": ("seat", "share"),
}


def read_record(text: str, engine: Engine, name: str = "") -> Record:
    """Read and replay the record in *text*, from file *name*; raises `RecordError` with a place."""
    if len(text) > MOST_CHARACTERS:
        message = msg("record-big", "A record has at most {most} characters.", most=MOST_CHARACTERS)
        raise RecordError(message, 1, 1)
    text = _unix(text)
    start = text.lstrip()[:1]
    if start not in ("[", "{") and not name.casefold().endswith(".json"):
        message = msg(
            "record-unknown",
            'This is not a record: a record begins with [Splitpick "1"] or with {{.',
        )
        raise RecordError(message, 1, 1)
    if match := FORBIDDEN.search(text):
        raise RecordError(forbidden(match[0]), *_place(text, match.start()))
    return read_text(text, engine) if start == "[" else read_json(text, engine)


def parts_of(text: str) -> Iterator[str]:
    """Yield the records in *text* form one after the other; each keeps the lines of *text*.

    Anything else is one part.
    """
    text = _unix(text)
    starts = [match.start() for match in _BEGINS.finditer(text) if match["tag"]][1:]
    lines = 0
    for start, end in pairwise([0, *starts, len(text)]):
        yield "\n" * lines + text[start:end]
        lines += text.count("\n", start, end)


def finding(error: RecordError, file: str, text: str) -> Finding:
    """Return *error*, found in the *text* of *file*, as `rules.finding_lines` shows it."""
    lines = _unix(text).split("\n")
    source = lines[error.line - 1] if 0 < error.line <= len(lines) else ""
    return Finding(file, error.line, error.column, error.length, error.message, source)


def read_json(text: str, engine: Engine) -> Record:
    """Read and replay a JSON record; raises `RecordError` with a path, or line and column."""
    try:
        fields = check_fields(parse_json(text))
        record = verify_record(fields, engine)
        real = fields_of(record)["result"]
        if fields.result and {"forfeited": None, **fields.result} != real:
            raise WrongPart(other_end(record), "result")
    except WrongPart as error:
        steps = (f"[{one}]" if isinstance(one, int) else f".{one}" for one in error.part)
        way = excerpt("".join(steps).removeprefix("."), 80)
        params: dict[str, Param] = {"way": way, "what": error.message}
        raise RecordError(
            Message(error.code, "{way}: {what}" if way else "{what}", params)
        ) from error
    return record


def _unix(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def read_text(text: str, engine: Engine) -> Record:
    """Read and replay a record in text form; raises `RecordError` with line and column."""
    scan = _Scan(text)
    try:
        scan.run()
        record = verify_record(check_fields(scan.fields, strict=False), engine)
        scan.check_end(record)
    except WrongPart as error:
        raise scan.placed(error) from error
    return record


class _Scan:
    """Scanner of the record in *text*: its fields, and the sign (tag, action, ...) of each."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.fields: dict[str, Any] = {"entries": []}
        self.signs: dict[tuple[object, ...], re.Match[str]] = {}
        """Sign that each part of the fields comes from, by the path to that part."""
        self.end: list[tuple[re.Match[str], str, list[str]]] = []
        """Tags that tell how the match ended, with their values."""

    def run(self) -> None:
        """Read all signs into `fields`; raises `WrongPart`, and `RecordError` for bad JSON."""
        actor = ""
        entries = self.fields["entries"]
        for sign in _SIGN.finditer(self.text):
            kind, text = sign.lastgroup, sign[0]
            if kind == "values" and sign["tag"] == DEFINITION:
                lines = self.text.count("\n", 0, sign.end())
                self.fields["rules"] = parse_json(self.text[sign.end() :], lines)
                self.signs["rules",] = sign
                return
            if kind == "values":
                self._tag(sign, sign["tag"], [_unescaped(one) for one in _VALUE.findall(text)])
            elif kind == "actor":
                actor = sign["actor"]
            elif kind == "action" and actor:
                if len(entries) > MOST_ENTRIES:
                    self.signs["entries",] = sign
                    return
                self.signs["entries", len(entries)] = sign
                text = " ".join(text.split())
                reserved = text.split(" ")[0].casefold() in RESERVED
                entries.append({"seat": actor, "text": text.lower() if reserved else text})
            elif kind == "mark" and entries:
                entries[-1]["mark"] = text
            elif kind == "comment":
                comment = _unescaped(_BLANKS.sub(" ", sign["comment"]).strip(" "))
                for entry in entries[-1:]:
                    comment = f"{entry.get('comment', '')} {comment}".strip(" ")
                    entry["comment"] = comment[: MOST_COMMENT + 1]
            elif kind != "end":
                self.signs["odd",] = sign
                raise WrongPart(_ODD.get(text[0], _TURN), "odd")

    def _tag(self, sign: re.Match[str], name: str, values: list[str]) -> None:
        if name.startswith(EXTENSION):
            return
        field, _ = TAGS.get(name, (name, ""))
        self.signs[field,] = sign
        if name not in TAGS:
            what = msg("record-unknown-tag", "There is no tag {name}.", name=name)
            raise WrongPart(unknown(what, name, list(TAGS)).message, name)
        if not field:
            self.end.append((sign, name, values))
        elif field == "options":
            self.fields.setdefault(field, {})[" ".join(values[:1])] = " ".join(values[1:])
        elif field in _LISTS:
            listed = self.fields.setdefault(field, [])
            self.signs[field, len(listed)] = sign
            listed.append(dict(zip(_LISTS[field], values, strict=False)))
        else:
            self.fields[field] = values  # a list, which no such field takes
            with suppress(ValueError):
                (value,) = values
                self.fields[field] = READ.get(field, str)(value)
            if field == "version":  # at once: what follows may be new, too
                check_version(self.fields[field])

    def check_end(self, record: Record) -> None:
        """Compare the tags about the end with the end of *record*; raises `WrongPart`."""
        real = dict(tags_of(fields_of(record)))
        for sign, name, values in self.end:
            order = list if name == "Forfeit" else sorted  # its seat and reason have their places
            if order(values) != order(real.get(name, [])):
                self.signs[name,] = sign
                raise WrongPart(other_end(record), name)

    def placed(self, error: WrongPart) -> RecordError:
        """Return *error* with line and column, worded for the tag instead of the field."""
        part, message = error.part, error.message
        key = part[0] if part else ""
        places = [part[:2], part[:1], ("hash",) if key == "rules" else ()]
        sign = next((self.signs[place] for place in places if place in self.signs), None)
        name = NAMES.get(str(key))
        if isinstance(error, WrongShape) and name:
            tag = f"[{name} {TAGS[name][1]}]"
            if sign:
                message = msg("record-tag-value", "This tag should look like this: {tag}", tag=tag)
            else:
                message = msg("record-no-tag", "A tag is missing: {tag}", tag=tag)
        at = sign.start() if sign else 0
        length = len(sign[0].partition("\n")[0].rstrip()) if sign else 1
        return RecordError(message, *_place(self.text, at), max(1, length))


def _place(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


_ODD = {
    "[": msg("record-tag", 'A tag looks like this: [Name "value"].'),
    "{": msg("record-comment", "The brace that closes this comment is missing."),
}
_TURN = msg(
    "record-odd",
    "This cannot be read. A turn looks like this: {turn}",
    turn="3. jolly: pick 1 ?! {a comment}; G4@green",
)
