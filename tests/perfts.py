"""Perft: counts sequences of decisions, in any game; what chance brings is fixed by the case."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import pytest

from splitpick.core import Position

AnyPosition = TypeVar("AnyPosition", bound=Position)


def perft(
    position: AnyPosition, chance: Callable[[AnyPosition, int], int], at: int, depth: int
) -> int:
    """Count the sequences of *depth* decisions from *position*, where a seat is to act.

    *chance* lets what the case fixes happen, from its entry *at* on, while it is chance's turn, and
    returns the entry that comes next.
    """
    actions = position.legal_actions()
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        after = position.copy()
        assert isinstance(after, type(position))
        after.apply(action)
        count += perft(after, chance, chance(after, at), depth - 1)
    return count


def counts(cases: Mapping[str, Mapping[str, Any]], when: str) -> list[Any]:
    """List the counts of all cases as test parameters: *when* is ``counts`` or ``slow``."""
    return [
        pytest.param(name, depth, count, id=f"{name}, {depth} deep")
        for name, case in cases.items()
        for depth, count in (case["counts"] if when == "counts" else case.get(when, {})).items()
    ]
