"""The engine with its plugins, as the commands start it."""

import sys

import typer

from ..core.game import JSON
from ..core.hooks.engine import Engine
from ..core.hooks.provider import LEFT_OUT, Plugin
from ..core.text import Message, msg
from .screen import Aside, Screen


def begin(
    ctx: typer.Context,
    *,
    accessible: bool = False,
    plain: bool = False,
    confirms: bool = True,
    plays_forced: bool | None = None,
    quiet: bool = False,
    own: bool = True,
) -> tuple[Screen, Engine]:
    """Return the screen of a command, and the engine with its plugins.

    Unless *quiet*, the error output names plugins that cannot be loaded and, with *own*, also the
    rule sets of the user's folder that cannot be played by name. Raises `UnknownName` if the user
    leaves out a plugin that does not exist.
    """
    screen: Screen = ctx.obj
    screen.accessible, screen.plain, screen.confirms = accessible, plain, confirms
    screen.plays_forced = plays_forced
    typed = (
        (name, ctx.get_parameter_source(name)) for name, on in ctx.params.items() if on is False
    )
    screen.refused = [name.replace("_", "-") for name, way in typed if way and "LINE" in way.name]
    if screen.out is not None:  # without an output, print() does nothing
        sys.stdout = Aside(screen)
    engine = Engine(without=screen.without)
    screen.language = engine.language(screen.language.code, screen.note)
    screen.blame = engine.blame
    engine.report = screen.fault
    for plugin in engine.plugins:
        if screen.plugin_trace:
            screen.aside(_trace(plugin))
        if plugin.error and plugin.state != LEFT_OUT and not quiet:
            screen.fault(plugin.fault())
    for note in [*engine.notes, *(engine.library.unplayable() if own and not quiet else ())]:
        screen.note(note)
    return screen, engine


def _trace(plugin: Plugin) -> Message:
    """Say how long *plugin* took to load and what its hooks provide, or why it is not loaded."""
    name = plugin.provider.label
    if plugin.error is not None:
        return msg("trace-left-out", "{plugin}: not loaded. {why}", plugin=name, why=plugin.error)
    return msg(
        "trace-loaded",
        "{plugin}: loaded in {milliseconds} ms. {hooks}",
        plugin=name,
        milliseconds=f"{plugin.seconds * 1000:.1f}",
        hooks="; ".join(f"{hook}: {', '.join(ids)}" for hook, ids in plugin.brings.items()),
    )


def error_as_json(screen: Screen, message: Message) -> dict[str, JSON]:
    """Return an error for programs: its code, and its message in the reader's language."""
    return {"code": message.code, "message": screen.words(message)}
