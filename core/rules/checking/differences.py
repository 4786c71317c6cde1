"""Differences of two variants, in the words of the YAML."""

from __future__ import annotations

from collections.abc import Iterator

import yaml

from ...text import Message, msg
from ..characters import excerpt
from ..faults import Plain
from ..load import Ruleset
from .validation import shape_of

_NOT_COMPARED = ("domain", "variants")


def differences(one: Ruleset, other: Ruleset) -> list[Message]:
    """List the keys with which *other* differs from *one*."""
    lists = shape_of(type(one.model)).lists
    found: list[Message] = []
    for key in {**one.data, **other.data}:
        if key not in _NOT_COMPARED:
            before, after = (
                _by_id(rules.data.get(key), lists.get(key, "")) for rules in (one, other)
            )
            found += _differences(key, before, after, in_list=key in lists)
    return found


def _by_id(value: Plain, known_by: str) -> Plain:
    """Return a list as a mapping, by the key that its items are *known_by*."""
    if not known_by or not isinstance(value, list):
        return value
    return {str(item[known_by]): item for item in value if isinstance(item, dict)}


def _differences(
    key: str, before: Plain, after: Plain, *, in_list: bool = False
) -> Iterator[Message]:
    if not isinstance(before, dict) or not isinstance(after, dict):
        if before != after:
            yield msg("value-is", "{key}: {value}", key=key, value=excerpt(_written(after)))
        return
    if in_list and (items := ", ".join(id for id in before if id not in after)):
        yield msg("list-without", "{list} without {items}", list=key, items=items)
    if in_list and (items := ", ".join(id for id in after if id not in before)):
        yield msg("list-with", "{list} with {items}", list=key, items=items)
    for inner in {**before, **after}:
        if not in_list or (inner in before and inner in after):
            yield from _differences(f"{key} {inner}", before.get(inner), after.get(inner))


def _written(value: Plain) -> str:
    """Write *value* on one line as YAML does; a missing value is a dash."""
    line = yaml.safe_dump([value], allow_unicode=True, default_flow_style=True, width=10_000)
    return "-" if value is None else line.strip()[1:-1]
