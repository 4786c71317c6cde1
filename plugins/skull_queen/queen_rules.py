"""What does not change while Skull Queen is played: the deck, the planks, how a trick is judged.

All of it is worked out once, in flat lists by card.  A card is a number in deck order: colour by
colour from the lowest number up, then the cards without a colour.
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
"""What a view calls each phase: nobody is to know whether cards are swapped after the deal."""

NOBODY: Final = -1
"""Who moves nothing: the old pirate king, and whoever a card in the middle was played by."""

NO_COLOUR: Final = -1

RISING: Final = 0
FALLING: Final = 1
SIDES: Final = ("up", "down")
"""The sides of a plank as the notation writes them."""

WATER: Final = 0
"""Where a pirate is who fell off the plank; its fields are numbered from 1."""
UNPLACED: Final = -1


@dataclass(frozen=True, slots=True)
class Rulings:
    """What the rulebook leaves open, each as the rule set has it: see `models`."""

    middle_orders: bool = True
    later_leads: bool = True
    deal_passes: bool = True
    swap_middle: bool = True
    swap_king: bool = True
    shared_win: bool = True


class Verdict(NamedTuple):
    """What becomes of a colour with several cards."""

    colour: int
    riser: int
    """Whose pirate goes up: a seat or `NOBODY`."""
    up: int
    """By how many fields."""
    sinker: int
    """Whose pirate goes down: a seat or `NOBODY`."""
    down: int


class SkullRules:
    """The rules for as many players as there are *seats*.

    *colours* are the ids, *letters* their codes and *numbers* the numbers that each of them has.
    *specials* are the cards without a colour, by code, *plank* the fields' values on the rising
    side from the bottom up.  *ups* and *downs* tell of the numbers that are orders how far the
    pirates move.  With *king*, the old pirate king leads every trick.
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
        """How many fields a plank has."""
        self.values = [[0, *plank], [0, *reversed(plank)]]
        """What a pirate on each field counts, by side; field 0 is the water."""
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
        """From this card on they have no colour."""
        self.cards_by_code = {code: card for card, code in enumerate(self.codes)}
        hands = self.players + (1 if king else 0)
        self.hand_size = len(cards) // hands
        """How many cards each is dealt; the old pirate king as many as a player."""
        self.left_over = len(cards) - self.players * self.hand_size
        """How many cards are not dealt to players: the king's, or those for the middle."""
        self.trick_size = hands
        self.swaps = rulings.swap_king if king else rulings.swap_middle
        """Whether cards without a colour that no player was dealt are swapped into a hand."""
        around = [
            [(leader + step) % self.players for step in range(self.players)]
            for leader in range(self.players)
        ]
        self.orders = [[NOBODY, *seats] for seats in around] if king else around
        """Who plays the cards of a trick in turn, by who leads it."""

    def judge(
        self, trick: Sequence[int], seats: Sequence[int], middle: Sequence[int], led: int
    ) -> tuple[list[Verdict], list[int]]:
        """Judge *trick*, played by *seats*, together with *middle*; *led* is the colour led.

        Returns what becomes of each colour that has several cards, and the single cards, which
        make the new middle.
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
                    continue  # two play without the king, and neither of them a colour
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
        verdicts = [
            Verdict(colour, riser[colour], up[colour], sinker[colour], down[colour])
            for colour, cards_of_it in enumerate(count)
            if cards_of_it > 1
        ]
        # Cards without a colour never are: whatever gave them one lies beside them.
        colour_of = self.colour_of
        single = [card for card in cards if colour_of[card] >= 0 and count[colour_of[card]] == 1]
        return verdicts, sorted(single)

    def colour_led(self, trick: Sequence[int]) -> int:
        """Return the colour of the first card of *trick* that has one."""
        for card in trick:
            if self.colour_of[card] >= 0:
                return self.colour_of[card]
        return NO_COLOUR

    def leads_next(self, trick: Sequence[int], seats: Sequence[int]) -> int:
        """Return who played the highest number of *trick*, in any colour."""
        best = 0
        for place, card in enumerate(trick):
            ahead = self.number_of[card] - self.number_of[trick[best]]
            if ahead > 0 or (ahead == 0 and self.rulings.later_leads):
                best = place
        return seats[best]

    def landing(self, field: int, steps: int) -> int:
        """Return where a pirate on *field* comes to who moves *steps* up, or down if negative."""
        if field == WATER:
            return WATER
        field += steps
        return field if 1 <= field <= self.fields else WATER
