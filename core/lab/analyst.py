"""The analyst: the bot that weighs actions for hints and analyses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..game import OVER, Game, Position
from ..players import Bot, Greedy, Weighed
from ..splitting.position import SplitGame

NODES = 8_000
"""Default number of nodes for a decision."""

HINT_NODES = 4_000
"""The same for a hint, which people wait for."""


def analyst_of(game: Game, bots: Mapping[str, type[Bot]], nodes: int = NODES) -> Bot:
    """Return the strongest of *bots* for *game*: captain for split-and-choose games, else mcts.

    If it is missing the analyst is greedy, which chooses but cannot weigh.  With the same number
    of *nodes* it decides the same everywhere.
    """
    name = "captain" if isinstance(game, SplitGame) else "mcts"
    bot = bots.get(name, Greedy)()
    bot.nodes = nodes
    return bot


def alternative(position: Position, weighed: Sequence[Weighed]) -> Weighed | None:
    """Return the best of *weighed* whose result differs from that of the first, if there is one.

    The same cards in another order that lead to the same table are no alternative.
    """
    best = _end(position, weighed[0])
    return next((one for one in weighed[1:] if _end(position, one) != best), None)


def _end(position: Position, weighed: Weighed) -> object:
    """Return the view where the line of *weighed* ends, without the order within heaps."""
    now = position.copy()
    for action in weighed.line or [weighed.action]:
        now.apply(action)
    return _unordered(now.view(None)), now.to_act() == OVER


def _unordered(view: object) -> object:
    """Return *view* with its lists sorted."""
    if isinstance(view, Mapping):
        return {key: _unordered(value) for key, value in view.items()}
    if isinstance(view, list | tuple):
        return sorted((_unordered(value) for value in view), key=repr)
    return view
