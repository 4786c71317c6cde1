"""The rules of Skull Queen: its deck, its planks, and the judging of a trick.

Facts about cards stand in flat lists.  A card is a number in deck order: colour by colour from the
lowest number up, then the cards without a colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from .queen_models import SkullQueenModel

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
"""In place of a seat: the old pirate king, the middle, or nobody at all."""

NO_COLOUR: Final = -1

RISING: Final = 0
SIDES: Final = ("up", "down")
"""The sides of a plank in the notation."""

WATER: Final = 0
"""Place of a pirate that fell off the plank; fields are numbered from 1."""
UNPLACED: Final = -1


class Judgement(NamedTuple):
    """The result for a colour: whose pirates go up and down, `NOBODY` where none, and how far."""

    colour: int
    riser: int
    up: int
    sinker: int
    down: int


class SkullRules:
    """The rules that the rule set *model* has for a game of *players* players."""

    def __init__(self, model: SkullQueenModel, players: int) -> None:
        self.seats = [seat.id for seat in model.seats[:players]]
        self.players = players
        self.colours = [colour.id for colour in model.colours]
        self.letters = [colour.code for colour in model.colours]
        self.numbers = model.numbers_for(players)
        self.king = players in model.king
        """True if the old pirate king leads every trick."""
        self.rulings = model.options
        self.rounds = players
        self.fields = len(model.plank)
        """Number of fields of a plank."""
        self.values = [[0, *model.plank], [0, *reversed(model.plank)]]
        """Values of the fields, by side; field 0 is the water."""
        coloured = [
            (f"{letter}{number}", colour, number)
            for colour, letter in enumerate(self.letters)
            for number in self.numbers
        ]
        cards = [*coloured, *((card.code, NO_COLOUR, card.number) for card in model.cards)]
        self.codes = [code for code, _, _ in cards]
        self.colour_of = [colour for _, colour, _ in cards]
        self.number_of = [number for _, _, number in cards]
        self.up_of, self.down_of = (
            [steps.get(number, 1) if colour >= 0 else 1 for _, colour, number in cards]
            for steps in (model.steps("up"), model.steps("down"))
        )
        self.first_special = len(coloured)
        """The first card without a colour; the cards after it have none either."""
        self.cards_by_code = {code: card for card, code in enumerate(self.codes)}
        hands = players + (1 if self.king else 0)
        self.hand_size = len(cards) // hands
        """Number of cards dealt to each player."""
        self.left_over = len(cards) - players * self.hand_size
        """Number of cards that players are not dealt: the king's, or those for the middle."""
        self.trick_size = hands
        self.swaps = self.rulings.swap_king if self.king else self.rulings.swap_middle
        """True if a card without a colour that is left over is swapped into a hand."""
        king = [NOBODY] if self.king else []
        self.orders = [
            [*king, *((leader + step) % players for step in range(players))]
            for leader in range(players)
        ]
        """Seats in the order of play, by the seat that leads, or plays first after the king."""

    def judge(
        self, trick: Sequence[int], seats: Sequence[int], middle: Sequence[int], led: int
    ) -> tuple[list[Judgement], list[int]]:
        """Judge *trick*, played by *seats*, together with *middle*; *led* is the colour led.

        Return a judgement for each colour with several cards, and the cards that are alone in their
        colour, which are the new middle.
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
        """Return the seat that played the highest number of *trick*; a ruling decides on ties."""
        best = 0
        for place, card in enumerate(trick):
            ahead = self.number_of[card] - self.number_of[trick[best]]
            if ahead > 0 or (ahead == 0 and self.rulings.later_leads):
                best = place
        return seats[best]

    def landing(self, field: int, steps: int) -> int:
        """Return the place *steps* up from *field*, or down if negative; `WATER` past an end."""
        if field == WATER:
            return WATER
        field += steps
        return field if 1 <= field <= self.fields else WATER
