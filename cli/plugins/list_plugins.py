"""``splitpick plugins list``: the plugins that are installed, and the state of each."""

from collections.abc import Mapping
from dataclasses import asdict

import typer

from ...core.game import JSON
from ...core.hooks.discovery import GROUP, OWN
from ...core.hooks.hook_validation import HOOKS
from ...core.hooks.provider import FAILED, Plugin, Provider
from ...core.hooks.user_rulesets import NEW
from ...core.text import Both, Message, msg
from .. import options
from ..localized_typer import command
from ..screen import Screen
from ..start import begin, error_as_json
from ..wrapping import columns
from .environment import minimum_of, verified_by, without_entry_point


@command()
def list_plugins(ctx: typer.Context, as_json: options.Json = False) -> None:
    """List the installed plugins, with what each provides or why it is not loaded."""
    screen, engine = begin(ctx, quiet=True)
    for plugin in engine.plugins:
        if plugin.cause is not None:
            screen.trace(plugin.fault())
    plugins = [*engine.plugins]
    for folder in engine.own_folders:
        if why_not := folder.why_not():
            plugins.append(Plugin(Provider(folder.name, folder.version), NEW, why_not))
    for name, version in without_entry_point().items():
        message = msg(
            "plugin-without-entry",
            'It has no entry point in the group "{group}", by which splitpick would find it.',
            group=GROUP,
        )
        plugins.append(Plugin(Provider(name, version, name), FAILED, message))
    if as_json:
        screen.json([_as_json(screen, plugin) for plugin in plugins])
    elif plugins:
        idle, rows = engine.idle_effects(), []
        for plugin in sorted(plugins, key=lambda plugin: plugin.provider.name):
            told = "\n".join(map(screen.words, _sentence(plugin, idle)))
            rows.append((screen.words(plugin.provider.name), told))
        screen.say(*columns(rows, screen.width))
    else:
        screen.say(msg("no-plugins", "No plugin is installed."))


def _sentence(plugin: Plugin, idle: Mapping[str, Message]) -> list[Message]:
    """Describe the state of *plugin*, what it provides, and why effects of it are *idle*."""
    of, loaded = plugin.provider, plugin.error is None
    state = msg("plugin-is-loaded", "loaded") if loaded else msg("plugin-is-failed", "not loaded")
    stands = {"version": of.version or "?", "distribution": of.distribution or of.name}
    texts = [msg("plugin-stands", "{version} of {distribution}: {state}", state=state, **stands)]
    texts += [plugin.error] if plugin.error else []
    needed = _needed(of)
    if any(needed.values()):
        words = {key: value or "?" for key, value in needed.items()}
        texts.append(msg("plugin-needs", "for splitpick {minimum}, tried with {verified}", **words))
    for hook, ids in plugin.brings.items():
        items = Both(ids, commas=True)
        texts.append(msg("plugin-brings", "{what}: {ids}", what=HOOKS[hook].what, ids=items))
    effects = plugin.brings.get("splitpick_effects", ())
    return texts + [idle[id] for id in effects if id in idle]


def _needed(provider: Provider) -> dict[str, str]:
    """Return the splitpick that a plugin of others requires, and the newest it was tried with."""
    if provider.distribution in ("", OWN):
        return {"minimum": "", "verified": ""}
    minimum = minimum_of(provider.distribution)
    return {"minimum": minimum, "verified": verified_by(provider.name)}


def _as_json(screen: Screen, plugin: Plugin) -> dict[str, JSON]:
    return {
        **asdict(plugin.provider),
        **({"folder": plugin.provider.name} if plugin.state == NEW else {}),
        "state": plugin.state,
        **_needed(plugin.provider),
        "brings": {hook: list(ids) for hook, ids in plugin.brings.items()},
        "error": error_as_json(screen, plugin.error) if plugin.error else None,
    }
