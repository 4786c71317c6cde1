"""The engine, as the commands start it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .screen import Screen, put_prints_aside

if TYPE_CHECKING:
    from ..core.hooks.engine import Engine


def start_engine(screen: Screen, *, quiet: bool = False, own: bool = True, but: str = "") -> Engine:
    """Load the plugins, and let *screen* speak their texts too.

    A plugin that cannot be loaded is named on the error output, unless this is to be *quiet*; and
    what of the user's *own* folder cannot be played by its name.  Of the plugin *but* nothing is
    said: the command itself does.
    Raises `UnknownName` where one is to be left out that there is not.
    """
    from ..core.hooks.engine import Engine, left_out
    from ..core.hooks.provider import LEFT_OUT

    put_prints_aside()
    wishes = screen.wishes
    engine = Engine(without=wishes.without, trace=screen.aside if wishes.plugin_trace else None)
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
