"""Tortuga, which turns its player's parrots face up, except special cards."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from ..core.hooks import provide
from ..core.kernel.action_list import ActionList
from ..core.scene import ruling
from ..core.text import Message, msg, nmsg
from .jolly_roger import Crews, Effect


@mypyc_attr(allow_interpreted_subclasses=True)
class Tortuga(Effect):
    """Turns over every parrot of its player; special cards among them stay parrots.

    Rulebook, game for advanced players, "Tortuga".  A player without a parrot may play it, too.
    """

    id = "tortuga"

    def options(self) -> list[str]:
        return ["*"]

    def legal(self, table: Crews, seat: int) -> list[int]:
        return [0]

    def find(self, table: Crews, seat: int, first: int, found: ActionList) -> None:
        found.add(first)

    def play(self, table: Crews, seat: int, option: int) -> None:
        table.discard(self.card)
        table.turn_parrots(seat)

    def rules_text(self) -> list[Message]:
        card = self.rules.card_names[self.card]
        return [
            msg(
                "tortuga-turns",
                "Turn over all the parrots in all your crews at once. They keep their places, and"
                " each pirate now has its printed strength, whatever the colour of the ship. Then"
                " the crews at each of these ships are compared, and {card:nom} leaves the game.",
                card=card,
            ),
            msg(
                "tortuga-specials",
                "A special card revealed this way is turned face down again at once and stays a"
                " parrot. Parrots you lay later stay face down.",
            ),
            msg(
                "tortuga-pirates",
                "A pirate that has been turned face up never boards, and can be taken away like"
                " any other card, even at a ship of another colour.",
            ),
            ruling(
                msg(
                    "tortuga-may",
                    "You may play {card:acc} even with no parrot to turn over.",
                    card=card,
                )
            ),
        ]

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        turned = table.parrots_to_turn(seat)
        if not turned:
            return msg("tortuga-nothing", "There is no parrot to turn over.")
        return nmsg(
            "tortuga-tells",
            "This turns {count} parrot over.",
            "This turns {count} parrots over.",
            turned,
        )


splitpick_effects = provide(Tortuga)
