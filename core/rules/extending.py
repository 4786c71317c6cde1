"""Extending another rule set: it is found by its name, read and checked, once a reading."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..errors import RulesetError, UnknownName
from ..text import Language, Message, msg
from .characters import excerpt
from .faults import likely
from .kinds import GameKind
from .nodes import Place
from .resolver import File, Resolver, identity
from .variants import ABROAD, MOST_STEPS, Resolved, long_chain

if TYPE_CHECKING:
    from .checking import Check

NAME = re.compile(r"[a-z][a-z0-9-]{0,39}(/[a-z][a-z0-9-]{0,39})?")
"""How another rule set, or a variant of it, is named."""

MOST_NESTED = MOST_STEPS + 2
"""So many rule sets may wait for each other; one that waits longer is too far away anyway."""


@dataclass
class Reading:
    """Rule sets of *games* that are read for the sake of one of them, from *resolver*."""

    games: Mapping[str, GameKind]
    resolver: Resolver = field(default_factory=Resolver)
    language: Callable[[str], Language] | None = None
    """Makes the languages that texts should be in, where that is to be looked at."""
    _checks: dict[object, Check | RulesetError] = field(default_factory=dict, init=False)
    _waiting: list[object] = field(default_factory=list, init=False)
    _circles: dict[object, Place] = field(default_factory=dict, init=False)
    """Of those that extend themselves by way of others, where the circle closes."""

    @contextmanager
    def waiting(self, file: File | None) -> Iterator[None]:
        """Remember, while it is checked, that *file* waits for what it extends."""
        self._waiting.append(identity(file) if file else None)
        try:
            yield
        finally:
            self._waiting.pop()

    @property
    def thorough(self) -> Callable[[str], Language] | None:
        """Makes the languages for whichever rule set all others are read for."""
        return self.language if len(self._waiting) == 1 else None

    def extended(
        self, wanted: str, place: Place, asker: File | None
    ) -> tuple[Resolved, Check] | Message:
        """Return the rules that *wanted* names at *place* of the file *asker*, or what is wrong.

        ``name/variant`` are the rules of a variant, ``name`` is the whole with all its variants.
        """
        if not NAME.fullmatch(wanted):
            return msg(
                "bad-extends",
                "Here stands the name of a rule set, alone or as in jolly-roger/advanced with a"
                " variant; no path.",
            )
        name, _, variant = wanted.partition(ABROAD)
        try:
            file = self.resolver.find(name, asker)
        except UnknownName as error:
            return error.message
        own, key = self._waiting[-1], identity(file)
        if key == own:
            return msg("circle", "A rule set cannot extend itself.")
        if key in self._waiting:
            self._circles[key] = place
            return _circle(place, place)
        if len(self._waiting) > MOST_NESTED:
            return long_chain(place.mention(place))
        check = self._check(key, file)
        if isinstance(check, RulesetError):
            if own in self._circles:
                return _circle(self._circles[own], place)
            return _faulty(name, check)
        if not variant:
            return check.head, check
        for resolved in check.resolved:
            if resolved.id == variant:
                return resolved, check
        message = msg("unknown-variant", 'There is no variant "{name}".', name=excerpt(variant))
        return likely(message, variant, [resolved.id for resolved in check.resolved])

    def _check(self, key: object, file: File) -> Check | RulesetError:
        if key not in self._checks:
            from .checking import check_text
            from .files import read_source

            try:
                self._checks[key] = check_text(*read_source(file), self, file)
            except RulesetError as error:
                self._checks[key] = error
        return self._checks[key]


def _circle(there: Place, here: Place) -> Message:
    return msg(
        "circle",
        "Rule sets extend each other in a circle, which closes in {place}.",
        place=there.mention(here),
    )


def _faulty(name: str, error: RulesetError) -> Message:
    """Say that the rule set *name*, which is extended, has faults."""
    first = error.findings[0]
    return msg(
        "extended-faulty",
        'The rule set "{name}" has faults of its own, the first in {place}: {message}',
        name=name,
        message=first.message,
        place=msg("file-and-line", "{file}, line {line}", file=first.file, line=first.line),
    )
