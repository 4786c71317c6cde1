"""Cards of each set that nobody but the splitter sees until the set is taken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final, cast

from ....text import Message, msg, nmsg
from ...offer import Offer
from ...splits import MOST_DRAWN, forms_of
from .part import Conflict, Key, OfferPart

if TYPE_CHECKING:
    from ..offer_state import OfferState

DOWN: Final = re.compile(r"\(([^()]*)\)")
"""The cards of a set that lie face down, in the notation."""


class FaceDown(OfferPart):
    """The key ``face-down``."""

    keys: ClassVar[list[Key]] = [
        Key(
            "face_down",
            msg(
                "about-face-down",
                "The cards of each set that nobody but the splitter sees until it is taken.",
            ),
            most=MOST_DRAWN,
        ),
        Key(
            "hidden_sets",
            msg(
                "about-hidden-sets",
                "The sets that lie face down as a whole, beside others that are open.",
            ),
            most=MOST_DRAWN,
        ),
    ]

    def conflicts(self, offer: Offer) -> Iterator[Conflict]:
        if offer.take == "card":
            message = msg("blind-pick", "A card that lies face down cannot be picked by itself.")
            for given, key in ((offer.face_down, "face-down"), (offer.hidden_sets, "hidden-sets")):
                if given:
                    yield Conflict(key, message, ["take"])
        elif offer.hidden_sets and (offer.contiguous or offer.face_down):
            other = "contiguous" if offer.contiguous else "face-down"
            message = msg("hidden-sets-alone", "This cannot be combined with {key}.", key=other)
            yield Conflict("hidden-sets", message, [other])

    def problems(self, offer: Offer, players: int, turns: int) -> Iterator[Conflict]:
        if offer.hidden_sets >= offer.sets:
            message = msg(
                "all-sets-hidden",
                "Of {sets} sets, at least one must lie open.",
                sets=offer.sets,
            )
            yield Conflict("hidden-sets", message, ["sets"])
        least = min(form[-1] for form in forms_of(offer))
        if offer.face_down > least:
            message = msg(
                "all-face-down",
                "A set can be as small as {least}: at most that many cards can lie face down.",
                least=least,
            )
            yield Conflict("face-down", message)

    def splitting(self, offer: Offer) -> Iterator[Message]:
        if offer.hidden_sets:
            yield nmsg(
                "rules-hidden-sets",
                "One set lies face down as a whole: the splitter chooses which, and nobody else"
                " sees its cards.",
                "{count} sets lie face down as a whole: the splitter chooses which, and nobody"
                " else sees their cards.",
                offer.hidden_sets,
            )
            return
        if all(form[0] == offer.face_down for form in forms_of(offer)):
            yield msg("rules-all-down", "All sets lie face down: only the splitter sees them.")
            return
        yield nmsg(
            "rules-face-down",
            "In each set, {count} card lies face down: the splitter chooses it, and nobody"
            " else sees it.",
            "In each set, {count} cards lie face down: the splitter chooses them, and nobody"
            " else sees them.",
            offer.face_down,
        )

    def picking(self, offer: Offer, players: int, secret: bool) -> Iterator[Message]:
        if secret:
            yield msg(
                "rules-taken-unseen",
                "Whoever takes a set secretly looks at any face-down cards in it; the others see"
                " them only if they are played face up.",
            )
        else:
            yield msg(
                "rules-taken-face-down",
                "Whoever takes a set secretly looks at any face-down cards in it; the others see"
                " them once they are played.",
            )

    def legend(self, offer: Offer, code: str) -> Iterator[Message]:
        yield msg("legend-face-down", "({code}): lies face down.", code=code)

    def advice_to_split(self, offer: Offer, players: int) -> Iterator[Message]:
        if offer.hidden_sets:
            yield _all_in_brackets(offer)
            return
        yield nmsg(
            "advice-face-down",
            "In each set, {count} card lies face down: type it in brackets.",
            "In each set, {count} cards lie face down: type them in brackets.",
            offer.face_down,
        )

    def advice_to_pick(self, offer: Offer) -> Iterator[Message]:
        yield msg(
            "advice-hidden",
            "(?) lies face down: you see this card only once you have taken the set.",
        )


def said_by_ear(text: Message) -> Message:
    """Return *text*, about cards that lie face down, for people who listen: without brackets."""
    if text.code == "number-face-down":
        return msg(
            "number-face-down-said",
            "Say which cards lie face down, {count} in each set, before their names.",
            count=text.params["count"],
        )
    if text.code == "advice-hidden":
        return msg("advice-hidden-heard", "Whoever takes a set sees its face-down card.")
    if text.code == "advice-hidden-sets":
        return nmsg(
            "hidden-sets-heard",
            "One set lies face down: say so before each of its cards.",
            "{count} sets lie face down: say so before each of their cards.",
            cast(int, text.params["count"]),
        )
    if text.code == "advice-face-down":
        return nmsg(
            "face-down-said",
            "In each set, {count} card lies face down: say so before its name.",
            "In each set, {count} cards lie face down: say so before their names.",
            cast(int, text.params["count"]),
        )
    return text


def masks_of(now: OfferState, number: int, cards: list[int], splitter: int) -> list[int]:
    """Return the masks of the *cards* of set *number* of *splitter*; those face down come last."""
    up = len(cards) - now.offer.down_in(number, len(cards))
    return [now.everybody if at < up else 1 << splitter for at in range(len(cards))]


def _all_in_brackets(offer: Offer) -> Message:
    return nmsg(
        "advice-hidden-sets",
        "One set lies face down: type all its cards in brackets.",
        "{count} sets lie face down: type all their cards in brackets.",
        offer.hidden_sets,
    )


def wrong_number(offer: Offer) -> Message:
    """Say how many cards of each set lie face down."""
    if offer.hidden_sets:
        return _all_in_brackets(offer)
    if not offer.face_down:
        return msg("no-face-down", "All cards lie face up: type them without brackets.")
    return msg(
        "number-face-down",
        "Put the cards that lie face down in brackets, {count} in each set.",
        count=offer.face_down,
    )
