"""The verb *turn*, which turns parrots face up: Tortuga and its like."""

from __future__ import annotations

from typing import ClassVar, Final

from ....core.splitting.card_effect import Choices
from ....core.text import Message, msg, nmsg
from ..crew_rules import NOBODY
from ..crews import Crews
from .verb import ALL, ANY, OPPONENTS, OWN, Verb

WHOSE: Final[Choices] = (OWN, OPPONENTS, ALL)
SHIPS: Final[Choices] = (ALL, ANY, "[ships]")


class Turn(Verb):
    """Turns over all parrots of the player, of the opponents or of everybody.

    That is at all ships, at one of the player's choice, or at a certain one.  ``turn`` is Tortuga.
    """

    id = "turn"
    settings: ClassVar = {"from": WHOSE, "ship": SHIPS}
    from_ = OWN
    ship = ALL

    def options(self) -> list[str]:
        return [f"*{ship}" for ship in self.rules.ships] if self.ship == ANY else ["*"]

    def hits_opponents(self) -> bool:
        return self.from_ == OPPONENTS

    def legal(self, table: Crews, seat: int) -> list[int]:
        return list(range(len(self.rules.ships))) if self.ship == ANY else [0]

    def owners(self, seat: int) -> list[int]:
        """Return the seats whose parrots turn over when *seat* plays."""
        if self.from_ == OWN:
            return [seat]
        return [
            one
            for one in self.rules.every_seat
            if self.from_ == ALL or not self.rules.are_partners(one, seat)
        ]

    def at(self, option: int) -> int:
        """Return the ship of *option*, or `NOBODY` for all."""
        return option if self.ship == ANY else self.ship_number(self.ship)

    def act(self, table: Crews, seat: int, option: int) -> None:
        ship = self.at(option)
        for owner in self.owners(seat):
            if ship == NOBODY:
                table.turn_parrots(owner)
            else:
                table.turn_crew(owner, ship)

    def act_text(self) -> list[Message]:
        place = msg("turn-all-ships", "at all ships")
        if self.ship != ALL:
            place = self.at_ship(self.ship_number(self.ship))
        return [
            msg("turn-turns", "Turn over {whose} {place}.", whose=_WHOSE[self.from_], place=place),
            msg(
                "turn-counts",
                "They keep their places, and each pirate now has its printed strength,"
                " whatever the colour of the ship. Then the crews there are compared.",
            ),
            msg(
                "turn-specials",
                "A special card revealed this way is turned face down again at once and stays a"
                " parrot. Parrots laid later stay face down.",
            ),
            msg("turn-pirates", "A pirate that has been turned face up never boards."),
        ]

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        ship = self.at(option)
        turned = 0
        for owner in self.owners(seat):
            turned += (
                table.parrots_to_turn(owner) if ship == NOBODY else table.parrots_at(owner, ship)
            )
        if not turned:
            return msg("tortuga-nothing", "There is no parrot to turn over.")
        return nmsg(
            "tortuga-tells",
            "This turns {count} parrot over.",
            "This turns {count} parrots over.",
            turned,
        )


# Translators: objects of "Turn over ... at all ships."
_WHOSE: Final = {
    OWN: msg("turn-own", "all your parrots"),
    OPPONENTS: msg("turn-opponents", "all your opponents' parrots"),
    ALL: msg("turn-all", "all parrots of all players"),
}
