"""A test whether one of two players is better, valid however often its result is looked at.

A test at a fixed level that is repeated after each game finds a difference between equal players
sooner or later.  A test by betting does not: it starts with a wealth of 1 and bets on each value,
before it sees it, that the mean is not 1/2.  If the mean is 1/2 the expected wealth stays 1 for any
bets, so the wealth ever reaches 1/alpha with a probability of at most alpha (J. Ville, 1939).

The bets are aGRAPA of I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables
by betting", Journal of the Royal Statistical Society B 86 (2024), appendix B.
"""

from __future__ import annotations

from math import log

BOLDEST = 0.9  # part of the wealth that is risked at once


class SequentialTest:
    """Tests whether the mean of a sequence of values from 0 to 1 is 1/2."""

    def __init__(self) -> None:
        self.wealth = 0.0  # its logarithm
        # One imagined value of 1/2, with the greatest variance there can be.
        self._count, self._sum, self._squares = 1, 0.5, 0.25

    def add(self, value: float) -> None:
        """Bet on the next *value*, from 0 to 1."""
        lead = self._sum / self._count - 0.5
        # A lost bet of 2 on a value 1/2 away from the mean would lose everything.
        bet = lead / (self._squares / self._count + lead * lead)
        self.wealth += log(1 + max(-2 * BOLDEST, min(2 * BOLDEST, bet)) * (value - 0.5))
        self._count += 1
        self._sum += value
        self._squares += (value - self._sum / self._count) ** 2

    def settled(self, alpha: float) -> bool:
        """Return whether the mean is not 1/2; ever wrong with a probability of at most *alpha*."""
        return self.wealth >= -log(alpha)
