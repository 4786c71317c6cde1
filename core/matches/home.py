"""Where splitpick keeps what outlasts a command: the user's data folder."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "SPLITPICK_HOME"
"""The environment variable that names another folder."""

FILE = "matches.sqlite3"
"""The store of all matches."""

LOCK = "matches.lock"
"""What whoever changes the store holds; there is nothing in it."""

SALVAGED = "matches.salvaged.sqlite3"
"""What of a damaged store has been saved, until the damaged one is out of its way."""


def home() -> Path:
    """Return the folder; it need not exist yet."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("splitpick", appauthor=False)
