"""The rules of the market in words, from the loaded rule set."""

from __future__ import annotations

from collections.abc import Sequence

from splitpick.core.scene import Section
from splitpick.core.splitting.position import SplitGame
from splitpick.core.splitting.split_rules_text import (
    end_section,
    known_text,
    picking_section,
    playing_text,
    set_up_texts,
    splitting_section,
    title_of_rules,
)
from splitpick.core.text import Both, Message, Name, Text

from .goods import Good
from .table import Market
from .texts import msg, nmsg


def market_rules(
    name: Name, variant: Name, game: SplitGame, cards: Sequence[Text], goods: Sequence[Name]
) -> list[Section]:
    """Return all rules of *game*; *cards* and *goods* are their names."""
    market = game.empty_table
    assert isinstance(market, Market)
    aim = msg(
        "market-rules-aim",
        "Fill your stall with the goods that the others leave you. Goods score together: in sets,"
        " in pairs, or for the most of a kind. Sell what does not fit.",
    )
    deck: list[Text] = [
        _cards_of(game, market, good, cards, name)
        for good, name in zip(market.goods, goods, strict=True)
    ]
    playing: list[Text] = [
        playing_text(game),
        msg(
            "market-rules-play",
            "Put the card on your stall, or sell it: then it leaves the game, and you take its"
            " price in coins. A card without a price must be kept.",
        ),
    ]
    scoring = [
        _scoring(good, name) for good, name in zip(market.goods, goods, strict=True)
    ]  # fmt: skip
    coins = msg("market-rules-coins", "Each coin is a point.")
    tie = msg(
        "market-rules-win",
        "The most points win. If they are equal, the most coins decide; else the victory is"
        " shared.",
    )
    count = nmsg(
        "market-rules-deck", "There is {count} card:", "There are {count} cards:", sum(game.counts)
    )
    return [
        Section(title_of_rules(name, variant), [aim]),
        Section(msg("market-rules-cards", "The cards"), [count], deck),
        Section(msg("market-rules-set-up", "Before the game"), set_up_texts(game)),
        splitting_section(game),
        picking_section(game),
        Section(msg("market-rules-playing", "3. Keeping and selling"), playing),
        end_section(game),
        Section(msg("market-rules-scoring", "Scoring"), [tie], [*scoring, coins]),
        Section(msg("market-rules-known", "What everybody knows"), [known_text(game)]),
    ]


def _cards_of(
    game: SplitGame, market: Market, good: Good, cards: Sequence[Text], name: Name
) -> Message:
    listed = []
    for card in good.cards:
        params: dict[str, Text | int] = {
            "count": game.counts[card],
            "code": game.codes[card],
            "card": cards[card],
        }
        price = market.prices[card]
        if price is None:
            listed.append(msg("market-rules-card", "{count} × {code} {card}", **params))
        else:
            listed.append(
                msg("market-rules-sold", "{count} × {code} {card} (price {price})", price=price,
                    **params)
            )  # fmt: skip
    cards_of = Both(tuple(listed), commas=True)
    return msg("market-rules-good", "{good:cap}: {cards}.", good=name, cards=cards_of)


def _scoring(good: Good, name: Name) -> Message:
    first = good.points[0]
    points = nmsg("market-rules-points", "{count} point", "{count} points", first)
    if good.scoring == "pairs":
        return msg("market-rules-pairs", "{good:cap}: {points} for each pair of equal cards.",
                   good=name, points=points)  # fmt: skip
    if good.scoring == "each":
        return msg("market-rules-each", "{good:cap}: {points} for each card.",
                   good=name, points=points)  # fmt: skip
    listed = Both(tuple(str(points) for points in good.points), commas=True)
    if good.scoring == "most":
        return msg(
            "market-rules-most",
            "{good:cap}: {points} points for the most cards, the second most and so on. Players"
            " with equally many share the points of their places, rounded down.",
            good=name,
            points=listed,
        )
    return msg(
        "market-rules-different",
        "{good:cap}: {points} points for a set of 1, 2 and more different cards. Each set scores"
        " by itself; the largest are made first.",
        good=name,
        points=listed,
    )
