"""Figures as the reader's language writes them, and tables of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...core.text import Both, Message, Text, msg
from ...core.width import display_width
from ..wrapping import columns, wrap

if TYPE_CHECKING:
    from ...core.lab.statistics.intervals import Mean
    from ...core.text import Language
    from ..screen import Screen

ONE_DIGIT = "#,##0.0"
SIGNED = "+#,##0.0;-#,##0.0"

HIGHEST = 2
"""Most lines of a table's heading, if it has that many words."""


class Figures:
    """Writes numbers in *language*."""

    def __init__(self, language: Language) -> None:
        self._locale = language.locale

    def number(self, value: float, form: str | None = None) -> str:
        """Return a number as text, in the CLDR pattern *form* if one is given."""
        from babel.numbers import format_decimal  # CLDR's data is slow to load

        return format_decimal(value, form, self._locale)

    def percent(self, share: float) -> str:
        """Return a share as a percentage with at most one decimal."""
        from babel.numbers import format_percent

        return format_percent(round(share, 3), locale=self._locale, decimal_quantization=False)

    def share(self, share: float, interval: tuple[float, float]) -> Message:
        """Return a share with its 95% interval."""
        low, high = map(self.percent, interval)
        return msg(
            "tried-share",
            "{share} (95%: {low} to {high})",
            share=self.percent(share),
            low=low,
            high=high,
        )

    def mean(self, mean: Mean) -> Text:
        """Return a mean with its 95% interval and the extremes."""
        if mean.count < 2:  # one value does not tell how far others are from it
            return self.number(mean.mean, ONE_DIGIT)
        return msg(
            "tried-mean",
            "{mean} ± {margin} ({least} to {most})",
            mean=self.number(mean.mean, ONE_DIGIT),
            margin=self.number(mean.margin, ONE_DIGIT),
            least=self.number(mean.least),
            most=self.number(mean.most),
        )

    def lead(self, mean: Mean) -> str:
        """Return a mean difference with its sign and half its 95% interval."""
        lead = self.number(round(mean.mean, 1) + 0.0, SIGNED)  # there is no -0.0
        return f"{lead} ± {self.number(mean.margin, ONE_DIGIT)}" if mean.count > 1 else lead


def show_rows(screen: Screen, rows: Sequence[tuple[str, Text]]) -> None:
    """Show terms, each with a text."""
    for line in columns([(label, screen.words(text)) for label, text in rows], screen.width):
        screen.line(line)


def show_table(
    screen: Screen, rows: Sequence[tuple[str, Sequence[str]]], heads: Sequence[Text]
) -> None:
    """Show *rows*, each a label and its cells, under *heads*; one by one if that is too wide."""
    said = [*map(screen.words, heads)]
    lines = table_lines(rows, said, screen.width)
    if lines is not None:
        for line in lines:
            screen.line(line)
        return
    told: list[tuple[str, Text]] = []
    for label, cells in rows:
        each = [
            msg("table-cell", "{head}: {cell}", head=head, cell=cell)
            for head, cell in zip(said, cells, strict=True)
            if cell != "–"
        ]
        told.append((label, screen.language.say(Both(tuple(each), commas=True))))
    show_rows(screen, told)


def table_lines(
    rows: Sequence[tuple[str, Sequence[str]]], heads: Sequence[str], width: int
) -> list[str] | None:
    """Lay out *rows* under *heads*, which may take two lines; ``None`` if that is too wide."""
    above = [_head(head) for head in heads]
    high = max(map(len, above), default=0)
    lines = [("", [[*[""] * high, *head][line - high] for head in above]) for line in range(high)]
    lines += [(label, list(cells)) for label, cells in rows]
    first = max((display_width(label) for label, _ in rows), default=0)
    widths = [
        max(map(display_width, column))
        for column in zip(*(cells for _, cells in lines), strict=True)
    ]
    if 2 + first + sum(2 + wide for wide in widths) > width:
        return None
    return [
        "".join(
            [
                f"  {label}{' ' * (first - display_width(label))}",
                *(
                    " " * (2 + wide - display_width(cell)) + cell
                    for cell, wide in zip(cells, widths, strict=True)
                ),
            ]
        ).rstrip()
        for label, cells in lines
    ]


def _head(head: str) -> list[str]:
    """Wrap *head* to the narrowest column in which it is not too high."""
    room = max(map(display_width, head.split(" ")))
    while len(lines := wrap(head, room)) > HIGHEST:
        room += 1
    return lines
