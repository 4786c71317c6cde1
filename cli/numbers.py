"""Numbers as the reader's language writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.text import Message, Text, msg

if TYPE_CHECKING:
    from ..core.lab.statistics.intervals import Mean
    from ..core.text import Language

ONE_DIGIT = "#,##0.0"
SIGNED = "+#,##0.0;-#,##0.0"


class Numbers:
    """Writes numbers in *language*."""

    def __init__(self, language: Language) -> None:
        self._locale = language.locale

    def number(self, value: float, form: str | None = None) -> str:
        """Write a number, in the CLDR pattern *form* where one is given."""
        from babel.numbers import format_decimal  # CLDR's data is slow to load

        return format_decimal(value, form, self._locale)

    def percent(self, share: float) -> str:
        """Write a share as per cent with at most one digit behind the point."""
        from babel.numbers import format_percent

        return format_percent(round(share, 3), locale=self._locale, decimal_quantization=False)

    def share(self, part: float, whole: int, interval: tuple[float, float]) -> Message:
        """Write *part* of *whole* with its 95 % interval."""
        low, high = interval
        return msg(
            "tried-share",
            "{share} (95%: {low} to {high})",
            share=self.percent(part / whole),
            low=self.percent(low),
            high=self.percent(high),
        )

    def mean(self, mean: Mean) -> Text:
        """Write a mean with its 95 % interval and the extremes."""
        if mean.count < 2:  # one value says nothing of how far others lie from it
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
        """Write a mean difference with its sign and half its 95 % interval."""
        lead = self.number(round(mean.mean, 1) + 0.0, SIGNED)  # there is no -0.0
        return f"{lead} ± {self.number(mean.margin, ONE_DIGIT)}" if mean.count > 1 else lead
