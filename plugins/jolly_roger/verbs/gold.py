"""The verbs *score*, *rob* and *treasure*, which are about gold in chests."""

from __future__ import annotations

from typing import ClassVar, Final

from ....core.splitting.card_effect import Choices
from ....core.text import Message, msg, nmsg
from ..crews import Crews
from ..no_captains import held
from .crew_moves import earn
from .verb import ALL, OPPONENTS, OWN, Verb

MOST_GOLD = 20
WHO: Final[Choices] = (OWN, OPPONENTS, ALL)


class Score(Verb):
    """Adds gold to the player's chest, to those of all opponents, or to all; below 0 it is lost."""

    id = "score"
    settings: ClassVar = {"gold": (-MOST_GOLD, MOST_GOLD), "to": WHO}
    earns = True
    gold = 1
    to = OWN

    def hits_opponents(self) -> bool:
        return self.to == OPPONENTS

    def act(self, table: Crews, seat: int, option: int) -> None:
        for owner in self.rules.every_seat:
            if owner == seat:
                meant = self.to != OPPONENTS
            else:
                meant = self.to == ALL or (
                    self.to == OPPONENTS and not self.rules.are_partners(seat, owner)
                )
            if meant:
                earn(table, owner, self.gold)

    def act_text(self) -> list[Message]:
        text = (_GAINS if self.gold >= 0 else _LOSSES)[self.to]
        return [text.filled(count=abs(self.gold))]

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        if self.to != OWN:
            return self.act_text()[0]
        told, you = _TOLD[self.gold >= 0]
        amount = abs(self.gold)
        about = told.filled(count=amount, seat=self.rules.seat_names[seat])
        return about.to_you(seat=you.filled(count=amount))


class Rob(Verb):
    """Moves gold from an opponent's chest to the player's, as far as it is there."""

    id = "rob"
    settings: ClassVar = {"gold": (1, MOST_GOLD)}
    earns = True
    gold = 1

    def options(self) -> list[str]:
        if len(self.rules.seats) == 2:
            return ["*"]
        return [f"*{seat}" for seat in self.rules.seats]

    def owner(self, seat: int, option: int) -> int:
        """Return the seat that is robbed when *seat* plays *option*."""
        return 1 - seat if len(self.rules.seats) == 2 else option

    def hits_opponents(self) -> bool:
        return True

    def legal(self, table: Crews, seat: int) -> list[int]:
        golds = table.chest_golds
        options = range(1 if len(self.rules.seats) == 2 else len(self.rules.seats))
        owners = [self.owner(seat, option) for option in options]
        return [
            option
            for option in options
            if golds[owners[option]] > 0 and not self.rules.are_partners(seat, owners[option])
        ]

    def amount(self, table: Crews, owner: int) -> int:
        """Return the gold that *owner* loses."""
        return min(self.gold, max(0, table.chest_golds[owner]))

    def act(self, table: Crews, seat: int, option: int) -> None:
        owner = self.owner(seat, option)
        amount = self.amount(table, owner)
        earn(table, owner, -amount)
        earn(table, seat, amount)

    def why_not(self, table: Crews, seat: int, option: int) -> Message | None:
        owner = self.owner(seat, option)
        card = self.rules.card_names[self.card]
        if owner == seat:
            return msg("rob-self", "With {card:dat} you cannot rob yourself.", card=card)
        return msg("rob-empty", "{seat} has no gold in the treasure chest.",
                   seat=self.rules.seat_names[owner])  # fmt: skip

    def act_text(self) -> list[Message]:
        return [
            nmsg(
                "rob-robs",
                "An opponent of your choice with gold in the treasure chest gives you {count}"
                " gold.",
                "An opponent of your choice with gold in the treasure chest gives you {count}"
                " gold, or all of it if there is less.",
                self.gold,
            )
        ]

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        owner = self.owner(seat, option)
        about = {"seat": self.rules.seat_names[seat], "other": self.rules.seat_names[owner]}
        amount = self.amount(table, owner)
        return nmsg(
            "rob-tells",
            "{seat} gets {count} gold from {other}.",
            "{seat} gets {count} gold from {other}.",
            amount,
            **about,
        ).to_you(
            seat=nmsg("rob-you", "You get {count} gold from {other}.",
                      "You get {count} gold from {other}.", amount),
            other=nmsg("rob-from-you", "{seat} gets {count} gold from you.",
                       "{seat} gets {count} gold from you.", amount),
        )  # fmt: skip


class Treasure(Verb):
    """Puts the card itself under the player's treasure chest, where it counts *gold*."""

    id = "treasure"
    settings: ClassVar = {"gold": (-MOST_GOLD, MOST_GOLD)}
    lays = True
    gold = 1

    def prepare(self) -> None:
        self.rules.golds[self.card] = self.gold
        self.rules.gold_of[self.card] = self.gold

    def act(self, table: Crews, seat: int, option: int) -> None:
        table.board(seat, self.card)

    def act_text(self) -> list[Message]:
        text = msg(
            "treasure-puts",
            "Put the card under your treasure chest, where it is worth {gold} gold. You do not"
            " need a captain for this.",
            gold=self.gold,
        )
        return [held(self.rules, text)]

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        return msg("treasure-tells", "It goes under the treasure chest and is worth {gold} gold.",
                   gold=self.gold)  # fmt: skip


_GAINS: Final = {
    OWN: nmsg("score-own", "You gain {count} gold.", "You gain {count} gold.", 1),
    OPPONENTS: nmsg(
        "score-opponents", "Every opponent gains {count} gold.",
        "Every opponent gains {count} gold.", 1,
    ),
    ALL: nmsg(
        "score-all", "Every player gains {count} gold.", "Every player gains {count} gold.", 1
    ),
}  # fmt: skip
_TOLD: Final = {
    True: (
        nmsg("score-tells", "{seat} gains {count} gold.", "{seat} gains {count} gold.", 1),
        nmsg("score-you", "You gain {count} gold.", "You gain {count} gold.", 1),
    ),
    False: (
        nmsg("score-loses", "{seat} loses {count} gold.", "{seat} loses {count} gold.", 1),
        nmsg("score-you-lose", "You lose {count} gold.", "You lose {count} gold.", 1),
    ),
}
"""Telling of gold gained, or else lost, by one seat: to others, and to that seat."""
_LOSSES: Final = {
    OWN: nmsg("score-own-loss", "You lose {count} gold.", "You lose {count} gold.", 1),
    OPPONENTS: nmsg(
        "score-opponents-lose", "Every opponent loses {count} gold.",
        "Every opponent loses {count} gold.", 1,
    ),
    ALL: nmsg(
        "score-all-lose", "Every player loses {count} gold.", "Every player loses {count} gold.", 1
    ),
}  # fmt: skip
