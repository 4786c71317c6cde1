"""The safe YAML reader: nodes with their places, and nothing YAML could do besides.

PyYAML's composer makes the nodes.  There are no tags, anchors, merge keys or duplicate keys; only
``true``, ``false``, ``null``, ``~`` and decimal whole numbers are more than text, so ``NO``,
``on``, ``010`` and ``12:30`` stay what was typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from yaml.composer import Composer
from yaml.error import Mark, MarkedYAMLError, YAMLError
from yaml.events import AliasEvent, ScalarEvent
from yaml.nodes import MappingNode, Node, ScalarNode
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.resolver import BaseResolver
from yaml.scanner import Scanner

from ...errors import Finding, RulesetError
from ...text import Message, msg
from ..characters import FORBIDDEN, STAND_IN, excerpt, forbidden, harmless
from .files import LINE_END, Source
from .nodes import Entry, finding_at, line_at, mention
from .syntax import ALIAS, ANCHOR, DIRECTIVE, GENERAL, TAG, explain

MOST_LEVELS = 20
"""How deep mappings and lists may stand in each other."""

MOST_VALUES = 20_000
"""How many keys and values there may be: so a megabyte of brackets costs no more than a second."""

MOST_DIGITS = 15
"""How long a whole number may be."""

MOST_FAULTY_CHARACTERS = 1_000
"""After so many the reader stops looking for more."""

_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_TAB_INDENT = re.compile(r"(?m)^ *\t")
_MERGE = "<<"
_WORD = re.compile(r"[^\s,\[\]{}]*")


def read_nodes(source: Source) -> tuple[MappingNode | None, list[Finding]]:
    """Read the one mapping that the text of *source* is, and find its faults.

    The mapping is ``None`` where the faults leave none, or one with which nothing else can be
    checked; with lesser faults it is all that could be understood.
    """
    name, text = source
    findings = list(_faulty_characters(name, text))
    if _TAB_INDENT.search(text):
        return None, findings
    composer = _Composer(name, FORBIDDEN.sub(STAND_IN, text.replace("\t", " ")))
    return composer.read(), findings + composer.findings


def read_mapping(source: Source) -> MappingNode:
    """Read *source* like `read_nodes`, but raise `RulesetError` for any fault."""
    node, findings = read_nodes(source)
    if node is None or findings:
        raise RulesetError(findings)
    return node


def _faulty_characters(name: str, text: str) -> Iterator[Finding]:
    """Find the tabs, one a line, and the characters that no rule set may hold."""
    if not FORBIDDEN.search(text) and "\t" not in text:
        return
    left = MOST_FAULTY_CHARACTERS
    for number, line in enumerate(LINE_END.split(text), 1):
        found = [(match.start(), forbidden(match.group())) for match in FORBIDDEN.finditer(line)]
        if "\t" in line:
            message = msg("tab", "There is a tab in this line: use blanks.")
            found.append((line.index("\t"), message))
        for column, message in sorted(found[:left], key=lambda each: each[0]):
            yield Finding(name, number, column + 1, 1, message, line)
        left -= len(found)
        if left <= 0:
            return


class _Lost(Exception):
    """What follows cannot be understood any more."""


class _Composer(Reader, Scanner, Parser, Composer, BaseResolver):
    """Composes nodes of what a rule set may hold, and notes everything else."""

    def __init__(self, name: str, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)
        Composer.__init__(self)
        BaseResolver.__init__(self)
        self.name = name
        self.findings: list[Finding] = []
        self.complete = True
        """Nothing was left out that the rules would miss."""
        self._values = 0
        self._level = 0
        self._aliases: set[str] = set()

    def read(self) -> MappingNode | None:
        """Return the mapping; see `read_nodes`."""
        try:
            node = self.get_single_node()
        except _Lost:
            return None
        except MarkedYAMLError as error:
            message, mark = explain(error)
            self._note(self._word_at(mark or self.get_mark()), message)
            return None
        except (YAMLError, ValueError, OverflowError):
            # PyYAML lets "\UFFFFFFFF" and a version number of 5,000 digits through to Python.
            self._note(self._word_at(self.get_mark()), GENERAL)
            return None
        if isinstance(node, MappingNode):
            return node if self.complete else None
        if node is None or node.value is None:
            message = msg("empty", "This file is empty: a rule set begins with: format: 1")
            self.findings.append(Finding(self.name, 0, 1, 1, message))
        else:
            message = msg("not-a-ruleset", "A rule set begins with a key, as in: format: 1")
            self._note(node, message)
        return None

    def _note(self, node: Node, message: Message) -> None:
        self.findings.append(finding_at(node, message))

    # What PyYAML calls.

    def compose_document(self) -> Node | None:
        start = self.peek_event()  # type: ignore[no-untyped-call]
        if start.version or start.tags:
            self._note(_span(start.start_mark, len(line_at(start.start_mark).rstrip())), DIRECTIVE)
        return super().compose_document()

    def compose_node(self, parent: Node | None, index: Any) -> Node:
        noted = len(self.findings)
        node = self._composed(parent, index)
        if _is_merge(index):
            del self.findings[noted:]  # the merge key is the mistake
        return node

    def _composed(self, parent: Node | None, index: Any) -> Node:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        self._values += 1
        if self._values > MOST_VALUES:
            message = msg("too-many-values", "There are more than {most} values.", most=MOST_VALUES)
            self._note(_span(event.start_mark, 1), message)
            raise _Lost
        if isinstance(event, AliasEvent):
            self.get_event()  # type: ignore[no-untyped-call]
            return self._alias(event)
        if event.tag is not None or event.anchor is not None:
            self._drop_properties(event)
        if isinstance(event, ScalarEvent):
            self.get_event()  # type: ignore[no-untyped-call]
            return self._scalar(event)
        if self._level == MOST_LEVELS:
            message = msg(
                "too-deep", "This is nested more than {most} levels deep.", most=MOST_LEVELS
            )
            self._note(_span(event.start_mark, 1), message)
            raise _Lost
        self._level += 1
        node = super().compose_node(parent, index)
        self._level -= 1
        assert node is not None
        return node

    def compose_mapping_node(self, anchor: Any) -> MappingNode:
        node = super().compose_mapping_node(anchor)
        found: dict[str, Entry] = {}
        for key, value in node.value:
            if _is_merge(key):
                self.complete = False
                message = msg(
                    "merge-key", "A rule set has no merge keys: write out the keys that are meant."
                )
                self._note(key, message)
            elif not isinstance(key, ScalarNode) or not isinstance(key.value, str):
                self._note(key, msg("key-not-text", "A key must be a text; use quotes."))
            elif key.value in found:
                message = msg(
                    "duplicate-key",
                    'The key "{key}" is here twice, first in {place}.',
                    key=excerpt(key.value),
                    place=mention(found[key.value][0], self.name),
                )
                self._note(key, message)
            elif isinstance(value, ScalarNode) and value.value is None:
                # An empty value has no place of its own to point at.
                nothing = ScalarNode("", None, key.start_mark, key.end_mark)
                found[key.value] = key, nothing
            else:
                found[key.value] = key, value
        node.value = found
        return node

    # What stands there.

    def _scalar(self, event: Any) -> ScalarNode:
        text: str = event.value
        node = ScalarNode("", text, event.start_mark, event.end_mark, style=event.style)
        if not event.style and text in _WORDS:
            node.value = _WORDS[text]
        elif not event.style and _NUMBER.fullmatch(text):
            if len(text) <= MOST_DIGITS:
                node.value = int(text)
            else:
                self._note(node, msg("long-number", "This number is too long."))
        elif wrong := FORBIDDEN.search(text) or re.search("\t", text):
            # Those in the file were found before: this one comes out of an escape.
            self._note(node, forbidden(wrong.group()))
            node.value = harmless(text)
        return node

    def _drop_properties(self, event: Any) -> None:
        """Find the tag and the anchor in front of a value, and do without them."""
        line, column = line_at(event.start_mark), event.start_mark.column
        for sign, named, message in ("!", event.tag, TAG), ("&", event.anchor, ANCHOR):
            if named is not None:
                at = max(line.find(sign, column), column)
                word = _WORD.match(line, at + 1)
                length = word.end() - at if word else 1
                self._note(_span(event.start_mark, length, at - column), message)
        event.tag = event.anchor = None

    def _alias(self, event: Any) -> ScalarNode:
        """Find an alias, once for each name: one that is used often is still one mistake."""
        self.complete = False
        node = _span(event.start_mark, event.end_mark.column - event.start_mark.column)
        if event.anchor not in self._aliases:
            self._aliases.add(event.anchor)
            self._note(node, ALIAS)
        return node

    def _word_at(self, mark: Mark) -> ScalarNode:
        """Return the word at *mark*; what is missing at the end is missing behind it."""
        lines = LINE_END.split(self.buffer.removesuffix("\0"))
        number, column = mark.line, mark.column
        left = [lines[number][column:], *lines[number + 1 :]] if number < len(lines) else []
        if not any(line.strip() for line in left):
            number = max((n for n, line in enumerate(lines) if line.strip()), default=0)
            column = len(lines[number].rstrip())
        word = lines[number][column:].split(" ", 1)[0]
        return _span(Mark(self.name, 0, number, column, self.buffer, 0), len(word))


def _is_merge(key: object) -> bool:
    return isinstance(key, ScalarNode) and key.value == _MERGE and not key.style


def _span(mark: Mark, length: int, further: int = 0) -> ScalarNode:
    """Make a node of so many characters, beginning *further* columns behind *mark*."""
    at = mark.column + further
    start = Mark(mark.name, mark.index, mark.line, at, mark.buffer, mark.pointer)
    end = Mark(mark.name, mark.index, mark.line, at + max(1, length), mark.buffer, mark.pointer)
    return ScalarNode("", None, start, end)
