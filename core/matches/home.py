"""The files of the store, in the folder where splitpick keeps what outlasts a command."""

from __future__ import annotations

from ..home import VARIABLE, home

__all__ = ["FILE", "LOCK", "SALVAGED", "VARIABLE", "home"]

FILE = "matches.sqlite3"
"""The store of all matches."""

LOCK = "matches.lock"
"""What whoever changes the store holds; there is nothing in it."""

SALVAGED = "matches.salvaged.sqlite3"
"""What of a damaged store has been saved, until the damaged one is out of its way."""
