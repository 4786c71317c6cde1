"""Fair deals: a commitment to the seed before the first card, and the check that it was kept."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import sha256

from ..errors import BadValue
from ..game import CHANCE
from ..text import msg
from .entry import Entry
from .match import Match
from .record import Loaded
from .setup import Setup


def new_nonce() -> str:
    """Return a new `Setup.nonce`: without it, the seed could be found from the commitment."""
    return secrets.token_hex(16)


def commitment(setup: Setup) -> str:
    """Return the SHA-256 of seed, space and nonce in hexadecimal digits; "" without a nonce."""
    if setup.seed is None or not setup.nonce:
        return ""
    return sha256(f"{setup.seed} {setup.nonce}".encode()).hexdigest()


def unfair_entry(loaded: Loaded, entries: Sequence[Entry]) -> tuple[int, str] | None:
    """Find the first of *entries* by chance that does not follow from the seed.

    Return its index and what the seed would have brought; ``None`` if all follow.  Raises
    `BadValue` if there is no seed, and `NotationError` for an action that is not legal.
    """
    if loaded.setup.seed is None:
        raise BadValue(msg("verify-no-seed", "Without a seed, it cannot be known which cards"
                           " should have come."))  # fmt: skip
    match = Match(loaded.game, loaded.setup.seed, loaded.setup.first)
    for number, entry in enumerate(entries):
        if number == len(match.entries):
            if entry.takes_back:
                match.undo(entry.takes_back, entry.seat)
            elif entry.forfeits:
                match.forfeit(entry.seat, entry.forfeits)
            elif entry.seat != CHANCE:
                match.play(entry.text)
        due = match.entries[number] if number < len(match.entries) else None
        if due is None or (due.seat, due.text) != (entry.seat, entry.text):
            return number, due.text if due else ""
    return None


def cards_drawn(entries: Sequence[Entry]) -> int:
    """Count the *entries* by chance."""
    return sum(entry.seat == CHANCE for entry in entries)
