"""Bundles of rule sets: a folder in a zip file, as people give it to each other.

A bundle may come from anywhere, so nothing is unpacked before all of it was looked at, and only
text is: rule sets, pictures, licences and guides, and one Python file, which runs only once it is
allowed.
"""

from __future__ import annotations

import re
import stat
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from ...errors import BadValue
from ...text import msg
from ..characters import excerpt
from ..models import ID_PATTERN
from ..resolver import SUFFIX

MOST_BYTES = 2_000_000
"""Largest size of a bundle, and of its files together."""

MOST_FILES = 200

FOLDER = re.compile(ID_PATTERN)
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,79}")
"""Name of a file or of a folder within the bundle: no way leads out, and every system takes it."""

TAKEN = (SUFFIX, ".svg", ".py", ".md", ".txt")
"""Endings of the files that are packed and unpacked; a file called LICENSE has none."""

DEVICES = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)),
}
"""Names that Windows keeps for devices, whatever the ending."""

LICENCES = ("license", "licence", "copying")

DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)
"""Raised by `zipfile` for what it cannot read; the last ones for unknown or locked contents."""

PLAIN_TYPES = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Forms of compression that `zipfile` unpacks in pieces; a few bytes of others may be gigabytes."""

_EPOCH = (2026, 1, 1, 0, 0, 0)  # the same files are the same bundle


@dataclass(frozen=True)
class Bundle:
    """A folder *name* with *files*: contents by path within it, such as ``pictures/whale.svg``."""

    name: str
    files: Mapping[str, bytes]

    @property
    def rulesets(self) -> list[str]:
        """The paths of the rule sets, sorted."""
        return sorted(path for path in self.files if path.endswith(SUFFIX) and "/" not in path)

    @property
    def python(self) -> list[str]:
        """The paths of Python files, sorted."""
        return sorted(path for path in self.files if path.endswith(".py"))

    @property
    def licence(self) -> str:
        """The path of the file with the licence; empty if there is none."""
        found = (path for path in sorted(self.files) if _stem(path) in LICENCES)
        return next(found, "")


def _stem(path: str) -> str:
    return path.partition(".")[0].casefold()


def is_taken(path: str) -> bool:
    """Return true if the file at *path* within a folder belongs into a bundle of it."""
    parts = path.split("/")
    ends = path.endswith(TAKEN) or (_stem(path) in LICENCES and "." not in path)
    return ends and len(parts) <= 3 and all(map(_is_plain, parts))


def _is_plain(name: str) -> bool:
    """Return true if *name* can be that of a file or a folder on every system."""
    return bool(NAME.fullmatch(name)) and _stem(name) not in DEVICES and not name.endswith(".")


def packed(bundle: Bundle) -> bytes:
    """Return *bundle* as a zip file; raises `BadValue` if it would not be taken."""
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in sorted(bundle.files.items()):
            about = zipfile.ZipInfo(f"{bundle.name}/{path}", _EPOCH)
            about.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(about, data, zipfile.ZIP_DEFLATED)
    unpacked(data := written.getvalue())
    return data


def unpacked(data: bytes) -> Bundle:
    """Read a bundle from *data*; raises `BadValue` if any of it is not as it should be."""
    if len(data) > MOST_BYTES:
        raise _too_big()
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return _read(archive)
    except DAMAGED as error:
        raise BadValue(
            msg("bundle-damaged", "This is not a zip file, or it is damaged.")
        ) from error


def _read(archive: zipfile.ZipFile) -> Bundle:
    entries = [each for each in archive.infolist() if not each.is_dir()]
    if len(entries) > MOST_FILES:
        raise BadValue(msg("bundle-files", "A bundle has at most {most} files.", most=MOST_FILES))
    files: dict[str, bytes] = {}
    folders, seen, left = set[str](), set[str](), MOST_BYTES
    for entry in entries:
        folder, _, path = entry.filename.partition("/")
        mode = entry.external_attr >> 16
        if not is_taken(path) or (mode and not stat.S_ISREG(mode) and stat.S_IFMT(mode)):
            raise _odd_file(entry.filename)
        folders.add(folder)
        if path.casefold() in seen:  # the same file, where letters are not told apart
            raise BadValue(msg("bundle-twice", '"{file}" is there twice.', file=path))
        seen.add(path.casefold())
        if entry.compress_type not in PLAIN_TYPES:
            raise NotImplementedError
        with archive.open(entry) as stream:
            files[path] = stream.read(left + 1)  # whatever size the file says it has
        left -= len(files[path])
        if left < 0:
            raise _too_big()
    return _checked(min(folders) if len(folders) == 1 else "", files)


def _checked(name: str, files: Mapping[str, bytes]) -> Bundle:
    """Return the bundle of the folder *name* with *files*; raises `BadValue` if it is none."""
    bundle = Bundle(name, files)
    if not FOLDER.fullmatch(name) or name in DEVICES:
        raise BadValue(
            msg(
                "bundle-folder",
                "A bundle is one folder, whose name has small letters, digits and dashes.",
            )
        )
    if not bundle.rulesets:
        raise BadValue(msg("bundle-empty", "There is no rule set in it."))
    return bundle


def _odd_file(file: str) -> BadValue:
    return BadValue(
        msg(
            "bundle-odd-file",
            'A bundle has no file "{file}": only {endings} and a licence, in folders with '
            "plain names.",
            file=excerpt(file),
            endings=", ".join(TAKEN),
        )
    )


def _too_big() -> BadValue:
    return BadValue(
        msg(
            "bundle-too-big",
            "A bundle has at most {most} bytes, packed and unpacked.",
            most=MOST_BYTES,
        )
    )


def bundle_of(folder: Path) -> Bundle:
    """Read the bundle of *folder*, without hidden files and what is no text.

    Raises `BadValue` if there is no rule set in it, or a name is impossible; `OSError`.
    """
    files: dict[str, bytes] = {}
    for file in sorted(folder.rglob("*")):
        path = file.relative_to(folder).as_posix()
        if path.endswith(TAKEN) and any(_stem(part) in DEVICES for part in path.split("/")):
            raise _odd_file(path)
        if is_taken(path) and file.is_file() and not file.is_symlink():
            files[path] = file.read_bytes()
            if len(files) > MOST_FILES or sum(map(len, files.values())) > MOST_BYTES:
                raise _too_big()
    return _checked(folder.resolve().name, files)
