"""How sure one can be of a share or a mean after so many games."""

from __future__ import annotations

from math import inf, sqrt

Z95 = 1.959963984540054
"""The standard normal quantile of a two-sided interval of 95 %."""


def wilson(successes: float, trials: float, z: float = Z95) -> tuple[float, float]:
    """Return the interval that holds a share of which *successes* of *trials* were seen.

    Wilson's score interval (E. B. Wilson, JASA 22, 1927), which also holds near 0 and 1 and for few
    trials; both may be fractions, as where several share a win.  Without trials anything
    may be: (0, 1).
    """
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    middle = share + z * z / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def student(freedom: int) -> float:
    """Return the quantile of Student's t for a two-sided interval of 95 %.

    *freedom* is one less than how many values there are; from 4 on by the expansion of R. A. Fisher
    and E. A. Cornish (Technometrics 2, 1960), less than 0.01 off.
    """
    if freedom < 4:
        return (inf, 12.7062, 4.3027, 3.1824)[freedom]
    z, n = Z95, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


class Mean:
    """A mean, its standard error and the extremes of values that come one after the other.

    B. P. Welford's way (Technometrics 4, 1962): nothing but five numbers is kept.
    """

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self._squares = 0.0
        self.least: float = 0
        self.most: float = 0

    def add(self, value: float) -> None:
        """Take one more value in."""
        self.count += 1
        before = value - self.mean
        self.mean += before / self.count
        self._squares += before * (value - self.mean)
        self.least = value if self.count == 1 else min(self.least, value)
        self.most = value if self.count == 1 else max(self.most, value)

    @property
    def deviation(self) -> float:
        """The standard deviation of the values; 0 for fewer than two."""
        return sqrt(self._squares / (self.count - 1)) if self.count > 1 else 0.0

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the mean (Student's t); 0 for fewer than two."""
        if self.count < 2:
            return 0.0
        return student(self.count - 1) * self.deviation / sqrt(self.count)
