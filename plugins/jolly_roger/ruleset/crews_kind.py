"""The kind of table of Jolly & Roger, made from its rule sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ....core.errors import EffectError
from ....core.rules.kinds import Listing, TableKind
from ....core.rules.value_findings import ValueFinding
from ....core.scene import Presenter
from ....core.splitting.position import SplitGame
from ....core.text import Both, Message, Text, msg
from ..crew_rules import CrewRules
from ..crews_table import CrewsTable
from ..effect import Effect

if TYPE_CHECKING:
    from ....core.rules.models import SplittingModel


class CrewsKind(TableKind):
    """The table of Jolly & Roger."""

    id = "crews"
    summary = msg(
        "about-crews-game",
        "One splits, the other picks, and you fight for merchant ships: the most gold wins.",
    )
    effect_class = Effect
    effect_templates = files("splitpick.plugins.jolly_roger") / "templates"

    def model(self) -> type[SplittingModel]:
        from .crews_models import CrewsModel

        return CrewsModel

    def check(self, rules: Any) -> Iterator[ValueFinding]:
        from ....core.rules.checking.effect_checks import check_effects
        from .crews_checks import check_crews, idle_strengths

        faults = [*check_crews(rules)]
        yield from faults
        strong = any(card.effect and card.strength for card in rules.cards)
        if strong and all(fault.warning for fault in (*faults, *check_effects(rules, self))):
            with suppress(EffectError):  # of an effect that checks more than its settings
                table = self.build(rules, [""] * len(rules.seats))
                yield from idle_strengths(rules, table.effects)

    def build(self, rules: Any, seats: list[str]) -> CrewsTable:
        from .crews_models import for_players

        ships, cards, players = rules.ships, rules.cards, len(seats)
        colours = [rules.colours_of(card) for card in cards]
        homes = [
            [n for n, one in enumerate(ships) if {*rules.colours_of(one)} & {*own}]
            for own in colours
        ]
        codes = [card.code for card in cards]
        starts = [
            [
                (
                    codes.index(code),
                    sign,
                    next((n for n, one in enumerate(ships) if one.id == id), 0),
                )
                for code, sign, id in laid
            ]
            for laid in rules.starts(players)
        ]
        captains = rules.captains_for(players) or 0
        own = [seat.captains for seat in rules.seats[:players]]
        crew_rules = CrewRules(
            seats=seats,
            seat_names=[seat.name for seat in rules.seats[: len(seats)]],
            codes=codes,
            counts=[card.count for card in cards],
            card_names=[rules.card_name(card) for card in cards],
            strengths=[card.strength for card in cards],
            golds=[rules.card_gold(card) for card in cards],
            card_ships=homes,
            ships=[ship.id for ship in ships],
            ship_names=[ship.name for ship in ships],
            ship_golds=[for_players(ship.gold, players) or 0 for ship in ships],
            ship_seconds=[for_players(ship.second, players) or 0 for ship in ships],
            tie_break=[*rules.tie_break],
            captains=captains,
            seat_captains=[
                captains if each is None else for_players(each, players) or 0 for each in own
            ],
            starts=starts,
            end_gold=rules.end and rules.end.gold,
            end_held=bool(rules.end and rules.end.ships),
            start_golds=[for_players(seat.gold, players) or 0 for seat in rules.seats[:players]],
            parrot=rules.parrot,
            memory=rules.options.memory,
            sides=rules.sides(players),
            has_captains=rules.has_captains,
        )
        return CrewsTable(crew_rules, self.effects_of(crew_rules, cards))

    def make_special(self, rules: CrewRules, card: int, effect: Effect) -> None:
        rules.make_special(card, bool(effect.safe))
        rules.reaches = rules.reaches or bool(effect.reaches)
        if effect.earns:
            rules.count_gold()

    def presenter(self, rules: Any, game: SplitGame) -> Presenter:
        from ..crews_presenter import CrewsPresenter
        from ..crews_view import CrewsLooks

        colours = {colour.id: colour for colour in rules.colours}
        of_ships = [colour for ship in rules.ships for colour in rules.colours_of(ship)]
        only = {
            ship.id: own[0] if len(own := rules.colours_of(ship)) == 1 else ""
            for ship in rules.ships
        }
        inks = {"": "", **{id: colour.shown_ink for id, colour in colours.items()}}
        looks = CrewsLooks(
            card_inks={
                card.code: inks[own[0]] if len(own := rules.colours_of(card)) == 1 else ""
                for card in rules.cards
            },
            card_pictures={
                card.code: card.picture or ("" if card.effect else "pirate") for card in rules.cards
            },
            ship_inks={id: inks[colour] for id, colour in only.items()},
            # A colour is a word for its ship only while no other ship has it too.
            ship_words={
                ship.id: (
                    colours[only[ship.id]] if of_ships.count(only[ship.id]) == 1 else ship
                ).name
                for ship in rules.ships
            },
        )
        return CrewsPresenter(*self.titles(rules, game), game, looks)

    def listings(self, rules: Any) -> Sequence[Listing]:
        facts = [(msg("parrot-strength", "Strength of a parrot"), rules.parrot)]
        if rules.has_captains:
            captains = msg("captains-each", "Captains per player"), _shown(rules.captains)
            facts.insert(0, captains)
        name, gold = msg("name", "Name"), msg("gold-column", "Gold")
        ships = [
            (ship.id, ship.name, _colours(rules, ship), _shown(ship.gold)) for ship in rules.ships
        ]
        cards = [
            (card.code, rules.card_name(card), card.strength, rules.card_gold(card), card.count)
            for card in rules.cards
        ]
        ship_columns = (msg("ship", "Ship"), name, msg("colour", "Colour"), gold)
        numbers = msg("strength", "Strength"), gold, msg("count", "Count")
        return [
            Listing(msg("crews", "Crews"), (), facts),
            Listing(msg("ships", "Ships"), ship_columns, ships),
            Listing(msg("cards", "Cards"), (msg("card", "Card"), name, *numbers), cards),
        ]


def _colours(rules: Any, ship: Any) -> Text:
    """Return the names of the colours of *ship*."""
    names = [rules.colour(colour).name for colour in rules.colours_of(ship)]
    return (
        names[0]
        if len(names) == 1
        else Message("colours", "{colours}", {"colours": Both((*names,))})
    )


def _shown(value: int | Mapping[str, int]) -> int | str:
    """Return a number, or numbers by number of players, as a listing shows them."""
    if isinstance(value, int):
        return value
    return ", ".join(f"{players}: {number}" for players, number in value.items())
