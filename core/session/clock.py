"""A clock for people: the time that each has left, worked out from the times of the entries."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from ..errors import BadValue
from ..matches.match import Match
from ..rules.characters import excerpt
from ..text import msg


@dataclass(frozen=True)
class Clock:
    """Time for a whole match, and what each decision adds, both in seconds."""

    seconds: int
    increment: int

    def __str__(self) -> str:
        return f"{self.seconds}+{self.increment}"

    @staticmethod
    def read(text: str) -> Clock:
        """Read a clock like ``600+5``; raises `BadValue`."""
        parts = re.fullmatch(r"([1-9][0-9]{0,4})\+([0-9]{1,4})", text)
        if parts is None:
            raise BadValue(
                msg(
                    "bad-clock",
                    'Give the clock in seconds, such as 600+5, not "{text}".',
                    text=excerpt(text),
                )
            )
        return Clock(int(parts[1]), int(parts[2]))


def time_left(
    clock: Clock, match: Match, people: Collection[int], began: int, now: int
) -> list[int]:
    """Return the milliseconds left to each seat at the time *now*; 0 for one that has no more.

    Only *people* have a clock, and it runs from their second decision on.  *began* is the time from
    which the match has been watched: while it is not, nobody's time runs.  For the same reason a
    decision that took longer than the seat had left, and counts, took no time.
    """
    left = [clock.seconds * 1000] * match.game.players
    decided: set[int] = set()
    last = 0
    for entry, step in zip(match.entries, match.steps, strict=True):
        seat = step.before.to_act()
        spent = entry.at - last
        if seat in decided and seat in people and 0 < spent <= left[seat]:
            left[seat] -= spent
        if entry.seat == seat and seat in people and entry.is_action:
            if seat in decided:
                left[seat] += clock.increment * 1000
            decided.add(seat)
        last = entry.at
    seat = match.position.to_act()
    if runs_for(match, people) == seat:
        left[seat] = max(0, left[seat] - max(0, now - max(last, began)))
    return left


def runs_for(match: Match, people: Collection[int]) -> int | None:
    """Return the seat whose time runs; ``None`` before its second decision, and at the end."""
    seat = match.position.to_act()
    if match.over or seat not in people:
        return None
    return seat if any(done.seat == seat for done in match.actions) else None
