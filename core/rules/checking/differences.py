"""Differences of two variants, in the words of the YAML."""

from collections.abc import Iterator
from typing import Any

import yaml

from ...text import Message, msg
from ..characters import excerpt
from ..load import Ruleset
from .validation import shape_of


def differences(one: Ruleset, other: Ruleset) -> Iterator[Message]:
    """List the keys with which *other* differs from *one*."""
    lists = shape_of(type(one.model)).lists
    for key in dict.fromkeys([*one.data, *other.data]):
        if key in ("domain", "variants"):
            continue
        before: Any = one.data.get(key)
        after: Any = other.data.get(key)
        if known_by := lists.get(key):
            before, after = (
                {item[known_by]: item for item in each or ()} for each in (before, after)
            )
            if items := ", ".join(id for id in before if id not in after):
                yield msg("list-without", "{list} without {items}", list=key, items=items)
            if items := ", ".join(id for id in after if id not in before):
                yield msg("list-with", "{list} with {items}", list=key, items=items)
            after = {id: item for id, item in after.items() if id in before}
            before = {id: before[id] for id in after}
        yield from _differences(key, before, after)


def _differences(key: str, before: Any, after: Any) -> Iterator[Message]:
    if isinstance(before, dict) and isinstance(after, dict):
        for inner in {**before, **after}:
            yield from _differences(f"{key} {inner}", before.get(inner), after.get(inner))
    elif before != after:
        line = yaml.safe_dump([after], allow_unicode=True, default_flow_style=True, width=10_000)
        value = "-" if after is None else excerpt(line.strip()[1:-1])
        yield msg("value-is", "{key}: {value}", key=key, value=value)
