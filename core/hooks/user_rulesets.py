"""The user's own rule sets: YAML files, and folders of them that may hold a Python file.

::

    SPLITPICK_HOME/
      allowed.json            the folders whose Python may run, each with the file's SHA-256
                              (and the commands of programs that may play)
      rulesets/
        my-deck.yaml
        storm/                a folder with a Python file of effects
          storm.yaml
          effects.py

Python runs with the user's permissions, so such a file runs only after the user has allowed its
folder by name, and only while its contents stay the same.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from ..errors import BadValue, UnknownName
from ..home import ALLOWED, home, read_allowed, write_allowed
from ..rules.characters import excerpt
from ..rules.resolver import File, identity
from ..rules.value_findings import likely
from ..text import Message, msg
from .discovery import Candidate
from .hook_validation import ID
from .provider import Provider

MOST_BYTES = 1_000_000
"""Largest size in bytes of a Python file."""

RUNS = "allowed"
NEW = "not-allowed"
CHANGED = "changed"

_WHY_NOT = {
    NEW: msg(
        "folder-not-allowed",
        "{file} does not run until you allow it: splitpick rulesets allow {folder}",
    ),
    CHANGED: msg(
        "folder-changed",
        "{file} has changed since you allowed it and does not run. Check it, then allow it again:"
        " splitpick rulesets allow {folder}",
    ),
    "several": msg(
        "folder-several",
        'The folder "{folder}" has more than one Python file, and none of them runs: merge them'
        " into one.",
    ),
    "bad-name": msg(
        "folder-name",
        'The Python file of the folder "{folder}" does not run: rename the folder, using lowercase'
        " letters, digits and dashes.",
    ),
    "unreadable": msg("folder-unreadable", "{file} cannot be read."),
}


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of rule sets."""

    name: str
    path: Path
    python: Path | None = None
    """Its Python file, or the first of several."""
    state: str = ""
    """State of the Python file; empty if there is none."""
    source: bytes | None = field(default=None, repr=False)
    """Contents of the Python file, if it may be allowed."""

    @property
    def version(self) -> str:
        """Beginning of the Python file's SHA-256, for people; empty if no file can be allowed."""
        return "" if self.source is None else sha256(self.source).hexdigest()[:12]

    def why_not(self) -> Message | None:
        """Return why the Python file does not run; ``None`` if it does, or if there is none."""
        if self.state not in _WHY_NOT:
            return None
        return _WHY_NOT[self.state].filled(folder=excerpt(self.name), file=str(self.python))

    def candidate(self) -> Candidate:
        """Return the Python file as a plugin, whose module runs the contents already read."""
        name = f"splitpick_own_{self.name.replace('-', '_')}"

        def run() -> ModuleType:
            module = ModuleType(name)
            module.__file__ = str(self.python)
            sys.modules[name] = module  # where dataclasses look for it
            code = compile(self.source or b"", str(self.python), "exec", dont_inherit=True)
            exec(code, vars(module))
            return module

        return Candidate(Provider(self.name, self.version), run, name)


def own_folder() -> Path:
    """Return the folder of the user's rule sets; it need not exist."""
    return home() / "rulesets"


def own_folders() -> list[Folder]:
    """Return the folders in the user's folder of rule sets, sorted by name."""
    try:
        paths = sorted(path for path in own_folder().iterdir() if path.is_dir())
    except OSError:
        return []
    allowed = read_allowed() or {}
    seen = (path for path in paths if not path.name.startswith((".", "__pycache__")))
    return [_folder(path, allowed.get(path.name)) for path in seen]


def _folder(path: Path, allowed: object) -> Folder:
    """Examine the folder at *path*; its Python file may run if *allowed* is its SHA-256."""
    try:
        files = sorted(file for file in path.iterdir() if file.suffix == ".py" and file.is_file())
    except OSError:
        files = []
    if not files:
        return Folder(path.name, path)
    source = None
    if len(files) > 1:
        state = "several"
    elif not ID.fullmatch(path.name):
        state = "bad-name"
    elif (source := _read(files[0])) is None:
        state = "unreadable"
    elif allowed is None:
        state = NEW
    else:
        state = RUNS if allowed == sha256(source).hexdigest() else CHANGED
    return Folder(path.name, path, files[0], state, source)


def folder_of(file: File, folders: Iterable[Folder]) -> Folder | None:
    """Return the one of *folders* that holds the rule set *file*; ``None`` if none does."""
    above = identity(file.parent) if isinstance(file, Path) else None
    return next((folder for folder in folders if identity(folder.path) == above), None)


def allow(name: str) -> Folder:
    """Let the Python file of the folder *name* run until its contents change.

    Raises `UnknownName` if there is no such folder, and `BadValue` if it has no file to allow.
    """
    folder = _find(name)
    if folder.source is None:
        message = msg("folder-no-python", 'The folder "{folder}" has no Python file.', folder=name)
        raise BadValue(folder.why_not() or message)
    write_allowed({**(read_allowed() or {}), name: sha256(folder.source).hexdigest()})
    return folder


def disallow(name: str) -> bool:
    """Stop the Python file of the folder *name* from running; return whether it was allowed.

    The folder need not exist any more. Raises `UnknownName` if it neither exists nor is allowed.
    """
    allowed = dict(read_allowed() or {})
    if name not in allowed:
        _find(name)
        return False
    del allowed[name]
    write_allowed(allowed)
    return True


def unreadable_list() -> Message | None:
    """Return the error if the list of allowed Python files exists but cannot be read."""
    file = home() / ALLOWED
    if read_allowed() is not None or not os.path.lexists(file):
        return None
    return msg(
        "allowed-unreadable",
        "{file} cannot be read, so no Python code in your rule sets runs. Delete it, then allow the"
        " folders again.",
        file=str(file),
    )


def _find(name: str) -> Folder:
    folders = {folder.name: folder for folder in own_folders()}
    if name not in folders:
        message = msg(
            "unknown-folder",
            'There is no folder "{name}" in {path}.',
            name=excerpt(name),
            path=str(own_folder()),
        )
        raise UnknownName(likely(message, name, list(folders)))
    return folders[name]


def _read(file: Path) -> bytes | None:
    """Return the contents of *file*; ``None`` if it is no ordinary file, or too big."""
    try:
        is_fit = file.is_file() and file.stat().st_size <= MOST_BYTES  # a pipe or device may block
        return file.read_bytes() if is_fit else None
    except OSError:
        return None
