"""Par of a deal: what the strongest bots come to with the very same cards."""

from __future__ import annotations

from collections.abc import Mapping

from ..matches.match import Match
from ..matches.record import Loaded
from ..players import Bot, bot_generator
from ..players.greedy import margin_of
from .analyst import analyst_of

PAR_NODES = 4000
"""How many nodes they may look at for a decision: par is the same everywhere."""


def par_of(loaded: Loaded, bots: Mapping[str, type[Bot]], seat: int, nodes: int = PAR_NODES) -> int:
    """Return by how many points *seat* leads where the strongest of *bots* plays every seat.

    The deal is that of the match of *loaded*, whoever plays it.
    """
    match = loaded.match()
    while not match.over:
        match.apply(_choose(match, bots, nodes))
    return margin_of(match.position, seat)


def _choose(match: Match, bots: Mapping[str, type[Bot]], nodes: int) -> int:
    seat = match.position.to_act()
    rng = bot_generator(match.seed, seat, len(match.actions))
    bot = analyst_of(match.game, bots, nodes)
    return bot.choose(match.position.resample(seat, rng), seat, rng, 0)
