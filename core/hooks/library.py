"""The library: the rule sets that can be played by name, wherever they lie."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from ..rules.characters import excerpt
from ..rules.resolver import SUFFIX, File, Resolver, identity, own_name, rulesets_in
from ..text import DOMAIN, Message, msg
from .user_rulesets import Folder, own_folder, unreadable_list


class Library:
    """Rule sets by name: splitpick's, those of plugins, and the user's own.

    *brought* are the folders of plugins, each with the gettext domain of their texts. *folders* are
    those in the user's folder; ``None`` leaves out that folder altogether.
    """

    def __init__(
        self, brought: Iterable[tuple[Traversable, str]], folders: Sequence[Folder] | None
    ) -> None:
        self._shelves = [(files("splitpick.rulesets"), DOMAIN), *brought]
        self._user = None if folders is None else [own_folder(), *(one.path for one in folders)]

    @cached_property
    def _shipped(self) -> dict[str, list[tuple[File, str]]]:
        """Rule sets of splitpick and of plugins by name, each with its domain."""
        found: dict[str, list[tuple[File, str]]] = {}
        for folder, domain in self._shelves:
            for file in rulesets_in(folder):
                found.setdefault(own_name(file), []).append((file, domain))
        return found

    def _own(self) -> list[Path]:
        """Return the user's own rule sets."""
        return [
            file
            for folder in self._user or ()
            for file in rulesets_in(folder)
            if isinstance(file, Path) and not file.name.startswith(".")
        ]

    def places(self) -> dict[str, list[File]]:
        """Return the files of all rule sets by name, sorted by name.

        A name that leads to two files can be used for neither. The user's own never replace others
        of the same name (see `hidden`).
        """
        found: dict[str, list[File]] = {}
        for file in self._own():
            found.setdefault(own_name(file), []).append(file)
        shipped = {name: [file for file, _ in each] for name, each in self._shipped.items()}
        return dict(sorted((found | shipped).items()))

    def rulesets(self) -> dict[str, File]:
        """Return the rule sets that can be played by name, sorted by name."""
        return {name: places[0] for name, places in self.places().items() if len(places) == 1}

    def hidden(self) -> list[Path]:
        """Return the user's own rule sets whose names splitpick or a plugin uses already."""
        return [file for file in self._own() if own_name(file) in self._shipped]

    def unplayable(self) -> Iterator[Message]:
        """Say which of the user's own files are not used, and what to do about it."""
        if self._user is None:
            return
        if unreadable := unreadable_list():
            yield unreadable
        for file in self.hidden():
            yield msg(
                "rename-ruleset",
                'Rename {file}: the name "{name}" is taken by {other}.',
                file=str(file),
                name=excerpt(own_name(file)),
                other=str(self._shipped[own_name(file)][0][0]),
            )
        for folder in self._user:
            with contextlib.suppress(OSError):
                for file in sorted(folder.iterdir()):
                    if file.suffix.lower() == ".yml" and not file.name.startswith("."):
                        yield msg(
                            "rename-yml",
                            "Rename {file} so that it ends in {suffix}: it cannot be played by"
                            " name.",
                            file=str(file),
                            suffix=SUFFIX,
                        )

    def domain(self, file: File) -> str:
        """Return the gettext domain of the texts in *file*."""
        for shipped, domain in self._shipped.get(own_name(file), ()):
            if identity(shipped) == identity(file):
                return domain
        return DOMAIN

    @property
    def resolver(self) -> Resolver:
        """Resolver that finds these rule sets."""
        return Resolver(self.places, self.domain, self.hidden)
