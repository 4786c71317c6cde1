"""Confidence intervals of shares and means."""

from __future__ import annotations

from math import inf, sqrt

Z95 = 1.959963984540054  # standard normal quantile of a two-sided 95% interval


def wilson(successes: float, trials: float, z: float = Z95) -> tuple[float, float]:
    """Return the confidence interval of a share after *successes* in *trials*, or parts of them.

    Wilson's score interval (E. B. Wilson, JASA 22, 1927), which holds near 0 and 1 and for few
    trials too; (0, 1) without any.
    """
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    middle = share + z * z / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def student(freedom: int) -> float:
    """Return the quantile of Student's t for a two-sided 95% interval.

    *freedom* is one less than the number of values.  From 4 on it is the expansion of R. A. Fisher
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
    """Mean, margin of error and extremes of values that are added one by one.

    By B. P. Welford's method (Technometrics 4, 1962), which keeps five numbers.
    """

    def __init__(self, count: int = 0) -> None:
        """Begin with *count* zeros."""
        self.count = count
        self.mean = self._squares = 0.0
        self.least: float = 0
        self.most: float = 0

    def add(self, value: float) -> None:
        """Add a value."""
        self.count += 1
        before = value - self.mean
        self.mean += before / self.count
        self._squares += before * (value - self.mean)
        self.least = value if self.count == 1 else min(self.least, value)
        self.most = value if self.count == 1 else max(self.most, value)

    @property
    def deviation(self) -> float:
        """Standard deviation of the values; 0 for fewer than two."""
        return sqrt(self._squares / (self.count - 1)) if self.count > 1 else 0.0

    @property
    def margin(self) -> float:
        """Half the width of the 95% interval of the mean (Student's t); 0 for fewer than two."""
        if self.count < 2:
            return 0.0
        return student(self.count - 1) * self.deviation / sqrt(self.count)
