"""Positions that bots can evaluate: an addition to the contract that games need not make."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import mypyc_attr

from .game import Position, lead_in
from .kernel.action_list import ActionList


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluable(Position):
    """A position with facts that help bots to judge how promising it is.

    Every addition to `Position` has a default, so a game overrides only what it can provide.
    Bots also play positions of other classes.
    """

    lasting_actions: ClassVar[bool] = False
    """True if the number of an action means the same in all positions a seat cannot tell apart.

    If so, bots need not compare notations.
    """

    def copy(self) -> Evaluable:
        raise NotImplementedError

    def become(self, other: Evaluable) -> bool:
        """Become equal to *other*, a position of the same game, or return false.

        It is for games in which that is faster than a copy.
        """
        return False

    def find_actions(self, found: ActionList) -> None:
        """Add `legal_actions` to *found*; a compiled game may override it to do so faster."""
        for action in self.legal_actions():
            found.add(action)

    def is_choice(self) -> bool:
        """Return whether the seat to act makes or takes sets, which it does not do in lines."""
        kind = self.describe(self.legal_actions()[0]).kind
        return kind == "split" or kind == "pick"

    def key(self) -> tuple[object, ...]:
        """Return a hashable value, equal only for positions from which the game continues alike.

        An empty tuple means that the game provides no such value.
        """
        return ()

    def state_hash(self) -> int:
        """Return a number that is the same for positions with equal keys, and rarely for others.

        It may tell apart only positions that can be reached in the same turn.  It is 0 if the game
        provides no `key`.
        """
        key = self.key()
        return hash(key) if key else 0

    def lead_of(self, seat: int) -> int:
        """Return `lead_in` the current `scores`; a game may override it to do so faster."""
        return lead_in(self.scores(), seat, self.sides())

    def turns_left(self) -> int:
        """Return the number of turns that have not begun."""
        return 0

    def round_number(self) -> int:
        """Return the number of the round, from 1; 0 if the game has no rounds or only one.

        A round ends with points for everybody, and the next one starts afresh: bots may look no
        further than to the end of a round.
        """
        return 0

    def terms(self, seat: int) -> list[float]:
        """Return the evaluation terms of *seat*: its leads over its opponents, in points.

        There is one for each of `term_names`; a game without an evaluation has none.
        """
        return []

    def weighted(self, weights: list[float], seat: int) -> float:
        """Return the sum of `terms` of *seat* times *weights*."""
        return dot(weights, self.terms(seat))

    def term_names(self) -> list[str]:
        """Return the names of `terms`, in the same order."""
        return []

    def terms_id(self) -> str:
        """Return the id that weights of `terms` are stored by: ``RULESET/VARIANT``."""
        return ""

    def weights_package(self) -> str:
        """Return the name of the package with weights of `terms`, if any; see `players.weights`."""
        return ""

    def outlook(self, weights: list[float]) -> list[float]:
        """Return a rough value of each of `legal_actions` for the seat to act.

        *weights* has one weight for each of `terms`.  An empty list means no estimate.  With an
        estimate, the same number has to mean the same split whenever the same cards were dealt:
        bots carry the best splits of one position over to others.
        """
        return []


def dot(weights: list[float], terms: list[float]) -> float:
    """Return the sum of the products of *weights* and *terms*."""
    value = 0.0
    for at in range(len(weights)):
        value += weights[at] * terms[at]
    return value
