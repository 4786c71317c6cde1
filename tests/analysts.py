"""A bot that weighs, for tests: every action, then what brings most at once to the turn's end.

It is no good player, but says the same in every version of the bots that are, and soon.
"""

from random import Random

from splitpick.core.game import CHANCE, OVER, Position
from splitpick.core.players import Bot, Weighed
from splitpick.core.players.greedy import margin_of
from splitpick.core.text import msg


class OneTurn(Bot):
    """Values an action by the lead at the end of the turn where all grasp at what they can get."""

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
