"""Strengths of players from their games: Elo numbers by Bradley and Terry's model, with error bars.

The model (R. A. Bradley and M. E. Terry, Biometrika 39, 1952): one beats another with the chance
1 / (1 + 10^(-d/400)), *d* being the difference of their Elo numbers; a tie counts as half a win.
The strengths are those of greatest likelihood, found by the MM algorithm (D. R. Hunter, Annals of
Statistics 32, 2004).

A weak prior, one drawn game more between any two, keeps the numbers finite where somebody has won
everything, and where nobody has met somebody.  The mean of all numbers is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import TypeAlias

from .intervals import student

Matrix: TypeAlias = list[list[float]]

ELO = 400 / log(10)
"""How many Elo points are a difference of 1 in the logarithm of the odds."""

PRIOR = 0.5
"""What each of two has won of the drawn game that is added."""

MOST_STEPS = 10_000
CLOSE = 1e-9
"""The algorithm ends after so many steps, or when no logarithm of a strength moves by more."""


def strengths(won: Sequence[Sequence[float]], before: Sequence[float] = ()) -> list[float]:
    """Return the Elo number of each player; ``won[i][j]`` is how many games *i* has won of *j*.

    Ties are half a game for each.  *before* is where the search begins, such as the numbers of a
    game ago; the result does not depend on it but for rounding.
    """
    count = len(won)
    if count < 2:
        return [0.0] * count
    pairs = [(i, j) for i in range(count) for j in range(count) if i != j]
    wins = [sum(won[i][j] + PRIOR for j in range(count) if j != i) for i in range(count)]
    met = {(i, j): won[i][j] + won[j][i] + 2 * PRIOR for i, j in pairs}
    logs = [elo / ELO for elo in before] if before else [0.0] * count
    for _ in range(MOST_STEPS):
        power = [exp(one) for one in logs]
        waits = [0.0] * count
        for (i, j), games in met.items():
            waits[i] += games / (power[i] + power[j])
        moved = [log(wins[i] / waits[i]) for i in range(count)]
        mean = sum(moved) / count
        moved = [one - mean for one in moved]
        step = max(abs(new - old) for new, old in zip(moved, logs, strict=True))
        logs = moved
        if step < CLOSE:
            break
    return [ELO * one for one in logs]


def margins(rounds: Sequence[Matrix], elo: Sequence[float]) -> list[float]:
    """Return half the width of the 95 % interval around each of *elo*, in Elo points.

    Each of *rounds* says ``won[i][j]`` of games that may depend on each other, as those on one deal
    do, though not on other rounds.  The covariance is the sandwich of the inverse Fisher
    information and what the rounds scatter (P. J. Huber, 5th Berkeley Symposium, 1967; K.-Y. Liang
    and S. L. Zeger, Biometrika 73, 1986), with Student's quantile for so many rounds.  The drawn
    games of the prior count as two rounds more, a half won by each: so the bars stay apart from 0
    even where every round was the same.  One round alone says nothing of its error: infinite.
    """
    count = len(elo)
    if len(rounds) < 2:
        return [float("inf")] * count
    chance = [[1 / (1 + exp((elo[j] - elo[i]) / ELO)) for j in range(count)] for i in range(count)]
    information = [[1 / count] * count for _ in range(count)]  # the mean is 0, not free
    scatter = [[0.0] * count for _ in range(count)]
    for i in range(count):
        for j in range(i):
            games = sum(won[i][j] + won[j][i] for won in rounds) + 2 * PRIOR
            _add_edge(information, i, j, games * chance[i][j] * chance[j][i])
            _add_edge(scatter, i, j, PRIOR**2 * (chance[i][j] ** 2 + chance[j][i] ** 2))
    freedom = len(rounds) - 1
    for won in rounds:
        off = [
            sum(won[i][j] * chance[j][i] - won[j][i] * chance[i][j] for j in range(count))
            for i in range(count)
        ]
        for i in range(count):
            for j in range(count):
                scatter[i][j] += off[i] * off[j] * len(rounds) / freedom
    inverse = _inverse(information)
    quantile = student(freedom)
    return [
        quantile
        * ELO
        * sqrt(
            sum(
                inverse[k][i] * scatter[i][j] * inverse[j][k]
                for i in range(count)
                for j in range(count)
            )
        )
        for k in range(count)
    ]


def _add_edge(matrix: Matrix, i: int, j: int, weight: float) -> None:
    """Add what one comparison of *i* with *j* weighs to a matrix whose rows sum up to the same."""
    matrix[i][i] += weight
    matrix[j][j] += weight
    matrix[i][j] -= weight
    matrix[j][i] -= weight


def _inverse(matrix: Matrix) -> Matrix:
    """Invert a positive definite *matrix* by Gauss and Jordan's way."""
    count = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(count))] for i, row in enumerate(matrix)]
    for i in range(count):
        best = max(range(i, count), key=lambda row: abs(rows[row][i]))
        rows[i], rows[best] = rows[best], rows[i]
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for row in range(count):
            if row != i:
                factor = rows[row][i]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[i], strict=True)]
    return [row[count:] for row in rows]
