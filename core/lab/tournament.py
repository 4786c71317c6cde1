"""A tournament: contenders meet on duplicate deals until it is settled who is better.

A *round* is one deal, played at every table in all lineups (`duplicate.lineups`).  Rounds are alike
and independent, so all statements about certainty count rounds:

- *The order is settled* when a `SequentialTest` of the rounds' scores tells for every pair that the
  two are not equal, each at 5% divided by the number of pairs (Bonferroni).  Among tournaments of
  equals at most 5% are ever called settled, however often one looks.
- *Within* a given error: the sequential interval of fixed width by Y. S. Chow and H. Robbins
  (Annals of Mathematical Statistics 36, 1965).  Play ends when the error bars, which depend on the
  scatter and hardly on the results, are narrow enough, but not before `LEAST_ROUNDS`.  The coverage
  of the intervals tends to 95% as they get narrower, and a test simulates how nearly.

Rounds are counted in the order of their deals, so the result is the same for any number of jobs.
"""

from collections import Counter
from itertools import combinations
from math import inf
from typing import Any

from .duplicate import Deal, share, tables
from .inference import Matrix, SequentialTest, margins, strengths

ALPHA = 0.05  # greatest probability that an order of equals is called settled
LEAST_ROUNDS = 20  # before these the scatter is not known well enough to stop because of it

SETTLED, WITHIN, ALL_PLAYED, STOPPED = "settled", "within", "all-played", "stopped"
"""Reasons for the end of a tournament; `STOPPED` means Ctrl-C."""


class Tournament:
    """Results so far of a number of *contenders* at a game with a number of *sides*.

    Without partners, each seat is a side.
    """

    def __init__(self, contenders: int, sides: int) -> None:
        self.contenders = contenders
        self.tables = tables(contenders, sides)
        self.deals = 0  # counted at each table
        self.games = self.endless = 0
        self.why: Counter[tuple[int, str]] = Counter()
        """Number of games lost by a fault, for each contender and code of a fault."""
        self._counts: Counter[tuple[str, int]] = Counter()
        self._rounds: list[Matrix] = []
        """Games each contender has won against each other one, by round, also the current one."""
        self._tests = {pair: SequentialTest() for pair in combinations(range(contenders), 2)}
        self._elo: list[float] = []

    @property
    def rounds(self) -> int:
        """Number of rounds that were played at all tables."""
        return self.deals // len(self.tables)

    def add(self, deal: Deal) -> None:
        """Count the games of the next table; a new round begins after the last table of a round."""
        players = range(self.contenders)
        if self.deals % len(self.tables) == 0:
            self._rounds.append([[0.0 for _ in players] for _ in players])
        last = self._rounds[-1]
        for one, other in combinations(sorted(self.tables[self.deals % len(self.tables)]), 2):
            won = len(deal) * share(deal, one, other)
            last[one][other] += won
            last[other][one] += len(deal) - won
        for game in deal:
            self.games += 1
            self.endless += not game.ended
            best = {game.lineup[seat] for seat in game.winners or range(len(game.lineup))}
            for who in set(game.lineup):
                self._counts["games", who] += 1
                self._counts["won", who] += best == {who}
                self._counts["tied", who] += who in best and len(best) > 1
            if game.failed is not None:
                self.why[game.lineup[game.failed], game.why] += 1
        self.deals += 1
        if self.deals % len(self.tables) == 0:
            met = [sum(last[who]) + sum(row[who] for row in last) for who in players]
            scores = [sum(last[who]) / met[who] for who in players]
            for (one, other), test in self._tests.items():
                test.add((1 + scores[one] - scores[other]) / 2)

    def ending(self, most: int, within: float | None) -> str:
        """Return why the tournament ends now, or an empty string.

        *most* is the largest number of rounds, *within* the greatest error of a rating that
        is allowed, in Elo points; if it is ``None``, the order has to be settled instead.
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
        """True if the better one of every pair is known."""
        alpha = ALPHA / len(self._tests)
        return all(test.settled(alpha) for test in self._tests.values())

    def standings(self) -> list[dict[str, Any]]:
        """Return the results as plain values, best first; unknown ones are ``None``."""
        won, standings = self._won(), []
        for who, margin in enumerate(self._margins()):
            both = zip(won[who], (row[who] for row in won), strict=True)
            elo = {"elo": self._elo[who], "margin": None if margin == inf else margin}
            counts = {what: self._counts[what, who] for what in ("games", "won", "tied")}
            failed = {why: n for (loser, why), n in self.why.items() if loser == who}
            scores = [mine / (mine + lost) if mine + lost else None for mine, lost in both]
            standings.append({"player": who, **elo, **counts, "failed": failed, "scores": scores})
        return sorted(standings, key=lambda one: -one["elo"])

    def _won(self) -> Matrix:
        """Return how many games each contender has won against each other one; ties count half."""
        players = range(self.contenders)
        return [[sum(one[i][j] for one in self._rounds) for j in players] for i in players]

    def _margins(self) -> list[float]:
        self._elo = strengths(self._won(), self._elo)
        return margins(self._rounds, self._elo)
