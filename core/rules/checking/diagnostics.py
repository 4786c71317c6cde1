"""The findings of a rule set in all its variants, each at one place of its own file."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ...errors import Finding
from ...text import Message, msg, nmsg
from ..characters import excerpt
from ..faults import ERROR, WARNING, Fault
from ..reading.nodes import MappingNode, Node, finding_at, is_inside, mention, node_at, position
from .inheritance import Resolved


class _Noted(NamedTuple):
    """A fault at its node, and the variants that have it."""

    node: Node
    message: Message
    fault: Fault
    variants: dict[str, Resolved]
    everywhere: list[Resolved]


@dataclass
class Diagnostics:
    """The findings of the rule set that was read into *start*.

    All are reported in its own file: a fault in another file is reported where that is extended.
    """

    start: MappingNode
    checked: int = 0
    """The number of variants that were looked at."""
    _found: dict[object, _Noted] = field(default_factory=dict, init=False)
    _findings: dict[object, Finding] = field(default_factory=dict, init=False)

    @property
    def file(self) -> str:
        """The file's name."""
        return self.start.start_mark.name

    def __len__(self) -> int:
        """Return how many different faults there are."""
        return len(self._found)

    def note(self, rules: Resolved, fault: Fault) -> None:
        """Note a *fault* of *rules*: of a variant, or of the part above all variants."""
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
        noted = _Noted(node, message, fault, {}, [])
        noted = self._found.setdefault((position(node), message), noted)
        noted.variants.setdefault(rules.id, rules)
        if not rules.id or is_inside(node, rules.entry):
            noted.everywhere.append(rules)

    def note_at(self, node: Node, message: Message, door: Node, severity: str = ERROR) -> None:
        """Note what is wrong at *node*, which comes into the file at *door*."""
        here, said = node, message
        if node.start_mark.name != self.file:
            place = mention(node, self.file)
            here = door
            said = msg("elsewhere", "{message} See {place}.", message=message, place=place)
        # Said of one place in another file, it need not be said of the next one.
        key = position(here), message
        self._findings.setdefault(key, finding_at(here, replace(said, code=message.code), severity))

    def findings(self) -> list[Finding]:
        """Return all findings, in any order."""
        for node, message, fault, variants, everywhere in self._found.values():
            each, severity = [*variants.values()], WARNING if fault.warning else ERROR
            some = not everywhere and len(each) < self.checked
            if some and fault.whole:
                for rules in each:  # it is the variants that are wrong
                    self.note_at(rules.entry[0], message, rules.door, severity)
                continue
            if some:
                message = nmsg(
                    message.code,
                    "{message} (variant {variants})",
                    "{message} (variants {variants})",
                    len(each),
                    message=message,
                    variants=", ".join(excerpt(rules.id) for rules in each),
                )
            self.note_at(node, message, each[0].door, severity)
        return list(self._findings.values())
