"""Reading and checking a rule set in all its variants, with the rule sets that it extends."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path

from ...errors import RulesetError, UnknownName
from ...text import Language, msg
from ..faults import ERROR, Fault, likely
from ..kinds import GameKind
from ..load import Ruleset, RulesetFile
from ..models import FORMAT, AnyRuleset
from ..reading.files import Source, decode, read_source
from ..reading.nodes import MappingNode, plain, text_at, value_at, with_value
from ..reading.reader import read_mapping
from ..resolver import File, Resolver, identity, own_name
from .diagnostics import Diagnostics
from .inheritance import (
    ABROAD,
    EXTENDS,
    LONG_CHAIN,
    MOST_STEPS,
    Inheritance,
    Resolved,
    circle_of,
    unknown_variant,
)
from .patches import PATCHES
from .validation import Shape, check_rules, model_of, shape_faults, shape_of, unknown_game
from .warnings import check_id, check_languages

MOST_FOUND = 1_000
"""After so many findings no further variant is checked: it would repeat most of them."""

NAME = re.compile(r"[a-z][a-z0-9-]{0,39}(/[a-z][a-z0-9-]{0,39})?")
"""The name of another rule set, or of a variant of it."""


def read_ruleset(
    file: Path | Traversable,
    games: Mapping[str, GameKind],
    resolver: Resolver | None = None,
    language: Callable[[str], Language] | None = None,
) -> RulesetFile:
    """Read the rule set in *file*, which may be of any of *games*.

    *resolver* finds what it extends.  With *language*, which makes a language with all catalogs, a
    text that is not in every language is a warning.  Raises `RulesetError` with every fault there
    is, sorted by position.
    """
    source = read_source(file)
    return _Reading(games, resolver or Resolver(), language).check(source, file)[0]


def parse_ruleset(text: str, games: Mapping[str, GameKind], name: str = "") -> RulesetFile:
    """Read a rule set from the YAML in *text*; *name* stands for its file.

    It cannot extend another: a text may come from anywhere, so no file is opened for it.
    """
    source = decode(name, text.encode("utf-8", "surrogatepass"))
    return _Reading(games, Resolver(), None).check(source, None)[0]


@dataclass
class _Reading:
    """Reads a rule set and those that it extends, each file once."""

    games: Mapping[str, GameKind]
    resolver: Resolver
    language: Callable[[str], Language] | None
    _checks: dict[object, list[Resolved] | RulesetError] = field(default_factory=dict, init=False)
    _waiting: dict[object, str] = field(default_factory=dict, init=False)
    """Names of the rule sets whose check waits for one that they extend."""

    def check(self, source: Source, file: File | None) -> tuple[RulesetFile, list[Resolved]]:
        """Check the text of *source*, read from *file*; return also the rules others may extend.

        Raises `RulesetError` with every fault, sorted by position.
        """
        start = read_mapping(source)
        found, version = Diagnostics(start), value_at(start, "format")
        key = identity(file) if file else None
        self._waiting[key] = own_name(file) if file else ""
        resolved: list[Resolved] = []
        rulesets: dict[str, Ruleset] = {}
        try:
            if version and type(version.value) is int and version.value != FORMAT:
                # What another format may say cannot be judged here.
                wanted = str(version.value)
                message = msg("unknown-format", 'There is no format "{name}".', name=wanted)
                found.note_at(version, likely(message, wanted, [str(FORMAT)]))
            else:
                resolved, rulesets = self._variants(start, file, found)
        finally:
            del self._waiting[key]
        findings = found.findings()
        errors = [finding for finding in findings if finding.severity == ERROR]
        warnings = [finding for finding in findings if finding.severity != ERROR]
        if errors:
            raise RulesetError(errors, warnings)
        return RulesetFile(rulesets, warnings), resolved

    def _variants(
        self, start: MappingNode, file: File | None, found: Diagnostics
    ) -> tuple[list[Resolved], dict[str, Ruleset]]:
        """Return the rules that others may extend, and the variants without faults."""
        inheritance = Inheritance(
            start, lambda wanted: self._extended(wanted, file), self._shape, found.note_at
        )
        head = inheritance.head(self.resolver.domain(file) if file else "")
        kind = self._check_head(start, head, found)
        if kind is None or head is None:
            return [], {}
        variants, together = inheritance.variants(head), not len(found)
        language = self.language if len(self._waiting) == 1 else None
        if language:
            found.note(head, *check_id(plain(head.rules), self.resolver, file))
        checked: list[tuple[Resolved, list[Fault]]] = []
        rulesets: dict[str, Ruleset] = {}
        for variant in variants:
            if sum(len(faults) for *_, faults in checked) >= MOST_FOUND:
                break
            data = plain(variant.rules)
            model, faults = check_rules(kind, data, together=together)
            if model and all(fault.warning for fault in faults):
                ruleset = Ruleset(
                    start.start_mark.name, kind, variant.id, model, data, variant.rules
                )
                rulesets[variant.id] = ruleset
            checked.append((variant, faults))
        if language and len(rulesets) == len(variants):
            for variant, faults in checked:
                faults += check_languages(rulesets[variant.id], variant.rules, language)
        found.note_all(checked)
        return [head, *variants], rulesets

    def _check_head(
        self, start: MappingNode, head: Resolved | None, found: Diagnostics
    ) -> GameKind | None:
        """Return the kind of game, and check what the file says of itself and of its variants."""
        patches = {key: start.value[key] for key in (EXTENDS, *PATCHES) if key in start.value}
        node = head.rules if head else start
        above = Resolved("", with_value(node, {**node.value, **patches}))
        rules = plain(above.rules)
        game = rules.get("game")
        kind = self.games.get(game) if isinstance(game, str) else None
        if isinstance(game, str) and not kind:
            found.note(above, unknown_game(game, self.games))
        for fault in shape_faults(AnyRuleset, rules)[1]:
            # What is missing may stand in the variants, or come from what cannot be had.
            if not fault.whole or (kind is None and head):
                found.note(above, fault)
        if kind and head and issubclass(model_of(kind, rules), AnyRuleset):
            # Of a table that is unknown nothing else can be judged.
            found.note(above, *check_rules(kind, rules)[1])
            return None
        return kind

    def _shape(self, rules: MappingNode) -> Shape:
        """Return the shape of *rules* whose game is known."""
        return shape_of(model_of(self.games[text_at(rules, "game")], plain(rules)))

    def _extended(self, wanted: str, asker: File | None) -> Resolved:
        """Return the rules that *asker* extends, *wanted* by name.

        Raises `UnknownName` if they cannot be had.
        """
        if not NAME.fullmatch(wanted):
            message = msg(
                "bad-extends",
                "This must be the name of a rule set, optionally with a variant, as in"
                " jolly-roger/advanced; not a path.",
            )
            raise UnknownName(message)
        name, _, variant = wanted.partition(ABROAD)
        file = self.resolver.find(name, asker)
        key, waiting = identity(file), [*self._waiting]
        if key in waiting:
            raise circle_of([self._waiting[each] for each in waiting[waiting.index(key) :]])
        if len(waiting) > MOST_STEPS + 2:  # and more are not followed to their end
            raise UnknownName(LONG_CHAIN)
        if key not in self._checks:
            try:
                self._checks[key] = self.check(read_source(file), file)[1]
            except RulesetError as error:
                self._checks[key] = error
        check = self._checks[key]
        if not isinstance(check, RulesetError):
            resolved = {each.id: each for each in check}
            if variant not in resolved:
                raise unknown_variant(variant, [*resolved][1:])
            return resolved[variant]
        first = check.findings[0]
        if first.message.code == "circle":
            raise UnknownName(first.message)
        message = msg(
            "extended-faulty",
            'The rule set "{name}" has faults itself, the first in {place}: {message}',
            name=name,
            message=first.message,
            place=msg("file-and-line", "{file}, line {line}", file=first.file, line=first.line),
        )
        raise UnknownName(message)
