"""Hands: what each player is dealt at the start, and whether it is filled up again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ....text import Message, in_turn, msg
from ...offer import Offer
from ...splits import MOST_DRAWN, hand_needed
from .part import Conflict, Deck, Key, OfferPart


class Hand(OfferPart):
    """The keys ``hand`` and ``refill``."""

    keys: ClassVar[list[Key]] = [
        Key(
            "hand",
            msg(
                "about-hand",
                "The cards dealt to each player at the start, if the source is a hand.",
            ),
            most=2 * MOST_DRAWN,
        ),
        Key("refill", msg("about-refill", "The splitter fills the hand up before splitting.")),
    ]

    def is_used(self, offer: Offer) -> bool:
        return offer.source == "hand" or super().is_used(offer)

    def conflicts(self, offer: Offer) -> Iterator[Conflict]:
        for given, key in ((offer.hand > 0, "hand"), (offer.refill, "refill")):
            if given and offer.source != "hand":
                message = msg("no-hand", "This is only for source: hand.")
                yield Conflict(key, message, ["source"], idle=True)

    def problems(self, offer: Offer, players: int, turns: int) -> Iterator[Conflict]:
        if offer.source != "hand":
            return
        needed = hand_needed(offer, turns, players)
        if offer.hand < offer.draw:
            message = msg(
                "small-hand",
                "A hand of {hand} cards is too small to split {draw}.",
                hand=offer.hand,
                draw=offer.draw,
            )
            yield Conflict("hand", message)
        elif offer.hand < needed:
            message = msg(
                "hand-runs-out",
                "The hand runs out: {turns} turns need {needed} cards, or refill: true.",
                turns=turns,
                needed=needed,
            )
            yield Conflict("hand", message)

    def before_game(self, offer: Offer, players: int, deck: Deck) -> Iterator[Message]:
        if offer.source != "hand":
            return
        dealt = msg(
            "rules-hands",
            "The cards are shuffled, and each player is dealt {hand} of them, which nobody else may"
            " see.",
            hand=offer.hand,
        )
        if offer.refill:
            yield in_turn([dealt, msg("rules-hands-pile", "The rest form the draw pile.")])
        elif sum([count for _, count in deck]) > players * offer.hand:
            yield in_turn([dealt, msg("rules-hands-aside", "The rest are set aside unseen.")])
        else:
            yield dealt
