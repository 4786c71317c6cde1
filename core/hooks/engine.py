"""The engine: the plugins that are installed, and the games that can be loaded with them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

import pluggy

from ..errors import PluginError, RulesetError, SplitpickError, unknown
from ..game import Game
from ..rules.plugin_errors import Nonsense
from ..rules.resolver import File, Resolver, identity, own_name, rulesets_in
from ..text import DOMAIN, CatalogError, Language, Message, Text, msg
from . import PROJECT, specs
from .found import GROUP, VARIABLE, Candidate, allowed, given, installed
from .loading import Brought, Loading, Trace, described
from .own import (
    RUNS,
    Folder,
    explained,
    own_folders,
    own_module,
    own_rulesets,
    passed_over,
    renaming,
)
from .provider import LEFT_OUT, LOADED, Plugin, Provider
from .watch import Ended, TimeUp

if TYPE_CHECKING:
    from ..players import Bot
    from ..rules.kinds import GameKind, RulesShape
    from ..rules.load import Ruleset, RulesetFile
    from ..tables.crews import Effect
    from .observers import Observer

__all__ = ["GROUP", "Engine", "Provider", "load_game"]


class Engine:
    """One set of plugins and what they bring; nothing of it is global.

    *plugins* are modules or objects with hook functions; one that cannot be loaded raises
    `PluginError`.  Without them the installed ones are loaded, our own first and then by name, and
    then what runs of the user's own folders; one that cannot be is left out, and `plugins` says
    why.  Those named in *without* are left out as well, which raises `UnknownName` where there is
    none of a name.  *trace* is told of every step.
    """

    def __init__(
        self,
        plugins: Mapping[str, object] | None = None,
        *,
        without: Collection[str] = (),
        trace: Trace | None = None,
    ) -> None:
        self.own_folders = own_folders() if plugins is None else []
        """The user's own folders of rule sets; none where the plugins are given."""
        self._uses_own = plugins is None
        if plugins is None:
            found = [*installed(), *_own(self.own_folders)]
        else:
            found = list(given(plugins.items()))
        self.notes: list[Message] = []
        """What is good to know about how plugins were chosen."""
        self.manager = pluggy.PluginManager(PROJECT)
        self.manager.add_hookspecs(specs)
        loading = Loading(self.manager, self._wanted(found, without, plugins is None), trace)
        for candidate in found:
            plugin = loading.take(candidate)
            if plugins is not None and plugin.error is not None and plugin.state != LEFT_OUT:
                raise left_out(plugin)
        self.plugins = sorted(loading.plugins, key=lambda plugin: plugin.provider.name)
        """Every plugin that was found, and what has become of it, sorted by name."""
        self.providers = {
            plugin.provider.name: plugin.provider
            for plugin in self.plugins
            if plugin.state == LOADED
        }
        """The plugins that are loaded by name, with their versions."""
        self._things = loading.things
        self._modules = loading.modules

    def _wanted(
        self, found: Iterable[Candidate], without: Collection[str], heeds_variable: bool
    ) -> Callable[[Candidate], bool]:
        """Return what says whether a plugin is to be loaded."""
        names = sorted({candidate.provider.name for candidate in found})
        for name in without:
            if name not in names:
                raise unknown(
                    msg("unknown-plugin", 'There is no plugin "{name}".', name=name), name, names
                )
        only = allowed() if heeds_variable else None
        for name in sorted(only or ()):
            if name not in names:
                self.notes.append(
                    msg(
                        "unknown-plugin",
                        '{variable} names the plugin "{name}", which is not installed.',
                        variable=VARIABLE,
                        name=name,
                    )
                )

        def wanted(candidate: Candidate) -> bool:
            name = candidate.provider.name
            return name not in without and (candidate.is_own or only is None or name in only)

        return wanted

    def brought(self, hook: str) -> list[Brought]:
        """List what all plugins bring for *hook*, in the order of their names."""
        return sorted(self._things.get(hook, ()), key=lambda brought: brought.provider.name)

    def _by_id(self, hook: str) -> dict[str, Any]:
        return {brought.ids[0]: brought.thing for brought in self.brought(hook)}

    def provider(self, hook: str, id: str) -> Provider | None:
        """Return the plugin that has brought the thing *id* for *hook*; ``None`` if none has."""
        return next((brought.provider for brought in self.brought(hook) if id in brought.ids), None)

    def why_not(self, name: str) -> Message | None:
        """Say why the plugin *name* is not loaded; ``None`` where it is, or where there is none."""
        for plugin in self.plugins:
            if plugin.provider.name == name:
                return plugin.error
        for folder in self.own_folders:
            if folder.name == name:
                return folder.why_not()
        return None

    def blame(self, error: BaseException) -> Provider | None:
        """Find the plugin in whose code *error* was raised, or in what that has called."""
        frames = [frame for frame, _ in walk_tb(error.__traceback__)]
        for frame in reversed(frames):
            provider = self._owner_of(str(frame.f_globals.get("__name__", "")))
            if provider is not None:
                return provider
        return None

    def _owner_of(self, module: str) -> Provider | None:
        """Find whose code is in *module*: that of the longest name that it is in."""
        while module:
            if module in self._modules:
                return self._modules[module]
            module = module.rpartition(".")[0]
        return None

    def needed(self, ruleset: Ruleset, bots: Iterable[str] = ()) -> list[Provider]:
        """List the plugins that the game of *ruleset* and *bots* come from, sorted by name."""
        parts = {*ruleset.kind.parts(ruleset.model)}
        parts |= {("splitpick_bots", bot) for bot in bots}
        needed = {self.provider(hook, id) for hook, id in parts} - {None}
        return sorted(filter(None, needed), key=lambda provider: provider.name)

    def needs(self, name: str, provider: Provider) -> bool:
        """Say whether the rule set *name*, or the file of that path, is nothing without *provider*.

        One that cannot be read needs the plugin in which reading it fails.
        """
        if self.provider("splitpick_rulesets", name) == provider:
            return True
        try:
            rulesets = self.ruleset_file(name).rulesets.values()
            return any(provider in self.needed(ruleset) for ruleset in rulesets)
        except Exception as error:  # also one of the plugin's own
            return self.blame(error) == provider

    @cached_property
    def effects(self) -> Mapping[str, type[Effect]]:
        """The special cards, by id."""
        return self._by_id("splitpick_effects")

    @cached_property
    def games(self) -> Mapping[str, GameKind]:
        """The kinds of games, by id."""
        from ..rules.splitting import CrewsKind, SplittingKind

        crews = CrewsKind(self.effects, self._effect_from)
        own = SplittingKind({crews.id: crews, **self._by_id("splitpick_tables")})
        return {own.id: own, **self._by_id("splitpick_games")}

    def _effect_from(self, id: str) -> str:
        provider = self.provider("splitpick_effects", id)
        return provider.told if provider else id

    @cached_property
    def bots(self) -> Mapping[str, type[Bot]]:
        """The players that are programs, by id."""
        from ..players import BUILT_IN

        own: dict[str, type[Bot]] = {bot.id: bot for bot in BUILT_IN}
        return own | self._by_id("splitpick_bots")

    @property
    def observers(self) -> list[tuple[Provider, Callable[[], Observer]]]:
        """What makes observers of a match, each with the plugin it comes from."""
        return [
            (brought.provider, brought.thing) for brought in self.brought("splitpick_observers")
        ]

    def places(self) -> dict[str, list[Traversable]]:
        """Find the places of all rule sets by name, sorted by name.

        Two files of one name are two places: then neither is played by it.  One of the user's own
        takes no name that splitpick or a plugin has; `hidden` lists it.
        """
        found = self._shipped()
        own: dict[str, list[Traversable]] = {}
        for file in self._own_files():
            own.setdefault(own_name(file), []).append(file)
        return dict(sorted((own | found).items()))

    def hidden(self) -> list[Path]:
        """List the user's own rule sets whose names splitpick or a plugin has already."""
        return list(self._hidden())

    def unplayable(self) -> list[Message]:
        """Say which files of the user's own folder are not played by their names, and the cure."""
        taken = [renaming(file, shipped) for file, shipped in self._hidden().items()]
        return [*taken, *(passed_over(self.own_folders) if self._uses_own else ())]

    def _hidden(self) -> dict[Path, Traversable]:
        """Find the user's own rule sets that cannot be played by name, with those that can."""
        own = self._own_files()
        taken = self._shipped() if own else {}
        return {file: taken[own_name(file)][0] for file in own if own_name(file) in taken}

    def _shipped(self) -> dict[str, list[Traversable]]:
        found: dict[str, list[Traversable]] = {}
        brought = [brought.thing for brought in self.brought("splitpick_rulesets")]
        for file in (file for folder in [_SHIPPED, *brought] for file in rulesets_in(folder)):
            found.setdefault(own_name(file), []).append(file)
        return found

    def _own_files(self) -> list[Path]:
        return list(own_rulesets(self.own_folders)) if self._uses_own else []

    def rulesets(self) -> dict[str, Traversable]:
        """Find the rule sets that can be played by name, sorted by name: those in one place."""
        return {name: places[0] for name, places in self.places().items() if len(places) == 1}

    def playable(
        self, report: Callable[[PluginError], None] = lambda error: None
    ) -> dict[str, RulesetFile]:
        """Read the rule sets that can be played by name, sorted by name, but those with faults.

        Those that a plugin fails over are left out as well; *report* is told of each fault once.
        """
        found = {}
        reporting = _Once(report)
        for name in self.rulesets():
            with contextlib.suppress(RulesetError), reporting:
                found[name] = self.ruleset_file(name)
        return found

    @contextlib.contextmanager
    def _asking(self) -> Iterator[None]:
        """Name the plugin that fails in what is done inside, while rule sets are read."""
        try:
            yield
        except (SplitpickError, KeyboardInterrupt, Ended, TimeUp):
            raise
        except BaseException as error:  # a SystemExit too
            if isinstance(error, Nonsense):
                guilty = self.provider(error.hook, error.id)
                why: Text = msg(
                    "effect-nonsense",
                    "{method} answers {answer}",
                    method=error.method,
                    answer=error.answer,
                )
            else:
                guilty = self.blame(error)
                why = described(error)
            if guilty is None:
                raise
            raise PluginError(
                msg(
                    "plugin-misreads",
                    "The plugin {plugin} fails where rule sets are read: {why}. To go without it,"
                    " use --without {name}.",
                    plugin=guilty.told,
                    why=why,
                    name=guilty.name,
                )
            ) from error

    def _domain_of(self, file: File) -> str:
        """Return the first domain of the plugin that ships *file*, ours if there is none."""
        for brought in self.brought("splitpick_rulesets"):
            if identity(file) in map(identity, rulesets_in(brought.thing)):
                domains = (
                    texts.ids[0]
                    for texts in self.brought("splitpick_catalogs")
                    if texts.provider == brought.provider
                )
                return next(domains, DOMAIN)
        return DOMAIN

    @property
    def _resolver(self) -> Resolver:
        return Resolver(self.places, self._domain_of, self.hidden)

    def ruleset_file(self, name: str, *, thorough: bool = False) -> RulesetFile:
        """Read a rule set by its name, or from a file where *name* is the path of one.

        With *thorough* it is also looked at whether all its texts are in every language.

        Raises `UnknownName` where there is none or more than one, `RulesetError` with every fault
        it has, and `PluginError` where a plugin fails over it.
        """
        # A path is what looks like one, so a file that lies about never hides a rule set.
        is_path = "/" in name or "\\" in name or name.endswith((".yaml", ".yml"))
        return self.ruleset_at(
            Path(name) if is_path else self._resolver.find(name), thorough=thorough
        )

    def ruleset_at(self, file: Path | Traversable, *, thorough: bool = False) -> RulesetFile:
        """Read the rule set in *file*, as `ruleset_file` does."""
        from ..rules.load import read_ruleset

        language = self.language if thorough else None
        try:
            with self._asking():
                return read_ruleset(file, self.games, self._resolver, language)
        except RulesetError as error:
            raise explained(error, file, self.own_folders) from None

    def schema(
        self, language: Language, report: Callable[[PluginError], None] = lambda error: None
    ) -> dict[str, Any]:
        """Make the JSON Schema of rule sets, described in *language*, from all that is here.

        What a plugin fails over is left out; *report* is told of each fault once.
        """
        from ..rules.checking.schema import schema_of, shapes_of

        shapes: list[RulesShape] = []
        reporting = _Once(report)
        for _, game in sorted(self.games.items()):
            for shape in shapes_of(game):
                with reporting, self._asking():
                    shapes += shape()
        known: dict[str, dict[str, str]] = {}
        for name, file in self.playable(reporting.report).items():
            has = {key: str(file.variant().data.get(key)) for key in ("game", "table")}
            known |= {name: has, **{f"{name}/{id}": has for id, _ in file.variants}}
        return schema_of(shapes, known, language)

    def load_game(
        self,
        name: str,
        variant: str | None = None,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Game:
        """Make a game of a rule set; see `load_game` for what may go wrong."""
        ruleset = self.ruleset_file(name).variant(variant)
        return ruleset.with_options(options or {}).build(players)

    def language(self, code: str, tell: Callable[[Message], object] | None = None) -> Language:
        """Return the language with all plugins' catalogs.

        *tell* is told of those that cannot be read, and once for each plugin of a translation that
        cannot be said; without it `notes` has them.
        """
        catalogs = self.brought("splitpick_catalogs")
        providers = {brought.ids[0]: brought.provider for brought in catalogs}

        def complain(domain: str, error: CatalogError) -> None:
            provider = providers[domain].told
            message = msg(
                "catalog-unreadable",
                "The texts of the plugin {plugin} cannot be read: {error}",
                plugin=provider,
                error=error.message,
            )
            if error.message.code == "catalog-gaps":
                message = msg(
                    "catalog-unsayable",
                    "A text of the plugin {plugin} is said in English: {error}",
                    plugin=provider,
                    error=error.message,
                )
            (tell or self.notes.append)(message)

        return Language(code, [brought.thing for brought in catalogs], complain)


_SHIPPED = files("splitpick.rulesets")


class _Once:
    """A ``with`` that a `PluginError` ends; *tell* is told of each different one once."""

    def __init__(self, tell: Callable[[PluginError], None]) -> None:
        self._tell = tell
        self._told: list[Message] = []

    def report(self, error: PluginError) -> None:
        if error.message not in self._told:
            self._told.append(error.message)
            self._tell(error)

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> bool:
        if isinstance(error, PluginError):
            self.report(error)
            return True
        return False


def _own(folders: Iterable[Folder]) -> Iterator[Candidate]:
    """Go through the Python files of the user's own folders that may run."""
    for folder in folders:
        if folder.state == RUNS:
            provider = Provider(folder.name, folder.version)
            yield Candidate(provider, folder.load, own_module(folder.name))


def left_out(plugin: Plugin) -> PluginError:
    """Make the error that names a plugin which is not loaded, and says why."""
    assert plugin.error is not None
    error = PluginError(
        msg(
            plugin.error.code,
            "The plugin {plugin} is left out: {why}",
            plugin=plugin.provider.told,
            why=plugin.error,
        )
    )
    error.__cause__ = plugin.cause
    return error


def load_game(
    name: str,
    variant: str | None = None,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
) -> Game:
    """Load a game by the name of its rule set, or from the path of a YAML file.

    *variant* and *players* are the rule set's own defaults where they are not given; *options*
    change what the rule set leaves open.  Raises `UnknownName`, `BadValue`, or `RulesetError` with
    every fault of the file.
    """
    return Engine().load_game(name, variant, players, options)
