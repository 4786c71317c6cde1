"""The engine: the plugins that are installed, and the games that can be loaded with them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pluggy

from ..errors import PluginError, RulesetError
from ..game import Game
from ..text import Language, msg
from . import PROJECT, specs
from .own import RUNS, Folder, explained, own_folders, own_rulesets

if TYPE_CHECKING:
    from ..players import Bot
    from ..rules.kinds import GameKind
    from ..rules.load import Ruleset, RulesetFile
    from ..splitting.effects import Effect

GROUP = "splitpick.plugins"
"""The entry-point group that plugins are found by."""


class Engine:
    """One set of plugins and what they bring; nothing of it is global.

    *plugins* are modules or objects with hook functions; without them the installed ones are
    loaded, sorted by name.
    """

    def __init__(self, plugins: Mapping[str, object] | None = None) -> None:
        self.manager = pluggy.PluginManager(PROJECT)
        self.manager.add_hookspecs(specs)
        self.own_folders: list[Folder] = []
        """The user's own folders of rule sets; none where the plugins are given."""
        self._uses_own = plugins is None
        if plugins is None:
            self.own_folders = own_folders()
            found = [*_installed(), *_own(self.own_folders)]
        else:
            found = [(_provider(name, plugin), plugin) for name, plugin in plugins.items()]
        self.providers: dict[str, Provider] = {}
        """The plugins by name, with their versions."""
        # pluggy calls the plugin registered last first, and people read names forwards.
        for provider, plugin in sorted(found, key=lambda pair: pair[0].name, reverse=True):
            self.manager.register(plugin, provider.name)
            self.providers[provider.name] = provider
        self.manager.check_pending()
        self._games: dict[str, GameKind] | None = None

    def _brought(self, hook: str) -> Iterator[Any]:
        """Go through what all plugins bring for *hook*."""
        for brought in getattr(self.manager.hook, hook)():
            yield from brought

    def needed(self, ruleset: Ruleset, bots: Iterable[str] = ()) -> list[Provider]:
        """List the plugins that the game of *ruleset* and *bots* come from, sorted by name."""
        parts = {*ruleset.kind.parts(ruleset.model)}
        parts |= {("splitpick_bots", bot) for bot in bots}
        needed = {
            implementation.plugin_name
            for hook in {hook for hook, _ in parts}
            for implementation in getattr(self.manager.hook, hook).get_hookimpls()
            if any((hook, thing.id) in parts for thing in implementation.function())
        }
        return [self.providers[name] for name in sorted(needed)]

    @property
    def effects(self) -> dict[str, type[Effect]]:
        """The special cards, by id."""
        return _by_id(self._brought("splitpick_effects"))

    @property
    def games(self) -> dict[str, GameKind]:
        """The kinds of games, by id."""
        if self._games is None:
            from ..rules.splitting import CrewsKind, SplittingKind

            tables = [CrewsKind(self.effects), *self._brought("splitpick_tables")]
            own = SplittingKind(_by_id(tables))
            self._games = _by_id([own, *self._brought("splitpick_games")])
        return self._games

    @property
    def bots(self) -> dict[str, type[Bot]]:
        """The players that are programs, by id."""
        from ..players import BUILT_IN

        return _by_id([*BUILT_IN, *self._brought("splitpick_bots")])

    def places(self) -> dict[str, list[Traversable]]:
        """Find the places of all rule sets by name, sorted by name.

        Two files of one name are two places: then neither is played by it.
        """
        found: dict[str, list[Traversable]] = {}
        for folder in [files("splitpick.rulesets"), *self._brought("splitpick_rulesets")]:
            for file in folder.iterdir():
                if file.name.endswith(".yaml"):
                    found.setdefault(file.name.removesuffix(".yaml"), []).append(file)
        for file in own_rulesets(self.own_folders) if self._uses_own else ():
            found.setdefault(file.name.removesuffix(".yaml"), []).append(file)
        return dict(sorted(found.items()))

    def rulesets(self) -> dict[str, Traversable]:
        """Find the rule sets that can be played by name, sorted by name: those in one place."""
        return {name: places[0] for name, places in self.places().items() if len(places) == 1}

    def playable(self) -> dict[str, RulesetFile]:
        """Read the rule sets that can be played by name, sorted by name, but those with faults."""
        found = {}
        for name in self.rulesets():
            with contextlib.suppress(RulesetError):
                found[name] = self.ruleset_file(name)
        return found

    def ruleset_file(self, name: str, *, thorough: bool = False) -> RulesetFile:
        """Read a rule set by its name, or from a file where *name* is the path of one.

        With *thorough* it is also looked at whether all its texts are in every language.

        Raises `UnknownName` where there is none or more than one, `RulesetError` with every fault
        it has.
        """
        from ..rules.shelf import Shelf

        # A path is what looks like one, so a file that lies about never hides a rule set.
        is_path = "/" in name or "\\" in name or name.endswith((".yaml", ".yml"))
        return self.ruleset_at(
            Path(name) if is_path else Shelf(self.places).find(name), thorough=thorough
        )

    def ruleset_at(self, file: Path | Traversable, *, thorough: bool = False) -> RulesetFile:
        """Read the rule set in *file*, as `ruleset_file` does."""
        from ..rules.load import read_ruleset
        from ..rules.shelf import Shelf

        language = self.language if thorough else None
        try:
            return read_ruleset(file, self.games, Shelf(self.places), language)
        except RulesetError as error:
            raise explained(error, file, self.own_folders) from None

    def schema(self, language: Language) -> dict[str, Any]:
        """Make the JSON Schema of rule sets, described in *language*, from all that is here."""
        from ..rules.schema import schema_of

        shapes = [shape for _, game in sorted(self.games.items()) for shape in game.shapes()]
        known: dict[str, dict[str, str]] = {}
        for name, file in self.playable().items():
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

    def language(self, code: str) -> Language:
        """Return the language with the catalogs of all plugins."""
        return Language(code, self._brought("splitpick_catalogs"))


@dataclass(frozen=True, slots=True)
class Provider:
    """Who brings something: a plugin with its version."""

    name: str
    """The name of its entry point."""
    version: str = ""
    """The version of its distribution; empty where there is none."""
    distribution: str = ""
    """The distribution it came with, as pip calls it; empty where there is none."""


def _provider(name: str, plugin: object) -> Provider:
    return Provider(name, str(getattr(plugin, "__version__", "")))


def _installed() -> Iterable[tuple[Provider, object]]:
    """Import every installed plugin."""
    for point in entry_points(group=GROUP):
        version = point.dist.version if point.dist else ""
        distribution = point.dist.name if point.dist else ""
        yield Provider(point.name, version, distribution), _load(point)


def _own(folders: Iterable[Folder]) -> Iterator[tuple[Provider, object]]:
    """Run the Python files of the user's own folders that may run."""
    for folder in folders:
        if folder.state == RUNS:
            provider = Provider(folder.name, folder.version)
            yield provider, _guarded(provider, folder.load)


def _load(point: EntryPoint) -> object:
    version = point.dist.version if point.dist else ""
    return _guarded(Provider(point.name, version), point.load)


def _guarded(provider: Provider, load: Callable[[], object]) -> object:
    try:
        return load()
    except Exception as error:
        raise PluginError(
            msg(
                "plugin-fails",
                "The plugin {name} {version} cannot be loaded: {error}",
                name=provider.name,
                version=provider.version,
                error=repr(error),
            )
        ) from error


def _by_id(brought: Iterable[Any]) -> dict[str, Any]:
    """Sort what was brought by id; two of one id are a clash."""
    by_id: dict[str, Any] = {}
    for thing in brought:
        if thing.id in by_id:
            raise PluginError(
                msg(
                    "plugin-clash",
                    '"{id}" is defined twice, by {one} and by {other}.',
                    id=thing.id,
                    one=_origin(by_id[thing.id]),
                    other=_origin(thing),
                )
            )
        by_id[thing.id] = thing
    return by_id


def _origin(thing: Any) -> str:
    return str(getattr(thing, "__module__", type(thing).__module__))


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
