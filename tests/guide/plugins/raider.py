from splitpick.core.hooks import hookimpl
from splitpick.core.splitting.crews import Crews
from splitpick.core.splitting.effects import Effect


class Raider(Effect):
    id = "raider"

    def options(self) -> list[str]:
        return [f"@{ship}" for ship in self.rules.ships]

    def legal(self, table: Crews, seat: int) -> list[int]:
        return list(range(self.rules.ship_count))

    def play(self, table: Crews, seat: int, option: int) -> None:
        for other in self.rules.every_seat:
            if other != seat and table.can_take_last(other, option):
                table.take_last(other, option)
        table.join(seat, option, self.card)


@hookimpl
def splitpick_effects() -> list[type[Effect]]:
    return [Raider]
