"""Limits of a record, and the players that it may name."""

from __future__ import annotations

import re

from ..seating import BOT
from ..setup import PROGRAM

MOST_CHARACTERS = 4_000_000
"""Longest record."""
MOST_ENTRIES = 20_000
MOST_STEPS = 5_000
"""Most entries of a token."""
MOST_TEXT = 200
"""Longest name, version or notation, in characters."""
MOST_COMMENT = 10_000
LAST = 253_402_300_799_999
"""Last millisecond of the year 9999, since 1970 (UTC)."""

PLAYER = re.compile(rf"{PROGRAM}:[A-Za-z0-9][A-Za-z0-9._-]{{0,39}}|{BOT}")
"""Player in a record: ``human``, ``post``, ``program:NAME`` or a `Seated.name`, never a command."""
