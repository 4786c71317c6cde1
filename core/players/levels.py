"""Levels of play, named for people who know no bot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..text import Message, msg


@dataclass(frozen=True)
class Level:
    """A level of play."""

    id: str
    """Name of the level in ``--seat roger=captain``."""
    title: Message
    bot: str
    """Id of the bot that plays at this level."""
    budget: str
    """Budget of that bot, in the form of `read_budget`."""


LEVELS: Final = (
    Level("ships-boy", msg("level-ships-boy", "ship's boy"), "mcts", "nodes=12"),
    Level("mate", msg("level-mate", "mate"), "mcts", "nodes=150"),
    Level("captain", msg("level-captain", "captain"), "captain", "300ms"),
    Level("pirate-king", msg("level-pirate-king", "pirate king"), "captain", "1500ms"),
)
"""All levels, from the weakest to the strongest."""
