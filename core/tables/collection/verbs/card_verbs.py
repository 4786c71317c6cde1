"""The verbs of a collection: effects that its rule sets say with settings, without any Python.

Each is an effect as any plugin could provide it.  They belong to this table, so that other tables
may have verbs with the same names.
"""

from __future__ import annotations

from typing import ClassVar, Final

from ....splitting.card_effect import YES_NO
from ....splitting.table import DRAWN
from ....splitting.words.effect_words import MAY, explain_draw, tell_draw
from ....text import Message, msg
from ..collection import Collection
from ..collection_rules import CollectionRules
from ..collection_table import CollectionEffect

ANY, BEST, WORST = "any", "best", "worst"
BOX: Final = -1
"""Stands for the cards that have left the game face up, where a seat could stand."""


class CardVerb(CollectionEffect):
    """An effect whose card leaves the game, and that does something to one open card elsewhere.

    Its options name the card, ``*RUM``, or with *which* the seat alone; among several other players
    also their seat, ``*bob:RUM``.  If the player *may* leave it, the first option does nothing.

    Attributes:
        which: any card, or the one with the most or the fewest points printed on it; of several,
            the first in the deck.
        may: whether it may be left undone.
        places: by option, a seat or `BOX`, and a card or -1 for the one that *which* tells.
    """

    settings: ClassVar = {"which": (ANY, BEST, WORST), "may": YES_NO}
    which = ANY
    may = False

    def __init__(self, rules: CollectionRules, card: int) -> None:
        super().__init__(rules, card)
        self.places: list[tuple[int, int]] = []

    def sources(self) -> list[int]:
        """Return the seats, or `BOX`, whose cards are possible."""
        return self.rules.every_seat

    def prepare(self) -> None:
        cards = range(self.rules.types) if self.which == ANY else [-1]
        self.places = [(source, card) for source in self.sources() for card in cards]
        if self.may:
            self.places.insert(0, (BOX, -2))

    def options(self) -> list[str]:
        return [self.written(source, card) for source, card in self.places]

    def written(self, source: int, card: int) -> str:
        seat = "" if source == BOX else self.rules.seats[source]
        code = self.rules.codes[card] if card >= 0 else ""
        return "*" + ":".join(part for part in (seat, code) if part)

    def found(self, table: Collection, option: int) -> int:
        """Return the card that *option* is about, or -1 if there is none now."""
        source, wanted = self.places[option]
        cards = [
            card
            for card in range(self.rules.types)
            if (self.in_box(table, card) if source == BOX else table.kept(source, card))
        ]
        if wanted >= 0:
            return wanted if wanted in cards else -1
        if not cards:
            return -1
        points = self.rules.points
        return (min if self.which == WORST else max)(cards, key=points.__getitem__)

    def in_box(self, table: Collection, card: int) -> bool:
        """Return whether the box has *card*; its own kind is left out, so as not to find itself."""
        return table.box[card] > 0 and card != self.card

    def hits_opponents(self) -> bool:
        return BOX not in self.sources()

    def legal(self, table: Collection, seat: int) -> list[int]:
        return [
            option
            for option, (source, card) in enumerate(self.places)
            if card == -2 or (self.allows(seat, source) and self.found(table, option) >= 0)
        ]

    def allows(self, seat: int, source: int) -> bool:
        """Return whether *seat* may do this to cards of *source*: an opponent or the box."""
        return source == BOX or not self.rules.are_partners(seat, source)

    def act(self, table: Collection, seat: int, option: int) -> None:
        source, card = self.places[option]
        if card != -2:
            self.do(table, seat, source, self.found(table, option))

    def do(self, table: Collection, seat: int, source: int, card: int) -> None:
        """Do it to *card*, which lies in front of the seat *source*."""
        raise NotImplementedError

    # Words.

    def why_not(self, table: Collection, seat: int, option: int) -> Message | None:
        return msg("no-card-there", "There is no such card for it.")

    def act_text(self) -> list[Message]:
        texts = [self.sentence()]
        if self.which == BEST:
            texts.append(
                msg(
                    "verb-best",
                    "It must be the one with the most points on it; if there are several, the one"
                    " that comes first in the list of cards.",
                )
            )
        elif self.which == WORST:
            texts.append(
                msg(
                    "verb-worst",
                    "It must be the one with the fewest points on it; if there are several, the"
                    " one that comes first in the list of cards.",
                )
            )
        if self.may:
            texts.append(MAY)
        return texts

    def leaves_text(self, lays: bool) -> list[Message]:
        return [msg("verb-leaves", "The card itself always leaves the game.")]

    def sentence(self) -> Message:
        """Say what the player is to do."""
        raise NotImplementedError

    def tell(self, table: Collection, seat: int, option: int) -> Message | None:
        source, card = self.places[option]
        if card == -2:
            return msg("verb-nothing", "Nothing happens.")
        other = self.rules.seat_names[source]  # of the box, any seat, which nobody names
        what = self.rules.card_names[self.found(table, option)]
        return self.told().filled(seat=self.rules.seat_names[seat], other=other, card=what)

    def told(self) -> Message:
        """Tell what happens, with *seat*, *other* and *card* left open."""
        raise NotImplementedError


class TakeKept(CardVerb):
    """Takes a card that another player keeps."""

    id = "take"

    def do(self, table: Collection, seat: int, source: int, card: int) -> None:
        table.take_kept(source, card)
        table.keep(seat, card)

    def sentence(self) -> Message:
        return msg("take-kept", "Take a card that another player has kept face up, and keep it.")

    def told(self) -> Message:
        return msg("take-kept-tells", "{seat} takes {card:nom} from {other}.").to_you(
            seat=msg("take-kept-you", "You take {card:nom} from {other}."),
            other=msg("take-kept-yours", "{seat} takes {card:nom} from you."),
        )


class Spoil(CardVerb):
    """Puts a card that another player keeps out of the game."""

    id = "spoil"

    def do(self, table: Collection, seat: int, source: int, card: int) -> None:
        table.take_kept(source, card)
        table.discard(card)

    def sentence(self) -> Message:
        return msg(
            "spoil-kept",
            "Choose a card that another player has kept face up; that player loses it.",
        )

    def told(self) -> Message:
        return msg("spoil-tells", "{other} loses {card:nom}.").to_you(
            other=msg("spoil-you", "You lose {card:nom}.")
        )


class Salvage(CardVerb):
    """Keeps a card that has left the game face up."""

    id = "salvage"

    def sources(self) -> list[int]:
        return [BOX]

    def do(self, table: Collection, seat: int, source: int, card: int) -> None:
        table.box[card] -= 1
        table.keep(seat, card)

    def sentence(self) -> Message:
        return msg(
            "salvage-box",
            "Choose a card with a different name that left the game face up, and keep it.",
        )

    def told(self) -> Message:
        return msg("salvage-tells", "{seat} gets {card:nom} back.").to_you(
            seat=msg("salvage-you", "You get {card:nom} back.")
        )


class DrawMore(CollectionEffect):
    """Draws cards, which the player plays this turn as well."""

    id = "draw"
    settings: ClassVar = {"cards": (1, 6)}
    reaches: ClassVar[bool] = True
    cards = 1

    def options(self) -> list[str]:
        return ["*"]

    def legal(self, table: Collection, seat: int) -> list[int]:
        return [0]

    def draws_cards(self) -> bool:
        return True

    def act(self, table: Collection, seat: int, option: int) -> None:
        table.pending += [DRAWN] * self.cards

    def act_text(self) -> list[Message]:
        return [explain_draw(self.cards)]

    def leaves_text(self, lays: bool) -> list[Message]:
        return [msg("verb-leaves", "The card itself always leaves the game.")]

    def tell(self, table: Collection, seat: int, option: int) -> Message | None:
        return tell_draw(self.rules.seat_names[seat], self.cards)


COLLECTION_VERBS: list[type[CollectionEffect]] = [DrawMore, Salvage, Spoil, TakeKept]
