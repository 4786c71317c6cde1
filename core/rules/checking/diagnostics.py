"""The findings of a rule set in all its variants, each at one place of its own file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ...errors import Finding
from ...text import Message, msg, nmsg
from ..characters import excerpt
from ..faults import ERROR, WARNING, Fault
from ..reading.nodes import MappingNode, Node, finding_at, mention, node_at, position
from .variants import Resolved

ELSEWHERE = msg("elsewhere", "{message} See {place}.")
"""What is said of something in a file that this one extends."""


@dataclass
class _Found:
    """A fault at its node, and the variants that have it."""

    node: Node
    message: Message
    fault: Fault
    everywhere: bool = False
    """It need not be said in which variants."""
    variants: dict[str, Resolved] = field(default_factory=dict)


@dataclass
class Diagnostics:
    """The findings of the rule set that was read into *start*.

    All of them are told in its own file: what stands in another one is told where that comes in.
    """

    start: MappingNode
    checked: int = 0
    """How many variants were looked at."""
    _found: dict[object, _Found] = field(default_factory=dict, init=False)
    _noted: list[Finding] = field(default_factory=list, init=False)

    @property
    def file(self) -> str:
        """The file's name."""
        return self.start.start_mark.name

    def __len__(self) -> int:
        """Return how many different faults there are."""
        return len(self._found)

    def note_at(self, node: Node, message: Message, door: Node) -> None:
        """Note what is wrong at *node*, which comes into the file at *door*."""
        self._noted.append(self._finding(node, message, door))

    def note(self, rules: Resolved, fault: Fault) -> None:
        """Note a *fault* of *rules*, a variant's or what stands above all."""
        message, ways = fault.message, (fault.path, *fault.also)
        if fault.path == ("set",) and message.code == "unknown-key":
            # Somebody is used to variants.
            message = msg("set-on-top", 'Only variants have "set": write the keys as they are.')
        nodes = [node_at(rules.rules, path, key=fault.key) for path in ways]
        # It is told in this file, if anything that it depends on stands here.
        own = [each for each in nodes if each.start_mark.name == self.file]
        start = position(self.start)
        node = next((each for each in own if position(each) != start), nodes[0])
        if fault.other is not None:
            there = node_at(rules.rules, fault.other)
            if there.start_mark.name == self.file != node.start_mark.name:
                node, there = there, node  # of two it is the one in this file that is wrong
            params = {**message.params, "place": mention(there, self.file)}
            message = replace(message, params=params)
        found = self._found.setdefault((position(node), message), _Found(node, message, fault))
        found.everywhere |= not rules.id or position(node) in rules.own
        found.variants.setdefault(rules.id, rules)

    def findings(self) -> list[Finding]:
        """Return all findings, in any order."""
        different: dict[object, Finding] = {}
        for finding in [*self._noted, *self._of_variants()]:
            message = finding.message
            if message.text == ELSEWHERE.text:
                # What is said again of another place there need not be.
                message = replace(message, params={**message.params, "place": ""})
            different.setdefault((finding.line, finding.column, message), finding)
        return list(different.values())

    def _of_variants(self) -> Iterator[Finding]:
        for found in self._found.values():
            each, message = list(found.variants.values()), found.message
            severity = WARNING if found.fault.warning else ERROR
            if found.everywhere or len(each) == self.checked:
                yield self._finding(found.node, message, each[0].door, severity)
            elif found.fault.whole or misses(found.fault):  # it is the variants that are wrong
                for rules in each:
                    yield self._finding(rules.entry[0], message, rules.door, severity)
            else:
                message = nmsg(
                    message.code,
                    "{message} (variant {variants})",
                    "{message} (variants {variants})",
                    len(each),
                    message=message,
                    variants=", ".join(excerpt(rules.id) for rules in each),
                )
                yield self._finding(found.node, message, each[0].door, severity)

    def _finding(self, node: Node, message: Message, door: Node, severity: str = ERROR) -> Finding:
        """Make a finding of this file, also for what stands in another one that it extends."""
        if node.start_mark.name == self.file:
            return finding_at(node, message, severity)
        params = {"message": message, "place": mention(node, self.file)}
        return finding_at(door, replace(ELSEWHERE, code=message.code, params=params), severity)


def misses(fault: Fault) -> bool:
    """Return true where *fault* is a key that the rule set itself lacks."""
    return fault.is_missing and not fault.path
