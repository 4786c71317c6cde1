"""Offers: how cards are put up, split into sets, picked, and what becomes of the rest."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Offer:
    """The way cards are offered: for one number of players, everything resolved."""

    source: str = "deck"
    """Where the cards come from: ``deck``, ``hand``, ``ring`` or ``dice``."""
    draw: int = 5
    """Number of cards (or dice) of an offer."""
    sets: int = 2
    """Number of sets; more sets than pickers leave a rest."""
    least: int = 1
    """Fewest cards in a set."""
    most: int = 4
    """Most cards in a set."""
    shapes: tuple[tuple[int, ...], ...] = ()
    """Forms allowed, each as the sizes of its sets; empty for any sizes from least to most."""
    contiguous: bool = False
    """True if each set is a run: of the circle for a ring, otherwise of the row."""
    face_down: int = 0
    """Number of cards in each set that only the splitter sees until the set is taken."""
    hidden_sets: int = 0
    """Number of sets that lie face down as a whole, beside others that are open."""
    splitter: str = "turns"
    """Splitters: ``turns`` go round, ``all`` split in secret, ``behind`` is the lowest score."""
    order: str = "left"
    """Order of picking: ``left``, ``right`` or ``behind``; the splitter is always the last."""
    splitter_picks: bool = True
    """False if the splitter does not pick at all."""
    take: str = "set"
    """Picks are of a whole ``set``, or one ``card`` of a set."""
    rest: str = "splitter"
    """Where cards go that nobody took: ``splitter``, ``discard``, ``next`` offer or ``back``."""
    price: int = 0
    """Highest price that the splitter may put on a set; 0 for no prices."""
    hand: int = 0
    """Number of cards dealt to each player at the start, if the source is a hand."""
    refill: bool = False
    """True if the splitter's hand is filled up again before splitting."""

    def is_plain(self, players: int) -> bool:
        """Return whether the cards are drawn face up and each seat gets a set, in turn."""
        return self == Offer(draw=self.draw, sets=players, least=self.least, most=self.most)

    def is_all_taken(self, players: int) -> bool:
        """Return whether the picks leave nothing over."""
        return self.take == "set" and self.splitter_picks and self.sets == players

    def uses_up(self, players: int) -> bool:
        """Return whether every turn draws the same number of cards, which do not come back."""
        return self.source in ("deck", "ring") and (
            self.rest in ("splitter", "discard") or self.is_all_taken(players)
        )

    def hides(self) -> bool:
        """Return whether cards of the sets lie face down."""
        return self.face_down > 0 or self.hidden_sets > 0

    def down_in(self, number: int, cards: int) -> int:
        """Return how many of the *cards* of set *number*, from 0, lie face down.

        Sets that lie face down as a whole come first: of their cards, others see none.
        """
        return cards if number < self.hidden_sets else self.face_down

    def is_secret(self) -> bool:
        """Return whether a seat may know something of an offer that others do not."""
        return self.source == "hand" or self.hides() or self.splitter == "all"
