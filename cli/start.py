"""The engine, as the commands start it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .screen import Screen, put_prints_aside

if TYPE_CHECKING:
    from ..core.hooks.engine import Engine


def start_engine(screen: Screen, *, quiet: bool = False, own: bool = True, but: str = "") -> Engine:
    """Load the plugins, and let *screen* speak their texts too.

    Plugins that cannot be loaded, and the user's *own* rule sets that cannot be played by name, are
    named on the error output unless this is *quiet*.  Nothing is said about the plugin *but*: the
    command itself reports on it.  Raises `UnknownName` if a plugin to leave out does not exist.
    """
    from ..core.hooks.engine import Engine, left_out
    from ..core.hooks.provider import LEFT_OUT

    put_prints_aside()
    trace = screen.aside if screen.plugin_trace else None
    engine = Engine(without=screen.without, trace=trace)
    screen.language = engine.language(screen.language.code, screen.note)
    screen.blame = engine.blame
    screen.needs = engine.needs
    for note in engine.notes:
        screen.note(note)
    for plugin in engine.plugins:
        if quiet or plugin.provider.name == but:
            continue
        if plugin.error is not None and plugin.state != LEFT_OUT:
            screen.fault(left_out(plugin))
    for note in engine.unplayable() if own and not quiet else ():
        screen.note(note)
    return engine
