"""The Magpie: a special card for the table of another package, splitpick-stalls."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import ClassVar

from splitpick.core.hooks import hookimpl
from splitpick.core.text import Message, Texts
from splitpick_stalls import StallEffect, Stalls

texts = Texts("splitpick_magpie")
msg, nmsg = texts.msg, texts.nmsg


class Magpie(StallEffect):
    """Take the newest cards from somebody's shelf, and put them onto your own."""

    id = "magpie"
    settings: ClassVar = {"most": (1, 3)}
    most = 1

    def options(self) -> list[str]:
        return [f"*{seat}" for seat in self.rules.seats]

    def legal(self, table: Stalls, seat: int) -> list[int]:
        return [other for other in self.rules.every_seat if other != seat and table.shelves[other]]

    def play(self, table: Stalls, seat: int, option: int) -> None:
        for _ in range(min(self.most, len(table.shelves[option]))):
            table.shelves[seat].append(table.shelves[option].pop())
        table.discard(self.card)

    # Texts.

    def rules_text(self) -> list[Message]:
        return [
            nmsg(
                "magpie-rule",
                "Take the newest card from somebody's shelf and put it onto your own.",
                "Take up to {count} cards, the newest first, from somebody's shelf and put them"
                " onto your own.",
                self.most,
            )
        ]

    def tell(self, table: Stalls, seat: int, option: int) -> Message | None:
        return nmsg(
            "magpie-tells",
            "{seat} loses {count} card.",
            "{seat} loses {count} cards.",
            min(self.most, len(table.shelves[option])),
            seat=self.rules.seat_names[option],
        )

    def why_not(self, table: Stalls, seat: int, option: int) -> Message | None:
        if option == seat:
            return msg("magpie-own", "The Magpie does not steal from you.")
        name = self.rules.seat_names[option]
        return msg("magpie-nothing", "There is nothing on the shelf of {seat}.", seat=name)


@hookimpl
def splitpick_effects() -> list[type[StallEffect]]:
    """Return the card."""
    return [Magpie]


@hookimpl
def splitpick_rulesets() -> list[Traversable]:
    """Return the folder with a game that has the card."""
    return [files(__name__) / "rulesets"]


@hookimpl
def splitpick_catalogs() -> list[tuple[str, Traversable]]:
    """Return the folder of translations."""
    return [("splitpick_magpie", files(__name__) / "locales")]
