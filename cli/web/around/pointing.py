"""Sentences on choosing by pointing, and on what is still to be tapped."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....core.text import Text, msg, nmsg, sentences
from .offered_choice import OfferedChoice

_sentence = sentences(
    msg("web-point-heaps",
        "Tap the cards of set 1; once it is full, the rest goes to the other set by itself."),
    msg("web-point-arcs",
        "The cards lie in a circle, the last beside the first. Tap {count} of the lines between"
        " them: a set is what lies between two cuts."),
    msg("web-point-card", "Tap what you play, then where it goes."),
    msg("web-point", "Tap to choose, and tap again to confirm."),
    nmsg("web-point-cuts", "Now one more line.", "Now {count} more lines.", 0),
    msg("web-point-hidden", "Now tap the cards that are to lie face down."),
    nmsg("web-point-down", "Now tap the card in each set that is to lie face down.",
         "Now tap the {count} cards in each set that are to lie face down.", 0),
)  # fmt: skip


def how_to_point(offers: Sequence[OfferedChoice], *, splits: bool, ring: bool) -> Text:
    """Say how one of *offers* is chosen: if they are *splits*, of a *ring* or of other cards."""
    if splits and ring:
        return _sentence("web-point-arcs", count=offers[0].sets.count("/") + 1)
    if splits:
        return _sentence("web-point-heaps")
    has_places = any(one.choice.piece and one.choice.zone for one in offers)
    return _sentence("web-point-card" if has_places else "web-point")


def what_is_left(offers: Sequence[OfferedChoice], *, ring: bool) -> list[Text]:
    """Say what a half-made split of *offers* lacks, by the number of taps if it is of a *ring*."""
    sets = offers[0].sets.split("/")
    if ring:
        return [_sentence("web-point-cuts", count=left) for left in range(1, len(sets))]
    hidden = [len(" ".join(re.findall(r"\(([^)]*)\)", one)).split()) for one in sets]
    if len({*hidden}) > 1:
        return [_sentence("web-point-hidden")]
    return [_sentence("web-point-down", count=hidden[0])] * (hidden[0] > 0)
