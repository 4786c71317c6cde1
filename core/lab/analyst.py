"""Who explains: the bot that weighs actions for hints and analyses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..game import OVER, Game, Position
from ..players import Bot, Greedy, Weighed
from ..splitting.position import SplitGame

NODES = 8_000
"""How many nodes an analyst may look at for a decision, unless it is told otherwise."""

HINT_NODES = 4_000
"""The same for a hint, which people wait for."""


def analyst_of(game: Game, bots: Mapping[str, type[Bot]], nodes: int = NODES) -> Bot:
    """Make the strongest of *bots* that weighs the actions of *game*.

    That is ``captain`` for split-and-choose games and ``mcts`` for all others; where they are not
    among *bots* it is greedy, which chooses but cannot weigh.  With the same *nodes* it says the
    same everywhere.
    """
    name = "captain" if isinstance(game, SplitGame) else "mcts"
    bot = bots.get(name, Greedy)()
    bot.nodes = nodes
    return bot


def alternative(position: Position, weighed: Sequence[Weighed]) -> Weighed | None:
    """Return the best of *weighed* that comes to something else than the first of them.

    The same cards in another order that lead to the same table are no alternative.  ``None`` where
    there is none.
    """
    best = _end(position, weighed[0])
    for one in weighed[1:]:
        if _end(position, one) != best:
            return one
    return None


def _end(position: Position, weighed: Weighed) -> object:
    """Tell what *weighed* comes to where its line ends, the order within heaps left out."""
    now = position.copy()
    for action in weighed.line or [weighed.action]:
        now.apply(action)
    return _unordered(now.view(None)), now.to_act() == OVER


def _unordered(view: object) -> object:
    """Return *view* with its lists sorted, as something that can be compared."""
    if isinstance(view, Mapping):
        return {key: _unordered(value) for key, value in view.items()}
    if isinstance(view, list | tuple):
        return sorted((_unordered(value) for value in view), key=repr)
    return view
