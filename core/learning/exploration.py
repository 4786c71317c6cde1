"""Random games, in which observations and actions are found that no game declares."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..game import CHANCE, OVER, Game, Position

LEAST_GAMES = 12
MOST_GAMES = 200
MOST_POSITIONS = 2500


def explored(game: Game) -> Iterator[Position]:
    """Yield the positions of random games of *game*, the same ones on every machine.

    They are to be looked at before the next one is taken.
    """
    positions = 0
    for number in range(MOST_GAMES):
        rng = Random(number)
        position = game.new_position(number % game.players)
        yield position
        while (seat := position.to_act()) != OVER:
            x = rng.random()
            position.apply(position.draw_at(x) if seat == CHANCE else position.action_at(x))
            positions += 1
            yield position
        if number >= LEAST_GAMES and positions > MOST_POSITIONS:
            return
