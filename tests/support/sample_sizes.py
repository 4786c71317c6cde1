"""Sample sizes of random tests: a quick sample by default, the rest once a week."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest

SAMPLES = {
    "jolly-roger": (30, 500),
    "skull-queen": (15, 500),
    "dead-mans-dice": (25, 500),
    "records": (2, 10),
    "views": (2, 40),
}
"""Numbers of random games by what is tested: by default, and in all; a proof may want more."""


def each_sample(name: str) -> pytest.MarkDecorator:
    """Parametrize a test with *seeds*: a quick range of them, and one that takes minutes."""
    few, many = SAMPLES[name]
    return pytest.mark.parametrize(
        "seeds",
        [
            pytest.param(range(few), id="sample"),
            pytest.param(range(few, many), id="all", marks=pytest.mark.weekly),
        ],
    )


def weekly_if(long: Collection[str], values: Iterable[str]) -> list[Any]:
    """Give the *values* of a test; those that are *long* take minutes."""
    return [pytest.param(one, marks=[pytest.mark.weekly] * (one in long)) for one in values]
