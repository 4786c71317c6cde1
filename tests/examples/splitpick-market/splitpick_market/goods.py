"""Goods and the four ways to score them, each a small function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Stalls = Sequence[Sequence[int]]
"""Numbers of each card of a good, by seat."""


def different(stalls: Stalls, points: Sequence[int]) -> list[int]:
    """Score sets of different cards: ``points[k - 1]`` for one of *k*, the largest sets first."""
    return [
        sum(
            points[min(sum(count > level for count in stall), len(points)) - 1]
            for level in range(max(stall, default=0))
        )
        for stall in stalls
    ]


def pairs(stalls: Stalls, points: Sequence[int]) -> list[int]:
    """Score ``points[0]`` for every two equal cards."""
    return [points[0] * sum(count // 2 for count in stall) for stall in stalls]


def most(stalls: Stalls, points: Sequence[int]) -> list[int]:
    """Score ``points[0]`` for the most cards, ``points[1]`` for the second most, and so on.

    Seats with equally many share the points of their places, rounded down; a seat without any has
    no place.
    """
    totals = [sum(stall) for stall in stalls]
    scores = [0] * len(stalls)
    place = 0
    for total in sorted({total for total in totals if total}, reverse=True):
        level = [seat for seat, own in enumerate(totals) if own == total]
        for seat in level:
            scores[seat] = sum(points[place : place + len(level)]) // len(level)
        place += len(level)
    return scores


def each(stalls: Stalls, points: Sequence[int]) -> list[int]:
    """Score ``points[0]`` for each card."""
    return [points[0] * sum(stall) for stall in stalls]


SCORINGS: dict[str, Callable[[Stalls, Sequence[int]], list[int]]] = {
    "different": different,
    "pairs": pairs,
    "most": most,
    "each": each,
}
"""Ways to score by their names in the YAML."""


@dataclass(frozen=True)
class Good:
    """A good, with the way it scores and the numbers of its cards."""

    id: str
    scoring: str
    points: Sequence[int]
    cards: Sequence[int]

    def scores(self, stalls: Stalls) -> list[int]:
        """Return the scores by seat; *stalls* count every card of the deck."""
        own = [[stall[card] for card in self.cards] for stall in stalls]
        return SCORINGS[self.scoring](own, self.points)
