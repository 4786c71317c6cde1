"""The facts of a split-and-choose game: cards, offer, turns, and the splits that are possible."""

from __future__ import annotations

from typing import Final

from ..game import Game
from ..kernel.action_list import ActionList
from ..vectors import append, i64, vec
from .offer import Offer
from .split_notation import SplitNotation
from .splits import Split, canonical_splits, most_cards, ranks_of, splits_of
from .table import Table

MOST_REMEMBERED: Final = 500
"""Most lists of splits that a game of offers keeps."""


class SplitRules(Game):
    """The fixed part of a split-and-choose game.

    Parameters:
        codes, counts: code and number of cards of each card type, in deck order.
        offer: the way the cards of a turn are put up, split and picked.
        turns: number of turns in a game.  Cards that are never drawn stay unseen.
        seats, empty_table: the ids of the seats; the table before the first turn.
    """

    def __init__(
        self,
        id: str,
        variant: str,
        *,
        seats: list[str],
        codes: list[str],
        counts: list[int],
        offer: Offer,
        turns: int,
        empty_table: Table,
    ) -> None:
        super().__init__(id, variant, len(seats))
        self.seats = seats
        self.codes = codes
        self.counts = counts
        self.offer = offer
        self.draw = offer.draw
        self.least = offer.least
        self.most = offer.most
        self.turns = turns
        self.empty_table = empty_table
        self.secret = offer.is_secret() or empty_table.secret
        """True if a seat may know something that others do not."""
        self.set_aside = 0
        """Number of cards that stay unseen; 0 where it is not the same in every game."""
        if offer.uses_up(self.players):
            self.set_aside = sum(counts) - most_cards(offer, turns, self.players)
        self.text = self.notation_of()
        self.cards_by_code = self.text.cards_by_code
        self.seat_count: i64 = len(seats)
        self.left_of: vec[i64] = vec[i64]([seat % len(seats) for seat in range(1, len(seats) + 1)])
        """By seat, the next seat."""
        self.all_sets: i64 = (1 << len(seats)) - 1
        """The sets of a split, as bits."""
        self.free_sets = [
            [number for number in range(len(seats)) if bits >> number & 1]
            for bits in range(1 << len(seats))
        ]
        """By the bits of some sets, their numbers."""
        self.card_count: i64 = sum(counts)
        self.types: i64 = len(codes)
        self.most_drawn: i64 = offer.draw
        self.found = ActionList()
        """The plays that a position of this game has found last."""
        self.hand: vec[i64] = vec[i64]([0] * offer.draw)
        """Room for the cards of which a position looks for plays."""
        self.picked: vec[i64] = vec[i64]([0] * len(seats))
        """Room for the number of the set that each seat picks."""
        self.places: vec[i64] = vec[i64]([])
        """The set numbers of all cards in all splits of the patterns that have come up."""
        self.start: vec[i64] = vec[i64](counts + [-1] * (2 * offer.draw))
        """The numbers of the first position; see `SplitCourse`."""
        self.split_counts: vec[i64] = vec[i64]([0] * (1 << (offer.draw - 1)))
        """By pattern, the number of its splits, once `places_at` has listed them."""
        self._places_at: vec[i64] = vec[i64]([-1] * (1 << (offer.draw - 1)))
        """By pattern, where in `places` its splits begin, or -1."""
        self._ranked: dict[tuple[int, ...], list[Split]] = {}
        self._splits: list[list[list[int]]] = [[] for _ in range(1 << (offer.draw - 1))]
        self._split_actions: list[list[int]] = [[] for _ in range(1 << (offer.draw - 1))]

    def notation_of(self) -> SplitNotation:
        """Make the notation of this game's splits and picks."""
        return SplitNotation(self.codes, self.players, self.least, self.most)

    def splits(self, pattern: int) -> list[list[int]]:
        """Return the splits of a draw with that *pattern*, each as the set number of every card."""
        if not self._splits[pattern]:
            ranks = ranks_of(self.draw, pattern)
            splits = canonical_splits(ranks, self.players, self.least, self.most)
            self._splits[pattern] = splits
            self._split_actions[pattern] = list(range(len(splits)))
        return self._splits[pattern]

    def places_at(self, pattern: i64) -> i64:
        """Return where in `places` the splits of a draw with that *pattern* begin."""
        at = self._places_at[pattern]
        if at < 0:
            places = self.places
            at = len(places)
            for split in self.splits(pattern):
                for place in split:
                    places = append(places, place)
            self.places = places
            self._places_at[pattern] = at
            self.split_counts[pattern] = len(self._splits[pattern])
        return at

    def split_actions(self, pattern: int) -> list[int]:
        """Return the numbers of the splits of a *pattern*, as a new list."""
        if not self._split_actions[pattern]:
            self.splits(pattern)
        return self._split_actions[pattern][:]

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
