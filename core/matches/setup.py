"""The setup of a match: all that is fixed before the first action; only the players may change."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..hooks.provider import Provider

HUMAN = "human"
"""Name of a player who is a person at this keyboard."""
POST = "post"
"""Name of a player who is elsewhere and sends tokens."""
PROCESS = "process"
"""Beginning of the name of a player that is a program: ``process:./mybot --fast``."""
PROGRAM = "program"
"""Beginning of the name of a player that was a program elsewhere: ``program:mybot``.

It stands for a ``process:`` player in a record, so that no record contains a command.
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
    """16 hexadecimal digits that identify the match on every machine; empty if unknown."""
    created: int = 0
    """Time at which the match began, in milliseconds since 1970 (UTC); 0 if unknown."""
    source: str = ""
    """Name or path of the rule set, as the user gave it."""
    leg: int = 0
    """1 or 2 in a duplicate, two games on one deal (*partner*: uid of the other one); else 0."""
    partner: str = ""
    daily: str = ""
    """Date of the deal of the day, like ``2026-11-22``; empty for any other match."""
    nonce: str = ""
    """64 hexadecimal digits that went into the commitment to the deal; empty without one.

    In matches of earlier versions there are 32, and the commitment binds only the seed.
    """
    promise: str = ""
    """Commitment of the other side to its deal, in a match by post for two; empty without one."""
    clock: str = ""
    """Time of each person, such as ``600+5``: 10 minutes, and 5 seconds for each decision."""
    patience: int = 0
    """Seconds after which others may decide about a person who is absent; 0 if not said."""
    opened: str = ""
    """Seed and nonce, with a space between, that the other side has shown at the end."""


def new_uid() -> str:
    """Return a new `Setup.uid`."""
    return secrets.token_hex(8)


def new_seed() -> int:
    """Return a new seed of 63 bits: a shorter one could be found from the cards seen."""
    return secrets.randbits(63)
