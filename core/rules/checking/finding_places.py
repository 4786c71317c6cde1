"""The findings in all variants of a rule set, each at a place in the file of the rule set."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ...errors import Edit, Finding, suggestion
from ...text import Message, Param, msg
from ..characters import LINE_END, excerpt
from ..reading import nodes
from ..reading.lookalikes import made_plain, odd_at, odd_character, plain_form
from ..reading.nodes import Entry, MappingNode, Node, ScalarNode, SequenceNode
from ..reading.pasted_text import COMMENT_SIGN
from ..value_findings import ERROR, INDENTATION, WARNING, ValueFinding, to_write
from .cures.finding_edits import (
    EXTENDS,
    PATCHES,
    Blamed,
    FindingEdits,
    Resolved,
    bare,
    needed_id,
    removed_id,
)
from .cures.forms import flow

MOST_LINES = 8  # listed of a mistake that is made in several


@dataclass
class Diagnostics(FindingEdits):
    """Collector of the findings of the rule set whose root node is *start*."""

    _findings: dict[object, Finding] = field(default_factory=dict, init=False)

    def note(
        self,
        node: Node,
        message: Message,
        spec: Node | None = None,
        severity: str = ERROR,
        edits: Sequence[Edit] | None = None,
    ) -> None:
        """Note *message* about *node*, in the rules of the variant written as *spec*, if any.

        A node of another file is reported at the ``extends`` that led there, of *spec* or the file.
        *edits* cure it, by default what *message* suggests in place of *node*.
        """
        here, text = node, message
        if not self.is_here(node):
            doors = [nodes.value_at(each, EXTENDS) for each in (spec, self.start)]
            here = next((door for door in doors if door and self.is_here(door)), self.start)
            place = self.place(node)
            text = msg(message.code, "{message} See {place}.", message=message, place=place)
            edits = edits or ()
        found = nodes.finding_at(here, text, severity, edits)
        if here is node:
            found = _with_own_ink(_with_odd_character(node, found))
        at = nodes.position(here), bare(found.message)
        if at not in self._findings or (found.edits and found.severity == severity):
            self._findings[at] = found

    def note_all(self, checked: Sequence[tuple[Resolved, Iterable[ValueFinding]]]) -> None:
        """Note the faults of the *checked* variants; a fault of a single value is noted once."""
        nearest: dict[object, tuple[Blamed, ValueFinding, dict[str, Resolved]]] = {}
        outer: set[str] = set()
        for rules, fault in ((rules, fault) for rules, faults in checked for fault in faults):
            blamed = self._blamed(rules, fault)
            if blamed.message.code == "replaced-mapping":
                outer.add(str(blamed.message.params["key"]))
            at = nodes.position(blamed.node), bare(blamed.message)
            noted = nearest.setdefault(at, (blamed, fault, {}))
            noted[-1][rules.id] = rules
        for blamed, fault, variants in nearest.values():
            if blamed.message.code != "replaced-mapping" and fault.path and fault.path[0] in outer:
                continue  # what is wrong in it comes of what it lacks
            if fault.here and not self._is_said_here(blamed.node, [*variants.values()], checked):
                continue
            node, message, several = blamed.node, blamed.message, [*variants.values()]
            rules, places = several[0], [(node, several[0])]
            alone = not (fault.whole or fault.also or fault.other) and self.is_here(node)
            if (
                alone  # what is wrong by itself is so wherever it counts
                or len(variants) == len(checked)
                or any(nodes.is_inside(node, each.entry) for each in several)
            ):
                pass
            elif not fault.whole:
                ids = ", ".join(map(excerpt, variants))
                only = msg(message.code, "{message} (only in {variants})", variants=ids)
                message = only.filled(message=message)
            else:  # a whole fault is noted at each variant that has it
                own = blamed.is_own
                places = [(node if own else each.entry[0], each) for each in several]
                places = places[:1] if own else places
            for at_node, each in places:
                severity = WARNING if fault.warning else ERROR
                edits, told = self.edits_of(each, fault, blamed), message
                here = EXTENDS in self.start.value
                if fault.cure and edits and each.id and here and not self.is_here(at_node):
                    told, at_node = (
                        self._of_other_file(each, fault, message),
                        self.start.value[EXTENDS][1],
                    )
                self.note(at_node, told, each.entry[1], severity, edits)

    def _of_other_file(self, rules: Resolved, fault: ValueFinding, message: Message) -> Message:
        """Return *message* about a variant of an extended file with the change that cures it."""
        only = msg(message.code, "{message} (only in {variants})", variants=excerpt(rules.id))
        wanted = {key: str(value) for key, value in fault.cure.items()}
        write = f"change: {{variants: {{{rules.id}: {self.of_variant(rules, wanted)}}}}}"
        return to_write(only.filled(message=bare(message)), write)

    def _is_said_here(
        self, node: Node, faulty: Sequence[Resolved], checked: Sequence[object]
    ) -> bool:
        """Return whether *node* stands in this file, and for no variant but the *faulty* ones."""
        alone = any(nodes.is_inside(node, each.entry) for each in faulty)
        return self.is_here(node) and (alone or len(faulty) == len(checked))

    def _blamed(self, rules: Resolved, fault: ValueFinding) -> Blamed:
        """Return the node to report *fault* at: in the variant if possible, else in the file.

        Where neither has it, that is what they change or remove in the list where the fault lies.
        """

        def nearness(node: Node) -> int:
            is_own = self.is_here(node) and nodes.position(node) != nodes.position(self.start)
            return is_own + (is_own and nodes.is_inside(node, rules.entry))

        paths, message = (fault.path, *fault.also), fault.message
        there = [nodes.node_at(rules.rules, p, key=fault.key) for p in paths]
        if message.code == "missing-key" and len(fault.path) > 1 and not nodes.in_flow(there[0]):
            there[0] = nodes.node_at(rules.rules, fault.path[:-1], key=True)
        node = max(there, key=nearness)
        if fault.other is not None:
            other = nodes.node_at(rules.rules, fault.other)
            if fault.inherited and not self.is_here(other) and self.is_here(node):
                return self._inherited(rules, fault, node)
            place = self.place(other)
            message = message.filled(place=place)
        if message.code == "missing-key" and (hint := self._replaced(rules, fault)):
            return hint
        if fault.key and (twin := suggestion(message)):
            mapping = nodes.node_at(rules.rules, fault.path[:-1])
            entry = nodes.entries(mapping).get(twin)
            is_twin = entry and self._mapping_of(entry[0]) is self._mapping_of(node)
            if entry and self.is_here(entry[0]) and (is_twin or twin == fault.path[-1]):
                wrong, message = str(fault.path[-1]), bare(message)
                if message.code == "unknown-key" and wrong != twin:
                    told = msg("twin-key", 'There is no key "{name}" here, but "{key}" in {place}.')
                    message = told.filled(**message.params, key=twin, place=self.place(entry[0]))
        near = nearness(node)
        name = _name_in(message)
        home = next(
            (
                key
                for key in rules.removed
                if message.code.startswith("unknown-") and key[1] == name
            ),
            None,
        )
        if home and near and self.is_here(removed := rules.removed[home]):
            told = removed_id(name, self.place(removed))
            return Blamed(node, told, [self.kept(home[0], removed, rules.entry[1])], True)
        if near:
            if near == 1 and fault.whole and (patched := self._stand_in(fault, [rules.entry[1]])):
                return Blamed(patched, message, None if fault.cure else [], True)
            edits: list[Edit] | None = None
            if node is not there[0] and suggestion(message) and not fault.cure:
                edits = []
            return Blamed(node, message, edits, near == 2)
        if self.is_here(node) and not fault.whole:
            return Blamed(node, message)
        if stand_in := self._stand_in(fault, [rules.entry[1], self.start]):
            what = message.params.get("what", message)
            needed = there[0]
            if isinstance(what, Message) and not self.is_here(needed) and not fault.cure:
                fields: dict[str, Param] = {"message": what, "place": self.place(needed)}
                message = msg(message.code, "{message} See {place}.", **fields)
                homes = [node for key, node in rules.removed.items() if home and key[1] == name]
                if stand_in in homes:
                    message = needed_id(name, self.place(needed))
                edits = [] if fault.warning else self.also_removed(rules, stand_in)
                if len(edits) == 1 and (more := re.match(r"[a-z-]+: \[[^\n]*\]", edits[0].text)):
                    message = to_write(message, more[0])
                return Blamed(stand_in, message, edits, True)
            return Blamed(stand_in, message, None if fault.cure else [], True)
        return Blamed(node, message)

    def _stand_in(self, fault: ValueFinding, specs: Sequence[Node]) -> Node | None:
        """Return what one of *specs* removes or changes in the lists of *fault*, if here."""
        name = _name_in(fault.message)
        for spec in filter(self.is_here, specs):
            removed = nodes.value_at(spec, "remove")
            paths = [path for path in (fault.path, *fault.also) if path]
            for exact in (True, False):
                for path in paths:
                    items = nodes.value_at(removed, str(path[0]))
                    listed: list[Node] = items.value if isinstance(items, SequenceNode) else []
                    for item in listed:
                        if not exact or item.value == name:
                            return item
            for patch in PATCHES:
                patched = nodes.entries(nodes.value_at(spec, patch))
                for path in paths:
                    if path[0] in patched:
                        return patched[str(path[0])][0]
        return None

    def _replaced(self, rules: Resolved, fault: ValueFinding) -> Blamed | None:
        """Return the own mapping that replaced an extended one with the key that is missing."""
        for path in filter(None, (fault.path, *fault.also)):
            outer = str(path[0])
            entry: Entry | None = self.start.value.get(outer)
            before = rules.replaced.get(outer)
            if not entry or before is None or not isinstance(entry[1], MappingNode):
                continue
            keys = nodes.entries(before)
            if len(path) > 1 and str(path[-1]) in keys:
                message = msg(
                    "replaced-mapping",
                    'This replaces all of "{key}", also {missing}: write change: {{{key}: ...}}',
                    key=outer,
                    missing=str(path[-1]),
                )
                text = f"{outer}: {flow(nodes.plain(entry[1]))}"
                return Blamed(entry[0], message, self.in_change(entry, text), True)
        return None

    def _inherited(self, rules: Resolved, fault: ValueFinding, node: Node) -> Blamed:
        """Return the fault of a key, *node*, whose value an extended file has above."""
        assert fault.inherited
        assert fault.other
        outer = self.start.value.get(str(fault.path[0]))
        mapping = outer[1] if outer else None
        inner = nodes.entries(mapping).get(str(fault.path[-1]))
        if not outer or not inner or not isinstance(mapping, MappingNode):
            return Blamed(node, fault.inherited, [], True)
        text = f"{fault.other[0]}: {flow(nodes.plain(inner[1]))}"
        message = fault.inherited.filled(line=text)
        if len(mapping.value) == 1:
            edits = [nodes.replacing(outer[0], text, mapping)]
        else:
            edits = [
                nodes.inserting(self.start, text),
                nodes.without(mapping, inner[0], inner[1]),
            ]
        return Blamed(node, message, edits, True)

    def add(self, finding: Finding) -> None:
        """Add *finding*, which knows its place, unless there is another one."""
        self._findings.setdefault((finding.line, finding.column), finding)

    def findings(self) -> list[Finding]:
        """Return all findings, in the order of the file."""
        found = [*self._indented()]
        wrong = [each for each in found if each.severity == ERROR]
        odd = {each.line for each in found if each.message.code in ("lookalike", "odd-dash")}
        cut = {(each.line, each.column) for each in found if each.message.code == "cut-text"}
        causes = [
            each
            for each in _causes(found)
            if not (each.line in odd and each.message.code == "empty-value")
            and not ((each.line, each.column) in cut and each.message.code != "cut-text")
            and not (each.severity == WARNING and any(_covers(each, other) for other in wrong))
        ]
        return sorted(causes, key=lambda each: (each.line, each.column))

    def _indented(self) -> Iterator[Finding]:
        """Yield the findings; keys of no use below a key without a value are its value, once."""
        found = sorted(self._findings.values(), key=lambda each: (each.line, each.column))
        lines = LINE_END.split((self.start.start_mark.buffer or "").removesuffix("\0"))
        end = -1
        for at, first in enumerate(found, 1):
            if first.line <= end:
                continue
            keys = [
                each
                for each in (found[at:] if first.message.code == "empty-value" else ())
                if each.message.code in ("unknown-key", "unknown-id", "unknown-list")
                and each.column == first.column
            ]
            if not keys or keys[0].line != first.line + 1:
                yield first
                continue
            end = keys[0].line
            for key in keys:
                if key.line > end + 1:
                    break
                end = key.line
                while end < len(lines) and lines[end].startswith(" " * key.column):
                    end += 1
            edits = [Edit(line, 1, line, 1, "  ") for line in range(keys[0].line, end + 1)]
            yield replace(keys[0], message=INDENTATION, edits=tuple(edits))

    def place(self, node: Node) -> Message:
        """Return the place of *node* as a message: its line, and the file if it is another one."""
        return nodes.mention(node, self.start.start_mark.name)


def _causes(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield *findings*, without those that have the cause of an earlier one.

    What is named several times and does not exist is missing once: if it is known what is meant,
    that finding tells the lines and has all the edits.  What a change leaves idle is so for one
    reason.  Texts in one language alone are told once, with the lines of the others.
    """
    told = dict[object, list[Finding]]()
    for each in findings:
        alone = bare(each.message)
        cause: object = each.line, each.column, alone
        if alone.code.startswith("unknown-"):
            cause = alone.code, alone.params.get("name"), suggestion(each.message)
        elif alone.code in ("needed-id", "removed-id"):
            cause = "removed", alone.params.get("name")
        elif alone.code in ("never-there", "idle-tie-break"):
            cause = "uses"
        elif alone.code.startswith("idle-"):
            cause = each.line, each.column
        elif alone.code in ("untranslated", "missing-translation", "missing-form"):
            cause = alone.code, alone.params.get("languages")
        told.setdefault(cause, []).append(each)
    for first, *others in told.values():
        lines = dict.fromkeys(str(each.line) for each in others if each.line != first.line)
        if others and first.edits and first.message.code.startswith("unknown-"):
            yield _in_all(first, others)
        elif lines and first.severity == WARNING:
            message = first.message
            also = msg(message.code, "{message} Likewise in line {lines}.", message=message)
            yield replace(first, message=also.filled(lines=", ".join(lines)))
        else:
            yield first


def _in_all(first: Finding, others: Sequence[Finding]) -> Finding:
    """Return *first* with the edits of *others*, the same mistake, and all the lines."""
    edits = (*first.edits, *(edit for each in others for edit in each.edits))
    lines = [*dict.fromkeys(str(each.line) for each in (first, *others))]
    message = first.message
    if len(lines) > 1:
        listed = ", ".join(lines[:MOST_LINES]) + (", ..." if len(lines) > MOST_LINES else "")
        message = msg(message.code, "{message} (lines {lines})", message=message, lines=listed)
    return replace(first, message=message, edits=edits)


def _name_in(message: Message) -> str:
    """Return the name that *message* says is unknown, or an empty text."""
    return str(bare(message).params.get("name", ""))


def _covers(finding: Finding, other: Finding) -> bool:
    """Return whether *other* begins in what *finding* marks."""
    same = finding.line == other.line
    return same and finding.column <= other.column < finding.column + finding.length


def _with_own_ink(found: Finding) -> Finding:
    """Return *found* with the colour that stands behind it, where YAML takes that for a comment."""
    colour = re.search(r":\s+(#[0-9A-Fa-f]{3,8})\s*$", found.source)
    if found.message.code != "cut-ink" or not colour:
        return found
    column, write = colour.start(1) + 1, f'"{colour[1]}"'
    edit = Edit(found.line, column, found.line, colour.end(1) + 1, write)
    return replace(found, message=to_write(bare(found.message), write), edits=(edit,))


def _with_odd_character(node: Node, found: Finding) -> Finding:
    """Return *found*, or in its place an odd character in *node* that explains it."""
    text = node.value
    if found.severity != ERROR or not isinstance(text, str):
        return found
    at = odd_at(text)
    if at is not None and found.message.code not in ("long-text", "several-lines"):
        message = odd_character(text, at)
        column = max(found.source.find(text[at], found.column - 1), 0) + 1
        cured, whole = made_plain(text).strip(), made_plain(found.source)
        bare, quoted = cured.strip("'\""), isinstance(node, ScalarNode) and node.style
        edit = nodes.replacing(node, json.dumps(bare) if quoted else bare)
        if plain_form(text[at]) in ("'", '"') and cured[0] != cured[-1]:  # the other half is there
            edit = Edit(found.line, 1, found.line, len(found.source) + 1, whole)
            column = (odd_at(found.source) or 0) + 1
            message = odd_character(found.source, column - 1)
        return replace(found, column=column, length=1, message=message, end=None, edits=(edit,))
    if sign := re.search(r"\s(//|/\*|--|;)", text):
        column = max(found.source.find(sign[1], found.column - 1), 0) + 1
        edit = Edit(found.line, column, found.line, column + 2, "#")
        return replace(
            found, column=column, length=2, message=COMMENT_SIGN, end=None, edits=(edit,)
        )
    return found
