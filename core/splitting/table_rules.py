"""Facts that every table and its special cards look up."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from ..text import Name


@mypyc_attr(allow_interpreted_subclasses=True)
class TableRules:
    """Facts that stay the same throughout a game, listed by card or by seat.

    Cards and seats are numbers from 0: indexes into *codes* and *seats*.

    Attributes:
        seats, codes: the ids of the seats, and the codes of the cards in deck order.
        seat_names, card_names: their names.
        every_seat: the numbers of all seats.
        effect_options: by card, the ways to play a special card, as written after its code.
        card_rules: by card, its rules in the words of the rule set, or ``None``.
    """

    def __init__(
        self, seats: list[str], seat_names: list[Name], codes: list[str], card_names: list[Name]
    ) -> None:
        self.seats = seats
        self.seat_names = seat_names
        self.codes = codes
        self.card_names = card_names
        self.every_seat = list(range(len(seats)))
        self.effect_options: list[list[str]] = [[] for _ in codes]
        self.card_rules: list[Name | None] = [None for _ in codes]
