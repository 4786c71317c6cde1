"""Checking a rule set in all its variants at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from ..errors import Finding, RulesetError
from ..text import DOMAIN as OUR_DOMAIN
from ..text import Language, Message, Name, msg
from .characters import excerpt
from .checks import check_header
from .diagnostics import Diagnostics, misses
from .extending import Reading
from .faults import Fault, Path, Plain, likely
from .kinds import GameKind
from .models import FORMAT, AnyRuleset, RulesetModel
from .nodes import ERROR, Entry, Keys, Node, Place, Scalar, Source, place_of, plain, walk
from .patches import PATCHES, Patcher
from .plugin_errors import Nonsense, is_theirs, told
from .reader import read_tree
from .resolver import File
from .validation import shape_faults, shape_of
from .variants import (
    ABROAD,
    DOMAIN,
    EXTENDS,
    MOST_STEPS,
    NOWHERE,
    SAME,
    TOLD,
    VARIANTS,
    Family,
    Resolved,
    adopted,
    long_chain,
)
from .warnings import (
    PROMISED,
    check_id,
    check_names,
    check_said,
    check_texts,
    languages_of,
    texts_of,
)

MOST_FOUND = 1_000
"""After so many findings no further variant is looked at: it would have most of them, too."""

_OWN = ("format", "id", *TOLD)
"""What a rule set that extends another says for itself."""

_MERGED = (*SAME, DOMAIN)
"""What comes from both."""

_PATCHING = (EXTENDS, *PATCHES)


@dataclass(frozen=True, slots=True)
class CheckedVariant:
    """A variant without faults."""

    id: str
    tree: Keys
    """The whole rule set, with this variant as the only one it lists."""
    rules: dict[str, Plain]
    """The same without places."""
    model: RulesetModel


def check_text(source: Source, text: str, reading: Reading, file: File | None = None) -> Check:
    """Check *text* of *source*; *file* is where it was read from, if it was.

    Raises `RulesetError` with every fault, sorted by position.
    """
    tree, findings = read_tree(source, text)
    if tree is None:
        raise RulesetError(_sorted(findings))
    check = Check(tree, reading, file)
    with reading.waiting(file):
        found = _sorted([*findings, *_news(findings, check.run())])
    errors = [finding for finding in found if finding.severity == ERROR]
    check.warnings = [finding for finding in found if finding.severity != ERROR]
    if errors:
        raise RulesetError(errors, check.warnings)
    return check


@dataclass
class Check:
    """What is found in the rule set *tree*, which is read in *reading* from *file*."""

    tree: Keys
    reading: Reading
    file: File | None = None
    kind: GameKind | None = None
    variants: list[CheckedVariant] = field(default_factory=list)
    warnings: list[Finding] = field(default_factory=list)
    resolved: list[Resolved] = field(init=False, default_factory=list)
    """The rules of each variant, as others may extend them."""
    head: Resolved = field(init=False)
    """What stands above all variants, and the variants as they are written."""
    diagnostics: Diagnostics = field(init=False)

    def __post_init__(self) -> None:
        self.diagnostics = Diagnostics(self.tree)

    def run(self) -> list[Finding]:
        """Find every fault, in any order; where there is none, `kind` and `variants` are set."""
        version = self.tree.get("format")
        if isinstance(version, Scalar) and type(version.value) is int and version.value != FORMAT:
            # What another format may say cannot be judged here.
            message = msg("unknown-format", "Only format {format} can be read.", format=FORMAT)
            return [version.place.finding(message)]
        self.head = self._head()
        written = self._with_patches(self.head.tree)
        rules = _plain(written)
        self.kind = self._find_kind(rules)
        model = model_of(self.kind, rules) if self.kind else AnyRuleset
        # What is missing here may stand in the variants; each of them is looked at below.  And what
        # another rule set would have brought is not missing if that one cannot be had.
        elsewhere = self.head.faulty or (self.kind is not None and bool(rules.get(VARIANTS)))
        for fault in _shape(model, rules)[1]:
            if not (elsewhere and misses(fault)):
                self.diagnostics.note(written, fault)
        if self.kind:
            family = Family(
                self.head,
                shape_of(model),
                self._abroad,
                self.diagnostics.note_patch,
                self.diagnostics.mention,
            )
            self.resolved = family.resolve()
            self._find_doors()
        for variant in self.resolved:
            if len(self.diagnostics) < MOST_FOUND:
                self.diagnostics.checked += 1
                self._check_variant(variant)
        if language := self.reading.thorough:
            self._warn(language)
        return self.diagnostics.findings(self.head.tree)

    # What the rule set extends.

    def _head(self) -> Resolved:
        """Work out what stands above all variants, with what that extends."""
        own = {key: entry for key, entry in self.tree.entries.items() if key not in _PATCHING}
        domain = self.reading.resolver.domain(self.file) if self.file else ""
        if domain not in ("", OUR_DOMAIN):
            own.setdefault(DOMAIN, Entry(NOWHERE, Scalar(NOWHERE, domain)))
        head = Resolved("", Keys(self.tree.place, own), self.tree.place)
        wanted = self.tree.get(EXTENDS)
        if wanted is None:
            for patch in PATCHES:
                if patch in self.tree.entries:
                    message = msg(
                        "patch-without-extends",
                        'Without "extends" there is nothing to patch: write it where it belongs.',
                    )
                    self.diagnostics.note_patch(self.tree.entries[patch].key, message)
            return head
        text = wanted.value if isinstance(wanted, Scalar) else None
        if not isinstance(text, str) or not text:
            return replace(head, faulty=True)  # the model says so
        self.diagnostics.doors[""] = wanted.place
        found = self.reading.extended(text, wanted.place, self.file)
        if isinstance(found, Message):
            self.diagnostics.note_patch(wanted.place, found)
            return replace(head, faulty=True)
        return self._extended(head, wanted.place, *found)

    def _extended(self, head: Resolved, place: Place, base: Resolved, check: Check) -> Resolved:
        """Return *head* with the rules *base* of another rule set, which *check* has read."""
        assert check.kind is not None
        for key in SAME:
            there = base.tree.text(key)
            if there and key in head.tree.entries and head.tree.text(key) != there:
                message = msg(
                    "fixed-key",
                    'What is extended has "{key}: {value}": nothing else can stand here.',
                    key=key,
                    value=excerpt(there),
                )
                self.diagnostics.note_patch(head.tree.entries[key].node.place, message)
        entries = dict(base.tree.entries)
        if base.id:
            del entries[VARIANTS]  # it was one of those, and is what all of these begin with
        rules = adopted(Keys(base.tree.place, entries), head.tree, _OWN)
        own = {key: entry for key, entry in head.tree.entries.items() if key not in _MERGED}
        rules = Keys(rules.place, {**rules.entries, **own})
        shape = shape_of(model_of(check.kind, _plain(rules)))
        patcher = Patcher(shape, self.diagnostics.note_patch, self.diagnostics.mention)
        rules = patcher.patched(rules, self.tree)
        steps = base.steps + 1
        if steps == MOST_STEPS + 1:
            self.diagnostics.note_patch(
                place, long_chain(self.diagnostics.mention(base.root, place))
            )
        return Resolved("", rules, base.root, steps, patcher.failed or steps > MOST_STEPS)

    def _abroad(self, wanted: str, place: Place) -> Resolved | None:
        """Find the variant of another rule set that a variant extends."""
        found = self.reading.extended(wanted, place, self.file)
        if isinstance(found, Message):
            self.diagnostics.note_patch(place, found)
            return None
        return found[0]

    def _with_patches(self, rules: Keys) -> Keys:
        """Return *rules* with what the file itself does to what it extends, for the model."""
        entries = {key: self.tree.entries[key] for key in _PATCHING if key in self.tree.entries}
        return Keys(rules.place, {**rules.entries, **entries})

    def _find_doors(self) -> None:
        """Find out for each variant where the file names the other rules it begins with."""
        variants = self.head.tree.get(VARIANTS)
        entries = variants.entries if isinstance(variants, Keys) else {}
        for id in entries:
            step, seen = id, {id}
            while step:
                spec = entries[step].node
                node = spec.get(EXTENDS) if isinstance(spec, Keys) else None
                wanted = spec.text(EXTENDS) if isinstance(spec, Keys) else ""
                if node and ABROAD in wanted and node.place.source is self.tree.place.source:
                    self.diagnostics.doors[id] = node.place
                step = wanted if wanted in entries and wanted not in seen else ""
                seen.add(step)

    # The kind of game.

    def _find_kind(self, rules: dict[str, Plain]) -> GameKind | None:
        wanted = rules.get("game")
        if not isinstance(wanted, str):
            return None
        games = self.reading.games
        if wanted not in games:
            message = msg("unknown-game", 'There is no game "{name}".', name=excerpt(wanted))
            self.diagnostics.note(
                self.tree, Fault(("game",), likely(message, wanted, sorted(games)))
            )
        return games.get(wanted)

    # The variants.

    def _check_variant(self, variant: Resolved) -> None:
        assert self.kind is not None
        rules = _plain(variant.tree)
        own = self._own_places(variant.id)
        validated, faults = check_rules(self.kind, rules)
        for fault in faults:
            # What needs the numbers of the whole says nothing of a variant that is not as meant.
            if not ((fault.whole or misses(fault)) and variant.faulty):
                self.diagnostics.note(variant.tree, fault, variant.id, own)
        if validated and all(fault.warning for fault in faults):
            self.variants.append(CheckedVariant(variant.id, variant.tree, rules, validated))

    def _own_places(self, id: str) -> set[Place]:
        """Return all places of what the file says of the variant *id* alone."""
        variants = self.head.tree.get(VARIANTS)
        entry = variants.entries.get(id) if isinstance(variants, Keys) else None
        return {entry.key, *_places(entry.node)} if entry else set()

    # Warnings.

    def _warn(self, language: Callable[[str], Language]) -> None:
        """Look for what can be played, but was perhaps not meant, and say what no model sees."""
        head = self.head.tree
        for fault in check_id(_plain(head), self.reading.resolver, self.file):
            self.diagnostics.note(head, fault)
        texts = {variant.id: self._own_texts(variant) for variant in self.variants}
        codes = languages_of(name for found in texts.values() for _, name in found)
        languages = [language(code) for code in codes]
        promised = languages[: len(PROMISED)]
        for variant in self.variants:
            faults = [
                *check_texts(texts[variant.id], languages),
                *self._check_said(variant, promised),
            ]
            for fault in faults:
                self.diagnostics.note(variant.tree, fault, variant.id, self._own_places(variant.id))

    def _own_texts(self, variant: CheckedVariant) -> list[tuple[Path, Name]]:
        """List the texts of *variant* that this file says, and none that it extends."""
        own = self.tree.place.source
        return [
            (path, name)
            for path, name in texts_of(variant.model)
            if place_of(variant.tree, path).source is own
        ]

    def _check_said(
        self, variant: CheckedVariant, languages: Sequence[Language]
    ) -> Iterator[Fault]:
        """Find what parts of *variant* say in too few *languages*; they may be anybody's."""
        assert self.kind is not None
        try:
            yield from check_said(self.kind.texts(variant.model), languages)
        except BaseException as error:
            if not is_theirs(error):
                raise
            message = msg("game-fails", "No game can be made of this: {error}", error=told(error))
            yield Fault(("game",), message)


def check_rules(kind: GameKind, rules: dict[str, Plain]) -> tuple[RulesetModel | None, list[Fault]]:
    """Return what the model makes of *rules*, those of one variant, and everything wrong in them.

    Raises `Nonsense` where *kind* is at fault.
    """
    model = model_of(kind, rules)
    validated, faults = _shape(model, rules)
    sound = _without(rules, faults)
    lists = shape_of(model).lists
    faults += [*check_header(sound, lists), *_faults_of(kind, sound), *check_names(sound, lists)]
    return validated, faults


def _shape(
    model: type[RulesetModel], rules: dict[str, Plain]
) -> tuple[RulesetModel | None, list[Fault]]:
    try:
        return _validated(model, rules), []
    except ValidationError as error:
        return None, shape_faults(model, rules, error)


def unknown_game(wanted: str, games: Iterable[str]) -> Fault:
    """Return the fault of rules for the game *wanted*, which is none of *games*."""
    message = msg("unknown-game", 'There is no game "{name}".', name=excerpt(wanted))
    return Fault(("game",), likely(message, wanted, sorted(games)))


def model_of(kind: GameKind, rules: Mapping[str, Plain]) -> type[RulesetModel]:
    """Ask *kind* for the model of *rules*; raises `Nonsense` where it answers none."""
    model: object = kind.model(rules)
    if not isinstance(model, type) or not issubclass(model, RulesetModel):
        raise Nonsense("splitpick_games", kind.id, "model()", model)
    return model


def _faults_of(kind: GameKind, rules: Mapping[str, Plain]) -> list[Fault]:
    faults: Any = kind.check(rules)
    found: list[Any] = list(faults) if isinstance(faults, Iterable) else [faults]
    for fault in found:
        if not isinstance(fault, Fault):
            raise Nonsense("splitpick_games", kind.id, "check()", fault)
    return found


def _validated(model: type[RulesetModel], rules: dict[str, Plain]) -> RulesetModel:
    domains = rules.get(DOMAIN)
    each = domains if isinstance(domains, list) else [domains]
    found = tuple(domain for domain in each if isinstance(domain, str))
    return model.model_validate(rules, context={"domains": found})


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
    """Return *rules* with ``None`` for every value that is at fault; in a copy if there is one."""
    faulty = {
        fault.path for fault in faults if fault.path and not fault.key and not fault.is_missing
    }
    if not faulty:
        return rules
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


def _news(findings: list[Finding], more: list[Finding]) -> list[Finding]:
    """Return those of *more* that are at no place that *findings* speaks of already."""
    known = {(finding.line, finding.column) for finding in findings}
    return [finding for finding in more if (finding.line, finding.column) not in known]


def _sorted(findings: Iterable[Finding]) -> list[Finding]:
    """Put *findings* into the order of the file, each once."""
    different = {(found.line, found.column, found.message): found for found in findings}
    return sorted(different.values(), key=lambda finding: (finding.line, finding.column))
