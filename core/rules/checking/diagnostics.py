"""The findings of a rule set in all its variants, each at one place of its own file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ...errors import Finding
from ...text import Message, msg
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
            said = _elsewhere(message, node, file)
        self._findings.setdefault((position(here), message), finding_at(here, said, severity))

    def note(self, rules: Resolved, fault: Fault, *, everywhere: bool = True) -> None:
        """Note a *fault* of *rules*; one that is not *everywhere* is that of the variant."""
        file, (key, spec) = self.start.start_mark.name, rules.entry
        node, message = self._node_of(rules, fault), fault.message
        if fault.path == ("set",) and message.code == "unknown-key":
            # Somebody is used to variants.
            message = msg("set-on-top", 'Only variants have "set": write the keys as they are.')
        if fault.other is not None:
            place = mention(node_at(rules.rules, fault.other), file)
            message = replace(message, params={**message.params, "place": place})
        if not everywhere and not is_inside(node, rules.entry):
            plain = fault.whole or position(node) == position(self.start)
            message = message if plain else _elsewhere(message, node, file)
            node = key
        self.note_at(node, message, spec, WARNING if fault.warning else ERROR)

    def note_all(self, checked: Sequence[tuple[Resolved, bool, Sequence[Fault]]]) -> None:
        """Note the faults of all variants, each with true if its values are right by themselves."""
        places = [
            (rules, fault, sound or fault.whole, self._key(rules, fault))
            for rules, sound, faults in checked
            for fault in faults
        ]
        count = Counter(key for *_, key in places)
        for rules, fault, together, key in places:
            everywhere = not together or count[key] == len(checked)
            self.note(rules, fault, everywhere=everywhere)

    def _key(self, rules: Resolved, fault: Fault) -> object:
        return position(self._node_of(rules, fault)), fault.message.code

    def _node_of(self, rules: Resolved, fault: Fault) -> Node:
        """Return the first node on which *fault* depends in the variant, or else in the file."""
        nodes = [node_at(rules.rules, path, key=fault.key) for path in (fault.path, *fault.also)]
        own = [each for each in nodes if each.start_mark.name == self.start.start_mark.name]
        near = [each for each in own if is_inside(each, rules.entry)]
        start = position(self.start)
        return [*near, *(each for each in own if position(each) != start), *nodes][0]

    def findings(self) -> list[Finding]:
        """Return all findings, in the order of the file."""
        return sorted(self._findings.values(), key=lambda found: (found.line, found.column))


def _elsewhere(message: Message, node: Node, file: str) -> Message:
    said = msg("elsewhere", "{message} See {place}.", message=message, place=mention(node, file))
    return replace(said, code=message.code)
