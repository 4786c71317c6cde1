"""How well a bot plays, in words for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..text import Message, msg


@dataclass(frozen=True)
class Level:
    """A strength that people can choose without knowing any bot."""

    id: str
    """What ``--seat roger=`` names it by."""
    title: Message
    """What people call it."""
    bot: str
    """The id of the bot that plays so."""
    budget: str
    """What is written behind the bot's name, as `read_budget` reads it."""


LEVELS: Final = (
    Level("ships-boy", msg("level-ships-boy", "ship's boy"), "mcts", "nodes=12"),
    Level("mate", msg("level-mate", "mate"), "mcts", "nodes=150"),
    Level("captain", msg("level-captain", "captain"), "captain", "300ms"),
    Level("pirate-king", msg("level-pirate-king", "pirate king"), "captain", "1500ms"),
)
"""From the weakest to the strongest."""
