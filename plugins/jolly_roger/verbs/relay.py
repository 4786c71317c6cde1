"""The verbs *move*, *swap* and *hide*, after which a card lies elsewhere or otherwise."""

from __future__ import annotations

from typing import ClassVar

from ....core.text import Message, msg
from ..crews import Crews
from .crew_moves import carry, exchange, turn_down
from .verb import LAST, OPPONENT, OWN, STRONGEST, WEAKEST, CrewVerb


class Move(CrewVerb):
    """Moves a card of a crew on top of its player's crew at another ship: ``*green>blue``."""

    id = "move"
    missing: ClassVar = {
        "to": msg(
            "no-target",
            'There is no key "to": the player chooses where the card goes. "ship" is the ship '
            "that it leaves.",
        )
    }
    from_ = OWN

    def options(self) -> list[str]:
        written = super().options()
        named = written[self.first :]
        moves = [f"{target}>{ship}" for target in named for ship in self.rules.ships]
        return written[: self.first] + moves

    def legal(self, table: Crews, seat: int) -> list[int]:
        ships = len(self.rules.ships)
        found = []
        for crew in super().legal(table, seat):
            target = crew - self.first
            if target >= 0:
                start = self.first + target * ships
                here = self.targets[target][1]
                found += [start + ship for ship in range(ships) if ship != here]
        return [*found, 0] if self.may else found

    def _crew(self, option: int) -> tuple[int, int]:
        """Return the option of the crew that *option* takes from, and the ship it moves to."""
        target, ship = divmod(option - self.first, len(self.rules.ships))
        return target + self.first, ship

    def act(self, table: Crews, seat: int, option: int) -> None:
        if option >= self.first:
            crew, to = self._crew(option)
            target = crew - self.first
            owner, ship = self.victim(seat, target), self.targets[target][1]
            at = (owner, ship, self.place(table, owner, ship))
            carry(table, at, owner, to)

    def why_not(self, table: Crews, seat: int, option: int) -> Message | None:
        crew, to = self._crew(option)
        if self.targets[crew - self.first][1] == to:
            return msg("move-stays", "The card already lies {ship:loc}.",
                       ship=self.rules.ship_names[to])  # fmt: skip
        return super().why_not(table, seat, crew)

    def sentence(self) -> Message:
        return msg(
            "move-moves",
            "Move {what} {whose} {place} to the top of the same player's crew at another ship, face"
            " up or down as it was.",
        )

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        if option < self.first:
            return super().tell(table, seat, option)
        crew, to = self._crew(option)
        told = super().tell(table, seat, crew)
        return told and told.filled(to=self.rules.ship_names[to])

    def told(self) -> Message:
        return msg("move-tells", "{seat} moves {card} {ship:loc}; it now lies {to:loc}.").to_you(
            seat=msg("move-you", "You move {card} {ship:loc}; it now lies {to:loc}.")
        )


class Swap(CrewVerb):
    """Swaps a card of an opponent's crew for one of the player's crew at the same ship."""

    id = "swap"
    settings: ClassVar = {name: CrewVerb.settings[name] for name in ("which", "ship", "may")}
    from_ = OPPONENT

    def legal(self, table: Crews, seat: int) -> list[int]:
        return [
            option
            for option in super().legal(table, seat)
            if option < self.first or self._own(table, seat, option) >= 0
        ]

    def _own(self, table: Crews, seat: int, option: int) -> int:
        return self.place(table, seat, self.targets[option - self.first][1])

    def do(self, table: Crews, seat: int, at: tuple[int, int, int]) -> None:
        exchange(table, at, (seat, at[1], self.place(table, seat, at[1])))

    def why_not(self, table: Crews, seat: int, option: int) -> Message | None:
        ship = self.targets[option - self.first][1]
        owner = self.victim(seat, option - self.first)
        if self.allows(seat, owner) and self.place(table, owner, ship) >= 0:
            return msg(
                "swap-nothing",
                "Your crew {ship:loc} has no card to swap.",
                ship=self.rules.ship_names[ship],
            )
        return super().why_not(table, seat, option)

    def sentence(self) -> Message:
        return msg(
            "swap-swaps",
            "Swap {what} {whose} {place} for that of your own crew there: each goes on top of the"
            " other crew, face up or down as it was.",
        )

    def told(self) -> Message:
        return msg("swap-tells", "{seat} gets {card} {ship:loc} in exchange.").to_you(
            seat=msg("swap-you", "You get {card} {ship:loc} in exchange.")
        )


class Hide(CrewVerb):
    """Turns a card of a crew face down, so that it is a parrot."""

    id = "hide"
    settings: ClassVar = {**CrewVerb.settings, "which": (LAST, STRONGEST, WEAKEST)}

    def fits(self, laid: int) -> bool:
        return laid & 1 == 0

    def do(self, table: Crews, seat: int, at: tuple[int, int, int]) -> None:
        turn_down(table, at)

    def sentence(self) -> Message:
        return msg(
            "hide-hides",
            "Turn {what} {whose} {place} face down; it stays there as a parrot of strength"
            " {parrot}. Only cards that lie face up can be chosen.",
            parrot=int(self.rules.parrot),
        )

    def told(self) -> Message:
        return msg("hide-tells", "{seat} turns {card} {ship:loc} face down.").to_you(
            seat=msg("hide-you", "You turn {card} {ship:loc} face down.")
        )
