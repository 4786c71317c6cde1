"""The hooks: functions through which a plugin provides things; plugins/README.md has examples.

Hooks take no arguments and return lists, which are joined in the order of the plugins' names.
They are called once, when the plugins are loaded, so they should be quick.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from . import hookspec

if TYPE_CHECKING:
    from ..players import Bot
    from ..rules.kinds import GameKind, TableKind
    from ..splitting.card_effect import CardEffect
    from .observers import Observer


@hookspec
def splitpick_effects() -> list[type[CardEffect]]:  # type: ignore[empty-body, type-arg]
    """Return effects of special cards: classes with an ``id`` each, subclasses of a table's class.

    That is the ``effect_class`` of the table's kind, such as `CollectionEffect`.
    """


@hookspec
def splitpick_tables() -> list[TableKind]:  # type: ignore[empty-body]
    """Return tables for split-and-choose games, with the keys they read from a rule set."""


@hookspec
def splitpick_games() -> list[GameKind]:  # type: ignore[empty-body]
    """Return kinds of games, one of which a rule set selects with its key ``game``."""


@hookspec
def splitpick_rulesets() -> list[Traversable]:  # type: ignore[empty-body]
    """Return folders of rule sets: every ``NAME.yaml`` in them can be played by its name."""


@hookspec
def splitpick_catalogs() -> list[tuple[str, Traversable]]:  # type: ignore[empty-body]
    """Return translations: pairs of a gettext domain and the folder with its languages.

    The folder is laid out for gettext: ``de/LC_MESSAGES/my_plugin.mo``. Without a compiled catalog,
    the ``.po`` file beside it is read. English needs no catalog.
    """


@hookspec
def splitpick_bots() -> list[type[Bot]]:  # type: ignore[empty-body]
    """Return bots: classes with an ``id`` and a ``title`` each."""


@hookspec
def splitpick_observers() -> list[Callable[[], Observer]]:  # type: ignore[empty-body]
    """Return observers: classes, or functions that make one for each match that is played."""


@hookspec
def splitpick_exports() -> list[tuple[str, Callable[..., str]]]:  # type: ignore[empty-body]
    """Return formats of ``splitpick matches export``: an id each, and the function that writes it.

    The function gets the match, the words of its game, and the reader's language.
    """


@hookspec
def splitpick_commands() -> list[tuple[str, Callable[..., object]]]:  # type: ignore[empty-body]
    """Return commands of ``splitpick``: a name each, and a function that Typer can call.

    Its parameters are annotated as Typer has it, its docstring is the help. It returns an exit
    code or nothing, and errors of `core.errors` are reported as those of our own commands.
    """
