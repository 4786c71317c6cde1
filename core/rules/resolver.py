"""The shelf: where a rule set is looked for that another one extends by its name.

It stands beside the one that asks for it, or is one of those that can be played by name.  A name is
no path: it leads into no other folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeAlias

from ..errors import UnknownName, unknown
from ..text import DOMAIN, Both, Message, msg
from .characters import excerpt
from .faults import likely

SUFFIX = ".yaml"

File: TypeAlias = Path | Traversable

_NAME = re.compile("[a-z][a-z0-9-]{0,39}")


@dataclass(frozen=True)
class Resolver:
    """Rule sets by name, where they are looked for only if that is needed."""

    known: Callable[[], Mapping[str, Sequence[File]]] = dict
    """Returns the places of those that can be played by name."""
    domain: Callable[[File], str] = lambda file: DOMAIN
    """Returns the gettext domain of whoever ships a file, for one that names none."""
    hidden: Callable[[], Iterable[File]] = tuple
    """Returns those of the user's own whose names are taken: no name leads to them."""

    def find(self, name: str, asker: File | None = None) -> File:
        """Find the rule set called *name*, also beside the file *asker*.

        Raises `UnknownName` where there is none, or more than one.
        """
        found = {identity(file): file for file in self._candidates(name, asker)}
        if len(found) > 1:
            raise UnknownName(clash(name, list(found.values())))
        if not found:
            message = msg("unknown-ruleset", 'There is no rule set "{name}".', name=excerpt(name))
            here = f"./{name}{SUFFIX}"
            if asker is None and _NAME.fullmatch(name) and Path(here).is_file():
                raise unknown(message, here, [here])  # only a path is looked for where one is
            raise UnknownName(likely(message, name, self.names(asker)))
        return next(iter(found.values()))

    def taken(self, name: str, asker: File | None) -> str:
        """Say where there is another rule set called *name* than *asker*; nothing if nowhere."""
        places = self.known().get(name, ()) if asker else ()
        other = [file for file in places if identity(file) != identity(asker or file)]
        return str(other[0]) if other else ""

    def hides(self, file: File | None) -> bool:
        """Say whether *file* is not played by its name, since that is taken."""
        return file is not None and identity(file) in map(identity, self.hidden())

    def names(self, asker: File | None = None) -> list[str]:
        """List the names that *asker* can extend, sorted."""
        beside = [file.name.removesuffix(SUFFIX) for file in rulesets_in(_folder(asker))]
        return sorted({*beside, *self.known()} - ({own_name(asker)} if asker else set()))

    def _candidates(self, name: str, asker: File | None) -> Iterator[File]:
        folder = _folder(asker)
        if folder and _NAME.fullmatch(name) and (folder / f"{name}{SUFFIX}").is_file():
            beside = folder / f"{name}{SUFFIX}"
            if not self.hides(beside):
                yield beside
        yield from self.known().get(name, ())


def clash(name: str, places: Sequence[File]) -> Message:
    """Say that more than one rule set is called *name*, and where they all are."""
    return msg(
        "ruleset-clash",
        'There is more than one rule set "{name}": {places}. Rename one of them.',
        name=excerpt(name),
        places=Both(tuple(map(str, places))),
    )


def identity(file: File) -> object:
    """Return what is equal for the same file, by whatever way it was found."""
    return file.resolve() if isinstance(file, Path) else str(file)


def rulesets_in(folder: File | None) -> list[File]:
    """List the rule sets in *folder*, sorted by name; none where it cannot be looked into."""
    if folder is None:
        return []
    try:
        return sorted(
            (file for file in folder.iterdir() if file.name.endswith(SUFFIX)),
            key=lambda file: file.name,
        )
    except OSError:
        return []


def _folder(asker: File | None) -> Path | None:
    """Return the folder of *asker*; files of packages are known anyway."""
    return asker.parent if isinstance(asker, Path) else None


def own_name(file: File) -> str:
    """Return the name that the rule set in *file* is played by."""
    return file.name.removesuffix(SUFFIX)
