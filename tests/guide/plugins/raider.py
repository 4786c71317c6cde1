from importlib.resources import files
from importlib.resources.abc import Traversable

from splitpick.core.hooks import hookimpl
from splitpick.core.text import Message, Texts
from splitpick.plugins.jolly_roger import Crews, Effect

texts = Texts("splitpick_raider")
msg, nmsg = texts.msg, texts.nmsg


class Raider(Effect):
    id = "raider"

    def options(self) -> list[str]:
        return [f"@{ship}" for ship in self.rules.ships]

    def legal(self, table: Crews, seat: int) -> list[int]:
        return list(range(self.rules.ship_count))

    def play(self, table: Crews, seat: int, option: int) -> None:
        for other in self.victims(table, seat, option):
            table.take_last(other, option)
        table.join(seat, option, self.card)

    def victims(self, table: Crews, seat: int, ship: int) -> list[int]:
        others = [other for other in self.rules.every_seat if other != seat]
        return [other for other in others if table.can_take_last(other, ship)]

    def rules_text(self) -> list[Message]:
        return [msg("raids", "Lay it at any ship. Everybody else with a crew there loses a card.")]

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        return nmsg(
            "raided",
            "It takes {count} card {ship:loc}.",
            "It takes {count} cards {ship:loc}.",
            len(self.victims(table, seat, option)),
            ship=self.rules.ship_names[option],
        )


@hookimpl
def splitpick_effects() -> list[type[Effect]]:
    return [Raider]


@hookimpl
def splitpick_rulesets() -> list[Traversable]:
    return [files("splitpick_raider") / "rulesets"]


@hookimpl
def splitpick_catalogs() -> list[tuple[str, Traversable]]:
    return [("splitpick_raider", files("splitpick_raider") / "locales")]
