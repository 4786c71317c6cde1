"""The rules of a crews table: its cards, ships and seats, in flat lists."""

from __future__ import annotations

from typing import Final

from ...text import Name

NOBODY: Final = -1
"""Number that stands for no seat or no ship."""


class CrewRules:
    """Facts that stay the same throughout a game, listed by card, by ship or by seat.

    Cards, ships and seats are numbers from 0: indexes into *codes*, *ships* and *seats*.

    Attributes:
        seats, ships, codes: the ids of seats and ships, and the codes of the cards.
        seat_names, ship_names, card_names: their names.
        strengths: by card, what it counts face up.
        golds: by card, what it is worth in a chest; 0 for a card that never boards.
        card_ships: by card, the ships it may join face up.
        ship_golds: by ship, what it is worth.
        captains: how many each seat has.
        parrot: what a card counts face down.
        memory: whether opponents' chests and the faces of their parrots have to be remembered.
        players, every_seat, ship_count: the number of seats, all seats, the number of ships.
        special: by card, whether it is a special card; the others are pirates.
        safe: by card, `Effect.safe`; False for a pirate.
        effect_options: by card, the ways to play a special card, as written after its code.
    """

    def __init__(
        self,
        *,
        seats: list[str],
        seat_names: list[Name],
        codes: list[str],
        card_names: list[Name],
        strengths: list[int],
        golds: list[int],
        card_ships: list[list[int]],
        ships: list[str],
        ship_names: list[Name],
        ship_golds: list[int],
        captains: int,
        parrot: int,
        memory: bool = False,
    ) -> None:
        self.seats = seats
        self.seat_names = seat_names
        self.codes = codes
        self.card_names = card_names
        self.strengths = strengths
        self.golds = golds
        self.card_ships = card_ships
        self.ships = ships
        self.ship_names = ship_names
        self.ship_golds = ship_golds
        self.captains = captains
        self.parrot = parrot
        self.memory = memory
        self.players = len(seats)
        self.every_seat = list(range(len(seats)))
        self.ship_count = len(ships)
        self.special = [False] * len(codes)
        self.safe = [False] * len(codes)
        self.effect_options: list[list[str]] = [[] for _ in codes]

    def make_special(self, card: int, options: list[str], safe: bool) -> None:
        """Make *card* special, with `Effect.options` and `Effect.safe`, before a table is made."""
        self.special[card] = True
        self.safe[card] = safe
        self.effect_options[card] = options
