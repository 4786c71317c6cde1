"""``splitpick plugins list``: the plugins that are installed, and what has become of each."""

from __future__ import annotations

import typer

from ...core.game import JSON
from ...core.hooks.engine import Engine
from ...core.hooks.hook_validation import HOOKS
from ...core.hooks.provider import CLASH, FAILED, LEFT_OUT, LOADED, REFUSED, Plugin
from ...core.hooks.user_rulesets import Folder
from ...core.rules.characters import excerpt
from ...core.text import Both, Message, msg
from .. import options
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..wrapping import columns


@command()
def list_plugins(ctx: typer.Context, as_json: options.Json = False) -> None:
    """List the plugins that are installed, what each brings, and why one is not loaded."""
    screen, engine = begin(ctx, quiet=True)
    for plugin in engine.plugins:
        if plugin.cause is not None and plugin.state != LEFT_OUT:
            screen.trace(plugin.fault())
    held_back = [folder for folder in engine.own_folders if folder.why_not()]
    if as_json:
        found: list[JSON] = [_for_programs(screen, plugin) for plugin in engine.plugins]
        screen.json(found + [_held_back_for_programs(screen, folder) for folder in held_back])
        return
    rows = [(plugin.provider.name, _told(engine, plugin)) for plugin in engine.plugins]
    rows += [(folder.name, _held_back(folder)) for folder in held_back]
    if not rows:
        screen.say(msg("no-plugins", "No plugin is installed."))
        return
    rows.sort(key=lambda row: row[0])
    said = [(screen.words(name), "\n".join(map(screen.words, told))) for name, told in rows]
    screen.lines(columns(said, screen.width))


def _told(engine: Engine, plugin: Plugin) -> list[Message]:
    """Say for people what has become of *plugin*, and what it brings."""
    states = {
        LOADED: msg("plugin-is-loaded", "loaded"),
        FAILED: msg("plugin-is-failed", "failed"),
        CLASH: msg("plugin-is-clash", "clashes with another"),
        REFUSED: msg("plugin-is-refused", "refused"),
        LEFT_OUT: msg("plugin-is-left-out", "left out"),
    }
    provider, state = plugin.provider, states[plugin.state]
    is_own = not provider.distribution and any(
        (folder.name, folder.version) == (provider.name, provider.version)
        for folder in engine.own_folders
    )
    if is_own:
        told = [_from_folder(provider.version, provider.name, state)]
    else:
        told = [
            msg(
                "plugin-stands",
                "{version} of {distribution}: {state}",
                version=provider.version or "?",
                distribution=provider.distribution or "?",
                state=state,
            )
        ]
    if plugin.error is not None and plugin.state != LEFT_OUT:
        told.append(plugin.error)
    for hook, ids in plugin.brings.items():
        items = Both(ids, commas=True)
        told.append(msg("plugin-brings", "{what}: {ids}", what=HOOKS[hook].what, ids=items))
    return told


def _held_back(folder: Folder) -> list[Message]:
    """Say for people that the Python of *folder* does not run, and why."""
    why_not = folder.why_not()
    assert why_not is not None
    state = msg("plugin-is-not-allowed", "not allowed")
    return [_from_folder(folder.version or "?", excerpt(folder.name), state), why_not]


def _from_folder(version: str, folder: str, state: Message) -> Message:
    return msg(
        "folder-stands",
        "{version} from the folder {folder}: {state}",
        version=version,
        folder=folder,
        state=state,
    )


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


def _held_back_for_programs(screen: Screen, folder: Folder) -> dict[str, JSON]:
    why_not = folder.why_not()
    assert why_not is not None
    return {
        "name": folder.name,
        "version": folder.version,
        "distribution": "",
        "folder": folder.name,
        "state": "not-allowed",
        "brings": {},
        "error": {"code": why_not.code, "message": screen.words(why_not)},
    }
