"""The user's data folder, and how to keep it from other users of the machine."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "SPLITPICK_HOME"
"""Environment variable that names another folder."""


def home() -> Path:
    """Return the user's data folder, which need not exist yet."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("splitpick", appauthor=False)


def make_private_folder(folder: Path) -> None:
    """Make *folder* and its missing parents, open to their user alone; raises `OSError`.

    A folder that holds something already keeps its permissions: it may be shared on purpose.
    """
    if not folder.parent.exists():
        make_private_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    if os.name == "posix" and folder.stat().st_uid == os.geteuid() and not any(folder.iterdir()):
        folder.chmod(0o700)


def private(path: str, flags: int) -> int:
    """Open *path* for its user alone: an ``opener`` for `open`."""
    return os.open(path, flags, 0o600)
