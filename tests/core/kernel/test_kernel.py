"""Values by size, and sets of hashes, with which searches work."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from splitpick.core.kernel.hash_set import HashSet
from splitpick.core.kernel.ranking import Ranking

pure = pytest.mark.parametrize("pure", [False, True])
"""The form that leaves what is quicker so to Python, as uncompiled files do, and the other."""


@pure
@given(rounds=st.lists(st.lists(st.integers(-9, 9).map(float), max_size=40), max_size=3))
def test_the_greatest_value_comes_first_and_the_earlier_of_equal_ones(
    rounds: list[list[float]], pure: bool
) -> None:
    ranking = Ranking()
    ranking._pure = pure
    for values in rounds:
        ranking.clear()
        for value in values:
            ranking.add(value)
        ranking.begin()

        taken = [ranking.take() for _ in values]
        assert taken == sorted(range(len(values)), key=lambda at: -values[at])
        assert ranking.take() == -1


@pure
@given(rounds=st.lists(st.lists(st.integers(1, 1000), max_size=400), max_size=3))
@example(rounds=[[*range(1, 1001)], [3]])
def test_a_set_of_hashes_is_a_set(rounds: list[list[int]], pure: bool) -> None:
    """Also once it has grown, and after it was cleared; all but one in ten have the same place."""
    hashes = HashSet()
    hashes._pure = pure
    for numbers in rounds:
        hashes.clear()
        known: set[int] = set()
        for number in numbers:
            number = number << 20 if number % 10 else number

            assert hashes.add(number) == (number not in known)
            known.add(number)
        assert hashes.count == len(known)
