"""The bots that come with splitpick."""

from .bot import Bot, RandomBot
from .captain import Captain
from .greedy import Greedy
from .mcts import Mcts

BUILT_IN: tuple[type[Bot], ...] = (RandomBot, Greedy, Mcts, Captain)
"""The bots that are there without a plugin, the weakest first."""
