"""The safe YAML reader: nodes with their places, and nothing YAML could do besides.

The nodes are made of PyYAML's events.  There are no tags, anchors, merge keys or duplicate keys;
only ``true``, ``false``, ``null``, ``~`` and decimal whole numbers are more than text, so ``NO``,
``on``, ``010`` and ``12:30`` stay what was typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from yaml import events
from yaml.error import Mark, MarkedYAMLError, YAMLError
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

from ...errors import Finding, RulesetError
from ...text import Message, msg
from ..characters import FORBIDDEN, STAND_IN, excerpt, forbidden
from .files import LINE_END, Source
from .nodes import Entry, finding_at, line_at, mention
from .syntax import ALIAS, ANCHOR, DIRECTIVE, GENERAL, TAG, explain

MOST_LEVELS = 20
MOST_VALUES = 20_000
MOST_DIGITS = 15
MOST_FAULTY_CHARACTERS = 1_000

_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_TAB_INDENT = re.compile(r"(?m)^ *\t")
_REST = re.compile(r"[\s\0]*\Z")
_WORD = re.compile(r"[^\s,\[\]{}]*")


def read_mapping(source: Source) -> MappingNode:
    """Parse the text of *source* as one mapping; raise `RulesetError` with its faults."""
    name, text = source
    findings = list(islice(_faulty_characters(name, text), MOST_FAULTY_CHARACTERS))
    if not _TAB_INDENT.search(text):
        composer = _Composer(name, FORBIDDEN.sub(STAND_IN, text.replace("\t", " ")))
        node = composer.read()
        findings = findings + composer.findings
        if node and not findings:
            return node
    raise RulesetError(sorted(findings, key=lambda each: (each.line, each.column)))


def _faulty_characters(name: str, text: str) -> Iterator[Finding]:
    """Find the tabs, one per line, and the characters that no rule set may hold."""
    if not FORBIDDEN.search(text) and "\t" not in text:
        return
    for number, line in enumerate(LINE_END.split(text), 1):
        wrong = islice(FORBIDDEN.finditer(line), MOST_FAULTY_CHARACTERS)
        found = [(match.start(), forbidden(match.group())) for match in wrong]
        if "\t" in line:
            message = msg("tab", "There is a tab in this line: use spaces.")
            found.append((line.index("\t"), message))
        for column, message in sorted(found, key=lambda each: each[0]):
            yield Finding(name, number, column + 1, 1, message, line)


class _Lost(Exception):
    """The rest, from an event on, cannot be understood any more."""


class _Composer(Reader, Scanner, Parser):
    """Composes the nodes of a rule set, and notes everything that is not allowed."""

    def __init__(self, name: str, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)
        self.name = name
        self.findings: list[Finding] = []
        self._values = 0
        self._aliases: set[str] = set()

    def read(self) -> MappingNode | None:
        """Return the mapping, or ``None`` with findings."""
        try:
            node = self._document()
        except _Lost as lost:
            self._note(*lost.args)
            return None
        except MarkedYAMLError as error:
            message, mark = explain(error)
            self._note_word(mark or self.get_mark(), message)
            return None
        except (YAMLError, ValueError, OverflowError):
            # PyYAML lets "\UFFFFFFFF" and a version number of 5,000 digits through to Python.
            self._note_word(self.get_mark(), GENERAL)
            return None
        if isinstance(node, MappingNode):
            return node
        if node is None or node.value is None:
            message = msg("empty", "This file is empty: a rule set begins with: format: 1")
            self.findings.append(Finding(self.name, 0, 1, 1, message))
        else:
            message = msg("not-a-ruleset", "A rule set begins with a key, as in: format: 1")
            self._note(node, message)
        return None

    def _document(self) -> Node | None:
        self._next()
        if self.check_event(events.StreamEndEvent):
            return None
        start = self._next()
        if start.version or start.tags:
            self._note(start, DIRECTIVE)
        node = self._node(0)
        self._next()
        if not self.check_event(events.StreamEndEvent):
            message = msg(
                "several-documents", "A file contains one rule set: a second one begins after ---."
            )
            raise _Lost(self._next(), message)
        return node

    def _next(self) -> Any:
        return self.get_event()  # type: ignore[no-untyped-call]

    def _node(self, level: int) -> Node:
        """Compose the next node, at a nesting *level*."""
        event = self._next()
        self._values += 1
        if self._values > MOST_VALUES:
            message = msg("too-many-values", "There are more than {most} values.", most=MOST_VALUES)
            raise _Lost(event, message)
        kind = type(event)
        if kind is events.AliasEvent:
            if event.anchor not in self._aliases:  # one that is used often is still one mistake
                self._aliases.add(event.anchor)
                self._note(event, ALIAS)
            return ScalarNode("", None, event.start_mark, event.end_mark)
        for named, message in (event.tag, TAG), (event.anchor, ANCHOR):
            if named is not None:
                self._note_word(event.start_mark, message)
        if isinstance(event, events.ScalarEvent):
            return self._scalar(event)
        if level == MOST_LEVELS:
            message = msg(
                "too-deep", "This is nested more than {most} levels deep.", most=MOST_LEVELS
            )
            raise _Lost(event, message)
        style = {"start_mark": event.start_mark, "flow_style": event.flow_style}
        node: Node
        if isinstance(event, events.SequenceStartEvent):
            node = SequenceNode("", [], **style)
            while not self.check_event(events.SequenceEndEvent):
                node.value.append(self._node(level + 1))
        else:
            node = MappingNode("", {}, **style)
            while not self.check_event(events.MappingEndEvent):
                self._entry(node.value, level + 1)
        node.end_mark = self._next().end_mark
        return node

    def _entry(self, found: dict[str, Entry], level: int) -> None:
        """Compose a key and its value into the mapping *found*."""
        key = self._node(level)
        noted = len(self.findings)
        value = self._node(level)
        if isinstance(key, ScalarNode) and key.value == "<<" and not key.style:
            del self.findings[noted:]  # the merge key is the mistake
            message = msg(
                "merge-key", "A rule set has no merge keys: write out the keys that are meant."
            )
        elif not isinstance(key, ScalarNode) or not isinstance(key.value, str):
            message = msg("key-not-text", "A key must be a text; use quotes.")
        elif key.value in found:
            message = msg(
                "duplicate-key",
                'The key "{key}" appears twice, first in {place}.',
                key=excerpt(key.value),
                place=mention(found[key.value][0], self.name),
            )
        else:
            if isinstance(value, ScalarNode) and value.value is None:
                # An empty value has no place of its own to point at.
                value = ScalarNode("", None, key.start_mark, key.end_mark)
            found[key.value] = key, value
            return
        self._note(key, message)

    def _scalar(self, event: Any) -> ScalarNode:
        text: str = event.value
        node = ScalarNode("", text, event.start_mark, event.end_mark, style=event.style)
        if not event.style and text in _WORDS:
            node.value = _WORDS[text]
        elif not event.style and _NUMBER.fullmatch(text):
            if len(text) <= MOST_DIGITS:
                node.value = int(text)
            else:
                message = msg("long-number", "This number is too long.")
                self._note(node, message)
        elif wrong := FORBIDDEN.search(text) or re.search("\t", text):
            # Those in the file were found before: this one comes out of an escape.
            self._note(node, forbidden(wrong.group()))
        return node

    def _note_word(self, mark: Mark, message: Message) -> None:
        """Note what is wrong with the word at *mark*, or behind the last word of the text."""
        if _REST.match(self.buffer, mark.index):
            lines = LINE_END.split(self.buffer.rstrip("\0 \r\n"))
            mark = Mark(self.name, 0, len(lines) - 1, len(lines[-1]), self.buffer, 0)
        line, column = line_at(mark), mark.column
        word = _WORD.match(line, column)
        length = max(1, word.end() - column if word else 1)
        self.findings.append(Finding(self.name, mark.line + 1, column + 1, length, message, line))

    def _note(self, at: Any, message: Message) -> None:
        self.findings.append(finding_at(at, message))
