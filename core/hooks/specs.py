"""The hooks: what a plugin may bring.

A plugin is a module with functions marked by `hookimpl`, named by an entry point of the group
``splitpick.plugins``.  Every hook takes nothing and returns a list; the lists of all plugins are
joined in the order of the plugins' names.  They are called once, when the plugins are loaded, so
they should be quick: what takes long to import belongs into the functions that need it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from . import hookspec

if TYPE_CHECKING:
    from ..players import Bot
    from ..rules.kinds import GameKind, TableKind
    from ..tables.crews import Effect
    from .observers import Observer


@hookspec
def splitpick_effects() -> list[type[Effect]]:  # type: ignore[empty-body]
    """Bring special cards for the ``crews`` table: the classes, each with its ``id``.

    ::

        from splitpick.core.hooks import hookimpl
        from splitpick.core.tables.crews import Crews, Effect

        class Fog(Effect):
            id = "fog"

            def options(self) -> list[str]:
                return ["*"]

            def legal(self, table: Crews, seat: int) -> list[int]:
                return [0]

            def play(self, table: Crews, seat: int, option: int) -> None:
                table.discard(self.card)

        @hookimpl
        def splitpick_effects() -> list[type[Effect]]:
            return [Fog]
    """


@hookspec
def splitpick_tables() -> list[TableKind]:  # type: ignore[empty-body]
    """Bring tables for split-and-choose games, each with the keys it reads from a rule set.

    ::

        from splitpick.core.hooks import hookimpl
        from splitpick.core.rules.kinds import TableKind
        from splitpick.core.rules.models import SplittingModel
        from splitpick.core.splitting.table import Table

        class Market(Table):
            ...  # copy, legal_plays, play, scores, notation, parse, describe, view, cards

        class MarketKind(TableKind):
            id = "market"

            def model(self) -> type[SplittingModel]:
                return SplittingModel

            def build(self, rules: SplittingModel, seats: list[str]) -> Table:
                return Market()

        @hookimpl
        def splitpick_tables() -> list[TableKind]:
            return [MarketKind()]
    """


@hookspec
def splitpick_games() -> list[GameKind]:  # type: ignore[empty-body]
    """Bring whole games that a rule set may name as its ``game``.

    ::

        from collections.abc import Mapping

        from splitpick.core.game import Game
        from splitpick.core.hooks import hookimpl
        from splitpick.core.rules.kinds import GameKind
        from splitpick.core.rules.models import RulesetModel
        from splitpick.core.rules.faults import Plain

        class Nim(Game):
            ...  # new_position, which returns a Position

        class NimKind(GameKind):
            id = "nim"

            def model(self, rules: Mapping[str, Plain]) -> type[RulesetModel]:
                return RulesetModel

            def build(self, rules: RulesetModel, variant: str, players: int) -> Game:
                return Nim(rules.id, variant, players)

        @hookimpl
        def splitpick_games() -> list[GameKind]:
            return [NimKind()]
    """


@hookspec
def splitpick_rulesets() -> list[Traversable]:  # type: ignore[empty-body]
    """Bring folders of rule sets: every ``NAME.yaml`` in them can be played by its name.

    Their texts are looked up in the first of the plugin's own domains, if it brings catalogs.

    ::

        from importlib.resources import files
        from importlib.resources.abc import Traversable

        from splitpick.core.hooks import hookimpl

        @hookimpl
        def splitpick_rulesets() -> list[Traversable]:
            return [files("my_plugin") / "rulesets"]
    """


@hookspec
def splitpick_catalogs() -> list[tuple[str, Traversable]]:  # type: ignore[empty-body]
    """Bring translations: a gettext domain of your own and the folder that holds its languages.

    The folder is laid out as gettext has it, ``de/LC_MESSAGES/my_plugin.mo``; where there is no
    compiled catalog, the ``.po`` beside it is read.

    ::

        from importlib.resources import files
        from importlib.resources.abc import Traversable

        from splitpick.core.hooks import hookimpl

        @hookimpl
        def splitpick_catalogs() -> list[tuple[str, Traversable]]:
            return [("my_plugin", files("my_plugin") / "locales")]
    """


@hookspec
def splitpick_bots() -> list[type[Bot]]:  # type: ignore[empty-body]
    """Bring players: the classes, each with its ``id``.

    ::

        from random import Random

        from splitpick.core.game import Position
        from splitpick.core.hooks import hookimpl
        from splitpick.core.players import Bot

        class First(Bot):
            id = "first"

            def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
                return position.legal_actions()[0]

        @hookimpl
        def splitpick_bots() -> list[type[Bot]]:
            return [First]
    """


@hookspec
def splitpick_observers() -> list[Callable[[], Observer]]:  # type: ignore[empty-body]
    """Bring observers: classes, or functions, that make one for each match that is played.

    ::

        from splitpick.core.game import Action, Position
        from splitpick.core.hooks import hookimpl
        from splitpick.core.hooks.observers import Observer

        class Counter(Observer):
            done = 0

            def acted(self, action: Action, position: Position) -> None:
                self.done += 1

        @hookimpl
        def splitpick_observers() -> list[type[Counter]]:
            return [Counter]
    """
