"""How wide text is on a terminal, and how it is wrapped to a width."""

from __future__ import annotations

import re

STYLE = re.compile(r"\x1b\[[0-9;]*m")
"""A change of colour or weight, which takes no room."""


def display_width(text: str) -> int:
    """Count the columns that one line of *text* takes: 2 for "漢", 0 for a combining accent."""
    if "\x1b" in text:
        text = STYLE.sub("", text)
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if character < "\u0300":  # Latin, so that start-up in most of Europe needs no Unicode tables
        return 1
    from unicodedata import category, east_asian_width

    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in ("W", "F") else 1


def wrap(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Wrap *text* at its blanks to lines of at most *width* columns.

    *first* stands before the first line and *rest* before all others.  Line breaks in *text* stay.
    A word wider than a line is cut; a no-break space holds its two words together.
    """
    before, after = display_width(first), display_width(rest)
    lines = []
    indent, taken = first, before
    for paragraph in text.split("\n"):
        words: list[str] = []
        for word in _words(paragraph, max(1, width - max(before, after))):
            needed = display_width(word)
            if words and taken + 1 + needed > width:
                lines.append(indent + " ".join(words))
                words, indent, taken = [], rest, after
            taken += needed + bool(words)
            words.append(word)
        lines.append((indent + " ".join(words)).rstrip())
        indent, taken = rest, after
    return lines


def _words(text: str, width: int) -> list[str]:
    """Split at blanks, and cut what is wider than *width*."""
    words = []
    for word in text.split(" "):
        while display_width(word) > width:
            cut = _fitting(word, width)
            words.append(word[:cut])
            word = word[cut:]
        if word:
            words.append(word)
    return words


def _fitting(word: str, width: int) -> int:
    """Count the characters at the start of *word* that fit into *width*, at least one."""
    taken = 0
    for count, character in enumerate(word):
        taken += _columns(character)
        if taken > width:
            return max(1, count)
    return len(word)


def columns(rows: list[tuple[str, str]], width: int, gap: int = 2) -> list[str]:
    """Lay out terms and their explanations, indented by two.

    Side by side where there is room; a term too long for that, and every term on a narrow screen,
    has its explanation below it.
    """
    room = width * 2 // 5
    fitting = [2 + display_width(term) + gap for term, _ in rows]
    start = max((needed for needed in fitting if needed <= room), default=0)
    if width < 60:
        start = 0
    below = " " * (start or 6)
    lines = []
    for (term, explanation), needed in zip(rows, fitting, strict=True):
        if start and needed <= start:
            first = "  " + term + " " * (start - 2 - display_width(term))
            lines += wrap(explanation, width, first, below)
        else:
            lines += wrap(term, width, "  ", "    ")
            lines += wrap(explanation, width, below, below)
    return lines
