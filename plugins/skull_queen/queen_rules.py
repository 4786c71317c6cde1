"""The rules of Skull Queen: its deck, its planks, and the judging of a trick.

Facts about cards stand in flat lists.  A card is a number in deck order: colour by colour from the
lowest number up, then the cards without a colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

DEAL: Final = 0
SWAP: Final = 1
SIDE: Final = 2
PLACE: Final = 3
KING: Final = 4
PLAY: Final = 5
END: Final = 6

PHASES: Final = ["deal", "deal", "side", "place", "king", "play", "end"]
"""The names that a view uses, by phase.  They do not show whether cards are swapped."""

NOBODY: Final = -1
"""Stands for a seat where a card is the old pirate king's or lies in the middle."""

NO_COLOUR: Final = -1

RISING: Final = 0
FALLING: Final = 1
SIDES: Final = ("up", "down")
"""The sides of a plank in the notation."""

WATER: Final = 0
"""Place of a pirate that fell off the plank; fields are numbered from 1."""
UNPLACED: Final = -1


@dataclass(frozen=True, slots=True)
class Rulings:
    """Rulings on what the rulebook leaves open; `SkullQueenOptions` explains each."""

    middle_orders: bool = True
    later_leads: bool = True
    deal_passes: bool = True
    swap_middle: bool = True
    swap_king: bool = True
    shared_win: bool = True


class Judgement(NamedTuple):
    """The result for a colour with several cards."""

    colour: int
    riser: int
    """Seat whose pirate goes up, or `NOBODY`."""
    up: int
    """Number of fields up."""
    sinker: int
    """Seat whose pirate goes down, or `NOBODY`."""
    down: int
    """Number of fields down."""


class SkullRules:
    """The rules for as many players as there are *seats*.

    Parameters:
        colours, letters: the ids of the colours, and the codes that cards begin with.
        numbers: the numbers of each colour.
        specials: the cards without a colour, as (code, number).
        plank: the values of the fields on the rising side, from the bottom up.
        ups, downs: how far pirates move, by the numbers that are orders.
        king: whether the old pirate king leads every trick.
    """

    def __init__(
        self,
        seats: Sequence[str],
        *,
        colours: Sequence[str],
        letters: Sequence[str],
        numbers: Sequence[int],
        specials: Sequence[tuple[str, int]],
        plank: Sequence[int],
        ups: dict[int, int],
        downs: dict[int, int],
        king: bool,
        rulings: Rulings,
    ) -> None:
        self.seats = list(seats)
        self.players = len(seats)
        self.colours = list(colours)
        self.letters = list(letters)
        self.numbers = list(numbers)
        self.king = king
        self.rulings = rulings
        self.rounds = len(seats)
        self.fields = len(plank)
        """Number of fields of a plank."""
        self.values = [[0, *plank], [0, *reversed(plank)]]
        """Values of the fields, by side; field 0 is the water."""
        coloured = [
            (f"{letter}{number}", colour, number)
            for colour, letter in enumerate(letters)
            for number in numbers
        ]
        cards = [*coloured, *((code, NO_COLOUR, number) for code, number in specials)]
        self.codes = [code for code, _, _ in cards]
        self.colour_of = [colour for _, colour, _ in cards]
        self.number_of = [number for _, _, number in cards]
        self.up_of = [ups.get(number, 1) if colour >= 0 else 1 for _, colour, number in cards]
        self.down_of = [downs.get(number, 1) if colour >= 0 else 1 for _, colour, number in cards]
        self.first_special = len(coloured)
        """The first card without a colour; the cards after it have none either."""
        self.cards_by_code = {code: card for card, code in enumerate(self.codes)}
        hands = self.players + (1 if king else 0)
        self.hand_size = len(cards) // hands
        """Cards dealt to each player, and to the old pirate king."""
        self.left_over = len(cards) - self.players * self.hand_size
        """Cards that players are not dealt: the king's, or those for the middle."""
        self.trick_size = hands
        self.swaps = rulings.swap_king if king else rulings.swap_middle
        """True if a card without a colour that is left over is swapped into a hand."""
        around = [
            [(leader + step) % self.players for step in range(self.players)]
            for leader in range(self.players)
        ]
        self.orders = [[NOBODY, *seats] for seats in around] if king else around
        """Seats in the order of play, by the seat that leads."""

    def judge(
        self, trick: Sequence[int], seats: Sequence[int], middle: Sequence[int], led: int
    ) -> tuple[list[Judgement], list[int]]:
        """Judge *trick*, played by *seats*, together with *middle*; *led* is the colour led.

        Return a judgement for each colour with several cards, and the single cards, which are the
        new middle.
        """
        count = [0] * len(self.colours)
        lowest = [99] * len(count)
        highest = [-1] * len(count)
        riser = [NOBODY] * len(count)
        sinker = [NOBODY] * len(count)
        up = [1] * len(count)
        down = [1] * len(count)
        cards = [*trick, *middle]
        for place, card in enumerate(cards):
            colour = self.colour_of[card]
            if colour < 0:
                colour = led
                if colour < 0:
                    continue  # only cards without a colour are played
            number = self.number_of[card]
            in_trick = place < len(seats)
            seat = seats[place] if in_trick else NOBODY
            count[colour] += 1
            if number > highest[colour]:
                highest[colour] = number
                riser[colour] = seat
            if number < lowest[colour]:
                lowest[colour] = number
                sinker[colour] = seat
            if in_trick or self.rulings.middle_orders:
                if self.up_of[card] > up[colour]:
                    up[colour] = self.up_of[card]
                if self.down_of[card] > down[colour]:
                    down[colour] = self.down_of[card]
        judgements = [
            Judgement(colour, riser[colour], up[colour], sinker[colour], down[colour])
            for colour, cards_of_it in enumerate(count)
            if cards_of_it > 1
        ]
        # A card without a colour is never single: the card that gave it one lies beside it.
        colour_of = self.colour_of
        single = [card for card in cards if colour_of[card] >= 0 and count[colour_of[card]] == 1]
        return judgements, sorted(single)

    def colour_led(self, trick: Sequence[int]) -> int:
        """Return the colour of the first card of *trick* that has one, else `NO_COLOUR`."""
        for card in trick:
            if self.colour_of[card] >= 0:
                return self.colour_of[card]
        return NO_COLOUR

    def leads_next(self, trick: Sequence[int], seats: Sequence[int]) -> int:
        """Return the seat that played the highest number of *trick*, in any colour."""
        best = 0
        for place, card in enumerate(trick):
            ahead = self.number_of[card] - self.number_of[trick[best]]
            if ahead > 0 or (ahead == 0 and self.rulings.later_leads):
                best = place
        return seats[best]

    def landing(self, field: int, steps: int) -> int:
        """Return the place *steps* up from *field*, or down if negative."""
        if field == WATER:
            return WATER
        field += steps
        return field if 1 <= field <= self.fields else WATER
