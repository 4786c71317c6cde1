"""The table: each card is shelved or sold, and n cards of a kind on a shelf are worth n times n."""

from __future__ import annotations

from typing import Any

from splitpick.core.errors import IllegalAction, InvalidNotation
from splitpick.core.game import JSON, Action
from splitpick.core.splitting.card_effect import CardEffect
from splitpick.core.splitting.table import Table
from splitpick.core.splitting.table_rules import TableRules
from splitpick.core.text import Message, Texts

msg = Texts("splitpick_stalls").msg

SHELVE, SELL, OPTIONS = 0, 1, 2
"""Numbers of what is done with a card; from `OPTIONS` on, the options of its effect."""
WAYS = ("shelve", "sell")
SIGNS = ("^", "$")
SOLD_POINTS = 2


class Stalls(Table):
    """The stall of each seat.

    A play is ``card * stride + way``.  Cards with an effect can also be shelved or sold.

    Attributes:
        shelves: by seat, the cards on its shelf, in the order in which they came there.
        sold: by seat, the cards it has sold.
        box: cards out of the game.
    """

    def __init__(self, rules: TableRules, effects: list[CardEffect[Any, Any] | None]) -> None:
        self.rules = rules
        self.effects = effects
        self.stride = OPTIONS + max(len(options) for options in rules.effect_options)
        self.shelves: list[list[int]] = [[] for _ in rules.seats]
        self.sold: list[list[int]] = [[] for _ in rules.seats]
        self.box: list[int] = []

    def copy(self) -> Stalls:
        twin = Stalls(self.rules, self.effects)
        twin.shelves = [cards[:] for cards in self.shelves]
        twin.sold = [cards[:] for cards in self.sold]
        twin.box = self.box[:]
        return twin

    def legal_plays(self, seat: int, hand: list[int]) -> list[int]:
        plays = []
        for card in sorted(set(hand)):
            plays += [card * self.stride + way for way in (SHELVE, SELL)]
            if effect := self.effects[card]:
                plays += [self.effect_play(card, option) for option in effect.legal(self, seat)]
        return plays

    def play(self, seat: int, play: int) -> int:
        card, way = divmod(play, self.stride)
        effect = self.effects[card]
        if effect and way >= OPTIONS:
            effect.play(self, seat, way - OPTIONS)
        else:
            (self.sold if way == SELL else self.shelves)[seat].append(card)
        return card

    def effect_play(self, card: int, option: int) -> int:
        return card * self.stride + OPTIONS + option

    def discard(self, card: int) -> None:
        self.box.append(card)

    def scores(self) -> list[int]:
        return [
            sum(shelf.count(card) ** 2 for card in set(shelf)) + SOLD_POINTS * len(sold)
            for shelf, sold in zip(self.shelves, self.sold, strict=True)
        ]

    def cards(self) -> list[int]:
        return [card for cards in (*self.shelves, *self.sold, self.box) for card in cards]

    def key(self) -> tuple[object, ...]:
        return (
            tuple(tuple(shelf) for shelf in self.shelves),
            tuple(tuple(sorted(sold)) for sold in self.sold),
            tuple(sorted(self.box)),
        )

    # Texts.

    def notation(self, play: int) -> str:
        card, way = divmod(play, self.stride)
        signs = (*SIGNS, *self.rules.effect_options[card])
        return self.rules.codes[card] + signs[way]

    def parse(self, seat: int, hand: list[int], text: str) -> int:
        plain = "".join(text.split()).casefold()
        for card, options in enumerate(self.rules.effect_options):
            for play in range(card * self.stride, card * self.stride + OPTIONS + len(options)):
                if self.notation(play).casefold() == plain:
                    if play not in self.legal_plays(seat, hand):
                        raise IllegalAction(self.why_not(seat, hand, play))
                    return play
        message = msg(
            "no-play", "Write a card with ^ to shelve it or $ to sell it, like {example}.",
            example=self.notation(SHELVE),
        )  # fmt: skip
        raise InvalidNotation(message)

    def why_not(self, seat: int, hand: list[int], play: int) -> Message:
        """Say why *play* is not legal."""
        card, way = divmod(play, self.stride)
        effect = self.effects[card]
        if card in hand and effect and (why := effect.why_not(self, seat, way - OPTIONS)):
            return why
        if card in hand:
            return msg("not-now", "{card} cannot do that now.", card=self.rules.codes[card])
        return msg("no-card", "You do not have {card}.", card=self.rules.codes[card])

    def describe(self, seat: int, play: int) -> Action:
        card, way = divmod(play, self.stride)
        details: dict[str, JSON] = {"card": self.rules.codes[card]}
        effect = self.effects[card]
        if effect and way >= OPTIONS:
            details |= {"effect": effect.id, "option": way - OPTIONS}
            return Action("effect", seat, self.notation(play), details)
        return Action(WAYS[way], seat, self.notation(play), details)

    def view(self) -> dict[str, JSON]:
        def codes(cards: list[int]) -> JSON:
            return [self.rules.codes[card] for card in cards]

        return {
            "shelves": [codes(shelf) for shelf in self.shelves],
            "sold": [codes(sorted(sold)) for sold in self.sold],
            "box": codes(sorted(self.box)),
        }


class StallEffect(CardEffect[TableRules, Stalls]):
    """The effect of a special card, which can also be shelved or sold; plugins subclass it.

    `play` puts the card itself somewhere: onto a shelf of the table, or by `Stalls.discard`.
    """
