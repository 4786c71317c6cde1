"""Reading and checking a rule set in all its variants, with the rule sets that it extends."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from ...errors import Finding, RulesetError, UnknownName
from ...text import Language, Message, msg
from ..faults import ERROR
from ..kinds import GameKind
from ..models import FORMAT, AnyRuleset
from ..reading.files import Source, read_source
from ..reading.nodes import MappingNode, plain_mapping, text_at, value_at, with_value
from ..reading.reader import read_nodes
from ..resolver import File, Resolver, identity, own_name
from .diagnostics import Diagnostics
from .inheritance import (
    ABROAD,
    EXTENDS,
    MOST_STEPS,
    CheckedVariant,
    Inheritance,
    Resolved,
    circle_of,
    long_chain,
    unknown_variant,
)
from .patches import PATCHES
from .validation import Shape, check_rules, model_of, shape_faults, shape_of, unknown_game
from .warnings import check_id, check_languages

MOST_FOUND = 1_000
"""After so many findings no further variant is looked at: it would have most of them, too."""

NAME = re.compile(r"[a-z][a-z0-9-]{0,39}(/[a-z][a-z0-9-]{0,39})?")
"""The name of another rule set, or of a variant of it."""


@dataclass
class Reading:
    """Reads rule sets of *games* for the sake of one of them; each file once."""

    games: Mapping[str, GameKind]
    resolver: Resolver = field(default_factory=Resolver)
    language: Callable[[str], Language] | None = None
    """Makes the languages that texts should be in, where that is to be looked at."""
    _checks: dict[object, FileCheck | RulesetError] = field(default_factory=dict, init=False)
    _waiting: dict[object, str] = field(default_factory=dict, init=False)
    """The rule sets that are being checked, each with its name, and wait for what they extend."""

    def check(self, source: Source, file: File | None = None) -> FileCheck:
        """Check the text of *source*; *file* is where it was read from, if it was.

        Raises `RulesetError` with every fault, sorted by position.
        """
        start, findings = read_nodes(source)
        if start is None:
            raise RulesetError(_sorted(findings))
        check = FileCheck(start, self, file)
        key = identity(file) if file else None
        self._waiting[key] = own_name(file) if file else ""
        try:
            more = check.run(self.language if len(self._waiting) == 1 else None)
        finally:
            del self._waiting[key]
        # What was read with a fault is not judged a second time.
        known = {(finding.line, finding.column) for finding in findings}
        findings += [found for found in more if (found.line, found.column) not in known]
        found = _sorted(findings)
        errors = [finding for finding in found if finding.severity == ERROR]
        check.warnings = [finding for finding in found if finding.severity != ERROR]
        if errors:
            raise RulesetError(errors, check.warnings)
        return check

    def extended(self, wanted: str, asker: File | None) -> FileCheck | Message:
        """Return the rule set that *asker* extends, *wanted* by name, or what is wrong with it."""
        if not NAME.fullmatch(wanted):
            return msg(
                "bad-extends",
                "Here stands the name of a rule set, alone or as in jolly-roger/advanced with a"
                " variant; no path.",
            )
        name = wanted.partition(ABROAD)[0]
        try:
            file = self.resolver.find(name, asker)
        except UnknownName as error:
            return error.message
        key, waiting = identity(file), [*self._waiting]
        if key in waiting:
            return circle_of([self._waiting[each] for each in waiting[waiting.index(key) :]])
        if len(waiting) > MOST_STEPS + 2:  # and more are not followed to their end
            return long_chain()
        if key not in self._checks:
            try:
                self._checks[key] = self.check(read_source(file), file)
            except RulesetError as error:
                self._checks[key] = error
        check = self._checks[key]
        if isinstance(check, FileCheck):
            return check
        first = check.findings[0]
        if first.message.code == "circle":
            return first.message
        return msg(
            "extended-faulty",
            'The rule set "{name}" has faults of its own, the first in {place}: {message}',
            name=name,
            message=first.message,
            place=msg("file-and-line", "{file}, line {line}", file=first.file, line=first.line),
        )


@dataclass
class FileCheck:
    """Finds what is wrong in the rule set *start*, which is read in *reading* from *file*."""

    start: MappingNode
    reading: Reading
    file: File | None = None
    kind: GameKind | None = None
    variants: list[CheckedVariant] = field(default_factory=list)
    warnings: list[Finding] = field(default_factory=list)
    resolved: list[Resolved] = field(default_factory=list)
    """What stands above all variants, and the rules of each, as others may extend them."""

    def run(self, language: Callable[[str], Language] | None) -> list[Finding]:
        """Find every fault, in any order; where there is none, `kind` and `variants` are set.

        With *language* texts that are not in every language are faults as well.
        """
        found, resolver = Diagnostics(self.start), self.reading.resolver
        version = value_at(self.start, "format")
        if version and type(version.value) is int and version.value != FORMAT:
            # What another format may say cannot be judged here.
            message = msg("unknown-format", "Only format {format} can be read.", format=FORMAT)
            found.note_at(version, message, self.start)
            return found.findings()
        inheritance = Inheritance(self.start, self._find, self._shape, found.note_at)
        head = inheritance.head(resolver.domain(self.file) if self.file else "")
        self._check_head(head, found)
        self.resolved = [head]
        if self.kind:
            self.resolved += inheritance.variants(head)
            for variant in self.resolved[1:]:
                if len(found) < MOST_FOUND:
                    self._check_variant(self.kind, variant, found)
        if language:
            for fault in check_id(plain_mapping(head.rules), resolver, self.file):
                found.note(head, fault)
        if language and self.kind:
            for checked in self.variants:
                for fault in check_languages(self.kind, checked, found.file, language):
                    found.note(checked.resolved, fault)
        return found.findings()

    def _find(self, wanted: str) -> Resolved | Message:
        """Find the rules called *wanted*: of a variant, or of a whole rule set."""
        check = self.reading.extended(wanted, self.file)
        if isinstance(check, Message):
            return check
        variant = wanted.partition(ABROAD)[2]
        for resolved in check.resolved:
            if resolved.id == variant:
                return resolved
        return unknown_variant(variant, [resolved.id for resolved in check.resolved[1:]])

    def _shape(self, rules: MappingNode) -> Shape:
        """Return the shape of *rules* that extend others, whose game is known."""
        return shape_of(model_of(self.reading.games[text_at(rules, "game")], plain_mapping(rules)))

    def _check_head(self, head: Resolved, found: Diagnostics) -> None:
        """Find the kind of game, and check what the file says of itself and of its variants."""
        own = self.start.value
        patches = {key: own[key] for key in (EXTENDS, *PATCHES) if key in own}
        above = replace(head, rules=with_value(head.rules, {**head.rules.value, **patches}))
        rules, games = plain_mapping(above.rules), self.reading.games
        game = rules.get("game")
        if isinstance(game, str) and game not in games:
            found.note(above, unknown_game(game, games))
        self.kind = games.get(game) if isinstance(game, str) else None
        for fault in shape_faults(AnyRuleset, rules)[1]:
            # What is missing may stand in the variants, or come from what cannot be had.
            if not fault.whole or (self.kind is None and not head.faulty):
                found.note(above, fault)

    def _check_variant(self, kind: GameKind, variant: Resolved, found: Diagnostics) -> None:
        data = plain_mapping(variant.rules)
        model, faults = check_rules(kind, data)
        found.checked += 1
        for fault in faults:
            # What needs the numbers of the whole says nothing of a variant that is not as meant.
            if not (fault.whole and variant.faulty):
                found.note(variant, fault)
        if model and all(fault.warning for fault in faults):
            self.variants.append(CheckedVariant(variant, data, model))


def _sorted(findings: Iterable[Finding]) -> list[Finding]:
    """Put *findings* into the order of the file, each once."""
    different = {(found.line, found.column, found.message): found for found in findings}
    return sorted(different.values(), key=lambda finding: (finding.line, finding.column))
