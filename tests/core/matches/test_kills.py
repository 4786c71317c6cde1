"""Killed matches keep every confirmed action; ``python tests/support/kills.py`` kills more
often."""

import os
from pathlib import Path

import pytest

import kills
import web_kills

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


@pytest.mark.process
def test_a_killed_server_of_tables_has_every_confirmed_move(quick: Path) -> None:
    """And goes on with the same links."""
    done = web_kills.run(8, seed=2, home=quick / "web")

    assert done.kills == 8
    assert done.moves > 8
