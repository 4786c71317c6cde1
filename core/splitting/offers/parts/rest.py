"""Cards that nobody took, and where they go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ....text import Both, Message, Name, Text, msg
from ...offer import Offer
from ..offer_state import OfferState
from .face_down import masks_of
from .part import Conflict, Key, OfferPart


class Rest(OfferPart):
    """The key ``rest``."""

    always: ClassVar[bool] = True
    keys: ClassVar[list[Key]] = [
        Key(
            "rest",
            msg("about-rest", "What happens to cards that nobody took."),
            ("splitter", "discard", "next", "back"),
        ),
    ]

    def conflicts(self, offer: Offer) -> Iterator[Conflict]:
        if offer.source == "hand" and offer.rest == "next":
            message = msg(
                "hand-next",
                "Each offer comes from a hand, so nothing stays for the next one:"
                " write rest: back.",
            )
            yield Conflict("rest", message, ["source"])

    def picking(self, offer: Offer, players: int, secret: bool) -> Iterator[Message]:
        if not offer.is_all_taken(players):
            yield from _rest(offer)


def clear(now: OfferState) -> None:
    """Move the cards that nobody took to where they belong."""
    seat, rest = now.splitter, now.offer.rest
    for number in now.order[seat] or range(len(now.on_offer)):
        cards = now.on_offer[number]
        for card, known in zip(cards, masks_of(now, number, cards, seat), strict=True):
            if rest == "splitter":
                now.in_hand[seat].append(card)
                now.hands_known[seat].append(known)
            elif rest == "next" or (rest == "back" and now.offer.source == "hand"):
                now.held[seat].append(card)
                now.held_known[seat].append(known)
            elif rest == "discard" and now.offer.source != "dice":
                now.out.append(card)
                now.out_known.append(known)
            elif now.offer.source != "dice":
                now.undrawn[card] += 1
    now.on_offer = []
    now.order[seat] = []
    now.prices = []


def pass_on(now: OfferState, before: int) -> None:
    """Give what lay with seat *before* for the next turn to the one that splits now."""
    if now.offer.splitter == "all" or now.offer.source == "hand":
        return
    leader = now.leader
    for cards in (now.held, now.held_known):
        cards[before], cards[leader] = cards[leader], cards[before]
    now.held_known[leader] = [known | 1 << leader for known in now.held_known[leader]]


def _rest(offer: Offer) -> Iterator[Message]:
    """Explain what happens to what nobody took."""
    if offer.rest == "splitter":
        yield msg("rules-rest-splitter", "The splitter gets what is left.")
    elif offer.rest == "next" and offer.splitter == "all":
        yield msg(
            "rules-rest-own",
            "What is left of an offer stays with its splitter, who tops it up to {draw} cards on"
            " the next turn.",
            draw=offer.draw,
        )
    elif offer.rest == "next":
        yield msg(
            "rules-rest-next",
            "What is left goes to the next splitter, who tops it up to {draw} cards.",
            draw=offer.draw,
        )
    elif offer.source == "dice":
        yield msg("rules-rest-dice", "What is left counts for nobody.")
    elif offer.rest == "discard":
        yield msg("rules-rest-discard", "What is left is out of the game.")
    elif offer.source == "hand":
        yield msg("rules-rest-hand", "The splitter takes what is left back into their hand.")
    else:
        yield msg("rules-rest-back", "What is left is shuffled back into the draw pile.")
    if offer.rest == "next" and offer.contiguous and offer.face_down:
        yield msg(
            "rules-rest-row",
            "The cards that are left come before the new ones, set by set, sorted within each set.",
        )
    elif offer.rest == "next" and offer.contiguous:
        yield msg(
            "rules-rest-order",
            "The cards that are left come before the new ones, in their old order.",
        )


def keeps(splitter: Name, cards: Text | Both) -> Message:
    """Tell that the *splitter* keeps *cards*."""
    return msg("keeps", "{seat} gets {cards}.", seat=splitter, cards=cards).to_you(
        seat=msg("you-keep", "You get {cards}.")
    )


def tell_rest(offer: Offer, splitter: Name, cards: Text | Both, last: bool) -> Message:
    """Tell what became of the *cards* that nobody picked; *last* if there is no further turn."""
    if offer.rest == "splitter":
        return keeps(splitter, cards)
    if offer.source == "hand" and offer.rest in ("back", "next"):
        return msg("rest-hand", "{seat} takes {cards} back.", seat=splitter, cards=cards).to_you(
            seat=msg("you-take-back", "You take {cards} back.")
        )
    if offer.rest == "next" and not last:
        return msg("rest-next", "Left for the next offer: {cards}.", cards=cards)
    if offer.source == "dice" or offer.rest == "next":
        return msg("rest-nobody", "Nobody takes {cards}.", cards=cards)
    if offer.rest == "back":
        return msg("rest-back", "Shuffled into the draw pile: {cards}.", cards=cards)
    return msg("rest-out", "Out of the game now: {cards}.", cards=cards)
