"""Loading plugins one by one: each is taken in whole, or nothing of it stays."""

from __future__ import annotations

import contextlib
import inspect
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any

import pluggy

from ..errors import PluginError, did_you_mean
from ..rules import plugin_errors
from ..rules.characters import excerpt
from ..rules.kinds import GameKind, TableKind
from ..text import Message, msg
from . import API, PROJECT, specs
from .brought import A_NAME, HOOKS, Hook
from .found import Candidate
from .provider import CLASH, FAILED, LEFT_OUT, LOADED, REFUSED, Plugin, Provider
from .watch import Ended, Limit, TimeUp

LONGEST = 60.0
"""How many seconds a plugin may take to be imported and to say what it brings."""

MOST_BROUGHT = 1000
"""How many things a plugin may bring through one hook."""

UNWANTED = msg("plugin-unwanted", "--without or SPLITPICK_PLUGINS leaves it out.")

Trace = Callable[[Message], None]
"""Told of every step of loading, for those who write plugins."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A thing that a plugin has brought."""

    provider: Provider
    ids: tuple[str, ...]
    thing: Any


Things = dict[str, list[Brought]]
"""What was brought, by hook."""


class _LeftOut(Exception):
    """A plugin is not taken in."""

    def __init__(self, state: str, why: Message, cause: BaseException | None = None) -> None:
        super().__init__(why.code)
        self.state = state
        self.why = why
        self.cause = cause


@dataclass
class Loading:
    """Takes plugins into *manager*, one after the other; who comes first keeps a name.

    *wanted* says which plugins are loaded at all, *trace* is told of every step.
    """

    manager: pluggy.PluginManager
    wanted: Callable[[Candidate], bool] = lambda candidate: True
    trace: Trace | None = None
    plugins: list[Plugin] = field(default_factory=list)
    """What has become of each plugin, in the order they were loaded."""
    things: Things = field(default_factory=dict)
    """What was brought by those that are in."""
    modules: dict[str, Provider] = field(default_factory=dict)
    """Whose code is in which module, and below it."""
    _owners: dict[tuple[str, str], Provider] = field(default_factory=dict)
    _names: dict[str, Provider] = field(default_factory=dict)

    def take(self, candidate: Candidate) -> Plugin:
        """Take a plugin in, or leave no trace of it; say which and why."""
        provider = candidate.provider
        before = set(sys.modules)
        began = time.perf_counter()
        try:
            things = self._load(candidate)
        except _LeftOut as out:
            _forget(candidate.module, before)
            plugin = Plugin(provider, out.state, out.why, out.cause)
        else:
            brings = {
                hook: tuple(id for thing in brought for id in thing.ids)
                for hook, brought in things.items()
                if brought
            }
            plugin = Plugin(provider, LOADED, brings=brings)
        self.plugins.append(plugin)
        self._tell(plugin, (time.perf_counter() - began) * 1000)
        return plugin

    def _tell(self, plugin: Plugin, milliseconds: float) -> None:
        if self.trace is None:
            return
        name = plugin.provider.told
        if plugin.error is not None:
            self.trace(
                msg("trace-left-out", "{plugin}: not loaded. {why}", plugin=name, why=plugin.error)
            )
            return
        self.trace(
            msg(
                "trace-loaded",
                "{plugin}: loaded in {milliseconds} ms.",
                plugin=name,
                milliseconds=f"{milliseconds:.1f}",
            )
        )
        for hook, ids in plugin.brings.items():
            self.trace(
                msg(
                    "trace-brings",
                    "{plugin}: {hook} brings {ids}.",
                    plugin=name,
                    hook=hook,
                    ids=", ".join(ids),
                )
            )

    # One plugin.

    def _load(self, candidate: Candidate) -> Things:
        if not self.wanted(candidate):
            raise _LeftOut(LEFT_OUT, UNWANTED)
        self._check_head(candidate)
        try:
            with Limit(LONGEST) as limit:
                plugin = candidate.load()
                things = self._asked(plugin, candidate.provider)
                self._check_clashes(candidate.provider, things)
                modules = _modules_of(plugin, candidate, things)
                # The last time that its code runs here: what it is asked for may raise anything.
                self._register(plugin, candidate.provider.name)
        except (_LeftOut, KeyboardInterrupt, Ended):
            raise
        except TimeUp as error:
            if error.limit is not limit:
                raise
            self._unregister(candidate.provider.name)
            raise _LeftOut(FAILED, _too_slow(), error) from None
        except BaseException as error:  # a SystemExit too: whoever imports must not end us
            self._unregister(candidate.provider.name)
            why = msg("plugin-fails", "It cannot be loaded: {error}", error=described(error))
            raise _LeftOut(FAILED, why, error) from None
        self._let_in(candidate.provider, things, modules)
        return things

    def _check_head(self, candidate: Candidate) -> None:
        """Look at what the metadata says of the plugin."""
        name = candidate.provider.name
        if not A_NAME.fullmatch(name):
            message = msg(
                "plugin-name",
                "The name of a plugin has letters, digits, dots, dashes and underscores alone.",
            )
            raise _LeftOut(FAILED, message)
        if candidate.api is None or candidate.api > API:
            message = msg(
                "plugin-api",
                "It was written for version {wanted} of the plugin interface, but this splitpick"
                " has version {api}.",
                wanted="?" if candidate.api is None else candidate.api,
                api=API,
            )
            raise _LeftOut(REFUSED, message)
        if name in self._names:
            why = self._clash(msg("thing-plugin", "plugin"), name, self._names[name], candidate)
            raise _LeftOut(CLASH, why)

    def _clash(self, what: Message, id: str, one: Provider, other: Candidate | Provider) -> Message:
        other = other.provider if isinstance(other, Candidate) else other
        return msg(
            "plugin-clash",
            'Both {one} and {other} bring: {what} "{id}".',
            one=one.told,
            other=other.told,
            what=what,
            id=id,
        )

    def _asked(self, plugin: object, provider: Provider) -> Things:
        """Ask a plugin for all that it brings, and look at each thing."""
        scratch = pluggy.PluginManager(PROJECT)
        scratch.add_hookspecs(specs)
        try:
            # Tried on a manager that is thrown away: ours never sees a plugin that makes no sense.
            scratch.register(plugin, provider.name)
        except pluggy.PluginValidationError as error:
            raise _LeftOut(FAILED, _wrong_signature(plugin, error), error) from None
        things: Things = {}
        for name, caller in sorted(vars(scratch.hook).items()):
            for implementation in caller.get_hookimpls():
                if name not in HOOKS:
                    raise _LeftOut(FAILED, _unknown_hook(name))
                if implementation.hookwrapper or implementation.wrapper:
                    message = msg(
                        "plugin-wraps", "{hook} cannot be wrapped around others.", hook=name
                    )
                    raise _LeftOut(FAILED, message)
                found = _looked_at(name, implementation.function(), provider)
                things.setdefault(name, []).extend(found)
        if not things:
            message = msg(
                "plugin-empty",
                "It has no function that is marked with hookimpl, so it does nothing.",
            )
            raise _LeftOut(FAILED, message)
        return things

    def _check_clashes(self, provider: Provider, things: Things) -> None:
        known = dict(self._owners)
        for name, brought in things.items():
            hook = HOOKS[name]
            for id in hook.taken():
                known.setdefault((name, id), _ourselves())
            for id in (id for thing in brought for id in thing.ids):
                owner = known.setdefault((name, id), provider)
                if owner is not provider:
                    raise _LeftOut(CLASH, self._clash(hook.what, id, owner, provider))
                if _count(brought, id) > 1:
                    why = msg(
                        "plugin-clash", 'It brings twice: {what} "{id}".', what=hook.what, id=id
                    )
                    raise _LeftOut(CLASH, why)

    def _register(self, plugin: object, name: str) -> None:
        if any(plugin is other for _, other in self.manager.list_name_plugin()):
            why = msg("plugin-twice", "It is the same as another plugin.")
            raise _LeftOut(CLASH, why)
        try:
            self.manager.register(plugin, name)
        except BaseException:
            self._unregister(name)
            raise

    def _unregister(self, name: str) -> None:
        if self.manager.has_plugin(name):
            self.manager.unregister(name=name)

    def _let_in(self, provider: Provider, things: Things, modules: Iterable[str]) -> None:
        self._names[provider.name] = provider
        for module in modules:
            self.modules.setdefault(module, provider)
            package = module.partition(".")[0]
            if package != PROJECT:
                self.modules.setdefault(package, provider)
        for name, brought in things.items():
            self.things.setdefault(name, []).extend(brought)
            for thing in brought:
                for id in thing.ids:
                    self._owners[name, id] = provider


def _modules_of(plugin: object, candidate: Candidate, things: Things) -> list[str]:
    """List the modules that the code of a plugin is in: its own, and those of what it brings.

    A folder or a catalog is no code of anybody's: its class is that of a path.
    """
    found: list[object] = [candidate.module or getattr(plugin, "__name__", "")]
    for thing in (brought.thing for each in things.values() for brought in each):
        if isinstance(thing, GameKind | TableKind):
            thing = type(thing)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            found.append(thing.__module__)
    return [
        name
        for name in found
        if type(name) is str and name and name.partition(".")[0] not in sys.stdlib_module_names
    ]


def described(error: BaseException) -> str:
    """Name the class of *error* and quote what it says, on a line that may be shown."""
    if isinstance(error, SyntaxError):
        with contextlib.suppress(Exception):  # even that may be the plugin's code
            return f"{excerpt(type(error).__name__)}: {excerpt(_with_place(error), 200)}"
    return plugin_errors.described(error)


def _with_place(error: SyntaxError) -> str:
    """Say what *error* says with the path of its file below the folder it is imported from.

    Python names the file alone, and every package has an ``__init__.py``.
    """
    if not error.filename or error.lineno is None:
        return str(error)
    file = PurePath(error.filename)
    above = [folder for folder in sys.path if folder and file.is_relative_to(folder)]
    below = file.relative_to(max(above, key=len)) if above else PurePath(*file.parts[-2:])
    return f"{error.msg} ({below.as_posix()}, line {error.lineno})"


def _ourselves() -> Provider:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return Provider(PROJECT, version(PROJECT), PROJECT)
    except PackageNotFoundError:
        return Provider(PROJECT)


def _count(brought: Iterable[Brought], id: str) -> int:
    return sum(thing.ids.count(id) for thing in brought)


def _too_slow() -> Message:
    return msg("plugin-slow", "It is not loaded after {seconds} seconds.", seconds=int(LONGEST))


def _unknown_hook(name: str) -> Message:
    likely = did_you_mean(name, HOOKS)
    if likely:
        return msg(
            "plugin-hook",
            'There is no hook "{hook}". Did you mean "{likely}"?',
            hook=excerpt(name),
            likely=likely,
        )
    return msg(
        "plugin-hook",
        'There is no hook "{hook}". Available: {known}.',
        hook=excerpt(name),
        known=", ".join(HOOKS),
    )


def _wrong_signature(plugin: object, error: pluggy.PluginValidationError) -> Message:
    """Say which function takes something, since no hook does."""
    for name, function in _marked(plugin).items():
        with contextlib.suppress(TypeError, ValueError):
            taken = list(inspect.signature(function).parameters)
            if taken:
                return msg(
                    "plugin-signature",
                    "{hook} takes nothing, but the function of the plugin takes {taken}.",
                    hook=name,
                    taken=excerpt(", ".join(taken), 100),
                )
    return msg("plugin-fails", "It cannot be loaded: {error}", error=described(error))


def _marked(plugin: object) -> Mapping[str, Callable[..., object]]:
    """Return the functions of *plugin* that are marked for a hook there is, by the hook's name."""
    found = {}
    reader = pluggy.PluginManager(PROJECT)
    for name in dir(plugin):
        options = reader.parse_hookimpl_opts(plugin, name)
        if options is not None and (options.get("specname") or name) in HOOKS:
            found[options.get("specname") or name] = getattr(plugin, name)
    return found


def _looked_at(name: str, result: object, provider: Provider) -> list[Brought]:
    """Check what a hook has returned."""
    hook = HOOKS[name]
    if not isinstance(result, list | tuple):
        raise _LeftOut(FAILED, _wrong_type(name, hook, result))
    if len(result) > MOST_BROUGHT:
        message = msg(
            "plugin-too-much",
            "{hook} brings more than {most} things.",
            hook=name,
            most=MOST_BROUGHT,
        )
        raise _LeftOut(FAILED, message)
    found = [Brought(provider, _ids(name, hook, thing), thing) for thing in result]
    return _numbered(found) if name == "splitpick_observers" else found


def _numbered(found: Iterable[Brought]) -> list[Brought]:
    """Tell things of one name apart that nobody has named, such as two functions without one."""
    told: dict[str, list[object]] = {}
    numbered = []
    for brought in found:
        (id,) = brought.ids
        others = told.setdefault(id, [])
        if others and not any(brought.thing is other for other in others):
            brought = replace(brought, ids=(f"{id}-{len(others) + 1}",))
        others.append(brought.thing)
        numbered.append(brought)
    return numbered


def _ids(name: str, hook: Hook, thing: object) -> tuple[str, ...]:
    try:
        ids = hook.ids(thing)
    except PluginError as error:
        raise _LeftOut(FAILED, error.message) from None
    if ids is None:
        raise _LeftOut(FAILED, _wrong_type(name, hook, [thing]))
    return ids


def _wrong_type(name: str, hook: Hook, result: object) -> Message:
    got = f"[{_named(result[0])}]" if isinstance(result, list) and result else _named(result)
    return msg(
        "plugin-returns",
        "{hook} has to return {wanted}, not {got}.",
        hook=name,
        wanted=hook.returns,
        got=got,
    )


def _named(thing: object) -> str:
    """Name what *thing* is, as Python writes it."""
    if thing is None:
        return "None"
    if inspect.isclass(thing):
        return f"class {excerpt(thing.__qualname__)}"
    return excerpt(type(thing).__qualname__)


def _forget(module: str, before: set[str]) -> None:
    """Take what was imported of *module* out again, so that nobody meets half of it.

    With all that is new of its package, but not of ours, in which plugins of ours are side by side.
    """
    if not module:
        return
    package = module.partition(".")[0]
    whole = module if package == PROJECT else package
    for name in set(sys.modules) - before:
        if name == whole or name.startswith(f"{whole}."):
            del sys.modules[name]
            package, _, own = name.rpartition(".")
            above = sys.modules.get(package)
            if above is not None and own in vars(above):
                delattr(above, own)
