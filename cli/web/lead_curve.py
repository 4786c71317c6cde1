"""The curve of the expected lead in a match, with the decisions that cost something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...core.matches.exports.words import Words
from ...core.session.review import JudgedMove
from ...core.text import Text, msg

if TYPE_CHECKING:
    from .table_page import TablePage

WIDTH, HEIGHT, EDGE = 600, 150, 10


@dataclass(frozen=True)
class CurveLine:
    """The lead of *seat*, as the points of a polyline."""

    seat: int
    points: str


@dataclass(frozen=True)
class CurveDot:
    """A decision of *seat* that cost something, at its place on the curve."""

    seat: int
    x: float
    y: float
    title: str
    before: int
    """Number of actions before it."""


class LeadCurve:
    """The leads that the analyst expected after the decisions *judged*, and the lead at the end.

    Of two seats there is one line, of the reader or the first one; of more, one each.

    Attributes:
        title: what is drawn.
        lines, dots: in a field of `WIDTH` and `HEIGHT`.
        level: height of no lead.
        highest, lowest: the lead at the top and at the bottom, with its sign.
    """

    def __init__(self, page: TablePage, judged: Sequence[JudgedMove]) -> None:
        say: Words = page.say
        result = page.match.result
        assert result is not None
        scores, seats = result.scores, page.presenter.seats
        one = (page.viewer or 0) if len(seats) == 2 else None
        drawn = range(len(seats)) if one is None else [one]
        self._last = len(judged)

        def lead_of(seat: int, move: JudgedMove) -> float:
            return move.lead if move.seat == seat else -move.lead

        leads = {
            seat: [
                *((n, lead_of(seat, move)) for n, move in enumerate(judged)
                  if one is not None or move.seat == seat),
                (self._last, scores[seat] - max([*scores[:seat], *scores[seat + 1 :]])),
            ]
            for seat in drawn
        }  # fmt: skip
        values = [0.0, *(lead for line in leads.values() for _, lead in line)]
        self._high, self._low = max(values), min(values)
        self.level = self._height(0)
        self.lines = [
            CurveLine(seat, " ".join(f"{self._across(n)},{self._height(lead)}" for n, lead in line))
            for seat, line in leads.items()
        ]
        self.dots = []
        for n, move in enumerate(judged):
            if move.mark:
                lead = lead_of(move.seat if one is None else one, move)
                before = page.actions_before(move.entry)
                x, y = self._across(n), self._height(lead)
                self.dots.append(CurveDot(move.seat, x, y, page.cost(move), before))
        title: Text = msg("web-leads", "Expected lead of each seat in the course of the match")
        if one is not None:
            of = msg("web-lead", "Expected lead of {seat} in the course of the match",
                     seat=seats[one])  # fmt: skip
            yours = msg("web-lead-you", "Your expected lead in the course of the match")
            title = of.to_you(seat=yours)
        self.title = say(title)
        self.highest, self.lowest = f"{self._high:+.0f}", f"{self._low:+.0f}".replace("-", "−")

    def _across(self, number: int) -> float:
        return round(EDGE + number * (WIDTH - 2 * EDGE) / max(1, self._last), 1)

    def _height(self, lead: float) -> float:
        share = (self._high - lead) / ((self._high - self._low) or 1)
        return round(EDGE + share * (HEIGHT - 2 * EDGE), 1)
