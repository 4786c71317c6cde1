"""Bots, which know nothing of a game but `Position` and `Evaluable`."""

from .bot import Bot, RandomBot, Weighed, bot_generator
from .captain import Captain
from .greedy import Greedy
from .mcts import Mcts

BUILT_IN: tuple[type[Bot], ...] = (RandomBot, Greedy, Mcts, Captain)
"""The bots that come with splitpick."""

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
