"""How often what was done, as a table: a row for each thing, a column for each way."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.width import display_width
from .wrapping import wrap

GAP = 2
"""The blanks between two columns, and before the first."""

HIGHEST = 2
"""How many lines the heading of a column may take where it has that many words."""


def count_table(
    rows: Sequence[tuple[str, Sequence[str]]], heads: Sequence[str], width: int
) -> list[str] | None:
    """Lay out *rows*, each a label and its cells, under *heads*; ``None`` where that is too wide.

    Cells stand to the right of their columns, which are as narrow as *heads* can be wrapped.
    """
    above = [_wrapped(head) for head in heads]
    widths = [
        max(map(display_width, [*lines, *(cells[number] for _, cells in rows)]))
        for number, lines in enumerate(above)
    ]
    first = max((display_width(label) for label, _ in rows), default=0)
    if GAP + first + sum(GAP + room for room in widths) > width:
        return None
    high = max(map(len, above), default=0)
    # The last lines of the headings stand on one line, right above the cells.
    filled = [[""] * (high - len(lines)) + lines for lines in above]
    lines = [("", [head[line] for head in filled]) for line in range(high)]
    return [
        (
            " " * GAP
            + label
            + " " * (first - display_width(label))
            + "".join(
                " " * (GAP + room - display_width(cell)) + cell
                for cell, room in zip(cells, widths, strict=True)
            )
        ).rstrip()
        for label, cells in [*lines, *rows]
    ]


def _wrapped(head: str) -> list[str]:
    """Wrap *head* to the narrowest column in which it is not too high."""
    narrowest = max(map(display_width, head.split(" ")))
    return next(
        lines
        for room in range(narrowest, display_width(head) + 1)
        if len(lines := wrap(head, room)) <= HIGHEST
    )
