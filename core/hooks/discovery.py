"""Discovery of the installed plugins from their metadata, before any of them is imported."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import Distribution, entry_points

from .provider import Provider

GROUP = "splitpick.plugins"
API_GROUP = "splitpick.api"
"""Entry-point group that names the `API` version a plugin needs, by default 1: ``wave = "v1"``."""

OWN = "splitpick"
VARIABLE = "SPLITPICK_PLUGINS"
_API = re.compile(r"v([1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plugin that may be loaded; *load* imports its *module*, and may raise anything."""

    provider: Provider
    load: Callable[[], object]
    module: str
    api: int | None = 1
    """Version of the plugin interface that the plugin needs; ``None`` if it cannot be read."""
    api_written: str = ""
    """That version as the plugin writes it."""


def installed() -> list[Candidate]:
    """Return the installed plugins, splitpick's own first, since the first wins a clash."""
    declared = entry_points()
    points, apis = declared.select(group=GROUP), declared.select(group=API_GROUP)
    # Each distribution once: reading its metadata takes a millisecond.
    known = {point.dist: _name_and_version(point.dist) for point in (*points, *apis)}
    needed = {(known[point.dist], point.name): point.value for point in apis}
    candidates = []
    for point in points:
        distribution, version = known[point.dist]
        provider = Provider(point.name, version, distribution)
        module = point.value.partition(":")[0].strip()
        written = needed.get((known[point.dist], point.name), "v1").strip()
        api = int(found[1]) if (found := _API.fullmatch(written)) else None
        candidates.append(Candidate(provider, point.load, module, api, written))
    candidates.sort(key=lambda one: (one.provider.name, one.provider.distribution))
    return sorted(candidates, key=lambda one: one.provider.distribution != OWN)


def given(name: str, plugin: object) -> Candidate:
    """Return the candidate for *plugin*, a module or object with hook functions."""
    version = getattr(plugin, "__version__", "")
    provider = Provider(name, version if isinstance(version, str) else "")
    return Candidate(provider, lambda: plugin, getattr(plugin, "__name__", type(plugin).__module__))


def allowed() -> frozenset[str] | None:
    """Return the names of the plugins to load besides ours, from `VARIABLE`; ``None`` for all."""
    listed = os.environ.get(VARIABLE)
    return None if listed is None else frozenset(re.split(r"[,\s]+", listed)) - {""}


def _name_and_version(distribution: Distribution | None) -> tuple[str, str]:
    """Return name and version of *distribution*; both empty if its metadata is broken."""
    try:
        metadata = distribution.metadata  # type: ignore[union-attr]
        return str(metadata["Name"] or ""), str(metadata["Version"] or "")
    except Exception:
        return "", ""
