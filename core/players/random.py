"""The bot that plays at random."""

from __future__ import annotations

from random import Random

from mypy_extensions import mypyc_attr

from ..game import Position
from ..text import msg
from .bot import Bot


@mypyc_attr(allow_interpreted_subclasses=True)
class RandomBot(Bot):
    """Bot that chooses each legal action with equal probability."""

    id = "random"
    title = msg("bot-random", "random")

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        return position.action_at(rng.random())
