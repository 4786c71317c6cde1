"""Finding a rule set by its name: beside the file that extends it, or among those played by name.

A name is not a path, so it cannot name a folder.
"""

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeAlias

from ..errors import UnknownName, in_steps, meant, unknown
from ..text import DOMAIN, Both, msg
from .characters import excerpt
from .reading.lookalikes import made_plain
from .value_findings import likely

NAME = re.compile(r"[a-z][a-z0-9-]{0,39}(/[a-z][a-z0-9-]{0,39})?")
"""Name of a rule set, or of a variant of it."""

SUFFIX = ".yaml"
MARKED_SUFFIX = ".splitpick.yaml"
"""Suffix by which editors know a rule set wherever it lies."""
File: TypeAlias = Path | Traversable


class Resolver:
    """Finder of rule sets by name: this one knows only those beside the file that extends them."""

    def known(self) -> Mapping[str, Sequence[File]]:
        """Return the files of the rule sets that can be played by name, by that name."""
        return {}

    def domain(self, file: File) -> str:
        """Return the gettext domain of *file*: that of the plugin that ships it."""
        return DOMAIN

    def has_catalogs(self, file: File) -> bool:
        """Return whether *file* comes with catalogs, as what is installed does."""
        return False

    def hidden(self) -> Sequence[File]:
        """Return the user's own files that no name finds: their names are taken."""
        return ()

    def find(self, name: str, asker: File | None = None) -> File:
        """Return the file of the rule set *name*; it may also lie beside *asker*, which extends it.

        Raises `UnknownName` if there is none, or more than one.
        """
        beside = rulesets_in(asker.parent) if isinstance(asker, Path) else []
        near = [file for file in beside if own_name(file) == name and not self.hides(file)]
        candidates = {identity(file): file for file in (*near, *self.known().get(name, ()))}
        if len(candidates) > 1:
            places = Both(tuple(map(str, candidates.values())))
            message = msg("ruleset-clash", "Several files have this name: {places}.", places=places)
            raise UnknownName(message)
        if not candidates:
            message = msg("unknown-ruleset", 'There is no rule set "{name}".', name=excerpt(name))
            here = [f"./{file}" for file in rulesets_in(Path()) if own_name(file) == name]
            if asker is None and here:  # only a path finds a file in the current folder
                raise unknown(message, here[0], here)
            others = {*map(own_name, beside), *self.known()} - {asker and own_name(asker)}
            found = likely(message, name, sorted(others))
            if asker is None and NAME.fullmatch(name) and not meant(found):
                told = msg(
                    "ruleset-elsewhere",
                    "Another plugin may provide it: splitpick plugins search {name}",
                    name=name,
                )
                found = in_steps(found, told)
            raise UnknownName(found)
        return next(iter(candidates.values()))

    def hides(self, file: File) -> bool:
        """Return true if *file* is not played by its name because that name is taken."""
        return identity(file) in map(identity, self.hidden())


def identity(file: File) -> object:
    """Return a value that is equal for the same file, however it was found."""
    return os.path.realpath(str(file).replace("\0", "")) if isinstance(file, Path) else str(file)


def rulesets_in(folder: File) -> list[File]:
    """List the rule sets in *folder*, sorted by name; none if it cannot be read."""
    try:
        files = (file for file in folder.iterdir() if file.name.endswith(SUFFIX))
        return sorted(files, key=lambda file: file.name)
    except OSError:
        return []


def own_name(file: File) -> str:
    """Return the name that the rule set in *file* is played by."""
    return file.name.removesuffix(MARKED_SUFFIX).removesuffix(SUFFIX)


def is_path(name: str) -> bool:
    """Return true if *name* is that of a file or folder, and not ``my-deck`` or ``my-deck/short``.

    Only what looks like a path is one, so that a file nearby never hides a rule set.
    """
    if NAME.fullmatch(name):
        return "/" in name and Path(name).exists()
    return "/" in name or "\\" in name or name.endswith((SUFFIX, ".yml"))


def names_like(wanted: str, known: Collection[str] = ()) -> Iterator[str]:
    """Yield *wanted*, a path or a title, as the name of a rule set might be written.

    If it has several of those *known*, none of them is meant alone.
    """
    text = made_plain(wanted).strip().casefold().replace("\\", "/").replace("'", "")
    if sum(word in known for word in re.findall(r"[a-z0-9-]+", text)) > 1:
        return
    parts = [re.sub(r"(\.splitpick)?\.ya?ml$", "", part) for part in text.split("/")]
    names = [name for part in parts if (name := re.sub(r"[^a-z0-9-]+", "-", part).strip("-"))]
    if any(name in known for name in names[:-2]):
        return  # of two variants
    yield "/".join(names[-2:])
    yield from names[-1:]
    for sign in re.finditer(r"[^a-z0-9/-]+|-", text):  # one of these may stand for the slash
        sides = (
            re.sub(r"[^a-z0-9-]+", "-", side) for side in (text[: sign.start()], text[sign.end() :])
        )
        yield "/".join(side.strip("-") for side in sides)
