"""Rules written out as YAML with the origin of each value, and the differences between variants."""

from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any

import yaml

from ...core.rules.characters import excerpt
from ...core.rules.checking.shapes import shape_of
from ...core.rules.load import Ruleset
from ...core.rules.reading.nodes import MappingNode, Mark, leaves, plain
from ...core.rules.reading.reader import read_mapping
from ...core.text import Message, msg

NAMES = ("id", "name", "domain", "variants")
"""Keys that say what rules are called, and not what they are."""


def differences(one: Ruleset, other: Ruleset) -> Iterator[Message]:
    """Yield a message for each value, named by its key, in which *other* differs from *one*."""
    lists = shape_of(type(one.model)).lists
    told = (key for key in (*one.data, *other.data) if key not in NAMES)
    for key in dict.fromkeys(told):
        before: Any = one.data.get(key)
        after: Any = other.data.get(key)
        if known_by := lists.get(key):
            before, after = ({it[known_by]: it for it in each or ()} for each in (before, after))
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


def written(rules: MappingNode) -> list[tuple[str, list[Mark]]]:
    """Return *rules* as lines of YAML, each with the places where its values were written."""
    text = yaml.safe_dump(
        plain(rules), allow_unicode=True, default_flow_style=None, sort_keys=False, width=10_000
    )
    lines: list[tuple[str, list[Mark]]] = [(line, []) for line in text.splitlines()]
    again = leaves(read_mapping("", text.encode()))
    for (_, here), (_, there) in zip(again, leaves(rules), strict=True):
        marks, mark = lines[here.start_mark.line][1], there.start_mark
        if (mark.name, mark.line) not in {(other.name, other.line) for other in marks}:
            marks.append(mark)
    return lines


def short_names(files: Sequence[str]) -> dict[str, str]:
    """Return the name of each path in *files*, or all of the path if others have that name."""
    names = [PurePath(file).name for file in files]
    pairs = zip(files, names, strict=True)
    return {file: name if names.count(name) == 1 else file for file, name in pairs}
