"""Checks of the effects of cards: they must exist, fit together, and have settings they know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, ValidationError, create_model

from ...errors import suggestion
from ...splitting.card_effect import YES_NO, CardEffect, Choices
from ...text import Message, msg
from ..characters import excerpt
from ..checks import items
from ..kinds import TableKind
from ..models import EffectUse, Id, SplittingModel, Strict, uses_of
from ..special_cards import settings_given
from ..value_findings import ValueFinding, further_out, is_sure, likely, to_write, words_meant
from .cures.forms import flow, several
from .shapes import fields_of
from .validation import check_shape

Kind = type[CardEffect[Any, Any]]


def check_effects(rules: SplittingModel, table: TableKind) -> Iterator[ValueFinding]:
    """Check that cards name effects that are made for their *table*, with settings they have."""
    for path, card in items(rules, "cards"):
        known: list[tuple[EffectUse, Kind]] = []
        if message := _listed_settings(getattr(card, "effect", ""), table, rules):
            yield ValueFinding((*path, "effect"), message)
            continue
        for use in uses_of(getattr(card, "effect", ""), (*path, "effect")):
            if use.id in table.effects:
                kind = table.effects[use.id].kind
                known.append((use, kind))
                yield from _setting_faults(use, kind, rules, card, table)
            else:
                key = bool(use.path) and use.path[-1] == use.id
                if key and use.id in [*card.effect][1:] and not {*card.effect} & {*table.effects}:
                    continue  # the first one tells that none of them is a verb
                message = _why_not(use, table, rules)
                if key and isinstance(card.effect, Mapping):
                    message = _further_in(message, use, card.effect, table)
                yield ValueFinding(use.path, message, key=key)
        if len(known) > 1:
            yield from _misfits(known)


def _listed_settings(written: Any, table: TableKind, rules: SplittingModel) -> Message | None:
    """Return what to write for an effect with its settings in a list, as in ``[hide, last]``."""
    if isinstance(written, str | Mapping) or not all(isinstance(each, str) for each in written):
        return None
    verb, *values = [*written] or [""]
    if verb not in table.effects or not values or {*values} & {*table.effects}:
        return None
    if not (given := _by_name(table.effects[verb].kind, values, rules)):
        return None
    return to_write(_unknown(values[0]), flow({verb: given}))


def _why_not(use: EffectUse, table: TableKind, rules: SplittingModel) -> Message:
    """Say why cards of *table* cannot have the effect that *use* names."""
    effect = use.id
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
    if told := _said_in_words(effect, table, rules):
        return to_write(_unknown(effect), flow(told))
    verb, *values = several(" ".join(re.findall(r"[\w-]+", effect))) or [""]
    if re.search(r"\s(or|oder)\s", effect):
        values = []  # which of them is not said
    if values and {verb, *values} <= {*table.effects}:
        return to_write(_unknown(effect), flow([verb, *values]))
    kind = table.effects[str(verb)].kind if values and verb in table.effects else None
    values = [value for value in values if not kind or f"{value}=" not in effect]
    if kind and (given := _by_name(kind, values, rules)):  # hide(strongest)
        only = given.get(next(iter(kind.settings)), given) if len(given) == 1 else given
        return to_write(_unknown(effect), flow({str(verb): only}))
    known_names = sorted(table.effects)
    # What stands behind a verb is not left out.
    meant = "" if kind and kind.settings and values else None
    if use.given is not None:  # the first whose settings these are
        guesses = words_meant(effect, known_names)
        meant = next(
            (each for each in guesses if _takes(table.effects[each].kind, use, rules)), None
        )
    return likely(_unknown(effect), effect, known_names, meant)


def _said_in_words(effect: str, table: TableKind, rules: SplittingModel) -> dict[str, Any]:
    """Return the effects that are said as in ``rob 2 and draw 1 card``, all of them; or none."""
    said: dict[str, Any] = {}
    for part in re.split(r"\s*[,;+&]\s*|\s+(?:and|then|und|dann|en)\s+", effect.strip(" .")):
        match = re.fullmatch(r"([a-z-]+) (\d{1,2})(?: (?:cards?|gold|coins?|points?))?", part)
        kind = table.effects[match[1]].kind if match and match[1] in table.effects else None
        if not match or not kind or not kind.settings or match[1] in said:
            return {}
        given = settings_given(kind, int(match[2]))
        if check_shape(settings_model(kind, rules), given)[1]:
            return {}
        said[match[1]] = int(match[2])
    return said


def _takes(kind: Kind, use: EffectUse, rules: SplittingModel) -> bool:
    if not kind.settings:
        return False
    return not check_shape(settings_model(kind, rules), settings_given(kind, use.given))[1]


def _further_in(
    message: Message, use: EffectUse, effects: Mapping[str, Any], table: TableKind
) -> Message:
    """Return *message* about *use*, no effect, with the one of *effects* whose setting it is."""
    for verb, given in effects.items():
        known = table.effects.get(verb)
        free = known and isinstance(given, Mapping) and use.id not in given
        if known and free and use.id in known.kind.settings:
            inner: dict[str, Any] = {use.id: use.given}
            return to_write(_unknown(use.id), flow({verb: inner})[1:-1])
    taking = [verb for verb, known in table.effects.items() if use.id in known.kind.settings]
    if len(taking) == len(effects) == 1 and type(use.given) is not int:  # which many verbs have
        whole: dict[str, Any] = {taking[0]: {use.id: use.given}}
        return to_write(_unknown(use.id), flow(whole)[1:-1])
    for verb in [*effects] if taking else ():
        if verb in table.effects and verb not in taking:
            none = msg("no-such-setting", 'The effect "{verb}" has no setting "{name}".', verb=verb)
            return likely(none, use.id, [*table.effects[verb].kind.settings], "")
    return message


def _unknown(effect: str) -> Message:
    return msg("unknown-effect", 'There is no effect "{name}".').filled(name=excerpt(effect))


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


def _setting_faults(
    use: EffectUse, kind: Kind, rules: SplittingModel, card: Any, table: TableKind
) -> Iterator[ValueFinding]:
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
        path = (*use.path, *(() if short else fault.path))
        message, name = fault.message, str(path[-1])
        if fault.key and not short and name in kind.missing:
            yield replace(fault, path=path, message=kind.missing[name])
            continue
        if not suggestion(message) and short:
            values = use.given if isinstance(use.given, list) else several(str(use.given))
            values = [each for each in values if each not in kind.settings] or values
            if found := _by_name(kind, values, rules):
                message = to_write(message, flow(found))
        elif not suggestion(message) and fault.key and not short:
            unknown = msg("unknown-key", 'There is no key "{name}" here.')
            line = flow({name: given[name]})[1:-1]
            if name in fields_of(type(card)):
                message = further_out(unknown, name, line, "effect")
            elif name in table.effects and use.path[-1] == use.id:
                message = further_out(unknown, name, line, use.id)
            elif isinstance(given[name], str) and (found := _by_name(kind, [given[name]], rules)):
                message = likely(unknown, name, [*kind.settings], next(iter(found)))
        yield replace(fault, path=path, message=message)


def _by_name(kind: Kind, values: Sequence[Any], rules: SplittingModel) -> dict[str, Any]:
    """Return *values* by the settings of *kind* that they fit, the first ones first; or nothing."""
    given: dict[str, Any] = {}
    values = [{"true": True, "false": False}.get(value, value) for value in values]
    model = settings_model(kind, rules)
    for value in values:
        named = next((name for name, it in kind.settings.items()
                      if it == YES_NO and is_sure(str(value), name)), "")  # fmt: skip
        asked = {named: True} if named else None
        tried = [asked] if asked else [{name: value} for name in kind.settings if name not in given]
        for each in tried:
            with suppress(ValidationError):
                model.model_validate({**given, **each})
                given |= each
                break
        else:
            return {}
    return given


def keys_in_effect(table: TableKind | None, path: Sequence[str]) -> list[str]:
    """Return the keys at *path*, if it is that of an effect of *table*, or of its settings."""
    if table is None or path[2:3] != ["effect"]:
        return []
    known = table.effects.get("".join(path[3:4]))
    return [*known.kind.settings] if known else [*table.effects]


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
