"""Make rules from other rules: replace whole keys, then patch lists and mappings by id.

::

    set: {turns: 9}                                # whole keys; a file has them without "set"
    remove: {cards: [KR, SK], options: [memory]}   # by id, or by code where the list has codes
    change: {cards: {G5: {count: 5}}, set-size: {most: 3}}    # all other keys stay
    add: {cards: [{code: G6, colour: green, strength: 6, count: 1}]}

The order is always as above.  Only nodes are moved, so each value keeps its place in its file.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...errors import Edit
from ...text import Message, msg
from ..checks import code_of, free_id
from ..models import VARIANTS, Variant
from ..reading import nodes
from ..reading.nodes import Entry, MappingNode, Node, ScalarNode, SequenceNode
from ..value_findings import NOT_A_LIST, likely, to_write, words_meant
from .cures.finding_edits import EXTENDS, PATCHES, Resolved, needed_id, removed_id
from .cures.forms import (
    EMPTY_VALUE,
    NOT_A_MAPPING,
    NOT_TEXT,
    as_many,
    differing,
    entries_of,
    flow,
    in_form,
    is_scrap,
    keyed,
    near_number,
)
from .finding_places import Diagnostics
from .item_names import by_names, names_of, names_within
from .shapes import Shape, fields_of

SEATS_COUNT = msg(
    "seats-number",
    'The number of players comes from "seats" here: add seats, and leave "players" out.',
)
MORE = msg("whole-number", "This is the total, not what is added to it: now {number}.")
DOMAIN, SET = "domain", "set"
CHANGES = (EXTENDS, SET, *PATCHES)

OWN = (
    "format",
    "id",
    "name",
    "description",
    "version",
    "license",
)  # never taken from an extended rule set


def adopted(base: Resolved, own: MappingNode) -> MappingNode:
    """Return the rules *base* of another file, with the keys of *own* added or replaced.

    The gettext domains of both are joined, so texts of either are looked up in all of them.
    """
    left = (*OWN, *CHANGES, *([VARIANTS] if base.id else []))
    both = {key: each for key, each in base.rules.value.items() if key not in left} | own.value
    names: dict[object, Node] = {}
    for domain in (nodes.value_at(own, DOMAIN), nodes.value_at(base.rules, DOMAIN)):
        listed = domain.value if isinstance(domain, SequenceNode) else [domain]
        names |= {name.value: name for name in listed if isinstance(name, ScalarNode)}
    if names:
        key, node = both[DOMAIN]
        both[DOMAIN] = key, SequenceNode("", [*names.values()], node.start_mark, node.end_mark)
    return nodes.with_value(own, {key: both[key] for key in (*OWN, *both) if key in both})


_OF_VARIANTS = frozenset(fields_of(Variant))
MOST_GUESSED = 100
"""Most unknown ids whose meaning is looked for; no more than fifty findings are shown."""


@dataclass
class Patcher:
    """Patcher of rules of a *shape* as *spec*, a file or variant, says; *found* gets the faults."""

    spec: Node
    shape: Shape
    found: Diagnostics
    removed: dict[tuple[str, str], Node] = field(default_factory=dict)
    """Places where items were removed, by list and id."""
    guesses_left: int = MOST_GUESSED
    """Number of unknown ids whose meaning is still looked for."""

    def patched(self, rules: MappingNode) -> MappingNode:
        """Return *rules* with the keys under ``set`` replaced, and then all patches applied."""
        made, fixed = dict(rules.value), self.shape.fixed
        self.base, self.keys = rules, made.keys() - {*OWN, *fixed}
        for name, entry in nodes.entries(nodes.value_at(self.spec, SET)).items():
            if name in fixed:
                self.found.note(entry[0], fixed_key(name), self.spec)
            else:
                made[name] = entry
        known = [name for name in (*self.shape.lists, *self.shape.mappings) if name not in fixed]
        for patch in PATCHES:
            if self._is_formless(patch):
                made.pop(patch, None)
                continue
            for name, entry in nodes.entries(nodes.value_at(self.spec, patch)).items():
                if name in known:
                    self._patch(made, patch, name, entry)
                else:
                    self._unknown_list(patch, name, entry, known, name in made)
        return nodes.with_value(rules, made)

    def _unknown_list(
        self, patch: str, name: str, entry: Entry, known: list[str], is_key: bool
    ) -> None:
        """Note that *name* is no list; if it is a key, it is written without *patch*."""
        message = msg("unknown-list", 'There is no list "{name}" to patch.')
        lists = [] if is_key else self._lists_with(name, entry[1])
        if lists and lists[0] not in nodes.entries(nodes.value_at(self.spec, patch)):
            inner: Any = [name] if patch == "remove" else {name: nodes.plain(entry[1])}
            write = {lists[0]: inner}
            message = to_write(message.filled(name=name), flow(write)[1:-1])
            self._note(entry[0], message, [nodes.replacing(entry[0], flow(write)[1:-1], entry[1])])
            return
        if not is_key:
            close = next(words_meant(name, [*self.keys]), "")
            if close in self.keys and not next(words_meant(name, known), "") and patch == "change":
                name, is_key = close, True
        there = nodes.value_at(self.base, name)
        if (
            patch == "change"
            and isinstance(there, SequenceNode)
            and not isinstance(entry[1], SequenceNode)
        ):
            message = msg("unpatched-list", '"{key}" cannot be patched: write the whole list anew.')
            self._note(entry[0], message.filled(key=name), [])
            return
        if not is_key or patch == "remove" or name in OWN or name in self.shape.fixed:
            meant = next(words_meant(name, known), "")
            self._note(entry[0], likely(message, name, known, meant))
            return
        text = f"{name}: {flow(nodes.plain(entry[1]))}"
        alone = likely(message, name, known, "").params["what"]
        message = msg(message.code, "{message} Write {line} without {patch}.",
                      message=alone, line=text, patch=patch)  # fmt: skip
        edits = []
        if self.spec is self.found.start or nodes.position(self.spec) == nodes.position(
            self.found.start
        ):
            written = self.found.start.value[patch]
            if len(written[1].value) == 1:
                edits = [nodes.replacing(written[0], text, written[1])]
            else:
                edits = [
                    nodes.without(written[1], entry[0], entry[1]),
                    nodes.inserting(self.found.start, text, entry[1]),
                ]
        self._note(entry[0], message, edits)

    def _is_formless(self, patch: str) -> bool:
        """Note what stands under *patch* and is no mapping, if what is meant is known."""
        key, node = nodes.entries(self.spec).get(patch, (None, None))
        if not key or not node or isinstance(node, MappingNode) or not node.value:
            return False
        value, write = nodes.plain(node), None  # type: Any, Any
        if patch == "remove":
            ids = value if isinstance(value, list) else re.split(r"[,\s]+", str(value))
            lists = self._lists_with(str(ids[0]), node)
            named = {} if lists else self._named_lists(str(value))
            ids, lists = next(iter(named.values()), ids), lists or [*named]
            write = {lists[0]: ids} if lists else None
            edits = None
        elif patch == "change" and isinstance(value, str):
            write = next(iter(entries_of(value, [*self.keys])), None)
            edits = [nodes.replacing(key, flow(write)[1:-1], node)] if write else []
        if write:
            self._note(node, to_write(NOT_A_MAPPING, flow(write)), edits)
        return bool(write)

    def misplaced(self, name: str, entry: Entry, before: MappingNode, known: bool) -> bool:
        """Note that *entry*, a key of the file, belongs under ``change``, if it does.

        *before* are the extended rules, and *known* tells that they can have a key *name*.
        """
        self.base = before
        key, node = entry
        there = nodes.value_at(before, name)
        known_by = self.shape.lists.get(name, "")
        value, write = nodes.plain(node), None  # type: Any, Any
        numbers = {"draw", "turns", "set-aside", "offer"} & {*self.found.start.value}
        if known_by and there and not numbers and is_scrap(nodes.plain(there), value):
            message = msg("replaced-list", 'This replaces the whole list "{key}".', key=name)
            write = f"add: {flow({name: value})}"
            free = "add" not in self.found.start.value
            edits = [nodes.replacing(key, write, node)] if free else []
            self._note(key, to_write(message, write), edits)
            return True
        if known_by and there and isinstance(node, SequenceNode) and node.value:
            before_by_id, written = _by_id(there, known_by), _by_id(node, known_by)
            lacking = [
                id
                for id, (_, item) in written.items()
                if id in before_by_id
                and {*nodes.entries(item)} < {*nodes.entries(before_by_id[id][1])}
            ]
            if not lacking or not {*written} <= {*before_by_id}:
                return False
            items: Any = {it.pop(known_by): it for it in (dict(each) for each in value)}
            write = {name: items}
            message = msg("replaced-list", 'This replaces the whole list "{key}".', key=name)
        elif known_by and there and isinstance(node, MappingNode) and node.value:
            if not {*node.value} <= {*_by_id(there, known_by)}:
                return False
            write, message = {name: value}, NOT_A_LIST
        elif not known and (lists := self._lists_with(name, node)):
            if lists[0] in self.found.start.value:
                return False  # it belongs into what the file has of its own
            if lists[0] == VARIANTS and isinstance(value, dict):
                value = _in_set(nodes.value_at(nodes.value_at(before, VARIANTS), name), value)
            write = {lists[0]: {name: value}}
            message = msg("unknown-key", 'There is no key "{name}" here.').filled(name=name)
        else:
            return False
        edits = self.found.in_change(entry, flow(write)[1:-1])
        self._note(key, to_write(message, f"change: {flow(write)}"), edits)
        return True

    def _lists_with(self, id: str, value: Node) -> list[str]:
        """Return the lists and mappings that have *id*, those whose items fit *value* first."""
        found: dict[str, tuple[bool, int]] = {}
        for name in (*self.shape.lists, *self.shape.mappings):
            known_by = self.shape.lists.get(name, "")
            there = nodes.value_at(self.base, name)
            kind = SequenceNode if known_by else MappingNode
            by_id = _by_id(there, known_by) if isinstance(there, kind) else {}
            if id in by_id or id in self.shape.mappings.get(name, ()):
                item = by_id[id][1] if id in by_id else value
                keys = {*nodes.entries(value)}
                own = {*nodes.entries(item)}
                found[name] = not keys <= own, -len(keys & own)
        return sorted(found, key=lambda name: found[name])

    def _named_lists(self, name: str) -> dict[str, list[str]]:
        """Return by list the id of the item that *name* is a name of."""
        found: dict[str, list[str]] = {}
        for key, known_by in self.shape.lists.items():
            there = nodes.value_at(self.base, key)
            if id := next(names_of(name, by_names(there, known_by)), "") if there else "":
                found[key] = [id]
        return found

    def _note(self, node: Node, message: Message, edits: list[Edit] | None = None) -> None:
        message = EMPTY_VALUE if node.value is None else message
        self.found.note(node, message, self.spec, edits=edits)

    def _patch(self, rules: dict[str, Entry], patch: str, name: str, written: Entry) -> None:
        """Apply *patch*, a key of `PATCHES`, to the list or mapping *name* as *written* says."""
        known_by = self.shape.lists.get(name, "")
        possible = self.shape.mappings.get(name, ())  # an option at its default is absent
        kind: type[SequenceNode | MappingNode] = SequenceNode if known_by else MappingNode
        start, end = written[1].start_mark, written[1].end_mark
        new = kind("", [] if known_by else {}, start, end, nodes.in_flow(written[1]))
        key, there = rules.get(name, (written[0], new))
        if not isinstance(there, kind):
            return  # the model reports the wrong type
        most = (
            nodes.value_at(written[1], "most") if name == "players" and name not in rules else None
        )
        given = nodes.value_at(self.base, "seats")
        seats = nodes.plain(given) if most and given else None
        if most and seats and type(most.value) is int and most.value > len(seats):
            self._note(most, SEATS_COUNT, [])
            return
        items = _by_id(there, known_by)
        for id, entry in self._written(written[1], patch, known_by, possible):
            if patch == "add" and id in items:
                place = self.found.place(items[id][0])
                message = msg("already-there", "This is already in {place}.", place=place)
                both = [*map(nodes.plain, (items[id][1], entry[1]))]
                other = differing(*both) or as_many(*both)
                edits: list[Edit] | None = None
                if other:
                    write = flow({"change": {name: {id: other}}})[1:-1]
                    message = to_write(message, write)
                    edits = self._changing(name, id, other, entry[1])
                else:
                    named = code_of(both[1].get("name"), items) if known_by == "code" else ""
                    message = to_write(message, named or free_id(id, items))
                self._note(nodes.value_at(entry[1], known_by) or entry[0], message, edits)
            elif patch == "add" or (id in possible and patch == "change" and id not in items):
                items[id] = entry
            elif id not in items:
                known = [*dict.fromkeys([*items, *possible])]
                if not self._joined(id, entry, known):
                    self._unknown_id(name, id, entry[0], there, known, patch)
            elif patch == "remove":
                del items[id]
                self.removed[name, id] = entry[0]
            else:
                if name == VARIANTS:
                    entry = self._in_set(id, items[id], entry)
                items[id] = self._changed(items[id], entry, known_by)
        if items or name in rules:
            value = [item for _, item in items.values()] if known_by else items
            rules[name] = key, nodes.with_value(there, value)

    def _changing(self, name: str, id: str, keys: dict[str, Any], item: Node) -> list[Edit]:
        """Return the edits that change *keys* of *id* in the list *name*, in place of adding it."""
        spec = self.spec
        if not isinstance(spec, MappingNode) or "add" not in nodes.entries(spec):
            return []
        added, change = spec.value["add"][1], nodes.value_at(spec, "change")
        listed = nodes.entries(added)[name]
        write: dict[str, Any] = {name: {id: keys}}
        taken = nodes.without(spec, *spec.value["add"])
        if isinstance(listed[1], SequenceNode) and len(listed[1].value) > 1:
            taken = nodes.without(listed[1], item)
        elif len(nodes.entries(added)) > 1:
            taken = nodes.without(added, *listed)
        elif change is None:
            text = f"change: {flow(write)}"
            return [nodes.replacing(spec.value["add"][0], text, added)]
        there = nodes.value_at(change, name)
        if change is None:
            return [taken, nodes.inserting(spec, f"change: {flow(write)}")]
        if isinstance(there, MappingNode) and id not in there.value:
            return [taken, nodes.inserting(there, flow(write[name])[1:-1])]
        if isinstance(change, MappingNode) and there is None:
            return [taken, nodes.inserting(change, flow(write)[1:-1])]
        return []

    def _joined(self, id: str, entry: Entry, known: Sequence[str]) -> bool:
        """Note that *id* is an id and a key in one, as in ``G5.count: 4``, if it is."""
        first, _, key = re.sub(r"[\s.:/]+", " ", id).partition(" ")
        value = entry[1].value
        if entry[0] is entry[1] or first not in known or not re.fullmatch(r"[a-z-]+", key):
            return False
        if not isinstance(value, int | str):
            return False
        write = f"{first}: {flow({key: value})}"
        message = to_write(msg("joined-id", '"{name}" is an id and a key in one.', name=id), write)
        self._note(entry[0], message, [nodes.replacing(entry[0], write, entry[1])])
        return True

    def _unknown_id(
        self, name: str, id: str, node: Node, there: Node, known: list[str], patch: str
    ) -> None:
        """Note that *id*, written as *node*, is not in the list *name*, or not any more."""
        if removed := self.removed.get((name, id)):
            if nodes.position(removed)[0] == nodes.position(node)[0]:
                self.note_removed(name, id, node, removed)
                return
            self._note(removed, needed_id(id, self.found.place(node)), [])
            return
        message = msg(
            "unknown-id", 'There is no "{name}" in {place}.', place=self.found.place(there)
        )
        names = [each for each in known if not each.startswith("#")]
        parts = [*filter(None, re.split(r"[,\s]+", id))]
        parts = names_within(id, names) or parts
        if len(parts) > 1 and {*parts} <= {*names}:
            before = nodes.line_at(node.start_mark)[: node.start_mark.column]
            in_block = re.fullmatch(r"\s*-\s+", before)
            edits = [nodes.replacing(node, f"\n{before}".join(parts))] if in_block else None
            message = message.filled(name=id)
            write = ", ".join(parts)
            if patch == "change":  # each has keys of its own
                write, edits = ", ".join(f"{part}: ..." for part in parts), []
            self._note(node, to_write(message, write), edits)
        else:
            self.guesses_left -= 1
            meant, known_by = "", self.shape.lists.get(name)
            if self.guesses_left >= 0:
                named = next(names_of(id, by_names(there, known_by)), "") if known_by else ""
                if name == "seats" and id.isdecimal() and 0 < int(id) <= len(names):
                    named = names[int(id) - 1]
                meant = named or next(words_meant(id, names), "")
            near, edits = near_number(id, names), None
            if near and not meant:
                meant, edits = near, []
            message = likely(message, id, names, meant)
            if patch == "change" and (edits is not None or (known_by and not meant)):
                message = msg(message.code, '{message} A new item belongs under "add".',
                              message=message)  # fmt: skip
            self._note(node, message, edits)

    def note_removed(self, name: str, id: str, node: Node, removed: Node) -> None:
        """Note that *node* names *id* of the list *name*, which the file itself has removed."""
        message = removed_id(id, self.found.place(removed))
        self._note(node, message, [self.found.kept(name, removed, self.spec)])

    def _written(
        self, node: Node, patch: str, known_by: str, keys: Sequence[str]
    ) -> Iterator[tuple[str, Entry]]:
        """Yield the id and the entry of each item that *patch* names in *node*."""
        is_list = patch == "remove" or (patch == "add" and known_by)
        kind, must_be = (SequenceNode, NOT_A_LIST) if is_list else (MappingNode, NOT_A_MAPPING)
        if not isinstance(node, kind):
            self._note(node, in_form(must_be, nodes.plain(node), patch, known_by, keys))
        elif patch != "remove":
            yield from _by_id(node, known_by).items()
        else:
            for item in node.value:
                if isinstance(item.value, str):
                    yield item.value, (item, item)
                else:
                    id = nodes.text_at(item, known_by)
                    self._note(item, to_write(NOT_TEXT, id) if id else NOT_TEXT)

    def _in_set(self, id: str, before: Entry, change: Entry) -> Entry:
        """Return the *change* of the variant *id*; note its keys that belong under ``set``.

        That is replaced as a whole, so what it had *before* is written again.
        """
        entries, plain = nodes.entries(change[1]), nodes.plain(change[1])
        if SET in entries:
            self.found.lost[id] = _in_set(before[1], {}).get(SET, {})
        own = [key for key in entries if key in self.keys and key not in _OF_VARIANTS]
        if not own or SET in entries:
            return change
        message = msg("unknown-key", 'There is no key "{name}" here.').filled(name=own[0])
        write = flow({SET: _in_set(before[1], {key: plain[key] for key in own})[SET]})[1:-1]
        (first, last), others = entries[own[0]], own[1:]
        edits = [nodes.replacing(first, write, last)]
        edits += [nodes.without(change[1], *entries[key]) for key in others]
        self._note(first, to_write(message, write), edits)
        left = {key: each for key, each in entries.items() if key not in own}
        return change[0], nodes.with_value(change[1], left)

    def _changed(self, before: Entry, change: Entry, known_by: str) -> Entry:
        """Return the entry *before* with the keys in *change* replaced, or a plain value whole."""
        keys = dict(nodes.entries(change[1]))
        if renamed := keys.pop(known_by, None):
            message = msg("changed-id", 'The "{key}" of an item cannot be changed.', key=known_by)
            several = len(change[1].value) > 1 or nodes.in_flow(change[1])
            edits = [nodes.without(change[1], *renamed)] if several else []
            self._note(renamed[0], message, edits)
        if isinstance(before[1], MappingNode) and isinstance(change[1], MappingNode):
            for key in [*keys]:
                if more := _more_than(nodes.value_at(before[1], key), keys[key][1]):
                    self._note(keys.pop(key)[1], more, [])
            return before[0], nodes.with_value(before[1], {**before[1].value, **keys})
        if known_by:
            self._note(change[1], keyed(nodes.plain(before[1]), nodes.plain(change[1]), known_by))
        return before if known_by else change


def _in_set(before: Node | None, keys: dict[str, Any]) -> dict[str, Any]:
    """Return *keys* of a variant, the rules' ones under ``set`` with what *before* has there."""
    own = {key: value for key, value in keys.items() if key in _OF_VARIANTS}
    old, new = nodes.value_at(before, SET), {key: keys[key] for key in keys if key not in own}
    kept = nodes.plain(old) if isinstance(old, MappingNode) else {}
    return {**own, SET: {**kept, **new}} if kept or new else own


def _more_than(before: Node | None, node: Node) -> Message | None:
    """Return what to write for *node* if it has a plus, as in ``count: +1``: what was *before*."""
    more = re.fullmatch(r"\+(\d{1,6})", nodes.source(node).strip("\"' "))
    if not more or not before or type(before.value) is not int:
        return None
    return to_write(MORE.filled(number=before.value), str(before.value + int(more[1])))


def fixed_key(key: str) -> Message:
    """Return the message that *key* cannot have another value."""
    return msg("fixed-key", '"{key}" is fixed: no other value is allowed here.', key=key)


def _by_id(node: Node, known_by: str) -> dict[str, Entry]:
    """Return the entries of a list or mapping by id; a list item is both key and value."""
    if isinstance(node, MappingNode):
        return dict(node.value)
    by_id: dict[str, Entry] = {}
    for item in node.value:
        name = nodes.text_at(item, known_by)
        # The checks of the rules report a missing id, or one used before.
        by_id[name if name and name not in by_id else f"#{id(item)}"] = item, item
    return by_id
