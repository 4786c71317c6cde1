"""The part of a presenter that names and draws cards, for every game that has cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import cast

from .scene import P, Presenter, View
from .text import Both, Message, Name, Text, msg, nmsg, repeated, written
from .things import DOWN, HIDDEN, UP, Piece, SceneCounter, SceneZone


class CardPresenter(Presenter[P]):
    """Presenter of a game with cards.

    *cards* maps the codes of cards to names, and *inks* maps them to terminal colours.  A card
    without a name is shown by its code.  In a view, ``?`` is a card that the seat does not know,
    and brackets stand around a card that lies face down.
    """

    def __init__(
        self,
        name: Name,
        variant: Name,
        seats: Sequence[Name],
        cards: Mapping[str, Text] = {},
        inks: Mapping[str, str] = {},
    ) -> None:
        super().__init__(name, variant, seats)
        self._names = cards
        self._inks = inks

    def card_name(self, card: str) -> Text:
        if card == "?":
            return nmsg("unknown-card-name", "an unknown card", "{count} unknown cards", 1)
        if card == "(?)":
            return nmsg("face-down-card", "a face-down card", "{count} face-down cards", 1)
        if card.startswith("("):
            known = self.card_name(card[1:-1])
            if self.spoken:  # behind several cards, it might be said of all of them
                return msg("face-down-heard", "face-down {card}", card=known)
            return msg("face-down-known", "{card} (face down)", card=known)
        return self._names.get(card, card)

    def piece(self, code: str) -> Piece:
        """Return the card with that code: in its colour, with the number that its code ends in."""
        bare = code.strip("()")
        face = HIDDEN if bare == "?" else DOWN if code.startswith("(") else UP
        number = re.sub(r"^\D+(?=\d)", "", bare)
        picture = "back" if bare == "?" else self.pictures.get(bare, "")
        return Piece(
            code, self.card_name(code), number, code, self._inks.get(bare, ""), face, picture
        )

    def pieces(self, codes: Sequence[str]) -> list[Piece]:
        """Return the cards with those codes."""
        return [self.piece(code) for code in codes]

    def cards(self, codes: Sequence[str]) -> Both:
        """Enumerate the names of cards, with a count for equal cards."""

        def named(card: Text, count: int) -> Text:
            if self.spoken or (isinstance(card, Message) and card.plural):
                return repeated(card, count)
            return card if count == 1 else msg("times", "{count} × {card}", count=count, card=card)

        return Both(tuple(named(self.card_name(code), n) for code, n in Counter(codes).items()))

    def listed(self, codes: Sequence[str]) -> Text | Both:
        """List cards by their codes, or by name for people who listen."""
        return self.cards(codes) if self.spoken else " ".join(codes)

    def place_of(
        self,
        owner: int,
        id: str,
        view: View,
        zones: Sequence[SceneZone],
        counters: Sequence[SceneCounter] = (),
    ) -> SceneZone:
        """Return the place of the seat *owner*: its score and *counters*, and *zones* within."""
        score = cast(list[int], view["scores"])[owner]
        points = SceneCounter(self.amount(score), written(score), picture="coin")
        acts = view["to_act"] == owner
        return SceneZone(
            id, self.heading(owner), (), [points, *counters], zones,
            form="seat", owner=owner, acts=acts,
        )  # fmt: skip

    def top_down(self, seat: int | None) -> list[int]:
        """Return the seats from the top of the screen down: last *seat*, or 0 for onlookers.

        To people who listen, *seat* is told of first.
        """
        first = (seat or 0) + (not self.spoken or self.pointed)
        count = len(self.seats)
        return [(first + step) % count for step in range(count)]
