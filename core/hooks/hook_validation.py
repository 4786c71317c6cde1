"""Validation of what hooks return, done once, when a plugin is loaded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from inspect import Parameter, isclass, signature
from typing import TYPE_CHECKING, Any

from ..errors import PluginError
from ..players import BUILT_IN, Bot
from ..players.levels import LEVELS
from ..rules.characters import excerpt
from ..rules.kinds import GameKind, TableKind
from ..rules.resolver import own_name, rulesets_in
from ..splitting.card_effect import CardEffect
from ..text import DOMAIN, Message, msg, pmsg
from . import specs

if TYPE_CHECKING:
    from pluggy import PluginManager

ID = re.compile(r"[a-z][a-z0-9-]{0,39}")
"""Pattern of the ids that a rule set may use; `rules.models` has it too, but needs pydantic."""

PLUGIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,79}")
OBSERVERS = "splitpick_observers"


def _id_of(thing: Any) -> list[str]:
    return _checked_id(thing.id)


def _checked_id(id: object) -> list[str]:
    if isinstance(id, str) and ID.fullmatch(id):
        return [id]
    message = msg(
        "plugin-id",
        '"{id}" cannot be an id: it must be a lowercase letter followed by at most 39 lowercase'
        " letters, digits and dashes.",
        id=excerpt(str(id)),
    )
    raise PluginError(message)


@dataclass(frozen=True, slots=True)
class Hook:
    """A hook, and the things that a plugin may return from it."""

    what: Message
    fits: Callable[[Any], bool]
    ids: Callable[[Any], Iterable[str]] = _id_of
    """Function that returns the ids of a thing; raises `PluginError` for an impossible one."""
    taken: Callable[[], Iterable[str]] = tuple
    """Function that returns the ids that splitpick itself uses."""


def _id_of_bot(bot: type[Bot]) -> list[str]:
    if not isinstance(bot.title, Message):
        raise PluginError(msg("plugin-title", "The title of a bot must be a message."))
    return _id_of(bot)


def _id_of_table(table: TableKind) -> list[str]:
    kind: object = table.effect_class
    if kind is None or (isclass(kind) and issubclass(kind, CardEffect)):
        return _id_of(table)
    message = msg(
        "plugin-effect-class",
        'The effect_class of the table "{table}" must be a subclass of CardEffect, not {got}.',
        table=excerpt(str(table.id)),
        got=_kind_of(kind),
    )
    raise PluginError(message)


def _subclass_of(*bases: type) -> Callable[[Any], bool]:
    return lambda thing: isclass(thing) and issubclass(thing, bases) and thing not in bases


def _names_in(folder: Traversable) -> list[str]:
    return [own_name(file) for file in rulesets_in(folder)]


def _is_folder(thing: object) -> bool:
    return isinstance(thing, Traversable) and thing.is_dir()


def _is_named(thing: object, fits: Callable[[Any], bool] = callable) -> bool:
    """Return whether *thing* is a pair of a name and what *fits*, by default a function."""
    if not isinstance(thing, tuple) or len(thing) != 2:
        return False
    return isinstance(thing[0], str) and fits(thing[1])


def _id_of_function(thing: Any) -> list[str]:
    return _checked_id(thing[0])


def _place_of(function: Any) -> list[str]:
    return [f"{function.__module__}:{getattr(function, '__qualname__', type(function).__name__)}"]


HOOKS: Mapping[str, Hook] = {
    "splitpick_bots": Hook(
        msg("thing-bot", "bot"),
        _subclass_of(Bot),
        _id_of_bot,
        lambda: [
            "human",
            "post",
            "process",
            *(bot.id for bot in BUILT_IN),
            *(level.id for level in LEVELS),
        ],
    ),
    "splitpick_catalogs": Hook(
        msg("thing-catalogs", "translations"),
        partial(_is_named, fits=_is_folder),
        lambda catalog: [catalog[0]],
        lambda: [DOMAIN],
    ),
    "splitpick_commands": Hook(msg("thing-command", "command"), _is_named, _id_of_function),
    "splitpick_exports": Hook(
        msg("thing-export", "format for exports"),
        _is_named,
        _id_of_function,
        lambda: ["record", "json", "markdown", "html", "svg"],
    ),
    "splitpick_effects": Hook(msg("thing-effect", "effect"), _subclass_of(CardEffect)),
    "splitpick_games": Hook(
        msg("thing-game", "game"),
        lambda thing: isinstance(thing, GameKind),
        taken=lambda: ["splitting"],
    ),
    OBSERVERS: Hook(msg("thing-observer", "observer"), callable, _place_of),
    "splitpick_rulesets": Hook(
        msg("thing-ruleset", "rule set"),
        _is_folder,
        _names_in,
        lambda: _names_in(files("splitpick.rulesets")),
    ),
    "splitpick_tables": Hook(
        pmsg("plugin", "thing-table", "table"),
        lambda thing: isinstance(thing, TableKind),
        _id_of_table,
        taken=lambda: ["collection"],
    ),
}


def check_functions(plugin: object, manager: PluginManager) -> None:
    """Raise `PluginError` for a function of *plugin* that looks like a hook and is none."""
    for name in [name for name in HOOKS if callable(getattr(plugin, name, None))]:
        function = getattr(plugin, name)
        if manager.parse_hookimpl_opts(plugin, name) is None:
            text = msg(
                "plugin-undecorated",
                "{hook}() lacks the decorator hookimpl: write @hookimpl above its def.",
                hook=name,
            )
            raise PluginError(text)
        needed = [
            one.name
            for one in signature(function).parameters.values()
            if one.default is Parameter.empty and one.kind is not Parameter.VAR_KEYWORD
        ]
        if needed:
            text = msg(
                "plugin-hook-arguments",
                "Hooks take no arguments: write def {hook}(), without {names}.",
                hook=name,
                names=", ".join(map(excerpt, needed)),
            )
            raise PluginError(text)


def validated(name: str, result: object) -> list[tuple[tuple[str, ...], Any]]:
    """Return the things in *result*, of the hook *name*, each after its ids; or `PluginError`."""
    hook = HOOKS[name]
    got = _kind_of(result)
    if isinstance(result, list | tuple):
        wrong = [thing for thing in result if not hook.fits(thing)]
        if not wrong:
            return [(tuple(hook.ids(thing)), thing) for thing in result]
        got = f"[{_kind_of(wrong[0])}]"
    wanted = signature(getattr(specs, name)).return_annotation
    text = msg(
        "plugin-returns",
        "{hook} must return {wanted}, not {got}.",
        hook=name,
        wanted=wanted,
        got=got,
    )
    raise PluginError(text)


def _kind_of(thing: object) -> str:
    named = f"class {thing.__qualname__}" if isclass(thing) else type(thing).__qualname__
    return "None" if thing is None else excerpt(named)
