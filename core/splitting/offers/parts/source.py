"""Where the cards of an offer come from: a deck, a hand, a ring or dice.

Dice count as cards, which is said once, so that all other sentences speak of cards only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ....text import Both, Message, msg
from ...offer import Offer
from .part import Conflict, Deck, Key, OfferPart


class Source(OfferPart):
    """The key ``source``."""

    keys: ClassVar[list[Key]] = [
        Key(
            "source",
            msg("about-offer-source", "Where the cards come from."),
            ("deck", "hand", "ring", "dice"),
        )
    ]

    def conflicts(self, offer: Offer) -> Iterator[Conflict]:
        if offer.source == "ring" and not offer.contiguous:
            message = msg("idle-ring", "The order of a ring counts only with contiguous: true.")
            yield Conflict("source", message, ["contiguous"])

    def before_game(self, offer: Offer, players: int, deck: Deck) -> Iterator[Message]:
        if offer.source != "dice":
            return
        faces = [
            msg("times", "{count} × {card}", count=count, card=code) if count > 1 else code
            for code, count in deck
        ]
        yield msg(
            "rules-dice",
            "Dice take the place of cards: each rolled die is the card that its face shows. Each"
            " of the {draw} dice has these faces: {faces}.",
            draw=offer.draw,
            faces=Both(tuple(faces), commas=True),
        )

    def advice_to_split(self, offer: Offer, players: int) -> Iterator[Message]:
        if offer.source == "hand" and not (offer.refill and offer.draw == offer.hand):
            yield msg("advice-hand", "Choose {draw} cards from your hand.", draw=offer.draw)


def cards_of(offer: Offer) -> Message:
    """Explain where the cards of an offer come from, and who sees them; fill in its numbers."""
    if offer.source == "dice" and offer.hides():
        return msg("rules-roll-secret", "The splitter rolls {draw} dice that nobody else sees.")
    if offer.source == "dice":
        return msg("rules-roll", "The splitter rolls {draw} dice.")
    if offer.source == "hand" and offer.refill and offer.draw == offer.hand:
        return msg(
            "rules-offers-hand",
            "The splitter refills their hand to {hand} cards and offers all of them.",
        )
    if offer.source == "hand" and offer.refill:
        return msg(
            "rules-from-full-hand",
            "The splitter refills their hand to {hand} cards and chooses {draw} of them.",
        )
    if offer.source == "hand":
        return msg(
            "rules-from-hand", "The splitter chooses {draw} cards from their hand.", draw=offer.draw
        )
    if offer.source == "ring" and offer.hides():
        return msg(
            "rules-ring-secret",
            "The splitter draws {draw} cards one by one and lays them in a circle that nobody else"
            " sees.",
        )
    if offer.source == "ring":
        return msg(
            "rules-draw-ring",
            "The splitter draws {draw} cards one by one and lays them out face up in a circle.",
        )
    if offer.contiguous and offer.face_down:
        return msg(
            "rules-row-secret",
            "The splitter draws {draw} cards one by one and lays them in a row that nobody else"
            " sees.",
        )
    if offer.contiguous:
        return msg(
            "rules-draw-row",
            "The splitter draws {draw} cards one by one and lays them out face up in a row.",
        )
    if offer.hides():
        return msg(
            "rules-draw-secret", "The splitter draws {draw} cards and looks at them in secret."
        )
    return msg("rules-draw-open", "The splitter draws {draw} cards and lays them out face up.")
