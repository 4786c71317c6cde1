"""`splitpick plugins`: which are installed and what has become of each, checks, and a new one."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.errors import BadValue
from ...core.hooks.brought import HOOKS
from ...core.hooks.provider import CLASH, FAILED, LEFT_OUT, LOADED, REFUSED
from ...core.rules.characters import excerpt
from ...core.text import Both, Message, msg, nmsg
from .. import exits, options
from ..localized_typer import command
from ..screen import plain
from ..start import start_engine
from ..wrapping import columns

if TYPE_CHECKING:
    from ...core.game import JSON
    from ...core.hooks.engine import Engine
    from ...core.hooks.own import Folder
    from ...core.hooks.provider import Plugin
    from ..screen import Screen

STATES = {
    LOADED: msg("plugin-is-loaded", "loaded"),
    FAILED: msg("plugin-is-failed", "failed"),
    CLASH: msg("plugin-is-clash", "clashes with another"),
    REFUSED: msg("plugin-is-refused", "refused"),
    LEFT_OUT: msg("plugin-is-left-out", "left out"),
}
"""What people are told has become of a plugin."""

NOT_ALLOWED = "not-allowed"
"""What programs are told has become of the Python of an own folder that does not run."""


@command()
def list_command(ctx: typer.Context, as_json: options.Json = False) -> None:
    """List the plugins that are installed, what each brings, and why one is not loaded."""
    screen: Screen = ctx.obj
    list_plugins(screen, start_engine(screen, quiet=True), as_json)


@command()
def check(
    ctx: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help='The name of a plugin, as "splitpick plugins list" shows it.'
        ),
    ],
    games: Annotated[
        str | None,
        typer.Option(
            "--games",
            "-n",
            metavar="NUMBER",
            help="How many games the check of a special card or a rule set plays; by default each "
            "decides. Bots, observers and translations are always checked in the same way.",
        ),
    ] = None,
    seed: options.FirstSeed = None,
    as_json: options.Json = False,
) -> int:
    """Play everything that a plugin brings in random games, and say what is wrong with it.

    It finds games that do not end, cards that are lost, secrets that can be seen, texts that are
    missing in English or German, and more. Each finding is named with the seed and the shortest
    actions that show it.
    """
    screen: Screen = ctx.obj
    engine = start_engine(screen, but=name)
    return check_plugin(screen, engine, name, games=games, seed=seed, as_json=as_json)


@command()
def new(
    ctx: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="What the plugin is called, and what it brings, such as my-card.",
        ),
    ],
    kind: Annotated[
        str,
        typer.Option(
            "--kind",
            metavar="KIND",
            help="What it brings: effect (a special card, the default), table, bot or game.",
        ),
    ] = "effect",
    into: Annotated[
        str,
        typer.Option(
            "--into",
            metavar="FOLDER",
            help="The folder its own is made in; by default the one you are in.",
        ),
    ] = ".",
) -> None:
    """Write the package of a new plugin that can be installed, tested and played as it is.

    It has tests, and texts in English and German.
    """
    screen: Screen = ctx.obj
    new_plugin(screen, start_engine(screen), name, kind, into)


def list_plugins(screen: Screen, engine: Engine, as_json: bool = False) -> None:
    """Show every plugin that is installed, sorted by name, and why one is not loaded."""
    from ...core.hooks.engine import left_out

    for plugin in engine.plugins:
        if plugin.cause is not None and plugin.state != LEFT_OUT:
            screen.trace(left_out(plugin))
    if as_json:
        found: list[JSON] = [_for_programs(screen, plugin) for plugin in engine.plugins]
        found += [_held_back_for_programs(screen, folder) for folder in _held_back(engine)]
        # ASCII: nothing that a plugin says of itself reaches the terminal as it is.
        screen.line(json.dumps(found, indent=2))
        return
    rows = [
        (plugin.provider.name, _for_people(screen, plugin, _is_own(engine, plugin)))
        for plugin in engine.plugins
    ]
    rows += [(plain(folder.name), _not_run(screen, folder)) for folder in _held_back(engine)]
    if not rows:
        screen.say(msg("no-plugins", "No plugin is installed."))
        return
    rows.sort(key=lambda row: row[0])
    for line in columns(rows, screen.width):
        screen.line(plain(line))


def new_plugin(screen: Screen, engine: Engine, name: str, kind: str, into: str) -> None:
    """Write the package of a new plugin, and say how to go on; see `write_plugin` for errors."""
    from ...core.hooks.new import PREFIX, write_plugin

    if not Path(into).is_dir():
        raise BadValue(
            msg("no-folder", 'There is no folder "{folder}".', folder=excerpt(into, 200))
        )
    folder, files = write_plugin(engine, name, kind, Path(into))
    id = name.removeprefix(PREFIX)
    screen.say(msg("plugin-written", "Written into {folder}:", folder=str(folder)))
    for file in files:
        screen.line(plain(f"  {file}"))
    screen.say(msg("plugin-next", "It can be installed, tested and played at once:"))
    play = f"play --seat roger={id}" if kind == "bot" else f"play {id}"
    for line in (
        f"cd {shlex.quote(str(folder))}",
        'python -m pip install -e ".[test]"',
        "pytest",
        f"splitpick {play}",
    ):
        screen.line(plain(f"  {line}"))


def check_plugin(
    screen: Screen, engine: Engine, name: str, *, games: str | None, seed: str | None, as_json: bool
) -> int:
    """Check all that the plugin *name* brings, and say of each whether it is right.

    Returns 1 where something is wrong, or 0.  Raises `UnknownName`, `BadValue`, and `PluginError`
    where the plugin is not loaded.
    """
    from ...core.testing.failure import CheckFailed
    from ...core.testing.plugins import parts_of
    from ..lab.lineup import number_of_games
    from ..play.new_match import number_wish

    parts = parts_of(
        name,
        engine,
        games=None if games is None else number_of_games(games),
        seed=0 if seed is None else number_wish(seed),
    )
    results: list[JSON] = []
    failed = 0
    for part in parts:
        result: dict[str, JSON] = {"hook": part.hook, "id": part.id, "error": None}
        told = msg("plugin-part-right", "{what} {id}: fine", what=part.kind, id=part.id)
        try:
            doing = msg("plugin-checking", "{what} {id}", what=part.kind, id=part.id)
            with _busy(screen, doing):
                part.check()
        except CheckFailed as error:
            failed += 1
            result["error"] = {"code": error.code, "message": screen.words(error.message)}
            told = msg(
                "plugin-part-wrong",
                "{what} {id}: fault[{code}]: {message}",
                what=part.kind,
                id=part.id,
                code=error.code,
                message=error.message,
            )
        results.append(result)
        if not as_json:
            screen.say(told)
    if as_json:
        screen.line(json.dumps(results, indent=2))
    elif not parts:
        screen.say(msg("plugin-brings-nothing", "The plugin brings nothing."))
    elif failed:
        screen.say(
            nmsg(
                "plugin-parts-wrong",
                "{count} part of {all} has faults.",
                "{count} parts of {all} have faults.",
                failed,
                all=len(parts),
            )
        )
    return exits.FAILED if failed else exits.FINE


@contextmanager
def _busy(screen: Screen, doing: Message) -> Iterator[None]:
    """Show on the error output, where that is a terminal, what takes its time."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=True, no_color=not screen.wants_color, width=screen.width)
    with console.status(Text(screen.words(doing))):
        yield


def _is_own(engine: Engine, plugin: Plugin) -> bool:
    """Say whether *plugin* is the Python of one of the user's own folders."""
    provider = plugin.provider
    return not provider.distribution and any(
        folder.name == provider.name and folder.version == provider.version
        for folder in engine.own_folders
    )


def _held_back(engine: Engine) -> list[Folder]:
    """List the user's own folders whose Python does not run."""
    return [folder for folder in engine.own_folders if folder.why_not()]


def _not_run(screen: Screen, folder: Folder) -> str:
    told = [
        msg(
            "folder-stands",
            "{version} from the folder {folder}: {state}",
            version=folder.version or "?",
            folder=excerpt(folder.name),
            state=msg("plugin-is-not-allowed", "not allowed"),
        ),
        folder.why_not() or "",
    ]
    return "\n".join(map(screen.words, told))


def _held_back_for_programs(screen: Screen, folder: Folder) -> dict[str, JSON]:
    why_not = folder.why_not()
    assert why_not is not None
    return {
        "name": folder.name,
        "version": folder.version,
        "distribution": "",
        "folder": folder.name,
        "state": NOT_ALLOWED,
        "brings": {},
        "error": {"code": why_not.code, "message": screen.words(why_not)},
    }


def _for_people(screen: Screen, plugin: Plugin, is_own: bool) -> str:
    provider = plugin.provider
    stands = msg(
        "plugin-stands",
        "{version} of {distribution}: {state}",
        version=provider.version or "?",
        distribution=provider.distribution or "?",
        state=STATES[plugin.state],
    )
    if is_own:
        stands = msg(
            "folder-stands",
            "{version} from the folder {folder}: {state}",
            version=provider.version,
            folder=provider.name,
            state=STATES[plugin.state],
        )
    told = [stands]
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
