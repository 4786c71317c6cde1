"""Say what stands in a file in another form: another key, a patch, an item, or nothing.

Each is a guess; `rearranging` offers the first one with which the file is better.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ....errors import Edit, Finding
from ....text import Message, msg
from ...reading import nodes
from ...reading.nodes import MappingNode, Node, SequenceNode
from ...value_findings import Plain, to_write
from .finding_edits import EXTENDS, PATCHES, bare
from .forms import flow

NONE = (0, False, "none", "no", "kein", "keine", "geen")


class Entries(NamedTuple):
    """Entries of *mapping* that follow each other, from *first* to *last*, all by *names*."""

    mapping: MappingNode
    names: Sequence[str]

    @property
    def first(self) -> Node:
        return nodes.entries(self.mapping)[self.names[0]][0]

    @property
    def last(self) -> Node:
        return nodes.entries(self.mapping)[self.names[-1]][1]

    @property
    def plain(self) -> dict[str, Any]:
        return {name: nodes.plain(self.mapping.value[name][1]) for name in self.names}


class Cure(NamedTuple):
    """Edits that may cure a finding, with what is said of it then."""

    edits: list[Edit]
    message: Message
    sure: bool = True
    """True if a fault of numbers may be left; else the file must check clean."""


@dataclass
class Restating:
    """Maker of other forms of what stands in the file *root*.

    *check* returns the errors of a text, *keys* the keys that a mapping at a path may have, none
    if it has ids, and *lists* has the lists of items by id.
    """

    root: MappingNode
    check: Callable[[str], Sequence[Finding]]
    keys: Callable[[Sequence[str]], Sequence[str]]
    lists: Mapping[str, str]
    _around: dict[int, tuple[Node, str]] = field(default_factory=dict, init=False)
    """Each collection's own collection, with the key or id it has there."""
    _mappings: list[MappingNode] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.text = (self.root.start_mark.buffer or "").removesuffix("\0")
        waiting: list[Node] = [self.root]
        while waiting:
            node = waiting.pop()
            inner: list[tuple[str, Node]] = []
            if isinstance(node, SequenceNode):
                named = [nodes.text_at(it, "code") or nodes.text_at(it, "id") for it in node.value]
                inner = [*zip(named, node.value, strict=True)]
            elif isinstance(node, MappingNode):
                self._mappings.append(node)
                inner = [(str(key), value) for key, (_, value) in node.value.items()]
            for key, value in inner:
                self._around[id(value)] = node, key
                waiting.append(value)

    def _of_value(self, entries: Entries, finding: Finding) -> Iterator[Cure]:
        """Yield what may be meant by the value of *entries*, which its key cannot have."""
        message, mapping, name = bare(finding.message), entries.mapping, entries.names[0]
        yield from self._turned(entries, message)
        yield from self._nested(mapping, finding)
        around, list_name = self._around.get(id(mapping), (None, ""))
        if name == "count" and entries.last.value in NONE:  # there is to be no such card
            if isinstance(around, SequenceNode) and (edits := self._without_all(mapping)):
                yield Cure(edits, left_out(message))
            elif isinstance(around, MappingNode):
                yield from self._patched(Entries(around, [list_name]), "remove", message)
        if name == "picture" and (edits := self._without(entries)):
            yield Cure(edits, or_left_out(finding.message))

    def _without_all(self, mapping: MappingNode) -> list[Edit]:
        return self._without(Entries(mapping, [*mapping.value]))

    def _turned(self, entries: Entries, message: Message) -> Iterator[Cure]:
        """Yield a patch in a list, ``cards: {remove: [KR]}``, as the list in the patch."""
        (name,), value = entries.names, nodes.plain(entries.last)
        if isinstance(value, dict) and value and {*value} <= {*PATCHES}:
            write = flow({patch: {name: inner} for patch, inner in value.items()})[1:-1]
            edits = [nodes.replacing(entries.first, write, entries.last)]
            yield Cure(edits, to_write(message, write), False)

    def _nested(self, mapping: MappingNode, finding: Finding) -> Iterator[Cure]:
        """Yield ``{verb: hide, may: true}``, and ``{hide: true, ...}``, as ``{hide: {...}}``."""
        (first, value), *others = nodes.plain(mapping).items()
        rest = dict(others)
        for name in (value, first) if mapping is not self.root else ():
            if not rest and name is first and value in (True, None):
                told = to_write(bare(finding.message), str(first))
                yield Cure([nodes.replacing(mapping, str(first))], told, False)
            if name is first and rest and value not in (True, None):
                continue  # it is said, too
            says_less = value is True and not rest and self._path(mapping)[0] in PATCHES
            if isinstance(name, str) and (rest or name is value or value is True) and not says_less:
                write = flow({name: rest})
                told = to_write(bare(finding.message), write)
                yield Cure([nodes.replacing(mapping, write)], told, False)
        is_known = bare(finding.message).params.get("name") != first
        is_known = is_known and first in (self.keys(self._path(mapping)) or [first])
        settings = self.keys([*self._path(mapping), str(first)]) if rest and is_known else ()
        for setting in settings[:3] if isinstance(value, str | int) and value is not True else ():
            write = flow({first: {setting: value, **rest}})  # of an effect, its first
            told = to_write(bare(finding.message), write)
            yield Cure([nodes.replacing(mapping, write)], told)

    def _in_one(self, mapping: MappingNode, finding: Finding) -> Iterator[Cure]:
        """Yield ``- G6: {count: 1}``, an item under its code, with the code as one of its keys."""
        around, _ = self._around.get(id(mapping), (None, ""))
        key = self.lists.get(self._around.get(id(around), (None, ""))[1], "")
        (first, value), *others = nodes.plain(mapping).items()
        if key and isinstance(around, SequenceNode) and isinstance(value, dict | None):
            write = flow({key: first, **(value or {}), **dict(others)})
            told = to_write(bare(finding.message), write)
            yield Cure([nodes.replacing(mapping, write)], told)

    def _by_item(self, entries: Entries, finding: Finding) -> Iterator[Cure]:
        """Yield ``captains: {ann: 3}``, a key by the ids of a list, as a change of its items."""
        mapping = entries.mapping
        around, key = self._around.get(id(mapping), (mapping, entries.names[0]))
        values = nodes.plain(around).get(key) if around is self.root else None
        if not isinstance(values, dict):
            return
        first, last = self.root.value[key]
        change = nodes.value_at(self.root, "change")
        for home in self.lists:
            if key not in self.keys([home, ""]) or home in nodes.entries(change):
                continue
            items = nodes.value_at(self.root, home)
            if isinstance(items, SequenceNode):
                known = {nodes.text_at(it, self.lists[home]): it for it in items.value}
                edits = [nodes.without(self.root, first, last)]
                edits += [
                    nodes.inserting(known[id], flow({key: value})[1:-1])
                    for id, value in values.items()
                    if id in known
                ]
                if {*values} <= {*known}:
                    yield Cure(edits, elsewhere(bare(finding.message), home))
                continue
            new: Plain = {home: {id: {key: value} for id, value in values.items()}}
            told = to_write(bare(finding.message), f"change: {flow(new)}")
            edits = [nodes.replacing(first, f"change: {flow(new)}", last)]
            if isinstance(change, MappingNode):
                taken = nodes.without(self.root, first, last)
                edits = [taken, nodes.inserting(change, flow(new)[1:-1])]
            yield Cure(edits, told)

    def _wrapped(self, entries: Entries, message: Message) -> Iterator[Cure]:
        """Yield *entries* where they stand, in a new mapping that may have them."""
        path = self._path(entries.mapping)
        texts = ["name"] * all(re.match(r"(en|de|nl)\b", name) for name in entries.names)
        homes = [
            home
            for home in (*texts, *self._homes(path, entries.names[0]))
            if home not in entries.mapping.value
        ]
        forms: list[Any] = [{home: entries.plain} for home in homes]
        if (
            entries.mapping is self.root
            and EXTENDS in self.root.value
            and "change" not in self.root.value
        ):
            forms = [{"change": form} for form in [entries.plain, *forms]]
            forms += [form["change"] for form in forms[1:]]
        for form in forms:
            write = flow(form)[1:-1]
            yield Cure(
                [nodes.replacing(entries.first, write, entries.last)], to_write(message, write)
            )
        if entries.mapping is self.root and isinstance(
            change := nodes.value_at(self.root, "change"), MappingNode
        ):
            for home in self._homes([], entries.names[0]):
                write = flow({home: entries.plain})[1:-1]
                if home not in change.value and (taken := self._without(entries)):
                    told = to_write(message, f"change: {{{write}}}")
                    yield Cure([*taken, nodes.inserting(change, write, entries.last)], told)
        yield from self._patched(entries, "add", message)

    def _listed(self, entries: Entries, message: Message) -> Iterator[Cure]:
        """Yield ``points: 1, 3``, a value and then keys without any, as the list of all."""
        mapping, names = entries.mapping, [*entries.mapping.value]
        first = last = names.index(entries.names[0])
        while first and mapping.value[names[first]][1].value is None:
            first -= 1
        while last + 1 < len(names) and mapping.value[names[last + 1]][1].value is None:
            last += 1
        key, value = mapping.value[names[first]]
        if first < last and isinstance(value.value, int | str) and nodes.in_flow(mapping):
            words = [int(it) if re.fullmatch(r"-?\d{1,6}", it) else it for it in names[first + 1 :]]
            write = flow([value.value, *words[: last - first]])
            edits = [nodes.replacing(value, write, mapping.value[names[last]][1])]
            yield Cure(edits, to_write(message, f"{key.value}: {write}"))

    def _homes(self, path: Sequence[str], name: str) -> list[str]:
        """Return the keys at *path* whose own mappings may have the key *name*."""
        if path[-1:] == ["effect"]:
            return []  # a verb would do what nobody wrote
        own = self.keys(path)
        inner = {home: self.keys([*path, home]) for home in own if home != "add"}
        homes = [home for home, keys in inner.items() if name in keys and keys != own]
        return [*homes, "effect"] if "effect" in own else homes  # the name may be that of a verb

    def _patched(self, entries: Entries, by: str, message: Message) -> Iterator[Cure]:
        """Yield an item under ``change`` as a new one under ``add``, or as one to *remove*."""
        around, list_name = self._around.get(id(entries.mapping), (None, ""))
        outer, patch = self._around.get(id(around), (None, ""))
        item = nodes.plain(entries.last)
        if patch != "change" or len(entries.names) > 1 or not isinstance(item, dict):
            return
        if not isinstance(outer, MappingNode) or not (taken := self._without(entries)):
            return
        known_by, name = self.lists.get(list_name, ""), entries.names[0]
        new: Any = [{known_by: name, **item}] if known_by else {name: item}
        if by == "remove":
            new = [name]
        added = nodes.value_at(outer, by)
        told = to_write(message, f"{by}: {{{flow({list_name: new})[1:-1]}}}")
        if added is None:
            key = outer.value["change"][0]
            text = f"{by}: {flow({list_name: new})}"
            if (
                len(nodes.entries(outer.value["change"][1]))
                == len(nodes.entries(around))
                == len(item)
                == 0
            ):
                return
            if (
                taken[0].line <= key.start_mark.line + 1
                and len(taken) == 1
                and taken[0].column <= key.start_mark.column + 1
            ):
                yield Cure([nodes.replacing(key, text, outer.value["change"][1])], told)
            else:
                yield Cure([*taken, nodes.inserting(outer, text)], told)
            return
        there = nodes.value_at(added, list_name)
        if isinstance(added, MappingNode) and there is None:
            yield Cure([*taken, nodes.inserting(added, flow({list_name: new})[1:-1])], told)
        elif isinstance(there, SequenceNode) and there.value:
            mark = there.value[0].start_mark
            line, column = mark.line + 1, mark.column + 1
            after = ", " if there.flow_style else f"\n{' ' * (column - 3)}- "
            edit = Edit(line, column, line, column, flow(new)[1:-1] + after)
            yield Cure([*taken, edit], told)
        elif isinstance(there, MappingNode):
            yield Cure([*taken, nodes.inserting(there, flow(new)[1:-1])], told)

    def _without(self, entries: Entries) -> list[Edit]:
        """Return the edits that take *entries* out, with the mapping if they are all it has."""
        outer: Node = entries.mapping
        first, last, size = entries.first, entries.last, len(entries.names)
        while len(outer.value) == size:
            if id(outer) not in self._around:
                return []
            inner, (outer, key) = outer, self._around[id(outer)]
            first, last = outer.value[key] if isinstance(outer, MappingNode) else (inner, inner)
            size = 1
        start = first.start_mark
        before = nodes.line_at(start)[: start.column].strip()
        if not nodes.in_flow(outer) and before not in ("", "-" * isinstance(outer, SequenceNode)):
            return []
        return [nodes.without(outer, first, last)]

    def _path(self, node: Node) -> list[str]:
        path: list[str] = []
        while id(node) in self._around:
            node, key = self._around[id(node)]
            path.insert(0, key)
        return path

    def _named(self, node: Node) -> str:
        """Return the key or id of *node*, or of what it stands in."""
        while id(node) in self._around:
            node, key = self._around[id(node)]
            if key:
                return key
        return ""


def elsewhere(message: Message, key: str) -> Message:
    """Return *message* with the hint that what it is about belongs under *key*."""
    return msg(message.code, '{message} It belongs under "{key}".', message=message, key=key)


def or_left_out(message: Message) -> Message:
    """Return *message*, which says what to write, with the hint that nothing need stand there."""
    return msg(message.code, "{message} Or leave it out.", message=message)


def left_out(message: Message) -> Message:
    """Return *message* with the hint that nothing is to stand there."""
    return msg(message.code, "{message} Leave it out.", message=message)
