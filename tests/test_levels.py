"""Each level beats the one below it, in every game and for every number of players."""

from itertools import pairwise

import pytest

from splitpick.core.hooks.engine import Engine
from splitpick.core.lab.duplicate import Deals, share
from splitpick.core.players.levels import LEVELS
from splitpick.core.vectors import PURE

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PURE, reason="the strongest level takes minutes a game uncompiled"),
]

LADDER = ["random", *(level.id for level in LEVELS)]
GREEDY = "greedy"
EXTRA = "mcts:nodes=12"
"""Somebody for the sixth seat."""


def scores(rules: str, contenders: list[str], players: int, deals: int) -> dict[str, float]:
    """Return how often each of *contenders* beat the one before it in the list, from 0 to 1."""
    engine = Engine()
    text = engine.ruleset_file(rules).variant(None).text
    work = Deals(text, players, tuple(contenders))
    play = work.begin(engine)
    found: dict[str, list[float]] = {"/".join(pair): [] for pair in pairwise(contenders)}
    for number in range(deals * len(work.tables)):
        games = play(number)
        table = work.tables[number % len(work.tables)]
        for lower, upper in pairwise(range(len(contenders))):
            if lower in table and upper in table:
                pair = f"{contenders[lower]}/{contenders[upper]}"
                found[pair].append(share(games, upper, lower))
    return {pair: sum(shares) / len(shares) for pair, shares in found.items()}


@pytest.mark.parametrize(
    ("rules", "deals"),
    [
        ("jolly-roger", 4),
        ("smugglers-cove", 8),
        ("galley-thieves", 8),
        ("skull-queen", 4),
        ("dead-mans-dice", 12),
    ],
)
def test_no_level_is_down_for_two_players(rules: str, deals: int) -> None:
    """On a few deals with the seats changed; bots that count nodes play alike everywhere."""
    for lower, upper in [(LADDER[1], GREEDY), *pairwise(LADDER)]:
        (won,) = scores(rules, [lower, upper], 2, deals).values()
        assert won > 0.5, (lower, upper)


@pytest.mark.parametrize(
    ("rules", "players", "deals"),
    [
        *(("galley-thieves", players, deals) for players, deals in ((3, 2), (4, 4), (5, 4))),
        *(("skull-queen", players, deals) for players, deals in ((3, 1), (4, 2), (5, 2), (6, 2))),
        *(
            ("dead-mans-dice", players, deals)
            for players, deals in ((3, 4), (4, 8), (5, 8), (6, 8))
        ),
    ],
)
def test_no_level_is_down_for_more_players(rules: str, players: int, deals: int) -> None:
    """All but the strongest level, which thinks too long, around one table."""
    contenders = [*LADDER[:-1], GREEDY, EXTRA][: max(players, len(LADDER) - 1)]
    won = scores(rules, contenders, players, deals)
    for lower, upper in pairwise(LADDER[:-1]):
        assert won[f"{lower}/{upper}"] > 0.5, (lower, upper)
