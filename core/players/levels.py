"""Levels of play, named for people who know no bot."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ..text import Message, msg, pmsg


@dataclass(frozen=True)
class Level:
    """A level of play."""

    id: str
    """Name of the level in ``--seat SEAT=captain``."""
    title: Message
    bot: str
    """Id of the bot that plays at this level."""
    budget: str
    """Budget of that bot, in the form of `read_budget`."""


LEVELS: Final = (
    Level(
        "ships-boy",
        msg("level-ships-boy", "ship's boy"),
        "captain",
        "nodes=500,playouts=6,mistakes=50",
    ),
    Level("mate", msg("level-mate", "mate"), "captain", "nodes=1000,playouts=40,mistakes=27"),
    Level(
        "captain",
        pmsg("level", "level-captain", "captain"),
        "captain",
        "nodes=2000,playouts=100,mistakes=8",
    ),
    Level(
        "pirate-king",
        msg("level-pirate-king", "pirate king"),
        "captain",
        "nodes=20000,playouts=4000",
    ),
)
"""All levels, from the weakest to the strongest.

They count nodes, so that they play alike on every machine.  Fewer nodes weaken a bot by very
different amounts in different games, mistakes by similar ones.
"""


def next_level(player: str) -> Level | None:
    """Return the level above that of *player*; ``None`` for the highest, and for no level."""
    return next((upper for level, upper in pairwise(LEVELS) if level.id == player), None)
