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
from .user_rulesets import unreadable_list

LESSON = ".lesson"
"""End of the name of a guided first game, which lies beside the rule set of the same name."""


class Library(Resolver):
    """Rule sets of splitpick, plugins (*provided*: folders and text domains) and user (*own*)."""

    def __init__(self, provided: Iterable[tuple[Traversable, str]], own: Sequence[Path]) -> None:
        self._folders = [(files("splitpick.rulesets"), DOMAIN), *provided]
        self._own_folders = own

    @cached_property
    def _shipped(self) -> dict[str, tuple[File, str]]:
        """Rule sets of splitpick and of plugins by name, each with its gettext domain."""
        return {
            own_name(file): (file, domain)
            for folder, domain in self._folders
            for file in rulesets_in(folder)
        }

    def _own(self) -> list[Path]:
        return [
            file
            for folder in self._own_folders
            for file in rulesets_in(folder)
            if isinstance(file, Path) and not file.name.startswith(".")
        ]

    def known(self) -> dict[str, list[File]]:
        """Return the files of all rule sets by sorted name; a name with two files is unplayable."""
        results: dict[str, list[File]] = {name: [file] for name, (file, _) in self._shipped.items()}
        for file in self._own():
            if own_name(file) not in self._shipped:
                results.setdefault(own_name(file), []).append(file)
        return dict(sorted(results.items()))

    def lessons(self) -> dict[str, tuple[File, str]]:
        """Return the guided first games by the names of their rule sets, each with its domain."""
        own = [(folder, DOMAIN) for folder in self._own_folders if folder.is_dir()]
        folders: list[tuple[File, str]] = [*self._folders, *own]
        return {
            file.name.removesuffix(LESSON): (file, domain)
            for folder, domain in reversed(folders)  # ours cannot be replaced
            for file in folder.iterdir()
            if file.name.endswith(LESSON)
        }

    def hidden(self) -> list[Path]:
        return [file for file in self._own() if own_name(file) in self._shipped]

    def unplayable(self) -> Iterator[Message]:
        """Say which of the user's own files are not used, and what to do about it."""
        if self._own_folders and (unreadable := unreadable_list()):
            yield unreadable
        for file in self.hidden():
            yield msg(
                "rename-ruleset",
                'Rename {file}: the name "{name}" is taken by {other}.',
                file=str(file),
                name=excerpt(own_name(file)),
                other=str(self._shipped[own_name(file)][0]),
            )
        for folder in self._own_folders:
            with contextlib.suppress(OSError):
                for file in sorted(folder.glob("[!.]*.[yY][mM][lL]")):
                    yield msg(
                        "rename-yml",
                        "Rename {file} so that it ends in {suffix}: it cannot be played by name.",
                        file=str(file),
                        suffix=SUFFIX,
                    )

    def domain(self, file: File) -> str:
        _, domain = self._shipped.get(own_name(file), (None, DOMAIN))
        return domain if self.has_catalogs(file) else DOMAIN

    def has_catalogs(self, file: File) -> bool:
        shipped, _ = self._shipped.get(own_name(file), (None, DOMAIN))
        return bool(shipped and identity(shipped) == identity(file))
