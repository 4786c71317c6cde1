"""What a program must offer to take a seat."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from mypy_extensions import mypyc_attr

from ..game import Position
from ..text import Message, msg


class Weighed:
    """What a bot thinks of one action: what hints and analyses are made of."""

    def __init__(self, action: int, value: float, line: list[int]) -> None:
        self.action = action
        self.value = value
        """By how many points the seat is expected to lead the best of the others at the end,
        negative where it will trail."""
        self.line = line
        """What is expected to be done from here on, *action* first, until chance decides or the bot
        looked no further; one action after the other, each legal after those before it."""


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
    settings: ClassVar[Mapping[str, tuple[int, int]]] = {}
    """The attributes that may be set to a whole number behind its name, each with the least and the
    most: ``{"nodes": (1, MOST_NODES)}`` for ``--seat roger=mybot:nodes=5000``."""
    nodes: int = 0
    """How many nodes of its search it may look at for a decision; 0: only the time counts.  With
    nodes instead of seconds a bot chooses the same on every machine."""

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        """Choose one of the legal actions of *seat*, which is to act.

        *rng* is the bot's own; *budget* is the seconds it may think, 0 for as long as it likes.
        """
        raise NotImplementedError

    def weigh(self, position: Position, seat: int, rng: Random, budget: float) -> list[Weighed]:
        """Weigh every legal action of *seat*, best first; an empty list where a bot cannot.

        The arguments are those of `choose`, which chooses the first of them.
        """
        return []


def bot_generator(seed: int, seat: int, moment: int = 0) -> Random:
    """Make the generator of the bot at *seat*: its own, so that bots do not change the cards.

    *moment* is how many actions lie behind, for a bot that chooses one action at a time and shall
    choose the same whenever the game comes to that moment.
    """
    return Random(f"{seed}/{seat}/{moment}")
