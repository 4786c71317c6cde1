"""The Skeleton, which joins a crew at any ship and cannot be taken away while it lies face up."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from ..core.hooks import provide
from ..core.kernel.action_list import ActionList
from ..core.text import Message, msg
from .jolly_roger import Crews, Effect


@mypyc_attr(allow_interpreted_subclasses=True)
class Skeleton(Effect):
    """Joins its player's crew at any ship; while it lies there face up, it cannot be taken away.

    Rulebook, game for advanced players, "Skeleton".  The rule set gives its strength.
    """

    id = "skeleton"
    safe = True

    def options(self) -> list[str]:
        return [f"@{ship}" for ship in self.rules.ships]

    def legal(self, table: Crews, seat: int) -> list[int]:
        return list(range(self.rules.ship_count))

    def find(self, table: Crews, seat: int, first: int, found: ActionList) -> None:
        for ship in range(len(self.rules.ships)):
            found.add(first + ship)

    def play(self, table: Crews, seat: int, option: int) -> None:
        table.join(seat, option, self.card)

    def rules_text(self) -> list[Message]:
        return [
            msg(
                "skeleton-joins",
                "Play it at any ship; it adds {strength} to your crew's strength there, and the"
                " crews are compared.",
                strength=self.rules.strengths[self.card],
            ),
            msg(
                "skeleton-safe",
                "It is worth no gold and never boards. Face up, it cannot be taken away, and while"
                " it is the top card of a crew it also protects the cards under it. Face down, it"
                " is a parrot, which can be taken like any other.",
            ),
        ]

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        return msg(
            "skeleton-tells", "It joins the crew {ship:loc}.", ship=self.rules.ship_names[option]
        )


splitpick_effects = provide(Skeleton)
