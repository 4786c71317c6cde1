"""A choice as a page offers it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ....core.errors import IllegalAction, NotationError
from ....core.game import Position
from ....core.matches.exports.words import Words
from ....core.scene import Choice
from ....core.session.split_by_card import word_before
from ....core.text import Both, Text, msg
from ....core.things import IN_HAND, NO_OWNER, Scene

MOST_BESIDE = 22
"""Most signs of what a choice changes that have room beside a zone."""


@dataclass(frozen=True)
class OfferedChoice:
    """A choice on the page, with what a pointer needs to find it.

    Attributes:
        final: true if it ends the turn, so that it is asked about once.
        advised: true if a hint names it.
        equal: true if it comes to the same as an earlier one of the same piece at the same place.
    """

    number: int
    choice: Choice
    final: bool
    advised: bool
    equal: bool
    say: Words
    card_name: Callable[[str], Text]

    @property
    def word(self) -> str:
        """Word of the notation before what is chosen, with its space; may be empty."""
        return word_before(self.choice.kind, self.choice.notation)

    @property
    def sets(self) -> str:
        """Sets of a split as they are written, without the word."""
        return self.choice.notation.removeprefix(self.word)

    @property
    def sentence(self) -> str:
        """The choice in words."""
        said = self.say(self.choice.sentence)
        return said[:1].upper() + said[1:]

    @property
    def told(self) -> tuple[str, str]:
        """The first sentence, and what follows it: on a phone, a button has room for one."""
        first, stop, rest = self.sentence.partition(". ")
        return first + stop.rstrip(), rest

    @property
    def hides(self) -> str:
        """The cards of a split that lie face down, in short; may be empty."""
        hidden = " ".join(re.findall(r"\(([^)]*)\)", self.sets)).split()
        cards = Both(tuple(map(self.card_name, hidden)))
        return self.say(msg("web-face-down", "Face down: {cards}", cards=cards)) if hidden else ""

    @property
    def effect(self) -> str:
        """Consequences that the sentence does not tell; may be empty."""
        if changes := self.choice.changes:  # the sentence tells all numbers
            effect = self.say(next((one.label for one in reversed(changes) if one.picture), ""))
        else:
            effect = self.say(self.choice.effect)
            for mark in (": ", ". "):
                effect = effect.removeprefix(self.sentence.partition(mark)[2] or "\n").strip()
        return "" if effect in self.sentence else effect

    @property
    def brief(self) -> str:
        """The consequences, if they are short enough to stand beside a zone; else empty."""
        brief = self.say(self.choice.short)
        return brief if len(brief) <= MOST_BESIDE else ""


def refusals(
    position: Position, offers: Sequence[OfferedChoice], scene: Scene, viewer: int | None
) -> dict[str, str]:
    """Say why cards in hand and zones of others than *viewer* cannot be chosen, by code or id.

    The reason is that of the game for the same move with them.  Where a piece has to be chosen
    first, nothing is said of zones.
    """
    by_piece = {one.choice.piece: one.choice.notation for one in offers if one.choice.piece}
    by_zone = {one.choice.zone: one.choice.notation for one in offers if one.choice.zone}
    hand = [one.code for zone in scene.zones if zone.form in IN_HAND for one in zone.pieces]
    zones = [one.id for one in scene.walk() if one.owner not in (NO_OWNER, viewer)]
    told: dict[str, str] = {}
    for chosen, things in ((by_piece, hand), ({} if by_piece else by_zone, zones)):
        for thing in [one for one in dict.fromkeys(things) if one not in chosen]:
            for like, notation in chosen.items():
                kind, _, word = thing.rpartition(":")
                if kind != like.rpartition(":")[0]:
                    continue
                try:
                    position.parse(notation.replace(like.rpartition(":")[2], word, 1))
                except IllegalAction as error:
                    told[thing] = offers[0].say(error.message)
                    break
                except NotationError:
                    continue
    return told
