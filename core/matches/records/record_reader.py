"""Reader of any record, in text or JSON: hostile input, of which nothing is run or opened."""

from __future__ import annotations

from ...errors import Finding, RecordError
from ...hooks.engine import Engine
from ...rules.characters import FORBIDDEN, forbidden
from ...text import msg
from ..record import Record
from .limits import MOST_CHARACTERS
from .record_json import read_json
from .text_reader import read_text


def read_record(text: str, engine: Engine, name: str = "") -> Record:
    """Read a record in text or JSON and play it again; *name* is that of its file, if any.

    Raises `RecordError` for the first thing that is wrong, with its place where that is known.
    """
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
    if found := FORBIDDEN.search(text):
        at = found.start()
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        raise RecordError(forbidden(found[0]), line, column)
    return read_text(text, engine) if start == "[" else read_json(text, engine)


def finding(error: RecordError, file: str, text: str) -> Finding:
    """Make the finding for *error* in the *text* of *file*, which `rules.findings` can show."""
    lines = _unix(text).split("\n")
    source = lines[error.line - 1] if 0 < error.line <= len(lines) else ""
    return Finding(file, error.line, error.column, error.length, error.message, source)


def _unix(text: str) -> str:
    """Return *text* without a byte order mark, with the line ends of Unix."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
