"""The Kraken, which takes the last card of an opponent's crew out of the game."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from ..core.hooks import provide
from ..core.kernel.action_list import ActionList
from ..core.scene import ruling
from ..core.text import Message, msg
from .jolly_roger import CrewRules, Crews, Effect


@mypyc_attr(allow_interpreted_subclasses=True)
class Kraken(Effect):
    """Takes the last card of an opponent's crew at any one ship, or nothing.

    Rulebook, game for advanced players, "Kraken": the player *may* take a card, so option 0,
    ``KR*``, takes nothing and is always legal.  The other options name a ship, ``KR*blue``, and
    with more than two players an opponent too, ``KR*blue:roger``.
    """

    id = "kraken"

    def __init__(self, rules: CrewRules, card: int) -> None:
        super().__init__(rules, card)
        self.victims = [0] if rules.players == 2 else list(range(rules.players))
        self.ships = list(range(len(rules.ships)))
        self.targets = [(victim, ship) for victim in self.victims for ship in self.ships]

    def options(self) -> list[str]:
        rules = self.rules
        if rules.players == 2:
            return ["*", *(f"*{ship}" for ship in rules.ships)]
        return [
            "*",
            *(f"*{rules.ships[ship]}:{rules.seats[victim]}" for victim, ship in self.targets),
        ]

    def hits_opponents(self) -> bool:
        return True

    def legal(self, table: Crews, seat: int) -> list[int]:
        found = ActionList()
        self.find(table, seat, 0, found)
        return found.as_list()

    def find(self, table: Crews, seat: int, first: int, found: ActionList) -> None:
        if self.rules.players == 2:
            table.find_losses(1 - seat, first + 1, found)
        else:
            for victim in self.victims:
                if not self.rules.are_partners(victim, seat):
                    table.find_losses(victim, first + 1 + victim * len(self.ships), found)
        found.add(first)

    def play(self, table: Crews, seat: int, option: int) -> None:
        table.discard(self.card)
        if option:
            victim, ship = self._target(seat, option)
            table.take_last(victim, ship)

    def _target(self, seat: int, option: int) -> tuple[int, int]:
        """Return whose crew loses a card, and at which ship, if *seat* plays *option*, from 1."""
        victim, ship = self.targets[option - 1]
        if self.rules.players == 2:
            victim = 1 - seat
        return victim, ship

    def why_not(self, table: Crews, seat: int, option: int) -> Message | None:
        victim, ship = self._target(seat, option)
        name, card = self.rules.ship_names[ship], self.rules.card_names[self.card]
        if self.rules.are_partners(victim, seat):
            return msg("own-crew", "From your own crew, {card:nom} takes nothing.", card=card)
        if not table.crew(victim, ship):
            return msg(
                "nothing-to-take",
                "{seat} has no crew {ship:loc}.",
                seat=self.rules.seat_names[victim],
                ship=name,
            )
        return msg(
            "protected", "The last card {ship:loc} is safe from {card:nom}.", ship=name, card=card
        )

    def rules_text(self) -> list[Message]:
        card = self.rules.card_names[self.card]
        return [
            msg(
                "kraken-takes",
                "Take the last card of an opponent's crew at any one ship out of the game;"
                " {card:nom} leaves the game as well, and the crews at that ship are compared.",
                card=card,
            ),
            ruling(
                msg(
                    "kraken-may",
                    "You may also choose to take no card; {card:nom} then leaves the game.",
                    card=card,
                )
            ),
        ]

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        if not option:
            return msg("kraken-nothing", "No card is taken.")
        victim, ship = self._target(seat, option)
        params = {"seat": self.rules.seat_names[victim], "ship": self.rules.ship_names[ship]}
        last = table.crew(victim, ship)[-1]
        if last & 1:
            return msg("kraken-parrot", "{seat} loses the parrot {ship:loc}.", **params).to_you(
                seat=msg("kraken-your-parrot", "You lose the parrot {ship:loc}.")
            )
        card = self.rules.card_names[last >> 1]
        return msg(
            "kraken-card", "{seat} loses {card:acc} {ship:loc}.", card=card, **params
        ).to_you(seat=msg("kraken-your-card", "You lose {card:acc} {ship:loc}."))


splitpick_effects = provide(Kraken)
