"""The facts of a game with the plain offer, with tables and room for its fast course."""

from __future__ import annotations

from ...kernel.action_list import ActionList
from ...vectors import append, i64, vec
from ..position import SplitGame
from ..splits import canonical_splits, ranks_of


class PlainRules(SplitGame):
    """The fixed part of a game in which each seat takes one set of cards that lie face up."""

    def prepare(self) -> None:
        seats = self.players
        self.seat_count: i64 = seats
        self.left_of: vec[i64] = vec[i64]([seat % seats for seat in range(1, seats + 1)])
        """By seat, the next seat."""
        self.all_sets: i64 = (1 << seats) - 1
        """The sets of a split, as bits."""
        self.free_sets = [
            [number for number in range(seats) if bits >> number & 1] for bits in range(1 << seats)
        ]
        """By the bits of some sets, their numbers."""
        self.card_count: i64 = sum(self.deck)
        self.types: i64 = len(self.codes)
        self.most_drawn: i64 = self.draw
        self.found = ActionList()
        """The plays that a position of this game has found last."""
        self.hand: vec[i64] = vec[i64]([0] * self.draw)
        """Room for the cards of which a position looks for plays."""
        self.picked: vec[i64] = vec[i64]([0] * seats)
        """Room for the number of the set that each seat picks."""
        self.places: vec[i64] = vec[i64]([])
        """The set numbers of all cards in all splits of the patterns that have come up."""
        self.start: vec[i64] = vec[i64](self.deck + [-1] * (2 * self.draw))
        """The numbers of the first position; see `PlainCourse`."""
        self.split_counts: vec[i64] = vec[i64]([0] * (1 << (self.draw - 1)))
        """By pattern, the number of its splits, once `places_at` has listed them."""
        self._places_at: vec[i64] = vec[i64]([-1] * (1 << (self.draw - 1)))
        """By pattern, where in `places` its splits begin, or -1."""
        self._splits: list[list[list[int]]] = [[] for _ in range(1 << (self.draw - 1))]
        self._split_actions: list[list[int]] = [[] for _ in range(1 << (self.draw - 1))]

    def splits(self, pattern: int) -> list[list[int]]:
        """Return the splits of a draw with that *pattern*, each as the set number of every card."""
        if not self._splits[pattern]:
            ranks = ranks_of(self.draw, pattern)
            splits = canonical_splits(ranks, self.players, self.offer.least, self.offer.most)
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
