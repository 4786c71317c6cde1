"""The findings in all variants of a rule set, each at a place in the file of the rule set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...errors import Edit, Finding, suggestion
from ...text import Message, Param, msg
from ..characters import LINE_END, excerpt
from ..reading import nodes
from ..reading.lookalikes import made_plain, odd_at, odd_character, plain_form
from ..reading.nodes import Entry, MappingNode, Node, SequenceNode
from ..reading.pasted_text import COMMENT_SIGN
from ..value_findings import ERROR, INDENTATION, WARNING, Path, ValueFinding
from .forms import flow

EXTENDS = "extends"
PATCHES = ("remove", "change", "add")


@dataclass(frozen=True)
class _Blamed:
    """The node that a fault is reported at, with what is said there.

    *edits* are its cure, ``None`` for the suggestion of the message; *is_own* tells that the node
    stands in the file, and is the modder's own doing.
    """

    node: Node
    message: Message
    edits: list[Edit] | None = None
    is_own: bool = False


@dataclass(frozen=True)
class Resolved:
    """Rules merged with all that they extend, in a chain of *steps* steps (0 if they extend none).

    They are those of the variant *id*, written as *entry*; without *id*, those above all variants.
    *removed* has the places where items were removed on the way, by list and id; *replaced* has
    the mappings that were replaced by others.
    """

    rules: MappingNode
    entry: Entry
    steps: int = 0
    id: str = ""
    removed: Mapping[tuple[str, str], Node] = field(default_factory=dict)
    replaced: Mapping[str, Node] = field(default_factory=dict)


@dataclass
class Diagnostics:
    """Collector of the findings of the rule set whose root node is *start*."""

    start: MappingNode
    _findings: dict[object, Finding] = field(default_factory=dict, init=False)

    def note(
        self,
        node: Node,
        message: Message,
        spec: Node | None = None,
        severity: str = ERROR,
        edits: Sequence[Edit] | None = None,
    ) -> None:
        """Note *message* about *node*, in the rules of the variant written as *spec*, if any.

        A node of another file is reported at the ``extends`` that led there, of *spec* or the file.
        *edits* cure it, by default what *message* suggests in place of *node*.
        """
        here, text = node, message
        if not self._is_here(node):
            doors = [nodes.value_at(each, EXTENDS) for each in (spec, self.start)]
            here = next((door for door in doors if door and self._is_here(door)), self.start)
            place = self.place(node)
            text = msg(message.code, "{message} See {place}.", message=message, place=place)
            edits = edits or ()
        found = nodes.finding_at(here, text, severity, edits)
        if here is node:
            found = _with_odd_character(node, found)
        at = nodes.position(here), _bare(found.message)
        if at not in self._findings or (found.edits and found.severity == severity):
            self._findings[at] = found

    def note_all(self, checked: Sequence[tuple[Resolved, Iterable[ValueFinding]]]) -> None:
        """Note the faults of the *checked* variants; a fault of a single value is noted once."""
        nearest: dict[object, tuple[_Blamed, ValueFinding, dict[str, Resolved]]] = {}
        outer: set[str] = set()
        for rules, fault in ((rules, fault) for rules, faults in checked for fault in faults):
            blamed = self._blamed(rules, fault)
            if blamed.message.code == "replaced-mapping":
                outer.add(str(blamed.message.params["key"]))
            at = nodes.position(blamed.node), _bare(blamed.message)
            noted = nearest.setdefault(at, (blamed, fault, {}))
            noted[-1][rules.id] = rules
        for blamed, fault, variants in nearest.values():
            if blamed.message.code != "replaced-mapping" and fault.path and fault.path[0] in outer:
                continue  # what is wrong in it comes of what it lacks
            node, message, several = blamed.node, blamed.message, [*variants.values()]
            rules, places = several[0], [(node, several[0])]
            if len(variants) == len(checked) or any(
                nodes.is_inside(node, each.entry) for each in several
            ):
                pass
            elif not fault.whole:
                ids = ", ".join(map(excerpt, variants))
                only = msg(message.code, "{message} (only in {variants})", variants=ids)
                message = only.filled(message=message)
            else:  # a whole fault is noted at each variant that has it
                own = blamed.is_own
                places = [(node if own else each.entry[0], each) for each in several]
                places = places[:1] if own else places
            for at_node, each in places:
                severity = WARNING if fault.warning else ERROR
                self.note(
                    at_node, message, each.entry[1], severity, self._edits(each, fault, blamed)
                )

    def _edits(self, rules: Resolved, fault: ValueFinding, blamed: _Blamed) -> list[Edit] | None:
        """Return what cures *fault*; ``None`` for what its message suggests."""
        if blamed.edits is not None:
            return blamed.edits
        if fault.cure:
            return [
                edit
                for key, value in fault.cure.items()
                for edit in self._set(rules, key, str(value))
            ]
        at = nodes.node_at(rules.rules, fault.path)
        is_null = fault.message.code == "empty-value" and nodes.source(at) in ("null", "~")
        if fault.idle or (is_null and EXTENDS in self.start.value):
            return self._without(rules, fault.path)
        if fault.message.code in ("missing-key", "draw-lacks-players"):
            missing = fault.message.code == "missing-key"
            mapping = nodes.node_at(rules.rules, fault.path[:-1] if missing else fault.path)
            text = suggestion(fault.message)
            if not text or not isinstance(mapping, MappingNode) or not self._is_here(mapping):
                return []
            return [nodes.inserting(mapping, text)]
        if fault.key and (write := fault.message.params.get("write")):
            mapping = nodes.node_at(rules.rules, fault.path[:-1])
            key, value = nodes.entries(mapping).get(str(fault.path[-1]), (None, None))
            if key and value:
                return [nodes.replacing(key, str(write), value)]
        return None

    def _without(self, rules: Resolved, path: Path) -> list[Edit]:
        """Return the edit that leaves the key at the end of *path* out, if it stands here."""
        mapping = nodes.node_at(rules.rules, path[:-1])
        key, value = nodes.entries(mapping).get(str(path[-1]), (None, None))
        if not key or not value or not self._is_here(key):
            return []
        own = self._mapping_of(key)
        only = own is None or (len(own.value) == 1 and not own.flow_style)
        return [] if own is None or only else [nodes.without(own, key, value)]

    def _mapping_of(self, key: Node) -> MappingNode | None:
        """Return the mapping of this file in which *key* stands: rules may have merged it."""
        waiting: list[Node] = [self.start]
        while waiting:
            node = waiting.pop()
            if isinstance(node, SequenceNode):
                waiting += node.value
            for each, value in nodes.entries(node).values():
                if each is key:
                    return node  # type: ignore[return-value]
                waiting.append(value)
        return None

    def _set(self, rules: Resolved, key: str, value: str) -> list[Edit]:
        """Return the edits that give *key* the *value* in *rules*."""
        node = nodes.value_at(rules.rules, key)
        if node and self._is_here(node) and (not rules.id or nodes.is_inside(node, rules.entry)):
            return [nodes.replacing(node, value)]
        spec = rules.entry[1]
        if rules.id and not self._is_here(rules.entry[0]) and rules.entry[0].start_mark.line >= 0:
            return []  # a variant of another file has its own numbers
        if (
            not isinstance(spec, MappingNode)
            or not self._is_here(spec)
            or rules.entry[0].start_mark.line < 0
        ):
            spec = self.start
        if spec is self.start or spec.start_mark.index == self.start.start_mark.index:
            if node and self._is_here(node):
                return [nodes.replacing(node, value)]
            if not (after := self.start.value.get(EXTENDS)):
                return [nodes.inserting(self.start, f"{key}: {value}")]
            if self.start.flow_style:
                return [nodes.inserting(self.start, f"{key}: {value}")]
            line = nodes.end_of(after[1]).line + 2
            return [Edit(line, 1, line, 1, f"{key}: {value}\n")]
        if isinstance(inner := nodes.value_at(spec, "set"), MappingNode):
            return [nodes.inserting(inner, f"{key}: {value}")]
        return [nodes.inserting(spec, f"set: {{{key}: {value}}}")]

    def _blamed(self, rules: Resolved, fault: ValueFinding) -> _Blamed:
        """Return the node to report *fault* at: in the variant if possible, else in the file.

        Where neither has it, that is what they change or remove in the list where the fault lies.
        """

        def nearness(node: Node) -> int:
            is_own = self._is_here(node) and nodes.position(node) != nodes.position(self.start)
            return is_own + (is_own and nodes.is_inside(node, rules.entry))

        paths, message = (fault.path, *fault.also), fault.message
        there = [nodes.node_at(rules.rules, p, key=fault.key) for p in paths]
        if message.code == "missing-key" and len(fault.path) > 1 and not nodes.in_flow(there[0]):
            there[0] = nodes.node_at(rules.rules, fault.path[:-1], key=True)
        node = max(there, key=nearness)
        if fault.other is not None:
            other = nodes.node_at(rules.rules, fault.other)
            if fault.inherited and not self._is_here(other) and self._is_here(node):
                return self._inherited(rules, fault, node)
            place = self.place(other)
            message = message.filled(place=place)
        if message.code == "missing-key" and (hint := self._replaced(rules, fault)):
            return hint
        if fault.key and (twin := suggestion(message)):
            mapping = nodes.node_at(rules.rules, fault.path[:-1])
            entry = nodes.entries(mapping).get(twin)
            if entry and self._is_here(entry[0]):
                message = _bare(message)
        if near := nearness(node):
            if near == 1 and fault.whole and (patched := self._stand_in(fault, [rules.entry[1]])):
                return _Blamed(patched, message, None if fault.cure else [], True)
            edits: list[Edit] | None = None
            if node is not there[0] and suggestion(message) and not fault.cure:
                edits = []
            return _Blamed(node, message, edits, near == 2)
        if self._is_here(node) and not fault.whole:
            return _Blamed(node, message)
        if stand_in := self._stand_in(fault, [rules.entry[1], self.start]):
            what = message.params.get("what", message)
            needed = there[0]
            if isinstance(what, Message) and not self._is_here(needed) and not fault.cure:
                fields: dict[str, Param] = {"message": what, "place": self.place(needed)}
                message = msg(message.code, "{message} See {place}.", **fields)
                edits = [] if fault.warning else self._also_removed(rules, stand_in)
                return _Blamed(stand_in, message, edits, True)
            return _Blamed(stand_in, message, None if fault.cure else [], True)
        return _Blamed(node, message)

    def _stand_in(self, fault: ValueFinding, specs: Sequence[Node]) -> Node | None:
        """Return what one of *specs* removes or changes in the lists of *fault*, if here."""
        wrong = fault.message.params
        what = wrong.get("what")
        name = (what.params if isinstance(what, Message) else wrong).get("name")
        for spec in filter(self._is_here, specs):
            removed = nodes.value_at(spec, "remove")
            paths = [path for path in (fault.path, *fault.also) if path]
            for exact in (True, False):
                for path in paths:
                    items = nodes.value_at(removed, str(path[0]))
                    listed: list[Node] = items.value if isinstance(items, SequenceNode) else []
                    for item in listed:
                        if not exact or item.value == name:
                            return item
            for patch in PATCHES:
                patched = nodes.entries(nodes.value_at(spec, patch))
                for path in paths:
                    if path[0] in patched:
                        return patched[str(path[0])][0]
        return None

    def _also_removed(self, rules: Resolved, item: Node) -> list[Edit]:
        """Return the edits that remove what needs the removed *item*, too: all that name it."""
        spec = rules.entry[1]
        for each in (spec, self.start):
            removed = nodes.value_at(each, "remove")
            if isinstance(removed, MappingNode) and nodes.is_inside(item, (removed, removed)):
                break
        else:
            return []
        edits: list[Edit] = []
        lists: dict[str, list[str]] = {}
        for name, (_, items) in rules.rules.value.items():
            for one in items.value if isinstance(items, SequenceNode) else ():
                users = [
                    key
                    for key in ("colour", "kind")
                    if nodes.text_at(one, key) == item.value and not self._is_here(one)
                ]
                if users and (id := nodes.text_at(one, "code") or nodes.text_at(one, "id")):
                    lists.setdefault(name, []).append(id)
        for name, ids in lists.items():
            there = nodes.value_at(removed, name)
            if isinstance(there, SequenceNode) and there.value:
                last = there.value[-1]
                joined = ", ".join(ids)
                if not there.flow_style:
                    indent = "\n" + " " * (last.start_mark.column - 2) + "- "
                    joined = indent.join(ids)
                    edits.append(_behind(last, indent + joined))
                else:
                    edits.append(_behind(last, f", {joined}"))
            else:
                edits.append(nodes.inserting(removed, f"{name}: [{', '.join(ids)}]"))
        return edits

    def _replaced(self, rules: Resolved, fault: ValueFinding) -> _Blamed | None:
        """Return the own mapping that replaced an extended one with the key that is missing."""
        for path in filter(None, (fault.path, *fault.also)):
            outer = str(path[0])
            entry: Entry | None = self.start.value.get(outer)
            before = rules.replaced.get(outer)
            if not entry or before is None or not isinstance(entry[1], MappingNode):
                continue
            keys = nodes.entries(before)
            if len(path) > 1 and str(path[-1]) in keys:
                message = msg(
                    "replaced-mapping",
                    'This replaces all of "{key}", also {missing}: write change: {{{key}: ...}}',
                    key=outer,
                    missing=str(path[-1]),
                )
                text = f"{outer}: {flow(nodes.plain(entry[1]))}"
                return _Blamed(entry[0], message, self.in_change(entry, text), True)
        return None

    def in_change(self, entry: Entry, text: str) -> list[Edit]:
        """Return the edits that write *entry*, a key of the file, as *text* under ``change``."""
        change = nodes.value_at(self.start, "change")
        if isinstance(change, MappingNode):
            return [nodes.inserting(change, text), nodes.without(self.start, entry[0], entry[1])]
        return [nodes.replacing(entry[0], f"change: {{{text}}}", entry[1])]

    def _inherited(self, rules: Resolved, fault: ValueFinding, node: Node) -> _Blamed:
        """Return the fault of a key, *node*, whose value an extended file has above."""
        assert fault.inherited
        assert fault.other
        outer = self.start.value.get(str(fault.path[0]))
        mapping = outer[1] if outer else None
        inner = nodes.entries(mapping).get(str(fault.path[-1]))
        if not outer or not inner or not isinstance(mapping, MappingNode):
            return _Blamed(node, fault.inherited, [], True)
        text = f"{fault.other[0]}: {flow(nodes.plain(inner[1]))}"
        message = fault.inherited.filled(line=text)
        if len(mapping.value) == 1:
            edits = [nodes.replacing(outer[0], text, mapping)]
        else:
            edits = [
                nodes.inserting(self.start, text),
                nodes.without(mapping, inner[0], inner[1]),
            ]
        return _Blamed(node, message, edits, True)

    def add(self, finding: Finding) -> None:
        """Add *finding*, which knows its place, unless there is another one."""
        self._findings.setdefault((finding.line, finding.column), finding)

    def findings(self) -> list[Finding]:
        """Return all findings, in the order of the file."""
        found = [*self._indented()]
        wrong = [each for each in found if each.severity == ERROR]
        odd = {each.line for each in found if each.message.code in ("lookalike", "odd-dash")}
        cut = {(each.line, each.column) for each in found if each.message.code == "cut-text"}
        causes = [
            each
            for each in found
            if not (each.line in odd and each.message.code == "empty-value")
            and not ((each.line, each.column) in cut and each.message.code != "cut-text")
            and not (each.severity == WARNING and any(_covers(each, other) for other in wrong))
        ]
        return sorted(causes, key=lambda each: (each.line, each.column))

    def _indented(self) -> Iterator[Finding]:
        """Yield the findings; keys of no use below a key without a value are its value, once."""
        found = sorted(self._findings.values(), key=lambda each: (each.line, each.column))
        lines = LINE_END.split((self.start.start_mark.buffer or "").removesuffix("\0"))
        while found:
            first, *found = found
            keys = [
                each
                for each in found
                if first.message.code == "empty-value"
                and each.message.code in ("unknown-key", "unknown-id", "unknown-list")
                and each.column == first.column
            ]
            if not keys or keys[0].line != first.line + 1:
                yield first
                continue
            end = keys[0].line
            for key in keys:
                if key.line > end + 1:
                    break
                end = key.line
                while end < len(lines) and lines[end].startswith(" " * key.column):
                    end += 1
            edits = [Edit(at, 1, at, 1, "  ") for at in range(keys[0].line, end + 1)]
            yield replace(keys[0], message=INDENTATION, edits=tuple(edits))
            found = [each for each in found if not first.line < each.line <= end]

    def place(self, node: Node) -> Message:
        """Return the place of *node* as a message: its line, and the file if it is another one."""
        return nodes.mention(node, self.start.start_mark.name)

    def _is_here(self, node: Node) -> bool:
        return node.start_mark.name == self.start.start_mark.name


def _covers(finding: Finding, other: Finding) -> bool:
    """Return whether *other* begins in what *finding* marks."""
    same = finding.line == other.line
    return same and finding.column <= other.column < finding.column + finding.length


def _bare(message: Message) -> Message:
    """Return *message* without what is added to it: a hint, another place, variants."""
    inner = message.params.get("what", message.params.get("message"))
    return _bare(inner) if isinstance(inner, Message) else message


def _behind(node: Node, text: str) -> Edit:
    end = nodes.end_of(node)
    return Edit(end.line + 1, end.column + 1, end.line + 1, end.column + 1, text)


def _with_odd_character(node: Node, found: Finding) -> Finding:
    """Return *found*, or in its place an odd character in *node* that explains it."""
    text = node.value
    if found.severity != ERROR or not isinstance(text, str):
        return found
    at = odd_at(text)
    if at is not None and found.message.code not in ("long-text", "several-lines"):
        message = odd_character(text, at)
        column = max(found.source.find(text[at], found.column - 1), 0) + 1
        cured, whole = made_plain(text).strip(), made_plain(found.source)
        edit = nodes.replacing(node, cured.strip("'\""))
        if plain_form(text[at]) in ("'", '"') and cured[0] != cured[-1]:  # the other half is there
            edit = Edit(found.line, 1, found.line, len(found.source) + 1, whole)
            column = (odd_at(found.source) or 0) + 1
            message = odd_character(found.source, column - 1)
        return replace(found, column=column, length=1, message=message, end=None, edits=(edit,))
    if sign := re.search(r"\s(//|/\*|--|;)", text):
        column = max(found.source.find(sign[1], found.column - 1), 0) + 1
        edit = Edit(found.line, column, found.line, column + 2, "#")
        return replace(
            found, column=column, length=2, message=COMMENT_SIGN, end=None, edits=(edit,)
        )
    return found
