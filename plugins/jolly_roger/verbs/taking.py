"""The verb *take*, which takes a card of a crew away: the Kraken and its like."""

from __future__ import annotations

from typing import ClassVar, Final

from ....core.kernel.action_list import ActionList
from ....core.splitting.card_effect import Choices
from ....core.text import Message, msg
from ..crew_rules import NOBODY
from ..crews import Crews
from .crew_moves import carry, stow
from .verb import ANY, LAST, OPPONENT, OWN, CrewVerb

BOX, CHEST, CREW = "box", "chest", "crew"
TO: Final[Choices] = (BOX, CHEST, CREW)


class TakeCard(CrewVerb):
    """Takes a card of a crew out of the game, or *to* the player's chest or crew.

    ``{take: {from: opponent, which: last, may: true}}`` is the Kraken.
    """

    id = "take"
    settings: ClassVar = {**CrewVerb.settings, "to": TO}
    to = BOX
    quick = False

    def prepare(self) -> None:
        super().prepare()
        self.quick = (
            self.which == LAST and self.from_ in (OPPONENT, OWN)
            and self.ship == ANY
        )  # fmt: skip

    def legal(self, table: Crews, seat: int) -> list[int]:
        if not self.quick:
            return super().legal(table, seat)
        found = ActionList()
        self.find(table, seat, 0, found)
        return found.as_list()

    def find(self, table: Crews, seat: int, first: int, found: ActionList) -> None:
        if not self.quick:
            super().find(table, seat, first, found)
            return
        start = first + self.first
        if self.targets[0][0] == NOBODY:
            table.find_losses(seat if self.from_ == OWN else 1 - seat, start, found)
        else:
            ships = len(self.rules.ships)
            for owner in self.rules.every_seat:
                if self.allows(seat, owner):
                    table.find_losses(owner, start + owner * ships, found)
        if self.may:
            found.add(first)

    def act(self, table: Crews, seat: int, option: int) -> None:
        if not self.quick or self.to != BOX:
            super().act(table, seat, option)
        elif option >= self.first:
            target = option - self.first
            table.take_last(self.victim(seat, target), self.targets[target][1])

    def do(self, table: Crews, seat: int, at: tuple[int, int, int]) -> None:
        if self.to == CHEST:
            stow(table, at, seat)
        elif self.to == CREW:
            carry(table, at, seat, at[1])
        else:
            table.take(at[0], at[1], at[2])

    def sentence(self) -> Message:
        if self.to == CHEST:
            text = msg(
                "take-chest",
                "Put {what} {whose} {place} under your treasure chest, where it scores its gold.",
            )
        elif self.to == CREW:
            text = msg(
                "take-crew",
                "Move {what} {whose} {place} to the top of your crew there, face up or down as it"
                " was.",
            )
        else:
            text = msg("take-box", "Take {what} {whose} {place} out of the game.")
        return text

    def named(self, seat: int, owner: int) -> int:
        return owner if self.to == BOX else seat

    def told(self) -> Message:
        if self.to == CHEST:
            return msg(
                "take-tells-chest", "{seat} puts {card} {ship:loc} under the treasure chest."
            ).to_you(
                seat=msg("take-you-chest", "You put {card} {ship:loc} under your treasure chest.")
            )
        if self.to == CREW:
            return msg("take-tells-crew", "{seat} takes over {card} {ship:loc}.").to_you(
                seat=msg("take-your-crew", "You take over {card} {ship:loc}.")
            )
        return msg("take-tells", "{seat} loses {card} {ship:loc}.").to_you(
            seat=msg("take-you-lose", "You lose {card} {ship:loc}.")
        )
