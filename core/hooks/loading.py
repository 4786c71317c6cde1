"""Loading of plugins one by one: each is registered whole, or nothing of it is used."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any

import pluggy

from ..errors import PluginError, unknown
from ..rules.characters import excerpt
from ..rules.plugin_errors import PLUGIN_EXCEPTIONS, described_at
from ..text import Message, msg
from . import API, PROJECT, specs
from .discovery import OWN, Candidate
from .hook_validation import HOOKS, OBSERVERS, PLUGIN_NAME, check_functions, validated
from .provider import CLASH, FAILED, LEFT_OUT, LOADED, REFUSED, Plugin, Provider

_STATES = {
    "plugin-unwanted": LEFT_OUT,
    "plugin-api": REFUSED,
    "plugin-api-unreadable": REFUSED,
    "plugin-clash": CLASH,
}
"""States that errors lead to, by code; all others lead to `FAILED`."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """A thing that a plugin provides."""

    provider: Provider
    ids: tuple[str, ...]
    thing: Any


class Loader:
    """Loader of plugins into a `pluggy.PluginManager`; the first plugin to use a name keeps it."""

    def __init__(self) -> None:
        self.manager = pluggy.PluginManager(PROJECT)
        self.manager.add_hookspecs(specs)
        self.plugins: list[Plugin] = []
        self.things: dict[str, list[Contribution]] = {name: [] for name in HOOKS}
        self.modules: dict[str, Provider] = {}
        """Plugins by the names of their modules and packages."""

    def load(self, candidate: Candidate, is_wanted: bool = True) -> Plugin:
        """Load a plugin if *is_wanted*, either all of it or nothing; return the outcome."""
        provider, began = candidate.provider, perf_counter()
        try:
            self._check_metadata(candidate, is_wanted)
            try:
                things = self._register(candidate)
            except BaseException:
                self.manager.unregister(name=provider.name)
                raise
        except PluginError as error:
            state = _STATES.get(error.code, FAILED)
            plugin = Plugin(provider, state, error.message, error.__cause__)
        else:
            brings = {}
            for hook, contributions in things.items():
                self.things[hook] += contributions
                if contributions:
                    brings[hook] = tuple(id for one in contributions for id in one.ids)
            for module in (candidate.module, candidate.module.partition(".")[0]):
                if module not in ("", PROJECT):
                    self.modules.setdefault(module, provider)
            plugin = Plugin(provider, LOADED, brings=brings, seconds=perf_counter() - began)
        self.plugins.append(plugin)
        return plugin

    def _check_metadata(self, candidate: Candidate, is_wanted: bool) -> None:
        """Raise `PluginError` for a plugin that can be refused without importing it."""
        provider = candidate.provider
        message: Message | None = None
        if not is_wanted:
            message = msg("plugin-unwanted", "--without or SPLITPICK_PLUGINS leaves it out.")
        elif not PLUGIN_NAME.fullmatch(provider.name):
            message = msg(
                "plugin-name",
                "The name of a plugin must consist of letters, digits, dots, dashes and"
                " underscores.",
            )
        elif candidate.api is None:
            message = msg(
                "plugin-api-unreadable",
                'The version of the plugin interface that it needs is written "v{api}", not'
                ' "{written}".',
                api=API,
                written=excerpt(candidate.api_written),
            )
        elif candidate.api > API:
            message = msg(
                "plugin-api",
                "It needs version {wanted} of the plugin interface, but this splitpick has version"
                " {api}.",
                wanted=candidate.api,
                api=API,
            )
        if message:
            raise PluginError(message)
        for other in (plugin.provider for plugin in self.plugins if plugin.state == LOADED):
            if other.name == provider.name:
                raise _clash(msg("thing-plugin", "plugin"), other.name, other, provider)

    def _register(self, candidate: Candidate) -> dict[str, list[Contribution]]:
        """Import and register a plugin; return the things it provides."""
        provider = candidate.provider
        try:
            plugin = candidate.load()
            check_functions(plugin, self.manager)
            self.manager.register(plugin, provider.name)
            things: dict[str, list[Contribution]] = {}
            for caller in self.manager.get_hookcallers(plugin) or []:
                if not caller.has_spec():
                    name = caller.name
                    message = msg("plugin-hook", 'There is no hook "{hook}".', hook=excerpt(name))
                    raise PluginError(unknown(message, name, list(HOOKS)).message)
                things[caller.name] = [
                    Contribution(provider, ids, thing)
                    for implementation in caller.get_hookimpls()
                    if implementation.plugin is plugin
                    for ids, thing in validated(caller.name, implementation.function())
                ]
        except PluginError:
            raise
        except (*PLUGIN_EXCEPTIONS, KeyboardInterrupt) as error:
            if provider.distribution == OWN and isinstance(error, KeyboardInterrupt):
                raise
            why = described_at(error)
            message = msg("plugin-fails", "It cannot be loaded: {error}", error=why)
            package = candidate.module.partition(".")[0]
            if isinstance(error, ModuleNotFoundError) and error.name == package:
                message = msg(
                    "plugin-code-gone",
                    "Its code is no longer where it was installed from. To forget it: splitpick"
                    " plugins uninstall {name}",
                    name=provider.name,
                )
            raise PluginError(message) from error
        if not things:
            message = msg("plugin-empty", "It has no function with the decorator hookimpl.")
            raise PluginError(message)
        for name in sorted({*things} - {OBSERVERS}):  # nobody asks for an observer by its id
            hook = HOOKS[name]
            owners = dict.fromkeys(hook.taken(), Provider(OWN))
            owners |= {id: other.provider for other in self.things[name] for id in other.ids}
            for id in (id for one in things[name] for id in one.ids):
                if id in owners:
                    raise _clash(hook.what, id, owners[id], provider)
                owners[id] = provider
        return things


def _clash(what: Message, id: str, one: Provider, other: Provider) -> PluginError:
    message = msg(
        "plugin-clash",
        'Both {one} and {other} provide: {what} "{id}".',
        one=one.label,
        other=other.label,
        what=what,
        id=id,
    )
    return PluginError(message)
