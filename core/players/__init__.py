"""Players that are programs, on the contract alone."""

from __future__ import annotations

from .bot import Bot, bot_generator
from .greedy import Greedy
from .random import RandomBot

BUILT_IN: tuple[type[Bot], ...] = (RandomBot, Greedy)

__all__ = ["BUILT_IN", "Bot", "Greedy", "RandomBot", "bot_generator"]
