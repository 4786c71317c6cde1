"""The signs of a record in text: what a notation may hold, how values and comments are escaped."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from ..errors import RecordError
from ..rules.characters import excerpt
from ..text import msg
from ..width import display_width, fitting
from .entry import RESERVED, Entry
from .sharing import MOST_TEXT

_WORD = re.compile(r"(?![?!]+\Z|[0-9]+\.)[!#-:<-Z^-z|~]+")
"""Printable ASCII but ``" ; [ \\ ] { }``, that is no mark and begins no turn."""

_BLANK_TO_KEEP = re.compile(r"\A | \Z|(?<= ) ")
_ESCAPE = re.compile(r"\\(?:[ \t]*\n[ \t\n]*|(.))|[ \t\n]+")


def is_writable(notation: str) -> bool:
    """Say whether *notation* can stand in a record in text as the notation of an action."""
    words = notation.split(" ")
    return (
        len(notation) <= MOST_TEXT
        and all(map(_WORD.fullmatch, words))
        and words[0].casefold() not in RESERVED
    )


def lines_ended(text: str) -> str:
    """Return *text* without a byte order mark, its lines ended as Unix does."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def check_entry(entry: Entry) -> None:
    """Raise `RecordError` where *entry* is an action whose notation cannot stand in a record."""
    if entry.is_action and not is_writable(entry.text):
        raise RecordError(
            msg(
                "record-notation",
                'No action can be written "{text}" in a record.',
                text=excerpt(entry.text),
            )
        )


# Values of tags: "..."


def quoted(value: str) -> str:
    r"""Put *value* in quotes: ``\"`` and ``\\`` are what they look like."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def unquoted(text: str) -> str:
    """Return the value between the quotes of *text*."""
    return re.sub(r"\\(.)", r"\1", text[1:-1])


def option_text(value: object) -> str:
    """Write what an option is set to: ``true``, ``false``, a number or a text."""
    if isinstance(value, str) and not _NO_TEXT.fullmatch(value):
        return value
    return json.dumps(value)


def option_value(text: str) -> object:
    """Read what an option is set to."""
    if _NO_TEXT.fullmatch(text):
        try:
            return json.loads(text)
        except ValueError:  # a text that begins and ends with quotes after all
            return text
    return text


_NO_TEXT = re.compile(r'true|false|null|-?[0-9]{1,15}|".*"')
"""What is not read as a text as it stands; a text of such a kind is put in quotes."""


# Comments: {...}


def braced(comment: str, room: int) -> Iterator[str]:
    r"""Put *comment* in braces: the words that blanks or line ends may stand between.

    ``\{``, ``\}`` and ``\\`` are what they look like, ``\_`` is a blank that has to stay.  A word
    of more than *room* columns comes in several parts; each but the last ends with ``\``, which
    joins it to what stands behind the line end.
    """
    escaped = re.sub(r"([\\{}])", r"\\\1", comment)
    words = ("{" + _BLANK_TO_KEEP.sub(r"\\_", escaped) + "}").split(" ")
    for word in words:
        while display_width(word) > room:
            at = fitting(word, room - 1)
            at -= (len(word[:at]) - len(word[:at].rstrip("\\"))) % 2  # no escape is torn apart
            yield word[:at] + "\\"
            word = word[at:]
        yield word


def unbraced(text: str) -> tuple[str, int]:
    """Return the comment between the braces of *text*, and where the first bad escape in it is.

    That is the number of characters before it; -1 where there is none.
    """
    inner = text[1:-1]
    for found in _ESCAPE.finditer(inner):
        if found.group(1) and found.group(1) not in "\\{}_":
            return "", found.start() + 1
    return _ESCAPE.sub(_meant, inner).strip(" ").replace(_KEPT, " "), -1


_KEPT = "\0"
"""Stands for a blank that has to stay until the others are gone; no record has such a character."""


def _meant(found: re.Match[str]) -> str:
    if found.group(1):
        return _KEPT if found.group(1) == "_" else found.group(1)
    return "" if found.group().startswith("\\") else " "
