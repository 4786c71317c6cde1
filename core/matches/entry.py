"""An entry of a journal: something that was done, or taken back, or given up."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..game import Action

MARKS = ("", "?!", "?", "??")
"""What an annotator may think of a decision: nothing, dubious, a mistake, a blunder."""

_UNDO = re.compile(r"undo ([1-9][0-9]{0,8})")
_FORFEIT = re.compile(r"forfeit ([a-z][a-z0-9-]{0,39})")

RESERVED = ("undo", "forfeit")
"""Words that no game's notation may begin with."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a journal.

    *text* is the notation of an action, or ``undo N``, which takes the last N actions back (those
    of chance included), or ``forfeit REASON``, with which a seat has lost; the reason is a code.
    """

    seat: int
    """Whose it is: a seat from 0, or ``CHANCE``."""
    text: str
    at: int = 0
    """When it was confirmed, in milliseconds since 1970 (UTC); 0 where nobody knows."""
    mark: str = ""
    """One of `MARKS`."""
    comment: str = ""
    """What somebody has to say about it, in one line."""

    @property
    def takes_back(self) -> int:
        """How many actions it takes back; 0 where it is no undo."""
        found = _UNDO.fullmatch(self.text)
        return int(found.group(1)) if found else 0

    @property
    def forfeits(self) -> str:
        """Why the seat has lost by it; empty where it is no forfeit."""
        found = _FORFEIT.fullmatch(self.text)
        return found.group(1) if found else ""

    @property
    def is_action(self) -> bool:
        """Whether it is an action of the game."""
        return not self.takes_back and not self.forfeits


def entry_of(action: Action, at: int = 0) -> Entry:
    """Write *action* down."""
    return Entry(action.seat, action.notation, at)


def undo_entry(seat: int, actions: int, at: int = 0) -> Entry:
    """Write down that *seat* has taken back the last *actions* actions."""
    return Entry(seat, f"undo {actions}", at)


def forfeit_entry(seat: int, reason: str, at: int = 0) -> Entry:
    """Write down that *seat* has lost for *reason*, a code such as ``time``."""
    return Entry(seat, f"forfeit {reason}", at)
