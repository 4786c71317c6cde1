"""Rules written out as YAML, line by line, and where each value of them came from.

What comes of it is a rule set again: `reader` reads the same values from it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from ..width import display_width
from .faults import Path, Plain
from .nodes import Items, Keys, Node, Place, Scalar, Source, plain, walk

WIDTH = 96
"""A mapping or list that takes more columns is written line by line."""

_PLAIN = re.compile(r"[^\W\d_](?:[\w .&'()/-]*[\w.)])?")
_WORDS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
"""Words that some reader takes for more than text."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of YAML, without its end."""

    text: str
    place: Place | None = None
    """Where its value, or all of its values, stand in a file; ``None`` where it has none."""


def written(rules: Keys) -> list[Line]:
    """Write *rules*; values that share a line of a file share one here."""
    return list(_keys(rules, ""))


def origins(rules: Keys) -> Iterator[tuple[Path, Place]]:
    """Go through all values of *rules* that are no mappings or lists, each with its place."""
    for path, node in walk(rules):
        if isinstance(node, Scalar):
            yield path, node.place


def short_names(sources: Sequence[Source]) -> Mapping[Source, str]:
    """Name each file as shortly as no two of them are called the same."""
    names = {source: PurePath(source.name).name for source in sources}
    used = list(names.values())
    return {
        source: name if used.count(name) == 1 else source.name for source, name in names.items()
    }


def _keys(node: Keys, indent: str) -> Iterator[Line]:
    for key, entry in node.entries.items():
        yield from _value(f"{indent}{_text(key)}:", entry.node, indent)


def _value(start: str, node: Node, indent: str) -> Iterator[Line]:
    """Write *node* behind *start*, or below it."""
    inline = _inline(node)
    if inline is not None and display_width(start) + display_width(inline.text) < WIDTH:
        yield replace(inline, text=f"{start} {inline.text}")
        return
    yield Line(start)
    if isinstance(node, Keys):
        yield from _keys(node, indent + "  ")
    elif isinstance(node, Items):
        for item in node.nodes:
            yield from _item(item, indent + "  ")
    else:
        assert inline is not None, "a scalar fits on a line"
        yield replace(inline, text=f"{indent}  {inline.text}")


def _item(node: Node, indent: str) -> Iterator[Line]:
    """Write an item of a list: behind a dash, and on where it needs more lines."""
    lines = list(_value(f"{indent}-", node, indent))
    if len(lines) > 1 and isinstance(node, Keys):
        # The first key stands behind the dash.
        first = lines[1].text.removeprefix(indent + "  ")
        lines[:2] = [replace(lines[1], text=f"{indent}- {first}")]
    yield from lines


def _inline(node: Node) -> Line | None:
    """Write *node* on one line, if all that is in it stands on one line of one file."""
    if isinstance(node, Scalar):
        return Line(_scalar(node.value), node.place)
    inner = [each.place for _, each in walk(node) if isinstance(each, Scalar)]
    if len({(place.source, place.line) for place in inner}) > 1:
        return None
    return Line(_flow(plain(node)), inner[0] if inner else node.place)


def _flow(value: Plain) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    if isinstance(value, dict):
        inner = (f"{_text(key)}: {_flow(value)}" for key, value in value.items())
        return f"{{{', '.join(inner)}}}"
    return _scalar(value)


def _scalar(value: bool | int | str | None) -> str:
    if value is None or isinstance(value, bool | int):
        return json.dumps(value)
    return _text(value)


def _text(text: str) -> str:
    """Write *text* with quotes where it would be something else without."""
    if _PLAIN.fullmatch(text) and text.casefold() not in _WORDS:
        return text
    return json.dumps(text, ensure_ascii=False)
