"""Figures: as the reader's language writes them, in tables, and rounded for programs."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from math import ceil
from typing import Any

from ...core.lab.inference import Mean
from ...core.text import MINUS, Both, Text, msg
from ..screen import Screen
from ..wrapping import table, table_width


class Figures:
    """Numbers in the language of *screen*, and tables of numbers that it shows."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def number(self, value: float, digits: int = 0) -> str:
        """Return *value* rounded to *digits* decimals."""
        from babel.numbers import format_decimal  # CLDR's data is slow to load

        rounded = round(value, digits) + 0.0  # there is no -0.0
        text = format_decimal(rounded, f"#,##0.{'0' * digits}", self.screen.language.locale)
        return text.replace("-", MINUS)

    def signed(self, value: float, digits: int = 1) -> str:
        """Return *value* rounded to *digits* decimals, with its sign; 0 has a plus sign."""
        return "+" * (round(value, digits) >= 0) + self.number(value, digits)

    def percent(self, share: float) -> str:
        """Return a share as a percentage with at most one decimal."""
        from babel.numbers import format_percent

        locale = self.screen.language.locale
        text = format_percent(round(share, 3) + 0.0, locale=locale, decimal_quantization=False)
        return text.replace("-", MINUS)

    def duration(self, seconds: float) -> str:
        """Return *seconds*, as people say them: in steps of five, of a minute or of an hour."""
        from babel.dates import format_timedelta

        locale = self.screen.language.locale
        return format_timedelta(timedelta(seconds=5 * ceil(seconds / 5)), locale=locale)

    def lead(self, mean: Mean, digits: int = 1) -> str:
        """Return a mean difference with its sign and, if it has several values, its 95% margin."""
        lead = self.signed(mean.mean, digits)
        return f"{lead} ± {self.number(mean.margin, digits)}" if mean.count > 1 else lead

    def table(
        self,
        title: Text,
        heads: Sequence[Text],
        rows: Iterable[tuple[Text, Sequence[str]]],
        short: Sequence[str] = (),
        labels: Text = "",
    ) -> None:
        """Show *rows*, each a label and its cells, under *heads* and *title*; nothing if empty.

        Leave out empty columns.  To people who listen, tell each row in a sentence, without empty
        cells.

        *short* has labels for a screen that is too narrow for those of *rows*, *labels* is the head
        above them.
        """
        say = self.screen.words
        if cells := [[f"  {say(label)}", *cells] for label, cells in rows]:
            self.screen.line()
            self.screen.say(title)
            if self.screen.accessible:
                self._tell(heads, cells)
                return
            full = [at for at in range(len(heads)) if any(row[at + 1] for row in cells)]
            cells = [[row[0], *(row[at + 1] for at in full)] for row in cells]
            lines = [f"  {say(labels)}".rstrip(), *(say(heads[at]) for at in full)]
            shorter = [[f"  {one}", *row[1:]] for one, row in zip(short, cells, strict=False)]
            room = self.screen.width
            if shorter and table_width(lines, shorter) <= room < table_width(lines, cells):
                cells = shorter
            self.screen.say(*table(lines, cells, self.screen.width, range(1, len(lines))))

    def _tell(self, heads: Sequence[Text], rows: Sequence[Sequence[str]]) -> None:
        for label, *cells in rows:
            values = [
                msg("cell-said", "{head} {value}", head=head, value=cell)
                for head, cell in zip(heads, cells, strict=True)
                if cell
            ]
            told = msg("row-said", "{label}: {cells}.", label=label.strip(),
                       cells=Both((*values,), commas=True))  # fmt: skip
            self.screen.say(told)


def rounded(value: Any, digits: int = 4) -> Any:
    """Return *value* with every float in its dicts and lists rounded to *digits* decimals."""
    if isinstance(value, dict):
        return {key: rounded(one, digits) for key, one in value.items()}
    if isinstance(value, list):
        return [rounded(one, digits) for one in value]
    return round(value, digits) if isinstance(value, float) else value
