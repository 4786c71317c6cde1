"""Checking a rule set in all its variants at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from pydantic import ValidationError

from ..errors import Finding
from ..text import Message, msg, nmsg
from .characters import excerpt
from .checks import check_header
from .faults import lists_of, shape_faults
from .kinds import GameKind
from .models import FORMAT, AnyRuleset, RulesetModel
from .tree import Fault, Keys, Node, Path, Place, Plain, Scalar, likely, place_of, plain, walk
from .variants import VARIANTS, Patches, Resolved


@dataclass(frozen=True, slots=True)
class CheckedVariant:
    """A variant without faults."""

    id: str
    rules: dict[str, Plain]
    """The whole rule set, with this variant as the only one it lists."""
    model: RulesetModel


@dataclass
class Check:
    """What is found in the rule set *tree*, of one of the kinds of *games*.

    *domain* is the gettext domain that translates its texts.
    """

    tree: Keys
    games: Mapping[str, GameKind]
    domain: str
    kind: GameKind | None = None
    variants: list[CheckedVariant] = field(default_factory=list)
    _found: dict[tuple[Place, str], _Found] = field(default_factory=dict)

    def run(self) -> list[Finding]:
        """Find every fault, in any order; where there is none, `kind` and `variants` are set."""
        version = self.tree.get("format")
        if isinstance(version, Scalar) and type(version.value) is int and version.value != FORMAT:
            # What another format may say cannot be judged here.
            message = msg("unknown-format", "Only format {format} can be read.", format=FORMAT)
            return [version.place.finding(message)]
        rules = _plain(self.tree)
        self.kind = self._find_kind(rules)
        model = self.kind.model(rules) if self.kind else AnyRuleset
        # What is missing here may stand in the variants; each of them is looked at below.
        in_variants = self.kind is not None and bool(rules.get(VARIANTS))
        for fault in self._shape(model, rules):
            if not (in_variants and fault.is_missing and not fault.path):
                self._note(self.tree, fault)
        patches = Patches(self.tree, lists_of(model), model.fixed)
        resolved = patches.resolve() if self.kind else []
        for variant in resolved:
            self._check_variant(variant)
        return [*patches.findings, *self._findings(len(resolved))]

    def _find_kind(self, rules: dict[str, Plain]) -> GameKind | None:
        wanted = rules.get("game")
        if not isinstance(wanted, str):
            return None
        if wanted not in self.games:
            message = msg("unknown-game", 'There is no game "{name}".', name=excerpt(wanted))
            self._note(self.tree, Fault(("game",), likely(message, wanted, sorted(self.games))))
        return self.games.get(wanted)

    def _shape(self, model: type[RulesetModel], rules: dict[str, Plain]) -> list[Fault]:
        """Find what the model finds."""
        try:
            model.model_validate(rules, context={"domain": self.domain})
        except ValidationError as error:
            return shape_faults(model, rules, error)
        return []

    def _check_variant(self, variant: Resolved) -> None:
        assert self.kind is not None
        rules = _plain(variant.tree)
        model = self.kind.model(rules)
        own = self._own_places(variant.id)
        shape = self._shape(model, rules)
        sound = _without(rules, shape)
        faults = [*shape, *check_header(sound, lists_of(model)), *self.kind.check(sound)]
        for fault in faults:
            # What needs the numbers of the whole says nothing of a variant that is not as meant.
            if not (fault.whole and variant.faulty):
                self._note(variant.tree, fault, variant.id, own)
        if not faults:
            checked = model.model_validate(rules, context={"domain": self.domain})
            self.variants.append(CheckedVariant(variant.id, rules, checked))

    def _own_places(self, id: str) -> set[Place]:
        """Return all places of what the file says of the variant *id* alone."""
        variants = self.tree.get(VARIANTS)
        entry = variants.entries.get(id) if isinstance(variants, Keys) else None
        return {entry.key, *_places(entry.node)} if entry else set()

    def _note(self, tree: Keys, fault: Fault, variant: str = "", own: Iterable[Place] = ()) -> None:
        place = place_of(tree, fault.path, key=fault.key)
        message = fault.message
        if fault.other is not None:
            there = place_of(tree, fault.other)
            message = replace(message, params={**message.params, "place": there.mention(place)})
        at_variant = fault.whole or (fault.is_missing and not fault.path)
        found = self._found.setdefault(
            (place, repr(message)), _Found(place, message, at_variant=at_variant)
        )
        found.everywhere |= not variant or place in own
        if variant not in found.variants:
            found.variants.append(variant)

    def _findings(self, variants: int) -> Iterator[Finding]:
        for found in self._found.values():
            if found.everywhere or len(found.variants) == variants:
                yield found.place.finding(found.message)
            elif found.at_variant:
                for id in found.variants:
                    yield place_of(self.tree, (VARIANTS, id), key=True).finding(found.message)
            else:
                yield found.place.finding(_only_in(found.message, found.variants))


@dataclass
class _Found:
    """A fault at its place, and in which variants it is one."""

    place: Place
    message: Message
    at_variant: bool
    """Whether, if not all variants have the fault, it is theirs and not that of its place."""
    everywhere: bool = False
    """Whether it need not be said in which variants."""
    variants: list[str] = field(default_factory=list)


def _only_in(message: Message, variants: list[str]) -> Message:
    """Say of a fault that only some variants have which ones they are."""
    return nmsg(
        message.code,
        "{message} (variant {variants})",
        "{message} (variants {variants})",
        len(variants),
        message=message,
        variants=", ".join(excerpt(id) for id in variants),
    )


def _plain(tree: Keys) -> dict[str, Plain]:
    rules = plain(tree)
    assert isinstance(rules, dict)
    return rules


def _places(node: Node) -> Iterator[Place]:
    for _, inner in walk(node):
        yield inner.place
        if isinstance(inner, Keys):
            yield from (entry.key for entry in inner.entries.values())


def _without(rules: dict[str, Plain], faults: Iterable[Fault]) -> dict[str, Plain]:
    """Return a copy of *rules* with ``None`` for every value that is at fault."""
    faulty = {
        fault.path for fault in faults if fault.path and not fault.key and not fault.is_missing
    }
    sound = _pruned(rules, (), faulty)
    assert isinstance(sound, dict)
    return sound


def _pruned(value: Plain, path: Path, faulty: set[Path]) -> Plain:
    if path in faulty:
        return None
    if isinstance(value, dict):
        return {key: _pruned(inner, (*path, key), faulty) for key, inner in value.items()}
    if isinstance(value, list):
        return [_pruned(inner, (*path, at), faulty) for at, inner in enumerate(value)]
    return value
