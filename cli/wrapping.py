"""Text wrapped to a width, and set in columns."""

from collections.abc import Sequence
from itertools import zip_longest

from ..core.width import display_width, fitting


def wrap(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """Wrap *text* at its spaces to lines of at most *width* columns.

    *first* precedes the first line and *rest* all others.  Line breaks in *text* are kept, and so
    are lines that fit.  A word wider than a line is cut; a no-break space is no place to break.
    """
    room = max(1, width - max(display_width(first), display_width(rest)))
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = start = rest if lines else first
        fits = display_width(line) + display_width(paragraph) <= width
        for word in [paragraph] if fits else _words(paragraph, room):
            if line != start and display_width(line) + 1 + display_width(word) > width:
                lines.append(line)
                line = start = rest
            line += word if line == start else f" {word}"
        lines.append(line.rstrip())
    return lines


def _words(text: str, width: int) -> list[str]:
    """Split at spaces, and cut words wider than *width*."""
    words = []
    for word in text.split(" "):
        while display_width(word) > width:
            cut = max(1, fitting(word, width))
            words.append(word[:cut])
            word = word[cut:]
        if word:
            words.append(word)
    return words


class Headed(list[str]):
    """A list of choices whose first *heading* lines stand above every part of it."""

    def __init__(self, heading: Sequence[str], lines: Sequence[str]) -> None:
        super().__init__([*heading, *lines])
        self.heading = len(heading)


def in_leaves(lines: Sequence[str], room: int) -> list[Sequence[str]]:
    """Divide *lines* into leaves of at most *room* lines, none of which ends with a heading.

    A heading is bold, or underlined by a row of dashes.
    """

    def is_head(at: int) -> bool:
        return lines[at].startswith("\x1b[1m") or any(
            line and not line.strip("-") for line in lines[at : at + 2]
        )

    def is_between(at: int) -> bool:
        return (lines[at].startswith("• ") or not lines[at - 1]) and not is_head(at - 2)

    leaves: list[Sequence[str]] = []
    start = 0
    while start < len(lines) or not leaves:
        end = cut = min(start + room, len(lines))
        while cut > start and cut < len(lines) and (not lines[cut - 1] or is_head(cut - 1)):
            cut -= 1
        if cut > start:
            end = next(filter(is_head, range(cut, end)), end)
        if end == cut < len(lines):  # within a paragraph
            inside = range(start + room // 2 + 1, end)
            end = max(filter(is_between, inside), default=end)
        leaves.append(lines[start:end])
        start = end
    return leaves


def columns(rows: list[tuple[str, str]], width: int) -> list[str]:
    """Lay out terms and their explanations, indented by two.

    An explanation stands beside its term; below it if the term is too long, or the screen narrow.
    """
    needed = [2 + display_width(term) + 2 for term, _ in rows]
    room = width * 2 // 5 if width >= 60 else 0
    start = max((columns for columns in needed if columns <= room), default=0)
    below = " " * (start or 6)
    lines = []
    for (term, explanation), taken in zip(rows, needed, strict=True):
        first = f"  {term}" + " " * (start - taken + 2)
        if taken > start:
            lines += wrap(term, width, "  ", "    ")
            first = below
        lines += wrap(explanation, width, first, below)
    return lines


def widths(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the columns that each column of a `table` takes, with the gap behind it."""
    return [
        max(
            display_width(head) // 2,
            *(display_width(_indent(head) + word) for word in head.strip(" ").split(" ")),
            *map(display_width, cells),
        )
        + 2
        for head, *cells in zip(heads, *rows, strict=True)
    ]


def table_width(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """Return the columns that a `table` takes."""
    return sum(widths(heads, rows)) - 2


def _indent(head: str) -> str:
    """Return the blanks at the beginning of *head*, as those of the labels under it."""
    return " " * (len(head) - len(head.lstrip()))


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], width: int, numeric: Sequence[int] = ()
) -> list[str]:
    """Lay *rows* out under *heads*, which may be empty; the columns *numeric* are right-aligned.

    Heads are wrapped. Where the table is wider than *width* (0: unlimited) each row is a paragraph.
    """
    heads = heads or [""] * max(map(len, rows), default=0)
    rooms = widths(heads, rows)
    if width and sum(rooms) - 2 > width:
        told = (
            [f"{head} {cell}".strip() for head, cell in zip(heads, row, strict=True) if cell]
            for row in rows
        )
        texts = (", ".join(cells).replace("  ", " ") for cells in told)
        return [line for text in texts for line in wrap(text, width, "", "  ")]
    said = [
        wrap(head.lstrip(), room - 2, _indent(head), _indent(head))[::-1]
        for head, room in zip(heads, rooms, strict=True)
    ]
    above = [line for line in zip_longest(*said, fillvalue="") if any(line)]
    lines = []
    for row in [*above[::-1], *rows]:
        line = ""
        for number, (cell, room) in enumerate(zip(row, rooms, strict=True)):
            blank = " " * (room - 2 - display_width(cell))
            line += (blank + cell if number in numeric else cell + blank) + "  "
        lines.append(line.rstrip())
    return lines


CONTINUED = "   "
"""Beginning of a line that continues the choice above."""


def whole_parts(lines: Sequence[str], room: int) -> list[list[str]]:
    """Divide *lines* into parts of at most *room* lines, but not in the middle of a choice."""
    choices: list[list[str]] = []
    for line in lines:
        if choices and line.startswith(CONTINUED) and len(choices[-1]) < room:
            choices[-1].append(line)
        else:
            choices.append([line])
    parts: list[list[str]] = [[]]
    for choice in choices:
        if parts[-1] and len(parts[-1]) + len(choice) > room:
            parts.append([])
        parts[-1] += choice
    return parts
