"""The safe YAML reader: plain values with their places, and nothing YAML could do besides.

Only PyYAML's parser is used, which turns text into events.  What they become is decided here: no
tags, anchors, merge keys or duplicate keys; only ``true``, ``false``, ``null``, ``~`` and decimal
whole numbers are more than text, so ``NO``, ``on``, ``010`` and ``12:30`` stay what was typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from yaml.error import MarkedYAMLError, YAMLError
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    StreamEndEvent,
)
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

from ..errors import Finding, RulesetError
from ..text import Message, msg
from .characters import FORBIDDEN, STAND_IN, excerpt, forbidden, harmless
from .nodes import Entry, Items, Keys, Node, Place, Scalar, Source
from .syntax import ANCHOR, DIRECTIVE, GENERAL, TAG, explain, place_at

MOST_LEVELS = 20
"""How deep mappings and lists may stand in each other."""

MOST_VALUES = 20_000
"""How many keys and values there may be: so a megabyte of brackets costs no more than a second."""

MOST_DIGITS = 15
"""How long a whole number may be."""

MOST_FAULTY_CHARACTERS = 1_000
"""After so many of a kind the reader stops looking for more."""

_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_TAB_INDENT = re.compile(r" *\t")
_KEY_END = re.compile(r":(?: |$)")
_LINE_END = re.compile("[\n\r\x85\u2028\u2029\ufeff]")
"""What PyYAML does not count as one more column."""
_PROPERTY_END = re.compile(r"[\s,\[\]{}]|$")


def read_tree(source: Source, text: str) -> tuple[Keys | None, list[Finding]]:
    """Read the one mapping that *text* of the file *source* is, and find its faults.

    The mapping is ``None`` where the faults leave none, or one with which nothing else can be
    checked; with lesser faults it is all that could be understood.
    """
    findings = list(_faulty_characters(source, text))
    if any(_TAB_INDENT.match(line) for line in source.lines):
        return None, findings
    builder = _Builder(source, FORBIDDEN.sub(STAND_IN, text.replace("\t", " ")))
    tree = builder.read()
    return tree, findings + builder.findings


def _faulty_characters(source: Source, text: str) -> Iterator[Finding]:
    """Find the tabs, one a line, and the characters that no rule set may hold."""
    if not FORBIDDEN.search(text) and "\t" not in text:
        return
    tabs = others = 0
    for number, line in enumerate(source.lines, 1):
        column = line.find("\t") + 1
        if column and tabs < MOST_FAULTY_CHARACTERS:
            tabs += 1
            message = msg("tab", "There is a tab in this line: use blanks.")
            yield source.finding(number, column, 1, message)
        for match in FORBIDDEN.finditer(line):
            if others == MOST_FAULTY_CHARACTERS:
                break
            others += 1
            yield source.finding(number, match.start() + 1, 1, forbidden(match.group()))


class _Events(Reader, Scanner, Parser):
    """PyYAML without what makes objects of the events."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)

    def forward(self, length: int = 1) -> None:
        """Go on by so many characters: all at once where no line ends among them.

        PyYAML looks at each, which takes a fifth of the time for a big file.
        """
        if _LINE_END.search(self.buffer, self.pointer, self.pointer + length):
            super().forward(length)
            return
        self.pointer += length
        self.index += length
        self.column += length


class _Lost(Exception):
    """What follows cannot be understood any more."""


class _Builder:
    """Makes the tree of the events, and notes what may not be there."""

    def __init__(self, source: Source, text: str) -> None:
        self.source = source
        self.events = _Events(text)
        self.findings: list[Finding] = []
        self.complete = True
        """Whether nothing was left out that the rules would miss."""
        self.values = 0
        self.anchors: dict[str, Place] = {}
        self.known_aliases: set[str] = set()

    def read(self) -> Keys | None:
        try:
            tree = self._document()
        except _Lost:
            return None
        except MarkedYAMLError as error:
            message, mark = explain(error)
            self._fault(place_at(self.source, mark or self.events.get_mark()), message)
            return None
        except (YAMLError, ValueError, OverflowError):
            # PyYAML lets "\UFFFFFFFF" and a version number of 5,000 digits through to Python.
            self._fault(place_at(self.source, self.events.get_mark()), GENERAL)
            return None
        return tree if self.complete else None

    def _fault(self, place: Place, message: Message) -> None:
        self.findings.append(place.finding(message))

    def _next(self) -> Event:
        event: Event = self.events.get_event()  # type: ignore[no-untyped-call]
        return event

    # The document.

    def _document(self) -> Keys | None:
        self._next()  # the stream begins
        start = self._next()
        if isinstance(start, StreamEndEvent):
            self._refuse_empty()
            return None
        assert isinstance(start, DocumentStartEvent)
        if start.version or start.tags:
            self._fault(self._place(start), DIRECTIVE)
        tree = self._node(self._next(), 1)
        self._next()  # the document ends
        more = self._next()
        if not isinstance(more, StreamEndEvent):
            self._fault(
                self._place(more),
                msg("several-documents", "A file holds one rule set: what follows --- is another."),
            )
            return None
        if isinstance(tree, Keys):
            return tree
        if isinstance(tree, Scalar) and tree.value is None:
            self._refuse_empty()
        else:
            message = msg("not-a-ruleset", "A rule set begins with a key, as in: format: 1")
            self._fault(tree.place, message)
        return None

    def _refuse_empty(self) -> None:
        message = msg("empty", "This file is empty: a rule set begins with: format: 1")
        self.findings.append(self.source.finding(0, 1, 1, message))

    # Values.

    def _node(self, event: Event, level: int) -> Node:
        """Make the node that begins with *event*, and read on to its end."""
        place = self._place(event)
        self.values += 1
        if self.values > MOST_VALUES:
            message = msg("too-many-values", "There are more than {most} values.", most=MOST_VALUES)
            self._fault(place, message)
            raise _Lost
        if isinstance(event, AliasEvent):
            return self._alias(event, place)
        assert isinstance(event, (ScalarEvent, CollectionStartEvent))
        self._properties(event)
        if isinstance(event, ScalarEvent):
            return self._scalar(event, place)
        if level > MOST_LEVELS:
            message = msg(
                "too-deep", "This is nested more than {most} levels deep.", most=MOST_LEVELS
            )
            self._fault(place, message)
            raise _Lost
        if isinstance(event, MappingStartEvent):
            return self._mapping(place, level)
        nodes = []
        while not isinstance(item := self._next(), CollectionEndEvent):
            nodes.append(self._node(item, level + 1))
        return Items(place, nodes)

    def _mapping(self, place: Place, level: int) -> Keys:
        entries: dict[str, Entry] = {}
        while not isinstance(event := self._next(), MappingEndEvent):
            if isinstance(event, ScalarEvent) and event.value == "<<" and not event.style:
                self._merge(event)
                continue
            key = self._node(event, level + 1)
            node = self._node(self._next(), level + 1)
            if not isinstance(key, Scalar) or not isinstance(key.value, str):
                self._fault(key.place, msg("key-not-text", "A key must be a text; use quotes."))
            elif key.value in entries:
                self._twice(key.value, key.place, entries[key.value].key)
            else:
                if isinstance(node, Scalar) and node.value is None:
                    # An empty value has no place of its own to point at.
                    node = Scalar(key.place, None)
                entries[key.value] = Entry(key.place, node)
        return Keys(place, entries)

    def _twice(self, key: str, place: Place, first: Place) -> None:
        message = msg(
            "duplicate-key",
            'The key "{key}" is here twice, first in {place}.',
            key=excerpt(key),
            place=first.mention(place),
        )
        self._fault(place, message)

    def _scalar(self, event: ScalarEvent, place: Place) -> Scalar:
        text: str = event.value
        if event.style:
            return Scalar(place, self._checked(text, place))
        if text in _WORDS:
            return Scalar(place, _WORDS[text])
        if _NUMBER.fullmatch(text):
            if len(text) <= MOST_DIGITS:
                return Scalar(place, int(text))
            self._fault(place, msg("long-number", "This number is too long."))
        return Scalar(place, self._checked(text, place))

    def _checked(self, text: str, place: Place) -> str:
        """Look for characters that come out of escapes; those in the file were found before."""
        found = FORBIDDEN.search(text) or re.search("\t", text)
        if not found:
            return text
        self._fault(place, forbidden(found.group()))
        return harmless(text)

    # What YAML has and a rule set has not.

    def _properties(self, event: ScalarEvent | CollectionStartEvent) -> None:
        """Find the tag and the anchor in front of a value."""
        if event.tag is not None:
            self._fault(self._property(event, "!"), TAG)
        if event.anchor is not None:
            self.anchors[event.anchor] = place = self._property(event, "&")
            self._fault(place, ANCHOR)

    def _alias(self, event: AliasEvent, place: Place) -> Scalar:
        """Find an alias, once for each name: one that is used often is still one mistake."""
        name = str(event.anchor)
        self.complete = False
        if name not in self.known_aliases:
            self.known_aliases.add(name)
            message = msg("alias", "A rule set has no aliases: write out what is meant.")
            if name in self.anchors:
                message = msg(
                    "alias",
                    "A rule set has no aliases: write out what stands in {place}.",
                    place=self.anchors[name].mention(place),
                )
            self._fault(place, message)
        return Scalar(place, None)

    def _merge(self, event: ScalarEvent) -> None:
        """Find a merge key, and pass over what it would merge: aliases, mostly."""
        self.complete = False
        message = msg(
            "merge-key", "A rule set has no merge keys: write out the keys that are meant."
        )
        self._fault(self._place(event), message)
        level = 0
        while True:
            passed = self._next()
            level += isinstance(passed, CollectionStartEvent)
            level -= isinstance(passed, CollectionEndEvent)
            self.values += isinstance(passed, NodeEvent)
            if self.values > MOST_VALUES or level > MOST_LEVELS:
                raise _Lost
            if not level:
                return

    # Places.

    def _place(self, event: Event) -> Place:
        start, end = event.start_mark, event.end_mark
        assert start, "events of a parsed text have marks"
        assert end
        line = self.source.lines[start.line] if start.line < len(self.source.lines) else ""
        length = 1
        if isinstance(event, ScalarEvent):
            last = end.column if end.line == start.line else len(line.rstrip())
            length = last - start.column
        elif isinstance(event, DocumentStartEvent):
            length = len(line.rstrip()) - start.column
        elif isinstance(event, AliasEvent):
            length = end.column - start.column
        elif isinstance(event, MappingStartEvent) and not event.flow_style:
            # The place of a mapping without braces is its first key.
            length = len(_KEY_END.split(line[start.column :], maxsplit=1)[0])
        return Place(self.source, start.line + 1, start.column + 1, max(1, length))

    def _property(self, event: Event, sign: str) -> Place:
        """Find the word that begins with *sign* in front of the value of *event*."""
        place = self._place(event)
        line = self.source.lines[place.line - 1]
        begin = max(line.find(sign, place.column - 1), place.column - 1)
        end = _PROPERTY_END.search(line, begin + 1)
        return replace(place, column=begin + 1, length=end.start() - begin if end else 1)


def read_mapping(source: Source, text: str) -> Keys:
    """Read *text* like `read_tree`, but raise `RulesetError` for any fault."""
    tree, findings = read_tree(source, text)
    if tree is None or findings:
        raise RulesetError(findings)
    return tree
