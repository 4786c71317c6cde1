"""A safe reader of a part of YAML, which makes nodes that know their places.

It refuses tags, anchors, merge keys and duplicate keys.  All values are text but unquoted
``true``, ``false``, ``null``, ``~`` and decimal whole numbers, and missing values; so ``NO``,
``on``, ``010`` and ``12:30`` are text.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

from yaml import SafeLoader
from yaml.error import Mark, MarkedYAMLError, YAMLError
from yaml.events import AliasEvent, CollectionStartEvent
from yaml.nodes import MappingNode, Node, ScalarNode

from ...errors import Edit, Finding, RulesetError
from ...text import Message, msg
from ..characters import FORBIDDEN, LINE_END, NOT_UTF_8, forbidden
from ..resolver import File, rulesets_in
from ..value_findings import (
    INDENTATION,
    MISSING_COLON,
    NOT_A_LIST,
    NOT_A_NUMBER,
    is_joining,
    likely,
    to_write,
)
from .edits import apply_edits
from .explained_repairs import BLOCK_TEXT, LIST_DASH, explained
from .nodes import (
    Entry,
    finding_at,
    joined,
    line_at,
    mention,
    plain,
    replacing,
    source,
    without,
)
from .pasted_text import find_pasted
from .repairs import repairs

MOST_BYTES = 1_000_000  # no more is ever read
MOST_KEPT = 50_000  # longest text whose nodes are remembered
MOST_LEVELS = 20
MOST_VALUES = 20_000
MOST_DIGITS = 15
_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_INDENTATION = re.compile(r"[ \t]+(?=[^\s#])")
_TABS = re.compile(r"\t+")
MOST_REPAIRED_TEXT, MOST_GUESSES, MOST_READ = 50_000, 60, 300_000
"""Longest text that is repaired, most guesses at one fault, and characters read for all guesses."""
_JOINED = re.compile(r"([A-Za-z][\w.-]*)(?:\s*[:=]+|\s+)\s*(\S.*)|(\d{1,2})[:=]+(\S.*)")
_WORD = re.compile(r"[^\s,\[\]{}]*")

_TAG = msg("tag", "A rule set has no tags: leave out the word that begins with !.")
_ANCHOR = msg("anchor", "A rule set has no anchors: leave out the word that begins with & or *.")
_CAUSES = {
    "undefined alias": msg("alias", "A rule set has no aliases: write out what is meant."),
    "undefined tag handle|a tag;": _TAG,
    "many": msg("too-many-values", "There are more than {most} values.", most=MOST_VALUES),
    "deep": msg("too-deep", "This is nested more than {most} levels deep.", most=MOST_LEVELS),
    "another doc": msg("several-documents", "A file contains one rule set; --- begins another."),
    "find expected": MISSING_COLON,
    "unexpected (end|document)": msg("open-quote", "The quote that closes this text is missing."),
    "mapping val": msg(
        "stray-colon", "Is this line indented wrongly, or does some text need quotes?"
    ),
    "sequence ent": msg("stray-dash", "A list begins on a new line: put its first dash there."),
    "or ']'": msg("open-bracket", "A comma is missing, or the ] for the bracket in line {line}."),
    "or '}'": msg("open-brace", "A comma is missing, or the }} for the brace in line {line}."),
    "escape": msg("bad-escape", 'Between two " this is not an escape: write \\\\ for a backslash.'),
    "found char": msg("stray-character", "No text can begin with this: put it in quotes."),
    "content.*stream end": msg("unfinished", "A bracket or brace is still open at the end."),
    "content": msg("missing-value", "A value is missing here, or this sign is one too many."),
    "(block end|document start)>.*(start>'|'-')$": INDENTATION,
    "(block end|document start)>": msg("stray-text", "Is a quote or a comma missing before this?"),
    "a directive": msg("directive", "A rule set has no directives: leave out this line."),
    "a block scalar;": BLOCK_TEXT,
    "an (anchor|alias);": _ANCHOR,
    "": msg("syntax", "This is not valid YAML."),
}
"""Messages by a pattern for PyYAML's ``context; problem``; the first that matches counts."""


def read_file(file: File, data: bytes | None = None) -> MappingNode:
    """Return the root node of the rule set in *file*; raise `RulesetError` with its faults.

    *data* is read in place of what *file* holds.
    """
    if data is not None:
        return read_mapping(str(file), data)
    try:
        if file.is_dir():
            message = msg("is-a-directory", "This is a folder, not a rule set.")
        elif file.is_file():
            with file.open("rb") as stream:
                return read_mapping(str(file), stream.read(MOST_BYTES + 1))
        elif isinstance(file, Path) and (file.exists() or file.is_symlink()):  # a pipe may block
            message = msg("not-a-file", "This is not an ordinary file.")
        else:
            message = msg("no-such-file", "There is no such file.")
            beside = rulesets_in(file.parent) if isinstance(file, Path) else []
            message = likely(message, file.name, [each.name for each in beside])
    except (OSError, ValueError):  # ValueError: a path that no system can have
        message = msg("unreadable", "This file cannot be read.")
    raise _no_ruleset(str(file), message)


def read_mapping(name: str, data: bytes) -> MappingNode:
    """Return the root node of *data*, the file *name*; raise `RulesetError` with its faults."""
    if len(data) > MOST_BYTES:
        message = msg("too-big", "This file is bigger than {most} bytes.", most=MOST_BYTES)
        raise _no_ruleset(name, message)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"f\0o\0r\0m\0a\0t\0" in data:
        raise _no_ruleset(name, NOT_UTF_8)
    if b"\0" in data:
        raise _no_ruleset(name, msg("binary", "This is not a text file."))
    text = data.decode("utf-8-sig", "surrogateescape")
    faulty = (
        Finding(
            name,
            number,
            match.start() + 1,
            1,
            forbidden(match[0][0]),
            line,
            edits=_without(number, match),
        )
        for number, line in enumerate(LINE_END.split(text), 1)
        for match in (*_tabs(line), *FORBIDDEN.finditer(line))
    )
    # A text with such characters is not parsed: the errors of PyYAML would mislead.
    if findings := [*islice(faulty, 1_000)]:
        raise RulesetError(_without_tabs(name, text, findings))
    parse = _parse_once if len(text) <= MOST_KEPT else _parse
    node, findings = parse(name, text)
    if findings or not node:
        findings = find_pasted(name, text) or findings
    if node and not findings:
        return node
    if len(text) <= MOST_REPAIRED_TEXT:
        repairer = _Repairer(name, MOST_READ)
        findings = [repairer.repaired(text, finding, findings) for finding in findings]
    raise RulesetError(sorted(findings, key=lambda each: (each.line, each.column)))


def _parse(name: str, text: str) -> tuple[MappingNode | None, list[Finding]]:
    """Return the root node of *text*, if it has one, and all faults of its YAML."""
    loader = _Loader(name, text.replace("\t", " "))
    try:
        node = loader.get_single_node()
        if isinstance(node, MappingNode):
            return node, loader.findings
        if node is None or node.value is None:
            message = msg("empty", "This file is empty: a rule set begins with: format: 1")
            return None, [*loader.findings, Finding(name, 0, 1, 1, message)]
        message = msg("not-a-ruleset", "A rule set begins with a key, as in: format: 1")
        loader.findings.append(finding_at(node, message))
    except MarkedYAMLError as error:
        loader.note_error(error)
    except (YAMLError, ValueError, OverflowError):  # PyYAML does not check "\UFFFFFFFF"
        loader.note_error(MarkedYAMLError())
    return None, loader.findings


_parse_once = lru_cache(maxsize=16)(_parse)
"""The same, remembered: one file is extended by many, or read for each of many matches."""


def _tabs(line: str) -> list[re.Match[str]]:
    """Return the first tabs in the indentation of *line*, unless it is empty or a comment."""
    indentation = _INDENTATION.match(line)
    return [*_TABS.finditer(indentation[0])][:1] if indentation else []


def _without(number: int, match: re.Match[str]) -> tuple[Edit, ...]:
    """Return the edit that removes what *match* found, unless something else is to stand there."""
    if match[0][0] == "\t" or forbidden(match[0][0]) is NOT_UTF_8:
        return ()
    return (Edit(number, match.start() + 1, number, match.end() + 1, ""),)


def _without_tabs(name: str, text: str, findings: list[Finding]) -> list[Finding]:
    """Return *findings* with edits that put spaces in place of tabs, if the text is read then."""

    def spaced(width: int) -> str:
        lines = [_INDENTATION.sub(partial(_spaces, width), line) for line in text.split("\n")]
        return FORBIDDEN.sub("", "\n".join(lines))

    width = next((each for each in (2, 4, 8, 1) if not _parse(name, spaced(each))[1]), 2)
    return [
        replace(
            found, edits=(Edit(found.line, 1, found.line, match.end() + 1, _spaces(width, match)),)
        )
        if found.message.code == "tab" and (match := _INDENTATION.match(found.source))
        else found
        for found in findings
    ]


def _spaces(width: int, match: re.Match[str]) -> str:
    return match[0].replace("\t", " " * width)


@dataclass
class _Repairer:
    """Repairer of the file *name*: it tries guesses until as many characters are read as *left*."""

    name: str
    left: int

    def repaired(self, text: str, finding: Finding, findings: Sequence[Finding]) -> Finding:
        """Return *finding* with the edit that cures it, and a message that says so.

        *findings* are all of *text*.  Where it cannot be read behind the first fault, a cure is one
        if what it uncovers can be cured as well.
        """
        if finding.edits or not finding.line or _is_named(finding, text):
            return finding
        lines = LINE_END.split(text)
        opened = finding.message.params.get("line", finding.line)
        opened = opened if isinstance(opened, int) else finding.line
        before = _places(findings)
        code, at = finding.message.code, (finding.line - 1, finding.column - 1)
        further: list[tuple[str, Edit, str, list[Finding]]] = []
        for kind, edit in islice(repairs(code, lines, *at, opened - 1), MOST_GUESSES):
            if self.left < len(text):
                break
            self.left -= len(text)
            cured = apply_edits(text, [edit])
            after = _parse(self.name, cured)[1]
            if not after or _places(after) < before:
                return explained(finding, kind, edit, lines[edit.line - 1])
            if min(each.line for each in after) > max(finding.line, edit.end_line):
                further.append((kind, edit, cured, after))
        for kind, edit, cured, after in further:
            if len(findings) == 1 and self.repaired(cured, after[0], after).edits:
                return explained(finding, kind, edit, lines[edit.line - 1])
        return finding


def _places(findings: Sequence[Finding]) -> Counter[tuple[str, int]]:
    """Count *findings* by code and line: columns change with a cure before them."""
    return Counter((each.message.code, each.line) for each in findings)


def _is_named(finding: Finding, text: str) -> bool:
    """Return whether *finding* is an anchor with its alias, or a tag for programs, and no text."""
    word = finding.source[finding.column - 1 :][: finding.length]
    other = {"anchor": "*", "alias": "&"}.get(finding.message.code)
    if word.startswith("!!"):
        return word[2:] not in ("int", "str", "bool", "float", "null", "seq", "map")
    return bool(other and word[1:] and re.search(rf"\{other}{re.escape(word[1:])}\b", text))


def _no_ruleset(name: str, message: Message) -> RulesetError:
    return RulesetError([Finding(name, 0, 1, 1, message)])


def _unjoined(key: Any, value: Node) -> str:
    """Return what *key*, alone between commas or braces, is as a key and its value, if it is."""
    joined = _JOINED.match(key.value) if isinstance(key.value, str) and not key.style else None
    if not joined or (value.value is not None and value.value != ""):
        return ""
    after = (key.end_mark.buffer or "")[key.end_mark.index :].lstrip()[:1]
    key, text = filter(None, joined.groups())
    if is_joining(key):
        return ""
    return f"{key}: {text}" if after in (",", "}") else ""


def _in_round(pairs: Sequence[Entry]) -> list[Any]:
    """Return the items of a list in round brackets, the value of the first of *pairs*, if it is.

    YAML reads ``kinds: (egg, rum)`` as the text ``(egg`` and the key ``rum)``.
    """
    alone = takewhile(lambda pair: pair[1].value in (None, ""), pairs[1:])
    texts = [pairs[0][1], *(key for key, _ in alone)]
    ends = [str(each.value).endswith(")") for each in texts]
    opened = isinstance(texts[0], ScalarNode) and not texts[0].style
    if not opened or not str(texts[0].value).startswith("(") or True not in ends[1:]:
        return []
    return texts[: ends.index(True, 1) + 1]


def _before_comma(key: Any, value: Node) -> str:
    """Return the whole number that *key* makes decimals of, as in ``gold: 5,0``, if it does."""
    if type(key.value) is not int or value.value is not None:
        return ""
    end = key.start_mark.index
    before = re.search(r"[ :](-?\d+),$", (key.start_mark.buffer or "")[max(end - 30, 0) : end])
    return before[1] if before else ""


def _undashed(node: Any, key: Node) -> Edit | None:
    """Return the edit that puts a dash before *key*, if it begins an item as *node* does."""
    first, mark = node.value[0][0], key.start_mark
    before, same = line_at(first.start_mark)[: mark.column], first.value == key.value
    if node.flow_style or not same or not re.fullmatch(r" *- ", before):
        return None
    return Edit(mark.line + 1, mark.column - 1, mark.line + 1, mark.column + 1, "- ")


def _one_by_one(node: Any) -> str:
    """Return the effects in the mapping *node* as a list, where one may come twice."""
    start, text = node.start_mark.index, node.start_mark.buffer or ""
    if not node.flow_style or not re.search(r"\beffect:\s*$", text[max(start - 30, 0) : start]):
        return ""
    each = [text[key.start_mark.index : value.end_mark.index] for key, value in node.value]
    return f"[{', '.join(f'{{{effect}}}' for effect in each)}]"


class _Loader(SafeLoader):
    """Composes the nodes of a rule set, and notes everything that is not allowed."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text)
        self.name = name
        self.findings: list[Finding] = []
        self._values = self._levels = 0
        lines = LINE_END.split(text.rstrip())
        end = len(text.rstrip()), len(lines) - 1, len(lines[-1])
        self._end = Mark(name, *end, self.buffer, 0)

    def fetch_directive(self) -> None:
        raise MarkedYAMLError(problem="a directive", problem_mark=self.get_mark())

    def compose_node(self, parent: Node | None, index: int) -> Node | None:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        self._values += 1
        if self._values > MOST_VALUES:
            raise MarkedYAMLError(problem="too many", problem_mark=event.start_mark)
        if self._levels == MOST_LEVELS and issubclass(type(event), CollectionStartEvent):
            raise MarkedYAMLError(problem="too deep", problem_mark=event.start_mark)
        if not isinstance(event, AliasEvent):
            for named, message in (event.tag, _TAG), (event.anchor, _ANCHOR):
                if named is not None:
                    self._note_word(event.start_mark, message)
            event.tag = event.anchor = None
        self._levels += 1
        node: Node | None = super().compose_node(parent, index)
        self._levels -= 1
        return node

    def compose_mapping_node(self, anchor: Any) -> MappingNode:
        node: MappingNode = super().compose_mapping_node(anchor)
        entries: dict[str, Entry] = {}
        within: list[Any] = []  # of a list in round brackets
        for at, (key, value) in enumerate(node.value):
            if key in within:
                continue
            if node.flow_style and (listed := _in_round(node.value[at:])):
                within = listed
                write = f"[{', '.join(source(each) for each in within)[1:-1]}]"
                edit = replacing(value, write, within[-1])
                self.findings.append(finding_at(value, to_write(NOT_A_LIST, write), edits=[edit]))
                continue
            if entries and (write := _before_comma(key, value)):
                before = [*entries.values()][-1][1]
                edit = replacing(before, write, key)
                self.findings.append(
                    finding_at(before, to_write(NOT_A_NUMBER, write), edits=[edit])
                )
                continue
            if type(key.value) is int:  # a number of players
                key.value = str(key.value)
            if write := _unjoined(key, value):
                self.findings.append(finding_at(key, MISSING_COLON, edits=[replacing(key, write)]))
                continue
            if key.value == "<<" and not key.style:
                message = msg("merge-key", "A rule set has no merge keys: write out what is meant.")
                if text := re.fullmatch(r"{\s*([^\n]*?)\s*}", source(value)):
                    edit = replacing(key, text[1], value)
                    self.findings.append(finding_at(key, message, edits=[edit]))
                    continue
            elif not isinstance(key.value, str):
                message = msg("key-not-text", "A key must be text; use quotes.")
            elif key.value in entries:
                place = mention(entries[key.value][0], self.name)
                message = msg("duplicate-key", "This key is already in {place}.", place=place)
                said = message
                if plain(entries[key.value][1]) == plain(value):
                    message = msg(said.code, "{message} Leave one of them out.", message=said)
                    edit = without(node, key, value)
                    self.findings.append(finding_at(key, message, edits=[edit]))
                    continue
                if edits := joined(entries[key.value][1], value, without(node, key, value)):
                    message = msg(said.code, "{message} Write both below one key.", message=said)
                    self.findings.append(finding_at(key, message, edits=edits))
                    continue
                if write := _one_by_one(node):
                    message = to_write(message, write)
                    edits = [replacing(node, write)]
                    self.findings.append(finding_at(key, message, edits=edits))
                    continue
                if dash := _undashed(node, key):
                    self.findings.append(finding_at(key, LIST_DASH, edits=[dash]))
                    break  # the next keys belong to the item
                message = msg(said.code, "{message} Only one can count.", message=said)
            else:
                if value.value is None and value.start_mark.index == value.end_mark.index:
                    # an empty value has no place but its key's
                    value = ScalarNode("", None, key.start_mark, key.end_mark)
                entries[key.value] = key, value
                continue
            self.findings.append(finding_at(key, message))
        node.value = entries
        return node

    def compose_scalar_node(self, anchor: Any) -> ScalarNode:
        node: ScalarNode = super().compose_scalar_node(anchor)
        text = node.value
        if not node.style and text in _WORDS:
            node.value = _WORDS[text]
        elif not node.style and _NUMBER.fullmatch(text):
            node.value = int(text[:MOST_DIGITS])
            if len(text) > MOST_DIGITS:
                message = msg("long-number", "This number is too long.")
                self.findings.append(finding_at(node, message))
        elif wrong := FORBIDDEN.search(text):  # written as an escape
            self.findings.append(finding_at(node, forbidden(wrong[0][0])))
        return node

    def note_error(self, error: MarkedYAMLError) -> None:
        """Note what PyYAML cannot read, with a message of ours instead of its technical English."""
        text = f"{error.context}; {error.problem}"
        mark, opened = error.problem_mark, error.context_mark
        message = next(cause for part, cause in _CAUSES.items() if re.search(part, text))
        if opened and message.code in ("missing-colon", "open-quote"):
            mark = opened  # where the text began: PyYAML finds the fault later
        elif opened:
            message = message.filled(line=opened.line + 1)
        self._note_word(mark or self.get_mark(), message)

    def _note_word(self, mark: Mark, message: Message) -> None:
        """Note *message* about the word at *mark*, which may also be the end of the text."""
        mark = min(mark, self._end, key=lambda each: each.index)
        line, column = line_at(mark), mark.column
        word = _WORD.match(line, column)
        length = max(1, word.end() - column if word else 1)
        self.findings.append(Finding(self.name, mark.line + 1, column + 1, length, message, line))
