"""Systems of linear equations, small ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Matrix: TypeAlias = list[list[float]]


def solve(matrix: Sequence[Sequence[float]], *right: Sequence[float]) -> Matrix:
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
