"""Prices: what a picker pays the splitter for a set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar, Final

from ....text import Message, Name, in_turn, msg, nmsg
from ...offer import Offer
from ..offer_state import OfferState
from .part import Key, OfferPart

_PRICE: Final = re.compile(r"=\s*(\d{1,2})\s*\Z")


class Price(OfferPart):
    """The key ``price``."""

    keys: ClassVar[list[Key]] = [
        Key(
            "price",
            msg("about-price", "The highest price that the splitter may put on a set."),
            most=9,
        ),
    ]

    def picked(self, now: OfferState, seat: int, number: int) -> None:
        price = now.prices[number]
        now.paid[seat] -= price
        now.paid[now.splitter] += price

    def splitting(self, offer: Offer) -> Iterator[Message]:
        yield nmsg(
            "rules-price",
            "The splitter puts a price on each set: 0 or {count} point.",
            "The splitter puts a price on each set, from 0 to {count} points.",
            offer.price,
        )

    def picking(self, offer: Offer, players: int, secret: bool) -> Iterator[Message]:
        if offer.take == "card":
            yield msg(
                "rules-pay-card",
                "Whoever takes a card pays the price of its set to the splitter, even if this"
                " takes them below 0 points. The splitter pays nothing.",
            )
        else:
            yield msg(
                "rules-pay",
                "Whoever takes a set pays its price to the splitter, even if this takes them below"
                " 0 points. The splitter pays nothing.",
            )

    def legend(self, offer: Offer, code: str) -> Iterator[Message]:
        yield msg("legend-price", "=1: the price of a set, here 1 point.")

    def advice_to_split(self, offer: Offer, players: int) -> Iterator[Message]:
        yield msg(
            "advice-price",
            "Type the price of a set after it, from =0 to ={most}; whoever takes the set pays you.",
            most=offer.price,
        )

    def advice_to_pick(self, offer: Offer) -> Iterator[Message]:
        yield msg("advice-pay", "You pay the splitter the price of what you take.")


def read_price(text: str, offer: Offer) -> tuple[str, int]:
    """Return the cards and the price of a set that *text* writes; -1 if a price is missing."""
    if not offer.price:
        return text, 0
    match = _PRICE.search(text)
    return (text[: match.start()], int(match.group(1))) if match else (text, -1)


def wrong_price(offer: Offer) -> Message:
    """Say which prices are possible."""
    return msg("price-on-set", "Put a price from =0 to ={most} on each set.", most=offer.price)


def tell_payment(seat: Name, splitter: Name, price: Message) -> Message:
    """Tell that *seat* pays *price*, an amount, to the *splitter*."""
    return msg(
        "pays", "{seat} pays {splitter} {amount}.", seat=seat, splitter=splitter, amount=price
    ).to_you(
        seat=msg("you-pay", "You pay {splitter} {amount}."),
        splitter=msg("pays-you", "{seat} pays you {amount}."),
    )


def tell_price(said: Message, price: Message | None) -> Message:
    """Add to *said*, a pick, what it costs, if anything."""
    if price is None:
        return said
    return in_turn([said, msg("costs", "It costs {amount}.", amount=price)])
