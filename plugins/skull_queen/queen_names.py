"""Names and colours of Skull Queen's cards, pirates and players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...core.scene import Line, Span
from ...core.text import Both, Message, Name, Text, msg
from .queen_rules import NOBODY, SIDES, WATER, SkullRules


@dataclass(frozen=True)
class QueenLooks:
    """Names and terminal colours that the game itself does not need."""

    colours: Sequence[Name]
    pirates: Sequence[Name]
    inks: Sequence[str]
    cards: dict[str, Name]
    orders: dict[int, Name]
    """Names of the orders, by the card number that gives the order."""


@dataclass(frozen=True)
class QueenNames:
    """Names for one game, whose players are *seats*."""

    rules: SkullRules
    looks: QueenLooks
    seats: Sequence[Name]

    def card(self, code: str) -> Name:
        return self.looks.cards[code]

    def cards(self, codes: Sequence[str]) -> Both:
        return Both(tuple(self.card(code) for code in codes))

    def code_span(self, code: str) -> Span:
        """Show the code of a card in its colour."""
        colour = self.rules.colour_of[self.rules.cards_by_code[code]]
        return Span(code, ink=self.looks.inks[colour] if colour >= 0 else "")

    def code_line(self, codes: Sequence[str]) -> Line:
        """Show the codes of cards in their colours."""
        return tuple(self.code_span(code) for code in codes)

    def by_colour(self, codes: Sequence[str]) -> list[list[str]]:
        """Group *codes* by colour; the groups are in the order of their first cards."""
        kinds: dict[int, list[str]] = {}
        for code in codes:
            kinds.setdefault(self.rules.colour_of[self.rules.cards_by_code[code]], []).append(code)
        return list(kinds.values())

    def colour(self, id: str) -> Name:
        return self.looks.colours[self.rules.colours.index(id)]

    def player(self, seat: int) -> Text:
        """Return the name of a player; `NOBODY` is the old pirate king."""
        return msg("sq-king", "the old pirate king") if seat == NOBODY else self.seats[seat]

    def side(self, side: str) -> Message:
        """Return the adjective for a side of the plank."""
        if side == SIDES[0]:
            return msg("sq-rising", "rising")
        return msg("sq-falling", "falling")

    def value(self, side: str, field: int) -> int:
        return self.rules.values[SIDES.index(side)][field]

    def pirates(self, side: str, fields: Mapping[str, int]) -> Both | Message:
        """Name the pirates of a plank with their *fields*, which are by colour id."""
        if not fields:
            return msg("sq-no-pirates", "no pirates yet")
        return Both(
            tuple(
                msg("sq-say-in-water", "{colour} in the water", colour=self.colour(colour))
                if field == WATER
                else msg(
                    "sq-say-on-field",
                    "{colour} on field {field} ({value})",
                    colour=self.colour(colour),
                    field=field,
                    value=self.value(side, field),
                )
                for colour, field in fields.items()
            ),
            commas=True,
        )

    def points(self, points: Sequence[int]) -> Both:
        """Name the players with their *points*, which are by seat."""
        return Both(
            tuple(
                msg("sq-seat-points", "{seat} {points}", seat=name, points=number)
                for name, number in zip(self.seats, points, strict=True)
            ),
            commas=True,
        )
