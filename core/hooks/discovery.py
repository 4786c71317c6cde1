"""Discovery of the installed plugins from their metadata, before any of them is imported."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import Distribution, entry_points

from .provider import Provider

GROUP = "splitpick.plugins"
"""Entry-point group of plugins."""

API_GROUP = "splitpick.api"
"""Entry-point group that names the `API` version a plugin needs: ``wave = "v1"``.

It is an entry point because every build tool can write one, and it can be read without importing
anything. A plugin without one needs version 1.
"""

OWN = "splitpick"
"""Name of our own distribution."""

VARIABLE = "SPLITPICK_PLUGINS"
"""Environment variable that lists the plugins to load besides our own."""

_API = re.compile(r"v([1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plugin that may be loaded; *load* imports its *module*, and may raise anything."""

    provider: Provider
    load: Callable[[], object]
    module: str
    api: int | None = 1
    """Version of the plugin interface that it needs; ``None`` if that cannot be read."""
    is_own: bool = False


def installed() -> list[Candidate]:
    """Return the installed plugins, our own first, so that a clash never takes one of them out."""
    found = entry_points()
    points, apis = found.select(group=GROUP), found.select(group=API_GROUP)
    # Each distribution once: reading its metadata takes a millisecond.
    known = {point.dist: _name_and_version(point.dist) for point in (*points, *apis)}
    needed = {(known[point.dist], point.name): point.value for point in apis}
    candidates = []
    for point in points:
        distribution, version = known[point.dist]
        api = _API.fullmatch(needed.get((known[point.dist], point.name), "v1").strip())
        candidates.append(
            Candidate(
                Provider(point.name, version, distribution),
                point.load,
                point.value.partition(":")[0].strip(),
                int(api[1]) if api else None,
                distribution == OWN,
            )
        )
    return sorted(
        candidates, key=lambda one: (not one.is_own, one.provider.name, one.provider.distribution)
    )


def given(name: str, plugin: object) -> Candidate:
    """Return the candidate for *plugin*, a module or object with hook functions."""
    version = getattr(plugin, "__version__", "")
    provider = Provider(name, version if isinstance(version, str) else "")
    return Candidate(provider, lambda: plugin, getattr(plugin, "__name__", type(plugin).__module__))


def allowed() -> frozenset[str] | None:
    """Return the plugins that the environment allows, or ``None`` if it allows all."""
    listed = os.environ.get(VARIABLE)
    return None if listed is None else frozenset(re.split(r"[,\s]+", listed)) - {""}


def _name_and_version(distribution: Distribution | None) -> tuple[str, str]:
    """Return the name and the version of *distribution*; both empty if its metadata is broken."""
    try:
        metadata = distribution.metadata  # type: ignore[union-attr]
        return str(metadata["Name"] or ""), str(metadata["Version"] or "")
    except Exception:
        return "", ""
