"""Split-and-choose games and the crews table, made from their rule sets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from ..errors import EffectError
from ..scene import Presenter
from ..splitting.offers.offer_position import OfferGame
from ..splitting.plain.plain_position import PlainGame
from ..splitting.position import SplitGame
from ..tables.card_effect import CardEffect
from ..tables.crews import CrewRules, CrewsTable, Effect
from ..text import Message, Text, msg
from .characters import excerpt
from .checking.offer_checks import check_splitting
from .checks import check_crews
from .faults import Fault, Path, Plain, likely
from .kinds import Effects, GameKind, Listing, TableKind
from .plugin_errors import THEIRS, Nonsense, described, listed

if TYPE_CHECKING:
    from .models import RulesetModel, SplittingModel

# An option after a special card's code; other first characters are for what all cards can do.
OPTION = re.compile(r"[@*][!-~]{0,80}")


class SplittingKind(GameKind[SplitGame]):
    """Kind of the split-and-choose games, in which cards are played to one of *tables*."""

    id = "splitting"

    def __init__(self, tables: Mapping[str, TableKind]) -> None:
        self.tables = tables

    def model(self, rules: Mapping[str, Plain]) -> type[RulesetModel]:
        from .models import AnySplitting, SplittingModel

        if not (table := self.tables.get(str(rules.get("table")))):
            return AnySplitting
        model: object = table.model()
        if not isinstance(model, type) or not issubclass(model, SplittingModel):
            raise Nonsense("splitpick_tables", table.id, "model()", model)
        return model

    def check(self, rules: Any) -> Iterator[Fault]:
        if table := self.tables.get(rules.table):
            yield from check_splitting(rules)
            yield from listed(Fault, "splitpick_tables", table.id, "check", table.check(rules))
        else:
            message = msg("unknown-table", 'There is no table "{name}".')
            yield Fault(("table",), likely(message, rules.table, sorted(self.tables)))

    def texts(self, rules: Any) -> Iterator[tuple[Path, Message]]:
        return self.tables[rules.table].texts(rules)

    def parts(self, rules: Any) -> Iterator[tuple[str, str]]:
        yield from super().parts(rules)
        yield from self.tables[rules.table].parts(rules)

    def build(self, rules: Any, variant: str, players: int) -> SplitGame:
        seats = [seat.id for seat in rules.seats[:players]]
        table = self.tables[rules.table].build(rules, seats)
        offer = rules.offer_for(players)
        plain = offer.is_plain(players) and not table.automatic and not table.secret
        return (PlainGame if plain else OfferGame)(
            rules.id,
            variant,
            seats=seats,
            codes=[card.code for card in rules.cards],
            counts=[card.count for card in rules.cards],
            offer=offer,
            turns=rules.turns_for(players),
            empty_table=table,
        )

    def presenter(self, rules: Any, game: SplitGame) -> Presenter:
        return self.tables[rules.table].presenter(rules, game)

    def listings(self, rules: Any) -> Sequence[Listing]:
        few, many = rules.player_counts
        offers = [rules.offer_for(players) for players in range(few, many + 1)]
        games = [self.build(rules, "", one) for one in range(few, many + 1)]
        aside = _by_players(few, [game.set_aside or rules.set_aside for game in games])
        draws = _by_players(few, [offer.draw for offer in offers])
        turns = _by_players(few, [game.turns for game in games])
        facts: list[tuple[Text, Text | int]] = [
            (msg("cards-in-deck", "Cards in the deck"), sum(card.count for card in rules.cards)),
            (msg("turns", "Turns"), turns),
            (msg("cards-drawn", "Cards drawn per turn"), draws),
            (msg("least-in-set", "Fewest cards in a set"), min(offer.least for offer in offers)),
            (msg("most-in-set", "Most cards in a set"), max(offer.most for offer in offers)),
            (msg("cards-set-aside", "Cards set aside unseen"), aside),
        ]
        course = Listing(msg("course", "Course of the game"), (), facts)
        return [course, *self.tables[rules.table].listings(rules)]

    def explained_in(self) -> Sequence[Traversable]:
        return [path for table in self.tables.values() for path in table.explained_in()]


def _by_players(few: int, numbers: list[int]) -> Text | int:
    """Return the number for all, or those for *few* players, one more, and so on."""
    if len(set(numbers)) == 1:
        return numbers[0]
    told = ", ".join([f"{few + more}: {number}" for more, number in enumerate(numbers)])
    return msg("by-players", "{numbers} (by number of players)", numbers=told)


class EffectTableKind(TableKind):
    """A kind of table with special cards: those of *effects* that are made for it.

    *provider* returns the name of the plugin that an effect comes from, given the effect's id.
    """

    effect_class: type[CardEffect[Any, Any]]

    def __init__(self, effects: Effects, provider: Callable[[str], str] = str) -> None:
        own = self.effect_class
        self.effects = {id: one for id, one in effects.items() if issubclass(one, own)}
        self.provider = provider

    def parts(self, rules: Any) -> Iterator[tuple[str, str]]:
        yield from super().parts(rules)
        yield from (("splitpick_effects", card.effect) for card in rules.cards if card.effect)

    def names(self) -> Mapping[str, Sequence[str]]:
        return {"effect": sorted(self.effects)}

    def texts(self, rules: Any) -> Iterator[tuple[Path, Message]]:
        table = self.build(rules, [seat.id for seat in rules.seats])
        for number, effect in enumerate(table.effects):
            for text in effect.rules_text() if effect else ():
                yield ("cards", number, "effect"), text

    def build(self, rules: Any, seats: list[str]) -> Any:
        raise NotImplementedError

    def make_special(self, rules: Any, number: int, effect: Any, options: list[str]) -> None:
        """Note in the table's *rules* that card *number* has *effect* with its *options*."""
        rules.make_special(number, options)

    def effects_of(self, rules: Any, cards: Sequence[Any]) -> list[Any]:
        """Make the special ones of *cards* special in *rules*; return each card's effect or None.

        Raises `EffectError`, which names the plugin, if an effect is no use.
        """
        return [
            self._effect(rules, number, card) if card.effect else None
            for number, card in enumerate(cards)
        ]

    def _effect(self, rules: Any, number: int, card: Any) -> CardEffect[Any, Any]:
        """Make card *number* special and return its effect; raise `EffectError` if it is no use."""
        cause = None
        try:
            made = self.effects[card.effect](rules, number)
            for name, value in card.given.items():
                setattr(made, name, value)
            options: list[object] = [*made.options()]
            written = [one for one in options if isinstance(one, str) and OPTION.fullmatch(one)]
            if len(set(written)) == len(options):
                self.make_special(rules, number, made, written)
                return made
            why = msg(
                "effect-options",
                "all options must be different, begin with @ or *, and have no spaces: {options}",
                options=excerpt(", ".join(map(str, options)), 120),
            )
        except THEIRS as error:
            cause = error
            why = msg("effect-unready", "it cannot be set up: {error}", error=described(error, 120))
        message = msg(
            why.code,
            'The card {card} (effect "{effect}" of the plugin {plugin}) cannot be played: {why}.',
            card=rules.codes[number],
            effect=card.effect,
            plugin=self.provider(card.effect),
            why=why,
        )
        raise EffectError(message) from cause


class CrewsKind(EffectTableKind):
    """The table of Jolly & Roger."""

    id = "crews"
    effect_class = Effect

    def model(self) -> type[SplittingModel]:
        from .models import CrewsModel

        return CrewsModel

    def check(self, rules: Any) -> Iterator[Fault]:
        return check_crews(rules, self.effects)

    def build(self, rules: Any, seats: list[str]) -> CrewsTable:
        ships, cards = rules.ships, rules.cards
        homes = [[n for n, one in enumerate(ships) if one.colour == card.colour] for card in cards]
        crew_rules = CrewRules(
            seats=seats,
            seat_names=[seat.name for seat in rules.seats[: len(seats)]],
            codes=[card.code for card in cards],
            counts=[card.count for card in cards],
            card_names=[rules.card_name(card) for card in cards],
            strengths=[card.strength for card in cards],
            golds=[rules.card_gold(card) for card in cards],
            card_ships=homes,
            ships=[ship.id for ship in ships],
            ship_names=[ship.name for ship in ships],
            ship_golds=[ship.gold for ship in ships],
            captains=rules.captains,
            parrot=rules.parrot,
            memory=rules.options.memory,
        )
        return CrewsTable(crew_rules, self.effects_of(crew_rules, cards))

    def make_special(self, rules: Any, number: int, effect: Any, options: list[str]) -> None:
        rules.make_special(number, options, bool(effect.safe))

    def presenter(self, rules: Any, game: SplitGame) -> Presenter:
        from ..tables.crews.crews_presenter import CrewsPresenter
        from ..tables.crews.crews_view import CrewsLooks

        colours = {colour.id: colour for colour in rules.colours}
        of_ships = [ship.colour for ship in rules.ships]
        inks = {"": "", **{id: colour.shown_ink for id, colour in colours.items()}}
        looks = CrewsLooks(
            card_inks={card.code: inks[card.colour] for card in rules.cards},
            ship_inks={ship.id: inks[ship.colour] for ship in rules.ships},
            # A colour is a word for its ship only while no other ship has it too.
            ship_words={
                ship.id: (colours[ship.colour] if of_ships.count(ship.colour) == 1 else ship).name
                for ship in rules.ships
            },
        )
        name, seats = rules.variant_name(game.variant), rules.seats[: game.players]
        names = [seat.name for seat in seats]
        return CrewsPresenter(rules.name, name, names, game, looks)

    def listings(self, rules: Any) -> Sequence[Listing]:
        facts = [
            (msg("captains-each", "Captains per player"), rules.captains),
            (msg("parrot-strength", "Strength of a parrot"), rules.parrot),
        ]
        name, gold = msg("name", "Name"), msg("gold-column", "Gold")
        ships = [(one.id, one.name, rules.colour(one.colour).name, one.gold) for one in rules.ships]
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
