"""The seats that split: one after the other, all in secret, or whoever is behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ....text import Message, msg
from ...offer import Offer
from ..offer_state import OfferState
from .part import Key, OfferPart


class Splitter(OfferPart):
    """The key ``splitter``."""

    keys: ClassVar[list[Key]] = [
        Key(
            "splitter",
            msg("about-splitter", "The players who split."),
            ("turns", "all", "behind"),
        ),
    ]

    def picking(self, offer: Offer, players: int, secret: bool) -> Iterator[Message]:
        if offer.splitter == "all":
            yield msg(
                "rules-offers-in-turn",
                "Then the players pick from one offer after the other, clockwise, beginning with"
                " the first splitter's.",
            )


def splitters(now: OfferState) -> list[int]:
    """Return the seats that split in this turn, in this order."""
    return now.seats_from(now.leader) if now.offer.splitter == "all" else [now.leader]


def next_leader(now: OfferState) -> int:
    """Return the seat that splits first in the next turn."""
    following = now.seats_from((now.leader + 1) % now.game.players)
    if now.offer.splitter != "behind":
        return following[0]
    scores = now.open_scores()
    return min(following, key=scores.__getitem__)


def who_splits(offer: Offer, players: int) -> Message:
    """Explain which player is the splitter."""
    if offer.splitter == "behind":
        return msg(
            "rules-behind",
            "The player who starts is the first splitter. From then on, whoever has the fewest"
            " points splits; in a tie, the first of those players clockwise from the previous"
            " splitter.",
        )
    if offer.splitter == "all":
        return msg(
            "rules-all-split",
            "Every turn, each player splits an offer of their own. Once all have"
            " their cards, they split one after the other, clockwise, and nobody sees anybody"
            " else's sets until all have split. The first splitter is the player who starts; on"
            " the next turn it is the player on their left, and so on.",
        )
    if players == 2:
        return msg(
            "rules-turns",
            "The player who starts is the first splitter; from then on, the players take turns.",
        )
    return msg(
        "rules-turns-many",
        "The player who starts is the first splitter; after each turn, the next player clockwise"
        " becomes the splitter.",
    )
