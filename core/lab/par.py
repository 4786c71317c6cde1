"""Par of a deal: the result of the strongest bots with the same cards."""

from __future__ import annotations

from collections.abc import Mapping

from ..matches.record import Loaded
from ..players import Bot, bot_generator
from ..players.greedy import margin_of
from .analyst import analyst_of

PAR_NODES = 4000
"""Nodes for a decision: with the same number, par is the same everywhere."""


def par_of(loaded: Loaded, bots: Mapping[str, type[Bot]], seat: int, nodes: int = PAR_NODES) -> int:
    """Return the lead of *seat* in the match of *loaded* if the strongest bot plays every seat."""
    match = loaded.match()
    while not match.over:
        to_act = match.position.to_act()
        rng = bot_generator(match.seed, to_act, len(match.actions))
        bot = analyst_of(match.game, bots, nodes)
        match.apply(bot.choose(match.position.resample(to_act, rng), to_act, rng, 0))
    return margin_of(match.position, seat)
