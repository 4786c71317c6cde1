"""The findings in all variants of a rule set, each at a place in the file of the rule set."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ...errors import Finding
from ...text import Message, msg
from ..characters import excerpt
from ..reading import nodes
from ..reading.nodes import Entry, MappingNode, Node
from ..value_findings import ERROR, WARNING, ValueFinding

EXTENDS = "extends"
PATCHES = ("remove", "change", "add")


@dataclass(frozen=True)
class Resolved:
    """Rules merged with all that they extend, in a chain of *steps* steps (0 if they extend none).

    They are those of the variant *id*, written as *entry*; without *id*, those above all variants.
    """

    rules: MappingNode
    entry: Entry
    steps: int = 0
    id: str = ""


@dataclass
class Diagnostics:
    """Collector of the findings of the rule set whose root node is *start*."""

    start: MappingNode
    _findings: dict[object, Finding] = field(default_factory=dict, init=False)

    def note(
        self, node: Node, message: Message, spec: Node | None = None, severity: str = ERROR
    ) -> None:
        """Note *message* about *node*, in the rules of the variant written as *spec*, if any.

        A node of another file is reported at the ``extends`` that led there, of *spec* or the file.
        """
        here, text = node, message
        if not self._is_here(node):
            doors = [nodes.value_at(each, EXTENDS) for each in (spec, self.start)]
            here = next((door for door in doors if door and self._is_here(door)), self.start)
            place = self.place(node)
            text = msg(message.code, "{message} See {place}.", message=message, place=place)
        at = nodes.position(here), message
        self._findings.setdefault(at, nodes.finding_at(here, text, severity))

    def note_all(self, checked: Sequence[tuple[Resolved, Iterable[ValueFinding]]]) -> None:
        """Note the faults of the *checked* variants; a fault of a single value is noted once."""
        nearest: dict[object, tuple[Node, Message, ValueFinding, dict[str, Entry]]] = {}
        for rules, fault in ((rules, fault) for rules, faults in checked for fault in faults):
            node, message = self._node(rules, fault), fault.message
            if fault.other is not None:
                message = message.filled(place=self.place(nodes.node_at(rules.rules, fault.other)))
            noted = nearest.setdefault((nodes.position(node), message), (node, message, fault, {}))
            noted[-1][rules.id] = rules.entry
        for node, message, fault, variants in nearest.values():
            entries = [*variants.values()]
            if len(variants) == len(checked) or any(
                nodes.is_inside(node, entry) for entry in entries
            ):
                entries = [(node, entries[0][1])]
            elif not fault.whole:  # a whole fault is noted at each variant that has it
                ids = ", ".join(map(excerpt, variants))
                only = msg(message.code, "{message} (only in {variants})", variants=ids)
                message = only.filled(message=message)
                entries = [(node, entries[0][1])]
            for at, spec in entries:
                self.note(at, message, spec, WARNING if fault.warning else ERROR)

    def _node(self, rules: Resolved, fault: ValueFinding) -> Node:
        """Return the node to report *fault* at: in the variant if possible, else in the file.

        Where neither has it, that is the name of what they patch, if the fault lies there.
        """

        def nearness(node: Node) -> int:
            is_own = self._is_here(node) and nodes.position(node) != nodes.position(self.start)
            return is_own + (is_own and nodes.is_inside(node, rules.entry))

        paths = (fault.path, *fault.also)
        found = max((nodes.node_at(rules.rules, p, key=fault.key) for p in paths), key=nearness)
        for spec in () if self._is_here(found) else (rules.entry[1], self.start):
            for patch in PATCHES:
                patched = nodes.entries(nodes.value_at(spec, patch))
                if fault.path and fault.path[0] in patched:
                    return patched[str(fault.path[0])][0]
        return found

    def findings(self) -> list[Finding]:
        """Return all findings, in the order of the file."""
        return sorted(self._findings.values(), key=lambda found: (found.line, found.column))

    def place(self, node: Node) -> Message:
        """Return the place of *node* as a message: its line, and the file if it is another one."""
        return nodes.mention(node, self.start.start_mark.name)

    def _is_here(self, node: Node) -> bool:
        return node.start_mark.name == self.start.start_mark.name
