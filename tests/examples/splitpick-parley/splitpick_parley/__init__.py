"""The Parley: at one ship, every crew sends its last card home."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

from splitpick.core.hooks import hookimpl
from splitpick.core.text import Both, Message, Texts
from splitpick.plugins.jolly_roger import Crews, Effect

msg = Texts("splitpick_parley").msg


class Parley(Effect):
    """Take the last card of each crew at one ship out of the game, your own too."""

    id = "parley"

    def options(self) -> list[str]:
        return [f"*{ship}" for ship in self.rules.ships]

    def legal(self, table: Crews, seat: int) -> list[int]:
        return [ship for ship in range(self.rules.ship_count) if self.losers(table, ship)]

    def play(self, table: Crews, seat: int, option: int) -> None:
        table.discard(self.card)
        for loser in self.losers(table, option):
            table.take_last(loser, option)

    def losers(self, table: Crews, ship: int) -> list[int]:
        """Return the seats that have a card to lose at *ship*."""
        return [seat for seat in self.rules.every_seat if table.can_take_last(seat, ship)]

    # Texts.

    def rules_text(self) -> list[Message]:
        return [
            msg(
                "parley-rule",
                "Name a ship where a crew has a last card that can be taken away. Every crew there,"
                " yours too, loses its last card; these cards and the Parley leave the game. Then"
                " the strength is checked.",
            )
        ]

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        return msg(
            "parley-tells",
            "A card leaves the game {ship:loc}, from the crew of {seats}.",
            ship=self.rules.ship_names[option],
            seats=Both(tuple(self.rules.seat_names[one] for one in self.losers(table, option))),
        )

    def why_not(self, table: Crews, seat: int, option: int) -> Message | None:
        ship = self.rules.ship_names[option]
        return msg("parley-nothing", "No crew has a card to lose {ship:loc}.", ship=ship)


@hookimpl
def splitpick_effects() -> list[type[Effect]]:
    """Return the card."""
    return [Parley]


@hookimpl
def splitpick_rulesets() -> list[Traversable]:
    """Return the folder with a game that has the card."""
    return [files(__name__) / "rulesets"]


@hookimpl
def splitpick_catalogs() -> list[tuple[str, Traversable]]:
    """Return the folder of translations."""
    return [("splitpick_parley", files(__name__) / "locales")]
