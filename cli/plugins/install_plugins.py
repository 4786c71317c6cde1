"""``splitpick plugins install``, ``uninstall`` and ``upgrade``."""

import shlex
from collections.abc import Sequence
from typing import Annotated

import typer
from typer import Argument

from ...core.errors import BadValue
from ...core.hooks.discovery import OWN
from ...core.hooks.engine import Engine, unknown_plugin
from ...core.hooks.provider import LOADED, Provider
from ...core.rules.characters import excerpt
from ...core.text import msg, sentences
from ..exits import FAILED, FINE
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from .environment import (
    carried_out,
    install_command,
    requirement,
    uninstall_command,
    upgrade_command,
)

_sentence = sentences(
    msg("plugin-installed", "Installed: {plugin}"),
    msg("plugin-gone", "Uninstalled: {plugin}"),
    msg("nothing-installed",
        "No plugin came with it that was not there before: splitpick plugins list"),
    msg("install-fails", "The installer reports a failure. It was called by: {command}"),
    msg("plugin-own",
        'The plugin "{name}" comes with splitpick. Leave it out with --without {name}.'),
    msg("plugin-loose",
        'The plugin "{name}" belongs to no package that could be uninstalled or upgraded.'),
    msg("no-plugins-of-others", "No plugin of others is installed."),
)  # fmt: skip


@command("splitpick plugins install my-card", "splitpick plugins install ./splitpick-my-card")
def install(
    ctx: typer.Context,
    names: Annotated[
        list[str],
        Argument(
            metavar="NAME",
            help="A plugin, with or without splitpick- before it, or the path or address of one.",
        ),
    ],
) -> int:
    """Install plugins from the package index, where splitpick itself is installed.

    A plugin can do whatever you can do, so install only plugins you trust.
    """
    screen, engine = begin(ctx, quiet=True)
    if not _done(screen, install_command([requirement(name) for name in names])):
        return FAILED
    before = {plugin.provider for plugin in engine.plugins}
    after = Engine(without=screen.without).plugins
    new = [plugin for plugin in after if plugin.provider not in before]
    for plugin in new:
        if plugin.state == LOADED:
            screen.say(_sentence("plugin-installed", plugin=plugin.provider.label))
        else:
            screen.fault(plugin.fault())
    if not new:
        screen.say(_sentence("nothing-installed"))
    return FINE if all(plugin.state == LOADED for plugin in new) else FAILED


@command()
def uninstall(
    ctx: typer.Context,
    names: Annotated[
        list[str],
        Argument(metavar="NAME", help='A plugin, as "splitpick plugins list" shows it.'),
    ],
) -> int:
    """Uninstall plugins, with the packages they are in."""
    screen, engine = begin(ctx, quiet=True)
    packages = _packages(engine, names)
    if not _done(screen, uninstall_command(packages)):
        return FAILED
    screen.say(*(_sentence("plugin-gone", plugin=package) for package in packages))
    return FINE


@command()
def upgrade(
    ctx: typer.Context,
    names: Annotated[
        list[str] | None,
        Argument(metavar="NAME", help="A plugin; without one, all that are not splitpick's own."),
    ] = None,
) -> int:
    """Upgrade plugins to their newest versions."""
    screen, engine = begin(ctx, quiet=True)
    others = [one.provider.name for one in engine.plugins if _package(one.provider)]
    if not (names := names or others):
        screen.say(_sentence("no-plugins-of-others"))
        return FINE
    packages = _packages(engine, names)
    if not _done(screen, upgrade_command(packages)):
        return FAILED
    upgraded = [one for one in Engine(without=screen.without).plugins if one.provider.name in names]
    screen.say(*(_sentence("plugin-installed", plugin=one.provider.label) for one in upgraded))
    return FINE


def _package(provider: Provider) -> str:
    """Return the package that *provider* was installed with; empty for ours, and for a file."""
    return "" if provider.distribution == OWN else provider.distribution


def _packages(engine: Engine, names: Sequence[str]) -> list[str]:
    """Return the packages of plugins, called by their own *names* or by those of the packages."""
    providers = [plugin.provider for plugin in engine.plugins]
    known = {one.distribution: one for one in providers} | {one.name: one for one in providers}
    for name in names:
        if name not in known:
            raise unknown_plugin(excerpt(name), [one.name for one in providers])
        if not _package(known[name]):
            is_own = known[name].distribution == OWN
            raise BadValue(_sentence("plugin-own" if is_own else "plugin-loose", name=name))
    return list(dict.fromkeys(_package(known[name]) for name in names))


def _done(screen: Screen, words: Sequence[str]) -> bool:
    """Run an installer, and report its failure; return true if it succeeds."""
    if carried_out(words):
        return True
    screen.error(_sentence("install-fails", command=shlex.join(words)))
    return False
