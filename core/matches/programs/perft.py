"""Perft: the number of sequences of decisions, to compare one rules engine with another."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import NotationError
from ...game import CHANCE, Position
from .protocol_errors import refusal

MOST_DEPTH = 20
MOST_COUNTED = 1_000_000
"""Greatest number of positions to visit, which takes a few seconds."""


def perft(position: Position, depth: int, chance: Sequence[str]) -> dict[str, int]:
    """Count the sequences of *depth* decisions after *position*, by their first action.

    Chance takes the actions *chance*, in order; where the next one is missing or illegal, the
    sequence ends, too short to count.  Raises `ProtocolError` for too many positions.
    """
    visited = 0

    def after(position: Position, action: int, drawn: int, depth: int) -> int:
        nonlocal visited
        if depth == 1:
            return 1
        visited += 1
        if visited > MOST_COUNTED:
            raise refusal("perft-too-big", most=str(MOST_COUNTED))
        position = position.copy()
        position.apply(action)
        while position.to_act() == CHANCE:
            if drawn == len(chance):
                return 0
            try:
                position.apply(position.parse(chance[drawn]))
            except NotationError:  # possible after some decisions and not after others
                return 0
            drawn += 1
        actions = position.legal_actions()
        if depth == 2:
            return len(actions)
        return sum(after(position, action, drawn, depth - 1) for action in actions)

    return {
        position.notation(action): after(position, action, 0, depth)
        for action in position.legal_actions()
    }
