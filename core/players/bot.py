"""The interface of a bot and the simplest one, a judgement of an action, a plan for a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final, final

from mypy_extensions import mypyc_attr

from ..evaluable import Evaluable
from ..game import Position
from ..text import Message, msg


@dataclass
class Weighed:
    """An action as a bot judges it, for hints and analyses."""

    action: int
    value: float
    """Expected final lead of the acting seat over its best opponent, in points."""
    line: list[int]
    """Expected actions from here on, *action* first, up to chance or the end of the search."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player that is a program.

    It is given a `Position.resample` of the real position, so it cannot see what is secret.
    """

    id: ClassVar[str] = ""
    """Name of the bot in ``--seat SEAT=greedy``."""
    title: ClassVar[Message] = msg("bot-unnamed", "bot")
    """Name for people."""
    settings: ClassVar[Mapping[str, tuple[int, int]]] = {}
    """Attributes that players can set to a whole number, with the least and greatest value of each.

    ``{"nodes": (1, MOST_NODES)}`` allows ``--seat SEAT=mybot:nodes=5000``.
    """
    reads_file: ClassVar[bool] = False
    """True if the bot needs a file, such as what it has learned: ``--seat SEAT=mybot:FILE``.

    Its path is then in `file`; time and settings cannot be chosen.
    """
    file: str = ""
    """Full path of the file; empty for a bot that reads none."""
    nodes: int = 0
    """Most nodes to search for a decision; if 0, only the time is limited.

    With a limit of nodes instead of seconds, a bot decides alike on every machine.
    """

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        """Return one of the legal actions of *seat*, which is the seat to act.

        *rng* serves this bot alone.  *budget* is the time in seconds; 0 means no limit.
        """
        raise NotImplementedError

    def weigh(self, position: Position, seat: int, rng: Random, budget: float) -> list[Weighed]:
        """Return every legal action of *seat*, best first; empty if the bot cannot judge them.

        `choose` takes the same arguments and returns the first of these actions.
        """
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class RandomBot(Bot):
    """Bot that chooses each legal action with equal probability."""

    id = "random"
    title = msg("bot-random", "random")

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        return position.action_at(rng.random())


MOST_MISTAKES: Final = 100
"""Greatest value of the setting ``mistakes``: the percentage of decisions made at random."""


def errs(mistakes: int, rng: Random) -> bool:
    """Return whether a bot that makes *mistakes* in a hundred decisions makes one now."""
    return mistakes > 0 and rng.random() * 100.0 < mistakes


def bot_generator(seed: int, seat: int, moment: int = 0) -> Random:
    """Return the random generator of the bot at *seat*, which never deals the cards.

    With *moment*, the number of actions so far, the bot decides alike whenever a game with the
    same *seed* comes back to that moment.
    """
    return Random(f"{seed}/{seat}/{moment}")


NONE: Final = -1
"""No action."""


@final
class Plan:
    """The actions that a seat means to play one after the other, until somebody else acts."""

    def __init__(self) -> None:
        self._planned: dict[int, int] = {}
        """The action at each position to come, by the hash of the position."""

    def follow(self, position: Position, line: list[int]) -> None:
        """Plan *line*, whose first action is played at *position* now.

        There is no plan for games whose positions have no hash, nor for the cards of a set that
        is only picked now: which set it is changes the question.
        """
        self._planned = {}
        if not isinstance(position, Evaluable) or position.is_choice():
            return
        seat = position.to_act()
        after = position.copy()
        for at in range(len(line) - 1):
            after.apply(line[at])
            hashed = after.state_hash()
            if after.to_act() != seat or not hashed:
                break
            self._planned[hashed] = line[at + 1]

    def next_at(self, position: Position) -> int:
        """Return the action that is planned at *position*, or `NONE`."""
        if not self._planned or not isinstance(position, Evaluable):
            return NONE
        return self._planned.get(position.state_hash(), NONE)
