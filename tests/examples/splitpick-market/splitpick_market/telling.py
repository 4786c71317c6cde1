"""The words and panels of the market."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict, cast

from splitpick.core.game import Action, Position
from splitpick.core.scene import Choice, Line, Panel, Row, Scene, Section, Span, View
from splitpick.core.splitting.position import SplitGame, SplitPosition
from splitpick.core.splitting.split_presenter import SplitPresenter
from splitpick.core.text import Both, Message, Name, Text

from .rules_text import market_rules
from .table import Market
from .texts import msg, nmsg


class MarketView(TypedDict):
    """The parts of a view that `Market` adds, and the scores."""

    stalls: list[list[str]]
    coins: list[int]
    points: list[list[int]]
    scores: list[int]


class MarketPresenter(SplitPresenter):
    """Words and panels of the market; those for splitting and choosing are inherited."""

    def __init__(
        self,
        name: Name,
        variant: Name,
        seats: Sequence[Name],
        game: SplitGame,
        cards: Mapping[str, Text],
        inks: Mapping[str, str],
        goods: Sequence[Name],
    ) -> None:
        super().__init__(name, variant, seats, game, cards, inks)
        assert isinstance(game.empty_table, Market)
        self.market = game.empty_table
        self.goods = goods

    def kind_name(self, kind: str) -> Text:
        kinds = {"keep": msg("market-kept", "kept"), "sell": msg("market-sold", "sold")}
        return kinds.get(kind) or super().kind_name(kind)

    # The table.

    def table_scene(self, view: View, seat: int | None) -> Scene:
        now = cast(MarketView, view)
        return [Row([self._panel(now, owner) for owner in self.top_down(seat)])]

    def _panel(self, now: MarketView, owner: int) -> Panel:
        lines: list[Line] = [(Span(self._points(now["scores"][owner]), strong=True),)]
        for good, codes in self._by_good(now["stalls"][owner]):
            points = str(now["points"][good][owner])
            label = msg("market-line", "{good} ({points}):", good=self.goods[good], points=points)
            lines.append((Span(label), *self.code_line(codes)))
        lines.append((Span(self._coins(now["coins"][owner])),))
        return Panel((Span(self.seats[owner]),), lines)

    def _by_good(self, codes: Sequence[str]) -> list[tuple[int, list[str]]]:
        """Group the cards of a stall by good."""
        sorted_codes = [
            (number, [code for code in codes if self.game.cards_by_code[code] in good.cards])
            for number, good in enumerate(self.market.goods)
        ]
        return [(number, found) for number, found in sorted_codes if found]

    def _points(self, points: int) -> Message:
        return nmsg("market-points-of", "{count} point", "{count} points", points)

    def _coins(self, coins: int) -> Message:
        return nmsg("market-coins", "{count} coin", "{count} coins", coins)

    def table_sentences(self, view: View, seat: int | None) -> list[Text]:
        now = cast(MarketView, view)
        return [
            msg(
                "market-say-stall",
                "{seat} has {points} and {coins}; on the stall: {cards}.",
                seat=self.seats[owner],
                points=self._points(now["scores"][owner]),
                coins=self._coins(now["coins"][owner]),
                cards=self.cards(now["stalls"][owner])
                if now["stalls"][owner]
                else msg("market-nothing", "nothing"),
            )
            for owner in self.top_down(seat)
        ]

    # Playing a card.

    def choice_to_play(self, position: SplitPosition, action: int, done: Action) -> Choice:
        code = cast(str, done.details["card"])
        after = position.copy()
        after.apply(action)
        gain = after.scores()[done.seat] - position.scores()[done.seat]
        params: dict[str, Text] = {"card": self.card_name(code), "gain": f"{gain:+d}"}
        if done.kind == "sell":
            said = msg("market-choose-sell", "Sell: {card} ({gain}).", **params)
        else:
            said = msg("market-choose-keep", "Keep: {card} ({gain}).", **params)
        return Choice(code, done.notation, f"{gain:+d}", said)

    def tell_play(
        self, before: SplitPosition, done: Action, after: SplitPosition, seat: int | None
    ) -> list[Text]:
        code = cast(str, done.details["card"])
        names: dict[str, Text] = {"seat": self.seats[done.seat], "card": self.card_name(code)}
        if done.kind == "keep":
            return [msg("market-keeps", "{seat} puts on the stall: {card}.", **names)]
        price = self.market.prices[self.game.cards_by_code[code]] or 0
        return [msg("market-sells", "{seat} sells: {card}, {coins}.", coins=self._coins(price),
                    **names)]  # fmt: skip

    def advice_to_play(self) -> Message | None:
        return msg(
            "market-advice",
            "keep puts the card on your stall, where it scores at the end; sell brings its price"
            " at once. The number is the change in your points.",
        )

    # The end.

    def scoring(self, position: Position) -> list[Text]:
        assert isinstance(position, SplitPosition)
        now = cast(MarketView, position.view(None))
        told: list[Text] = []
        for seat, name in enumerate(self.seats):
            parts: list[Text] = [
                msg("market-part", "{good} {points}", good=good, points=points[seat])
                for good, points in zip(self.goods, now["points"], strict=True)
            ]
            parts.append(msg("market-part-coins", "coins {points}", points=now["coins"][seat]))
            told.append(
                msg(
                    "market-account",
                    "{seat}: {parts}; together {points}.",
                    seat=name,
                    parts=Both(tuple(parts), commas=True),
                    points=self._points(now["scores"][seat]),
                )
            )
        winners = position.winners()
        if now["scores"].count(max(now["scores"])) > len(winners):
            told.append(msg("market-tie", "Equal points: the coins decide."))
        names = Both(tuple(self.seats[seat] for seat in winners))
        if len(winners) > 1:
            told.append(msg("market-draw", "{seats} share the victory.", seats=names))
        else:
            told.append(msg("market-wins", "{seats} wins.", seats=names))
        return told

    # Typing and rules.

    def words(self) -> Sequence[tuple[Message | Name, str]]:
        return [
            *super().words(),
            (msg("market-word-keep", "keep"), "keep"),
            (msg("market-word-sell", "sell"), "sell"),
        ]

    def aim(self) -> Text:
        return msg(
            "market-aim",
            "The most points win: for the goods on your stall, and for coins.",
        )

    def legend(self) -> list[Text]:
        codes = self.game.codes
        sold = [code for code, price in zip(codes, self.market.prices, strict=True) if price]
        cards = [
            msg("market-legend-card", "{code} is {card}", code=code, card=self.card_name(code))
            for code in codes
        ]
        legend: list[Text] = [
            msg(
                "market-legend-cards",
                "The cards: {cards}.",
                cards=Both(tuple(cards), commas=True),
            ),
            msg(
                "market-legend-split",
                "{text}: a split into {sets} sets.",
                text=" / ".join([codes[0]] * self.game.players),
                sets=self.game.players,
            ),
            msg("market-legend-keep", "{word} {card}: onto your stall.", card=codes[0],
                word=msg("market-word-keep", "keep")),
        ]  # fmt: skip
        if sold:
            word = msg("market-word-sell", "sell")
            legend.append(
                msg("market-legend-sell", "{word} {card}: out of the game, for its price.",
                    card=sold[0], word=word)
            )  # fmt: skip
        return legend

    def rules(self) -> list[Section]:
        names = [self.card_name(code) for code in self.game.codes]
        return market_rules(self.name, self.variant, self.game, names, self.goods)
