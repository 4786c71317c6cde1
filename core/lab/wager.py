"""Whether it is settled which of two is ahead, however often one looks.

A test at a fixed level that is repeated after each game finds a difference between equal players
sooner or later.  A wager does not: it starts with 1 and bets, round by round and before it sees the
next one, that the mean is not 1/2.  If it is 1/2, the wager is worth 1 on average, whatever it
bets, so it ever reaches 1/alpha with the chance alpha at most (J. Ville, 1939).

What is bet follows aGRAPA of I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random
variables by betting", Journal of the Royal Statistical Society B 86 (2024), appendix B.
"""

from __future__ import annotations

from math import log

BOLDEST = 0.9
"""Which part of what it has a wager risks at most."""


class Wager:
    """Bets on the mean of values from 0 to 1 that come one after the other being not 1/2."""

    def __init__(self) -> None:
        self.wealth = 0.0
        """The logarithm of what it has become worth."""
        self._count = 0
        self._sum = 0.5
        self._squares = 0.25
        """An imagined first value of 1/2, with the greatest variance there can be."""

    def add(self, value: float) -> None:
        """Take the next value in; from 0 to 1."""
        mean = self._sum / (self._count + 1)
        variance = self._squares / (self._count + 1)
        lead = mean - 0.5
        # A lost bet of 2 on a value 1/2 away from the mean would lose everything.
        bet = max(-2 * BOLDEST, min(2 * BOLDEST, lead / (variance + lead * lead)))
        self.wealth += log(1 + bet * (value - 0.5))
        self._count += 1
        self._sum += value
        self._squares += (value - self._sum / (self._count + 1)) ** 2

    def settled(self, alpha: float) -> bool:
        """Say whether the mean is not 1/2, with a chance of at most *alpha* of ever saying so if it
        is."""
        return self.wealth >= -log(alpha)
