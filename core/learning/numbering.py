"""A fixed numbering of a game's actions, for programs that learn one value an action."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import BadValue
from ..game import CHANCE, Game, Position
from ..text import msg
from .exploration import explored

LEAST_SPARE = 8


class Numbering:
    """Numbers from 0 for the actions of *game*; with *chance*, for those of chance instead.

    An action is told apart by its kind and its own number: "play G4 at green" has the same number
    in every position, and so has "the third split of those that are possible".  The actions are
    those that random games have offered (see `exploration`); one that was never seen gets a spare
    number, the first one that is free in its position.

    Attributes:
        kinds: the kind of the action with each number; empty for spare ones.
        size: number of numbers.
    """

    def __init__(self, game: Game, *, chance: bool = False) -> None:
        self.chance = chance
        found: set[tuple[str, int]] = set()
        most = 0
        for position in explored(game):
            actions = self._actions(position)
            most = max(most, len(actions))
            found.update(self._keys(position, actions))
        self._numbers = {key: number for number, key in enumerate(sorted(found))}
        spare = max(most, LEAST_SPARE)
        self.kinds = [kind for kind, _ in sorted(found)] + [""] * spare
        self.size = len(self.kinds)

    def _actions(self, position: Position) -> Sequence[int]:
        if self.chance:
            return [action for action, _ in position.chance_outcomes()]
        return position.legal_actions()

    def _keys(self, position: Position, actions: Sequence[int]) -> list[tuple[str, int]]:
        return [(position.describe(action).kind, action) for action in actions]

    def actions(self, position: Position) -> dict[int, int]:
        """Return the actions possible in *position* by their numbers, in their order.

        Raises `BadValue` if more of them were never seen than there are spare numbers.
        """
        if (position.to_act() == CHANCE) != self.chance:
            return {}
        numbered: dict[int, int] = {}
        spare = len(self._numbers)
        actions = self._actions(position)
        for key, action in zip(self._keys(position, actions), actions, strict=True):
            number = self._numbers.get(key, -1)
            if number < 0:
                number, spare = spare, spare + 1
            if number >= self.size:
                raise BadValue(
                    msg(
                        "spare-numbers",
                        "There are more new actions here than spare numbers ({spare}).",
                        spare=self.size - len(self._numbers),
                    )
                )
            numbered[number] = action
        return numbered
