"""JSON as text: written so that people can read it, and read as if strangers had written it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from ..game import JSON
from ..rules.characters import excerpt
from ..text import Message, msg

MOST_LEVELS = 24
"""How deep objects and lists may stand in each other."""

MOST_DIGITS = 19
"""How long a number may be."""

_INDENT = "  "
_SECOND_BLANK = re.compile(r"(?<= ) ")
_TOKEN = re.compile(
    r'(?P<text>"[^"\\]*+(?:\\.[^"\\]*+)*+"?)|(?P<open>[\[{])|(?P<close>[\]}])'
    rf"|(?P<long>[0-9.]{{{MOST_DIGITS + 1},}})|(?P<odd>NaN|Infinity)",
    re.DOTALL,
)
_NOT_JSON = msg("record-json", "This is not valid JSON.")


class NotJson(Exception):
    """A text that is no JSON, or none that is read here."""

    def __init__(self, message: Message, at: int) -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        """How many characters stand before what is wrong; -1 where nobody knows."""


def canonical(value: JSON) -> str:
    """Write *value* as `Ruleset.text` writes rules: equal values, equal text."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def laid_out(value: JSON, width: int, indent: str = "", before: int = 0) -> str:
    """Write *value* in UTF-8, lists and objects of more than *width* columns in several lines.

    Each line begins with *indent*, but the first, which *before* characters stand before.  No text
    is broken; of several blanks in a row, which are all in texts, only the first stands as it is:
    so any line end may become a blank.
    """
    line = _SECOND_BLANK.sub(r"\\u0020", json.dumps(value, ensure_ascii=False))
    fits = len(indent) + before + len(line) < width  # there may be a comma behind it
    if fits or not isinstance(value, dict | list | tuple) or not value:
        return line
    inner = indent + _INDENT
    if isinstance(value, dict):
        keys = [json.dumps(key, ensure_ascii=False) + ": " for key in value]
        parts = [
            key + laid_out(one, width, inner, len(key))
            for key, one in zip(keys, value.values(), strict=True)
        ]
        begin, end = "{}"
    else:
        parts = [laid_out(one, width, inner) for one in value]
        begin, end = "[]"
    return f"{begin}\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}{end}"


def parse_json(text: str) -> JSON:
    """Read *text*, in which no object may have a key twice.  Raises `NotJson`."""
    _check_tokens(text)
    try:
        value: JSON = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise NotJson(_NOT_JSON, error.pos) from error
    return value


def _check_tokens(text: str) -> None:
    """Find what Python would read though it is no JSON, or would choke on."""
    level = 0
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "open":
            level += 1
            if level > MOST_LEVELS:
                message = msg(
                    "too-deep", "This is nested more than {most} levels deep.", most=MOST_LEVELS
                )
                raise NotJson(message, token.start())
        elif token.lastgroup == "close":
            level -= 1
        elif token.lastgroup == "long":
            raise NotJson(msg("long-number", "This number is too long."), token.start())
        elif token.lastgroup == "odd":
            raise NotJson(_NOT_JSON, token.start())


def _once(pairs: Sequence[tuple[str, JSON]]) -> dict[str, JSON]:
    """Make an object of its keys and values."""
    made: dict[str, JSON] = {}
    for key, value in pairs:
        if key in made:
            message = msg("record-key-twice", 'The key "{key}" is here twice.', key=excerpt(key))
            raise NotJson(message, -1)
        made[key] = value
    return made
