"""Perft: how many sequences of decisions there are, to compare one rules engine with another."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import BadValue, NotationError
from ..game import CHANCE, Position
from ..text import msg

MOST_DEPTH = 20
"""How many decisions are looked ahead at most."""

MOST_COUNTED = 1_000_000
"""How many positions are visited at most: a few seconds."""


class Perft:
    """Counts the sequences of decisions; what chance brings in them is *chance*, in order.

    Where *chance* is used up, or cannot be what comes, a sequence goes no further and counts only
    if it is long enough by then.
    """

    def __init__(self, chance: Sequence[str]) -> None:
        self.chance = chance
        self.visited = 0

    def after(self, position: Position, action: int, at: int, depth: int) -> int:
        """Count the sequences of *depth* decisions that begin with *action*."""
        if depth == 1:
            return 1
        self.visited += 1
        if self.visited > MOST_COUNTED:
            raise BadValue(
                msg(
                    "perft-too-big",
                    "That is more than {most} positions; count less deep.",
                    most=str(MOST_COUNTED),
                )
            )
        position = position.copy()
        position.apply(action)
        while position.to_act() == CHANCE:
            if at == len(self.chance):
                return 0
            try:
                position.apply(position.parse(self.chance[at]))
            except NotationError:  # it fits after some decisions and not after others
                return 0
            at += 1
        actions = position.legal_actions()
        if depth == 2:
            return len(actions)
        return sum(self.after(position, action, at, depth - 1) for action in actions)
