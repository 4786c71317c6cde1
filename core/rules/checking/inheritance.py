"""Inheritance: the rules that a file and its variants extend, and their changes to them.

A file extends another, ``galleon`` with its variants or ``galleon/long``; a variant extends another
one, ``long``, or a variant of another file.  See `patches` for the changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from ...errors import UnknownName
from ...text import DOMAIN as OUR_DOMAIN
from ...text import Message, msg
from ..characters import excerpt
from ..faults import likely
from ..models import MOST_VARIANTS, VARIANTS
from ..reading import nodes
from ..reading.nodes import Entry, MappingNode, Mark, Node, ScalarNode, SequenceNode
from .patches import PATCHES, Patcher
from .validation import Shape

MOST_STEPS = 5
"""Longest chain of rules that extend each other, in steps."""

EXTENDS = "extends"
DOMAIN = "domain"
STANDARD = "standard"
"""The id of the only variant of a rule set that lists none."""

_NO_MARK = Mark("splitpick", 0, -1, 0, "", 0)
NOWHERE = ScalarNode("", msg("standard-variant", "standard game").text, _NO_MARK, _NO_MARK)
"""The name of that variant, which stands in no file."""

ABROAD = "/"
"""Separates a rule set's name from its variant."""

_TOLD = ("name", "description")
_OWN = ("format", "id", *_TOLD)
"""Keys that are never taken from an extended rule set."""

_SAME = ("game", "table")
"""Keys that are the same in an extended rule set."""


@dataclass(frozen=True)
class Resolved:
    """Rules with all that they extend in them, as a rule set that extends nothing."""

    id: str
    """The variant, the only one that the rules list; empty for the part above all variants."""
    rules: MappingNode
    steps: int = 0
    """Steps to the rules that extend nothing."""
    entry: Entry = (NOWHERE, NOWHERE)
    """The variant as it is written."""


@dataclass
class Inheritance:
    """Works out the rules of the file that *start* was read from, and of its variants.

    *find* returns the rules of another rule set, or raises `UnknownName`; *shape* the shape of
    rules.  *note* is told of faults at a node, and of the variant as it is written.
    """

    start: MappingNode
    find: Callable[[str], Resolved]
    shape: Callable[[MappingNode], Shape]
    note: Callable[[Node, Message, Node | None], None]
    _head: Resolved = field(init=False)
    _shape: Shape = field(init=False)
    _written: Mapping[str, Entry] = field(default_factory=dict, init=False)
    _done: dict[str, Resolved | None] = field(default_factory=dict, init=False)

    def head(self, domain: str) -> Resolved | None:
        """Return the rules above all variants: those that the file extends, with its own.

        *domain* is the gettext domain where the file names none.  There are none if what is
        extended cannot be had.
        """
        written = self.start.value
        own = {key: each for key, each in written.items() if key not in (EXTENDS, *PATCHES)}
        if domain not in ("", OUR_DOMAIN):
            own.setdefault(DOMAIN, (NOWHERE, nodes.with_value(NOWHERE, domain)))
        rules, extends = nodes.with_value(self.start, own), nodes.value_at(self.start, EXTENDS)
        if extends is None:
            message = msg(
                "patch-without-extends",
                'Without "extends" there is nothing to patch: write it where it belongs.',
            )
            for patch in written.keys() & {*PATCHES}:
                self.note(written[patch][0], message, None)
            return Resolved("", rules)
        if not nodes.text_at(self.start, EXTENDS):
            return None  # the model says so
        try:
            base = self.find(extends.value)
        except UnknownName as error:
            self.note(extends, error.message, None)
            return None
        for key in _SAME:
            if key in own and nodes.text_at(base.rules, key) not in ("", own[key][1].value):
                self.note(own[key][1], _fixed_key(key), None)
        given = dict(base.rules.value)
        if base.id:
            del given[VARIANTS]  # it was one of those, and is what all of these begin with
        adopted = _adopted(nodes.with_value(base.rules, given), rules, _OWN)
        more = {key: each for key, each in own.items() if key not in (*_SAME, DOMAIN)}
        rules = nodes.with_value(rules, {**adopted.value, **more})
        self._shape = self.shape(rules)
        return self._derived(replace(base, id="", rules=rules), {}, self.start)

    def variants(self, head: Resolved) -> list[Resolved]:
        """Return the rules of every variant of *head* that can be had, in the file's order."""
        shape = self.shape(head.rules)
        own = {key: each for key, each in shape.mappings.items() if key not in shape.fixed}
        self._head, self._shape = head, replace(shape, mappings=own)
        self._written = nodes.entries(nodes.value_at(head.rules, VARIANTS))
        if len(self._written) > MOST_VARIANTS:
            return []
        if not self._written:
            told = MappingNode("", {"name": (NOWHERE, NOWHERE)}, _NO_MARK, _NO_MARK)
            return [_only(head, STANDARD, (NOWHERE, told))]
        return [found for id in self._written if (found := self._variant(id, ()))]

    def _variant(self, id: str, waiting: tuple[str, ...]) -> Resolved | None:
        """Return the rules of the variant *id*; those that are *waiting* extend it."""
        if id not in self._done:
            spec, fixed = self._written[id][1], self._shape.fixed
            base: Resolved | None = self._head
            if extends := nodes.value_at(spec, EXTENDS):
                try:
                    base = self._extended(extends, (*waiting, id))
                except UnknownName as error:
                    self.note(extends, error.message, spec)
                    base = None
            written = nodes.entries(nodes.value_at(spec, "set"))
            for key in written.keys() & {*fixed}:
                self.note(written[key][0], _fixed_key(key), spec)
            keys = {key: each for key, each in written.items() if key not in fixed}
            rules = self._derived(base, keys, spec) if base else None
            self._done[id] = rules and _only(rules, id, self._written[id])
        return self._done[id]

    def _extended(self, extends: Node, waiting: tuple[str, ...]) -> Resolved | None:
        """Return the rules that the last one of the variants *waiting* extends."""
        wanted = extends.value
        if not isinstance(wanted, str) or not wanted:
            return self._head  # the model says so
        if ABROAD in wanted:
            found = self.find(wanted)
            _check_game(self._head.rules, found.rules)
            kept = (*self._shape.fixed, *_TOLD)
            return replace(found, rules=_adopted(found.rules, self._head.rules, kept))
        if wanted not in self._written:
            raise unknown_variant(wanted, [*self._written])
        if wanted in waiting:
            spec = self._written[wanted][1]
            circle = circle_of([*waiting[waiting.index(wanted) :]]).message
            self.note(nodes.value_at(spec, EXTENDS) or spec, circle, spec)
            return None
        return self._variant(wanted, waiting)

    def _derived(self, base: Resolved, keys: Mapping[str, Entry], spec: Node) -> Resolved | None:
        """Return *base* with *keys*, and patched by *spec*."""
        extends = nodes.value_at(spec, EXTENDS)
        if extends and base.steps == MOST_STEPS:
            self.note(extends, LONG_CHAIN, spec)
            return None
        file = self.start.start_mark.name
        patcher = Patcher(self._shape, file, lambda node, message: self.note(node, message, spec))
        rules = patcher.derived(base.rules, keys, spec)
        return replace(base, rules=rules, steps=base.steps + (extends is not None))


def door_of(start: MappingNode, variant: Node | None) -> Node:
    """Return the ``extends`` through which rules of other files come to *variant*, or all."""
    for node in (variant, start):
        extends = nodes.value_at(node, EXTENDS)
        if extends is not None and extends.start_mark.name == start.start_mark.name:
            return extends
    return start


def _check_game(own: MappingNode, other: MappingNode) -> None:
    """Raise `UnknownName` if *other* rules are of another game or table than *own* ones."""
    for key in _SAME:
        here, there = nodes.text_at(own, key), nodes.text_at(other, key)
        if here and there and here != there:
            message = msg(
                "other-game",
                'The extended rule set has "{key}: {other}", but this one has "{key}: {own}".',
                key=key,
                other=excerpt(there),
                own=excerpt(here),
            )
            raise UnknownName(message)


LONG_CHAIN = msg(
    "long-chain",
    "These rules extend others in more than {most} steps.",
    most=MOST_STEPS,
)


def circle_of(names: list[str]) -> UnknownName:
    """Return the error of rule sets or variants that extend each other in a circle."""
    circle = " → ".join(map(excerpt, [*names[:10], names[0]]))
    return UnknownName(msg("circle", "These rules extend themselves: {circle}.", circle=circle))


def unknown_variant(name: str, known: list[str]) -> UnknownName:
    """Return the error of a variant that is none of those *known*."""
    message = msg("unknown-variant", 'There is no variant "{name}".', name=excerpt(name))
    return UnknownName(likely(message, name, known))


def _fixed_key(key: str) -> Message:
    return msg("fixed-key", '"{key}" is fixed: no other value is allowed here.', key=key)


def _adopted(rules: MappingNode, own: MappingNode, kept: Collection[str]) -> MappingNode:
    """Return *rules* of another rule set, with *own* values under the keys *kept*.

    The texts of both are looked up in the catalogs of both.  A rule set that extends another need
    not repeat its credits.
    """
    found = {key: entry for key, entry in own.value.items() if key in (*kept, "credits")}
    found |= {key: entry for key, entry in rules.value.items() if key not in (*kept, *found)}
    each: dict[object, Node] = {}
    for domain in (nodes.value_at(own, DOMAIN), nodes.value_at(rules, DOMAIN)):
        names = domain.value if isinstance(domain, SequenceNode) else [domain]
        each |= {name.value: name for name in names if isinstance(name, ScalarNode)}
    if entry := own.value.get(DOMAIN) or rules.value.get(DOMAIN):
        key, node = entry
        found[DOMAIN] = key, SequenceNode("", [*each.values()], node.start_mark, node.end_mark)
    return nodes.with_value(own, found)


def _only(above: Resolved, id: str, entry: Entry) -> Resolved:
    """Return *above* with the variant *id* as the only one listed: its name and no patch."""
    key, spec = entry
    if isinstance(spec, MappingNode):
        told = {name: each for name, each in spec.value.items() if name in _TOLD}
        spec = nodes.with_value(spec, told)
    only = MappingNode("", {id: (key, spec)}, key.start_mark, key.end_mark)
    rules = nodes.with_value(above.rules, {**above.rules.value, VARIANTS: (key, only)})
    return replace(above, id=id, rules=rules, entry=entry)
