"""The review of a match for its page: the curve of the lead, and the costliest decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...core.game import lead_in
from ...core.matches.exports.narration import Narration
from ...core.matches.exports.words import Words
from ...core.session.review import JudgedMove, tell_cost
from ...core.session.vocabulary import Vocabulary
from ...core.text import Text, msg
from ...core.things import signed

WIDTH, HEIGHT, EDGE = 600, 150, 10


@dataclass(frozen=True)
class CurveDot:
    """A decision of *seat* that cost something, at its place on the curve."""

    seat: int
    x: float
    y: float
    title: str
    before: int
    """Number of actions before it."""


class MatchReview:
    """The decisions *judged* of the match that *narration* tells to its viewer.

    Of two seats the curve has one line, of the viewer or the first one; of more, one each.

    Attributes:
        title: what the curve shows.
        lines: seats, each with the points of its lead in a field of `WIDTH` and `HEIGHT`.
        dots: decisions that cost something, in the same field.
        deciders: the seats with dots, each with its name.
        level: height of no lead.
        highest, lowest: the lead at the top and at the bottom, with its sign.
    """

    def __init__(
        self, narration: Narration, judged: Sequence[JudgedMove], say: Words, vocabulary: Vocabulary
    ) -> None:
        self._narration = narration
        self._judged = judged
        self._say = say
        self._vocabulary = vocabulary
        result = narration.match.result
        assert result is not None
        scores, seats = result.scores, narration.presenter.seats
        sides = narration.match.position.sides()
        one = (narration.viewer or 0) if len(seats) == 2 else None
        drawn = sorted({move.seat for move in judged}) if one is None else [one]
        self._last = len(judged)

        def lead_of(seat: int, move: JudgedMove) -> float:
            return move.lead if move.seat == seat else -move.lead

        leads = {
            seat: [
                *((n, lead_of(seat, move)) for n, move in enumerate(judged)
                  if one is not None or move.seat == seat),
                (self._last, lead_in([*scores], seat, sides)),
            ]
            for seat in drawn
        }  # fmt: skip
        values = [0.0, *(lead for line in leads.values() for _, lead in line)]
        self._high, self._low = max(values), min(values)
        self.level = self._height(0)
        self.lines = [
            (seat, " ".join(f"{self._across(n)},{self._height(lead)}" for n, lead in line))
            for seat, line in leads.items()
        ]
        self.dots = []
        for n, move in enumerate(judged):
            if move.mark:
                height = self._height(lead_of(move.seat if one is None else one, move))
                before = self._actions_before(move.entry)
                dot = CurveDot(move.seat, self._across(n), height, self._cost(move), before)
                self.dots.append(dot)
        deciders = sorted({dot.seat for dot in self.dots})
        self.deciders = [(seat, say(narration.presenter.heading(seat))) for seat in deciders]
        title: Text = msg("web-leads", "Expected lead of each seat in the course of the match")
        if one is not None:
            of = msg("web-lead", "Expected lead of {seat} in the course of the match",
                     seat=seats[one])  # fmt: skip
            yours = msg("web-lead-you", "Your expected lead in the course of the match")
            title = of.to_you(seat=yours)
        self.title = say(title)
        self.highest, self.lowest = (signed(round(one)) for one in (self._high, self._low))

    @property
    def costs(self) -> Sequence[tuple[str, int, Sequence[str]]]:
        """The costliest decisions by their cost: told, the number of actions before, reasons."""
        viewer = self._narration.viewer
        costliest = [one for one in self._judged if one.reasons]
        costliest.sort(key=lambda one: -one.regret)
        return [
            (self._cost(one), self._actions_before(one.entry), self._joined(one.reasons[viewer]))
            for one in costliest
        ]

    def _joined(self, reasons: Sequence[Text]) -> list[str]:
        """Write *reasons*, each that ends in a colon together with what it announces."""
        lines: list[str] = []
        for line in self._say.lines([*map(self._vocabulary.in_own_words, reasons)]):
            if lines and lines[-1].endswith(":"):
                lines[-1] += f" {line}"
            else:
                lines.append(line)
        return lines

    def _cost(self, one: JudgedMove) -> str:
        narration = self._narration
        step = narration.match.steps[one.entry]
        number = narration.match.standing(one.entry + 1)
        better = step.before.parse(one.better)
        cost = tell_cost(narration.presenter, step, number, better, one.regret, narration.viewer)
        return self._say(self._vocabulary.in_own_words(cost))

    def _actions_before(self, entry: int) -> int:
        steps = self._narration.steps[:entry]
        return sum(step.action >= 0 and not step.undone for step in steps)

    def _across(self, number: int) -> float:
        return round(EDGE + number * (WIDTH - 2 * EDGE) / max(1, self._last), 1)

    def _height(self, lead: float) -> float:
        share = (self._high - lead) / ((self._high - self._low) or 1)
        return round(EDGE + share * (HEIGHT - 2 * EDGE), 1)
