"""The zones of the crews table: ships with their crews, and chests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ...core.scene import View
from ...core.splitting.offers.offer_notation import UNKNOWN
from ...core.splitting.position import SplitGame
from ...core.splitting.split_presenter import SplitPresenter
from ...core.text import Name, Text, msg, nmsg
from ...core.things import DOWN, HIDDEN, Piece, SceneCounter, SceneZone
from .crew_rules import NOBODY
from .crews_table import CrewsTable
from .crews_view import CrewCardView, CrewsLooks, CrewsView, ShipView
from .no_captains import held
from .words.crews_legend import CAPTAIN
from .words.crews_story import say_captain


class CrewsZones(SplitPresenter[CrewsTable]):
    """The part of the presenter that lays out the table."""

    def __init__(
        self, name: Name, variant: Name, seats: Sequence[Name], game: SplitGame, looks: CrewsLooks
    ) -> None:
        super().__init__(name, variant, seats, game, {}, looks.card_inks)
        self.pictures = looks.card_pictures
        self.crew_rules = self.empty.rules
        self._effects = self.empty.effects
        self._names = dict(zip(game.codes, self.crew_rules.card_names, strict=True))
        self.looks = looks

    def _ship(self, ship: str) -> Name:
        return self.crew_rules.ship_names[self.crew_rules.ships.index(ship)]

    def table_zones(self, view: View, seat: int | None) -> Sequence[SceneZone]:
        now = cast(CrewsView, view)
        ships = [self._ship_zone(ship, seat) for ship in now["ships"]]
        return [*ships, *(self._chest(now, owner) for owner in self.top_down(seat))]

    def _ship_zone(self, ship: ShipView, seat: int | None) -> SceneZone:
        gold = nmsg("gold", "{count} gold", "{count} gold", ship["gold"])
        counters = [SceneCounter(gold, str(ship["gold"]), picture="coin")]
        if second := ship.get("second"):
            label = nmsg(
                "gold-second", "{count} gold for the second", "{count} gold for the second", second
            )
            counters.append(SceneCounter(label, str(second), picture="coin"))
        return SceneZone(
            ship["ship"],
            self._ship(ship["ship"]),
            [self._captain(ship["captain"])],
            counters,
            [self._crew(ship, owner) for owner in self.top_down(seat)],
            form="sides",
            picture="ship",
            ink=self.looks.ship_inks.get(ship["ship"], ""),
        )

    def _captain(self, holder: int) -> Piece:
        name = held(self.crew_rules, say_captain(holder, self.seats))
        if holder == NOBODY:
            return Piece("-", name, shown=" ")
        return Piece("*", name, shown=CAPTAIN, picture="captain", owner=holder)

    def _crew(self, ship: ShipView, owner: int) -> SceneZone:
        strength = ship["strengths"][owner]
        crew = msg("crew-of", "{seat}'s crew", seat=self.seats[owner]).to_you(
            seat=msg("your-crew", "your crew")
        )
        return SceneZone(
            f"crew:{ship['ship']}:{self.game.seats[owner]}",
            self.heading(owner),
            [self._laid(laid) for laid in ship["crews"][owner]],
            [
                SceneCounter(
                    msg("strength-of", "strength {strength}", strength=strength),
                    str(strength),
                    leads=ship["captain"] == owner,
                )
            ],
            name=crew,
            form="side",
            owner=owner,
            ordered=True,
        )

    def _laid(self, laid: CrewCardView) -> Piece:
        """Return a card of a crew: ``G4``, as a parrot ``G4?``, or ``?`` if it is hidden."""
        code = laid["card"]
        if laid["up"]:
            return self.piece(code)
        name: Text = msg("parrot", "parrot")
        if code != UNKNOWN:
            name = msg("parrot-known", "parrot ({card})", card=self.card_name(code))
        shown = code if code == UNKNOWN else f"{code}?"
        face = HIDDEN if code == UNKNOWN else DOWN
        return Piece(code, name, str(laid["strength"]), shown, face=face, picture="parrot")

    def _chest(self, now: CrewsView, owner: int) -> SceneZone:
        chest = now["chests"][owner]
        counters: list[SceneCounter] = []
        if chest["gold"] is None:
            count = len(chest["cards"])
            inside = nmsg(
                "chest-hidden", "{count} card in the chest", "{count} cards in the chest", count
            )
            counters.append(SceneCounter(msg("gold-unknown", "? gold"), "?", picture="coin"))
            counters.append(SceneCounter(inside, str(count), picture="chest"))
        else:
            gold = now["scores"][owner]
            label = self.amount(gold)
            shown = f"({chest['gold']})"  # a part of the gold beside it
            inside = msg("chest-gold", "{chest} of it safe in the chest", chest=chest["gold"])
            if not chest["gold"]:
                inside = msg("chest-no-gold", "chest empty")
            if self.has_partners(owner):
                counters += self.points_together(owner, label)
                inside = msg("chest-own", "{chest} in this chest", chest=chest["gold"])
                shown = str(chest["gold"])
            else:
                counters.append(SceneCounter(label, str(gold), picture="coin"))
            counters.append(SceneCounter(inside, shown, picture="chest"))
        if min(self.crew_rules.captains) < self.crew_rules.ship_count:
            supply = now["supply"][owner]
            left = nmsg(
                "captains-left",
                "{count} captain in the supply",
                "{count} captains in the supply",
                supply,
            )
            counters.append(SceneCounter(left, str(supply), picture="captain"))
        return SceneZone(
            f"chest:{self.game.seats[owner]}",
            self.heading(owner),
            () if chest["gold"] is None else self.pieces(chest["cards"]),
            counters,
            form="purse",
            owner=owner,
            picture="captain",
            acts=now["to_act"] == owner,
        )
