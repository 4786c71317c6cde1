"""The Parley: at one ship, every crew sends its last card home."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

from splitpick.core.hooks import hookimpl
from splitpick.core.tables.crews import Crews, Effect
from splitpick.core.text import Message

from .texts import rules_of_parley, tell_parley, why_no_parley


class Parley(Effect):
    """Take the last card of each crew at one ship out of the game, the own crew's too."""

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
        """List the seats that have a card to lose at *ship*."""
        return [seat for seat in self.rules.every_seat if table.can_take_last(seat, ship)]

    def rules_text(self) -> list[Message]:
        return rules_of_parley()

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        return tell_parley(self.rules, self.losers(table, option), option)

    def why_not(self, table: Crews, seat: int, option: int) -> Message | None:
        return why_no_parley(self.rules, option)


@hookimpl
def splitpick_effects() -> list[type[Effect]]:
    """Bring the card."""
    return [Parley]


@hookimpl
def splitpick_rulesets() -> list[Traversable]:
    """Bring the game with it."""
    return [files(__name__) / "rulesets"]


@hookimpl
def splitpick_catalogs() -> list[tuple[str, Traversable]]:
    """Bring its words."""
    return [("splitpick_parley", files(__name__) / "locales")]
