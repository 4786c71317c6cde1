"""Facts that every table and its special cards look up."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from ..game import teams_of
from ..text import Name


@mypyc_attr(allow_interpreted_subclasses=True)
class TableRules:
    """Facts that stay the same throughout a game, listed by card or by seat.

    Cards and seats are numbers from 0: indexes into *codes* and *seats*.

    Attributes:
        seats, codes: the ids of the seats, and the codes of the cards in deck order.
        seat_names, card_names: their names.
        every_seat: the numbers of all seats.
        sides: by seat, the number of its side; partners have the same.
        partners: by seat, the seats on its side, itself among them.
        effect_options: by card, the ways to play a special card, as written after its code.
        card_rules: by card, its rules in the words of the rule set, or ``None``.
    """

    def __init__(
        self,
        seats: list[str],
        seat_names: list[Name],
        codes: list[str],
        card_names: list[Name],
        sides: list[int] | None = None,
    ) -> None:
        self.seats = seats
        self.seat_names = seat_names
        self.codes = codes
        self.card_names = card_names
        self.every_seat = list(range(len(seats)))
        self.sides = sides or self.every_seat
        self.partners = [
            [other for other in self.every_seat if self.sides[other] == side] for side in self.sides
        ]
        self.effect_options: list[list[str]] = [[] for _ in codes]
        self.card_rules: list[Name | None] = [None for _ in codes]

    def are_partners(self, seat: int, other: int) -> bool:
        """Return whether two seats are on one side; each seat is with itself."""
        return self.sides[seat] == self.sides[other]

    def teams(self) -> list[list[int]]:
        """Return the seats of each side, in the order of their first seats."""
        return teams_of(self.every_seat, self.sides)
