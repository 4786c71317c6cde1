"""Positions that bots can evaluate, beyond the contract."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import mypyc_attr

from .game import Position


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluable(Position):
    """A position that can say how promising it is.

    Every member has a default, so a game overrides only what it knows.  Bots play any other
    `Position` too.
    """

    lasting_actions: ClassVar[bool] = False
    """True if an action means the same in all positions that a seat cannot tell from this one.

    Bots then need not compare notations.
    """

    def copy(self) -> Evaluable:
        raise NotImplementedError

    def key(self) -> tuple[object, ...]:
        """Return a hashable value, equal only for positions from which the game continues alike.

        An empty one means that the game has none.
        """
        return ()

    def turns_left(self) -> int:
        """Return the number of turns that have not begun."""
        return 0

    def terms(self, seat: int) -> list[float]:
        """Return the evaluation terms of *seat*: its leads over its opponents, in points.

        There is one for each of `term_names`; a game without an evaluation has none.
        """
        return []

    def term_names(self) -> list[str]:
        """Return the names of `terms`."""
        return []

    def terms_id(self) -> str:
        """Return the id of the rules that weights of `terms` are for: ``jolly-roger/advanced``."""
        return ""

    def outlook(self, weights: list[float]) -> list[float]:
        """Return a rough value of each of `legal_actions` for the seat to act.

        *weights* are those of `terms` for `turns_left`.  An empty list means no estimate.
        """
        return []
