"""What is found wrong with a rule set in all its variants, and where in its file that is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ..errors import Finding
from ..text import Message, msg, nmsg
from .characters import excerpt
from .faults import Fault
from .nodes import ERROR, WARNING, Keys, Place, place_of
from .variants import VARIANTS

ELSEWHERE = msg("elsewhere", "{message} See {place}.")
"""What is said of something in a file that this one extends."""


@dataclass
class Diagnostics:
    """The findings of the rule set that was read into *tree*.

    All of them are told in its own file: what stands in another one is told where that comes in.
    """

    tree: Keys
    doors: dict[str, Place] = field(default_factory=dict)
    """By variant, and ``""`` for all, where the file names the other rules it begins with."""
    checked: int = 0
    """How many variants were looked at."""
    _found: dict[tuple[Place, Message], _Found] = field(default_factory=dict, init=False)
    _patches: list[tuple[Place, Message]] = field(default_factory=list, init=False)

    def __len__(self) -> int:
        """Return how many different faults there are."""
        return len(self._found)

    def note(self, tree: Keys, fault: Fault, variant: str = "", own: Iterable[Place] = ()) -> None:
        """Note a *fault* of the rules *tree*, those of a *variant* or what stands above all.

        *own* are the places of what the file says of that variant alone.
        """
        fault = _for_whole_file(fault)
        place = self._place(tree, fault)
        message = fault.message
        if fault.other is not None:
            there = place_of(tree, fault.other)
            if place.source is not self.tree.place.source is there.source:
                place, there = there, place  # of two it is the one in this file that is wrong
            mention = self.mention(there, place, variant)
            message = replace(message, params={**message.params, "place": mention})
        at_variant = fault.whole or misses(fault)
        found = self._found.setdefault(
            (place, message), _Found(place, message, at_variant, fault.warning)
        )
        found.everywhere |= not variant or place in own
        if variant not in found.variants:
            found.variants.append(variant)

    def _place(self, tree: Keys, fault: Fault) -> Place:
        """Find where *fault* is told: in this file, if anything that it depends on stands here."""
        places = [place_of(tree, path, key=fault.key) for path in (fault.path, *fault.also)]
        own = [place for place in places if place.source is self.tree.place.source]
        return next((place for place in own if place != self.tree.place), places[0])

    def note_patch(self, place: Place, message: Message) -> None:
        """Note what is wrong with a patch, or with what is extended."""
        self._patches.append((place, message))

    def mention(self, there: Place, here: Place, variant: str = "") -> Message:
        """Name the place *there* in a finding that is told of *here*, or of where that comes in."""
        return there.mention(self._told_at(here, variant))

    def _told_at(self, place: Place, variant: str = "") -> Place:
        """Return *place*, or for one in another file where this one brings that in."""
        if place.source is self.tree.place.source:
            return place
        return self.doors.get(variant) or self.doors.get("") or self.tree.place

    def findings(self, heads: Keys) -> list[Finding]:
        """Return all findings, in any order; the variants stand in *heads*."""
        patches = (self._finding(place, message) for place, message in self._patches)
        known: dict[tuple[int, int, Message], Finding] = {}
        for finding in [*patches, *self._findings(heads)]:
            message = finding.message
            if message.text == ELSEWHERE.text:
                # What is said again of another place there need not be.
                message = replace(message, params={**message.params, "place": ""})
            known.setdefault((finding.line, finding.column, message), finding)
        return list(known.values())

    def _finding(
        self, place: Place, message: Message, variant: str = "", severity: str = ERROR
    ) -> Finding:
        """Make a finding of this file, also for what stands in another one that it extends."""
        told = self._told_at(place, variant)
        if told is not place:
            params = {"message": message, "place": place.mention(told)}
            message = replace(ELSEWHERE, code=message.code, params=params)
        return told.finding(message, severity)

    def _findings(self, heads: Keys) -> Iterator[Finding]:
        for found in self._found.values():
            severity = WARNING if found.warning else ERROR
            variant = found.variants[0]
            if found.everywhere or len(found.variants) == self.checked:
                yield self._finding(found.place, found.message, variant, severity)
            elif found.at_variant:
                for id in found.variants:
                    place = place_of(heads, (VARIANTS, id), key=True)
                    yield self._finding(place, found.message, id, severity)
            else:
                message = _only_in(found.message, found.variants)
                yield self._finding(found.place, message, variant, severity)


@dataclass
class _Found:
    """A fault at its place, and in which variants it is one."""

    place: Place
    message: Message
    at_variant: bool
    """Whether, if not all variants have the fault, it is theirs and not that of its place."""
    warning: bool = False
    everywhere: bool = False
    """Whether it need not be said in which variants."""
    variants: list[str] = field(default_factory=list)


def _only_in(message: Message, variants: list[str]) -> Message:
    """Say of a fault that only some variants have which ones they are."""
    return nmsg(
        message.code,
        "{message} (variant {variants})",
        "{message} (variants {variants})",
        len(variants),
        message=message,
        variants=", ".join(excerpt(id) for id in variants),
    )


def misses(fault: Fault) -> bool:
    """Say whether *fault* is a key that the rule set itself lacks."""
    return fault.is_missing and not fault.path


def _for_whole_file(fault: Fault) -> Fault:
    """Word anew what somebody wrote who is used to variants."""
    if fault.path == ("set",) and fault.message.code == "unknown-key":
        message = msg("set-on-top", 'Only variants have "set": write the keys as they are.')
        return replace(fault, message=message)
    return fault
