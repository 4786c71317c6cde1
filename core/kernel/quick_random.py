"""A quick random generator for play inside the kernel, where `random.Random` would cost most."""

from __future__ import annotations

from typing import Final, final

from ..vectors import i64
from .hashing import MASK

MULTIPLIER: Final = 2862933555777941757  # P. L'Ecuyer, Mathematics of Computation 68 (1999)
INCREMENT: Final = 3037000493
BITS: Final = 32
"""Bits of a random number: so few that its products with small numbers are exact, float or not."""
SCALE: Final = 1.0 / (1 << BITS)


@final
class QuickRandom:
    """A linear congruential generator of 62 bits, the same whether the kernel is compiled or not.

    It is good enough for `playout`.  Cards and dice of real games are drawn by `random.Random`.
    """

    def __init__(self, seed: int) -> None:
        # Without products of longer numbers: they look for signals, and compiled code takes the
        # error of a Ctrl-C there for a lack of memory, and aborts.
        start: i64 = seed & MASK
        state = (start * MULTIPLIER + INCREMENT) & MASK
        # Mixed, so that the generators of neighbouring seeds have nothing in common.
        state = (state ^ state >> 31) * MULTIPLIER & MASK
        self.state: i64 = state ^ state >> 31

    def random(self) -> float:
        """Return a random number in [0, 1)."""
        state = (self.state * MULTIPLIER + INCREMENT) & MASK
        self.state = state
        return float(state >> (62 - BITS)) * SCALE

    def below(self, count: i64) -> i64:
        """Return ``int(random() * count)``, for a *count* up to 2**21, without a float."""
        state = (self.state * MULTIPLIER + INCREMENT) & MASK
        self.state = state
        return (state >> (62 - BITS)) * count >> BITS
