"""Figures as the reader's language writes them, and tables of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...core.matches.sentences import sentences
from ...core.text import Both, Message, Text, msg
from ...core.width import display_width
from ..wrapping import columns, table, wrap

if TYPE_CHECKING:
    from ...core.lab.statistics.intervals import Mean
    from ..screen import Screen

ONE_DIGIT = "#,##0.0"
NONE = "–"  # a cell where nothing can stand

_told = sentences(
    msg("tried-share", "{share} (95%: {low} to {high})"),
    msg("tried-mean", "{mean} ± {margin} ({least} to {most})"),
    msg("table-cell", "{head}: {cell}"),
)


class Figures:
    """Writes numbers on *screen*."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def number(self, value: float, form: str | None = None) -> str:
        """Return a number as text, in the CLDR pattern *form* if one is given."""
        from babel.numbers import format_decimal  # CLDR's data is slow to load

        return format_decimal(value, form, self.screen.language.locale)

    def signed(self, value: float, digits: int = 1) -> str:
        """Return a rounded number with its sign."""
        form = f"#,##0.{'0' * digits}"
        # There is no -0.0.
        return self.number(round(value, digits) + 0.0, f"+{form};-{form}")

    def percent(self, share: float) -> str:
        """Return a share as a percentage with at most one decimal."""
        from babel.numbers import format_percent

        locale = self.screen.language.locale
        return format_percent(round(share, 3), locale=locale, decimal_quantization=False)

    def share(self, share: float, interval: tuple[float, float]) -> Message:
        """Return a share with its 95% interval."""
        said, low, high = map(self.percent, (share, *interval))
        return _told("tried-share", share=said, low=low, high=high)

    def mean(self, mean: Mean) -> Text:
        """Return a mean with its 95% interval and the extremes."""
        if mean.count < 2:  # one value does not tell how far others are from it
            return self.number(mean.mean, ONE_DIGIT)
        around = {name: self.number(getattr(mean, name), ONE_DIGIT) for name in ("mean", "margin")}
        ends = {name: self.number(getattr(mean, name)) for name in ("least", "most")}
        return _told("tried-mean", **around, **ends)

    def lead(self, mean: Mean) -> str:
        """Return a mean difference with its sign and half its 95% interval."""
        lead = self.signed(mean.mean)
        return f"{lead} ± {self.number(mean.margin, ONE_DIGIT)}" if mean.count > 1 else lead

    def rows(self, rows: Iterable[tuple[Text, Text]]) -> None:
        """Show terms, each with a text."""
        say = self.screen.words
        for line in columns([(say(term), say(text)) for term, text in rows], self.screen.width):
            self.screen.line(line)

    def table(self, rows: Sequence[tuple[Text, Sequence[str]]], heads: Sequence[Text]) -> None:
        """Show *rows*, each a label and its cells, under *heads*; as lists if that is too wide."""
        say = self.screen.words
        said = [*map(say, heads)]
        above = [line for line in zip(*map(_head, said), strict=True) if any(line)]
        cells = [["", *line] for line in above] + [
            [f"  {say(label)}", *cells] for label, cells in rows
        ]
        lines = table((), cells, 0, range(1, 1 + len(heads)))
        if max(map(display_width, lines), default=0) <= self.screen.width:
            for line in lines:
                self.screen.line(line)
            return
        told = []
        for label, values in rows:
            each = tuple(
                _told("table-cell", head=head, cell=cell)
                for head, cell in zip(said, values, strict=True)
                if cell != NONE
            )
            told.append((label, self.screen.language.say(Both(each, commas=True))))
        self.rows(told)


def _head(head: str) -> list[str]:
    """Wrap *head* to the narrowest column in which it takes two lines."""
    room = max(map(display_width, head.split(" ")))
    while len(lines := wrap(head, room)) > 2:
        room += 1
    return ["", *lines][-2:]
