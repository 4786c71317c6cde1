"""The setup of a match: everything that is settled before the first action and stays so."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..hooks.provider import Provider

HUMAN = "human"
"""Player who is a person at this keyboard."""
POST = "post"
"""Player who is far away and sends tokens."""
PROCESS = "process"
"""Beginning of the name of a player that is a program: ``process:./mybot --fast``."""
PROGRAM = "program"
"""Beginning of the name of a player that was a program elsewhere: ``program:mybot``.

A record names a ``process:`` player only in this way, so it never contains a command.
"""


@dataclass(frozen=True)
class Setup:
    """Everything about a match except its journal."""

    ruleset: str
    variant: str
    rules: str
    """The resolved rules as canonical JSON (`Ruleset.text`): no file is needed to resume."""
    hash: str
    seats: tuple[str, ...]
    players: tuple[str, ...]
    """`HUMAN`, `POST`, ``process:...``, ``program:...`` or a `Seated.name`, seat by seat."""
    first: int
    seed: int | None
    """Seed from which chance follows; ``None`` if only another player knows it."""
    options: Mapping[str, object] = field(default_factory=dict)
    plugins: tuple[Provider, ...] = ()
    practice: bool = False
    uid: str = ""
    """16 hexadecimal digits that no other match has, wherever it is kept."""
    created: int = 0
    """Time at which it began, in milliseconds since 1970 (UTC); 0 if unknown."""
    source: str = ""
    """Name or path of the rule set, as it was asked for."""
    leg: int = 0
    """1 or 2 for the games of a duplicate, 0 for a match by itself."""
    partner: str = ""
    daily: str = ""
    """Date of the deal of the day, like ``2026-11-22``; empty for any other match."""


def new_uid() -> str:
    """Return a new `Setup.uid`."""
    return secrets.token_hex(8)


def new_seed() -> int:
    """Return a new seed of 63 bits: a shorter one could be found from the cards seen."""
    return secrets.randbits(63)
