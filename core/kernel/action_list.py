"""A list of actions that is filled again at each decision, so that the kernel makes no new ones."""

from __future__ import annotations

from typing import final

from ..vectors import append, i64, vec


@final
class ActionList:
    """Actions, in order: the first `count` of `numbers`."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.numbers: vec[i64] = vec[i64]([0] * 32)

    def reserve(self, room: i64) -> vec[i64]:
        """Return `numbers` with room for that many actions more; set `count` after writing them."""
        numbers = self.numbers
        while len(numbers) < self.count + room:
            numbers = append(numbers, 0)
        self.numbers = numbers
        return numbers

    def add(self, action: i64) -> None:
        """Put *action* at the end."""
        at = self.count
        numbers = self.numbers
        if at == len(numbers):
            self.numbers = append(numbers, action)
        else:
            numbers[at] = action
        self.count = at + 1

    def as_list(self) -> list[int]:
        """Return the actions as a new list."""
        return list(self.numbers[: self.count])
