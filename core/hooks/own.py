"""The user's own rule sets: YAML files, and folders of them with perhaps one Python file.

::

    SPLITPICK_HOME/
      allowed.json            which Python files may run, each by the hash of what is in it
      rulesets/
        my-deck.yaml
        storm/                a folder with a Python file of effects
          storm.yaml
          effects.py

Python can do whatever its user can, so the file runs only after the user has allowed its folder by
name, and only while it is to the letter the file that was there then.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from ..errors import BadValue, Finding, PluginError, RulesetError, UnknownName
from ..home import home
from ..rules.characters import excerpt
from ..rules.faults import likely
from ..rules.resolver import SUFFIX, File, identity, own_name, rulesets_in
from ..text import Message, msg

RULESETS = "rulesets"
"""The folder in the user's data folder that holds his own rule sets."""

ALLOWED = "allowed.json"
MOST_BYTES = 1_000_000
"""No Python file is bigger, nor the list of those that may run."""

MODULE = "splitpick_own_"
"""How the names of the modules begin that such a file becomes."""

# What there is to say of the Python file of a folder.
RUNS = "allowed"
NEW = "not-allowed"
CHANGED = "changed"
SEVERAL = "several"
BAD_NAME = "bad-name"
UNREADABLE = "unreadable"

_NAME = re.compile("[a-z][a-z0-9-]{0,39}")


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder with rule sets."""

    name: str
    path: Path
    python: Path | None = None
    """Its Python file; of several the first."""
    state: str = ""
    """One of the above; empty where there is no Python."""
    hash: str = ""
    """The SHA-256 of the Python file as it is now."""

    @property
    def version(self) -> str:
        """The beginning of the hash, for people to compare."""
        return self.hash[:12]

    def why_not(self) -> Message | None:
        """Say why the Python file does not run; nothing where it does, or where there is none."""
        params = {"folder": excerpt(self.name), "file": str(self.python)}
        return {
            NEW: msg(
                "folder-not-allowed",
                "{file} does not run until you allow it: splitpick rulesets allow {folder}",
                **params,
            ),
            CHANGED: msg(
                "folder-changed",
                "{file} has changed since you allowed it and does not run. Look at it, and then:"
                " splitpick rulesets allow {folder}",
                **params,
            ),
            SEVERAL: msg(
                "folder-several",
                'The folder "{folder}" has more than one Python file, and none of them runs: put'
                " all into one.",
                **params,
            ),
            BAD_NAME: msg(
                "folder-name",
                'The folder "{folder}" has a Python file, which does not run: rename the folder, to'
                " small letters, digits and dashes.",
                **params,
            ),
            UNREADABLE: msg("folder-unreadable", "{file} cannot be read.", **params),
        }.get(self.state)

    def load(self) -> object:
        """Run the Python file and return the module; it may raise anything."""
        assert self.python is not None
        data = _read(self.python)
        # What runs is what was looked at, whatever has happened to the file in between.
        if self.state != RUNS or data is None or sha256(data).hexdigest() != self.hash:
            raise PluginError(self.why_not() or _changed_meanwhile(self))
        module = ModuleType(own_module(self.name))
        module.__file__ = str(self.python)
        sys.modules[module.__name__] = module  # dataclasses look for it there
        try:
            exec(compile(data, str(self.python), "exec", dont_inherit=True), module.__dict__)
        except BaseException:
            del sys.modules[module.__name__]
            raise
        return module


def own_module(name: str) -> str:
    """Return the name of the module that the Python file of the folder called *name* becomes."""
    return MODULE + name.replace("-", "_")


def own_folder() -> Path:
    """Return the folder of the user's own rule sets; it need not exist."""
    return home() / RULESETS


def own_rulesets(folders: Iterable[Folder]) -> Iterator[Path]:
    """Go through the user's own rule sets: in his folder, and in each of *folders* there."""
    for folder in [own_folder(), *(folder.path for folder in folders)]:
        for file in rulesets_in(folder):
            if isinstance(file, Path) and not file.name.startswith("."):
                yield file


def renaming(file: Path, taken_by: File) -> Message:
    """Say that *file* needs another name, since *taken_by* has it."""
    return msg(
        "rename-ruleset",
        'Rename {file}: "{name}" is taken, so it is not played by that name, but {other} is.',
        file=str(file),
        name=excerpt(own_name(file)),
        other=str(taken_by),
    )


def passed_over(folders: Iterable[Folder]) -> Iterator[Message]:
    """Name the files that look like rule sets, but are not played since they end in `.yml`."""
    for folder in [own_folder(), *(folder.path for folder in folders)]:
        with contextlib.suppress(OSError):
            for file in sorted(folder.iterdir()):
                if file.suffix.lower() == ".yml" and not file.name.startswith("."):
                    yield msg(
                        "rename-yml",
                        "Rename {file} so that it ends in {suffix}: it is not played by name.",
                        file=str(file),
                        suffix=SUFFIX,
                    )


def own_folders() -> list[Folder]:
    """List the folders in the user's folder of rule sets, sorted by name."""
    try:
        found = sorted(path for path in own_folder().iterdir() if path.is_dir())
    except OSError:
        return []
    allowed = _allowed()
    return [
        _look_at(path, allowed) for path in found if not path.name.startswith((".", "__pycache__"))
    ]


_MISSED = ("unknown-effect", "unknown-table", "unknown-game")
"""What is found where a rule set misses what a Python file brings."""


def folder_of(file: File, folders: Iterable[Folder]) -> Folder | None:
    """Return which of *folders* the rule set *file* lies in."""
    if not isinstance(file, Path):
        return None
    above = identity(file.parent)
    return next((folder for folder in folders if identity(folder.path) == above), None)


def explained(error: RulesetError, file: File, folders: Iterable[Folder]) -> RulesetError:
    """Say of faults of *file* that the Python file beside it would bring what is missing."""
    folder = folder_of(file, folders)
    why_not = folder.why_not() if folder else None
    if why_not and any(found.message.code in _MISSED for found in error.findings):
        first = Finding(str(file), 0, 1, 1, why_not)
        return RulesetError([first, *error.findings], error.warnings)
    return error


def allow(name: str) -> Folder:
    """Let the Python file of the folder called *name* run as it is now.

    Raises `UnknownName` where there is no such folder, `BadValue` where it has no file to allow.
    """
    folder = _find(name)
    if folder.python is None:
        raise BadValue(
            msg("folder-no-python", 'The folder "{folder}" has no Python file.', folder=name)
        )
    if folder.state in (SEVERAL, BAD_NAME, UNREADABLE):
        raise BadValue(folder.why_not() or _changed_meanwhile(folder))
    _keep({**_allowed(), name: {"file": folder.python.name, "sha256": folder.hash}})
    return _find(name)


def disallow(name: str) -> bool:
    """Let the Python file of the folder called *name* no longer run; say whether it did.

    The folder may be gone.  Raises `UnknownName` where it is neither there nor allowed.
    """
    allowed = dict(_allowed())
    if name not in allowed:
        _find(name)
        return False
    del allowed[name]
    _keep(allowed)
    return True


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


Allowed = Mapping[str, Mapping[str, str]]


def _look_at(path: Path, allowed: Allowed) -> Folder:
    try:
        files = sorted(file for file in path.iterdir() if file.suffix == ".py" and file.is_file())
    except OSError:
        files = []
    if not files:
        return Folder(path.name, path)
    if len(files) > 1:
        return Folder(path.name, path, files[0], SEVERAL)
    (python,) = files
    if not _NAME.fullmatch(path.name):
        return Folder(path.name, path, python, BAD_NAME)
    data = _read(python)
    if data is None:
        return Folder(path.name, path, python, UNREADABLE)
    hash = sha256(data).hexdigest()
    entry = allowed.get(path.name)
    state = NEW
    if entry is not None:
        state = RUNS if entry == {"file": python.name, "sha256": hash} else CHANGED
    return Folder(path.name, path, python, state, hash)


def _read(file: Path) -> bytes | None:
    try:
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError:
        return None
    return data if len(data) <= MOST_BYTES else None


def _allowed() -> Allowed:
    """Read what is allowed; a list that somebody has damaged allows nothing."""
    data = _read(home() / ALLOWED)
    try:
        read = json.loads(data or b"{}")
    except (ValueError, RecursionError):
        return {}
    folders = read.get("folders") if isinstance(read, dict) else None
    if not isinstance(folders, dict):
        return {}
    return {name: entry for name, entry in folders.items() if isinstance(entry, dict)}


def _keep(allowed: Allowed) -> None:
    """Write down what is allowed, at once or not at all."""
    file = home() / ALLOWED
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_name(f"{ALLOWED}.{os.getpid()}")
    fresh.write_text(json.dumps({"folders": allowed}, indent=2) + "\n", encoding="utf-8")
    fresh.replace(file)


def _changed_meanwhile(folder: Folder) -> Message:
    return msg(
        "folder-changes", "{file} has changed while it was being read.", file=str(folder.python)
    )
