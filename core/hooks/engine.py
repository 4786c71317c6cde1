"""The engine: the plugins that are loaded, and the games that can be played with them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from importlib.resources.abc import Traversable
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from ..errors import (
    Finding,
    PluginError,
    RulesetError,
    SplitpickError,
    UnknownName,
    in_steps,
    unknown,
)
from ..game import Game
from ..rules.plugin_errors import PLUGIN_EXCEPTIONS, InvalidReturn, described_at
from ..rules.resolver import is_path
from ..text import DOMAIN, Both, CatalogError, Language, Message, Text, msg
from .discovery import OWN, VARIABLE, allowed, given, installed
from .guarded_presenter import GuardedPresenter
from .library import Library
from .loading import Contribution, Loader
from .provider import LEFT_OUT, LOADED, Provider
from .user_rulesets import RUNS, folder_of, own_folder, own_folders

if TYPE_CHECKING:
    from ..players import Bot
    from ..rules.kinds import GameKind, TableKind
    from ..rules.load import Ruleset, RulesetFile
    from ..rules.special_cards import KnownEffect
    from ..rules.value_findings import Plain
    from ..scene import Presenter

Report = Callable[[PluginError], None]

MISSED = ("unknown-effect", "unknown-table", "unknown-game")
"""Codes of the findings of what a plugin that is not loaded, or a Python file, may provide."""


class Engine:
    """A set of plugins and everything they provide; none of it is global.

    *plugins* are modules or objects with hook functions, by name; the first that cannot be loaded
    raises `PluginError`. The default is the installed plugins and the Python of the user's own rule
    sets; one that cannot be loaded is left out, and `plugins` says why. Plugins in *without* are
    left out; raises `UnknownName` for a name that none has.

    Attributes:
        plugins: all plugins that were found, and the outcome of loading each, sorted by name.
        notes: messages about plugins that were asked for and are not installed, and what *report*
            adds.
        manager: the pluggy manager, with the plugins that are loaded.
        library: where rule sets are found by name.
        own_folders: folders of the user's own rule sets that bring Python.
        played: plugins that bring the games that are played; ``None`` for ours.
        report: function that is called with the faults of plugins' words, once each; by default,
            *notes* gets them.
    """

    def __init__(
        self, plugins: Mapping[str, object] | None = None, *, without: Collection[str] = ()
    ) -> None:
        self.own_folders = own_folders() if plugins is None else []
        own = [folder.candidate() for folder in self.own_folders if folder.state == RUNS]
        if plugins is None:
            candidates, only = [*installed(), *own], allowed()
        else:
            candidates, only = [given(*plugin) for plugin in sorted(plugins.items())], None
        names = {candidate.provider.name for candidate in candidates}
        for name in without:
            if name not in names:
                raise unknown_plugin(name, names)
        self.notes: list[Message] = [
            msg(
                "plugin-not-installed",
                '{variable} names the plugin "{name}", which is not installed.',
                variable=VARIABLE,
                name=name,
            )
            for name in sorted((only or frozenset()) - names)
        ]
        self.played: set[Provider | None] = set()
        self.report: Report = lambda fault: self.notes.append(fault.message)
        self._loader = Loader()
        for candidate in candidates:
            name = candidate.provider.name
            is_allowed = only is None or name in only or candidate.provider.distribution == OWN
            plugin = self._loader.load(candidate, is_wanted=is_allowed and name not in without)
            if plugins is not None and plugin.state not in (LOADED, LEFT_OUT):
                raise plugin.fault()
        self.manager = self._loader.manager
        self.plugins = sorted(self._loader.plugins, key=lambda plugin: plugin.provider.name)
        domains = {one.provider: one.ids[0] for one in reversed(self.contributions("catalogs"))}
        self.library = Library(
            [
                (one.thing, domains.get(one.provider, DOMAIN))
                for one in self.contributions("rulesets")
            ],
            [own_folder(), *(one.path for one in self.own_folders)] if plugins is None else [],
        )

    @property
    def providers(self) -> dict[str, Provider]:
        """Plugins that are loaded, by name."""
        return {
            plugin.provider.name: plugin.provider
            for plugin in self.plugins
            if plugin.state == LOADED
        }

    def contributions(self, kind: str) -> list[Contribution]:
        """Return all that plugins provide of a *kind* such as ``"bots"``, sorted by plugin."""
        things = self._loader.things[f"splitpick_{kind}"]
        return sorted(things, key=lambda one: one.provider.name)

    def _by_id(self, kind: str) -> dict[str, Any]:
        return {
            contribution.ids[0]: contribution.thing for contribution in self.contributions(kind)
        }

    @cached_property
    def effects(self) -> Mapping[str, KnownEffect]:
        """Effects of special cards by id, for any table; those of other distributions guarded."""
        from ..rules.special_cards import KnownEffect
        from .guarded_effect import GuardedEffect

        return {
            one.ids[0]: KnownEffect(one.thing, one.provider.label)
            if one.provider.distribution == OWN
            else KnownEffect(
                one.thing, one.provider.label, partial(GuardedEffect.around, one.provider)
            )
            for one in self.contributions("effects")
        }

    @cached_property
    def games(self) -> Mapping[str, GameKind]:
        """Kinds of games by id."""
        return self.games_with(self.effects)

    def games_with(self, effects: Mapping[str, KnownEffect]) -> Mapping[str, GameKind]:
        """Return the kinds of games by id, whose tables know these *effects*."""
        from ..rules.splitting_kind import SplittingKind
        from ..tables.collection.collection_kind import CollectionKind

        kinds: list[TableKind] = [CollectionKind(), *self._by_id("tables").values()]
        own = SplittingKind({kind.id: kind.with_effects(effects) for kind in kinds})
        return {own.id: own, **self._by_id("games")}

    @property
    def tables(self) -> Mapping[str, TableKind]:
        """Kinds of tables by id."""
        from ..rules.splitting_kind import SplittingKind

        splitting = self.games[SplittingKind.id]
        assert isinstance(splitting, SplittingKind)
        return splitting.tables

    def idle_effects(self) -> dict[str, Message]:
        """Return why no card can have an effect, by its id, for those whose table is not loaded."""
        used = {id for table in self.tables.values() for id in table.effects}
        return {
            id: msg(
                "effect-without-table",
                'No table that is loaded takes the effect "{name}".',
                name=id,
            )
            for id in self.effects
            if id not in used
        }

    @cached_property
    def bots(self) -> Mapping[str, type[Bot]]:
        """Bots by id."""
        from ..players import BUILT_IN

        return {**{bot.id: bot for bot in BUILT_IN}, **self._by_id("bots")}

    @property
    def exports(self) -> Mapping[str, Callable[..., str]]:
        """Functions that write a match for people or programs, by the ids of the formats."""
        return dict(one.thing for one in self.contributions("exports"))

    @property
    def commands(self) -> Mapping[str, Callable[..., object]]:
        """Functions of commands that plugins add, by name."""
        return dict(one.thing for one in self.contributions("commands"))

    def provider(self, hook: str, id: str) -> Provider | None:
        """Return the plugin that provides *id* through *hook*; ``None`` if none does."""
        providers = (one.provider for one in self._loader.things.get(hook, ()) if id in one.ids)
        return next(providers, None)

    def label_bot(self, id: str, title: Text) -> Text:
        """Return *title*, that of the bot *id*, with the plugin that provides the bot, if any."""
        if provider := self.provider("splitpick_bots", id):
            plugin = provider.label
            return msg("bot-of-plugin", "{bot} of the plugin {plugin}", bot=title, plugin=plugin)
        return title

    def why_not(self, name: str) -> Message | None:
        """Return why the plugin *name* is not loaded; ``None`` if it is loaded or unknown."""
        why = {folder.name: folder.why_not() for folder in self.own_folders}
        why |= {plugin.provider.name: plugin.error for plugin in self.plugins}
        return why.get(name)

    def blame(self, error: BaseException) -> Provider | None:
        """Return the plugin whose code raised *error* or called what did; ``None`` if none did.

        One of ours is blamed only if no other had a part in it: a card of a third party may have
        asked a table of ours for what cannot be. Where no plugin's code was running, it is
        the one in `played`, if there are no others: what its rules leave cannot be played on.
        """
        if isinstance(error, InvalidReturn):
            return self.provider(error.hook, error.id)
        ours = None
        for frame, _ in reversed(list(walk_tb(error.__traceback__))):
            module = str(frame.f_globals.get("__name__", ""))
            while module and module not in self._loader.modules:
                module = module.rpartition(".")[0]
            if provider := self._loader.modules.get(module):
                if provider.distribution != OWN:
                    return provider
                ours = ours or provider
        (only,) = self.played if len(self.played) == 1 else (None,)
        return ours or only

    def failure(self, error: BaseException) -> PluginError | None:
        """Return the error that names the plugin to blame for *error*; ``None`` if none is."""
        provider = self.blame(error)
        if provider is None:
            return None
        label, why = provider.label, described_at(error)
        message = msg(
            "plugin-raises", "The plugin {plugin} fails: {error}.", plugin=label, error=why
        )
        then = msg(
            "plugin-dispensable", "To go on without it, use --without {name}.", name=provider.name
        )
        # Nothing is left to go on with where the plugin is the game.
        return PluginError(in_steps(message, None if provider in self.played else then))

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Turn a plugin's failure in the ``with`` block into the `PluginError` that names it."""
        try:
            yield
        except SplitpickError:
            raise
        except PLUGIN_EXCEPTIONS as error:
            if failure := self.failure(error):
                raise failure from error
            raise

    def needed(self, ruleset: Ruleset, bots: Iterable[str] = ()) -> list[Provider]:
        """Return the plugins that the game of *ruleset* and *bots* need, sorted by name."""
        parts = {*ruleset.kind.parts(ruleset.model)}
        parts |= {("splitpick_bots", bot) for bot in bots}
        needed = {self.provider(hook, id) for hook, id in parts}
        return sorted(needed - {None}, key=lambda provider: provider.name)  # type: ignore[arg-type]

    def rulesets(self) -> Mapping[str, Path | Traversable]:
        """Return the files of the rule sets that can be played by name, sorted by name."""
        places = self.library.known()
        return {name: files[0] for name, files in places.items() if len(files) == 1}

    def playable(self, report: Report = lambda error: None) -> dict[str, RulesetFile]:
        """Read all rule sets without errors, sorted by name; *report* gets faults of plugins."""
        files = {}
        for name in self.rulesets():
            try:
                files[name] = self.ruleset_file(name)
            except PluginError as error:
                report(error)
            except RulesetError:
                continue
        return files

    def ruleset_file(self, name: str, *, thorough: bool = False) -> RulesetFile:
        """Read the rule set *name*, or one variant, ``name/variant``; a path's file for a path.

        With *thorough*, missing translations and a doubtful id are noted, too. Raises `UnknownName`
        if no rule set or more than one has the name, `RulesetError` with all faults if it has
        errors or the file does not exist, and `PluginError` if a plugin fails.
        """
        if is_path(name):
            return self.ruleset_at(Path(name), thorough=thorough)
        return self._named(name, thorough=thorough)

    def base_of(self, file: RulesetFile) -> RulesetFile | None:
        """Read the rule set or the variant that *file* extends; ``None`` if it extends none."""
        return self._named(file.extends, Path(file.variant().source)) if file.extends else None

    def _named(
        self, name: str, asker: Path | None = None, *, thorough: bool = False
    ) -> RulesetFile:
        """Read the rule set *name*, also one beside *asker*, or its variant ``name/variant``."""
        id, slash, variant = name.partition("/")
        file = self.ruleset_at(self.library.find(id, asker), thorough=thorough)
        return file.only(variant) if slash else file

    def ruleset_at(
        self, file: Path | Traversable, *, thorough: bool = False, data: bytes | None = None
    ) -> RulesetFile:
        """Read the rule set in *file*, or *data* as if it stood there; see `ruleset_file`."""
        from ..rules.checking.file_check import read_ruleset

        language = self.language if thorough else None
        try:
            with self.watching():
                return read_ruleset(file, self.games, self.library, language, data)
        except RulesetError as error:
            if not any(finding.message.code in MISSED for finding in error.findings):
                raise
            findings = [*map(self._looked_for, error.findings)]
            folder = folder_of(file, self.own_folders)
            if why_not := folder.why_not() if folder else None:
                findings.insert(0, Finding(str(file), 0, 1, 1, why_not))
            raise RulesetError(findings, error.warnings) from None

    def _looked_for(self, finding: Finding) -> Finding:
        """Add to a *finding* of something unknown that plugins which are left out may have it."""
        states = {plugin.provider.name: plugin.state for plugin in self.plugins}
        left_out = [name for name, state in states.items() if state == LEFT_OUT]
        if not left_out or finding.message.code not in MISSED:
            return finding
        message = msg(
            finding.message.code,
            "{finding} It may belong to a plugin that is left out ({plugins}): splitpick plugins"
            " list",
            finding=finding.message,
            plugins=Both(tuple(left_out), commas=True),
        )
        return replace(finding, message=message)

    def schema(self, language: Language, report: Report = lambda error: None) -> dict[str, Any]:
        """Make the JSON Schema of all rule sets in *language*; *report* gets plugins' faults."""
        from ..rules.checking.schema import RulesShape, rules_shape, schema_of, tables_of

        shapes: list[RulesShape] = []
        for _, game in sorted(self.games.items()):
            for id, table in tables_of(game).items():
                try:
                    with self.watching():
                        shapes.append(rules_shape(game, id, table))
                except PluginError as error:
                    report(error)
        known: dict[str, Mapping[str, Plain]] = {}
        for name, file in self.playable(report).items():
            known[name] = file.variant().data
            known |= {f"{name}/{id}": rules.data for id, rules in file.rulesets.items()}
        return schema_of(shapes, known, language)

    def load_game(
        self,
        name: str,
        variant: str | None = None,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
    ) -> Game:
        """Make the game of a rule set; see the function `load_game` for the errors."""
        ruleset = self.ruleset_file(name).variant(variant)
        return ruleset.with_options(options or {}).build(players)

    def maker(self, ruleset: Ruleset) -> Provider | None:
        """Return the plugin that brings the game or table of *ruleset*; ``None`` for our own."""
        parts = ruleset.kind.parts(ruleset.model)
        providers = (self.provider(hook, id) for hook, id in parts if hook != "splitpick_effects")
        provider = next(filter(None, providers), None)
        return None if provider is None or provider.distribution == OWN else provider

    def presenter(self, ruleset: Ruleset, game: Game) -> Presenter:
        """Make the presenter of *game*, which *ruleset* made; guard one of another's plugin."""
        provider = self.maker(ruleset)
        presenter = ruleset.presenter(game)
        if provider is None:
            return presenter
        return GuardedPresenter(presenter, provider, lambda fault: self.report(fault))

    def language(self, code: str, tell: Callable[[Message], object] | None = None) -> Language:
        """Return the language *code* with all catalogs; *tell*, or `notes`, gets their faults."""
        catalogs = {one.ids[0]: one for one in self.contributions("catalogs")}

        def complain(domain: str, error: CatalogError) -> None:
            message = msg(
                "catalog-faulty",
                "Texts of the plugin {plugin} are shown in English: {error}",
                plugin=catalogs[domain].provider.label,
                error=error.message,
            )
            (tell or self.notes.append)(message)

        return Language(code, [catalog.thing for catalog in catalogs.values()], complain)


def unknown_plugin(name: str, names: Collection[str]) -> UnknownName:
    """Return the error for the unknown plugin *name*; *names* are the known ones."""
    message = msg("unknown-plugin", 'There is no plugin "{name}".', name=name)
    return unknown(message, name, sorted(names))


def load_game(
    name: str,
    variant: str | None = None,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
) -> Game:
    """Load a game by the name of its rule set, or from the path of a YAML file.

    *variant* defaults to the first, *players* to the most allowed; *options* replace defaults.
    Raises `UnknownName`, `BadValue`, `PluginError`, or `RulesetError` with all faults of the file.
    """
    return Engine().load_game(name, variant, players, options)
