"""`splitpick plugins list`: which plugins are installed, and what has become of each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ..core.hooks.brought import HOOKS
from ..core.hooks.provider import CLASH, FAILED, LEFT_OUT, LOADED, REFUSED
from ..core.text import Both, Message, msg
from .screen import plain
from .width import columns

if TYPE_CHECKING:
    from ..core.game import JSON
    from ..core.hooks.engine import Engine
    from ..core.hooks.provider import Plugin
    from .screen import Screen

STATES = {
    LOADED: msg("plugin-is-loaded", "loaded"),
    FAILED: msg("plugin-is-failed", "failed"),
    CLASH: msg("plugin-is-clash", "clashes with another"),
    REFUSED: msg("plugin-is-refused", "refused"),
    LEFT_OUT: msg("plugin-is-left-out", "left out"),
}
"""What people are told has become of a plugin."""


def list_plugins(screen: Screen, engine: Engine, as_json: bool = False) -> None:
    """Show every plugin that is installed, sorted by name, and why one is not loaded."""
    if as_json:
        found: list[JSON] = [_for_programs(screen, plugin) for plugin in engine.plugins]
        # ASCII: nothing that a plugin says of itself reaches the terminal as it is.
        screen.line(json.dumps(found, indent=2))
        return
    if not engine.plugins:
        screen.say(msg("no-plugins", "No plugin is installed."))
        return
    rows = [(plugin.provider.name, _for_people(screen, plugin)) for plugin in engine.plugins]
    for line in columns(rows, screen.width):
        screen.line(plain(line))


def _for_people(screen: Screen, plugin: Plugin) -> str:
    told = [
        msg(
            "plugin-stands",
            "{version} of {distribution}: {state}",
            version=plugin.provider.version or "?",
            distribution=plugin.provider.distribution or "?",
            state=STATES[plugin.state],
        )
    ]
    if plugin.error is not None and plugin.state != LEFT_OUT:
        told.append(plugin.error)
    told += [_brings(hook, ids) for hook, ids in plugin.brings.items()]
    return "\n".join(map(screen.words, told))


def _brings(hook: str, ids: tuple[str, ...]) -> Message:
    return msg("plugin-brings", "{what}: {ids}", what=HOOKS[hook].what, ids=Both(ids, commas=True))


def _for_programs(screen: Screen, plugin: Plugin) -> dict[str, JSON]:
    error: dict[str, JSON] | None = None
    if plugin.error is not None:
        error = {"code": plugin.error.code, "message": screen.words(plugin.error)}
    return {
        "name": plugin.provider.name,
        "version": plugin.provider.version,
        "distribution": plugin.provider.distribution,
        "state": plugin.state,
        "brings": {hook: list(ids) for hook, ids in plugin.brings.items()},
        "error": error,
    }
