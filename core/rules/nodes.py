"""A rule set as it was written: plain values, each of which knows its place in the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..errors import Finding
from ..text import Message, msg
from .faults import Path, Plain

ERROR = "error"
WARNING = "warning"
"""How severe a finding is: with an error there is no game, with a warning there is one."""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A file that was read."""

    name: str
    """What people call it: its path."""
    lines: Sequence[str] = ()
    """Its lines without their ends."""

    def finding(
        self, line: int, column: int, length: int, message: Message, severity: str = ERROR
    ) -> Finding:
        """Make the finding for something in this file; *line* 0 is the file as a whole."""
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        return Finding(self.name, line, max(1, column), max(1, length), message, text, severity)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a key or value stands; of one on several lines, the first line."""

    source: Source
    line: int
    """From 1."""
    column: int
    """From 1, in characters."""
    length: int
    """At least 1."""

    def finding(self, message: Message, severity: str = ERROR) -> Finding:
        """Make the finding for something at this place."""
        return self.source.finding(self.line, self.column, self.length, message, severity)

    def mention(self, here: Place) -> Message:
        """Name this place in a message about *here*."""
        if self.source is here.source:
            return msg("line-number", "line {line}", line=self.line)
        return msg("file-and-line", "{file}, line {line}", file=self.source.name, line=self.line)


@dataclass(frozen=True, slots=True, eq=False)
class Scalar:
    """A text, a whole number, true, false or nothing."""

    place: Place
    value: bool | int | str | None


@dataclass(frozen=True, slots=True, eq=False)
class Items:
    """A list."""

    place: Place
    nodes: Sequence[Node]


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A value under its key."""

    key: Place
    node: Node


@dataclass(frozen=True, slots=True, eq=False)
class Keys:
    """A mapping; its keys are texts, in the order of the file."""

    place: Place
    entries: Mapping[str, Entry]

    def get(self, key: str) -> Node | None:
        """Return the value under *key*, if there is one."""
        entry = self.entries.get(key)
        return entry.node if entry else None

    def text(self, key: str) -> str:
        """Return the text under *key*, or an empty one where there is none."""
        node = self.get(key)
        return node.value if isinstance(node, Scalar) and isinstance(node.value, str) else ""


Node: TypeAlias = Scalar | Items | Keys


def plain(node: Node) -> Plain:
    """Return the values without their places."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Items):
        return [plain(item) for item in node.nodes]
    found: dict[str, Plain] = {}
    for key, entry in node.entries.items():
        inner = entry.node  # a call for each of thousands of texts would take longer than all else
        found[key] = inner.value if isinstance(inner, Scalar) else plain(inner)
    return found


def place_of(node: Node, path: Path, *, key: bool = False) -> Place:
    """Find where the value at *path* stands, or with *key* the key it stands under.

    A part that is not there is passed over, so that the way to a missing value ends at what it is
    missing from.
    """
    place = node.place
    for step in path:
        if isinstance(node, Keys) and isinstance(step, str) and step in node.entries:
            entry = node.entries[step]
            node = entry.node
            place = entry.key if key else node.place
        elif isinstance(node, Items) and isinstance(step, int) and step < len(node.nodes):
            node = node.nodes[step]
            place = node.place
    return place


def walk(node: Node, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    """Go through *node* and all that is in it, in the order of the file."""
    yield path, node
    if isinstance(node, Items):
        for number, item in enumerate(node.nodes):
            yield from walk(item, (*path, number))
    elif isinstance(node, Keys):
        for key, entry in node.entries.items():
            yield from walk(entry.node, (*path, key))
