"""Who brings something, and what has become of each plugin that was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..text import Message

LOADED = "loaded"
FAILED = "failed"
"""It could not be imported, or what it brings makes no sense."""
CLASH = "clash"
"""Another plugin has brought something of the same name."""
REFUSED = "refused"
"""It was written for a later version of what plugins may use."""
LEFT_OUT = "left-out"
"""It was not wanted."""

STATES = (LOADED, FAILED, CLASH, REFUSED, LEFT_OUT)
"""What may have become of a plugin."""


@dataclass(frozen=True, slots=True)
class Provider:
    """Who brings something: a plugin with its version."""

    name: str
    """The name of its entry point."""
    version: str = ""
    """The version of its distribution; empty where there is none."""
    distribution: str = ""
    """The distribution it came with, as pip calls it; empty where there is none."""

    @property
    def told(self) -> str:
        """The name with the version, and the distribution where that is called otherwise."""
        told = f"{self.name} {self.version}".strip()
        if self.distribution and self.distribution != self.name:
            return f"{told} ({self.distribution})"
        return told


@dataclass(frozen=True, slots=True)
class Plugin:
    """A plugin that was found, and what has become of it."""

    provider: Provider
    state: str
    """One of `STATES`; whatever it is but `LOADED`, nothing of the plugin is used."""
    error: Message | None = None
    """Why it is not loaded, in a sentence that does not name it."""
    cause: BaseException | None = field(default=None, compare=False)
    """What was raised, if it was that."""
    brings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By hook, the ids of what it brings: ``{"splitpick_effects": ("kraken",)}``."""
