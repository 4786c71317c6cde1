"""What is settled before the first action of a match, and lasts as long as the match does."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..hooks.provider import Provider

HUMAN = "human"
"""The player who is a person at this keyboard."""

POST = "post"
"""The player who is far away and sends tokens."""

PROCESS = "process"
"""What the name of a player that is a program begins with: ``process:./mybot --fast``."""

PROGRAM = "program"
"""What the name of a player that was a program elsewhere begins with: ``program:mybot``.

A record says no more of a ``process:``, so nothing that comes from another's record is a command.
"""


@dataclass(frozen=True)
class Setup:
    """Everything about a match but what happened in it."""

    ruleset: str
    """The id of the rule set."""
    variant: str
    rules: str
    """The resolved rules as canonical JSON (`Ruleset.text`): no file is needed to go on."""
    hash: str
    """The SHA-256 of *rules* in hexadecimal digits."""
    seats: tuple[str, ...]
    """The ids of the seats, in playing order."""
    players: tuple[str, ...]
    """Who sits there: `HUMAN`, `POST`, ``process:...``, ``program:...`` or a bot,
    as `Seated.name` has it."""
    first: int
    """The seat that starts."""
    seed: int | None
    """What chance follows from; ``None`` where it is another's secret."""
    options: Mapping[str, object] = field(default_factory=dict)
    """All options of the rule set and what they are set to; *rules* holds them too."""
    plugins: tuple[Provider, ...] = ()
    """The plugins the game and its bots came from."""
    practice: bool = False
    """Whether everything may be taken back."""
    uid: str = ""
    """What tells this match from every other, wherever it is kept: 16 hexadecimal digits."""
    created: int = 0
    """When, in milliseconds since 1970 (UTC); 0 where nobody knows."""
    source: str = ""
    """The name or path of the rule set as it was asked for."""
    leg: int = 0
    """1 or 2 for the games of a duplicate, 0 for a match by itself."""
    partner: str = ""
    """For the second game of a duplicate the *uid* of the first."""
    daily: str = ""
    """The date of the deal of the day that it is, ``2026-11-22``; empty for any other match."""


def new_uid() -> str:
    """Return a name for a match that no other has."""
    return secrets.token_hex(8)
