"""The same deals under two rule sets: what is different, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from .intervals import Mean
from .played import Played, Use

Fact: TypeAlias = tuple[str, ...]
"""What is compared: ``("wins", "0")`` is how often seat 0 wins, ``("use", "G4", "board")``..."""

SHARES = ("wins", "starts", "shared", "level")
"""The facts that are parts of all games."""


@dataclass
class Paired:
    """One fact under both rule sets, and the differences game by game."""

    one: Mean = field(default_factory=Mean)
    other: Mean = field(default_factory=Mean)
    difference: Mean = field(default_factory=Mean)
    """The other less the one."""

    def add(self, one: float, other: float) -> None:
        """Take in one pair of games."""
        self.one.add(one)
        self.other.add(other)
        self.difference.add(other - one)

    @property
    def differs(self) -> bool:
        """Whether the 95 % interval of the mean difference leaves 0 out."""
        mean = self.difference
        return mean.count > 1 and abs(mean.mean) > mean.margin


class Comparison:
    """What was counted in pairs of games of the same seed and starter.

    A pair counts once both games have ended.  Cards that were used in no game before one in which
    they are count as used 0 times in those, so facts may come at any time.
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self.pairs = 0
        self.endless = 0
        """Pairs of which a game did not come to an end."""
        self.facts: dict[Fact, Paired] = {}

    def count(self, one: Played, other: Played) -> None:
        """Count a pair."""
        if not (one.ended and other.ended):
            self.endless += 1
            return
        before, after = dict(self._facts(one)), dict(self._facts(other))
        for fact in {**dict.fromkeys(self.facts), **dict.fromkeys(before), **dict.fromkeys(after)}:
            if fact not in self.facts:
                self.facts[fact] = Paired(
                    _zeros(self.pairs), _zeros(self.pairs), _zeros(self.pairs)
                )
            self.facts[fact].add(before.get(fact, 0.0), after.get(fact, 0.0))
        self.pairs += 1

    def _facts(self, played: Played) -> Iterator[tuple[Fact, float]]:
        """List what is counted of one game."""
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
        yield ("decisions",), played.decisions
        uses: dict[Use, int] = {}
        for own in played.uses:
            for use, count in own.items():
                uses[use] = uses.get(use, 0) + count
        for card, kind in sorted(uses):
            yield ("use", card, kind), uses[card, kind]


def _zeros(count: int) -> Mean:
    """Make the mean of so many zeros."""
    mean = Mean()
    mean.count = count
    return mean
