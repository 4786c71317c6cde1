"""What pydantic finds wrong with a rule set, in our words and with the way to the value.

pydantic's own sentences are English and speak of Python; none of them is ever shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from ..errors import meant
from ..text import Message, msg, nmsg
from .characters import excerpt
from .faults import Fault, Guesses, Path, Plain, likely
from .labels import EMPTY_VALUE, KEY, NOT_A_LIST, NOT_A_MAPPING, not_text
from .models import CODE_PATTERN, DOMAIN_PATTERN, ID_PATTERN, Item, RulesetModel
from .patches import Shape
from .variants import VARIANTS

_BAD_ID = msg(
    "bad-id", "An id has small letters, digits and dashes, and begins with a letter; 40 at most."
)
_BAD_CODE = msg(
    "bad-code", "A code has 1 to 4 capital letters and digits, and begins with a letter."
)
_BAD_DOMAIN = msg(
    "bad-domain",
    "A domain has letters, digits, dots, dashes and underscores, and begins with a letter.",
)
_QUOTED = re.compile(r"'([^']*)'")


def shape_faults(model: type[BaseModel], rules: Plain, error: ValidationError) -> list[Fault]:
    """Put each fault that *model* finds in *rules* into a message of ours."""
    faults: list[Fault] = []
    missing: dict[tuple[Path, str], Fault] = {}
    misspelt: set[tuple[Path, str]] = set()
    guesses = Guesses()
    for found in error.errors(include_url=False):
        written, type_ = found["loc"], found["type"]
        way, key = _real_path(rules, written), str(written[-1]) if written else ""
        context = found.get("ctx", {})
        if type_ == "missing":
            message = msg("missing-key", 'The key "{key}" is missing.', key=key)
            missing[way, key] = Fault(way, message, is_missing=True)
        elif type_ == "extra_forbidden":
            message = msg("unknown-key", 'There is no key "{key}" here.', key=excerpt(key))
            known = keys_at(model, written[:-1])
            message = guesses.likely(message, key, known)
            misspelt.add((way[:-1], meant(message)))
            faults.append(Fault(way, message, key=True))
        elif type_ == "splitpick":
            faults += [_own_fault(way, path, message) for path, message in context["faults"]]
        else:
            message = _value_fault(type_, found["input"], context)
            faults.append(Fault(way, message, key=key == KEY))
    # A misspelt key is one mistake, and need not be reported as missing, too.
    return faults + [fault for at, fault in missing.items() if at not in misspelt]


def _own_fault(way: Path, path: Path, message: Message) -> Fault:
    """Make the fault for what a validator of ours refused; see `labels.refuse`."""
    if path[-1:] == (KEY,):
        return Fault((*way, *path[:-1]), message, key=True)
    return Fault((*way, *path), message)


def _value_fault(type_: str, value: object, context: Mapping[str, Any]) -> Message:
    """Say what is wrong with *value*, by pydantic's name for it."""
    if value is None:
        return EMPTY_VALUE
    say = _VALUE_FAULTS.get(type_)
    return say(value, context) if say else msg("bad-value", "This value makes no sense here.")


def _not_a_number(value: object, context: Mapping[str, Any]) -> Message:
    return msg("not-a-number", "This must be a whole number, without quotes or leading zeros.")


def _not_a_truth(value: object, context: Mapping[str, Any]) -> Message:
    return msg("not-true-or-false", "This must be true or false.")


def _too_small(value: object, context: Mapping[str, Any]) -> Message:
    return msg("too-small", "This must be at least {least}.", least=int(context["ge"]))


def _too_large(value: object, context: Mapping[str, Any]) -> Message:
    return msg("too-large", "This must be at most {most}.", most=int(context["le"]))


def _too_few(value: object, context: Mapping[str, Any]) -> Message:
    return nmsg(
        "too-few",
        "At least {count} must be listed here.",
        "At least {count} must be listed here.",
        int(context["min_length"]),
    )


def _too_many(value: object, context: Mapping[str, Any]) -> Message:
    return nmsg(
        "too-many",
        "At most {count} may be listed here.",
        "At most {count} may be listed here.",
        int(context["max_length"]),
    )


def _no_match(value: object, context: Mapping[str, Any]) -> Message:
    patterns = {ID_PATTERN: _BAD_ID, CODE_PATTERN: _BAD_CODE, DOMAIN_PATTERN: _BAD_DOMAIN}
    return patterns.get(context["pattern"], msg("bad-text", "This text cannot stand here."))


def _none_of(value: object, context: Mapping[str, Any]) -> Message:
    known = _QUOTED.findall(context["expected"])
    message = msg("not-one-of", '"{value}" cannot stand here.', value=excerpt(str(value)))
    return likely(message, str(value), known)


_VALUE_FAULTS: dict[str, Callable[[object, Mapping[str, Any]], Message]] = {
    "int_type": _not_a_number,
    "bool_type": _not_a_truth,
    "string_type": lambda value, context: not_text(value),
    "list_type": lambda value, context: NOT_A_LIST,
    "is_instance_of": lambda value, context: NOT_A_LIST,  # how a Sequence says it
    "sequence_str": lambda value, context: NOT_A_LIST,
    "dict_type": lambda value, context: NOT_A_MAPPING,
    "model_type": lambda value, context: NOT_A_MAPPING,
    "model_attributes_type": lambda value, context: NOT_A_MAPPING,
    "greater_than_equal": _too_small,
    "less_than_equal": _too_large,
    "too_short": _too_few,
    "too_long": _too_many,
    "string_pattern_mismatch": _no_match,
    "literal_error": _none_of,
}


def _real_path(rules: Plain, written: Sequence[str | int]) -> Path:
    """Return the way to a value without what pydantic adds to it, such as the tags of a union."""
    path: list[str | int] = []
    for step in written:
        if _has(rules, step):
            rules = rules[step]  # type: ignore[index]
            path.append(step)
    return tuple(path)


def _has(value: Plain, step: str | int) -> bool:
    if isinstance(value, list):
        return isinstance(step, int) and step < len(value)
    return isinstance(value, dict) and step in value


# What a model knows of itself.


def shape_of(model: type[RulesetModel]) -> Shape:
    """Say what of a rule set of *model* can be patched by id, and what all variants share."""
    lists, mappings = {}, {}
    for key, field in fields_of(model).items():
        for kind in unfolded(field):
            if get_origin(kind) in (Sequence, list):
                items = [item for item in unfolded(get_args(kind)[0]) if _is_model(item)]
                if items and issubclass(items[0], Item):
                    lists[key] = items[0].known_by
            elif _is_model(kind):
                mappings[key] = list(fields_of(kind))
            elif key == VARIANTS:
                mappings[key] = []
    return Shape(lists, mappings, model.fixed)


def keys_at(model: type[BaseModel], path: Sequence[str | int]) -> list[str]:
    """List the keys that *model* knows in the mapping at *path*, a way as pydantic writes it."""
    kinds: list[Any] = [model]
    for step in path:
        if isinstance(step, str) and step.startswith("="):
            kinds = [kind for kind in kinds if getattr(kind, "tag", step) == step]
            continue
        inner: list[Any] = []
        for kind in kinds:
            if _is_model(kind):
                inner += unfolded(fields_of(kind).get(str(step)))
            elif get_args(kind):
                inner += unfolded(get_args(kind)[-1])
        kinds = inner
    return [key for kind in kinds if _is_model(kind) for key in fields_of(kind)]


def fields_of(model: type[BaseModel]) -> dict[str, Any]:
    """Return the types of what *model* has, by the keys of the YAML."""
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}


def unfolded(kind: Any) -> Iterator[Any]:
    """Go through the types that *kind*, perhaps annotated or a union, stands for."""
    if get_origin(kind) is Annotated:
        yield from unfolded(get_args(kind)[0])
    elif get_origin(kind) in (Union, UnionType):
        for choice in get_args(kind):
            yield from unfolded(choice)
    else:
        yield kind


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)
