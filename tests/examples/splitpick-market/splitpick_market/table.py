"""The table: a stall for each player, and coins for the cards that were sold."""

from __future__ import annotations

from collections.abc import Sequence

from splitpick.core.errors import IllegalAction, InvalidNotation
from splitpick.core.game import JSON, Action
from splitpick.core.splitting.table import Table

from .goods import Good
from .texts import msg

WORDS = ("keep", "sell")
"""Ways to play a card; a play is twice the card's number, plus the index of the way."""


class Market(Table):
    """Numbers of each card on the stalls, by seat; *prices* are by card."""

    def __init__(
        self, seats: int, codes: Sequence[str], prices: Sequence[int | None], goods: Sequence[Good]
    ) -> None:
        self.codes = codes
        self.prices = prices
        self.goods = goods
        self.stalls = [[0] * len(codes) for _ in range(seats)]
        self.coins = [0] * seats
        self.sold: list[int] = []

    def copy(self) -> Market:
        twin = Market(0, self.codes, self.prices, self.goods)
        twin.stalls = [stall[:] for stall in self.stalls]
        twin.coins = self.coins[:]
        twin.sold = self.sold[:]
        return twin

    def legal_plays(self, seat: int, hand: list[int]) -> list[int]:
        plays = []
        for card in dict.fromkeys(hand):
            plays.append(2 * card)
            if self.prices[card] is not None:
                plays.append(2 * card + 1)
        return plays

    def play(self, seat: int, play: int) -> int:
        card, sells = divmod(play, 2)
        if sells:
            self.coins[seat] += self.prices[card] or 0
            self.sold.append(card)
        else:
            self.stalls[seat][card] += 1
        return card

    def scores(self) -> list[int]:
        by_good = [good.scores(self.stalls) for good in self.goods]
        return [coins + sum(points) for coins, *points in zip(self.coins, *by_good, strict=True)]

    def winners(self) -> list[int]:
        """Return the seats with the most points; of several those with the most coins."""
        ahead = super().winners()
        richest = max(self.coins[seat] for seat in ahead)
        return [seat for seat in ahead if self.coins[seat] == richest]

    def notation(self, play: int) -> str:
        return f"{WORDS[play % 2]} {self.codes[play // 2]}"

    def looks_like_play(self, text: str) -> bool:
        return text.casefold().startswith(WORDS)

    def parse(self, seat: int, hand: list[int], text: str) -> int:
        word, _, code = text.casefold().partition(" ")
        codes = [known.casefold() for known in self.codes]
        if word not in WORDS or not code:
            raise InvalidNotation(
                msg("market-no-word", "Write keep or sell and a card, like keep {card}.",
                    card=self.codes[hand[0]])
            )  # fmt: skip
        if code not in codes:
            raise InvalidNotation(
                msg("market-no-card", "There is no card {card}.", card=code.upper())
            )
        card = codes.index(code)
        if card not in hand:
            raise IllegalAction(
                msg("market-not-yours", "{card} is not in your set.", card=self.codes[card])
            )
        play = 2 * card + WORDS.index(word)
        if play not in self.legal_plays(seat, hand):
            raise IllegalAction(
                msg("market-unsaleable", "Nobody buys {card}.", card=self.codes[card])
            )
        return play

    def describe(self, seat: int, play: int) -> Action:
        return Action(WORDS[play % 2], seat, self.notation(play), {"card": self.codes[play // 2]})

    def view(self) -> dict[str, JSON]:
        stalls: list[JSON] = [
            [code for code, count in zip(self.codes, stall, strict=True) for _ in range(count)]
            for stall in self.stalls
        ]
        points: list[JSON] = [list(good.scores(self.stalls)) for good in self.goods]
        return {
            "stalls": stalls,
            "coins": list(self.coins),
            "points": points,
            "sold": [self.codes[card] for card in self.sold],
        }

    def cards(self) -> list[int]:
        laid = [
            card for stall in self.stalls for card, count in enumerate(stall) for _ in range(count)
        ]
        return laid + self.sold
