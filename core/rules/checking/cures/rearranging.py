"""Rearrange what stands in the wrong place: move a key, indent it otherwise, or leave it out.

Each is tried: it is offered only if the file is better with it.  The number of trials does not grow
with the file, so they take no longer than a few checks.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from ....errors import Edit, Finding, suggestion
from ...characters import LINE_END
from ...models import VARIANTS
from ...reading import nodes
from ...reading.edits import apply_edits, edited, loses_values
from ...reading.explained_repairs import NO_DASH
from ...reading.lookalikes import made_plain
from ...reading.nodes import MappingNode, Node, SequenceNode
from ...value_findings import INDENTATION, further_out, is_sure, to_write, words_meant
from .finding_edits import EXTENDS, bare, unhinted
from .forms import flow
from .restating import Cure, Entries, Restating, elsewhere, left_out, or_left_out

MOST_TRIED, MOST_CHECKS, MOST_CHARACTERS = 12, 24, 30_000
"""Most trials for one finding, and for all; no file with more characters is rearranged."""
MOST_CURED, MOST_PROVEN = 3, 6  # one by one
TRUE_FAULTS = frozenset({"deck-mismatch", "deck-too-small", "unused-strength"})
"""Faults that a right key may show: they are about numbers, not about places."""


@dataclass
class Rearranger(Restating):
    """Rearranger of a file: it tries other forms and places, and offers the first that cures."""

    _checks: int = field(default=0, init=False)

    def cured(self, errors: Sequence[Finding]) -> list[Finding]:
        """Return *errors*, the first of them with cures if a rearrangement is one."""
        if len(self.text) > MOST_CHARACTERS:
            return [*errors]
        each = [self._proven([finding])[0] for finding in errors[:MOST_PROVEN]]
        errors = [*each, *self._proven(errors[MOST_PROVEN:])]
        found = [*errors]
        for finding in errors[:MOST_CURED]:
            if stray := self._stray(finding):
                entries, there = stray
                for cure in self._cures(entries, there, errors):
                    if self._errors_after(cure.edits, errors) == ():
                        return [replace(there, message=cure.message, edits=tuple(cure.edits))]
            if finding not in found:
                continue
            after = self._errors_after(finding.edits, errors) if finding.edits else None
            if after is not None and not after:
                return [finding]  # all others come of it
            if after is not None and finding.message.code != "missing-key":
                continue
            if only := self._stand_in(finding, errors):
                return [only]
            left_over: Cure | None = None
            for cure in self._few_cures(finding, errors):
                if self._keeps_unknown(cure, errors):
                    continue
                after = self._errors_after(cure.edits, errors)
                if after is None or (after and not cure.sure):
                    continue
                if left_over and not cure.sure:
                    break  # what was written is kept if it can be
                if not after:
                    left_over = cure
                    break
                left_over = left_over or cure
            if left_over:
                lost = loses_values(self.text, left_over.edits)
                edits = () if lost else tuple(left_over.edits)
                cured = replace(finding, message=left_over.message, edits=edits)
                left = self._errors_after(left_over.edits, errors) or ()
                if {each.message.code for each in left} <= TRUE_FAULTS:
                    return [cured]  # all others come of it
                found[found.index(finding)] = cured
        return found

    def _keeps_unknown(self, cure: Cure, errors: Sequence[Finding]) -> bool:
        """Return whether *cure* writes anew a key that stands for another, as one of *errors* says.

        ``{efect: none, count: 0}`` is not ``{efect: {code: none, count: 0}}``.
        """
        write = suggestion(cure.message)
        names = (str(bare(each.message).params.get("name")) for each in errors if each.edits)
        return any(re.search(rf"(?<![\w-]){re.escape(name)}: ", write) for name in names)

    def _proven(self, findings: Sequence[Finding]) -> list[Finding]:
        """Return *findings*, without their cures where those lead to another fault, or nowhere.

        What stood in the file before may have faults of its own that are cured next.
        """
        text, put_in = edited(self.text, [edit for each in findings for edit in each.edits])
        before = made_plain(self.text)
        starts = [0, *(end.end() for end in LINE_END.finditer(text))]
        wrong = set[Edit]()
        for after in self.check(text) if put_in else ():
            at = starts[after.line - 1] + after.column - 1
            own = made_plain(text[at : at + after.length]) in before and after.edits
            if not own and after.message.code.startswith(("unknown-", "not-")):
                wrong |= {edit for start, end, edit in put_in if start <= at < end}
        return [
            replace(each, message=unhinted(each.message), edits=())
            if wrong & {*each.edits} or (not each.edits and "beside" in each.message.params)
            else each
            for each in findings
        ]

    def _stray(self, finding: Finding) -> tuple[Entries, Finding] | None:
        """Return the key that *finding* lacks at the top, where it stands, with a finding there."""
        codes = {"patch-without-extends": EXTENDS, "no-game": EXTENDS}
        name = codes.get(finding.message.code) or bare(finding.message).params.get("key")
        if name in self.root.value or finding.message.code not in (*codes, "missing-key"):
            return None
        for mapping in self._mappings:
            if str(name) in mapping.value and not {"add", "variants"} & {*self._path(mapping)}:
                key = mapping.value[str(name)][0]
                return Entries(mapping, [str(name)]), nodes.finding_at(key, finding.message)
        return None

    def _stand_in(self, finding: Finding, errors: Sequence[Finding]) -> Finding | None:
        """Return the fault of a key in place of which the one is meant that *finding* misses."""
        wanted = bare(finding.message).params.get("key")
        places = [(it.line, it.column) for it in errors]
        for mapping in self._mappings if finding.message.code == "missing-key" else ():
            for key, value in mapping.value.values():
                if {_place(key), _place(value)} & {*places[:MOST_CURED]}:
                    write = f"{wanted}: {flow(nodes.plain(value))}"
                    edits = [nodes.replacing(key, str(wanted))]
                    if isinstance(value.value, int) and "points" in self.keys(self._path(mapping)):
                        write = f"{wanted}: {key.value}, points: {value.value}"  # penalty: 3
                        edits = [nodes.replacing(key, write, value)]
                    if isinstance(value, MappingNode) and len(mapping.value) == 1:
                        # {runs: {...}}
                        write = flow({str(wanted): key.value, **nodes.plain(value)})
                        edits = [nodes.replacing(mapping, write)]
                    if (after := self._errors_after(edits, errors)) is not None and not after:
                        message = to_write(bare(finding.message), write)
                        return nodes.finding_at(key, message, edits=edits)
        return None

    def _few_cures(self, finding: Finding, errors: Sequence[Finding]) -> Iterator[Cure]:
        place = finding.line, finding.column
        if finding.message.code in ("twin-key", "said-twice"):
            return  # it is said which of two is meant
        for mapping in self._mappings:
            for name, (key, _) in mapping.value.items():
                if _place(key) == place:
                    entries = Entries(mapping, [name])
                    yield from self._listed(entries, bare(finding.message))
                    yield from self._nested(mapping, finding)
                    yield from self._in_one(mapping, finding)
                    yield from self._by_item(entries, finding)
                    yield from islice(self._cures(entries, finding, errors), MOST_TRIED)
                    if "outer" in finding.message.params:
                        return  # it is said where it belongs
                    path = self._path(mapping)
                    if path[-1:] == [VARIANTS]:
                        return  # a whole game is not left out
                    only = len(mapping.value) == 1 and (len(path) > 2 or path[:1] != ["change"])
                    edits = [] if only else self._without(entries)
                    what = finding.message
                    if edits and loses_values(self.text, edits):
                        # none is known, and nothing else is said of it
                        unsaid = bare(what).code.startswith("unknown-") and not suggestion(what)
                        edits = edits if unsaid else []
                    homes = [home for home in self.lists if name in self.keys([home, ""])]
                    if edits and len(homes) == 1 and mapping is self.root:
                        yield Cure(edits, elsewhere(bare(what), homes[0]), False)
                    elif edits:
                        told = or_left_out(what) if "hint" in what.params else left_out(bare(what))
                        yield Cure(edits, told, False)
                    return
            if mapping is not self.root and _place(mapping) == place:
                yield from self._merged(Entries(mapping, [*mapping.value]), finding)
        for mapping in self._mappings:
            for name, (_, value) in mapping.value.items():
                if _place(value) == place:
                    yield from self._of_value(Entries(mapping, [name]), finding)

    def _errors_after(
        self, edits: Sequence[Edit], errors: Sequence[Finding]
    ) -> Sequence[Finding] | None:
        """Return the errors with *edits* made; ``None`` if the file is no better with them."""
        if self._checks >= MOST_CHECKS:
            return None
        self._checks += 1
        text = apply_edits(self.text, edits)
        after = self.check(text)
        before = {str(bare(each.message)) for each in errors}
        new = [
            each
            for each in after
            if each.message.code not in TRUE_FAULTS and str(bare(each.message)) not in before
        ]
        old = [each for each in after if each.message.code not in TRUE_FAULTS]
        return None if new or len(old) >= len(errors) else after

    def _cures(
        self, entries: Entries, finding: Finding, errors: Sequence[Finding]
    ) -> Iterator[Cure]:
        """Yield *entries* elsewhere, alone, or with the next ones that are wrong, or with all."""
        at = {(each.line, each.column) for each in errors}
        mapping, names = entries.mapping, [*entries.mapping.value]
        start = names.index(entries.names[0])
        count = 1
        while start + count < len(names) and _place(mapping.value[names[start + count]][0]) in at:
            count += 1
        several = Entries(mapping, names[start : start + count])
        groups = [entries, several] if count > 1 else [entries]
        yield from self._turned(entries, bare(finding.message))
        for group in [*groups, Entries(mapping, names[start:])]:
            yield from self._indented(group)
        for group in groups:
            yield from self._moved(group, finding)
        yield from self._merged(Entries(mapping, names), finding)

    def _indented(self, entries: Entries) -> Iterator[Cure]:
        """Yield the lines of *entries*, indented as other keys around or as values before them."""
        mapping, start = entries.mapping, entries.first.start_mark
        if nodes.in_flow(mapping) or nodes.line_at(start)[: start.column].strip():
            return
        depths: list[tuple[int, list[str]]] = []  # each with the path of the mapping there
        above = self._path(mapping)
        names = [*mapping.value]
        at = names.index(entries.names[0])
        bare_key: list[str] | None = None  # it lacks its value, which may be in any language
        if at:
            key, value = mapping.value[names[at - 1]]
            bare_key = [*above, key.value] if value.value is None else None
            while True:
                above = [*above, key.value]
                is_block = isinstance(value, MappingNode) and not nodes.in_flow(value)
                column = value.start_mark.column if is_block else key.start_mark.column + 2
                depths.append((column, above))
                if not nodes.entries(value) or nodes.in_flow(value):
                    break
                key, value = [*nodes.entries(value).values()][-1]
        node: Node = mapping
        while id(node) in self._around:
            node = self._around[id(node)][0]
            depths.append((node.start_mark.column, self._path(node)))
        first, last = start.line, nodes.end_of(entries.last).line
        lines = self.text.split("\n")[first : last + 1]
        for depth, path in depths:
            if depth != start.column and (path == bare_key or self._fits(path, entries.names[0])):
                moved = [
                    " " * max(0, depth - start.column) + line[max(0, start.column - depth) :]
                    if line.strip()
                    else line
                    for line in lines
                ]
                edit = Edit(first + 1, 1, last + 1, len(lines[-1]) + 1, "\n".join(moved))
                yield Cure([edit], INDENTATION)

    def _moved(self, entries: Entries, finding: Finding) -> Iterator[Cure]:
        """Yield *entries* in other mappings of the file, the nearest first, or in new ones."""
        name = entries.names[0]
        text = flow(entries.plain)[1:-1]
        above: list[Node] = [entries.mapping]
        while id(above[-1]) in self._around:
            above.append(self._around[id(above[-1])][0])
        message = bare(finding.message)
        taken, own = self._without(entries), self._path(entries.mapping)
        item = next((own[: at + 2] for at, step in enumerate(own[:-1]) if step in self.lists), [])
        yield from self._wrapped(entries, message)
        for target in self._by_distance(above, entries) if taken else ():
            mark = target.start_mark
            start, end = (mark.line + 1, mark.column + 1), taken[0][2:4]
            if taken[0][:2] <= start < end:
                continue  # it goes with them
            path = self._path(target)
            line = text if self._fits(path, name) else self._respelt(path, entries)
            if not line:
                continue
            if {*entries.names} & {*nodes.entries(target)}:
                continue
            if path[: len(item)] != item and name in self.keys([]):
                continue  # what is said of one item would hold for all
            if target in above:
                beside = next(iter(target.value))
                told = further_out(message, name, line, beside)
            else:
                told = elsewhere(message, self._named(target))
            if isinstance(target, MappingNode):
                yield Cure([*taken, nodes.inserting(target, line, entries.last)], told)
        names = [*entries.mapping.value]
        for other in names:
            key, value = entries.mapping.value[other]
            if value.value is None and other not in entries.names and taken:
                told = elsewhere(message, other)
                yield Cure([*taken, nodes.replacing(key, f"{other}: {{{text}}}", value)], told)

    def _respelt(self, path: Sequence[str], entries: Entries) -> str:
        """Return *entries*, if it is only one, with its key as a mapping at *path* spells it."""
        (name, value), *others = entries.plain.items()
        keys = () if others else self.keys(path)
        meant = next((key for key in words_meant(name, keys) if is_sure(name, key)), "")
        return flow({meant: value})[1:-1] if meant else ""

    def _fits(self, path: Sequence[str], name: str) -> bool:
        return name in (self.keys(path) or [name])

    def _merged(self, entries: Entries, finding: Finding) -> Iterator[Cure]:
        """Yield an item of a list with its keys in the item before, from which they were cut."""
        around, _ = self._around.get(id(entries.mapping), (None, ""))
        if not isinstance(around, SequenceNode) or not entries.names:
            return
        if not (taken := self._without(entries)):
            return
        at = next(n for n, item in enumerate(around.value) if item is entries.mapping)
        before = around.value[at - 1] if at else None
        if isinstance(before, MappingNode) and not {*before.value} & {*entries.names}:
            message = bare(finding.message)
            told = elsewhere(message, self._named(before))
            told = NO_DASH if message.code == "missing-key" else told
            sign = ", " if nodes.in_flow(before) else "\n" + " " * before.start_mark.column
            text = sign.join(flow({key: it})[1:-1] for key, it in entries.plain.items())
            yield Cure([*taken, nodes.inserting(before, text)], told)

    def _by_distance(self, above: Sequence[Node], entries: Entries) -> list[MappingNode]:
        """Return the mappings of the file, the nearest to the first of *above* first."""
        depth = {id(node): steps for steps, node in enumerate(above)}
        own = entries.mapping.value

        def distance(target: Node) -> int:
            steps, node = 0, target
            while id(node) not in depth:
                node, steps = self._around[id(node)][0], steps + 1
            return steps + depth[id(node)]

        inside = {id(own[name][1]) for name in entries.names}

        def is_inside(target: Node) -> bool:
            while id(target) in self._around:
                if id(target) in inside:
                    return True
                target = self._around[id(target)][0]
            return False

        def crosses_list(target: Node) -> bool:
            """Return whether *target* is in an item, any of which would do as well."""
            while id(target) not in depth:
                target = self._around[id(target)][0]
                if isinstance(target, SequenceNode):
                    return True
            return False

        start = entries.first.start_mark.index
        others = [
            each
            for each in self._mappings
            if each is not above[0] and not is_inside(each) and not crosses_list(each)
        ]
        return sorted(others, key=lambda each: (distance(each), abs(each.start_mark.index - start)))


def _place(node: Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1
