"""The state of a game of offers: where the cards are, who knows them, and what was paid.

Each card has a mask beside it: bit *n* is set if seat *n* knows the card, and the bit after those
of all seats if an onlooker knows it as well, since the card lies open.
"""

from __future__ import annotations

from typing import TypeAlias

from ..phases import DEAL, END
from ..position import SplitGame, SplitPosition

Lists: TypeAlias = list[list[int]]
"""Cards, masks or other numbers of each seat or set."""


class OfferState(SplitPosition):
    """A moment of a game of offers, for the parts of an offer to read and change."""

    def __init__(self, game: SplitGame, first: int, like: OfferState | None = None) -> None:
        super().__init__(game, first, like)
        seats = range(game.players)
        self.offer = game.offer
        self.everybody: int = (2 << game.players) - 1
        """The mask of a card that lies open."""
        self.leader: int = first if like is None else like.leader
        """The seat that splits first in this turn; `splitter` is the one whose offer it is."""
        self.waiting: list[int] = [] if like is None else like.waiting[:]
        """The seats that have yet to be dealt cards, to split, to pick, or to play, by phase."""
        self.undrawn: list[int] = game.deck[:] if like is None else like.undrawn[:]
        """Number of unseen cards of each type."""
        self.held: Lists = _lists(game) if like is None else copied(like.held)
        """Cards of each seat outside of sets: its hand, or those that it is about to split."""
        self.held_known: Lists = _lists(game) if like is None else copied(like.held_known)
        self.chosen: list[int] = [-1] * game.players if like is None else like.chosen[:]
        """The split that each seat has chosen, or -1; sets are laid out when all have split."""
        self.laid: list[Lists] = (
            [[] for _ in seats] if like is None else [copied(sets) for sets in like.laid]
        )
        """Sets that each seat has laid out, until they are picked; cards face down come last."""
        self.laid_prices: Lists = _lists(game) if like is None else copied(like.laid_prices)
        self.order: Lists = _lists(game) if like is None else copied(like.order)
        """The numbers of the sets of each seat in the order of its open row, if the rest stays."""
        self.on_offer: Lists = [] if like is None else copied(like.on_offer)
        self.prices: list[int] = [] if like is None else like.prices[:]
        """The prices of `sets`."""
        self.in_hand: Lists = _lists(game) if like is None else copied(like.in_hand)
        self.hands_known: Lists = _lists(game) if like is None else copied(like.hands_known)
        self.owed: int = 0 if like is None else like.owed
        """Number of cards that the seat that plays has yet to draw."""
        self.out: list[int] = [] if like is None else like.out[:]
        """The cards that have left the game without coming to the table."""
        self.out_known: list[int] = [] if like is None else like.out_known[:]
        self.paid: list[int] = [0] * game.players if like is None else like.paid[:]
        """The prices that each seat has received, less those that it has paid."""

    @property
    def pool(self) -> list[int]:
        return self.undrawn

    @property
    def drawn(self) -> list[int]:
        """No cards: `held` has those that are to be split."""
        return []

    @property
    def sets(self) -> Lists:
        return self.on_offer

    @property
    def hands(self) -> Lists:
        return self.in_hand

    def cards(self) -> list[int]:
        cards = super().cards() + self.out
        for held in (*self.held, *[one for sets in self.laid for one in sets]):
            cards += held
        return cards

    def seats_from(self, seat: int) -> list[int]:
        """Return all seats from *seat* on, clockwise."""
        return [(seat + step) % self.game.players for step in range(self.game.players)]

    def open_scores(self) -> list[int]:
        """Return the points of each seat and its partners, as far as everybody knows them."""
        return self.game.added_up(self._with_paid(self.table.scores_for(None)))

    def own_scores(self) -> list[int]:
        return self._with_paid(self.table.scores())

    def winners(self) -> list[int]:
        return self.table.winners_among(self.scores())

    def _with_paid(self, scores: list[int]) -> list[int]:
        return [score + paid for score, paid in zip(scores, self.paid, strict=True)]

    def turns_left(self) -> int:
        if self.phase == END:
            return 0
        left = self.game.turns - self.turn
        return left if self.phase == DEAL else left - 1


def _lists(game: SplitGame) -> Lists:
    """Return an empty list for each seat."""
    return [[] for _ in range(game.players)]


def copied(lists: Lists) -> Lists:
    """Copy *lists* and the lists in them."""
    return [one[:] for one in lists]


def take_card(cards: list[int], known: list[int], card: int, hides: bool = False) -> int:
    """Take one *card* out of *cards*, and return its mask.

    Of equal cards it is the one that most seats know: a card that is shown must not tell that
    another one is its like.  If the play *hides* the card, it is the one that fewest seats know.
    """
    at = -1
    for number, other in enumerate(cards):
        if other != card:
            continue
        if at < 0 or (known[number].bit_count() < known[at].bit_count()) == hides:
            at = number
    del cards[at]
    return known.pop(at)
