"""The one way to make rules of other rules: keys are replaced, then items patched by id.

::

    set: {turns: 9}                                # whole keys; a file writes them as they are
    remove: {cards: [KR, SK], options: [memory]}   # by id, or by code where the list has codes
    change: {cards: {G5: {count: 5}}, set-size: {most: 3}}    # these keys of it, the others stay
    add: {cards: [{code: G6, colour: green, strength: 6, count: 1}]}

In this order.  Only nodes are moved about, so each value still knows where it was written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ...text import Message, msg
from ..characters import excerpt
from ..faults import likely
from ..labels import EMPTY_VALUE, NOT_A_LIST, NOT_A_MAPPING, NOT_TEXT
from ..reading import nodes
from ..reading.nodes import Entry, MappingNode, Node, SequenceNode
from .validation import Shape

PATCHES = ("remove", "change", "add")


@dataclass
class Patcher:
    """Patches rules of a *shape* in *file*; faults go to *note*."""

    shape: Shape
    file: str
    note: Callable[[Node, Message], None]

    def derived(self, rules: MappingNode, keys: Mapping[str, Entry], spec: Node) -> MappingNode:
        """Return *rules* with *keys* replaced and the patches of *spec* applied."""
        found = {**rules.value, **keys}
        known = [*self.shape.lists, *self.shape.mappings]
        for patch in PATCHES:
            for name, (key, node) in nodes.entries(nodes.value_at(spec, patch)).items():
                if name in known:
                    self._patch(found, patch, name, (key, node))
                else:
                    message = msg(
                        "unknown-list", 'There is no list "{name}" to patch.', name=excerpt(name)
                    )
                    self.note(key, likely(message, name, known))
        return nodes.with_value(rules, found)

    def _patch(self, rules: dict[str, Entry], patch: str, name: str, written: Entry) -> None:
        """Patch the list or mapping *name* of *rules* as *written* says."""
        known_by = self.shape.lists.get(name, "")
        possible = self.shape.mappings.get(name, ())  # such as an option that was at its default
        kind, must_be = (SequenceNode, NOT_A_LIST) if known_by else (MappingNode, NOT_A_MAPPING)
        key, there = rules.get(name, written)
        if name in rules and not isinstance(there, kind):
            return  # the model says what it must be
        items = _by_id(there, known_by) if name in rules else {}
        unknown: list[tuple[str, Node]] = []
        if patch == "remove":
            for item in self._inside(written[1], SequenceNode, NOT_A_LIST):
                if not isinstance(item.value, str):
                    self.note(item, EMPTY_VALUE if item.value is None else NOT_TEXT)
                elif items.pop(item.value, None) is None:
                    unknown.append((item.value, item))
        elif patch == "change":
            for id, change in self._inside(written[1], MappingNode, NOT_A_MAPPING).items():
                if id not in items and id not in possible:
                    unknown.append((id, change[0]))
                    continue
                if known_by and known_by in self._inside(change[1], MappingNode, NOT_A_MAPPING):
                    message = msg(
                        "changed-id", 'The "{key}" of an item cannot be changed.', key=known_by
                    )
                    self.note(nodes.entries(change[1])[known_by][0], message)
                items[id] = _merged(items.get(id, change), change, known_by)
        else:
            self._inside(written[1], kind, must_be)
            for id, entry in _by_id(written[1], known_by).items():
                if items.setdefault(id, entry) is not entry:
                    message = msg(
                        "already-there",
                        'The list "{list}" already has a "{id}", from {place}.',
                        id=excerpt(id),
                        list=name,
                        place=nodes.mention(items[id][0], self.file),
                    )
                    self.note(nodes.value_at(entry[1], known_by) or entry[0], message)
        all_known = list(dict.fromkeys([*items, *possible]))
        for id, node in unknown:
            message = msg(
                "unknown-id",
                'There is no "{id}" in the list "{list}" of {place}.',
                id=excerpt(id),
                list=name,
                place=nodes.mention(there, self.file),
            )
            self.note(node, likely(message, id, all_known))
        if name in rules or items:
            value = [item for _, item in items.values()] if known_by else items
            empty = kind("", None, there.start_mark, there.end_mark)
            rules[name] = key, nodes.with_value(there if name in rules else empty, value)

    def _inside(self, node: Node, kind: type[Node], message: Message) -> Any:
        """Return the items of *node*; if it is not of *kind*, report *message*."""
        if isinstance(node, kind):
            return node.value
        self.note(node, EMPTY_VALUE if node.value is None else message)
        return {}


def _by_id(node: Node, known_by: str) -> dict[str, Entry]:
    """Return the items of a list or mapping by id; an item of a list is its own key."""
    if not known_by:
        return dict(nodes.entries(node))
    found: dict[str, Entry] = {}
    for item in node.value if isinstance(node, SequenceNode) else ():
        name = nodes.text_at(item, known_by)
        # One without an id, or with another's, is at fault by itself.
        found[name if name and name not in found else f"#{id(item)}"] = item, item
    return found


def _merged(before: Entry, change: Entry, known_by: str) -> Entry:
    """Return an entry after *change*, which replaces single keys of a mapping."""
    if isinstance(before[1], MappingNode) and isinstance(change[1], MappingNode):
        keys = {key: entry for key, entry in change[1].value.items() if key != known_by}
        return before[0], nodes.with_value(before[1], {**before[1].value, **keys})
    return before if known_by else change
