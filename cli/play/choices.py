"""Choices by number: how they are said, laid out and read."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.scene import Choice
from ...core.text import Message, Text, msg
from ...core.width import display_width
from ..screen import Screen
from ..wrapping import wrap
from .vocabulary import Vocabulary

WIDEST_ITEM = 26
GAP = 2
"""How wide a choice may be to set the grid of all choices, and the blanks between two."""

WIDEST_GROUP = 8
"""How wide what a line has in common, such as a card, may be to set where all lines begin."""


def numbered(number: int, what: Text) -> Message:
    """Write a choice behind its number."""
    return msg("numbered", "{number}: {what}", number=number, what=what)


def number_of(text: str) -> int:
    """Read the number that *text* writes in ASCII digits, 0 where it is none or far too long."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def no_such_choice(text: str, most: int) -> Message:
    """Say that *text* is not the number of a choice."""
    return msg(
        "no-such-choice",
        'Please type a number from 1 to {most}, not "{text}".',
        most=most,
        text=text,
    )


def draw_choices(
    screen: Screen, vocabulary: Vocabulary, numbers: Sequence[int], choices: Sequence[Choice]
) -> None:
    """Lay *choices* out in a grid, those of one card on a line."""
    groups: dict[str, list[str]] = {}
    for number, choice in zip(numbers, choices, strict=True):
        shown = f"{number:>2} {vocabulary.own(choice.notation)}"
        short = screen.words(choice.short)
        item = f"{shown}  {short}" if short else shown
        groups.setdefault(screen.words(choice.group), []).append(item)
    widths = [display_width(item) for items in groups.values() for item in items]
    # One grid for all lines; the few long ones, of special cards, do not widen it.
    column = max((width for width in widths if width <= WIDEST_ITEM), default=0) + GAP
    heads = [display_width(group) for group in groups]
    begin = max((head for head in heads if head <= WIDEST_GROUP), default=0)
    begin = max(2, begin) + 1 if begin else 0
    for (group, items), head in zip(groups.items(), heads, strict=True):
        # A card never runs into the number behind it.
        first = group + " " * max(1, begin - head) if group else ""
        for line in flow(items, screen.width, first, column):
            screen.line(line)


def flow(items: list[str], width: int, first: str, column: int) -> list[str]:
    """Set *items* behind *first*, each at a multiple of *column*, in lines of at most *width*."""
    indent = " " * display_width(first)
    lines: list[str] = []
    line = first
    free = True
    for item in items:
        taken = display_width(line) - len(indent)
        start = 0 if free else -(-(taken + GAP) // column) * column
        if not free and len(indent) + start + display_width(item) > width:
            lines.append(line)
            line, start, taken = indent, 0, 0
        line += " " * (start - taken) + item
        free = False
        if display_width(line) > width:
            # Longer than a line by itself: wrap it, and let the next one begin a new line.
            *above, line = wrap(line.removeprefix(indent), width, indent, indent + "   ")
            lines += above
    return [*lines, line]
