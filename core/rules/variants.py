"""Variants: what each adds to, changes in and removes from the rules above it.

::

    variants:
      introductory:
        name: introductory game
        set: {turns: 8, set-aside: 3}     # replaces what stands under these keys
        remove: {cards: [KR, SK, TO]}     # by id, or by code where the list has codes
      long:
        name: long game
        extends: introductory             # begins with that variant's rules
        change: {cards: {G5: {count: 5}}}
        add: {cards: [{code: G6, colour: green, strength: 6, count: 1}]}

A variant sets first, then removes, changes and adds.  What is patched are the nodes of the file, so
each value still knows where it was written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..errors import Finding
from ..text import Message, msg
from .characters import excerpt
from .tree import Entry, Items, Keys, Node, Place, Scalar, likely

MOST_STEPS = 5
"""How many steps a variant may be away from the rules that none extends."""

MOST_VARIANTS = 50

VARIANTS = "variants"
STANDARD = "standard"
"""The id of the only variant of a rule set that lists none."""

STANDARD_NAME = msg("standard-variant", "standard game").text

_TOLD = ("name", "description")


@dataclass(slots=True)
class Resolved:
    """The rules of one variant: a rule set that lists this variant alone."""

    id: str
    tree: Keys
    faulty: bool = False
    """Whether a patch could not be done, so that it is not what was meant."""


@dataclass
class Patches:
    """Works out the variants of the rule set *tree*, and finds the patches that cannot be done.

    *lists* says by what the items of a list are known: ``{"cards": "code"}``; *fixed* are the keys
    that are the same in all variants.
    """

    tree: Keys
    lists: Mapping[str, str]
    fixed: Sequence[str]
    findings: list[Finding] = field(default_factory=list)
    _done: dict[str, Resolved] = field(default_factory=dict)

    def resolve(self) -> list[Resolved]:
        """Return the rules of every variant, in the order of the file."""
        variants = self.tree.get(VARIANTS)
        if isinstance(variants, Keys) and len(variants.entries) > MOST_VARIANTS:
            return []
        if not isinstance(variants, Keys) or not variants.entries:
            return [Resolved(STANDARD, _only(self.tree, STANDARD, None))]
        self._find_circles(variants)
        self._find_long_chains(variants)
        return [self._resolve(id, variants) for id in variants.entries]

    def _fault(self, place: Place, message: Message) -> None:
        self.findings.append(place.finding(message))

    # What extends what.

    def _line(self, id: str, variants: Keys) -> list[str]:
        """List *id*, what it extends, and so on; in a circle the last is one of the others."""
        line = [id]
        while len(set(line)) == len(line) and (above := _extends(variants, line[-1])):
            line.append(above)
        return line

    def _find_circles(self, variants: Keys) -> None:
        in_circles: set[str] = set()
        for id in variants.entries:
            line = self._line(id, variants)
            if len(line) == 1 or line[-1] != id:
                continue  # no circle, or only one that it leads into
            if id not in in_circles:
                here, there = _extends_place(variants, id), _extends_place(variants, line[-2])
                message = msg(
                    "circle",
                    "Variants extend each other in a circle: {circle}; see {place}.",
                    circle=" → ".join(excerpt(step) for step in line[:10]),
                    place=there.mention(here),
                )
                self._fault(here, message)
            in_circles.update(line)

    def _find_long_chains(self, variants: Keys) -> None:
        for id in variants.entries:
            line = self._line(id, variants)
            # One finding a chain, at the first variant that is too far away.
            if len(line) == MOST_STEPS + 2 and len(set(line)) == len(line):
                here = _extends_place(variants, id)
                message = msg(
                    "long-chain",
                    "This chain of variants has more than {most} steps; it begins in {place}.",
                    most=MOST_STEPS,
                    place=variants.entries[line[-1]].key.mention(here),
                )
                self._fault(here, message)

    def _resolve(self, id: str, variants: Keys) -> Resolved:
        line = self._line(id, variants)
        if len(set(line)) < len(line) or len(line) > MOST_STEPS + 1:
            # Already found: what else is wrong with the variant is seen without the others.
            return replace(self._patched(id, variants, None), faulty=True)
        for step in reversed(line):
            if step not in self._done:
                above = self._done.get(_extends(variants, step))
                self._done[step] = self._patched(step, variants, above)
        return self._done[id]

    # What a variant does to the rules above it.

    def _patched(self, id: str, variants: Keys, above: Resolved | None) -> Resolved:
        entry = variants.entries[id]
        spec, rules = entry.node, above.tree if above else self.tree
        before = len(self.findings)
        if isinstance(spec, Keys):
            self._check_extends(id, variants)
            entries = {**rules.entries, **self._set(spec)}
            for name in _lists_of(spec):
                if known_by := self._known_by(name, spec):
                    entries[name] = self._patched_list(name, known_by, spec, entries.get(name))
            rules = Keys(rules.place, entries)
        faulty = len(self.findings) > before or bool(above and above.faulty)
        return Resolved(id, _only(rules, id, entry), faulty)

    def _check_extends(self, id: str, variants: Keys) -> None:
        spec = variants.entries[id].node
        assert isinstance(spec, Keys)
        wanted = spec.text("extends")
        if wanted and wanted not in variants.entries:
            message = msg("unknown-variant", 'There is no variant "{name}".', name=excerpt(wanted))
            self._fault(
                _extends_place(variants, id), likely(message, wanted, list(variants.entries))
            )

    def _set(self, spec: Keys) -> dict[str, Entry]:
        """Return what ``set`` puts in the place of whole keys."""
        values = spec.get("set")
        if not isinstance(values, Keys):
            return {}
        for key, entry in values.entries.items():
            if key in self.fixed:
                message = msg(
                    "fixed-key",
                    'A variant cannot set "{key}": it is that of the rule set.',
                    key=key,
                )
                self._fault(entry.key, message)
        return {key: entry for key, entry in values.entries.items() if key not in self.fixed}

    def _known_by(self, name: str, spec: Keys) -> str:
        """Say by which key the items of a list are known; nothing if there is no such list."""
        if name not in self.lists:
            for patch in ("remove", "change", "add"):
                lists = spec.get(patch)
                if isinstance(lists, Keys) and name in lists.entries:
                    message = msg(
                        "unknown-list", 'There is no list "{name}" to patch.', name=excerpt(name)
                    )
                    self._fault(lists.entries[name].key, likely(message, name, list(self.lists)))
        return self.lists.get(name, "")

    def _patched_list(self, name: str, known_by: str, spec: Keys, entry: Entry | None) -> Entry:
        """Return the list *name* with what *spec* removes, changes and adds."""
        node = entry.node if entry else None
        nodes = list(node.nodes) if isinstance(node, Items) else []
        place = node.place if node else self.tree.place
        for wanted in _each(spec, "remove", name):
            if isinstance(wanted, Scalar) and isinstance(wanted.value, str):
                found = _find(nodes, known_by, wanted.value)
                if not found:
                    self._nothing_called(wanted.value, wanted.place, name, nodes, known_by, place)
                nodes = [item for item in nodes if item not in found]
        changes = _patch(spec, "change", name)
        if isinstance(changes, Keys):
            for id, change in changes.entries.items():
                found = _find(nodes, known_by, id)
                if not found:
                    self._nothing_called(id, change.key, name, nodes, known_by, place)
                elif isinstance(change.node, Keys):
                    nodes = [
                        self._changed(item, change.node, known_by) if item in found else item
                        for item in nodes
                    ]
        for item in _each(spec, "add", name):
            if not entry:
                entry, place = Entry(item.place, item), item.place
            if not self._is_there(item, name, nodes, known_by):
                nodes.append(item)
        return Entry(entry.key if entry else place, Items(place, nodes))

    def _changed(self, item: Node, change: Keys, known_by: str) -> Node:
        assert isinstance(item, Keys)
        entries = dict(change.entries)
        if known_by in entries:
            message = msg("changed-id", 'What is changed keeps its "{key}".', key=known_by)
            self._fault(entries.pop(known_by).key, message)
        return Keys(item.place, {**item.entries, **entries})

    def _nothing_called(
        self, id: str, place: Place, name: str, nodes: list[Node], known_by: str, there: Place
    ) -> None:
        message = msg(
            "unknown-id",
            'There is no "{id}" in the list "{list}" of {place}.',
            id=excerpt(id),
            list=name,
            place=there.mention(place),
        )
        known = [item.text(known_by) for item in nodes if isinstance(item, Keys)]
        self._fault(place, likely(message, id, known))

    def _is_there(self, item: Node, name: str, nodes: list[Node], known_by: str) -> bool:
        id = item.text(known_by) if isinstance(item, Keys) else ""
        found = _find(nodes, known_by, id) if id else []
        if not found or not isinstance(item, Keys):
            return False
        here = item.entries[known_by].node.place
        message = msg(
            "already-there",
            'There is a "{id}" in the list "{list}" already, from {place}.',
            id=excerpt(id),
            list=name,
            place=found[0].place.mention(here),
        )
        self._fault(here, message)
        return True


def _only(rules: Keys, id: str, entry: Entry | None) -> Keys:
    """Return *rules* with the variant *id* as the only one listed: its name and no patch."""
    key, listed = rules.place, entry.node if entry else _named(rules.place, STANDARD_NAME)
    if entry:
        key = entry.key
    if entry and isinstance(listed, Keys):
        told = {name: listed.entries[name] for name in _TOLD if name in listed.entries}
        listed = Keys(listed.place, told)
    only = Keys(key, {id: Entry(key, listed)})
    return Keys(rules.place, {**rules.entries, VARIANTS: Entry(key, only)})


def _named(place: Place, name: str) -> Keys:
    return Keys(place, {"name": Entry(place, Scalar(place, name))})


def _extends(variants: Keys, id: str) -> str:
    """Return which variant *id* extends, if it is one of *variants*."""
    spec = variants.get(id)
    above = spec.text("extends") if isinstance(spec, Keys) else ""
    return above if above in variants.entries else ""


def _extends_place(variants: Keys, id: str) -> Place:
    spec = variants.entries[id].node
    assert isinstance(spec, Keys)
    return spec.entries["extends"].node.place


def _lists_of(spec: Keys) -> list[str]:
    """List the names under ``remove``, ``change`` and ``add``, each once."""
    names: dict[str, None] = {}
    for patch in ("remove", "change", "add"):
        lists = spec.get(patch)
        if isinstance(lists, Keys):
            names.update(dict.fromkeys(lists.entries))
    return list(names)


def _patch(spec: Keys, patch: str, name: str) -> Node | None:
    lists = spec.get(patch)
    return lists.get(name) if isinstance(lists, Keys) else None


def _each(spec: Keys, patch: str, name: str) -> Sequence[Node]:
    """Return the items under *patch* for the list *name*; what is no list has none."""
    items = _patch(spec, patch, name)
    return items.nodes if isinstance(items, Items) else []


def _find(nodes: list[Node], known_by: str, id: str) -> list[Node]:
    return [item for item in nodes if isinstance(item, Keys) and item.text(known_by) == id]
