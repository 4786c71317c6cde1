"""The user's data folder, and how to keep other users of the machine out of it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from stat import S_ISVTX

ALLOWED = "allowed.json"
"""File of what the user has allowed: Python files by their folders, commands of programs."""
_MOST_ALLOWED = 1_000_000

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
    is_own = hasattr(os, "geteuid") and status.st_uid == os.geteuid()  # a browser has no users
    if is_own and not is_shared:
        with suppress(OSError):  # a disk may be read-only
            folder.chmod(status.st_mode & 0o700)


def private(path: str, flags: int) -> int:
    """Open *path*, closed to other users if it is new: an ``opener`` for the built-in `open`."""
    return os.open(path, flags, 0o600)


def read_allowed() -> Mapping[str, object] | None:
    """Return what the user has allowed, by name; ``None`` if the list is not there or damaged."""
    file = home() / ALLOWED
    try:
        if not file.is_file() or file.stat().st_size > _MOST_ALLOWED:  # a pipe may block
            return None
        allowed = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return allowed if isinstance(allowed, dict) else None


def write_allowed(allowed: Mapping[str, object]) -> None:
    """Replace the list of what the user has allowed in one step; raises `OSError`."""
    file = home() / ALLOWED
    make_private_folder(file.parent)
    write_synced(file, (json.dumps(allowed, indent=2) + "\n").encode())


def write_synced(file: Path, data: bytes) -> None:
    """Write *data* into *file*, closed to other users, so that a power loss leaves old or new.

    Raises `OSError`.
    """
    draft = file.with_name(f"{file.name}.{os.urandom(8).hex()}")
    with open(draft, "xb", opener=private) as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    draft.replace(file)
    if os.name == "posix":  # elsewhere a folder cannot be opened
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # or its name may be missing
        finally:
            os.close(folder)
