"""Expectimax over the rest of a seat's turn: its actions, and chance with few outcomes."""

from __future__ import annotations

from typing import Final

from ..evaluable import Evaluable
from ..game import CHANCE, Position, lead_in

FEW: Final = 12
"""Most outcomes of chance that are all tried."""

DEEP: Final = 2
"""Most moments of chance in a row that are looked through, with actions in between."""

MOST_TRIED: Final = 2000
"""Most positions after a line that are looked at."""


class Expectimax:
    """The search of the rest of the turn of *seat*, cut after about *nodes* positions."""

    def __init__(self, seat: int, nodes: int = MOST_TRIED) -> None:
        self.seat = seat
        self.nodes = nodes

    def value(self, position: Position, deep: int = DEEP) -> float:
        """Return the lead that *seat* can expect when its turn ends, and its lead where it is cut.

        The turn goes on while chance with few outcomes, or *seat* itself, is to act; *deep* is the
        number of moments of chance to look through.
        """
        actor = position.to_act()
        if self.nodes > 0 and actor == self.seat:
            best = -1e9
            for action in position.legal_actions():
                if self.nodes > 0 or best == -1e9:
                    best = max(best, self.value(self.after(position, action), deep))
            return best
        if self.nodes > 0 and actor == CHANCE and deep:
            return self.expected(position, deep)
        return float(margin_of(position, self.seat))

    def expected(self, position: Position, deep: int) -> float:
        """Return the mean of `value` over the outcomes of chance, unless they are many or a deal.

        A deal is chance after chance.
        """
        total = 0.0
        weights = 0
        outcomes = position.chance_outcomes()
        if len(outcomes) <= FEW:
            for action, weight in outcomes:
                after = self.after(position, action)
                if after.to_act() == CHANCE:
                    weights = 0
                    break
                total += weight * self.value(after, deep - 1)
                weights += weight
        return total / weights if weights else float(margin_of(position, self.seat))

    def after(self, position: Position, action: int) -> Position:
        """Return the position after *action*, and count it."""
        self.nodes -= 1
        after = position.copy()
        after.apply(action)
        return after


def margin_of(position: Position, seat: int) -> int:
    """Return the lead of *seat* over its best opponent, negative if *seat* trails.

    In a game for one player, the lead is the score.
    """
    if isinstance(position, Evaluable):
        return position.lead_of(seat)
    return lead_in(position.scores(), seat, position.sides())
