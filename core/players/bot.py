"""The interface of a bot, and its judgement of an action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from mypy_extensions import mypyc_attr

from ..game import Position
from ..text import Message, msg


@dataclass
class Weighed:
    """An action as a bot judges it, for hints and analyses."""

    action: int
    value: float
    """Expected lead over the best of the others at the end, in points."""
    line: list[int]
    """Expected actions from here on, *action* first, up to chance or the end of the search."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player that is a program.

    It gets `Position.resample` of the real position, and so cannot see what its seat must not know.
    """

    id: ClassVar[str] = ""
    """Name of the bot in ``--seat roger=greedy``."""
    title: ClassVar[Message] = msg("bot-unnamed", "bot")
    """Name for people."""
    settings: ClassVar[Mapping[str, tuple[int, int]]] = {}
    """Attributes that players can set to a whole number, with the least and the most of each.

    ``{"nodes": (1, MOST_NODES)}`` allows ``--seat roger=mybot:nodes=5000``.
    """
    nodes: int = 0
    """Most nodes to search for a decision; with 0 only the time counts.

    With nodes instead of seconds a bot decides alike on every machine.
    """

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        """Return one of the legal actions of *seat*, which is to act.

        *rng* is the bot's own.  *budget* is its time in seconds, 0 without a limit.
        """
        raise NotImplementedError

    def weigh(self, position: Position, seat: int, rng: Random, budget: float) -> list[Weighed]:
        """Return every legal action of *seat*, best first; empty if the bot cannot judge them.

        The arguments are those of `choose`, which chooses the first one.
        """
        return []


def bot_generator(seed: int, seat: int, moment: int = 0) -> Random:
    """Return the generator of the bot at *seat*, apart from the one that deals the cards.

    *moment* is the number of actions so far, for a bot that must decide alike whenever a game
    comes back to that moment.
    """
    return Random(f"{seed}/{seat}/{moment}")
