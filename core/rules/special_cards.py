"""Special cards in rule sets: the effects that plugins provide, for whichever table they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..errors import EffectError
from ..splitting.card_effect import CardEffect
from ..splitting.table_rules import TableRules
from ..text import msg
from .characters import excerpt
from .plugin_errors import PLUGIN_EXCEPTIONS, described

# An option after a special card's code; other first characters are for what all cards can do.
OPTION = re.compile(r"[@*][!-~]{0,80}")

AnyEffect = CardEffect[Any, Any]


@dataclass(frozen=True, slots=True)
class KnownEffect:
    """An effect that cards in rule sets may name.

    Attributes:
        kind: class of the effect.
        plugin: name and version of the plugin that provides it.
        guard: function that is given an effect that was made, with its options, and returns the
            one that is played: the same, or one that withstands the plugin's faults.
    """

    kind: type[AnyEffect]
    plugin: str = ""
    guard: Callable[[AnyEffect, list[str]], AnyEffect] = lambda effect, options: effect


def make_effect(
    rules: TableRules,
    number: int,
    card: Any,
    known: KnownEffect,
    note: Callable[[int, AnyEffect], None],
) -> AnyEffect:
    """Make the effect of card *number*, and list its options in *rules*.

    *note* is called with the number and the effect. Raises `EffectError` if it is no use.
    """
    cause = None
    try:
        made = known.kind(rules, number)
        for name, value in card.given.items():
            setattr(made, name, value)
        options: list[object] = [*made.options()]
        written = [
            option for option in options if isinstance(option, str) and OPTION.fullmatch(option)
        ]
        if len(set(written)) == len(options):
            rules.effect_options[number] = written
            note(number, made)
            return known.guard(made, written)
        why = msg(
            "effect-options",
            "all options must be different, begin with @ or *, and have no spaces: {options}",
            options=excerpt(", ".join(map(str, options)), 120),
        )
    except PLUGIN_EXCEPTIONS as error:
        cause = error
        why = msg("effect-unready", "it cannot be set up: {error}", error=described(error, 120))
    message = msg(
        why.code,
        'The card {card} (effect "{effect}" of the plugin {plugin}) cannot be played: {why}.',
        card=rules.codes[number],
        effect=card.effect,
        plugin=known.plugin or card.effect,
        why=why,
    )
    raise EffectError(message) from cause
