"""The engine as the commands start it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.text import msg
from .screen import Screen, put_prints_aside

if TYPE_CHECKING:
    from ..core.hooks.engine import Engine
    from ..core.hooks.provider import Plugin


def start_engine(screen: Screen, *, quiet: bool = False, own: bool = True, but: str = "") -> Engine:
    """Load the plugins, and let *screen* use their texts.

    Unless *quiet*, plugins that cannot be loaded are named on the error output, except for *but*;
    with *own*, so are rule sets of the user's folder that cannot be played by name. Raises
    `UnknownName` if the user leaves out a plugin that does not exist.
    """
    from ..core.hooks.engine import Engine
    from ..core.hooks.provider import LEFT_OUT

    put_prints_aside()
    engine = Engine(without=screen.without)
    screen.language = engine.language(screen.language.code, screen.note)
    screen.blame = engine.blame
    screen.needs = engine.needs
    if screen.plugin_trace:
        for plugin in engine.plugins:
            _trace(screen, plugin)
    for note in engine.notes:
        screen.note(note)
    for plugin in engine.plugins:
        if quiet or plugin.provider.name == but:
            continue
        if plugin.error is not None and plugin.state != LEFT_OUT:
            screen.fault(plugin.fault())
    for note in engine.library.unplayable() if own and not quiet else ():
        screen.note(note)
    return engine


def _trace(screen: Screen, plugin: Plugin) -> None:
    """Report on the error output how *plugin* was loaded."""
    name = plugin.provider.told
    if plugin.error is not None:
        screen.aside(
            msg("trace-left-out", "{plugin}: not loaded. {why}", plugin=name, why=plugin.error)
        )
        return
    screen.aside(
        msg(
            "trace-loaded",
            "{plugin}: loaded in {milliseconds} ms.",
            plugin=name,
            milliseconds=f"{plugin.seconds * 1000:.1f}",
        )
    )
    for hook, ids in plugin.brings.items():
        screen.aside(
            msg(
                "trace-brings",
                "{plugin}: {hook} brings {ids}.",
                plugin=name,
                hook=hook,
                ids=", ".join(ids),
            )
        )
