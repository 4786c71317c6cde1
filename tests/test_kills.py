"""Killed matches keep every confirmed action; ``python tests/kills.py`` kills more often."""

import os
from pathlib import Path

import pytest

import kills

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="only POSIX forks, and has SIGKILL"),
]


def test_a_killed_match_has_every_confirmed_action(quick: Path) -> None:
    """None twice, at most one more, and it can be played on: 100 times, in all games."""
    tally = kills.run(100, seed=4, folder=quick)

    assert tally.kills >= 100
    assert tally.confirmed > 100
    assert tally.kinds["begun"] > 5
    assert tally.kinds["resumed"] > 5
