"""The turns of a journal: runs of entries by one actor, numbered as people count them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from .entry import Entry


@dataclass(frozen=True, slots=True)
class Turn:
    """What one actor did before another did something."""

    number: int
    """From 1."""
    seat: int
    """Who: a seat from 0, or ``CHANCE``."""
    start: int
    """Where its first entry stands in the journal, from 0."""
    entries: tuple[Entry, ...]
    """At least one; what was taken back later, and that something was, is among them."""


def turns(entries: Sequence[Entry]) -> list[Turn]:
    """Divide a journal into its turns; chance has turns of its own."""
    divided: list[Turn] = []
    start = 0
    for seat, group in groupby(entries, key=lambda entry: entry.seat):
        run = tuple(group)
        divided.append(Turn(len(divided) + 1, seat, start, run))
        start += len(run)
    return divided
