"""A tournament: everybody meets everybody on duplicate deals until it is settled who is better.

A *round* is one deal, played at every table with all seatings (`duplicate.lineups`).  Rounds are
drawn alike and independently, so everything that is said of how sure a figure is goes by rounds:

- *The order is settled* when, for every two, a `Wager` on what they have scored in each round says
  that they are not equal, each at 5 % divided by the number of pairs (Bonferroni).  That holds
  however often one looks: a tournament of equals is called settled in 5 % of all cases at most.
- *Within* so many points: Y. S. Chow's and H. Robbins's sequential interval of fixed width (Annals
  of Mathematical Statistics 36, 1965).  It stops when the error bars, a function of the scatter
  and hardly of the results, are narrow enough, but not before `LEAST_ROUNDS`; the 95 % stay 95 %
  as the width shrinks, and a test simulates how nearly.

Stopping goes by rounds in the order of their deals, so the result does not depend on how many play
at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import inf

from .duplicate import Deal, Played, share, tables
from .elo import Matrix, margins, strengths
from .wager import Wager

ALPHA = 0.05
"""The chance of calling an order settled that is none."""

LEAST_ROUNDS = 20
"""Fewer rounds than this do not tell how much they scatter well enough to stop because of it."""

SETTLED = "settled"
WITHIN = "within"
ALL_PLAYED = "all-played"
STOPPED = "stopped"
"""Why a tournament has ended: `Tournament.ending`, or that somebody has stopped it."""


@dataclass(frozen=True)
class Standing:
    """What came of the games of one contender."""

    who: int
    """The number of the contender."""
    elo: float
    margin: float | None
    """Half the width of the 95 % interval around *elo*; ``None`` where nobody can tell yet."""
    games: int
    won: int
    """Games won alone."""
    tied: int
    """Games won together with others."""
    failed: int
    """Games lost because it crashed, came too late or did what is not allowed."""


class Tournament:
    """The games of *contenders* (how many) at a game with *seats*, as far as they were played."""

    def __init__(self, contenders: int, seats: int) -> None:
        self.contenders = contenders
        self.tables = tables(contenders, seats)
        self.deals = 0
        """How often all games of one table on one deal were played."""
        self.played = [0] * contenders
        """Games, by contender; so are the next three."""
        self.won = [0] * contenders
        self.tied = [0] * contenders
        self.failed = [0] * contenders
        self.why: dict[tuple[int, str], int] = {}
        """How often a contender has failed at what, by code."""
        self.games = 0
        self.endless = 0
        self.beaten: Matrix = self._nothing()
        """How many games each has won of each other, ties half."""
        self._rounds: list[Matrix] = []
        """The same round by round; the last may still lack tables."""
        self._wagers = {pair: Wager() for pair in combinations(range(contenders), 2)}
        self._elo: list[float] = []

    @property
    def rounds(self) -> int:
        """How many rounds were played at all tables."""
        return self.deals // len(self.tables)

    def add(self, deal: Deal) -> None:
        """Count the games of the next table: table after table of a round, round after round."""
        at = self.deals % len(self.tables)
        if at == 0:
            self._rounds.append(self._nothing())
        for one, other in combinations(sorted(self.tables[at]), 2):
            won = len(deal) * share(deal, one, other)
            for matrix in (self.beaten, self._rounds[-1]):
                matrix[one][other] += won
                matrix[other][one] += len(deal) - won
        for game in deal:
            self._count(game)
        self.deals += 1
        if at == len(self.tables) - 1:
            self._bet(self._rounds[-1])

    def ending(self, most: int, within: float | None) -> str:
        """Say why it ends after this many rounds, or nothing while it does not.

        *most* is how many rounds there may be, *within* how wide an error bar may be, in Elo points
        to each side.
        """
        if self.deals % len(self.tables) or not self.rounds:
            return ""
        if within is None and self.settled:
            return SETTLED
        if within is not None and self.rounds >= LEAST_ROUNDS and max(self._margins()) <= within:
            return WITHIN
        return ALL_PLAYED if self.rounds >= most else ""

    @property
    def settled(self) -> bool:
        """Whether it is settled of every two which one is better."""
        alpha = ALPHA / len(self._wagers)
        return all(wager.settled(alpha) for wager in self._wagers.values())

    def standings(self) -> list[Standing]:
        """List everyone, the best first."""
        bars = self._margins()
        elo = self._elo
        order = sorted(range(self.contenders), key=lambda who: (-elo[who], who))
        return [
            Standing(
                who,
                elo[who],
                None if bars[who] == inf else bars[who],
                self.played[who],
                self.won[who],
                self.tied[who],
                self.failed[who],
            )
            for who in order
        ]

    def score(self, one: int, other: int) -> float | None:
        """Return the share that *one* has won of *other*; ``None`` where they did not meet."""
        games = self.beaten[one][other] + self.beaten[other][one]
        return self.beaten[one][other] / games if games else None

    def _margins(self) -> list[float]:
        self._elo = strengths(self.beaten, self._elo)
        return margins(self._rounds, self._elo)

    def _nothing(self) -> Matrix:
        return [[0.0] * self.contenders for _ in range(self.contenders)]

    def _count(self, game: Played) -> None:
        self.games += 1
        self.endless += game.endless
        first = {who for who, place in zip(game.lineup, game.places, strict=True) if place == 1}
        for who in set(game.lineup):
            self.played[who] += 1
            self.won[who] += first == {who}
            self.tied[who] += who in first and len(first) > 1
        if game.failed is not None:
            who = game.lineup[game.failed]
            self.failed[who] += 1
            self.why[who, game.why] = self.why.get((who, game.why), 0) + 1

    def _bet(self, won: Matrix) -> None:
        """Let the wagers see a round that is complete."""
        scores = []
        for who, row in enumerate(won):
            games = sum(row) + sum(other[who] for other in won)
            scores.append(sum(row) / games)
        for (one, other), wager in self._wagers.items():
            wager.add((1 + scores[one] - scores[other]) / 2)
