"""Bots, which know nothing of a game but `Position` and `Evaluable`."""

from .bot import Bot, RandomBot, Weighed, bot_generator
from .built_in import BUILT_IN
from .captain import Captain
from .greedy import Greedy
from .mcts import Mcts

__all__ = [
    "BUILT_IN",
    "Bot",
    "Captain",
    "Greedy",
    "Mcts",
    "RandomBot",
    "Weighed",
    "bot_generator",
]
