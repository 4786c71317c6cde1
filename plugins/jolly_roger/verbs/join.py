"""The verb *join*, with which the card joins a crew itself: the Skeleton and its like."""

from __future__ import annotations

from typing import ClassVar

from ....core.kernel.action_list import ActionList
from ....core.splitting.card_effect import YES_NO
from ....core.text import Message, msg
from ..crew_rules import NOBODY
from ..crews import Crews
from .verb import ANY, SHIP, Verb


class Join(Verb):
    """Joins its player's crew, with its strength; with *safe*, it cannot be taken away.

    ``{join: {safe: true}}`` is the Skeleton.
    """

    id = "join"
    settings: ClassVar = {"ship": SHIP, "safe": YES_NO}
    lays = True
    ship = ANY
    safe = False

    def options(self) -> list[str]:
        only = self.ship_number(self.ship)
        return [f"@{ship}" for ship in (self.rules.ships if only == NOBODY else [self.ship])]

    def legal(self, table: Crews, seat: int) -> list[int]:
        return list(range(len(self.rules.ships))) if self.ship == ANY else [0]

    def find(self, table: Crews, seat: int, first: int, found: ActionList) -> None:
        for option in range(len(self.rules.ships) if self.ship == ANY else 1):
            found.add(first + option)

    def at(self, option: int) -> int:
        """Return the ship of *option*."""
        return option if self.ship == ANY else self.ship_number(self.ship)

    def act(self, table: Crews, seat: int, option: int) -> None:
        table.join(seat, self.at(option), self.card)

    def act_text(self) -> list[Message]:
        card = self.rules.card_names[self.card]
        texts = [
            msg(
                "join-joins",
                "Play {card:acc} {place}; it adds {strength} to your crew's strength there, and"
                " the crews are compared.",
                card=card,
                place=self.at_ship(self.ship_number(self.ship)),
                strength=self.rules.strengths[self.card],
            )
        ]
        if self.safe:
            texts.append(
                msg(
                    "join-safe",
                    "While it lies there face up, no card can take it away, and as the top card of"
                    " a crew it also protects the cards under it. Face down, it is a parrot, which"
                    " can be taken like any other.",
                )
            )
        return texts

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        return msg(
            "skeleton-tells",
            "It joins the crew {ship:loc}.",
            ship=self.rules.ship_names[self.at(option)],
        )
