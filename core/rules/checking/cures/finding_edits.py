"""The edits of a rule set's file that cure the faults of its values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ....errors import Edit, suggestion
from ....text import Message, msg
from ...reading import nodes
from ...reading.nodes import Entry, MappingNode, Node, SequenceNode
from ...reading.reader import read_mapping
from ...value_findings import Path, ValueFinding
from .forms import flow

EXTENDS = "extends"
PATCHES = ("remove", "change", "add")


@dataclass(frozen=True)
class Blamed:
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
class FindingEdits:
    """Maker of the edits of the rule set whose root node is *start*."""

    start: MappingNode
    lost: dict[str, dict[str, Any]] = field(default_factory=dict, init=False)
    """The former ``set`` of each variant whose ``set`` the file replaces, by its id."""

    def edits_of(self, rules: Resolved, fault: ValueFinding, blamed: Blamed) -> list[Edit] | None:
        """Return what cures *fault*; ``None`` for what its message suggests."""
        if blamed.edits is not None:
            return blamed.edits
        if fault.cure:
            outside = not fault.whole and not nodes.is_inside(blamed.node, rules.entry)
            wanted = {key: str(value) for key, value in fault.cure.items()}
            return self._set(rules, wanted, outside and self.is_here(blamed.node))
        at = nodes.node_at(rules.rules, fault.path)
        is_null = fault.message.code == "empty-value" and nodes.source(at) in ("null", "~")
        if fault.idle or (is_null and EXTENDS in self.start.value):
            return self._without(rules, fault.path)
        if fault.message.code in ("missing-key", "draw-lacks-players"):
            missing = fault.message.code == "missing-key"
            mapping = nodes.node_at(rules.rules, fault.path[:-1] if missing else fault.path)
            text = suggestion(fault.message)
            if not text or not isinstance(mapping, MappingNode) or not self.is_here(mapping):
                return []
            return [nodes.inserting(mapping, text)]
        if fault.key and (write := fault.message.params.get("write")):
            mapping = nodes.node_at(rules.rules, fault.path[:-1])
            key, value = nodes.entries(mapping).get(str(fault.path[-1]), (None, None))
            if key and value:
                outer, _, inner = str(write).partition(": ")
                there = nodes.value_at(own, outer) if (own := self._mapping_of(key)) else None
                if not own or not isinstance(there, MappingNode):
                    if _taken(own, str(write), str(fault.path[-1])):
                        return []
                    return [nodes.replacing(key, self._lines(own, str(write)), value)]
                new = nodes.plain(read_mapping("", f"value: {inner}".encode()))["value"]
                new = {name: it for name, it in new.items() if name not in there.value}
                if not new:
                    return []
                return [nodes.without(own, key, value), nodes.inserting(there, flow(new)[1:-1])]
        if fault.key and (beside := fault.message.params.get("beside")):
            return self._moved_out(rules, fault, str(beside))
        if not fault.key and (line := fault.message.params.get("entry")):
            return self._rewritten(rules, fault.path, str(line))
        write, above = suggestion(fault.message), [str(step) for step in fault.path[:-1]]
        if not fault.key and above and write.startswith(f"{above[-1]}: "):
            return self._rewritten(rules, fault.path[:-1], write)
        return None

    def _rewritten(self, rules: Resolved, path: Path, write: str) -> list[Edit]:
        """Return the edit that puts *write* in place of the entry at *path*, if it stands here.

        Other keys in *write* must not be there yet.
        """
        entry = nodes.entries(nodes.node_at(rules.rules, path[:-1])).get(str(path[-1]))
        own = self._mapping_of(entry[0]) if entry else None
        if not entry or not own or _taken(own, write, str(path[-1])):
            return []
        return [nodes.replacing(entry[0], self._lines(own, write), entry[1])]

    def _lines(self, mapping: MappingNode | None, write: str) -> str:
        """Return *write*, keys with values, as *mapping* has them: in a block, each on a line."""
        if mapping is None or mapping.flow_style:
            return write
        plain = nodes.plain(read_mapping("", f"{{{write}}}".encode()))
        if len(plain) == 1:
            return write
        indent = " " * mapping.start_mark.column
        return f"\n{indent}".join(f"{key}: {flow(it)}" for key, it in plain.items())

    def _moved_out(self, rules: Resolved, fault: ValueFinding, beside: str) -> list[Edit]:
        """Return the edits that write the key of *fault* into the mapping with *beside*."""
        at = max(at for at, step in enumerate(fault.path) if step == beside)
        key = nodes.node_at(rules.rules, fault.path[: at + 1], key=True)
        edits, around = self._without(rules, fault.path), self._mapping_of(key)
        above = nodes.node_at(rules.rules, fault.path[:-1])
        if edits and len(fault.path) == 2 and len(nodes.entries(above)) == 1:
            edits = self._without(rules, fault.path[:-1])  # all that it has
        if not edits or not around or str(fault.path[-1]) in around.value:
            return []
        line, indent = str(fault.message.params["line"]), "\n" + " " * around.start_mark.column
        last = [*around.value.values()][-1][1]  # effects are done in this order
        return [*edits, _behind(last, (", " if around.flow_style else indent) + line)]

    def _without(self, rules: Resolved, path: Path) -> list[Edit]:
        """Return the edit that leaves the key at the end of *path* out, if it stands here."""
        mapping = nodes.node_at(rules.rules, path[:-1])
        if isinstance(mapping, SequenceNode):
            item = nodes.node_at(rules.rules, path)
            return [nodes.without(mapping, item)] if self.is_here(item) else []
        key, value = nodes.entries(mapping).get(str(path[-1]), (None, None))
        if not key or not value or not self.is_here(key):
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

    def _set(self, rules: Resolved, wanted: Mapping[str, str], above: bool) -> list[Edit]:
        """Return the edits that give the keys of *wanted* these values in *rules*.

        With *above*, the fault stands above all variants, and is cured there.
        """
        spec, start = rules.entry[1], self.start
        stands = rules.entry[0].start_mark.line >= 0  # in a file
        if stands and rules.id and not above and not self.is_here(rules.entry[0]):
            return self._in_change_of(rules.id, self.of_variant(rules, wanted))
        same = spec.start_mark.index == start.start_mark.index
        is_variant = stands and self.is_here(spec) and not same and not above
        edits, new = list[Edit](), list[str]()
        for key, value in wanted.items():
            node, line = nodes.value_at(rules.rules, key), f"{key}: {value}"
            inside = not rules.id or nodes.is_inside(node, rules.entry) if node else False
            if node and self.is_here(node) and (inside or not is_variant):
                edits.append(nodes.replacing(node, value))
            elif is_variant:
                new.append(line)
            elif (after := start.value.get(EXTENDS)) and not start.flow_style:
                below = nodes.end_of(after[1]).line + 2
                edits.append(Edit(below, 1, below, 1, f"{line}\n"))
            else:
                edits.append(nodes.inserting(start, line))
        if new and isinstance(inner := nodes.value_at(spec, "set"), MappingNode):
            edits += [nodes.inserting(inner, line) for line in new]
        elif new and isinstance(spec, MappingNode):
            edits.append(nodes.inserting(spec, f"set: {{{', '.join(new)}}}"))
        return edits

    def of_variant(self, rules: Resolved, wanted: Mapping[str, str]) -> str:
        """Return the keys ``set`` of a variant of another file with those of *wanted*, as YAML."""
        before = nodes.value_at(rules.entry[1], "set")
        kept = nodes.plain(before) if isinstance(before, MappingNode) else {}
        lost = self.lost.get(rules.id, {})
        if {*lost} - {*kept}:
            return flow({"set": {**lost, **kept}})
        new = nodes.plain(
            read_mapping("", "\n".join(f"{k}: {v}" for k, v in wanted.items()).encode())
        )
        return flow({"set": {**kept, **new}})

    def _in_change_of(self, id: str, write: str) -> list[Edit]:
        """Return the edits that change the variant *id* of the extended file as *write* says."""
        start, extends = self.start, self.start.value.get(EXTENDS)
        change = nodes.value_at(start, "change")
        variants = nodes.value_at(change, "variants")
        if variants is not None:
            there = nodes.value_at(variants, id)
            text = f"{id}: {write}"
            if there is None and isinstance(variants, MappingNode):
                return [nodes.inserting(variants, text)]
            if isinstance(there, MappingNode) and "set" in there.value:
                key, value = there.value["set"]
                return [nodes.replacing(key, write[1:-1], value)]
            return [nodes.inserting(there, write[1:-1])] if isinstance(there, MappingNode) else []
        if isinstance(change, MappingNode):
            return [nodes.inserting(change, f"variants: {{{id}: {write}}}")]
        if not extends or start.flow_style or change is not None:
            return []
        below = nodes.end_of(extends[1]).line + 2
        return [Edit(below, 1, below, 1, f"change:\n  variants:\n    {id}: {write}\n")]

    def also_removed(self, rules: Resolved, item: Node) -> list[Edit]:
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
                    if nodes.text_at(one, key) == item.value and not self.is_here(one)
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

    def kept(self, name: str, item: Node, spec: Node) -> Edit:
        """Return the edit that takes *item* out of what is removed from the list *name*."""
        for spec in (spec, self.start):  # noqa: B020
            removed = nodes.value_at(spec, "remove")
            items = nodes.value_at(removed, name)
            if isinstance(items, SequenceNode) and item in items.value:
                break
        else:
            return nodes.replacing(item, item.value)
        if len(items.value) > 1:
            return nodes.without(items, item)
        if len(nodes.entries(removed)) > 1 and removed:
            key, value = nodes.entries(removed)[name]
            return nodes.without(removed, key, value)
        key, value = nodes.entries(spec)["remove"]
        return nodes.without(spec, key, value)

    def in_change(self, entry: Entry, text: str) -> list[Edit]:
        """Return the edits that write *entry*, a key of the file, as *text* under ``change``."""
        change = nodes.value_at(self.start, "change")
        if isinstance(change, MappingNode):
            return [
                nodes.inserting(change, text, entry[1]),
                nodes.without(self.start, entry[0], entry[1]),
            ]
        return [nodes.replacing(entry[0], f"change: {{{text}}}", entry[1])]

    def is_here(self, node: Node) -> bool:
        """Return whether *node* stands in the file."""
        return node.start_mark.name == self.start.start_mark.name


def extends_edits(extends: Node, message: Message) -> list[Edit] | None:
    """Return the edit of *extends* that *message* suggests, the other part of the name kept."""
    write, (name, slash, variant) = suggestion(message), extends.value.partition("/")
    if not write or not slash or message.code not in ("unknown-ruleset", "unknown-variant"):
        return None
    whole = f"{write}/{variant}" if message.code == "unknown-ruleset" else f"{name}/{write}"
    return [nodes.replacing(extends, whole)]


def bare(message: Message) -> Message:
    """Return *message* without what is added to it: a hint, another place, variants."""
    inner = message.params.get("what", message.params.get("message"))
    return bare(inner) if isinstance(inner, Message) else message


def needed_id(id: str, place: Message) -> Message:
    """Return the message that *id*, which the file removes, is named at *place*."""
    message = msg("needed-id", '"{name}" is removed here, but {place} names it, too.')
    return message.filled(name=id, place=place)


def removed_id(id: str, place: Message) -> Message:
    """Return the message that *id* was removed at *place*, and is named all the same."""
    return msg("removed-id", '"{name}" was removed in {place}.', name=id, place=place)


def unhinted(message: Message) -> Message:
    """Return *message* without what it says to write, and with all else that is added to it."""
    key = "what" if "what" in message.params else "message"
    inner = message.params.get(key)
    if not isinstance(inner, Message):
        return message
    if {"write", "line", "entry", "hint"} & {*message.params}:
        return unhinted(inner)
    return message.filled(**{key: unhinted(inner)})


def _behind(node: Node, text: str) -> Edit:
    end = nodes.end_of(node)
    return Edit(end.line + 1, end.column + 1, end.line + 1, end.column + 1, text)


def _taken(mapping: MappingNode | None, write: str, instead: str) -> bool:
    """Return whether *mapping* has a key of *write* already, besides the one *instead* of which."""
    there = {*nodes.entries(mapping)} if mapping else set()
    return bool(there & {*re.findall(r"([\w-]+): ", write)} - {instead})
