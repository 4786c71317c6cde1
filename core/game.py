"""The contract: what every game offers, and all that bots, matches and screens know of a game.

The words are OpenSpiel's and python-chess's where they have one.  A game is immutable and makes
positions; a position is mutable, cheap to copy and keeps no history: undo is replaying the
journal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, Final, TypeAlias

from mypy_extensions import mypyc_attr

CHANCE: Final = -1
"""What `Position.to_act` says when chance decides."""

OVER: Final = -2
"""What `Position.to_act` says when the game has ended."""

JSON: TypeAlias = (
    "bool | int | str | list[JSON] | tuple[JSON, ...] | dict[str, JSON] | Mapping[str, JSON] | None"
)
"""What a view and the details of an action are made of."""


@dataclass(frozen=True)
class Action:
    """An action in words a program can read: what `Position.describe` returns."""

    kind: str
    """What is done, in the game's own words: ``draw``, ``split``, ``pick``, ``join``, ..."""
    seat: int
    """Who does it: a seat from 0, or `CHANCE`."""
    notation: str
    """The lasting form of the action."""
    details: Mapping[str, JSON] = field(default_factory=dict)
    """What else there is to say, as plain values; the keys depend on *kind*."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """A moment of a game."""

    lasting_actions: ClassVar[bool] = False
    """Whether an action means the same in every position that this seat cannot tell from this one;
    then a bot need not write its notation to know it again."""

    def to_act(self) -> int:
        """Say who acts: a seat from 0 to players - 1, `CHANCE` or `OVER`."""
        raise NotImplementedError

    def legal_actions(self) -> list[int]:
        """List what the seat to act may do: no duplicates, stable order, never empty for a seat."""
        raise NotImplementedError

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """List what chance may bring, as (action, weight > 0), in stable order."""
        raise NotImplementedError

    def apply(self, action: int) -> None:
        """Do *action*, which must come from `legal_actions` or `chance_outcomes`; it is trusted."""
        raise NotImplementedError

    def copy(self) -> Position:
        """Return an equal position that shares nothing mutable with this one."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Count what each seat has now; once `OVER`, the result."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """Name the seats that have won, once `OVER`; several share, ties are already broken."""
        raise NotImplementedError

    def notation(self, action: int) -> str:
        """Write *action*, legal here, in its lasting form."""
        raise NotImplementedError

    def parse(self, text: str) -> int:
        """Read an action that is legal here.

        Raises `InvalidNotation` where *text* cannot be read and `IllegalAction` where it can but is
        not allowed; both say why in a stable code.
        """
        raise NotImplementedError

    def describe(self, action: int) -> Action:
        """Tell *action*, legal here, as data for screens and plugins."""
        raise NotImplementedError

    def view(self, seat: int | None) -> dict[str, JSON]:
        """Tell all that *seat* may know, and nothing more; ``None`` is an onlooker."""
        raise NotImplementedError

    def resample(self, seat: int, rng: Random) -> Position:
        """Return a position *seat* cannot tell from this one; without secrets an equal copy."""
        raise NotImplementedError

    # What a game may offer besides, for bots that search; they get on without.

    def key(self) -> tuple[object, ...]:
        """Return what the rest of the game depends on: positions with equal keys go on alike.

        An empty one where a game offers none; else it can be hashed.
        """
        return ()

    def turns_left(self) -> int:
        """Count the turns that come after the one that is played, as the game counts turns."""
        return 0

    def terms(self, seat: int) -> list[float]:
        """Say in numbers what promises *seat* points, own minus the best other's, each in points.

        As many as `term_names`, whatever the moment; an empty list where a game offers none.
        """
        return []

    def term_names(self) -> list[str]:
        """Name the numbers of `terms`."""
        return []

    def outlook(self, weights: list[float]) -> list[float]:
        """Guess roughly what each of `legal_actions` is worth to the seat to act.

        By the *weights* of `terms` for `turns_left`; an empty list where a game has no guess.
        """
        return []

    def terms_id(self) -> str:
        """Name the rules by which weights of `terms` are known, like ``jolly-roger/advanced``."""
        return ""


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """Rules, variant and options: everything that does not change while a game is played."""

    def __init__(self, id: str, variant: str, players: int) -> None:
        self.id = id
        self.variant = variant
        self.players = players

    def new_position(self, first: int = 0) -> Position:
        """Return the position before the first action; seat *first* starts."""
        raise NotImplementedError


def draw_outcome(outcomes: list[tuple[int, int]], x: float) -> int:
    """Choose the chance action at *x* in [0, 1) of the summed weights (DESIGN 2, chance).

    This is the whole of how chance uses a generator, so the same seed is the same game everywhere.
    """
    total = 0
    for _, weight in outcomes:
        total += weight
    at = int(x * total)
    for action, weight in outcomes:
        at -= weight
        if at < 0:
            return action
    raise ValueError("chance has no outcomes")
