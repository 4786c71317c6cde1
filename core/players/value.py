"""What a position is worth to a seat, in points: the terms a game offers, weighed."""

from __future__ import annotations

from math import tanh
from typing import Final

from ..game import OVER, Position
from .greedy import margin_of

WON: Final = 0.4
"""What winning on equal points is worth, in points: less than one, since a point wins for sure."""

DOUBT: Final = 1.5
"""How far the lead expected before the last turn is off the result: the scale of a logistic."""

DOUBT_A_TURN: Final = 0.5
"""How much more it is for each turn that is left."""

WIN: Final = 0.8
"""How much winning counts, beside the points of the lead."""


class Value:
    """Values positions of one game by *weights*: a list of them for 0, 1, 2, ... turns left.

    Without weights a position is worth the margin of the scores.
    """

    def __init__(self, weights: list[list[float]]) -> None:
        self.weights = weights

    def of(self, position: Position, seat: int) -> float:
        """Return by how many points *seat* is expected to lead at the end."""
        if position.to_act() == OVER:
            return final(position, seat)
        weights = self.weights
        if not weights:
            return float(margin_of(position, seat))
        row = self.row(position)
        terms = position.terms(seat)
        value = 0.0
        for at in range(len(row)):
            value += row[at] * terms[at]
        return value

    def row(self, position: Position) -> list[float]:
        """Return the weights for as many turns as *position* has left."""
        left = position.turns_left()
        last = len(self.weights) - 1
        return self.weights[left if left < last else last]

    def promise(self, points: float, position: Position) -> float:
        """Return what it is worth to lead by so many *points* at *position*: games are to be won.

        Near a lead of 0 a point counts as one; the surer the game is won or lost, the less.
        """
        if position.to_act() == OVER:
            doubt = DOUBT + DOUBT_A_TURN  # as there was when this was looked ahead to
            chance = 1.0 if points > 0.0 else 0.5 if points == 0.0 else 0.0
        else:
            doubt = DOUBT + DOUBT_A_TURN * position.turns_left()
            chance = 0.5 + 0.5 * tanh(0.5 * points / doubt)  # a logistic that cannot overflow
        return WIN * 4.0 * doubt * (chance - 0.5) + (1.0 - WIN) * points


def final(position: Position, seat: int) -> float:
    """Return the margin of a game that is over, with a little more for who wins on equal points."""
    lead = float(margin_of(position, seat))
    if lead == 0.0:
        winners = position.winners()
        if len(winners) < len(position.scores()):
            return WON if seat in winners else -WON
    return lead
