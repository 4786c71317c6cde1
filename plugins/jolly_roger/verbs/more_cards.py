"""The verbs *draw*, *again* and *fetch*, which give cards to the player's hand."""

from __future__ import annotations

from typing import ClassVar

from ....core.splitting.table import DRAWN
from ....core.splitting.words.effect_words import explain_draw, tell_draw
from ....core.text import Message, msg
from ..crews import Crews
from .crew_moves import fetch_back, give_back, last_in_box
from .verb import OWN, CrewVerb, Verb


class Draw(Verb):
    """Draws cards, which the player plays this turn as well."""

    id = "draw"
    settings: ClassVar = {"cards": (1, 6)}
    reaches = True
    cards = 1

    def draws_cards(self) -> bool:
        return True

    def act(self, table: Crews, seat: int, option: int) -> None:
        for _ in range(self.cards):
            table.give(DRAWN)

    def act_text(self) -> list[Message]:
        return [explain_draw(self.cards)]

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        return tell_draw(self.rules.seat_names[seat], self.cards)


class PlayAgain(CrewVerb):
    """Takes a pirate of the player's crew back into the hand, to be played again this turn."""

    id = "again"
    settings: ClassVar = {name: CrewVerb.settings[name] for name in ("which", "ship", "may")}
    reaches = True
    from_ = OWN

    def fits(self, laid: int) -> bool:
        return not self.rules.special[laid >> 1]

    def do(self, table: Crews, seat: int, at: tuple[int, int, int]) -> None:
        give_back(table, at)

    def sentence(self) -> Message:
        return msg(
            "again-takes",
            "Take {what} {whose} {place} into your hand, and play it again this turn. It must be a"
            " pirate; one lying there as a parrot counts too.",
        )

    def told(self) -> Message:
        return msg("again-tells", "{seat} takes back {card} {ship:loc}.").to_you(
            seat=msg("again-you", "You take back {card} {ship:loc}.")
        )


class Fetch(Verb):
    """Takes the pirate that has left the game last into the hand, to be played this turn."""

    id = "fetch"
    reaches = True

    def legal(self, table: Crews, seat: int) -> list[int]:
        return [0] if last_in_box(table) >= 0 else []

    def act(self, table: Crews, seat: int, option: int) -> None:
        fetch_back(table)

    def why_not(self, table: Crews, seat: int, option: int) -> Message | None:
        return msg("fetch-none", "No pirate has left the game yet.")

    def act_text(self) -> list[Message]:
        return [
            msg(
                "fetch-fetches",
                "Take the pirate that left the game most recently into your hand, and play it this"
                " turn.",
            )
        ]

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        return msg(
            "fetch-tells",
            "{seat} gets {card:acc} back.",
            seat=self.rules.seat_names[seat],
            card=self.rules.card_names[last_in_box(table)],
        ).to_you(seat=msg("fetch-you", "You get {card:acc} back."))
