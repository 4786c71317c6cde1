"""Checks of the effects of cards: they must exist, fit together, and have settings they know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, create_model

from ...splitting.card_effect import YES_NO, CardEffect, Choices
from ...text import Message, msg
from ..checks import items
from ..kinds import TableKind
from ..models import EffectUse, Id, SplittingModel, Strict, uses_of
from ..special_cards import settings_given
from ..value_findings import ValueFinding, likely, to_write
from .validation import check_shape

Kind = type[CardEffect[Any, Any]]


def check_effects(rules: SplittingModel, table: TableKind) -> Iterator[ValueFinding]:
    """Check that cards name effects that are made for their *table*, with settings they have."""
    for path, card in items(rules, "cards"):
        known: list[tuple[EffectUse, Kind]] = []
        for use in uses_of(getattr(card, "effect", ""), (*path, "effect")):
            if use.id in table.effects:
                kind = table.effects[use.id].kind
                known.append((use, kind))
                yield from _setting_faults(use, kind, rules)
            else:
                key = bool(use.path) and use.path[-1] == use.id
                yield ValueFinding(use.path, _why_not(use.id, table), key=key)
        if len(known) > 1:
            yield from _misfits(known)


def _why_not(effect: str, table: TableKind) -> Message:
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


def _misfits(known: Sequence[tuple[EffectUse, Kind]]) -> Iterator[ValueFinding]:
    """Find effects that cannot be one of several, and a second one that lays the card itself."""
    laid = False
    for use, kind in known:
        key = use.path[-1] == use.id
        if kind.act is CardEffect.act:
            message = msg(
                "effect-alone",
                'The effect "{name}" can only stand alone on a card.',
                name=use.id,
            )
            yield ValueFinding(use.path, message, key=key)
        elif kind.lays and laid:
            message = msg("laid-twice", "An effect before this one already lays the card.")
            yield ValueFinding(use.path, message, key=key)
        laid = laid or kind.lays


def _setting_faults(use: EffectUse, kind: Kind, rules: SplittingModel) -> Iterator[ValueFinding]:
    """Find settings that *kind* lacks, and values that it does not allow."""
    if use.given is None:
        return
    if not kind.settings:
        message = msg("no-settings", 'The effect "{name}" has no settings.', name=use.id)
        yield ValueFinding(use.path, message)
        return
    short = not isinstance(use.given, Mapping)
    given = settings_given(kind, use.given)
    if isinstance(use.given, str) and kind.settings.get(use.given) == YES_NO:
        message = msg("setting-alone", '"{name}" is a setting.', name=use.given)
        yield ValueFinding(use.path, to_write(message, f"{{{use.given}: true}}"))
        return
    for fault in check_shape(settings_model(kind, rules), given)[1]:
        # The value of the first setting may stand in place of all.
        yield replace(fault, path=(*use.path, *(() if short else fault.path)))


def settings_model(kind: Kind, rules: SplittingModel | None = None) -> type[BaseModel]:
    """Return the model of the settings of *kind*, of a card in *rules* or in any."""
    fields: dict[str, Any] = {
        name.replace("-", "_"): (_type_of(choices, rules), None)
        for name, choices in kind.settings.items()
    }
    return create_model(f"{kind.id}-settings", __base__=Strict, **fields)


def _type_of(choices: Choices, rules: SplittingModel | None) -> Any:
    if choices == YES_NO:
        return bool
    if isinstance(choices[0], int):
        return Annotated[int, Field(ge=choices[0], le=choices[1])]
    words: list[Any] = []
    for word in map(str, choices):
        if not word.startswith("["):
            words.append(word)
        elif rules is None:
            return Id
        else:
            words += [item.id for _, item in items(rules, word[1:-1])]
    return Literal[tuple(dict.fromkeys(words))]
