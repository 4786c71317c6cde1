"""The bots that come with splitpick."""

from .bot import Bot
from .captain import Captain
from .greedy import Greedy
from .mcts import Mcts
from .random import RandomBot

BUILT_IN: tuple[type[Bot], ...] = (RandomBot, Greedy, Mcts, Captain)
