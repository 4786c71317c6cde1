"""Bots with any budget: one too small to compare the choices plays as greedy does."""

from __future__ import annotations

from random import Random

import pytest

from splitpick.core import OVER, Engine, load_game
from splitpick.core.game import CHANCE
from splitpick.core.lab.duplicate import Deals
from splitpick.core.lab.tournament import Tournament
from splitpick.core.players import Captain, Greedy, Mcts

ENGINE = Engine()

GAMES = ["jolly-roger", "skull-queen", "dead-mans-dice", "galley-thieves", "smugglers-cove"]

BUDGETS = ["nodes=1", "nodes=10", "nodes=100", "nodes=1000", "1ms"]

ROUNDS = 10
"""Deals a contest; both players play every seat of each."""

LEAST = 0.35
"""Least share of the games, if a player is as good as the other: less comes in 4 of 100."""


@pytest.mark.parametrize("kind", [Mcts, Captain])
@pytest.mark.parametrize("rules", GAMES)
def test_a_single_node_plays_as_greedy_does(rules: str, kind: type[Mcts] | type[Captain]) -> None:
    """At every decision of a game, alone or in a list of all choices."""
    position = load_game(rules).new_position()
    rng = Random(5)
    decisions = 0
    while position.to_act() != OVER and decisions < 4:
        seat = position.to_act()
        if seat == CHANCE:
            position.apply(position.draw_at(rng.random()))
            continue
        bot = kind()
        bot.nodes = 1
        action = Greedy().choose(position, seat, Random(1), 0)
        assert bot.choose(position, seat, Random(1), 0) == action
        if not decisions:
            weighed = bot.weigh(position, seat, Random(1), 0)
            assert weighed[0].action == action
            assert sorted(one.action for one in weighed) == sorted(position.legal_actions())
        position.apply(action)
        decisions += 1


def share_of(rules: str, bot: str, other: str, rounds: int = ROUNDS) -> float:
    """Return the share of the games that *bot* wins against *other*; a draw counts half."""
    text = ENGINE.ruleset_file(rules).variant().text
    play = Deals(text, 2, (other, bot), seed=1).begin(ENGINE)
    found = Tournament(2, 2)
    for deal in range(rounds):
        found.add(play(deal))
    (standing,) = [one for one in found.standings() if one["player"] == 1]
    share: float = standing["scores"][0]
    return share


@pytest.mark.slow
@pytest.mark.parametrize("other", ["random", "greedy"])
@pytest.mark.parametrize("budget", BUDGETS)
@pytest.mark.parametrize("bot", ["mcts", "captain"])
@pytest.mark.parametrize("rules", GAMES)
def test_no_budget_makes_a_bot_worse_than_greedy(
    rules: str, bot: str, budget: str, other: str
) -> None:
    """Nor than random, in any game."""
    assert share_of(rules, f"{bot}:{budget}", other) >= LEAST
