"""Checking the values of rules: pydantic's findings in our words, and what kinds of games find.

pydantic's own sentences are English and speak of Python; none of them is ever shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from pydantic import BaseModel, ValidationError

from ...errors import meant
from ...text import Message, msg, nmsg
from ..characters import excerpt
from ..checks import check_header
from ..faults import MOST_GUESSES, Fault, Path, Plain, likely
from ..kinds import GameKind
from ..labels import EMPTY_VALUE, KEY, NOT_A_LIST, NOT_A_MAPPING, not_text
from ..models import CODE_PATTERN, DOMAIN_PATTERN, ID_PATTERN, RulesetModel
from ..plugin_errors import Nonsense
from .shapes import keys_at, shape_of

_NUMBER = msg("not-a-number", "This must be a whole number, without quotes or leading zeros.")
_TRUTH = msg("not-true-or-false", "This must be true or false.")
_OTHER = msg("bad-value", "This value makes no sense here.")
_PATTERNS = {
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
_QUOTED = re.compile(r"'([^']*)'")


def check_rules(kind: GameKind, rules: dict[str, Plain]) -> tuple[RulesetModel | None, list[Fault]]:
    """Return what the model makes of *rules*, those of one variant, and everything wrong in them.

    Raises `Nonsense` where *kind* is at fault.
    """
    model = model_of(kind, rules)
    validated, faults = shape_faults(model, rules)
    sound = _without(rules, faults)
    lists = shape_of(model).lists
    found: Any = kind.check(sound)
    more = list(found) if isinstance(found, Iterable) else [found]
    for fault in more:
        if not isinstance(fault, Fault):
            raise Nonsense("splitpick_games", kind.id, "check()", fault)
    return validated, [*faults, *check_header(sound, lists), *more]


def model_of(kind: GameKind, rules: Mapping[str, Plain]) -> type[RulesetModel]:
    """Ask *kind* for the model of *rules*; raises `Nonsense` where it answers none."""
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
    """Return what *model* makes of *rules*, or each fault that it finds."""
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
            missing[way, key] = Fault(way, message, is_missing=True)
        elif found["type"] == "extra_forbidden":
            message = msg("unknown-key", 'There is no key "{key}" here.', key=excerpt(key))
            if len(faults) < MOST_GUESSES:
                message = likely(message, key, keys_at(model, written[:-1]))
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
    match kind:
        case "int_type":
            return _NUMBER
        case "bool_type":
            return _TRUTH
        case "string_type":
            return not_text(value)
        case "list_type" | "sequence_str" | "is_instance_of":  # how a Sequence says it
            return NOT_A_LIST
        case "dict_type" | "model_type" | "model_attributes_type":
            return NOT_A_MAPPING
        case "greater_than_equal":
            return msg("too-small", "This must be at least {least}.", least=int(context["ge"]))
        case "less_than_equal":
            return msg("too-large", "This must be at most {most}.", most=int(context["le"]))
        case "too_short":
            return nmsg(
                "too-few",
                "At least {count} must be listed here.",
                "At least {count} must be listed here.",
                int(context["min_length"]),
            )
        case "too_long":
            return nmsg(
                "too-many",
                "At most {count} may be listed here.",
                "At most {count} may be listed here.",
                int(context["max_length"]),
            )
        case "string_pattern_mismatch":
            other = msg("bad-text", "This text cannot stand here.")
            return _PATTERNS.get(context["pattern"], other)
        case "literal_error":
            known = _QUOTED.findall(context["expected"])
            message = msg("not-one-of", '"{value}" cannot stand here.', value=excerpt(str(value)))
            return likely(message, str(value), known)
    return _OTHER


def _real_path(rules: Plain, written: Sequence[str | int]) -> Path:
    """Return the way to a value without what pydantic adds to it, such as the tags of a union."""
    path: list[str | int] = []
    for step in written:
        here = isinstance(rules, dict) and step in rules
        if here or (isinstance(rules, list) and isinstance(step, int) and step < len(rules)):
            rules = rules[step]  # type: ignore[index]
            path.append(step)
    return tuple(path)


def _without(rules: dict[str, Plain], faults: Iterable[Fault]) -> dict[str, Plain]:
    """Return *rules* with ``None`` for every value that is at fault; in a copy if there is one."""
    ways = [fault.path for fault in faults if not fault.key and not fault.is_missing]
    sound = deepcopy(rules) if any(ways) else rules
    for way in filter(None, ways):
        inner: Any = sound
        for step in way[:-1]:
            inner = inner[step] if inner is not None else None
        if inner is not None:
            inner[way[-1]] = None
    return sound
