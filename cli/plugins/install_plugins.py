"""``splitpick plugins install``, ``uninstall`` and ``upgrade``."""

import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import entry_points, version
from typing import Annotated

import typer
from typer import Argument

from ...core.errors import BadValue, unknown
from ...core.hooks.discovery import GROUP, OWN
from ...core.hooks.engine import Engine, unknown_plugin
from ...core.hooks.provider import LOADED, PREFIX, Plugin, Provider
from ...core.rules.characters import excerpt
from ...core.text import msg, sentences
from ..exits import FAILED, FINE
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from .environment import BARE, carried_out, install_command, requirement, uninstall_command
from .package_index import IndexUnreachable, PackageIndex, index_addresses, order, required

_sentence = sentences(
    msg("plugin-installed", "Installed: {plugin}"),
    msg("plugin-upgraded", "Upgraded: {plugin}, from {before}"),
    msg("plugin-stays", "Not upgraded: {plugin}"),
    msg("plugin-newer", "The index has {package} {version}, which the installer did not choose."),
    msg("plugin-newer-needs",
        "The index has {package} {version}, which needs splitpick {needed}; you have {here}."),
    msg("plugin-put-back", "The new version cannot replace {before}, which is put back."),
    msg("plugin-gone", "Uninstalled: {plugin}"),
    msg("no-such-package", 'The package index has no plugin "{name}".'),
    msg("nothing-installed",
        "No new plugin came with it: splitpick plugins list"),
    msg("install-fails", "The installer reports a failure. It was called by: {command}"),
    msg("plugin-own",
        'The plugin "{name}" comes with splitpick. Leave it out with --without {name}.'),
    msg("plugin-loose",
        'The plugin "{name}" belongs to no package that could be uninstalled or upgraded.'),
    msg("no-plugins-of-others", "No plugins by others are installed."),
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
        _tell_unknown(screen, names)
        return FAILED
    before = {plugin.provider for plugin in engine.plugins}
    new = [plugin for plugin in _anew(screen) if plugin.provider not in before]
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
        list[str], Argument(metavar="NAME", help='A plugin, as "splitpick plugins list" shows it.')
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
    """Upgrade plugins to the newest versions that fit; one that cannot be loaded is put back."""
    screen, engine = begin(ctx, quiet=True)
    others = [one.provider.name for one in engine.plugins if _package(one.provider)]
    if not (names := names or others):
        screen.say(_sentence("no-plugins-of-others"))
        return FINE
    packages = _packages(engine, names)
    if not _done(screen, install_command(packages, upgrades=True)):
        return FAILED
    before = {one.provider.name: one for one in engine.plugins}
    after = [one for one in _anew(screen) if _package(one.provider) in packages]
    failed = False
    for one in after:
        old = before.get(one.provider.name)
        if old is None or old.provider == one.provider:
            screen.say(_sentence("plugin-stays", plugin=one.provider.label))
        elif one.state == LOADED or old.state != LOADED:
            facts = {"plugin": one.provider.label, "before": old.provider.version}
            screen.say(_sentence("plugin-upgraded", **facts))
        else:
            failed = True
            screen.fault(one.fault())
            pinned = f"{old.provider.distribution}=={old.provider.version}"
            if _done(screen, install_command([pinned], upgrades=True)):
                screen.say(_sentence("plugin-put-back", before=old.provider.label))
    _tell_newer(screen, {_package(one.provider): one.provider.version for one in after})
    return FAILED if failed else FINE


def _anew(screen: Screen) -> list[Plugin]:
    """Return the plugins as the next command will find them, without code imported earlier."""
    points = [point for point in entry_points(group=GROUP) if point.dist and point.dist.name != OWN]
    packages = {point.module.partition(".")[0] for point in points}
    for module in [name for name in sys.modules if name.partition(".")[0] in packages]:
        del sys.modules[module]
    return Engine(without=screen.without).plugins


def _tell_newer(screen: Screen, versions: dict[str, str]) -> None:
    """Say which packages have newer versions in the index than *versions*, and why not taken."""
    index = PackageIndex(index_addresses())
    with suppress(IndexUnreachable):  # the installer has said so
        pages = index.packages()
        for package, have in versions.items():
            newest, metadata = index.newest(package, pages.get(package, ()))
            if newest and order(newest) > order(have):
                facts = {"package": package, "version": excerpt(newest)}
                if needed := excerpt(required(metadata.get_all("Requires-Dist", []))):
                    facts |= {"needed": needed, "here": version(OWN)}
                why = "plugin-newer-needs" if needed else "plugin-newer"
                screen.note(_sentence(why, **facts))


def _tell_unknown(screen: Screen, names: Sequence[str]) -> None:
    """Say which of *names* the index lacks, and what was likely meant."""
    try:
        known = [name.removeprefix(PREFIX) for name in PackageIndex(index_addresses()).packages()]
    except IndexUnreachable:
        return
    for name in names:
        bare = BARE.fullmatch(requirement(name))
        asked = bare[1].lower().removeprefix(PREFIX) if bare else ""
        if asked and asked not in known:
            message = _sentence("no-such-package", name=asked)
            screen.error(unknown(message, asked, known).message if known else message)


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
