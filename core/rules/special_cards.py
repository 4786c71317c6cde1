"""Special cards in rule sets: the effects that plugins provide, for whichever table they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from ..errors import EffectError
from ..splitting.card_effect import CardEffect
from ..splitting.table_rules import TableRules
from ..text import Message, msg
from .characters import excerpt
from .checks import items
from .plugin_errors import PLUGIN_EXCEPTIONS, described
from .value_findings import Path, ValueFinding, likely

if TYPE_CHECKING:
    from .models import SplittingModel

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


class TakesEffects(Protocol):
    """The part of `TableKind` that decides which effects a card can have."""

    id: str
    effect_class: ClassVar[type[AnyEffect] | None]
    known_effects: Mapping[str, KnownEffect]

    @property
    def effects(self) -> Mapping[str, KnownEffect]:
        """Effects for special cards of this table, by id."""


def check_effects(rules: SplittingModel, table: TakesEffects) -> Iterator[ValueFinding]:
    """Check that cards name effects that are made for their *table*, with settings they have."""
    for path, card in items(rules, "cards"):
        effect, given = getattr(card, "effect", ""), getattr(card, "given", {})
        if not effect and given:
            message = msg("with-alone", "Only a card with an effect has settings.")
            yield ValueFinding((*path, "with"), message, key=True)
        elif effect and effect not in table.effects:
            yield ValueFinding((*path, "effect"), _why_not(effect, table))
        elif effect:
            settings = table.effects[effect].kind.settings
            yield from _setting_faults((*path, "with"), given, settings)


def _why_not(effect: str, table: TakesEffects) -> Message:
    """Say why cards of *table* cannot have *effect*."""
    if table.effect_class is None:
        return msg("table-without-effects", 'Cards of the table "{table}" have no effects.',
                   table=table.id)  # fmt: skip
    if known := table.known_effects.get(effect):
        return msg(
            "effect-of-other-table",
            'The effect "{name}" of the plugin {plugin} is not made for the table "{table}".',
            name=effect,
            plugin=known.plugin,
            table=table.id,
        )
    message = msg("unknown-effect", 'There is no effect "{name}".')
    return likely(message, effect, sorted(table.effects))


def _setting_faults(
    path: Path, given: Mapping[str, object], settings: Mapping[str, tuple[int, int]]
) -> Iterator[ValueFinding]:
    for name, value in given.items():
        if name not in settings:
            message = msg("unknown-effect-setting", 'This effect has no setting "{name}".')
            yield ValueFinding((*path, name), likely(message, name, sorted(settings)), key=True)
        elif type(value) is not int or not settings[name][0] <= value <= settings[name][1]:
            message = msg(
                "bad-setting",
                '"{name}" must be a whole number from {least} to {most}.',
                name=excerpt(name),
                least=settings[name][0],
                most=settings[name][1],
            )
            yield ValueFinding((*path, name), message)


def effects_of(
    rules: TableRules,
    cards: Sequence[Any],
    effects: Mapping[str, KnownEffect],
    note: Callable[[int, AnyEffect], None],
) -> list[AnyEffect | None]:
    """Make the effects of *cards*, and list the options of each in *rules*; see `TableKind`.

    *note* is called with the number of each special card and its effect.
    """
    return [
        _effect(rules, number, card, effects[card.effect], note) if card.effect else None
        for number, card in enumerate(cards)
    ]


def _effect(
    rules: TableRules,
    number: int,
    card: Any,
    known: KnownEffect,
    note: Callable[[int, AnyEffect], None],
) -> AnyEffect:
    """Make the effect of card *number*; raise `EffectError` if it is no use."""
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
