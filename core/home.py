"""Where splitpick keeps what outlasts a command: the user's data folder."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "SPLITPICK_HOME"
"""The environment variable that names another folder."""


def home() -> Path:
    """Return the folder; it need not exist yet."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("splitpick", appauthor=False)
