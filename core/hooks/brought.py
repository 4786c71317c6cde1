"""What each hook must bring: looked at once, when a plugin is loaded, so that nobody else must."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from inspect import isclass

from ..errors import PluginError
from ..players import BUILT_IN, Bot
from ..players.levels import LEVELS
from ..rules.characters import excerpt
from ..rules.kinds import GameKind, TableKind
from ..rules.resolver import SUFFIX, rulesets_in
from ..tables.crews import Effect
from ..text import DOMAIN, Message, msg, pmsg

ID = re.compile(r"[a-z][a-z0-9-]{0,39}")
"""The ids that a rule set may write, as in `rules.models`, which would bring pydantic."""

A_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,79}")
"""The names of plugins and of the domains of their texts: both become parts of other names."""

PLAYERS = ("human", "post", "process")
"""Who may sit at a table besides bots."""


@dataclass(frozen=True, slots=True)
class Hook:
    """A hook, and what a plugin may bring through it."""

    what: Message
    """What one of the things is called."""
    returns: Message
    """What the hook has to return."""
    ids: Callable[[object], tuple[str, ...] | None]
    """Names the ids of a thing that was brought; ``None`` if it is not one that may be.

    It raises `PluginError` where the thing is one, but its id cannot be.
    """
    taken: Callable[[], tuple[str, ...]] = tuple
    """The ids that splitpick itself has."""


def _checked(id: object) -> str:
    if not isinstance(id, str) or not ID.fullmatch(id):
        raise PluginError(
            msg(
                "plugin-id",
                'An id begins with a letter and has small letters, digits and dashes alone, not "'
                '{id}".',
                id=excerpt(str(id)),
            )
        )
    return id


def _ids_of_classes(base: type) -> Callable[[object], tuple[str, ...] | None]:
    def ids(thing: object) -> tuple[str, ...] | None:
        if not isclass(thing) or not issubclass(thing, base) or thing is base:
            return None
        return (_checked(getattr(thing, "id", "")),)

    return ids


def _ids_of_objects(base: type) -> Callable[[object], tuple[str, ...] | None]:
    def ids(thing: object) -> tuple[str, ...] | None:
        return (_checked(getattr(thing, "id", "")),) if isinstance(thing, base) else None

    return ids


def _ids_of_folder(thing: object) -> tuple[str, ...] | None:
    if not isinstance(thing, Traversable) or not thing.is_dir():
        return None
    return _names_in(thing)


def _names_in(folder: Traversable) -> tuple[str, ...]:
    """List the names of the rule sets in *folder*."""
    return tuple(file.name.removesuffix(SUFFIX) for file in rulesets_in(folder))


def _ids_of_catalog(thing: object) -> tuple[str, ...] | None:
    if not isinstance(thing, tuple) or len(thing) != 2:
        return None
    domain, folder = thing
    if not isinstance(domain, str) or not isinstance(folder, Traversable) or not folder.is_dir():
        return None
    if not A_NAME.fullmatch(domain):
        raise PluginError(
            msg(
                "plugin-domain",
                '"{domain}" cannot be a domain: it has letters, digits, dots, dashes and '
                "underscores alone.",
                domain=excerpt(domain),
            )
        )
    return (domain,)


def _ids_of_observer(thing: object) -> tuple[str, ...] | None:
    if not callable(thing):
        return None
    return (f"{thing.__module__}:{getattr(thing, '__qualname__', type(thing).__qualname__)}",)


def _ids_of_bot(thing: object) -> tuple[str, ...] | None:
    found = _ids_of_classes(Bot)(thing)
    if found is not None and not isinstance(getattr(thing, "title", None), Message):
        return None
    return found


def _own_rulesets() -> tuple[str, ...]:
    from importlib.resources import files

    return _names_in(files("splitpick.rulesets"))


HOOKS: Mapping[str, Hook] = {
    "splitpick_bots": Hook(
        msg("thing-bot", "bot"),
        msg("returns-bots", "a list of subclasses of Bot, whose titles are messages"),
        _ids_of_bot,
        lambda: (*PLAYERS, *(bot.id for bot in BUILT_IN), *(level.id for level in LEVELS)),
    ),
    "splitpick_catalogs": Hook(
        msg("thing-catalogs", "translations"),
        msg(
            "returns-catalogs", "a list of pairs, each of a domain and the folder of its languages"
        ),
        _ids_of_catalog,
        lambda: (DOMAIN,),
    ),
    "splitpick_effects": Hook(
        msg("thing-effect", "effect"),
        msg("returns-effects", "a list of subclasses of Effect"),
        _ids_of_classes(Effect),
    ),
    "splitpick_games": Hook(
        msg("thing-game", "game"),
        msg("returns-games", "a list of objects of subclasses of GameKind"),
        _ids_of_objects(GameKind),
        lambda: ("splitting",),
    ),
    "splitpick_observers": Hook(
        msg("thing-observer", "observer"),
        msg("returns-observers", "a list of classes or functions that make an Observer"),
        _ids_of_observer,
    ),
    "splitpick_rulesets": Hook(
        msg("thing-ruleset", "rule set"),
        msg("returns-rulesets", "a list of folders, such as files() of importlib.resources finds"),
        _ids_of_folder,
        _own_rulesets,
    ),
    "splitpick_tables": Hook(
        pmsg("plugin", "thing-table", "table"),
        msg("returns-tables", "a list of objects of subclasses of TableKind"),
        _ids_of_objects(TableKind),
        lambda: ("crews",),
    ),
}
"""The hooks by name; a test compares them with `specs`."""
