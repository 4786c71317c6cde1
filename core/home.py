"""The user's data folder, and how to keep other users of the machine out of it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from stat import S_ISVTX

VARIABLE = "SPLITPICK_HOME"
"""Environment variable that names another data folder."""


def home() -> Path:
    """Return the user's data folder, which need not exist yet."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("splitpick", appauthor=False)


def make_private_folder(folder: Path) -> None:
    """Make *folder* and missing parents, and close all of them to other users; raises `OSError`.

    The home directory, shared folders such as ``/tmp`` and others' folders keep their permissions.
    """
    if not folder.parent.exists():
        make_private_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.stat()
    is_shared = status.st_mode & S_ISVTX or str(folder.resolve()) == os.environ.get("HOME")
    if os.name == "posix" and status.st_uid == os.geteuid() and not is_shared:
        with suppress(OSError):  # a disk may be read-only
            folder.chmod(status.st_mode & 0o700)


def private(path: str, flags: int) -> int:
    """Open *path*, closed to other users if it is new: an ``opener`` for the built-in `open`."""
    return os.open(path, flags, 0o600)
