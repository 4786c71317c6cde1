"""Which plugins are installed: what their metadata says, before anything of them is imported."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, entry_points

from .provider import Provider

GROUP = "splitpick.plugins"
"""The entry-point group that plugins are found by."""

API_GROUP = "splitpick.api"
"""The group that says which `API` a plugin of the same name was written for: ``wave = "v1"``.

A group of its own, since it can be read without importing anything, and since every tool that
builds packages knows entry points.  A plugin without one was written for the first.
"""

OWN = "splitpick"
"""Our own distribution."""

VARIABLE = "SPLITPICK_PLUGINS"
"""The environment variable that lists the plugins to load besides our own, if it is set."""

_API = re.compile(r"v([1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plugin that may be loaded."""

    provider: Provider
    load: Callable[[], object]
    """Imports it; it may raise anything."""
    module: str = ""
    """The module that `load` imports; nothing where it imports none."""
    api: int | None = 1
    """The version of the interface that it was written for; ``None`` where that cannot be read."""
    is_own: bool = False
    """Whether it comes with splitpick itself."""


def installed() -> list[Candidate]:
    """Find the plugins that are installed: our own first, then the others by name."""
    points = entry_points()
    told = _Metadata()
    apis = {
        (told.name(point.dist), point.name): point.value for point in points.select(group=API_GROUP)
    }
    found = []
    for point in points.select(group=GROUP):
        distribution = told.name(point.dist)
        written_for = _API.fullmatch(apis.get((distribution, point.name), "v1").strip())
        found.append(
            Candidate(
                Provider(point.name, told.version(point.dist), distribution),
                point.load,
                point.value.partition(":")[0].strip(),
                int(written_for[1]) if written_for else None,
                distribution == OWN,
            )
        )
    # Our own come first, so that a clash never takes one of them out.
    return sorted(
        found,
        key=lambda one: (not one.is_own, one.provider.name, one.provider.distribution),
    )


def given(plugins: Iterable[tuple[str, object]]) -> Iterator[Candidate]:
    """Go through plugins that are there already, by name."""
    for name, plugin in sorted(plugins, key=lambda pair: pair[0]):
        version = getattr(plugin, "__version__", "")
        provider = Provider(name, version if isinstance(version, str) else "")
        yield Candidate(provider, lambda plugin=plugin: plugin)  # type: ignore[misc]


def allowed() -> frozenset[str] | None:
    """Return the plugins that the environment allows, or ``None`` where it allows all."""
    listed = os.environ.get(VARIABLE)
    return None if listed is None else frozenset(re.split(r"[,\s]+", listed)) - {""}


class _Metadata:
    """The names and versions of distributions, each read once: reading one takes a millisecond."""

    def __init__(self) -> None:
        self._read: dict[int, tuple[str, str]] = {}

    def _of(self, distribution: Distribution | None) -> tuple[str, str]:
        if distribution is None:
            return "", ""
        if id(distribution) not in self._read:
            told = ["", ""]
            # A broken installation lacks one, the other or all of it, whatever the types say.
            with contextlib.suppress(Exception):
                metadata = distribution.metadata
                told = [str(metadata[key] or "") for key in ("Name", "Version")]
            self._read[id(distribution)] = (told[0], told[1])
        return self._read[id(distribution)]

    def name(self, distribution: Distribution | None) -> str:
        return self._of(distribution)[0]

    def version(self, distribution: Distribution | None) -> str:
        return self._of(distribution)[1]
