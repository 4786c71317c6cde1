"""Bots with any budget: one too small to compare the choices plays as greedy does."""

from __future__ import annotations

from random import Random

import pytest

from splitpick.core import OVER, load_game
from splitpick.core.game import CHANCE
from splitpick.core.players import Captain, Greedy, Mcts

GAMES = ["jolly-roger", "skull-queen", "dead-mans-dice", "galley-thieves", "smugglers-cove"]


@pytest.mark.often(1)
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
