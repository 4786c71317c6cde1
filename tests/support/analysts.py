"""Positions for bots that weigh, a check that holds for each of them, and a plain one."""

from itertools import count
from random import Random
from typing import Any

from splitpick.core.game import CHANCE, OVER, Game, Position
from splitpick.core.players import Bot, Weighed
from splitpick.core.players.expectimax import margin_of
from splitpick.core.text import msg
from tables import random_positions


def moments(game: Game, number: int, seed: int = 1) -> list[Any]:
    """Return positions of random games in which somebody chooses among several actions."""
    results: list[Any] = []
    for one in count(seed):
        played = random_positions(game, one, 0)
        results += [position.copy() for position in played if len(position.legal_actions()) > 1]
        if len(results) >= 6 * number:
            return results[:: len(results) // number][:number]
    raise AssertionError


def check_weighed(position: Position, bot: Bot) -> list[Weighed]:
    """Expect every legal action once, the chosen one first, each with a line to be played."""
    seat, before = position.to_act(), position.view(None)
    weighed = bot.weigh(position, seat, Random(1), 0)

    assert position.view(None) == before
    assert sorted(one.action for one in weighed) == sorted(position.legal_actions())
    assert weighed[0].action == bot.choose(position, seat, Random(1), 0)
    for one in weighed:
        assert one.line[0] == one.action
        after = position.copy()
        for action in one.line:
            assert action in after.legal_actions()
            after.apply(action)
    return weighed


class OneTurn(Bot):
    """Values an action by the lead at the end of the turn where all grasp at what they can get.

    It is no good player, but says the same in every version of the bots that are, and soon.
    """

    id = "one-turn"
    title = msg("bot-one-turn", "one turn")

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        return self.weigh(position, seat, rng, budget)[0].action

    def weigh(self, position: Position, seat: int, rng: Random, budget: float) -> list[Weighed]:
        weighed = []
        for action in position.legal_actions():
            after = position.copy()
            after.apply(action)
            line = [action]
            while after.to_act() not in (CHANCE, OVER):
                line.append(grasped(after))
                after.apply(line[-1])
            weighed.append(Weighed(action, float(margin_of(after, seat)), line))
        return sorted(weighed, key=lambda one: -one.value)


def grasped(position: Position) -> int:
    """Return the action after which its seat leads by most; the first of equal ones."""
    seat = position.to_act()

    def lead(action: int) -> int:
        after = position.copy()
        after.apply(action)
        return margin_of(after, seat)

    return max(position.legal_actions(), key=lead)
