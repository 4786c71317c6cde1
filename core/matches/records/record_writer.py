"""Writers of records: text for people, without entries' times; JSON for programs (../README.md)."""

from __future__ import annotations

import json
import re
from textwrap import wrap

from ...errors import RecordError
from ...game import CHANCE
from ...rules.characters import excerpt
from ...text import msg
from ..entry import RESERVED, Entry, runs
from ..record import Record
from .fields import fields_of
from .redact import MOST_CHARACTERS, MOST_TEXT, redact, too_long
from .tags import DEFINITION, tags_of

WORD = r"(?!\d+\.)(?![?!]+(?:[\s;{]|\Z))[^\s;{}\[\]\"\\]++"
"""Pattern for a word of an action: it is no mark and does not begin like a run (``3.``).

Words are not repeated possessively: before Python 3.11.5 such a group keeps what its last round has
taken although that round failed, and an action swallows the number of the next run.
"""

_ACTION = re.compile(rf"(?=[!-~ ]*\Z){WORD}(?: {WORD})*")

WIDTH = 78


def is_writable(notation: str) -> bool:
    """Return whether a record in text can hold an action with this *notation*."""
    is_reserved = notation.split(" ")[0].casefold() in RESERVED
    return len(notation) <= MOST_TEXT and not is_reserved and bool(_ACTION.fullmatch(notation))


def write_text(record: Record, *, with_rules: bool = False) -> str:
    """Write *record*, redacted, as text; *with_rules* adds its rules.  May raise `RecordError`."""
    record = redact(record)
    fields = fields_of(record)
    if fields["source"] == fields["ruleset"]:
        del fields["source"]
    lines = []
    for name, values in tags_of(fields):
        quoted = ['"' + re.sub(r'(["\\])', r"\\\1", value) + '"' for value in values]
        lines.append(f"[{name} {' '.join(quoted)}]")
    lines.append("")
    for run in runs(record.entries):
        actor = "*" if run.seat == CHANCE else f"{record.setup.seats[run.seat]}:"
        line = f"{run.number}. {actor} {'; '.join(map(_written, run.entries))}"
        lines += wrap(
            line, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
        )
    if with_rules:
        rules = json.dumps(fields["rules"], ensure_ascii=False, indent=1)
        lines += ["", f"[{DEFINITION}]", rules]
    return _short("\n".join(lines).rstrip("\n") + "\n")


def write_json(record: Record) -> str:
    """Write *record*, redacted, as JSON with rules and times; raises `RecordError` if too long."""
    return _short(json.dumps(fields_of(redact(record)), ensure_ascii=False, indent=1) + "\n")


def _short(text: str) -> str:
    if len(text) > MOST_CHARACTERS:
        raise too_long()
    return text


def _written(entry: Entry) -> str:
    if entry.is_action and not is_writable(entry.text):
        text = excerpt(entry.text)
        raise RecordError(
            msg("record-notation", 'A record cannot contain the notation "{text}".', text=text)
        )
    comment = re.sub(r"([\\{}])", r"\\\1", entry.comment)
    return " ".join(filter(None, [entry.text, entry.mark, f"{{{comment}}}" if comment else ""]))
