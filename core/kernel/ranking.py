"""Values in the order of their size, found without sorting those that nobody asks for."""

from __future__ import annotations

from typing import final

from ..vectors import PURE, append, i64, vec


@final
class Ranking:
    """Values that are numbered as they come, to be asked for from the greatest on.

    Of equal values the earlier one comes first.
    """

    def __init__(self) -> None:
        self.count: i64 = 0
        self.values: vec[float] = vec[float]([])
        self._heap: vec[i64] = vec[i64]([])
        self._left: i64 = 0
        self._pure = PURE

    def clear(self) -> None:
        """Forget all values."""
        self.count = 0

    def add(self, value: float) -> None:
        """Add *value*, which gets the next number from 0 on."""
        at = self.count
        if at == len(self.values):
            self.values = append(self.values, value)
            self._heap = append(self._heap, at)
        else:
            self.values[at] = value
        self.count = at + 1

    def begin(self) -> None:
        """Begin with the greatest value; no value may be added until all were taken."""
        self._left = self.count
        if self._pure:  # sorted in C, which is a heap as well
            order = sorted(range(self.count), key=self.values.__getitem__, reverse=True)
            self._heap = vec[i64](order)
            return
        at: i64 = 0
        heap = self._heap
        while at < self.count:
            heap[at] = at
            at += 1
        at = self.count // 2
        while at > 0:
            at -= 1
            self._sink(at)

    def take(self) -> i64:
        """Return the number of the next value, or -1 after the last one."""
        if not self._left:
            return -1
        heap = self._heap
        if self._pure:
            self._left -= 1
            return heap[-1 - self._left]
        first = heap[0]
        self._left -= 1
        heap[0] = heap[self._left]
        self._sink(0)
        return first

    def _sink(self, at: i64) -> None:
        """Let the number at place *at* of the heap sink below greater values."""
        heap = self._heap
        values = self.values
        left = self._left
        moved = heap[at] if at < left else 0
        value = values[moved]
        while True:
            below = 2 * at + 1
            if below >= left:
                break
            one = heap[below]
            best = values[one]
            if below + 1 < left:
                other = heap[below + 1]
                if values[other] > best or (values[other] == best and other < one):
                    one = other
                    best = values[other]
                    below += 1
            if value > best or (value == best and moved < one):
                break
            heap[at] = one
            at = below
        if at < left:
            heap[at] = moved
