"""Split-and-choose games with any table, made from their rule sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from ..scene import Presenter
from ..splitting.offers.offer_position import OfferGame
from ..splitting.plain.plain_position import PlainGame
from ..splitting.position import SplitGame
from ..text import Message, Text, msg
from .checking.splitting_checks import check_splitting
from .kinds import GameKind, Listing, TableKind
from .plugin_errors import InvalidReturn, listed
from .value_findings import Path, Plain, ValueFinding, likely

if TYPE_CHECKING:
    from .models import RulesetModel


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
            raise InvalidReturn("splitpick_tables", table.id, "model()", model)
        return model

    def check(self, rules: Any) -> Iterator[ValueFinding]:
        if table := self.tables.get(rules.table):
            from .checking.effect_checks import check_effects

            found = listed(ValueFinding, "splitpick_tables", table.id, "check", table.check(rules))
            wrong_start = any(each.path[2:3] == ("start",) for each in found)
            for each in check_splitting(rules):
                if not wrong_start or each.message.code != "deck-mismatch":
                    yield each  # what cannot lie there is not missing in the deck
            yield from check_effects(rules, table)
            yield from found
        else:
            message = msg("unknown-table", 'There is no table "{name}".')
            yield ValueFinding(("table",), likely(message, rules.table, sorted(self.tables)))

    def texts(self, rules: Any) -> Iterator[tuple[Path, Message]]:
        return self.tables[rules.table].texts(rules)

    def parts(self, rules: Any) -> Iterator[tuple[str, str]]:
        yield from super().parts(rules)
        yield from self.tables[rules.table].parts(rules)

    def summary_of(self, rules: Any) -> Text:
        return self.tables[rules.table].summary

    def build(self, rules: Any, variant: str, players: int) -> SplitGame:
        seats = [seat.id for seat in rules.seats[:players]]
        table = self.tables[rules.table].build(rules, seats)
        offer = rules.offer_for(players)
        plain = offer.is_plain(players) and not table.automatic and not table.secret
        plain = plain and not table.reaches()
        return (PlainGame if plain else OfferGame)(
            rules.id,
            variant,
            seats=seats,
            codes=[card.code for card in rules.cards],
            counts=[card.count for card in rules.cards],
            offer=offer,
            turns=rules.turns_for(players),
            empty_table=table,
            sides=rules.sides(players),
            seat_names=[seat.name for seat in rules.seats[:players]],
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
    text = ", ".join([f"{few + more}: {number}" for more, number in enumerate(numbers)])
    return msg("by-players", "{numbers} (by number of players)", numbers=text)
