"""The one way to make rules of other rules: keys are replaced, then items patched by id.

::

    set: {turns: 9}                                # whole keys; a file writes them as they are
    remove: {cards: [KR, SK], options: [memory]}   # by id, or by code where the list has codes
    change: {cards: {G5: {count: 5}}, set-size: {most: 3}}    # these keys of it, the others stay
    add: {cards: [{code: G6, colour: green, strength: 6, count: 1}]}

In this order.  Only nodes are moved about, so each value still knows where it was written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...text import Message, msg
from ..characters import excerpt
from ..faults import MOST_GUESSES, likely
from ..labels import EMPTY_VALUE, NOT_A_LIST, NOT_A_MAPPING, not_text
from ..reading import nodes
from ..reading.nodes import Entry, MappingNode, Node, SequenceNode
from .shapes import Shape

PATCHES = ("remove", "change", "add")


@dataclass
class Patcher:
    """Patches rules of a *shape* in *file*; *note* is told where something cannot be done, and why.

    `failed` counts how often.
    """

    shape: Shape
    file: str
    note: Callable[[Node, Message], None]
    failed: int = 0

    def derived(self, rules: MappingNode, keys: Mapping[str, Entry], spec: Node) -> MappingNode:
        """Return *rules* with *keys* in the place of theirs, and the patches of *spec* done."""
        found = {**rules.value, **keys}
        patches = [nodes.entries(nodes.value_at(spec, patch)) for patch in PATCHES]
        for name in dict.fromkeys(name for patch in patches for name in patch):
            known_by = self.shape.lists.get(name, "")
            if not known_by and name not in self.shape.mappings:
                message = msg(
                    "unknown-list", 'There is no list "{name}" to patch.', name=excerpt(name)
                )
                known = [*self.shape.lists, *self.shape.mappings]
                for patch in patches:
                    if name in patch:
                        self._fault(patch[name][0], message, name, known)
                continue
            kind = SequenceNode if known_by else MappingNode
            three = [patch[name][1] if name in patch else None for patch in patches]
            key, node = found.get(name, (rules, rules))
            if name in found and not isinstance(node, kind):
                continue  # the model says what it must be
            there = _items(node, known_by) if name in found else []
            items = self._patched(name, known_by, there, node, *three)
            if name not in found and items:  # there is nothing yet but what is added
                key, node = patches[2].get(name) or patches[1][name]
            if name in found or items:
                value = [item for _, (_, item) in items] if known_by else dict(items)
                found[name] = key, nodes.with_value(node, value)
        return nodes.with_value(rules, found)

    def _patched(
        self,
        name: str,
        known_by: str,
        items: list[tuple[str, Entry]],
        place: Node,
        remove: Node | None,
        change: Node | None,
        add: Node | None,
    ) -> list[tuple[str, Entry]]:
        """Return the *items* of the list or mapping *name*, which stands at *place*, patched."""
        ids = dict(items)
        possible = self.shape.mappings.get(name, ())  # such as an option that was at its default
        removed = {}
        for item in self._inside(remove, SequenceNode, NOT_A_LIST):
            if isinstance(item.value, str):
                removed[item.value] = item
            else:
                self._fault(item, not_text(item.value))
        changes: dict[str, Entry] = dict(self._inside(change, MappingNode, NOT_A_MAPPING).items())
        missing = [(id, node) for id, node in removed.items() if id not in ids]
        for id, (key, node) in changes.items():
            if id not in (ids.keys() - removed.keys()) and id not in possible:
                missing.append((id, key))
            elif known_by and self._inside(node, MappingNode, NOT_A_MAPPING).get(known_by):
                message = msg("changed-id", 'What is changed keeps its "{key}".', key=known_by)
                self._fault(nodes.entries(node)[known_by][0], message)
        for id, node in missing:
            message = msg(
                "unknown-id",
                'There is no "{id}" in the list "{list}" of {place}.',
                id=excerpt(id),
                list=name,
                place=nodes.mention(place, self.file),
            )
            self._fault(node, message, id, dict.fromkeys([*ids, *possible]))
        items = [
            (id, _merged(entry, changes[id], known_by) if id in changes else entry)
            for id, entry in items
            if id not in removed
        ]
        left = {id for id, _ in items}
        items += [(id, changes[id]) for id in changes if id in possible and id not in left]
        first = dict(items)
        self._inside(add, SequenceNode if known_by else MappingNode, _must_be(known_by))
        for id, (key, node) in _items(add, known_by):
            if id and id in first:
                message = msg(
                    "already-there",
                    'There is a "{id}" in the list "{list}" already, from {place}.',
                    id=excerpt(id),
                    list=name,
                    place=nodes.mention(first[id][0], self.file),
                )
                self._fault(nodes.value_at(node, known_by) or key, message)
            else:
                first[id] = key, node
                items.append((id, (key, node)))
        return items

    def _inside(self, node: Node | None, kind: type[Node], message: Message) -> Any:
        """Return the items of *node*, which must be of *kind*; where not, *message* is said."""
        if isinstance(node, kind):
            return node.value
        if node is not None:
            self._fault(node, EMPTY_VALUE if node.value is None else message)
        return {}

    def _fault(
        self, node: Node, message: Message, wrong: str = "", known: Iterable[str] = ()
    ) -> None:
        self.failed += 1
        guesses = wrong and self.failed <= MOST_GUESSES
        self.note(node, likely(message, wrong, [*known]) if guesses else message)


def _must_be(known_by: str) -> Message:
    return NOT_A_LIST if known_by else NOT_A_MAPPING


def _items(node: Node | None, known_by: str) -> list[tuple[str, Entry]]:
    """List the items of a list or mapping by id; an item of a list is its own key."""
    if not known_by:
        return [*nodes.entries(node).items()]
    items = node.value if isinstance(node, SequenceNode) else []
    return [(nodes.text_at(item, known_by), (item, item)) for item in items]


def _merged(before: Entry, change: Entry, known_by: str) -> Entry:
    """Return an entry after *change*: of a mapping only the keys that it names."""
    if isinstance(before[1], MappingNode) and isinstance(change[1], MappingNode):
        keys = {key: entry for key, entry in change[1].value.items() if key != known_by}
        return before[0], nodes.with_value(before[1], {**before[1].value, **keys})
    return before if known_by else change
