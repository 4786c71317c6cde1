"""What one variant has otherwise than another, in the words of the YAML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..text import Message, Param, msg
from .characters import excerpt
from .faults import Plain
from .load import Ruleset

_NOT_COMPARED = ("domain", "variants")


def differences(one: Ruleset, other: Ruleset) -> list[Message]:
    """Say what *other* has otherwise than *one*, key by key."""
    from .validation import shape_of

    lists = shape_of(type(one.model)).lists
    found: list[Message] = []
    for key in dict.fromkeys([*one.data, *other.data]):
        before, after = one.data.get(key), other.data.get(key)
        if before == after or key in _NOT_COMPARED:
            continue
        if key in lists and isinstance(before, list) and isinstance(after, list):
            found += _of_lists(key, _by_id(before, lists[key]), _by_id(after, lists[key]))
        else:
            found += _of_values(key, before, after)
    return found


Listed = Mapping[str, Plain]


def _by_id(items: list[Plain], known_by: str) -> Listed:
    return {str(item[known_by]): item for item in items if isinstance(item, dict)}


def _of_lists(key: str, before: Listed, after: Listed) -> Iterator[Message]:
    removed = [id for id in before if id not in after]
    added = [id for id in after if id not in before]
    if removed:
        yield msg("list-without", "{list} without {items}", list=key, items=", ".join(removed))
    if added:
        yield msg("list-with", "{list} with {items}", list=key, items=", ".join(added))
    for id, item in after.items():
        if id in before:
            yield from _of_values(f"{key} {id}", before[id], item)


def _of_values(key: str, before: Plain, after: Plain) -> Iterator[Message]:
    if isinstance(before, dict) and isinstance(after, dict):
        for inner in dict.fromkeys([*before, *after]):
            yield from _of_values(f"{key} {inner}", before.get(inner), after.get(inner))
    elif before != after:
        value: Param = excerpt(_written(after))
        yield msg("value-is", "{key}: {value}", key=key, value=value)


def _written(value: Plain) -> str:
    """Write *value* as the YAML does."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_written(inner)}' for key, inner in value.items())}}}"
    return str(value)
