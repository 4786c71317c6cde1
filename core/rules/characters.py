"""Characters that no text may hold: those that steer a terminal or disguise the text."""

import re

from ..text import Message, msg

FORBIDDEN = re.compile(
    # C0 but tab and line ends, C1; separators that other programs take for line ends
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029"
    # what turns the direction of reading around, so that a line reads other than it is
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
    # half characters, a byte order mark in the middle, and what is no character at all
    "\ud800-\udfff\ufeff\ufdd0-\ufdef\ufffe\uffff]"
)
"""A character that no rule set may hold."""

NOT_UTF_8 = msg("not-utf-8", "This file must be saved as UTF-8.")


def harmless(text: str) -> str:
    """Return *text* with its forbidden characters replaced; tabs become spaces."""
    return FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text.replace("\t", " "))


def excerpt(text: str, most: int = 40) -> str:
    """Return *text* as a message may quote it: harmless, on one line, at most *most* characters."""
    line = " ".join(harmless(text[: 4 * most]).split())
    return line if len(line) <= most else line[: most - 3] + "..."


def forbidden(character: str) -> Message:
    """Say that *character*, a tab or one of `FORBIDDEN`, cannot stay."""
    if character == "\t":
        return msg("tab", "There is a tab in this line: use spaces.")
    if "\udc80" <= character <= "\udcff":  # a byte that Python could not decode
        return NOT_UTF_8
    return msg(
        "forbidden-character",
        "The character {character} is invisible or controls the terminal: remove it.",
        character=f"U+{ord(character):04X}",
    )
