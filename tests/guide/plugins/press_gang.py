from splitpick.core.text import Message, in_place
from splitpick.plugins.jolly_roger import Crews, Effect


class PressGang(Effect):
    id = "press-gang"

    def options(self) -> list[str]:
        return [f"*{ship}" for ship in self.rules.ships]

    def legal(self, table: Crews, seat: int) -> list[int]:
        return [ship for ship in range(self.rules.ship_count) if self.strongest(table, seat, ship)]

    def play(self, table: Crews, seat: int, option: int) -> None:
        table.discard(self.card)
        for victim, place in self.strongest(table, seat, option):
            table.take(victim, option, place)

    def strongest(self, table: Crews, seat: int, ship: int) -> list[tuple[int, int]]:
        """Return who loses a card at *ship*, and the place of that card in the crew."""
        found = []
        for victim in self.rules.every_seat:
            crew = table.crew(victim, ship)
            places = [place for place in range(len(crew)) if table.can_take(victim, ship, place)]
            if places and victim != seat:
                place = max(places, key=lambda place: table.strength_of(crew[place]))
                found.append((victim, place))
        return found

    def rules_text(self) -> list[Message]:
        return [
            in_place(
                "press-gang",
                en="At one ship, the strongest card of everybody else's crew leaves the game.",
                de="An einem Schiff verlieren alle anderen die stärkste Karte ihrer Crew.",
            )
        ]
