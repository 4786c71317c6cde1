from splitpick.core.hooks import hookimpl
from splitpick.core.text import Message, in_place
from splitpick.plugins.jolly_roger import Crews, Effect


class Gale(Effect):
    """Turns the opponents' parrots over."""

    id = "gale"

    def options(self) -> list[str]:
        return ["*"]

    def legal(self, table: Crews, seat: int) -> list[int]:
        return [0]

    def play(self, table: Crews, seat: int, option: int) -> None:
        table.discard(self.card)
        for other in range(self.rules.players):
            if other != seat:
                table.turn_parrots(other)

    def rules_text(self) -> list[Message]:
        return [
            in_place(
                "gale",
                en="All parrots of the others turn over.",
                de="Alle Papageien der anderen werden umgedreht.",
            )
        ]


@hookimpl
def splitpick_effects() -> list[type[Effect]]:
    return [Gale]
