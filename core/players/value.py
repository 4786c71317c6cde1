"""The value of a position to a seat, in points: the sum of its terms times their weights."""

from __future__ import annotations

from math import tanh
from typing import Final

from ..evaluable import Evaluable
from ..game import OVER, Position
from .expectimax import margin_of

WON: Final = 0.4
"""Value, in points, of a win by tie-break: less than 1, because a lead of 1 point also wins."""

DOUBT: Final = 1.5
"""Typical error of the expected lead in the last turn, in points: the scale of a logistic."""

DOUBT_A_TURN: Final = 0.5
"""Growth of `DOUBT` with each turn that is left, in points."""

WIN: Final = 0.8
"""Share of winning in `Value.promise`; the lead in points is the rest."""


class Value:
    """Evaluation of positions by lists of *weights* for 0, 1, 2, ... turns left.

    The last list serves for more turns.  Without lists the value is the lead in points.
    """

    def __init__(self, weights: list[list[float]]) -> None:
        self.weights = weights

    def of(self, position: Evaluable, seat: int) -> float:
        """Return the lead of *seat* that is expected at the end of the game."""
        if position.to_act() == OVER:
            return final(position, seat)
        weights = self.weights
        if not weights:
            return float(margin_of(position, seat))
        return position.weighted(self.row(position), seat)

    def row(self, position: Evaluable) -> list[float]:
        """Return the list of `weights` for the turns that *position* has left."""
        left = position.turns_left()
        last = len(self.weights) - 1
        return self.weights[left if left < last else last]

    def promise(self, points: float, position: Evaluable) -> float:
        """Return the value of an expected lead of *points* at *position* when winning counts too.

        Near a lead of 0 a point is worth 1; the surer the winner, the less a point is worth.
        """
        if position.to_act() == OVER:
            doubt = DOUBT + DOUBT_A_TURN  # the doubt when the search began, with one turn left
            chance = 1.0 if points > 0.0 else 0.5 if points == 0.0 else 0.0
        else:
            doubt = DOUBT + DOUBT_A_TURN * position.turns_left()
            chance = 0.5 + 0.5 * tanh(0.5 * points / doubt)  # a logistic that cannot overflow
        return WIN * 4.0 * doubt * (chance - 0.5) + (1.0 - WIN) * points


def final(position: Position, seat: int) -> float:
    """Return the final lead of *seat*; instead of 0, `WON` or ``-WON`` if a tie-break decides."""
    lead = float(margin_of(position, seat))
    if lead == 0.0:
        winners = position.winners()
        if len(winners) < len(position.scores()):
            return WON if seat in winners else -WON
    return lead
