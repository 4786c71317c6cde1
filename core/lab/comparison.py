"""The same deals under two rule sets: the differences, pair by pair."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from .played import Fact, Played
from .statistics.intervals import Mean


@dataclass
class Paired:
    """One fact under both rule sets."""

    one: Mean = field(default_factory=Mean)
    other: Mean = field(default_factory=Mean)
    difference: Mean = field(default_factory=Mean)
    """The other minus the one, game by game."""

    def add(self, one: float, other: float) -> None:
        """Add a pair of games."""
        self.one.add(one)
        self.other.add(other)
        self.difference.add(other - one)

    @property
    def differs(self) -> bool:
        """True if 0 is outside of the 95% interval of the mean difference."""
        mean = self.difference
        return mean.count > 1 and abs(mean.mean) > mean.margin


class Comparison:
    """Facts of pairs of games with the same seed and first seat, of which both have ended.

    Besides `Played.facts` these are the numbers of uses: ``("use", "G4", "board")``.
    """

    def __init__(self) -> None:
        self.pairs = 0
        self.endless = 0
        """Pairs with a game that was given up."""
        self.facts: defaultdict[Fact, Paired] = defaultdict(self._unseen)

    def _unseen(self) -> Paired:
        """Return a fact that was 0 in all pairs so far, such as the use of a rare card."""
        return Paired(*(Mean(self.pairs) for _ in range(3)))

    def count(self, one: Played, other: Played) -> None:
        """Count a pair."""
        if not (one.ended and other.ended):
            self.endless += 1
            return
        before, after = _facts(one), _facts(other)
        for fact in {**dict.fromkeys(self.facts), **before, **after}:
            self.facts[fact].add(before.get(fact, 0.0), after.get(fact, 0.0))
        self.pairs += 1


def _facts(played: Played) -> dict[Fact, float]:
    uses = sorted(sum(played.uses, Counter()).items())
    return {**dict(played.facts()), **{("use", *use): count for use, count in uses}}
