"""What a program must offer to take a seat."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from mypy_extensions import mypyc_attr

from ..game import Position
from ..text import Message, msg


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player that is a program.

    The position it is handed is `Position.resample` of the real one, so it cannot see what its seat
    must not know.
    """

    id: ClassVar[str] = ""
    """What ``--seat roger=`` names it by."""
    title: ClassVar[Message] = msg("bot-unnamed", "bot")
    """What people call it."""

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        """Choose one of the legal actions of *seat*, which is to act.

        *rng* is the bot's own; *budget* is the seconds it may think, 0 for as long as it likes.
        """
        raise NotImplementedError


def bot_generator(seed: int, seat: int, moment: int = 0) -> Random:
    """Make the generator of the bot at *seat*: its own, so that bots do not change the cards.

    *moment* is how many actions lie behind, for a bot that chooses one action at a time and shall
    choose the same whenever the game comes to that moment.
    """
    return Random(f"{seed}/{seat}/{moment}")
