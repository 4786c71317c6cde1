"""Read and check a rule set in all its variants, with the rule sets that it extends.

A file extends another file, ``galleon``, or a variant there, ``galleon/long``; a variant extends
another one of its file, ``long``, or one of another file.  `patches` explains the changes.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from ...errors import BadValue, Edit, Finding, RulesetError, UnknownName, suggestion, unknown
from ...text import DOMAIN as OUR_DOMAIN
from ...text import Language, msg
from ..characters import excerpt
from ..kinds import GameKind
from ..load import Ruleset, RulesetFile, unknown_variant
from ..models import FORMAT, MOST_VARIANTS, VARIANTS, AnyRuleset
from ..reading import nodes
from ..reading.nodes import Entry, MappingNode, Mark, Node, ScalarNode
from ..reading.pasted_text import find_pasted
from ..reading.pictures import SUFFIX, read_picture
from ..reading.reader import read_file
from ..resolver import NAME, File, Resolver, identity, names_like, own_name
from ..value_findings import (
    ERROR,
    ValueFinding,
    is_sure,
    likely,
    missing_key,
    to_write,
)
from .cures.beginnings import beginning
from .cures.finding_edits import EXTENDS, PATCHES, Resolved, bare, extends_edits
from .cures.forms import flow
from .cures.rearranging import Rearranger
from .effect_checks import keys_in_effect
from .finding_places import Diagnostics
from .patches import CHANGES, DOMAIN, OWN, SET, Patcher, adopted, fixed_key
from .shapes import Shape, fields_of, keys_at, shape_of
from .validation import MOST_TRIALS, check_rules, check_shape, model_of, other_table, unknown_game
from .warnings import check_id, check_languages, check_texts, languages_in

MOST_STEPS = 5  # in a chain of rules, each of which extends the next
FEW = 4  # of cures in the check of a cure, which is only to be without faults
# The only variant of a rule set that lists none; it stands in no file.
_MARK = Mark("splitpick", 0, -1, 0, "", 0)
_NAME = ScalarNode("", msg("standard-variant", "standard game").text, _MARK, _MARK)
_STANDARD = {"standard": (_NAME, MappingNode("", {"name": (_NAME, _NAME)}, _MARK, _MARK))}
_NO_EXTENDS = ValueFinding((EXTENDS,), missing_key(EXTENDS))
_LONG_CHAIN = msg("long-chain", "These rules extend others in over {most} steps.", most=MOST_STEPS)


def read_ruleset(
    file: File,
    games: Mapping[str, GameKind],
    resolver: Resolver | None = None,
    language: Callable[[str], Language] | None = None,
    data: bytes | None = None,
) -> RulesetFile:
    """Read and check the rule set in *file*, whose ``game`` must be one of *games*.

    *data* is read in place of what *file* holds.
    *resolver* finds extended rule sets, by default only beside *file*.  *language* returns a
    language with all catalogs; if given, texts missing in a language and a doubtful id are noted,
    too.  Raises `RulesetError` with all faults, sorted by position.
    """
    waiting = {identity(file): own_name(file)}
    return _Reading(games, resolver or Resolver(), file, waiting, data=data).check(language)


@dataclass
class _Reading:
    """Reader of a rule set and of those that it extends; it reads each file once."""

    games: Mapping[str, GameKind]
    resolver: Resolver
    file: File
    waiting: Mapping[object, str]
    """Names, by `identity`, of the rule sets that extend this one, and its own at the end."""
    checks: dict[object, dict[str, Resolved | None] | UnknownName] = field(default_factory=dict)
    data: bytes | None = None
    """Contents of the file, if they are not those on the disk."""
    trials: int = MOST_TRIALS
    """Most cures tried for a variant; few for a text with a cure, which needs none of its own."""
    resolved: dict[str, Resolved | None] = field(default_factory=dict, init=False)
    """Rules by variant, those above all variants under ``""``; ``None`` if they cannot be used."""

    def __post_init__(self) -> None:
        self.start = read_file(self.file, self.data)
        if "format" not in self.start.value:
            text = (self.start.start_mark.buffer or "").removesuffix("\0")
            if pasted := find_pasted(str(self.file), text):
                raise RulesetError(pasted)
        self.found = Diagnostics(self.start)
        for path, node in nodes.leaves(self.start):
            if path[-1] == "picture" and str(node.value).endswith(SUFFIX):
                picture = None
                try:  # the rules hold it, wherever they are extended or kept
                    picture = read_picture(self.file, node.value)
                except BadValue as error:
                    self.found.note(node, error.message)
                self.start = nodes.with_leaf(self.start, path, picture)

    def check(self, language: Callable[[str], Language] | None = None) -> RulesetFile:
        """Check the rule set; raises `RulesetError` with every fault, sorted by position."""
        version, rulesets = nodes.value_at(self.start, "format"), {}
        if version and type(version.value) is int and version.value != FORMAT:
            # The rules of any other format are unknown.
            message = msg("unknown-format", 'There is no format "{name}".')
            if version.value > FORMAT:
                newer = msg(
                    "ruleset-newer",
                    "This rule set is for a newer version of splitpick. Its format is {version}, "
                    "and this version reads {known}.",
                    version=str(version.value),
                    known=str(FORMAT),
                )
                self.found.note(version, newer)
            else:
                self.found.note(version, likely(message, str(version.value), [str(FORMAT)]))
        else:
            head = self.resolved[""] = self._head()
            kind = self._check_head(head)
            if kind and head:
                rulesets = self._check_variants(kind, head, language)
        findings = self.found.findings()
        errors = [each for each in findings if each.severity == ERROR]
        warnings = [each for each in findings if each.severity != ERROR]
        if errors and language:
            errors = self._rearranged(errors)
        if errors:
            raise RulesetError(errors, warnings)
        extends = nodes.value_at(self.start, EXTENDS)
        return RulesetFile(rulesets, warnings, extends.value if extends else "")

    def _rearranged(self, errors: list[Finding]) -> list[Finding]:
        """Return *errors*, with cures of what stands in the wrong place."""
        head = self.resolved.get("")
        rules = head.rules if head else self.start
        kind = self.games.get(nodes.text_at(rules, "game"))
        model = model_of(kind, nodes.plain(rules)) if kind else AnyRuleset
        table = getattr(kind, "tables", {}).get(nodes.text_at(rules, "table"))

        shape = shape_of(model)

        def keys(path: Sequence[str]) -> list[str]:
            """Return the keys that a mapping at *path* of the file may have; none if it has ids."""
            steps = [*path]
            if VARIANTS in steps[:2] and len(steps) > steps.index(VARIANTS) + 2:
                steps = steps[steps.index(VARIANTS) + 2 :]  # as above all variants
            is_patch = steps[:1] != [] and steps[0] in (SET, *PATCHES)
            steps = steps[is_patch:]
            if not steps and is_patch and path[-1] != SET:
                return [*shape.lists, *shape.mappings]
            if len(steps) == 1 and (steps[0] in shape.lists or steps[0] == VARIANTS):
                return []
            return keys_in_effect(table, steps) or keys_at(model, steps)

        return Rearranger(self.start, self._errors_in, keys, shape.lists).cured(errors)

    def _errors_in(self, text: str) -> Sequence[Finding]:
        """Return the errors that *text* has in place of the file."""
        try:
            replace(self, data=text.encode("utf-8", "surrogateescape"), trials=FEW).check()
        except RulesetError as error:
            return error.findings
        return ()

    def _head(self) -> Resolved | None:
        """Return the rules above all variants; ``None`` if what they extend cannot be used."""
        own = dict(self.start.value)
        if (domain := self.resolver.domain(self.file)) not in ("", OUR_DOMAIN):
            own.setdefault(DOMAIN, (_NAME, nodes.with_value(_NAME, domain)))
        if SET in own:
            message = msg("set-on-top", 'Only variants have "set": write the keys as they are.')
            key, inner = own.pop(SET)
            keys = nodes.entries(inner).items()
            text = "\n".join(f"{name}: {flow(nodes.plain(each[1]))}" for name, each in keys)
            edits = [nodes.replacing(key, text, inner)] if not self.start.flow_style else []
            self.found.note(key, message, edits=edits)
        head = Resolved(nodes.with_value(self.start, own), (self.start, self.start))
        if EXTENDS not in own:
            message = msg("patch-without-extends", 'Without "extends" there is nothing to patch.')
            patches = [own[key][0] for key in own if key in PATCHES]
            if patches and not self._as_misspelt(_NO_EXTENDS).key:
                self.found.note(patches[0], message, edits=self._begun())
            return head
        if not (base := self._base(self.start, head, [])):
            return None
        shape = replace(self._shape_of(base.rules), fixed=())
        patcher = Patcher(head.rules, shape, self.found, dict(base.removed))
        base = replace(base, rules=self._without_misplaced(patcher, base.rules))
        return replace(
            head, rules=patcher.patched(base.rules), steps=base.steps, removed=patcher.removed,
            replaced=base.replaced,
        )  # fmt: skip

    def _without_misplaced(self, patcher: Patcher, rules: MappingNode) -> MappingNode:
        """Note the keys of the file that belong under ``change``; return *rules* without them."""
        before = self._extended(self.start.value[EXTENDS][1].value).rules
        known = fields_of(model_of(self.games[nodes.text_at(rules, "game")], nodes.plain(rules)))
        kept = dict(rules.value)
        for name, entry in self.start.value.items():
            if name not in (*known, *PATCHES) and self._is_variant(entry):
                del kept[name]
            elif name not in PATCHES and patcher.misplaced(name, entry, before, name in known):
                del kept[name]
                if name in before.value:
                    kept[name] = before.value[name]
        return nodes.with_value(rules, kept)

    def _is_variant(self, entry: Entry) -> bool:
        """Note the key *entry* if its value is a variant of the rules that the file extends."""
        extends, variant = self.start.value[EXTENDS][1], entry[1].value
        whole = self._meant(f"{extends.value} {variant}") if isinstance(variant, str) else ""
        if not whole.startswith(f"{extends.value}/"):
            return False
        message = msg("unknown-key", 'There is no key "{name}" here.', name=entry[0].value)
        edits = [nodes.replacing(extends, whole), nodes.without(self.start, *entry)]
        self.found.note(entry[0], to_write(message, f"{EXTENDS}: {whole}"), edits=edits)
        return True

    def _check_head(self, head: Resolved | None) -> GameKind | None:
        """Check the keys above all variants; return the kind of game, if it and its table exist."""
        above = head or Resolved(self.start, (self.start, self.start))
        rules = nodes.plain(above.rules)
        game = rules.get("game")
        kind = self.games.get(game) if isinstance(game, str) else None
        faults = check_shape(AnyRuleset, rules)[1]
        if not kind and "game" not in rules and EXTENDS not in self.start.value:
            self._note_no_game(rules)
            return None
        if kind or not head:
            # A missing key may be in the variants, or in extended rules that cannot be used.
            faults = [fault for fault in faults if not fault.whole]
        if isinstance(game, str) and not kind:
            free = () if EXTENDS in self.start.value else self.resolver.known()
            fault = unknown_game(game, self.games, free)
            first, *second = re.split(r"[\s,;/]+", game)
            for id, other in self.games.items():
                table = game if second[:1] == [] else second[0] if first == id else ""
                if table in getattr(other, "tables", ()) and "table" not in rules:
                    game = table
                    message = to_write(bare(fault.message), f"game: {id}, table: {game}")
                    fault = replace(fault, message=message, cure={"game": id, "table": game})
            faults.append(fault)
        elif kind and head and EXTENDS not in self.start.value and (it := other_table(kind, rules)):
            faults, kind = [it], None
        if kind and head and issubclass(model_of(kind, rules), AnyRuleset):
            # Nothing else can be checked if the table is unknown.
            faults += check_rules(kind, rules)[1]
            kind = None
        self.found.note_all([(above, [*map(self._as_misspelt, faults)])])
        return kind

    def _as_misspelt(self, fault: ValueFinding) -> ValueFinding:
        """Return *fault*, or if it is a missing key, the fault of the key that stands for it."""
        if fault.path == (EXTENDS,) and fault.message.code == "not-text":
            value = nodes.plain(self.start.value[EXTENDS][1])
            parts = [*value.values()] if isinstance(value, dict) else value
            parts = [*value, *parts] if isinstance(value, dict) and len(value) == 1 else parts
            if isinstance(parts, list) and (name := self._meant(" ".join(map(str, parts)))):
                return replace(fault, message=to_write(bare(fault.message), name))
        if fault.message.code == "missing-key" and len(fault.path) == 1:
            needed = str(fault.path[0])
            for wrong, (_, value) in self.start.value.items():
                names_rules = str(value.value).partition("/")[0] in self.resolver.known()
                sure = is_sure(wrong, needed) or (names_rules and needed == EXTENDS)
                if wrong not in fields_of(AnyRuleset) and sure:
                    message = msg("unknown-key", 'There is no key "{name}" here.')
                    message = likely(message, wrong, [needed], needed)
                    return ValueFinding((wrong,), message, key=True)
        return fault

    def _note_no_game(self, rules: Mapping[str, object]) -> None:
        """Note that the file neither has a game nor extends one; or the word it has for that."""
        for needed in (EXTENDS, "game"):
            fault = self._as_misspelt(ValueFinding((needed,), missing_key(needed)))
            if fault.key:
                self.found.note_all([(Resolved(self.start, (self.start, self.start)), [fault])])
                return
        if not {*PATCHES} & {*rules}:
            message = msg(
                "no-game",
                'A rule set needs "extends", the name of the rules that it changes, or "game": {games}',  # noqa: E501
                games=", ".join(sorted(self.games)),
            )
            self.found.note(self.start, message, edits=self._begun())

    def _begun(self) -> list[Edit]:
        """Return the edit that gives the file the first game or rule set that fits it."""
        if self.trials < MOST_TRIALS:
            return []

        def errors_in(text: str) -> list[str]:
            return [each.message.code for each in self._errors_in(text)]

        return beginning(self.start, self.games, self._extensible(), errors_in)

    def _extensible(self) -> Iterator[str]:
        """Yield the names of the rules that a file may extend, with their variants."""
        for name in self.resolver.known():
            with suppress(UnknownName, RulesetError):
                variants = nodes.entries(nodes.value_at(self._extended(name).rules, VARIANTS))
                yield from (name, *(f"{name}/{variant}" for variant in variants))

    def _check_variants(
        self, kind: GameKind, head: Resolved, language: Callable[[str], Language] | None
    ) -> dict[str, Ruleset]:
        """Check the variants; return those that have no errors, by id."""
        rules = {key: each for key, each in head.rules.value.items() if key not in CHANGES}
        self.above = replace(head, rules=nodes.with_value(head.rules, rules))
        self.shape = self._shape_of(self.above.rules)
        self.written = nodes.entries(nodes.value_at(head.rules, VARIANTS)) or _STANDARD
        listed = [*self.written][:MOST_VARIANTS]  # the model reports more
        variants = [found for id in listed if (found := self._variant(id, []))]
        together = all(each.severity != ERROR for each in self.found.findings())
        if language:
            for finding in check_texts(self.start):
                self.found.add(finding)
        if language and (id := nodes.text_at(head.rules, "id")):
            self.found.note_all([(head, check_id(id, self.resolver, self.file))])
        checked: list[tuple[Resolved, list[ValueFinding]]] = []
        rulesets: dict[str, Ruleset] = {}
        for variant in variants:
            if sum(len(faults) for _, faults in checked) >= 1_000:
                break  # the others would repeat most of them
            data = nodes.plain(variant.rules)
            model, faults = check_rules(kind, data, together=together, trials=self.trials)
            if model and together and all(fault.warning for fault in faults):
                source = str(self.file)
                rulesets[variant.id] = Ruleset(source, kind, variant.id, model, data, variant.rules)
            checked.append((variant, faults))
        if language and len(rulesets) == len(variants):
            used = languages_in(self.start)
            owned = self.resolver.has_catalogs(self.file) or DOMAIN in self.start.value
            for variant, faults in checked:
                given = (variant.rules, used, language, owned)
                faults += check_languages(rulesets[variant.id], *given)
        self.found.note_all(checked)
        return rulesets

    def _variant(self, id: str, waiting: list[str]) -> Resolved | None:
        """Return the rules of the variant *id*, if usable; the variants in *waiting* extend it."""
        key, spec = entry = self.written[id]
        if id in waiting:
            message = _circle(waiting[waiting.index(id) :]).message
            extends = nodes.entries(spec).get(EXTENDS)
            edits = [nodes.without(spec, *extends)] if extends and waiting[-1] == id else []
            self.found.note(nodes.value_at(spec, EXTENDS) or spec, message, spec, edits=edits)
        elif id not in self.resolved:
            base = self._base(spec, self.above, [*waiting, id])
            self.resolved[id] = None
            if base:
                patcher = Patcher(spec, self.shape, self.found, dict(base.removed))
                rules = patcher.patched(base.rules)
                if isinstance(spec, MappingNode):
                    fields = {
                        name: each for name, each in spec.value.items() if name not in CHANGES
                    }
                    spec = nodes.with_value(spec, fields)
                only = MappingNode("", {id: (key, spec)}, key.start_mark, key.end_mark)
                rules = nodes.with_value(rules, {**rules.value, VARIANTS: (key, only)})
                self.resolved[id] = Resolved(
                    rules, entry, base.steps, id, patcher.removed, base.replaced
                )
        return self.resolved.get(id)

    def _base(self, spec: Node, above: Resolved, waiting: list[str]) -> Resolved | None:
        """Return the rules that *spec* extends, or *above* if none; ``None`` if they are unusable.

        If *spec* is a variant, *waiting* ends with its id; if it is the file, *waiting* is empty.
        """
        extends, own = nodes.value_at(spec, EXTENDS), above.rules
        if not (extends and isinstance(wanted := extends.value, str)):
            return above if waiting else None  # the model reports one that is no text
        try:
            if max(len(waiting), len(self.waiting)) > 2 * MOST_STEPS:
                raise UnknownName(_LONG_CHAIN)  # a longer chain is not followed to its end
            if waiting and "/" not in wanted:
                if wanted not in self.written:
                    if removed := above.removed.get((VARIANTS, wanted)):
                        patcher = Patcher(self.start, self.shape, self.found)
                        patcher.note_removed(VARIANTS, wanted, extends, removed)
                        return None
                    raise unknown_variant(wanted, self.written, self._titled(wanted))
                base = self._variant(wanted, waiting)
            elif (
                waiting
                and (variant := wanted.removeprefix(f"{nodes.text_at(self.start, 'id')}/"))
                in self.written
            ):
                text = msg("own-variant", "A variant of the same file is named without the file.")
                raise UnknownName(to_write(text, variant))
            else:
                base = self._extended(wanted)
                for key in ("game", "table"):
                    here, there = nodes.value_at(own, key), nodes.text_at(base.rules, key)
                    if here and there and here.value != there:
                        if waiting:
                            text = msg("other-game", 'The "{key}" there is different.', key=key)
                            raise UnknownName(text)
                        self.found.note(here, fixed_key(key))
                        return None
                if waiting:
                    shared = (*OWN, *self.shape.fixed, "credits")
                    kept = {key: each for key, each in own.value.items() if key in shared}
                    own = nodes.with_value(own, kept)
                before = {
                    key: each
                    for key, (_, each) in base.rules.value.items()
                    if key in own.value and isinstance(each, MappingNode)
                }
                base = replace(base, rules=adopted(base, own), replaced=before)
            if base and base.steps == MOST_STEPS:
                raise UnknownName(_LONG_CHAIN)
        except UnknownName as error:
            self.found.note(
                extends, error.message, spec, edits=extends_edits(extends, error.message)
            )
            return None
        return base and replace(base, steps=base.steps + 1)

    def _extended(self, wanted: str) -> Resolved:
        """Return rules of another file: *wanted* is its name, or ``name/variant``.

        Raises `UnknownName` if there are no such rules, or if the file has errors or extends ours.
        """
        if not NAME.fullmatch(wanted):
            message = msg(
                "bad-extends",
                "A rule set is extended by its name as it is listed, such as jolly-roger/advanced.",
            )
            if name := self._meant(wanted):
                raise UnknownName(to_write(message, name))
            raise unknown(message, wanted, sorted(self.resolver.known()), "")
        name, _, variant = wanted.partition("/")
        file = self.resolver.find(name, self.file)
        key, waiting = identity(file), self.waiting
        if key in waiting:
            raise _circle([*waiting.values()][[*waiting].index(key) :])
        if key not in self.checks:
            try:
                reading = replace(self, file=file, waiting={**waiting, key: name}, data=None)
                reading.check()
                self.checks[key] = reading.resolved
            except RulesetError as error:
                first, told = error.findings[0], error.findings[0].message
                if told.code != "circle":
                    at = f"{first.file}:{first.line}"
                    told = msg("extended-faulty", "See {at}: {it}", at=at, it=told)
                self.checks[key] = UnknownName(told)
        if isinstance(base := self.checks[key], UnknownName):
            raise base
        if not (rules := base.get(variant)):
            raise unknown_variant(variant, [*base][1:])
        return rules

    def _titled(self, wanted: str) -> str:
        """Return the variant whose name *wanted* is, or one of the rules that the file extends."""
        for id, (_, spec) in self.written.items():
            texts = nodes.plain(nodes.value_at(spec, "name") or _NAME)
            names = texts.values() if isinstance(texts, dict) else [texts]
            if wanted.casefold() in (str(name).casefold() for name in names):
                return id
        base = nodes.text_at(self.start, EXTENDS).partition("/")[0]
        name = f"{base}/{wanted}"
        if base and NAME.fullmatch(name):
            with suppress(UnknownName, RulesetError):
                self._extended(name)
                return name
        return ""

    def _meant(self, wanted: str) -> str:
        """Return the name of rules that *wanted* may stand for, and that are there."""
        names = [*filter(NAME.fullmatch, names_like(wanted, self.resolver.known()))]
        near: list[str] = []
        for nearest in (names, near):
            for name in nearest:
                ruleset, slash, variant = name.partition("/")
                try:
                    self._extended(name)
                    return name
                except (UnknownName, RulesetError) as error:
                    meant = suggestion(error.message)
                    if slash and meant and error.message.code == "unknown-variant":
                        return f"{ruleset}/{meant}"
                    if meant and error.message.code == "unknown-ruleset" and nearest is names:
                        near.append(f"{meant}{slash}{variant}")
        return ""

    def _shape_of(self, rules: MappingNode) -> Shape:
        """Return the `Shape` of *rules*; their game must be known."""
        return shape_of(model_of(self.games[nodes.text_at(rules, "game")], nodes.plain(rules)))


def _circle(names: list[str]) -> UnknownName:
    circle = " → ".join(map(excerpt, [*names[:10], names[0]]))
    return UnknownName(msg("circle", "These rules extend themselves: {circle}.", circle=circle))
