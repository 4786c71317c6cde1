"""Sentences on choosing by pointing, and on what is still to be tapped."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....core.text import Text, in_turn, msg, nmsg
from .offered_choice import OfferedChoice

HEAPS = msg(
    "web-point-heaps",
    "Tap cards to put them in set 1; a tap on → 2 moves one on to set 2.",
)


def how_to_point(offers: Sequence[OfferedChoice], *, splits: bool, ring: bool) -> Text:
    """Say how one of *offers* is chosen: if they are *splits*, of a *ring* or of other cards."""
    if splits and ring:
        sets = offers[0].sets.count("/") + 1
        goes_on = msg("web-point-circle", "After the last card comes the first one again.")
        two = msg(
            "web-point-ring",
            "Tap two of the lines: what lies between them is one set, the rest the other.",
        )
        more = msg("web-point-arcs", "Tap {count} of the lines: a set begins at each.", count=sets)
        return in_turn([two if sets == 2 else more, goes_on])
    if splits:
        return HEAPS
    if any(one.choice.piece and one.choice.zone for one in offers):
        return msg("web-point-card", "Tap what you play, then where it goes.")
    return msg("web-point", "Tap to choose, and tap again to confirm.")


def what_is_left(offers: Sequence[OfferedChoice], *, ring: bool) -> list[Text]:
    """Say what a half-made split of *offers* lacks, by the number of taps if it is of a *ring*."""
    sets = offers[0].sets.split("/")
    if ring:
        return [
            nmsg("web-point-cuts", "Now one more line.", "Now {count} more lines.", left)
            for left in range(1, len(sets))
        ]
    hidden = [len(" ".join(re.findall(r"\(([^)]*)\)", one)).split()) for one in sets]
    if len({*hidden}) > 1:
        return [msg("web-point-hidden", "Now tap the cards that are to lie face down.")]
    return [
        nmsg(
            "web-point-down",
            "Now tap the card in each set that is to lie face down.",
            "Now tap the {count} cards in each set that are to lie face down.",
            hidden[0],
        )
    ] * (hidden[0] > 0)
