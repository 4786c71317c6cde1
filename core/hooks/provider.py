"""Plugins: their names and versions, and the outcome of loading each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..errors import PluginError
from ..text import Message, msg

PREFIX = "splitpick-"
"""Beginning of the names of packages with plugins, by which they are found."""

LOADED = "loaded"
FAILED = "failed"
CLASH = "clash"
REFUSED = "refused"
LEFT_OUT = "left-out"


@dataclass(frozen=True, slots=True)
class Provider:
    """Plugin named by its entry point; *version* and *distribution* may be empty."""

    name: str
    version: str = ""
    distribution: str = ""

    @property
    def label(self) -> str:
        """Name and version, with the distribution if its name differs."""
        text = f"{self.name} {self.version}".strip()
        if self.distribution and self.distribution != self.name:
            return f"{text} ({self.distribution})"
        return text


def install_hint(providers: Iterable[Provider]) -> Message | None:
    """Return how to install *providers* as they are; ``None`` if one cannot be by its name."""
    pinned = {f"{one.distribution.removeprefix(PREFIX)}=={one.version}": one for one in providers}
    if not all(one.distribution.startswith(PREFIX) and one.version for one in pinned.values()):
        return None
    command = " ".join(["splitpick plugins install", *pinned])
    return msg("plugins-install", "To install what it needs: {command}", command=command)


@dataclass(frozen=True, slots=True)
class Plugin:
    """A plugin that was found, and the outcome of loading it."""

    provider: Provider
    state: str
    """`LOADED`, or the reason that nothing of it is used."""
    error: Message | None = None
    """Reason, without the plugin's name; ``None`` if it is loaded."""
    cause: BaseException | None = field(default=None, compare=False)
    brings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Ids of the things it provides, by hook: ``{"splitpick_effects": ("storm",)}``."""
    seconds: float = field(default=0.0, compare=False)

    def fault(self) -> PluginError:
        """Return the error that names the plugin and says why it is not loaded."""
        assert self.error is not None
        message = msg(
            self.error.code,
            "The plugin {plugin} is left out: {why}",
            plugin=self.provider.label,
            why=self.error,
        )
        error = PluginError(message)
        error.__cause__ = self.cause
        return error
