"""The hooks: what a plugin may bring.

A plugin is a module with functions marked by `hookimpl`, named by an entry point of the group
``splitpick.plugins``.  Every hook returns a list; the lists of all plugins are joined in the order
of the plugins' names.
"""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from . import hookspec

if TYPE_CHECKING:
    from ..players import Bot
    from ..rules.kinds import GameKind, TableKind
    from ..splitting.effects import Effect


@hookspec
def splitpick_effects() -> list[type[Effect]]:  # type: ignore[empty-body]
    """Bring special cards for the ``crews`` table: the classes, each with its ``id``.

    ::

        @hookimpl
        def splitpick_effects() -> list[type[Effect]]:
            return [Kraken]
    """


@hookspec
def splitpick_tables() -> list[TableKind]:  # type: ignore[empty-body]
    """Bring tables for split-and-choose games, each with the keys it reads from a rule set.

    ::

        @hookimpl
        def splitpick_tables() -> list[TableKind]:
            return [MarketKind()]
    """


@hookspec
def splitpick_games() -> list[GameKind]:  # type: ignore[empty-body]
    """Bring whole games that a rule set may name as its ``game``.

    ::

        @hookimpl
        def splitpick_games() -> list[GameKind]:
            return [SkullQueenKind()]
    """


@hookspec
def splitpick_rulesets() -> list[Traversable]:  # type: ignore[empty-body]
    """Bring folders of rule sets: every ``NAME.yaml`` in them can be played by its name.

    ::

        @hookimpl
        def splitpick_rulesets() -> list[Traversable]:
            return [files("my_plugin.rulesets")]
    """


@hookspec
def splitpick_catalogs() -> list[tuple[str, Traversable]]:  # type: ignore[empty-body]
    """Bring translations: a gettext domain of your own and the folder that holds its languages.

    ::

        @hookimpl
        def splitpick_catalogs() -> list[tuple[str, Traversable]]:
            return [("my_plugin", files("my_plugin.locales"))]
    """


@hookspec
def splitpick_bots() -> list[type[Bot]]:  # type: ignore[empty-body]
    """Bring players: the classes, each with its ``id``.

    ::

        @hookimpl
        def splitpick_bots() -> list[type[Bot]]:
            return [Captain]
    """
