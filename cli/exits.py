"""The exit codes of `splitpick`; README.md of this folder has the table for people."""

from __future__ import annotations

FINE = 0
"""Done; also when the input ended in the middle of a game."""

FAILED = 1
"""A check did not pass."""

BAD_INPUT = 2
"""Something typed, or a file that was named, makes no sense."""

INTERNAL = 70
"""A fault of splitpick or of a plugin, as ``EX_SOFTWARE`` of sysexits.h."""

UNKEPT = 74
"""Matches cannot be kept or read: the disk or the store fails, as ``EX_IOERR`` of sysexits.h."""

INTERRUPTED = 130
"""Ctrl-C, as shells report it (128 + SIGINT)."""

CLOSED_PIPE = 141
"""Nobody reads the output any more (128 + SIGPIPE), as in ``splitpick rules | head -3``."""
