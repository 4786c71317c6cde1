"""How text is wrapped to a width, and set in columns."""

from __future__ import annotations

from ..core.width import display_width, fitting


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
            cut = max(1, fitting(word, width))
            words.append(word[:cut])
            word = word[cut:]
        if word:
            words.append(word)
    return words


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
