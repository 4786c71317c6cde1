"""A rule set as it was written: plain values, each of which knows its place in the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..errors import Finding, did_you_mean, unknown
from ..text import Message, msg

Plain: TypeAlias = "bool | int | str | list[Plain] | dict[str, Plain] | None"
"""A value without its place."""

ERROR = "error"
WARNING = "warning"
"""How severe a finding is: with an error there is no game, with a warning there is one."""

MOST_LISTED = 30
"""A message lists no more names than this."""

LONGEST_NAME = 60
MOST_COMPARED = 300
"""To compare a wrong name with longer ones, or with more, could take seconds."""

MOST_GUESSES = 100
"""Twice as many as findings are shown, since they are sorted only later."""

Path: TypeAlias = tuple[str | int, ...]
"""The way to a value: keys, and indexes of lists."""


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


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a rule set's values, before it is known where that is written."""

    path: Path
    """The way to the value."""
    message: Message
    key: bool = False
    """Whether the key is at fault, not its value."""
    other: Path | None = None
    """Another value it is about: the message's ``{place}`` says where."""
    also: Sequence[Path] = ()
    """Further values it depends on: it is told at the first that stands in the file itself."""
    whole: bool = False
    """Whether the value is wrong only together with all others, as a number of turns is."""
    is_missing: bool = False
    """Whether a key is missing from the mapping at the path."""
    warning: bool = False
    """Whether the game can be played all the same."""


def likely(message: Message, wrong: str, known: Sequence[str]) -> Message:
    """Add to *message*, that nobody knows *wrong*, what was meant or what there is.

    Nothing is said where that would take long: names are short, and there are not so many of one
    kind.
    """
    known = [name for name in known if len(name) <= LONGEST_NAME]
    if not known or len(known) > MOST_COMPARED or len(wrong) > LONGEST_NAME:
        return message
    if len(known) > MOST_LISTED and not did_you_mean(wrong, known):
        return message
    return unknown(message, wrong, known).message


@dataclass
class Guesses:
    """Adds what was meant to the first `MOST_GUESSES` messages: no more are ever shown."""

    made: int = 0

    def likely(self, message: Message, wrong: str, known: Sequence[str]) -> Message:
        """Add what was meant to *message*; see `likely`."""
        self.made += 1
        return likely(message, wrong, known) if self.made <= MOST_GUESSES else message


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
