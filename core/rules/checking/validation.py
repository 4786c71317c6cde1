"""Check the values of rules: pydantic's findings in our words, and what kinds of games find.

pydantic's own sentences are English and speak of Python; none of them is ever shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError

from ...errors import meant
from ...text import Message, msg, nmsg
from ..characters import excerpt
from ..checks import check_header
from ..faults import Fault, Path, Plain, likely
from ..kinds import GameKind
from ..labels import EMPTY_VALUE, KEY, NOT_A_LIST, NOT_A_MAPPING, NOT_TEXT
from ..models import CODE_PATTERN, DOMAIN_PATTERN, ID_PATTERN, VARIANTS, Item, RulesetModel
from ..plugin_errors import Nonsense

_OTHER = msg("bad-value", "This value makes no sense here.")
_CAUSES: Mapping[str, Message] = {
    "int_type": msg(
        "not-a-number", "This must be a whole number, without quotes or leading zeros."
    ),
    "bool_type": msg("not-true-or-false", "This must be true or false."),
    "string_type": NOT_TEXT,
    **dict.fromkeys(("list_type", "sequence_str", "is_instance_of"), NOT_A_LIST),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), NOT_A_MAPPING),
    "greater_than_equal": msg("too-small", "This must be at least {least}."),
    "less_than_equal": msg("too-large", "This must be at most {most}."),
    "too_short": nmsg(
        "too-few",
        "At least {count} must be listed here.",
        "At least {count} must be listed here.",
        0,
    ),
    "too_long": nmsg(
        "too-many", "At most {count} may be listed here.", "At most {count} may be listed here.", 0
    ),
    "string_pattern_mismatch": msg("bad-text", "This text is not allowed here."),
    ID_PATTERN: msg(
        "bad-id",
        "An id has small letters, digits and dashes, and begins with a letter; 40 at most.",
    ),
    CODE_PATTERN: msg(
        "bad-code", "A code has 1 to 4 capital letters and digits, and begins with a letter."
    ),
    DOMAIN_PATTERN: msg(
        "bad-domain",
        "A domain has letters, digits, dots, dashes and underscores, and begins with a letter.",
    ),
}
"""Messages by pydantic's type of error or by the pattern that did not match."""

_LIMITS = {"ge": "least", "le": "most", "min_length": "count", "max_length": "count"}
_QUOTED = re.compile(r"'([^']*)'")


@dataclass(frozen=True, slots=True)
class Shape:
    """The parts of a rule set that can be patched by id."""

    lists: Mapping[str, str]
    """Lists, each with the key that tells its items apart: ``{"cards": "code"}``."""
    mappings: Mapping[str, Sequence[str]]
    """Mappings, each with its possible keys; empty if any key is possible, as with variants."""
    fixed: Sequence[str]
    """Keys that are the same in all variants."""


def shape_of(model: type[RulesetModel]) -> Shape:
    """Return the shape of rule sets of *model*."""
    lists, mappings = {}, {}
    for key, kind in fields_of(model).items():
        models = models_in(kind)
        if {Sequence, list} & {get_origin(each) for each in (kind, *get_args(kind))}:
            if models and issubclass(models[0], Item):
                lists[key] = models[0].known_by
        elif models:
            mappings[key] = [] if key == VARIANTS else list(fields_of(models[0]))
    return Shape(lists, mappings, model.fixed)


def fields_of(model: type[BaseModel]) -> dict[str, Any]:
    """Return the types of the fields of *model*, by the keys of the YAML."""
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}


def models_in(kind: Any) -> list[type[BaseModel]]:
    """List the models that *kind* is made of: a model, a list of one, a union or a mapping."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [kind]
    return [model for inner in get_args(kind) for model in models_in(inner)]


def _keys_at(model: type[BaseModel], path: Sequence[str | int]) -> list[str]:
    """List the keys that *model* has in the mapping at *path*, as pydantic writes it."""
    models = [model]
    for step in path:
        if isinstance(step, str) and step.startswith("="):
            models = [each for each in models if getattr(each, "tag", step) == step]
        else:
            inner = [
                found for each in models for found in models_in(fields_of(each).get(str(step)))
            ]
            models = inner or models  # an index, or an id
    return [key for each in models for key in fields_of(each)]


def check_rules(
    kind: GameKind, rules: dict[str, Plain], *, together: bool = True
) -> tuple[RulesetModel | None, list[Fault]]:
    """Return the model of *rules*, those of one variant, and all their faults.

    With *together*, values that are right by themselves are checked together.  Raises `Nonsense`
    if *kind* is at fault.
    """
    model = model_of(kind, rules)
    validated, faults = shape_faults(model, rules)
    if validated is None or not together:
        return validated, faults
    found: Any = kind.check(rules)
    more = list(found) if isinstance(found, Iterable) else [found]
    for fault in more:
        if not isinstance(fault, Fault):
            raise Nonsense("splitpick_games", kind.id, "check()", fault)
    return validated, [*check_header(rules, shape_of(model).lists), *more]


def model_of(kind: GameKind, rules: Mapping[str, Plain]) -> type[RulesetModel]:
    """Ask *kind* for the model of *rules*; raises `Nonsense` if it returns none."""
    model: object = kind.model(rules)
    if not isinstance(model, type) or not issubclass(model, RulesetModel):
        raise Nonsense("splitpick_games", kind.id, "model()", model)
    return model


def unknown_game(wanted: str, games: Iterable[str]) -> Fault:
    """Return the fault of rules for the game *wanted*, which is none of *games*."""
    message = msg("unknown-game", 'There is no game "{name}".', name=excerpt(wanted))
    return Fault(("game",), likely(message, wanted, sorted(games)))


def shape_faults(
    model: type[RulesetModel], rules: dict[str, Plain]
) -> tuple[RulesetModel | None, list[Fault]]:
    """Return *rules* as a *model*, or each fault that it finds."""
    domains = rules.get("domain")
    each = domains if isinstance(domains, list) else [domains]
    found = tuple(domain for domain in each if isinstance(domain, str))
    try:
        return model.model_validate(rules, context={"domains": found}), []
    except ValidationError as error:
        return None, faults_of(model, rules, error)


def faults_of(model: type[BaseModel], values: Plain, error: ValidationError) -> list[Fault]:
    """Put each fault that *model* finds in *values* into a message of ours."""
    faults: list[Fault] = []
    missing: dict[tuple[Path, str], Fault] = {}
    misspelt: set[tuple[Path, str]] = set()
    for found in error.errors(include_url=False):
        written, context = found["loc"], found.get("ctx", {})
        way, key = _real_path(values, written), str(written[-1]) if written else ""
        if found["type"] == "missing":
            message = msg("missing-key", 'The key "{key}" is missing.', key=key)
            missing[way, key] = Fault((*way, key), message, whole=not way)
        elif found["type"] == "extra_forbidden":
            message = msg("unknown-key", 'There is no key "{key}" here.', key=excerpt(key))
            message = likely(message, key, _keys_at(model, written[:-1]))
            misspelt.add((way[:-1], meant(message)))
            faults.append(Fault(way, message, key=True))
        elif found["type"] == "splitpick":  # see `labels.refuse`
            for path, message in context["faults"]:
                is_key = path[-1:] == (KEY,)
                faults.append(Fault((*way, *path[: -1 if is_key else None]), message, key=is_key))
        else:
            message = _value_fault(found["type"], found["input"], context)
            faults.append(Fault(way, message, key=key == KEY))
    # A misspelt key is one mistake, and need not be reported as missing, too.
    return faults + [fault for at, fault in missing.items() if at not in misspelt]


def _value_fault(kind: str, value: object, context: Mapping[str, Any]) -> Message:
    """Say what is wrong with *value*, by pydantic's name for it."""
    if value is None:
        return EMPTY_VALUE
    if kind == "literal_error":
        message = msg("not-one-of", '"{value}" is not allowed here.', value=excerpt(str(value)))
        return likely(message, str(value), _QUOTED.findall(context["expected"]))
    message = _CAUSES.get(context.get("pattern", ""), _CAUSES.get(kind, _OTHER))
    limits = {_LIMITS[name]: int(limit) for name, limit in context.items() if name in _LIMITS}
    return replace(message, params=limits)


def _real_path(rules: Plain, written: Sequence[str | int]) -> Path:
    """Return the path to a value without pydantic's additions, such as the tags of a union."""
    path: list[str | int] = []
    for step in written:
        here = isinstance(rules, dict) and step in rules
        if here or (isinstance(rules, list) and isinstance(step, int) and step < len(rules)):
            rules = rules[step]  # type: ignore[index]
            path.append(step)
    return tuple(path)
