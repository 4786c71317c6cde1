"""The rest of a line that a bot has decided on, so that it does not think again for each card."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import mypyc_attr

from ..evaluable import Evaluable
from ..game import Position

NONE: Final = -1
"""No action."""


@mypyc_attr(acyclic=True)
@final
class Plan:
    """The actions that a seat means to play one after the other, until somebody else acts."""

    def __init__(self) -> None:
        self._line: list[int] = []
        self._hash = 0
        """The hash of the position at which the first of the actions is planned."""

    def follow(self, position: Position, line: list[int]) -> None:
        """Plan *line*, whose first action is played at *position* now.

        There is no plan for games whose positions have no hash, nor for the cards of a set that
        is only picked now: which set it is changes the question.
        """
        self._line = []
        if len(line) < 2 or not isinstance(position, Evaluable) or position.is_choice():
            return
        seat = position.to_act()
        after = position.copy()
        after.apply(line[0])
        if after.to_act() == seat:
            self._line = line[1:]
            self._hash = after.state_hash()

    def next_at(self, position: Position) -> int:
        """Return the action that is planned at *position*, and go on to the next, or `NONE`."""
        line = self._line
        if not line or not isinstance(position, Evaluable):
            return NONE
        if not self._hash or position.state_hash() != self._hash:
            self._line = []
            return NONE
        self.follow(position, line)
        return line[0]
