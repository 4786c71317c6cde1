"""The market table, made from a rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from splitpick.core.game import Game
from splitpick.core.rules.characters import excerpt
from splitpick.core.rules.checks import items, names
from splitpick.core.rules.faults import Fault, Plain, likely
from splitpick.core.rules.kinds import Listing, TableKind
from splitpick.core.scene import Presenter
from splitpick.core.splitting.position import SplitGame
from splitpick.core.splitting.table import Table
from splitpick.core.text import Text

from .goods import Good
from .table import Market
from .texts import msg

if TYPE_CHECKING:
    from splitpick.core.rules.models import SplittingModel

    from .model import MarketModel


class MarketKind(TableKind):
    """Kind of table, which a rule set selects with ``table: market``."""

    id = "market"

    def model(self) -> type[SplittingModel]:
        from .model import MarketModel

        return MarketModel

    def check(self, rules: Mapping[str, Plain]) -> Iterator[Fault]:
        goods = names(rules, "goods")
        for path, card in items(rules, "cards"):
            good = card.get("good")
            if isinstance(good, str) and goods is not None and good not in goods:
                message = msg(
                    "market-unknown-good", 'There is no good "{name}".', name=excerpt(good)
                )
                yield Fault((*path, "good"), likely(message, good, goods))
        for path, item in items(rules, "goods"):
            points = item.get("points")
            takes_one = item.get("scoring") in ("pairs", "each")
            if takes_one and isinstance(points, list) and len(points) > 1:
                message = msg("market-one-number", "This scoring takes one number of points.")
                yield Fault((*path, "points"), message, whole=True)

    def build(self, rules: SplittingModel, seats: list[str]) -> Table:
        rules = _market(rules)
        goods = [
            Good(
                good.id,
                good.scoring,
                good.points,
                [number for number, card in enumerate(rules.cards) if card.good == good.id],
            )
            for good in rules.goods
        ]
        codes = [card.code for card in rules.cards]
        return Market(len(seats), codes, [card.price for card in rules.cards], goods)

    def presenter(self, rules: SplittingModel, game: Game) -> Presenter:
        from .telling import MarketPresenter

        rules = _market(rules)
        assert isinstance(game, SplitGame)
        return MarketPresenter(
            rules.name,
            rules.variant_name(game.variant),
            [seat.name for seat in rules.seats[: game.players]],
            game,
            {card.code: card.name for card in rules.cards},
            {card.code: card.ink or "" for card in rules.cards},
            [good.name for good in rules.goods],
        )

    def listings(self, rules: SplittingModel) -> Sequence[Listing]:
        rules = _market(rules)
        goods = {good.id: good.name for good in rules.goods}
        cards = [
            (card.code, card.name, goods[card.good], card.count,
             "–" if card.price is None else card.price)
            for card in rules.cards
        ]  # fmt: skip
        ways: dict[str, Text] = {
            "different": msg("market-different", "sets of different cards"),
            "pairs": msg("market-pairs", "pairs"),
            "most": msg("market-most", "the most cards"),
            "each": msg("market-each", "each card"),
        }
        scored = [
            (good.name, ways[good.scoring], ", ".join(map(str, good.points)))
            for good in rules.goods
        ]
        good = msg("market-good", "Good")
        return [
            Listing(
                msg("market-goods", "Goods"),
                (good, msg("market-scoring", "Scoring"), msg("market-points", "Points")),
                scored,
            ),
            Listing(
                msg("market-cards", "Cards"),
                (
                    msg("market-card", "Card"),
                    msg("market-name", "Name"),
                    good,
                    msg("market-count", "Count"),
                    msg("market-price", "Price"),
                ),
                cards,
            ),
        ]


def _market(rules: SplittingModel) -> MarketModel:
    from .model import MarketModel

    assert isinstance(rules, MarketModel), "the model of the market table"
    return rules
