"""Patches: what is removed from the rules above, changed in them and added to them, by id.

::

    remove: {cards: [KR, SK], options: [memory]}   # by id, or by code where the list has codes
    change: {cards: {G5: {count: 5}}, set-size: {most: 3}}    # these keys of it, the others stay
    add: {cards: [{code: G6, colour: green, strength: 6, count: 1}]}

In this order.  What is patched are the nodes of the files, so each value still knows where it was
written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ..text import Message, msg
from .characters import excerpt
from .faults import Guesses
from .labels import EMPTY_VALUE, NOT_A_LIST, NOT_A_MAPPING, not_text
from .nodes import Entry, Items, Keys, Node, Place, Scalar

PATCHES = ("remove", "change", "add")


@dataclass(frozen=True, slots=True)
class Shape:
    """What of a rule set can be patched by id."""

    lists: Mapping[str, str]
    """By what the items of each list are known: ``{"cards": "code"}``."""
    mappings: Mapping[str, Sequence[str]]
    """The keys that each mapping knows; none where they may be any, as with variants."""
    fixed: Sequence[str] = ()
    """What is the same in all variants."""


@dataclass
class Patcher:
    """Patches rules of a *shape*, and tells *note* where and why something cannot be done.

    *mention* names a place in a message about another.
    """

    shape: Shape
    note: Callable[[Place, Message], None]
    mention: Callable[[Place, Place], Message]
    guesses: Guesses = field(default_factory=Guesses)
    failed: bool = field(default=False, init=False)
    """Whether something could not be done, so that the rules are not what was meant."""

    def patched(self, rules: Keys, spec: Keys) -> Keys:
        """Return *rules* with what the patches among the keys of *spec* do to them."""
        entries = dict(rules.entries)
        for name in _names(spec):
            place = entries[name].node.place if name in entries else rules.place
            if name in self.shape.lists:
                entries[name] = self._list(name, spec, entries.get(name), place)
            elif name in self.shape.mappings:
                entries[name] = self._mapping(name, spec, entries.get(name), place)
            else:
                self._no_list(name, spec)
        return Keys(rules.place, entries)

    def _fault(self, place: Place, message: Message) -> None:
        self.failed = True
        self.note(place, message)

    # Lists, whose items have an id.

    def _list(self, name: str, spec: Keys, entry: Entry | None, place: Place) -> Entry:
        """Return the list *name*, which stands at *place*, with what *spec* does to it."""
        known_by = self.shape.lists[name]
        node = entry.node if entry else None
        items = _Listed(node.nodes if isinstance(node, Items) else (), known_by)
        for id, where in self._removed(name, spec):
            if not items.remove(id):
                self._nothing_called(id, where, name, items.ids, place)
        for id, change in self._changes(name, spec).items():
            found = items.find(id)
            if not found:
                self._nothing_called(id, change.key, name, items.ids, place)
            elif isinstance(change.node, Keys):
                keys = self._kept(change.node, known_by)
                for at in found:
                    items.change(at, keys)
            else:
                self._fault(change.node.place, _or_empty(change.node, NOT_A_MAPPING))
        added = _patch(spec, "add", name)
        if added is not None and not isinstance(added, Items):
            self._fault(added.place, _or_empty(added, NOT_A_LIST))
        for item in added.nodes if isinstance(added, Items) else ():
            if not entry:
                entry, place = Entry(item.place, item), item.place
            if not self._is_there(item, name, items):
                items.add(item)
        return Entry(entry.key if entry else place, Items(place, items.left()))

    def _kept(self, change: Keys, known_by: str) -> Mapping[str, Entry]:
        """Return the keys of *change* without the one by which the item is known."""
        entries = dict(change.entries)
        if known_by in entries:
            message = msg("changed-id", 'What is changed keeps its "{key}".', key=known_by)
            self._fault(entries.pop(known_by).key, message)
        return entries

    def _is_there(self, item: Node, name: str, items: _Listed) -> bool:
        if not isinstance(item, Keys):
            return False
        id = item.text(items.known_by)
        found = items.find(id) if id else []
        if found:
            here = item.entries[items.known_by].node.place
            self._there_already(id, here, name, items.nodes[found[0]].place)
        return bool(found)

    # Mappings, whose keys are their ids.

    def _mapping(self, name: str, spec: Keys, entry: Entry | None, place: Place) -> Entry:
        """Return the mapping *name*, which stands at *place*, with what *spec* does to it."""
        node = entry.node if entry else None
        entries = dict(node.entries) if isinstance(node, Keys) else {}
        known = self.shape.mappings[name]
        for id, where in self._removed(name, spec):
            if id not in entries:
                self._nothing_called(id, where, name, list(entries), place)
            entries.pop(id, None)
        for id, change in self._changes(name, spec).items():
            if id not in entries and id not in known:
                there = list(dict.fromkeys([*entries, *known]))
                self._nothing_called(id, change.key, name, there, place)
            else:
                entries[id] = _merged(entries.get(id), change)
        for id, added in self._keys(_patch(spec, "add", name)).items():
            if id in entries:
                self._there_already(id, added.key, name, entries[id].key)
            else:
                entries[id] = added
                if not entry:
                    entry, place = added, added.key
        return Entry(entry.key if entry else place, Keys(place, entries))

    # What the patches say.

    def _removed(self, name: str, spec: Keys) -> list[tuple[str, Place]]:
        """List the ids under ``remove``, each with its place."""
        items = _patch(spec, "remove", name)
        if items is None:
            return []
        if not isinstance(items, Items):
            self._fault(items.place, _or_empty(items, NOT_A_LIST))
            return []
        found = []
        for item in items.nodes:
            if isinstance(item, Scalar) and isinstance(item.value, str):
                found.append((item.value, item.place))
            else:
                value = item.value if isinstance(item, Scalar) else ()
                self._fault(item.place, not_text(value))
        return found

    def _changes(self, name: str, spec: Keys) -> Mapping[str, Entry]:
        return self._keys(_patch(spec, "change", name))

    def _keys(self, node: Node | None) -> Mapping[str, Entry]:
        """Return what *node* has under its keys; what is no mapping has none."""
        if isinstance(node, Keys):
            return node.entries
        if node is not None:
            self._fault(node.place, _or_empty(node, NOT_A_MAPPING))
        return {}

    # What cannot be done.

    def _no_list(self, name: str, spec: Keys) -> None:
        known = [*self.shape.lists, *self.shape.mappings]
        for patch in PATCHES:
            lists = spec.get(patch)
            if isinstance(lists, Keys) and name in lists.entries:
                message = msg(
                    "unknown-list", 'There is no list "{name}" to patch.', name=excerpt(name)
                )
                self._fault(lists.entries[name].key, self.guesses.likely(message, name, known))

    def _nothing_called(
        self, id: str, place: Place, name: str, known: Sequence[str], there: Place
    ) -> None:
        message = msg(
            "unknown-id",
            'There is no "{id}" in the list "{list}" of {place}.',
            id=excerpt(id),
            list=name,
            place=self.mention(there, place),
        )
        self._fault(place, self.guesses.likely(message, id, known))

    def _there_already(self, id: str, place: Place, name: str, first: Place) -> None:
        message = msg(
            "already-there",
            'There is a "{id}" in the list "{list}" already, from {place}.',
            id=excerpt(id),
            list=name,
            place=self.mention(first, place),
        )
        self._fault(place, message)


def _names(spec: Keys) -> list[str]:
    """List the names under ``remove``, ``change`` and ``add``, each once."""
    names: dict[str, None] = {}
    for patch in PATCHES:
        lists = spec.get(patch)
        if isinstance(lists, Keys):
            names.update(dict.fromkeys(lists.entries))
    return list(names)


def _patch(spec: Keys, patch: str, name: str) -> Node | None:
    lists = spec.get(patch)
    return lists.get(name) if isinstance(lists, Keys) else None


class _Listed:
    """The items of a list while it is patched; an id is found at once, however many there are."""

    def __init__(self, nodes: Sequence[Node], known_by: str) -> None:
        self.known_by = known_by
        self.nodes: list[Node] = []
        self._removed: set[int] = set()
        self._at: dict[str, list[int]] = {}
        for node in nodes:
            self.add(node)

    @property
    def ids(self) -> list[str]:
        """The ids there are."""
        return [id for id, at in self._at.items() for _ in at]

    def find(self, id: str) -> list[int]:
        """Return where items of that id stand in `nodes`."""
        return self._at.get(id, [])

    def add(self, node: Node) -> None:
        """Put an item at the end."""
        if isinstance(node, Keys) and (id := node.text(self.known_by)):
            self._at.setdefault(id, []).append(len(self.nodes))
        self.nodes.append(node)

    def remove(self, id: str) -> bool:
        """Take the items of that id out; say whether there were any."""
        found = self._at.pop(id, [])
        self._removed.update(found)
        return bool(found)

    def change(self, at: int, entries: Mapping[str, Entry]) -> None:
        """Give the item at *at* other values under some keys."""
        item = self.nodes[at]
        assert isinstance(item, Keys), "what has an id is a mapping"
        self.nodes[at] = Keys(item.place, {**item.entries, **entries})

    def left(self) -> list[Node]:
        """List the items that are left."""
        return [node for at, node in enumerate(self.nodes) if at not in self._removed]


def _merged(before: Entry | None, change: Entry) -> Entry:
    """Return what is under a key after *change*: of a mapping only the keys that it names."""
    if before and isinstance(before.node, Keys) and isinstance(change.node, Keys):
        both = {**before.node.entries, **change.node.entries}
        return Entry(before.key, Keys(before.node.place, both))
    return change


def _or_empty(node: Node, message: Message) -> Message:
    return EMPTY_VALUE if isinstance(node, Scalar) and node.value is None else message
