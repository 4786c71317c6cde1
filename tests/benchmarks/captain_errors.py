"""Errors of the captain's estimate of a turn: the numbers `ERRORS` in core/players/captain.py.

    python tests/benchmarks/captain_errors.py --games 20 --deals 40 --jobs 2

The captain plays advanced Jolly & Roger against itself.  At each split and pick it says by how much
one good choice is better than the best one, by looking at this turn alone.  Then both are played on
to the end of the game on the same deals, a narrow search a turn, which tells by how much it is
better in truth, give or take the luck of so few deals.  That luck's variance is taken off the mean
square of the difference between the two; its root is printed for each number of turns left, with
the 95 % interval that Student's t over positions gives its square.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from splitpick.core.evaluable import Evaluable
from splitpick.core.game import CHANCE, OVER, Game
from splitpick.core.hooks.engine import Engine
from splitpick.core.lab.inference import Mean
from splitpick.core.lab.workers import workers
from splitpick.core.players.captain import (
    MOST_RIVALS,
    NARROW,
    Captain,
    Thought,
    value_of,
)
from splitpick.core.players.race import deal_from
from splitpick.core.players.search import FAR, TurnSearch, Width
from splitpick.core.players.value import Value

CLOSE = 2.0
"""By how many points a choice may be worse than the best and still be looked at."""


@dataclass(frozen=True)
class Errors:
    """The games, a number each, with so many *deals* for each position."""

    variant: str
    nodes: int
    deals: int

    def begin(self) -> Callable[[int], list[tuple[int, float]]]:
        return partial(self.play, Engine().load_game("jolly-roger", variant=self.variant))

    def play(self, game: Game, number: int) -> list[tuple[int, float]]:
        """Play the game *number*; return the turns left and the mean square error of positions."""
        chance, rng = Random(f"errors/{number}"), Random(f"errors/{number}/own")
        position = game.new_position(number % 2)
        assert isinstance(position, Evaluable)
        value = value_of(position)
        bot = Captain()
        bot.nodes, bot.turns = self.nodes, 1
        results: list[tuple[int, float]] = []
        while (seat := position.to_act()) != OVER:
            if seat == CHANCE:
                action = position.draw_at(chance.random())
            else:
                thought = Thought(bot, value, position, seat, rng, 0)
                action = thought.choices[0].line[0]
                if position.turns_left() and position.is_choice():
                    thought.close = CLOSE
                    results += self.judge(thought, value, seat, rng)
            position.apply(action)
        return results

    def judge(
        self, thought: Thought, value: Value, seat: int, rng: Random
    ) -> list[tuple[int, float]]:
        """Return the turns left and the mean square error at one decision, if there is a choice."""
        rivals = thought.rivals()[:MOST_RIVALS]
        if len(rivals) < 2:
            return []
        luck = [Mean() for _ in rivals]
        for _ in range(self.deals):
            seed = rng.random()
            ends = [rollout(choice.end, value, seat, Random(seed)) for choice in rivals]
            for mean, end in zip(luck, ends, strict=True):
                mean.add(end - ends[0])
        squares = Mean()
        for mean, choice in list(zip(luck, rivals, strict=True))[1:]:
            off = mean.mean - (choice.value - rivals[0].value)
            squares.add(off * off - mean.deviation**2 / self.deals)
        return [(thought.position.turns_left(), squares.mean)]


def rollout(position: Evaluable, value: Value, seat: int, rng: Random) -> float:
    """Play on to the end, both by a narrow search of each turn; return the lead of *seat*."""
    while position.to_act() == CHANCE:
        position = position.copy()
        for card in deal_from(position, rng):
            position.apply(card)
        position = (
            TurnSearch(value, seat, 0, 0.0).solve(position, -FAR, FAR, Width(*NARROW), []).end
        )
    return value.of(position, seat)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--variant", default="advanced")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=24000, help="for this turn")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--jobs", type=int, default=2)
    wanted = parser.parse_args()
    work = Errors(wanted.variant, wanted.nodes, wanted.deals)
    errors: dict[int, Mean] = {}
    numbers = range(wanted.seed, wanted.seed + wanted.games)
    for game in workers(wanted.jobs).run(work, numbers):
        for left, square in game:
            errors.setdefault(left, Mean()).add(square)
    print("turns left  positions  points the values are wrong by (95 %)")
    for left, mean in sorted(errors.items()):
        low, middle, high = (
            max(0.0, mean.mean + off) ** 0.5 for off in (-mean.margin, 0.0, mean.margin)
        )
        print(f"{left:10}  {mean.count:9}  {middle:.2f} ({low:.2f} to {high:.2f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
