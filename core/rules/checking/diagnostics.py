"""The findings of a rule set in all its variants, each at one place of its own file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ...errors import Finding
from ...text import Message, msg, nmsg
from ..characters import excerpt
from ..faults import ERROR, WARNING, Fault
from ..reading.nodes import MappingNode, Node, finding_at, is_inside, mention, node_at, position
from .inheritance import Resolved, door_of


@dataclass
class Diagnostics:
    """The findings of the rule set that was read into *start*.

    A fault of what it extends is reported where that is extended.
    """

    start: MappingNode
    _findings: dict[object, Finding] = field(default_factory=dict, init=False)

    def __len__(self) -> int:
        return len(self._findings)

    def note_at(
        self, node: Node, message: Message, variant: Node | None = None, severity: str = ERROR
    ) -> None:
        """Note what is wrong at *node*, in the rules of the *variant* that is written there."""
        here, said, file = node, message, self.start.start_mark.name
        if node.start_mark.name != file:
            here = door_of(self.start, variant)
            place = mention(node, file)
            said = msg("elsewhere", "{message} See {place}.", message=message, place=place)
            said = replace(said, code=message.code)
        self._findings.setdefault((position(here), message), finding_at(here, said, severity))

    def note(self, rules: Resolved, *faults: Fault) -> None:
        """Note *faults* of the rules above all variants."""
        self.note_all([(rules, faults)])

    def note_all(self, checked: Sequence[tuple[Resolved, Sequence[Fault]]]) -> None:
        """Note the faults of all variants that were *checked*, each fault once."""
        found: dict[object, tuple[Node, Message, Fault, list[Resolved]]] = {}
        for rules, fault in ((rules, fault) for rules, faults in checked for fault in faults):
            node, message = self._said(rules, fault)
            noted = found.setdefault((position(node), message), (node, message, fault, []))
            noted[-1].append(rules)
        for node, message, fault, variants in found.values():
            severity = WARNING if fault.warning else ERROR
            everywhere = len({rules.id for rules in variants}) == len(checked)
            if everywhere or any(is_inside(node, rules.entry) for rules in variants):
                self.note_at(node, message, variants[0].entry[1], severity)
            elif fault.whole:
                for rules in variants:  # it is the variants that are wrong
                    self.note_at(rules.entry[0], message, rules.entry[1], severity)
            else:
                said = nmsg(
                    message.code,
                    "{message} (variant {variants})",
                    "{message} (variants {variants})",
                    len(variants),
                    message=message,
                    variants=", ".join(excerpt(rules.id) for rules in variants),
                )
                self.note_at(node, said, variants[0].entry[1], severity)

    def _said(self, rules: Resolved, fault: Fault) -> tuple[Node, Message]:
        """Return the first node on which *fault* depends in the variant or the file, and words."""
        file, start, message = self.start.start_mark.name, position(self.start), fault.message
        nodes = [node_at(rules.rules, path, key=fault.key) for path in (fault.path, *fault.also)]
        own = [each for each in nodes if each.start_mark.name == file and position(each) != start]
        near = [each for each in own if is_inside(each, rules.entry)]
        if fault.path == ("set",) and message.code == "unknown-key":
            # Somebody is used to variants.
            message = msg("set-on-top", 'Only variants have "set": write the keys as they are.')
        if fault.other is not None:
            place = mention(node_at(rules.rules, fault.other), file)
            message = replace(message, params={**message.params, "place": place})
        return [*near, *own, *nodes][0], message

    def findings(self) -> list[Finding]:
        """Return all findings, in the order of the file."""
        return sorted(self._findings.values(), key=lambda found: (found.line, found.column))
