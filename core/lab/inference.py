"""Statistical inference: intervals, Elo ratings and a sequential test.

**Elo ratings** are strengths in the model of R. A. Bradley and M. E. Terry (Biometrika 39, 1952):
one player beats another with the probability 1 / (1 + 10^(-d/400)), *d* being the difference of
their ratings; a tie counts as half a win.  The ratings are those of greatest likelihood, found by
the MM algorithm (D. R. Hunter, Annals of Statistics 32, 2004).  A weak prior, one added drawn game
between any two, keeps the ratings finite for players who won all games or never met.  The mean of
all ratings is 0.

**The sequential test** tells whether one of two players is better, and is valid however often its
result is looked at.  A test at a fixed level that is repeated after each game finds a difference
between equal players sooner or later.  A test by betting does not: it starts with a wealth of 1 and
bets on each value, before it sees it, that the mean is not 1/2.  If the mean is 1/2 the expected
wealth stays 1 for any bets, so the wealth ever reaches 1/alpha with a probability of at most alpha
(J. Ville, 1939).  The bets are aGRAPA of I. Waudby-Smith and A. Ramdas, "Estimating means of
bounded random variables by betting", Journal of the Royal Statistical Society B 86 (2024),
appendix B.
"""

from collections.abc import Sequence
from itertools import permutations
from math import exp, inf, log, sqrt
from typing import TypeAlias

Matrix: TypeAlias = list[list[float]]

Z95 = 1.959963984540054  # standard normal quantile of a two-sided 95% interval
ELO = 400 / log(10)  # rating points for a difference of 1 in the logarithm of the odds
PRIOR = 0.5  # wins of each of two players in the drawn game that is added
BOLDEST = 0.9  # greatest part of the wealth that one bet risks


def wilson(successes: float, trials: float, z: float = Z95) -> tuple[float, float]:
    """Return the confidence interval of *successes* / *trials*; both may be fractional.

    It is Wilson's score interval (E. B. Wilson, JASA 22, 1927), which also holds near 0 and 1 and
    for few trials; with 0 trials, it is (0, 1).
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

    *freedom* is one less than the number of values.  From 4 on, the result is the expansion of
    R. A. Fisher and E. A. Cornish (Technometrics 2, 1960), which is less than 0.01 off.
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

    It uses the method of B. P. Welford (Technometrics 4, 1962), and keeps five numbers.
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

    @classmethod
    def of_sums(cls, sums: Sequence[int], scale: int = 1) -> "Mean":
        """Return the mean of whole numbers that are divided by *scale*.

        *sums* are their count, sum, sum of squares, least and greatest.
        """
        count, total, squares, least, most = sums
        made = cls(count)
        if count:
            made.mean = total / count / scale
            made._squares = (squares * count - total * total) / count / scale**2
            made.least, made.most = least / scale, most / scale
        return made

    def merge(self, other: "Mean") -> None:
        """Add the values of *other* (T. F. Chan and others, Stanford STAN-CS-79-773, 1979)."""
        if not other.count:
            return
        apart, count = other.mean - self.mean, self.count + other.count
        self.least = min(self.least, other.least) if self.count else other.least
        self.most = max(self.most, other.most) if self.count else other.most
        self._squares += other._squares + apart * apart * self.count * other.count / count
        self.mean += apart * other.count / count
        self.count = count

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

    @property
    def differs(self) -> bool:
        """True if 0 is outside the 95% interval of the mean; false for fewer than two values."""
        return self.count > 1 and abs(self.mean) > self.margin


def strengths(won: Sequence[Sequence[float]], before: Sequence[float] = ()) -> list[float]:
    """Return the Elo rating of each player; ``won[i][j]`` is the number of games *i* won from *j*.

    Ties are half a game for each.  The search begins at the ratings *before*, by default at 0.
    """
    players = range(len(won))
    met = {(i, j): won[i][j] + won[j][i] + 2 * PRIOR for i, j in permutations(players, 2)}
    wins = [sum(won[i][j] + PRIOR for j in players if j != i) for i in players]
    logs = [elo / ELO for elo in before or [0.0] * len(won)]
    for _ in range(10_000):
        power = [exp(one) for one in logs]
        waits = [0.0 for _ in players]
        for (i, j), games in met.items():
            waits[i] += games / (power[i] + power[j])
        moved = [log(wins[i] / waits[i]) for i in players]
        mean = sum(moved) / len(moved)
        moved = [one - mean for one in moved]
        step = max(abs(new - old) for new, old in zip(moved, logs, strict=True))
        logs = moved
        if step < 1e-9:
            break
    return [ELO * one for one in logs]


def margins(rounds: Sequence[Matrix], elo: Sequence[float]) -> list[float]:
    """Return half the width of the 95% confidence interval around each of *elo*, in Elo points.

    Each of *rounds* is ``won[i][j]`` of games that may depend on each other, as games on one deal
    do, but not on other rounds.  The covariance is the sandwich of the inverse Fisher information
    and the scatter of the rounds (P. J. Huber, 5th Berkeley Symposium, 1967; K.-Y. Liang and S. L.
    Zeger, Biometrika 73, 1986), with Student's quantile.  Each drawn game of the prior is like two
    more rounds, so the margins are not 0 if all rounds are equal.  For one round they are infinite.
    """
    players, freedom = range(len(elo)), len(rounds) - 1
    if freedom < 1:
        return [inf for _ in elo]
    chance = [[1 / (1 + exp((elo[j] - elo[i]) / ELO)) for j in players] for i in players]
    information = [[1 / len(elo) for _ in players] for _ in players]  # fixes the mean at 0
    off: Matrix = []  # wins beyond those expected, of each player in each round
    for i, j in permutations(players, 2):
        games = sum(won[i][j] + won[j][i] for won in rounds) + 2 * PRIOR
        information[i][i] += games * chance[i][j] * chance[j][i]
        information[i][j] -= games * chance[i][j] * chance[j][i]
        surprise = PRIOR * chance[j][i]
        off.append([surprise * ((player == i) - (player == j)) for player in players])
    weight = sqrt(len(rounds) / freedom)
    for won in rounds:
        expected = [
            [w[j] * chance[j][i] - won[j][i] * chance[i][j] for j in players]
            for i, w in enumerate(won)
        ]
        off.append([weight * sum(row) for row in expected])
    moved = solve(information, *off)  # how far each round moves the strengths
    quantile = student(freedom) * ELO
    return [quantile * sqrt(sum(one[player] ** 2 for one in moved)) for player in players]


def solve(matrix: Matrix, *right: Sequence[float]) -> Matrix:
    """Return the solution for each of the *right* sides, by Gauss-Jordan elimination.

    *matrix* must not be singular.
    """
    rows = [[*row, *sides] for row, *sides in zip(matrix, *right, strict=True)]
    for at in range(len(rows)):
        pivot = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other, row in enumerate(rows):
            if other != at and row[at]:
                factor = row[at]
                rows[other] = [a - factor * b for a, b in zip(row, rows[at], strict=True)]
    return [list(column) for column in zip(*(row[len(rows) :] for row in rows), strict=True)]


class SequentialTest:
    """Sequential test of whether the mean of values from 0 to 1 is 1/2."""

    def __init__(self) -> None:
        self.wealth = 0.0  # in fact its logarithm
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
        """Return true if the mean is not 1/2; *alpha* limits the probability of ever erring."""
        return self.wealth >= -log(alpha)
