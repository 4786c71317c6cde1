"""Variants: which one begins with whose rules, and what each does to them.

::

    variants:
      introductory:
        name: introductory game
        set: {turns: 8, set-aside: 3}     # replaces what stands under these keys
        remove: {cards: [KR, SK, TO]}     # see `patches`
      long:
        name: long game
        extends: introductory             # begins with that variant's rules
        change: {cards: {G5: {count: 5}}}
      classic:
        name: classic game
        extends: jolly-roger/advanced     # or with those of a variant of another rule set

A variant sets first, then removes, changes and adds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..text import Message, msg
from .characters import excerpt
from .faults import Guesses, likely
from .nodes import Entry, Items, Keys, Node, Place, Scalar, Source, plain
from .patches import Patcher, Shape

MOST_STEPS = 5
"""How many steps rules may be away from those that extend none."""

MOST_VARIANTS = 50

VARIANTS = "variants"
EXTENDS = "extends"
STANDARD = "standard"
"""The id of the only variant of a rule set that lists none."""

STANDARD_NAME = msg("standard-variant", "standard game").text

NOWHERE = Place(Source("splitpick"), 0, 1, 1)
"""Where that variant stands: in no file."""

ABROAD = "/"
"""What stands between a rule set's name and its variant, where that is another rule set's."""

DOMAIN = "domain"
TOLD = ("name", "description")
"""What a rule set says of itself, and not of what it extends."""

SAME = ("game", "table")
"""What rules that extend others have like these."""

_CREDITS = "credits"
"""Whoever extends a game by somebody need not say again by whom it is."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """Rules with all that they extend in them, as a rule set that extends nothing."""

    id: str
    """The variant, the only one that the rules list; empty for what stands above all variants."""
    tree: Keys
    root: Place
    """Where the rules begin that extend none."""
    steps: int = 0
    """How many steps they are away from there."""
    faulty: bool = False
    """Whether something could not be done, so that they are not what was meant."""


@dataclass
class Family:
    """Works out the variants of a rule set from *head*, what stands above all of them.

    *abroad* finds a variant of another rule set, or tells of a fault at the place and returns
    nothing.  *note* and *mention* are as in `Patcher`.
    """

    head: Resolved
    shape: Shape
    abroad: Callable[[str, Place], Resolved | None]
    note: Callable[[Place, Message], None]
    mention: Callable[[Place, Place], Message]
    _variants: Mapping[str, Entry] = field(default_factory=dict, init=False)
    _done: dict[str, Resolved] = field(default_factory=dict, init=False)
    _guesses: Guesses = field(default_factory=Guesses, init=False)

    def resolve(self) -> list[Resolved]:
        """Return the rules of every variant, in the order of the file."""
        variants = self.head.tree.get(VARIANTS)
        if isinstance(variants, Keys) and len(variants.entries) > MOST_VARIANTS:
            return []
        if not isinstance(variants, Keys) or not variants.entries:
            return [replace(self.head, id=STANDARD, tree=_only(self.head.tree, STANDARD, None))]
        self._variants = variants.entries
        self._find_circles()
        return [self._resolve(id) for id in self._variants]

    def _resolve(self, id: str) -> Resolved:
        if id not in self._done:
            self._done[id] = self._patched(id, self._above(id))
        return self._done[id]

    # What extends what.

    def _above(self, id: str) -> Resolved:
        """Return the rules that the variant *id* begins with, as many steps away as it is."""
        entry = self._spec(id).get(EXTENDS)
        if entry is None:
            own = self.head.steps == 0
            return replace(self.head, root=self._variants[id].key if own else self.head.root)
        found = self._extended(id, entry.node)
        if found is None:
            # What else is wrong with the variant is seen without the others.
            return replace(self.head, faulty=True)
        steps = found.steps + 1
        if steps <= MOST_STEPS:
            return replace(found, steps=steps)
        if steps == MOST_STEPS + 1:  # one finding a chain, at the first that is too far away
            place = entry.node.place
            self.note(place, long_chain(self.mention(found.root, place)))
        return replace(self.head, root=found.root, steps=steps, faulty=True)

    def _extended(self, id: str, node: Node) -> Resolved | None:
        """Return what the variant *id* extends; what is wrong with that is noted."""
        wanted = node.value if isinstance(node, Scalar) else None
        if not isinstance(wanted, str) or not wanted:
            return None  # the model says so
        if ABROAD in wanted:
            found = self.abroad(wanted, node.place)
            if not found or self._is_other_game(found.tree, node.place):
                return None
            kept = (*self.shape.fixed, *TOLD)
            return replace(found, tree=adopted(found.tree, self.head.tree, kept))
        if wanted not in self._variants:
            message = msg("unknown-variant", 'There is no variant "{name}".', name=excerpt(wanted))
            self.note(node.place, likely(message, wanted, list(self._variants)))
            return None
        line = self._line(id)
        return self._resolve(wanted) if len(set(line)) == len(line) else None

    def _is_other_game(self, rules: Keys, place: Place) -> bool:
        """Say whether *rules* of another rule set are of another game or table, and note it."""
        own = self.head.tree
        for key in SAME:
            here, there = own.text(key), rules.text(key)
            if here and there and here != there:
                message = msg(
                    "other-game",
                    'What is extended has "{key}: {other}", but this rule set "{key}: {own}".',
                    key=key,
                    other=excerpt(there),
                    own=excerpt(here),
                )
                self.note(place, message)
                return True
        return False

    def _line(self, id: str) -> list[str]:
        """List *id*, what it extends, and so on; in a circle the last is one of the others."""
        line = [id]
        while len(set(line)) == len(line):
            above = self._spec(line[-1]).get(EXTENDS)
            wanted = above.node.value if above and isinstance(above.node, Scalar) else None
            if not isinstance(wanted, str) or wanted not in self._variants:
                break
            line.append(wanted)
        return line

    def _find_circles(self) -> None:
        in_circles: set[str] = set()
        for id in self._variants:
            line = self._line(id)
            if len(line) == 1 or line[-1] != id:
                continue  # no circle, or only one that it leads into
            if id not in in_circles:
                here = self._spec(id)[EXTENDS].node.place
                there = self._spec(line[-2])[EXTENDS].node.place
                message = msg(
                    "circle",
                    "Variants extend each other in a circle: {circle}; see {place}.",
                    circle=" → ".join(excerpt(step) for step in line[:10]),
                    place=self.mention(there, here),
                )
                self.note(here, message)
            in_circles.update(line)

    def _spec(self, id: str) -> Mapping[str, Entry]:
        spec = self._variants[id].node
        return spec.entries if isinstance(spec, Keys) else {}

    # What a variant does to the rules above it.

    def _patched(self, id: str, above: Resolved) -> Resolved:
        entry, rules, faulty = self._variants[id], above.tree, above.faulty
        if isinstance(entry.node, Keys):
            mappings = self.shape.mappings.items()
            own = {name: keys for name, keys in mappings if name not in self.shape.fixed}
            shape = replace(self.shape, mappings=own)
            patcher = Patcher(shape, self.note, self.mention, self._guesses)
            rules = Keys(rules.place, {**rules.entries, **self._set(entry.node)})
            rules = patcher.patched(rules, entry.node)
            faulty = faulty or patcher.failed
        return replace(above, id=id, tree=_only(rules, id, entry), faulty=faulty)

    def _set(self, spec: Keys) -> dict[str, Entry]:
        """Return what ``set`` puts in the place of whole keys."""
        values = spec.get("set")
        if not isinstance(values, Keys):
            return {}
        fixed = self.shape.fixed
        for key in values.entries:
            if key in fixed:
                message = msg(
                    "fixed-key",
                    'A variant cannot set "{key}": it is that of the rule set.',
                    key=key,
                )
                self.note(values.entries[key].key, message)
        return {key: entry for key, entry in values.entries.items() if key not in fixed}


def long_chain(root: Message) -> Message:
    """Say that rules are too far away from those that extend none, which begin at *root*."""
    return msg(
        "long-chain",
        "This chain of variants has more than {most} steps; it begins in {place}.",
        most=MOST_STEPS,
        place=root,
    )


def adopted(rules: Keys, own: Keys, kept: Collection[str]) -> Keys:
    """Return *rules* of another rule set, but under the keys *kept* what *own* has there.

    The texts of both are looked up in the catalogs of both.
    """
    entries = {key: entry for key, entry in own.entries.items() if key in (*kept, _CREDITS)}
    for key, entry in rules.entries.items():
        if key not in kept:
            entries.setdefault(key, entry)
    domains = [entry for entry in (own.entries.get(DOMAIN), rules.entries.get(DOMAIN)) if entry]
    if domains:
        nodes = {plain(node): node for entry in domains for node in _each(entry.node)}
        first = domains[0]
        entries[DOMAIN] = Entry(first.key, Items(first.node.place, list(nodes.values())))
    return Keys(own.place, entries)


def _each(node: Node) -> Sequence[Scalar]:
    """Return the texts that *node* is, one or a list."""
    nodes = node.nodes if isinstance(node, Items) else [node]
    return [each for each in nodes if isinstance(each, Scalar)]


def _only(rules: Keys, id: str, entry: Entry | None) -> Keys:
    """Return *rules* with the variant *id* as the only one listed: its name and no patch."""
    key = entry.key if entry else NOWHERE
    listed = entry.node if entry else Keys(key, {"name": Entry(key, Scalar(key, STANDARD_NAME))})
    if entry and isinstance(listed, Keys):
        told = {name: listed.entries[name] for name in TOLD if name in listed.entries}
        listed = Keys(listed.place, told)
    only = Keys(key, {id: Entry(key, listed)})
    return Keys(rules.place, {**rules.entries, VARIANTS: Entry(key, only)})
