"""The rules of Skull Queen: its deck, its planks, what can be done, and the judging of a trick.

Facts about cards stand in flat lists.  A card is a number in deck order: colour by colour from the
lowest number up, then the cards without a colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from ...core.declared import NOBODY as UNSEEN
from ...core.declared import OWNER, ActionKind, DeclaredGame, Zone
from ...core.text import msg

if TYPE_CHECKING:
    from .queen_models import SkullQueenModel

PLAY, DEAL, SWAP, SIDE, PLACE, KING, END = range(7)
"""The numbers of the kinds of actions, which are the phases of a round as well."""

NOBODY: Final = -1
"""In place of a seat: the old pirate king, the middle, or nobody at all."""

NO_COLOUR: Final = -1

SIDES: Final = ("up", "down")
"""The sides of a plank in the notation; their numbers are 0 and 1."""

WATER: Final = 0
"""Place of a pirate that fell off the plank; fields are numbered from 1."""

PLAYS: Final = msg("sq-plays", "{seat} plays {card:acc}.")
ZONES: Final = [
    Zone("hand", msg("sq-hand", "your hand"), each=True, seen_by=OWNER),
    Zone("pile", msg("sq-pile", "pile of the old pirate king"), seen_by=UNSEEN),
    Zone("pool", msg("sq-pool", "cards not dealt yet"), seen_by=UNSEEN),
    Zone("covered", msg("sq-covered", "card face down"), each=True, seen_by=OWNER),
    Zone("played", msg("sq-played", "cards played in the round"), ordered=True),
    Zone("laid", msg("sq-laid", "cards that the deal left for the middle")),
    # Those of them that are alone in their colours.
    Zone("middle", msg("sq-middle", "middle"), numbers=True),
    # The side, and then the field of each pirate by colour, as far as chosen.
    Zone("planks", each=True, seen_by=OWNER, numbers=True),
    # By trick, the seat that led it, or that played first after the king.
    Zone("leaders", numbers=True),
    # Points in the finished rounds, by round, then seat.
    Zone("results", numbers=True),
]


Move: TypeAlias = tuple[int, int, int]
"""Colour and seat of a pirate and its steps, negative for down; seat `NOBODY` for no move."""


class SkullRules(DeclaredGame):
    """The rules of Skull Queen for a number of *players*, by the rule set *model*."""

    def __init__(self, model: SkullQueenModel, variant: str, players: int) -> None:
        self.colours = [colour.id for colour in model.colours]
        self.numbers = model.numbers_for(players)
        self.king = players in model.king
        """True if the old pirate king leads every trick."""
        self.model, self.rulings = model, model.options
        self.fields = len(model.plank)
        """Number of fields of a plank."""
        self.values = [[0, *model.plank], [0, *reversed(model.plank)]]
        """Values of the fields, by side; field 0 is the water."""
        cards = [
            (f"{one.code}{number}", replace(one.card, number=number), colour, number)
            for colour, one in enumerate(model.colours)
            for number in self.numbers
        ]
        self.first_special = len(cards)
        """The first card without a colour; the cards after it have none either."""
        cards += [(card.code, card.name, NO_COLOUR, card.number) for card in model.cards]
        self.colour_of = [colour for _, _, colour, _ in cards]
        self.number_of = [number for _, _, _, number in cards]
        self.up_of, self.down_of = (
            [steps.get(number, 1) if colour >= 0 else 1 for _, _, colour, number in cards]
            for steps in (model.steps("up"), model.steps("down"))
        )
        self.trick_size = players + (1 if self.king else 0)
        self.hand_size = len(cards) // self.trick_size
        """Number of cards dealt to each player."""
        self.left_over = len(cards) - players * self.hand_size
        """Number of cards that players are not dealt: the king's, or those for the middle."""
        self.swaps = self.rulings.swap_king if self.king else self.rulings.swap_middle
        """True if a card without a colour that is left over is swapped into a hand."""
        king = [NOBODY] if self.king else []
        self.orders = [
            [*king, *((leader + step) % players for step in range(players))]
            for leader in range(players)
        ]
        """Seats in the order of play, by the seat that leads, or plays first after the king."""
        super().__init__(
            model.id,
            variant,
            seats=[seat.id for seat in model.seats[:players]],
            codes=[code for code, _, _, _ in cards],
            card_names=[name for _, name, _, _ in cards],
            zones=ZONES,
            kinds=self._kinds(),
        )

    def _kinds(self) -> list[ActionKind]:
        """Return the kinds of actions, in the order of their numbers."""
        lead = msg("sq-ask-play", "{seat}, play a card.")
        lay = msg("sq-ask-face-down", "{seat}, lay a card face down.")
        rising, falling = (" ".join(map(str, side[1:])) for side in self.values)
        dealt = msg("sq-kind-deal", "dealt or turned over")
        fields = range(1, self.fields + 1)
        places = [f"{colour.code}{at}" for colour in self.model.colours for at in fields]
        return [
            ActionKind(
                "play",
                "card",
                form="{target}",
                hidden=self.king,
                asks=lay if self.king else lead,
                tells=PLAYS,
                tells_hidden=msg("sq-lays", "{seat} lays a card face down."),
                does=msg("sq-kind-play", "played"),
            ),
            ActionKind("deal", "card", form="+{target}", chance=True, hidden=True, does=dealt),
            ActionKind("swap", "card", chance=True, hidden=True),
            ActionKind(
                "side",
                SIDES,
                form="{target}",
                hidden=True,
                asks=msg(
                    "sq-ask-side",
                    "{seat}, choose the side of your plank: rising {rising}, or falling {falling}.",
                    rising=rising,
                    falling=falling,
                ),
                does=msg("sq-kind-side", "chose a side"),
            ),
            ActionKind(
                "place",
                places,
                hidden=True,
                does=msg("sq-kind-place", "placed a pirate"),
                word=msg("sq-word-place", "place"),
            ),
            ActionKind(
                "king",
                "card",
                form="+{target}",
                chance=True,
                tells=msg("sq-king-turns", "The old pirate king turns over {cards}."),
            ),
        ]

    def judge(
        self, trick: Sequence[int], leader: int, middle: Sequence[int]
    ) -> tuple[list[Move], list[int]]:
        """Judge *trick*, which *leader* led, together with *middle*.

        Return the moves, and the cards that are alone in their colour, which are the new middle.
        """
        colour_of, number = self.colour_of, self.number_of.__getitem__
        seat_of = dict(zip(trick, self.orders[leader], strict=True))
        colours = [colour_of[card] for card in trick if colour_of[card] >= 0]
        groups: list[list[int]] = [[] for _ in self.colours]
        for card in [*trick, *middle]:
            if colour_of[card] >= 0:
                groups[colour_of[card]].append(card)
            elif colours:  # otherwise only cards without a colour are played
                groups[colours[0]].append(card)
        moves: list[Move] = []
        single: list[int] = []
        for colour, group in enumerate(groups):
            if len(group) == 1:
                single += group  # with a colour: the card that gives one to another lies beside it
            elif group:
                everywhere = self.rulings.middle_orders
                ordering = group if everywhere else [card for card in group if card in seat_of]
                riser = seat_of.get(max(group, key=number), NOBODY)
                sinker = seat_of.get(min(group, key=number), NOBODY)
                if riser != NOBODY:
                    moves.append((colour, riser, max([self.up_of[card] for card in ordering])))
                if sinker != NOBODY:
                    moves.append((colour, sinker, -max([self.down_of[card] for card in ordering])))
                if riser == sinker:
                    moves.append((colour, NOBODY, 0))
        return moves, single

    def leads_next(self, trick: Sequence[int], leader: int) -> int:
        """Return the seat that played the highest number of *trick*; a ruling decides on ties."""
        numbers = [self.number_of[card] for card in trick]
        if self.rulings.later_leads:
            return self.orders[leader][-1 - numbers[::-1].index(max(numbers))]
        return self.orders[leader][numbers.index(max(numbers))]

    def landing(self, field: int, steps: int) -> int:
        """Return the place *steps* up from *field*, or down if negative; `WATER` past an end."""
        landing = field + steps
        return landing if field != WATER and 1 <= landing <= self.fields else WATER
