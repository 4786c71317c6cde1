"""Width of text on a terminal, in columns."""

from __future__ import annotations

import re

STYLE = re.compile(r"\x1b\[[0-9;]*m")
"""Escape sequence for a colour or weight, which takes no columns."""


def display_width(text: str) -> int:
    """Count the columns that one line of *text* takes: 2 for "漢", 0 for a combining accent."""
    if "\x1b" in text:
        text = STYLE.sub("", text)
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if character < "\u0300":  # Latin: spares most of Europe the Unicode tables at start-up
        return 1
    from unicodedata import category, east_asian_width

    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in ("W", "F") else 1


def fitting(text: str, room: int) -> int:
    """Count the characters at the start of *text* that fit into *room* columns."""
    taken = 0
    for count, character in enumerate(text):
        taken += _columns(character)
        if taken > room:
            return count
    return len(text)
