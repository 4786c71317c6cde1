"""A set of hashes of positions, which searches fill and clear all the time."""

from __future__ import annotations

from typing import Final, final

from ..vectors import PURE, i64, vec

LEAST_ROOM: Final = 256


@final
class HashSet:
    """Numbers with well-mixed bits, without 0, in a table with open addressing."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self._room: i64 = LEAST_ROOM
        self._numbers: vec[i64] = vec[i64]([0] * LEAST_ROOM)
        self._rounds: vec[i64] = vec[i64]([0] * LEAST_ROOM)
        """By place, the round in which its number was added: a place of another round is free."""
        self._round: i64 = 1
        self._pure = PURE
        self._known: set[int] = set()
        """The numbers where the kernel is not compiled, since Python's own set is quicker then."""

    def clear(self) -> None:
        """Forget all numbers."""
        self.count = 0
        self._round += 1
        if self._pure:
            self._known.clear()

    def add(self, number: i64) -> bool:
        """Add *number*; return false if it was there already."""
        if self._pure:
            if number in self._known:
                return False
            self._known.add(number)
            self.count += 1
            return True
        mask = self._room - 1
        numbers = self._numbers
        rounds = self._rounds
        at = number & mask
        while rounds[at] == self._round:
            if numbers[at] == number:
                return False
            at = (at + 1) & mask
        numbers[at] = number
        rounds[at] = self._round
        self.count += 1
        if 2 * self.count > self._room:
            self._grow()
        return True

    def _grow(self) -> None:
        """Double the room."""
        numbers = self._numbers
        rounds = self._rounds
        kept = self._round
        self._room *= 2
        self._numbers = vec[i64]([0] * int(self._room))
        self._rounds = vec[i64]([0] * int(self._room))
        self._round = 1
        self.count = 0
        at: i64 = 0
        while at < len(numbers):
            if rounds[at] == kept:
                self.add(numbers[at])
            at += 1
