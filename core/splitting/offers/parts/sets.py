"""The number of sets, their sizes, and whether they are runs of a row or ring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from ....text import Both, Message, Text, msg, nmsg
from ...offer import Offer
from ...splits import forms_of
from .part import Conflict, Key, OfferPart
from .source import cards_of


class Sets(OfferPart):
    """The key ``contiguous``, and the words of ``draw``, ``sets``, ``size`` and ``shapes``.

    These depend on the number of players, so that rule sets resolve them.
    """

    always: ClassVar[bool] = True
    keys: ClassVar[list[Key]] = [
        Key("contiguous", msg("about-contiguous", "Each set is a run of the row or ring."))
    ]

    def conflicts(self, offer: Offer) -> Iterator[Conflict]:
        if offer.contiguous and offer.source in ("hand", "dice"):
            message = msg("no-row", "Only cards of a deck or a ring lie in a row that has runs.")
            yield Conflict("contiguous", message, ["source"])

    def splitting(self, offer: Offer) -> Iterator[Message]:
        plain = offer.source == "deck" and not offer.contiguous and not offer.hides()
        sizes = {size for form in forms_of(offer) for size in form}
        if plain and not offer.shapes and len(sizes) > 1:
            text = msg(
                "rules-split",
                "The splitter draws {draw} cards, lays them out face up and divides them freely"
                " into {sets} sets of {sizes} cards each.",
            )
            yield text.filled(draw=offer.draw, sets=offer.sets, sizes=_range(sizes))
        else:
            yield cards_of(offer).filled(draw=offer.draw, hand=offer.hand)
            yield _sizes(offer, sizes).filled(sets=offer.sets)
        if offer.contiguous and offer.source == "ring":
            yield msg("rules-run-ring", "The cards of a set must lie side by side in the circle.")
        elif offer.contiguous:
            yield msg("rules-run-row", "The cards of a set must lie side by side in the row.")

    def legend(self, offer: Offer, code: str) -> Iterator[Message]:
        yield msg(
            "legend-split",
            "{text}: a split into {sets} sets.",
            text=" / ".join([code] * offer.sets) + " …",
            sets=offer.sets,
        )
        if offer.is_secret():
            yield msg("legend-unknown", "?: a card that you do not know.")

    def advice_to_split(self, offer: Offer, players: int) -> Iterator[Message]:
        if offer.contiguous:
            yield msg("advice-runs", "A set is made of cards that lie side by side.")


def _sizes(offer: Offer, sizes: set[int]) -> Message:
    """Explain the *sizes* of the sets; their number is yet to be filled in."""
    if len(sizes) == 1:
        return nmsg(
            "rules-equal-sets",
            "The splitter divides these into {sets} sets of {count} card each.",
            "The splitter divides these into {sets} sets of {count} cards each.",
            min(sizes),
        )
    if offer.shapes:
        return msg(
            "rules-shapes",
            "The splitter divides these into {sets} sets: {shapes} cards.",
            shapes=_shapes(offer),
        )
    return msg(
        "rules-sizes",
        "The splitter divides these into {sets} sets of {sizes} cards each.",
        sizes=_range(sizes),
    )


def sizes_of_sets(offer: Offer) -> list[Message]:
    """Say how many cards each set must have, if *offer* has a rule for that."""
    if not offer.shapes:
        return []
    return [msg("ask-shapes", "Cards in the sets: {shapes}.", shapes=_shapes(offer))]


def _shapes(offer: Offer) -> Text:
    return either([" + ".join(map(str, shape)) for shape in offer.shapes])


def _range(sizes: set[int]) -> Message:
    """Say which of several *sizes* a set may have."""
    about = {"least": min(sizes), "most": max(sizes)}
    if len(sizes) == 2:
        return msg("sizes-or", "{least} or {most}", **about)
    return msg("sizes-to", "{least} to {most}", **about)


def either(items: Sequence[Text]) -> Text:
    """Join *items* as in "A, B or C"."""
    if len(items) == 1:
        return items[0]
    return msg(
        "either", "{some} or {last}", some=Both(tuple(items[:-1]), commas=True), last=items[-1]
    )
