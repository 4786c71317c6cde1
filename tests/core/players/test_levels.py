"""Levels of play: each one beats the one below; `greedy` stands for a beginner."""

from __future__ import annotations

from itertools import pairwise

import pytest

from splitpick.core import Engine
from splitpick.core.lab.duplicate import Deals
from splitpick.core.lab.tournament import Tournament
from splitpick.core.players.levels import LEVELS

ENGINE = Engine()

MOST_ROUNDS = 300

LADDER = ["random", *(level.id for level in LEVELS)]

GAMES = [("jolly-roger", 2), ("skull-queen", 2), ("dead-mans-dice", 2), ("dead-mans-dice", 4)]


def thinks_long(rules: str, better: str) -> bool:
    """Return whether a contest takes minutes."""
    return better == LADDER[-1] and rules != GAMES[0][0]


# The strongest level thinks too long for more than two players.
CONTESTS = [
    pytest.param(
        rules, seats, worse, better, marks=[pytest.mark.weekly] * thinks_long(rules, better)
    )
    for rules, seats in GAMES
    for worse, better in [*pairwise(LADDER), ("ships-boy", "greedy")]
    if seats == 2 or better != LADDER[-1]
]


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "seats", "worse", "better"), CONTESTS)
def test_who_is_better_wins(rules: str, seats: int, worse: str, better: str) -> None:
    """They play the same deals until a sequential test, at 5%, tells them apart."""
    text = ENGINE.ruleset_file(rules).variant().text
    play = Deals(text, seats, (worse, better), seed=1).begin(ENGINE)
    found = Tournament(2, seats)
    while not found.ending(MOST_ROUNDS, None):
        found.add(play(found.rounds))

    assert found.settled
    assert found.standings()[0]["player"] == 1
