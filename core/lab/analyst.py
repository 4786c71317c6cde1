"""The analyst: the bot that weighs actions for hints and analyses, and plays for par."""

from collections.abc import Mapping, Sequence

from ..evaluable import Evaluable
from ..game import OVER, Game, Position
from ..matches.record import Loaded
from ..players import Bot, Greedy, Weighed, bot_generator
from ..players.expectimax import margin_of

NODES = 8_000
"""Default number of nodes for a decision."""

HINT_NODES = PAR_NODES = 4_000
"""Default numbers for a decision in a hint, which people wait for, and in the games of par."""

HINT_SECONDS = 3.0
"""Longest search for a hint, which people wait for; where turns are searched, the choices that were
cut short get as much again, or twice as much after an exhaustive search."""

REVIEW_SECONDS = 45.0
"""Longest look at all decisions of a match together, for which people wait, in each process."""

LAST_TURN = 5
"""Times the nodes of other decisions that are spent in the last turn, which can be calculated."""


def nodes_at(position: Position, nodes: int) -> int:
    """Return the nodes for the decision at *position* where any other gets *nodes*."""
    ends = isinstance(position, Evaluable) and position.turns_left() == 0
    return nodes * LAST_TURN if ends else nodes


def analyst_of(game: Game, bots: Mapping[str, type[Bot]], nodes: int = NODES) -> Bot:
    """Return the strongest of *bots* for *game*: mcts if cards are split in secret, else captain.

    If *bots* lacks that one, the analyst is `Greedy`, which chooses but cannot weigh.  With the
    same number of *nodes*, the analyst makes the same decisions on every machine.
    """
    info = game.info()
    name = "mcts" if info.splits and info.secrets else "captain"
    bot = bots.get(name, Greedy)()
    bot.nodes = nodes
    return bot


def par_of(loaded: Loaded, bots: Mapping[str, type[Bot]], seat: int, nodes: int = PAR_NODES) -> int:
    """Return par for *seat*: its final lead in the match *loaded* if the analyst plays for all."""
    match = loaded.match()
    while not match.over:
        to_act = match.position.to_act()
        rng = bot_generator(match.seed, to_act, len(match.actions))
        bot = analyst_of(match.game, bots, nodes)
        match.apply(bot.choose(match.position.resample(to_act, rng), to_act, rng, 0))
    return margin_of(match.position, seat)


def alternative(position: Position, weighed: Sequence[Weighed]) -> Weighed | None:
    """Return the next of *weighed* whose `line` leads to another table; ``None`` if none does.

    *weighed* begins with the best.  Tables that differ only in the order of cards are the same.
    """

    def end(one: Weighed) -> object:
        now = position.copy()
        for action in one.line or [one.action]:
            now.apply(action)
        return _unordered(now.view(position.to_act())), now.to_act() == OVER

    best = end(weighed[0])
    return next((one for one in weighed[1:] if end(one) != best), None)


def _unordered(view: object) -> object:
    """Return *view* with all lists in it sorted, so that views can be compared."""
    if isinstance(view, Mapping):
        return {key: _unordered(value) for key, value in view.items()}
    if isinstance(view, list | tuple):
        return sorted(map(_unordered, view), key=repr)
    return view
