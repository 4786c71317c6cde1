"""The zones of a position of Skull Queen, in one vector."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.declared import DeclaredPosition
from ...core.vectors import i64, vec
from .queen_rules import DEAL, PLACE, SIDE, SWAP, SkullRules, add


class SkullZones(DeclaredPosition):
    """The zones of a position, in one vector; each card has a different number.

    Zones lie as runs in one vector, at the places that `SkullRules` has for them, so that a copy
    is fast; cards that no seat has got are in a vector of their own. Properties return new lists.
    """

    def __init__(self, game: SkullRules, first: int = 0, like: SkullZones | None = None) -> None:
        """Set up the first position with seat *first* as starter, or a copy of *like*."""
        self.rules = game
        self.numbers: vec[i64]
        self.left: vec[i64]
        """Cards not dealt yet, in deck order; then the king's pile, or those for the middle."""
        self.phase: i64
        """The number of the kind of action that comes next, or `END`."""
        self.round: i64
        """The current round, from 1."""
        self.starter: i64
        """Seat that chooses first and leads the first trick, or plays after the king in each."""
        self.led: i64
        """The colour that must be followed, or `NO_COLOUR`."""
        if like is None:
            super().__init__(game, first)
            return
        self.game = game
        self.first = like.first
        self.actor = like.actor
        self.done = like.done
        self.secret = like.secret[:]
        self.secret_kinds = like.secret_kinds  # always empty: all is revealed at once
        self.numbers = like.numbers[:]
        self.left = like.left[:]
        self.phase = like.phase
        self.round = like.round
        self.starter = like.starter
        self.led = like.led

    def make_zones(self) -> None:
        self.numbers = self.rules.empty[:]

    # The zones, which `ZONES` describes.

    def lying(self, zone: str, owner: int = 0) -> list[int]:
        """Return what lies in the run of *zone* that belongs to *owner*, as a new list."""
        at: i64 = self.rules.places[zone][owner]
        return list(self.numbers[at + 1 : at + 1 + self.numbers[at]])

    def put(self, zone: str, lying: Sequence[int], owner: int = 0) -> None:
        """Let *lying* lie in the run of *zone* that belongs to *owner*, and nothing else."""
        at: i64 = self.rules.places[zone][owner]
        self.numbers[at] = 0
        for number in lying:
            add(self.numbers, at, number)

    def leave(self, cards: Sequence[int]) -> None:
        """Let *cards* be those that no seat has got."""
        self.left = vec[i64](sorted(cards))

    def _of_seats(self, zone: str) -> list[list[int]]:
        return [self.lying(zone, seat) for seat in range(self.rules.players)]

    @property
    def dealing(self) -> bool:
        """True while cards are dealt and swapped."""
        return self.phase == DEAL or self.phase == SWAP

    @property
    def choosing(self) -> bool:
        """True if sides and places are being chosen in secret."""
        return self.phase == SIDE or self.phase == PLACE

    @property
    def hand(self) -> list[list[int]]:
        """By seat, the cards in hand, in deck order."""
        if self.phase != DEAL:
            return self._of_seats("hand")
        holders = list(self.numbers[self.rules.holders_at :])
        seats = range(self.rules.players)
        return [[card for card, seat in enumerate(holders) if seat == one] for one in seats]

    @property
    def pool(self) -> list[int]:
        """The cards not dealt yet."""
        return list(self.left) if self.dealing else []

    @property
    def pile(self) -> list[int]:
        """The pile of the old pirate king."""
        return list(self.left) if self.rules.king and not self.dealing else []

    @property
    def laid(self) -> list[int]:
        """The cards that the deal left for the middle."""
        return [] if self.rules.king or self.dealing else list(self.left)

    @property
    def covered(self) -> list[list[int]]:
        """By seat, the card that lies face down, if any."""
        return self._of_seats("covered")

    @property
    def planks(self) -> list[list[int]]:
        """By seat, the side of the plank and the field of each pirate, as far as chosen."""
        return self._of_seats("planks")

    @property
    def played(self) -> list[int]:
        """The cards played in the round."""
        return self.lying("played")

    @property
    def middle(self) -> list[int]:
        """The cards in the middle that are alone in their colours."""
        return self.lying("middle")

    @property
    def leaders(self) -> list[int]:
        """By trick, the seat that led it, or that played first after the king."""
        return self.lying("leaders")

    @property
    def results(self) -> list[int]:
        """Points in the finished rounds, by round, then seat."""
        return self.lying("results")
