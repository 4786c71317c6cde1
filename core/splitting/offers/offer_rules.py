"""The facts of a game of offers, and the splits that are possible."""

from __future__ import annotations

from typing import Final

from ..position import SplitGame
from ..splits import Split, splits_of
from .offer_notation import OfferNotation
from .parts.all_parts import parts_of

MOST_REMEMBERED: Final = 500
"""Most lists of splits that a game of offers keeps."""


class OfferRules(SplitGame):
    """The fixed part of a game with any offer."""

    def notation_of(self) -> OfferNotation:
        self.offers = OfferNotation(self.codes, self.offer)
        return self.offers

    def prepare(self) -> None:
        self.parts = parts_of(self.offer)
        self._ranked: dict[tuple[int, ...], list[Split]] = {}

    def ranked(self, cards: list[int]) -> list[Split]:
        """Return the splits of *cards*, made of their ranks; as in `splits_of`, order may count."""
        if not self.offer.contiguous:
            cards = sorted(cards)
        kinds = sorted(set(cards))
        ranks = tuple([kinds.index(card) for card in cards])
        if ranks not in self._ranked:
            if len(self._ranked) >= MOST_REMEMBERED:
                self._ranked.clear()
            self._ranked[ranks] = splits_of([*ranks], self.offer)
        return self._ranked[ranks]

    def split_at(self, cards: list[int], action: int) -> Split:
        """Return split number *action* of *cards*."""
        kinds = sorted(set(cards))
        return tuple(
            [
                (tuple([kinds[rank] for rank in up]), tuple([kinds[rank] for rank in down]), price)
                for up, down, price in self.ranked(cards)[action]
            ]
        )
