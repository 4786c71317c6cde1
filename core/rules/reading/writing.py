"""Rules written out as YAML, with the origin of each value.

The text is a rule set again, with the same values.
"""

from collections.abc import Sequence
from pathlib import PurePath

import yaml

from .nodes import MappingNode, Mark, leaves, plain
from .reader import read_mapping


def written(rules: MappingNode) -> list[tuple[str, list[Mark]]]:
    """Write *rules* as lines of YAML, each with the origins of its values."""
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
    """Return the shortest unambiguous names of *files*."""
    names = [PurePath(file).name for file in files]
    pairs = zip(files, names, strict=True)
    return {file: name if names.count(name) == 1 else file for file, name in pairs}
