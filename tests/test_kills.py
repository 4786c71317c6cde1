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
    """None twice, at most one more, and it can be played on: 300 times, in all games."""
    tally = kills.run(300, seed=4, folder=quick)

    assert tally.kills >= 300
    assert tally.confirmed > 1000
    assert tally.kinds["begun"] > 20
    assert tally.kinds["resumed"] > 20


def test_a_killed_command_has_kept_every_answer_that_was_followed_by_a_question(
    quick: Path,
) -> None:
    """The same with ``splitpick play`` and ``splitpick resume``."""
    tally = kills.run(8, seed=4, command=True, folder=quick)

    assert tally.kills >= 8
    assert tally.confirmed > 20
