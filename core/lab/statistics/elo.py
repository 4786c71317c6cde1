"""Strengths of players from their games: Elo numbers in Bradley and Terry's model, with error bars.

The model (R. A. Bradley and M. E. Terry, Biometrika 39, 1952): one player beats another with the
probability 1 / (1 + 10^(-d/400)), *d* being the difference of their Elo numbers; a tie counts as
half a win.  The strengths are those of greatest likelihood, found by the MM algorithm (D. R.
Hunter, Annals of Statistics 32, 2004).

A weak prior, one more drawn game between any two, keeps the numbers finite for players who won
everything or never met.  The mean of all numbers is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import exp, inf, log, sqrt
from typing import TypeAlias

from .intervals import student

Matrix: TypeAlias = list[list[float]]

ELO = 400 / log(10)  # points that are a difference of 1 in the logarithm of the odds
PRIOR = 0.5  # wins of each of two players in the drawn game that is added
MOST_STEPS = 10_000
CLOSE = 1e-9  # the search ends when no logarithm of a strength moves further


def strengths(won: Sequence[Sequence[float]], before: Sequence[float] = ()) -> list[float]:
    """Return the Elo number of each player; ``won[i][j]`` is the number of games *i* won from *j*.

    Ties are half a game for each.  The search begins at the numbers *before*, if there are any.
    """
    players = range(len(won))
    if len(won) < 2:
        return [0.0 for _ in won]
    met = {(i, j): won[i][j] + won[j][i] + 2 * PRIOR for i, j in permutations(players, 2)}
    wins = [sum(won[i][j] + PRIOR for j in players if j != i) for i in players]
    logs = [elo / ELO for elo in before or [0.0] * len(won)]
    for _ in range(MOST_STEPS):
        power = [exp(one) for one in logs]
        waits = [0.0 for _ in players]
        for (i, j), games in met.items():
            waits[i] += games / (power[i] + power[j])
        moved = [log(wins[i] / waits[i]) for i in players]
        mean = sum(moved) / len(moved)
        moved = [one - mean for one in moved]
        step = max(abs(new - old) for new, old in zip(moved, logs, strict=True))
        logs = moved
        if step < CLOSE:
            break
    return [ELO * one for one in logs]


def margins(rounds: Sequence[Matrix], elo: Sequence[float]) -> list[float]:
    """Return half the width of the 95% confidence interval around each of *elo*, in Elo points.

    Each of *rounds* is ``won[i][j]`` of games that may depend on each other, as those on one deal
    do, but not on other rounds.  The covariance is the sandwich of the inverse Fisher information
    and the scatter of the rounds (P. J. Huber, 5th Berkeley Symposium, 1967; K.-Y. Liang and S. L.
    Zeger, Biometrika 73, 1986), with Student's quantile.  The drawn games of the prior count as two
    more rounds, so the bars do not vanish where all rounds are alike.  One round alone: infinite.
    """
    players, freedom = range(len(elo)), len(rounds) - 1
    if freedom < 1:
        return [inf for _ in elo]
    chance = [[1 / (1 + exp((elo[j] - elo[i]) / ELO)) for j in players] for i in players]
    information = [[1 / len(elo) for _ in players] for _ in players]  # the mean is 0, not free
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
    """Return the solution for each of the *right* sides, by Gauss and Jordan's elimination.

    *matrix* is not singular.
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
