"""The order in which the seats pick, and whether the splitter picks too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ....text import Message, msg
from ...offer import Offer
from ..offer_state import OfferState
from .part import Conflict, Key, OfferPart


class PickingOrder(OfferPart):
    """The keys ``order`` and ``splitter-picks``."""

    always: ClassVar[bool] = True
    keys: ClassVar[list[Key]] = [
        Key("order", msg("about-order", "The order of picking."), ("left", "right", "behind")),
        Key("splitter_picks", msg("about-splitter-picks", "The splitter picks too, last of all.")),
    ]

    def problems(self, offer: Offer, players: int, turns: int) -> Iterator[Conflict]:
        pickers = players if offer.splitter_picks else players - 1
        there = offer.draw if offer.take == "card" else offer.sets
        if there < pickers:
            message = msg(
                "too-few-picks",
                "{count} will not be enough to go round: {pickers} players pick.",
                count=there,
                pickers=pickers,
            )
            yield Conflict("draw" if offer.take == "card" else "sets", message)

    def picking(self, offer: Offer, players: int, secret: bool) -> Iterator[Message]:
        all_taken = offer.is_all_taken(players)
        yield from _picks_of_two(offer, all_taken) if players == 2 else _picks(offer, all_taken)

    def advice_to_split(self, offer: Offer, players: int) -> Iterator[Message]:
        all_taken = offer.is_all_taken(players)
        told = msg("advice-split-others", "Make {sets} sets for the others; you do not pick.")
        if all_taken and offer.sets == 2:
            told = msg(
                "advice-split-two", "Make 2 sets: your opponent picks one, you get the other."
            )
        elif all_taken:
            told = msg(
                "advice-split",
                "Make {sets} sets; the others pick before you, and you get what is left.",
            )
        elif offer.splitter_picks:
            told = msg("advice-split-last", "Make {sets} sets; you pick last.")
        elif offer.rest == "splitter":
            told = msg("advice-split-rest", "Make {sets} sets; you get what the others leave.")
        yield told.filled(sets=offer.sets)


def in_order(now: OfferState, splitter: int) -> list[int]:
    """Return the seats in the order of picking, *splitter* last."""
    others = now.seats_from(splitter)[1:]
    if now.offer.order == "right":
        others.reverse()
    elif now.offer.order == "behind":
        scores = now.open_scores()
        others.sort(key=scores.__getitem__)
    return [*others, splitter]


def _picks_of_two(offer: Offer, all_taken: bool) -> Iterator[Message]:
    """Explain the picks of two players."""
    if all_taken or (offer.take, offer.rest, offer.sets) == ("set", "splitter", 2):
        yield msg(
            "rules-pick",
            "The other player, the picker, takes one of the sets; the splitter gets the other.",
        )
        return
    if offer.take == "card":
        yield msg(
            "rules-pick-card",
            "The other player, the picker, takes a single card from one of the sets.",
        )
    else:
        yield msg("rules-pick-set", "The other player, the picker, takes one of the sets.")
    yield from _splitter_picks(offer)


def _picks(offer: Offer, all_taken: bool) -> Iterator[Message]:
    """Explain the picks of more than two players."""
    if all_taken and offer.order == "left":
        yield msg(
            "rules-pick-many",
            "Each of the others picks a set, starting with the player on the splitter's left; the"
            " splitter gets the last one.",
        )
        return
    orders = {
        "left": msg(
            "rules-pick-left",
            "The others pick in turn, clockwise, beginning on the splitter's left.",
        ),
        "right": msg(
            "rules-pick-right",
            "The others pick in turn, anticlockwise, beginning on the splitter's right.",
        ),
        "behind": msg(
            "rules-pick-behind",
            "The others pick in turn, those with fewer points first; in a tie,"
            " clockwise from the splitter's left.",
        ),
    }
    yield orders[offer.order]
    if offer.take == "card":
        yield msg("rules-each-card", "Each of them takes a single card from one of the sets.")
    else:
        yield msg("rules-each-set", "Each of them takes one set.")
    if all_taken:
        yield msg("rules-last-set", "The splitter gets the last set.")
    else:
        yield from _splitter_picks(offer)


def _splitter_picks(offer: Offer) -> Iterator[Message]:
    """Explain whether the splitter picks; nothing if the splitter gets all that is left."""
    if offer.splitter_picks:
        yield msg("rules-splitter-too", "The splitter picks last, in the same way.")
    elif offer.rest != "splitter":
        yield msg("rules-splitter-not", "The splitter does not pick.")
