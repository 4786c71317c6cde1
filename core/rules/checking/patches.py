"""Make rules from other rules: replace whole keys, then patch lists and mappings by id.

::

    set: {turns: 9}                                # whole keys; a file has them without "set"
    remove: {cards: [KR, SK], options: [memory]}   # by id, or by code where the list has codes
    change: {cards: {G5: {count: 5}}, set-size: {most: 3}}    # all other keys stay
    add: {cards: [{code: G6, colour: green, strength: 6, count: 1}]}

The order is always as above.  Only nodes are moved, so each value keeps its place in its file.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ...errors import Edit
from ...text import Message, msg
from ..models import VARIANTS
from ..reading import nodes
from ..reading.nodes import Entry, MappingNode, Node, ScalarNode, SequenceNode
from ..value_findings import likely, to_write
from .finding_places import EXTENDS, PATCHES, Diagnostics, Resolved
from .forms import flow, words_meant
from .validation import EMPTY_VALUE, NOT_A_LIST, NOT_A_MAPPING, NOT_TEXT, Shape

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
        for name, entry in nodes.entries(nodes.value_at(self.spec, SET)).items():
            if name in fixed:
                self.found.note(entry[0], fixed_key(name), self.spec)
            else:
                made[name] = entry
        known = [name for name in (*self.shape.lists, *self.shape.mappings) if name not in fixed]
        for patch in PATCHES:
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
                    nodes.inserting(self.found.start, text),
                ]
        self._note(entry[0], message, edits)

    def _note(self, node: Node, message: Message, edits: list[Edit] | None = None) -> None:
        message = EMPTY_VALUE if node.value is None else message
        self.found.note(node, message, self.spec, edits=edits)

    def _patch(self, rules: dict[str, Entry], patch: str, name: str, written: Entry) -> None:
        """Apply *patch*, a key of `PATCHES`, to the list or mapping *name* as *written* says."""
        known_by = self.shape.lists.get(name, "")
        possible = self.shape.mappings.get(name, ())  # an option at its default is absent
        kind: type[Node] = SequenceNode if known_by else MappingNode
        start, end = written[1].start_mark, written[1].end_mark
        key, there = rules.get(name, (written[0], kind("", [] if known_by else {}, start, end)))
        if not isinstance(there, kind):
            return  # the model reports the wrong type
        items = _by_id(there, known_by)
        for id, entry in self._written(written[1], patch, known_by):
            if patch == "add" and id in items:
                place = self.found.place(items[id][0])
                message = msg("already-there", "This is already in {place}.", place=place)
                self._note(nodes.value_at(entry[1], known_by) or entry[0], message)
            elif patch == "add" or (id in possible and patch == "change" and id not in items):
                items[id] = entry
            elif id not in items:
                self._unknown_id(name, id, entry[0], there, [*dict.fromkeys([*items, *possible])])
            elif patch == "remove":
                del items[id]
                self.removed[name, id] = entry[0]
            else:
                items[id] = self._changed(items[id], entry, known_by)
        if items or name in rules:
            value = [item for _, item in items.values()] if known_by else items
            rules[name] = key, nodes.with_value(there, value)

    def _unknown_id(self, name: str, id: str, node: Node, there: Node, known: list[str]) -> None:
        """Note that *id*, written as *node*, is not in the list *name*, or not any more."""
        if removed := self.removed.get((name, id)):
            place = self.found.place(removed)
            if nodes.position(removed)[0] == nodes.position(node)[0]:
                message = msg(
                    "removed-id", '"{name}" was removed in {place}.', name=id, place=place
                )
                self._note(node, message, [self._kept(name, removed)])
                return
            message = msg("needed-id", '"{name}" is removed here, but {place} names it, too.')
            self._note(removed, message.filled(name=id, place=self.found.place(node)), [])
            return
        message = msg(
            "unknown-id", 'There is no "{name}" in {place}.', place=self.found.place(there)
        )
        names = [each for each in known if not each.startswith("#")]
        parts = [*filter(None, re.split(r"[,\s]+", id))]
        if len(parts) > 1 and {*parts} <= {*names}:
            before = nodes.line_at(node.start_mark)[: node.start_mark.column]
            in_block = re.fullmatch(r"\s*-\s+", before)
            edits = [nodes.replacing(node, f"\n{before}".join(parts))] if in_block else None
            message = message.filled(name=id)
            self._note(node, to_write(message, ", ".join(parts)), edits)
        else:
            self.guesses_left -= 1
            meant = next(words_meant(id, names), "") if self.guesses_left >= 0 else ""
            self._note(node, likely(message, id, names, meant))

    def _kept(self, name: str, item: Node) -> Edit:
        """Return the edit that takes *item* out of what is removed from the list *name*."""
        removed = nodes.value_at(self.spec, "remove")
        for spec in (self.spec, self.found.start):
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

    def _written(self, node: Node, patch: str, known_by: str) -> Iterator[tuple[str, Entry]]:
        """Yield the id and the entry of each item that *patch* names in *node*."""
        is_list = patch == "remove" or (patch == "add" and known_by)
        kind, must_be = (SequenceNode, NOT_A_LIST) if is_list else (MappingNode, NOT_A_MAPPING)
        if not isinstance(node, kind):
            self._note(node, _in_form(must_be, nodes.plain(node), patch, known_by))
        elif patch != "remove":
            yield from _by_id(node, known_by).items()
        else:
            for item in node.value:
                if isinstance(item.value, str):
                    yield item.value, (item, item)
                else:
                    self._note(item, NOT_TEXT)

    def _changed(self, before: Entry, change: Entry, known_by: str) -> Entry:
        """Return the entry *before* with the keys in *change* replaced, or a plain value whole."""
        keys = dict(nodes.entries(change[1]))
        if renamed := keys.pop(known_by, None):
            message = msg("changed-id", 'The "{key}" of an item cannot be changed.', key=known_by)
            self._note(renamed[0], message)
        if isinstance(before[1], MappingNode) and isinstance(change[1], MappingNode):
            return before[0], nodes.with_value(before[1], {**before[1].value, **keys})
        if known_by:
            self._note(change[1], _keyed(nodes.plain(before[1]), nodes.plain(change[1])))
        return before if known_by else change


def _in_form(message: Message, value: Any, patch: str, known_by: str) -> Message:
    """Return *message* with *value*, which should be a list or a mapping, in that form."""
    new: Any = None
    if patch == "remove":
        if isinstance(value, dict):
            new = [*value]
        elif isinstance(value, str):
            new = [*filter(None, re.split(r"[,\s]+", value))]
    elif patch == "add" and isinstance(value, dict):
        if known_by in value:
            new = [value]
        elif all(isinstance(each, dict) for each in value.values()):
            new = [{known_by: id, **each} for id, each in value.items()]
    elif isinstance(value, list) and all(isinstance(each, dict) for each in value):
        if known_by and all(isinstance(each.get(known_by), str) for each in value):
            new = {
                each[known_by]: {key: it for key, it in each.items() if key != known_by}
                for each in value
            }
        else:
            new = {key: it for each in value for key, it in each.items()}
    elif isinstance(value, dict):
        new = value
    return to_write(message, flow(new)) if new else message


def _keyed(before: Any, value: Any) -> Message:
    """Return the message that a change of the item *before* needs a key for *value*."""
    if isinstance(before, dict) and isinstance(value, int | str):
        keys = [key for key in ("count", "gold", "name", "code", *before) if key in before]
        key = next((key for key in keys if type(before[key]) is type(value)), "")
        if key:
            return to_write(NOT_A_MAPPING, flow({key: value}))
    if (
        isinstance(before, dict)
        and isinstance(value, list)
        and value
        and all(isinstance(each, dict) for each in value)
    ):
        return to_write(
            NOT_A_MAPPING, flow({key: it for each in value for key, it in each.items()})
        )
    return NOT_A_MAPPING


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
