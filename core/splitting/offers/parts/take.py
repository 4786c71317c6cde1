"""The cards a picker takes: a whole set, or a single card of one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ....errors import IllegalAction, InvalidNotation
from ....text import Message, msg
from ...offer import Offer
from ...split_notation import SplitNotation
from ..offer_state import OfferState
from .face_down import masks_of
from .part import Key, OfferPart


class Take(OfferPart):
    """The key ``take``."""

    keys: ClassVar[list[Key]] = [
        Key(
            "take",
            msg("about-take", "A picker takes a whole set, or a single card."),
            ("set", "card"),
        ),
    ]

    def legend(self, offer: Offer, code: str) -> Iterator[Message]:
        yield msg("legend-pick-card", "pick 1 {code}: takes {code} from set 1.", code=code)


def picks(now: OfferState) -> list[int]:
    """Return the actions of picking: a set, or ``set * number of card types + card``."""
    if now.offer.take == "set":
        return [number for number, cards in enumerate(now.on_offer) if cards]
    types = len(now.game.codes)
    return [
        number * types + card
        for number, cards in enumerate(now.on_offer)
        for card in sorted(set(cards))
    ]


def take(now: OfferState, seat: int, action: int) -> int:
    """Give *seat* what it picks with *action*; return the number of the set, from 0."""
    if now.offer.take == "set":
        cards, now.on_offer[action] = now.on_offer[action], []
        now.in_hand[seat] += cards
        for known in masks_of(now, action, cards, now.splitter):
            now.hands_known[seat].append(known | 1 << seat)
        return action
    number, card = divmod(action, len(now.game.codes))
    now.on_offer[number].remove(card)
    now.in_hand[seat].append(card)
    now.hands_known[seat].append(now.everybody)
    return number


def read_pick(text: str, sets: list[list[int]], offer: Offer, notation: SplitNotation) -> int:
    """Return the action that *text*, without ``pick``, picks of the *sets*; see `picks`."""
    number, _, code = text.partition(" ")
    at = int(number) - 1
    if not 0 <= at < len(sets) or not sets[at]:
        raise IllegalAction(notation.no_such_set(number))
    if offer.take == "set":
        if code:
            message = msg(
                "pick-whole-set",
                "A set is picked as a whole: type just pick {number}.",
                number=number,
            )
            raise InvalidNotation(message)
        return at
    if not code:
        raise InvalidNotation(pick_card_now(notation.codes[0]))
    card = notation.read_card(code)
    if card not in sets[at]:
        message = msg(
            "not-in-set",
            "There is no {card} in set {number}.",
            card=notation.codes[card],
            number=number,
        )
        raise IllegalAction(message)
    return at * len(notation.codes) + card


def pick_card_now(code: str) -> Message:
    """Say how a single card is picked; *code* is an example."""
    return msg(
        "pick-card-now",
        "Now pick a single card: type pick, the number of its set and the card, for"
        " example pick 1 {card}.",
        card=code,
    )
