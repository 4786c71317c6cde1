"""The same deals under two rule sets: the differences, pair by pair."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from .played import Played
from .statistics.intervals import Mean

Fact: TypeAlias = tuple[str, ...]
"""Figure of a game: ``("wins", "0")`` for the wins of seat 0, ``("use", "G4", "board")``, ..."""

SHARES = ("wins", "starts", "shared", "level")
"""Facts that are shares of all games."""


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
        """Whether 0 is outside of the 95% interval of the mean difference."""
        mean = self.difference
        return mean.count > 1 and abs(mean.mean) > mean.margin


class Comparison:
    """Facts of pairs of games with the same seed and first seat, of which both have ended."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.pairs = 0
        self.endless = 0
        """Pairs with a game that was given up."""
        self.facts: defaultdict[Fact, Paired] = defaultdict(self._unseen)

    def _unseen(self) -> Paired:
        """Return a fact that was 0 in all pairs so far, such as the use of a rare card."""
        paired = Paired()
        for mean in (paired.one, paired.other, paired.difference):
            mean.count = self.pairs
        return paired

    def count(self, one: Played, other: Played) -> None:
        """Count a pair."""
        if not (one.ended and other.ended):
            self.endless += 1
            return
        before, after = dict(self._facts(one)), dict(self._facts(other))
        for fact in {**dict.fromkeys(self.facts), **before, **after}:
            self.facts[fact].add(before.get(fact, 0.0), after.get(fact, 0.0))
        self.pairs += 1

    def _facts(self, played: Played) -> Iterator[tuple[Fact, float]]:
        for seat in range(self.players):
            yield ("wins", str(seat)), played.credit(seat)
        yield ("starts",), played.credit(played.first)
        for seat in range(self.players):
            yield ("score", str(seat)), played.scores[seat]
        second, best = sorted(played.scores)[-2:]
        yield ("margin",), best - second
        yield ("start_margin",), played.margin(played.first)
        yield ("shared",), len(played.winners) > 1
        yield ("level",), second == best
        yield ("turns",), played.turns
        yield ("decisions",), sum(played.decisions)
        for (card, kind), count in sorted(sum(played.uses, Counter()).items()):
            yield ("use", card, kind), count
