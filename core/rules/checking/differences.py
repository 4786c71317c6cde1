"""What one variant has otherwise than another, in the words of the YAML."""

from __future__ import annotations

from collections.abc import Iterator

import yaml

from ...text import Message, msg
from ..characters import excerpt
from ..faults import Plain
from ..load import Ruleset
from .shapes import shape_of

_NOT_COMPARED = ("domain", "variants")


def differences(one: Ruleset, other: Ruleset) -> list[Message]:
    """List what *other* has otherwise than *one*, key by key."""
    lists = shape_of(type(one.model)).lists
    found: list[Message] = []
    for key in dict.fromkeys([*one.data, *other.data]):
        before, after = one.data.get(key), other.data.get(key)
        if key in _NOT_COMPARED:
            continue
        if key in lists and isinstance(before, list) and isinstance(after, list):
            found += _of_lists(
                key,
                *({_id(item, lists[key]): item for item in listed} for listed in (before, after)),
            )
        else:
            found += _of_values(key, before, after)
    return found


def _id(item: Plain, known_by: str) -> str:
    return str(item[known_by]) if isinstance(item, dict) else ""


def _of_lists(key: str, before: dict[str, Plain], after: dict[str, Plain]) -> Iterator[Message]:
    removed = [id for id in before if id not in after]
    added = [id for id in after if id not in before]
    if removed:
        yield msg("list-without", "{list} without {items}", list=key, items=", ".join(removed))
    if added:
        yield msg("list-with", "{list} with {items}", list=key, items=", ".join(added))
    for id in after:
        if id in before:
            yield from _of_values(f"{key} {id}", before[id], after[id])


def _of_values(key: str, before: Plain, after: Plain) -> Iterator[Message]:
    if isinstance(before, dict) and isinstance(after, dict):
        for inner in dict.fromkeys([*before, *after]):
            yield from _of_values(f"{key} {inner}", before.get(inner), after.get(inner))
    elif before != after:
        yield msg("value-is", "{key}: {value}", key=key, value=excerpt(_written(after)))


def _written(value: Plain) -> str:
    """Write *value* on one line as YAML does; what is not there is a dash."""
    line = yaml.safe_dump([value], allow_unicode=True, default_flow_style=True, width=10_000)
    return "-" if value is None else line.strip()[1:-1]
