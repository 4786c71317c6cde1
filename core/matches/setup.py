"""The setup of a match: what is fixed before the first action, and the promise of its deal."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
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

NO_SHARE, PROMISED, WITHHELD = "-", "?", "!"
"""A share that is not given, and the signs before the SHA-256 of one that is not opened."""
SHARE = re.compile(r"([?!][0-9a-f]{64}|[0-9a-f]{32}|-)?")
"""Pattern of a share in `Setup.shares`."""
UNKNOWN = ("", PROMISED)
"""Beginnings of a share that is still waited for."""


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
    """64 hexadecimal digits that went into the commitment to the deal; empty without one."""
    promise: str = ""
    """Commitment of the other side to its deal, in a match by post for two; empty without one."""
    clock: str = ""
    """Time of each person, such as ``600+5``: 10 minutes, and 5 seconds for each decision."""
    patience: int = 0
    """Seconds after which others may decide about a person who is absent; 0 if not said."""
    shown: str = ""
    """Options for what is shown at this keyboard, separated by blanks; in no record."""
    opened: str = ""
    """Seed and nonce, with a space between, that the other side has shown at the end."""
    shares: tuple[str, ...] = ()
    """Share of each seat in the deal; empty in a match whose cards follow from the seed alone.

    A share is 32 hexadecimal digits, `NO_SHARE`, or ``""`` as long as nothing is known of it.
    `PROMISED` and its SHA-256 stand for one that is to be opened, `WITHHELD` and its SHA-256 for
    one without which the cards were dealt.
    """

    @property
    def awaits_shares(self) -> bool:
        """True as long as no card can be dealt, since a share is missing."""
        return any(share[:1] in UNKNOWN for share in self.shares)


def new_uid() -> str:
    """Return a new `Setup.uid`."""
    return secrets.token_hex(8)


def new_seed() -> int:
    """Return a new seed of 63 bits: a shorter one could be found from the cards seen."""
    return secrets.randbits(63)


def new_nonce() -> str:
    """Return a new `Setup.nonce`: without it, the seed could be found from the commitment."""
    return secrets.token_hex(32)


def new_share() -> str:
    """Return a new share for `Setup.shares`."""
    return secrets.token_hex(16)


def is_given(share: str) -> bool:
    """Return whether *share* is a share, and neither a promise of one nor missing."""
    return share[:1] not in (*UNKNOWN, WITHHELD, NO_SHARE)


def promised_text(setup: Setup) -> str:
    """Return the text whose SHA-256 is the commitment; "" without a nonce.

    That is all from which the cards follow, except shares: seed, nonce, hash of the rules (which
    has the options), seats, first seat and match.
    """
    if setup.seed is None or not setup.nonce:
        return ""
    seats = f"{','.join(setup.seats)} {setup.seats[setup.first]}"
    return f"{setup.seed} {setup.nonce} {setup.hash} {seats} {setup.uid}"


def commitment(setup: Setup) -> str:
    """Return the SHA-256 of `promised_text` in hexadecimal digits; "" without a nonce."""
    text = promised_text(setup)
    return sha256(text.encode()).hexdigest() if text else ""


def dealt_text(setup: Setup) -> str:
    """Return the text whose SHA-256 begins with the seed of chance; "" without shares.

    It is `promised_text` and the shares, in the order of the seats.  By post each side draws for
    itself: there it is the share of the other side alone, which whoever draws could not choose.
    """
    by_post = POST in setup.players
    given = [
        share
        for share, player in zip(setup.shares, setup.players, strict=False)
        if is_given(share) and (player == POST or not by_post)
    ]
    text = promised_text(setup)
    return " ".join([text, *given]) if text and given else ""


def dealt_seed(setup: Setup) -> int | None:
    """Return the seed from which chance follows: that of *setup*, or one made from the shares."""
    text = dealt_text(setup)
    return int(sha256(text.encode()).hexdigest()[:16], 16) >> 1 if text else setup.seed


def unpromised(setup: Setup, uid: str) -> Setup:
    """Return *setup* with the same deal, but as that of the match *uid*: nobody has promised it."""
    seed = dealt_seed(setup)
    setup = replace(setup, seed=seed, nonce="", promise="", opened="", shares=())
    return replace(setup, uid=uid, leg=0, partner="")
