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
from ...core.vectors import i64, vec

if TYPE_CHECKING:
    from .queen_models import SkullQueenModel

# The numbers of the kinds of actions, which are the phases of a round as well.
PLAY: Final = 0
DEAL: Final = 1
SWAP: Final = 2
SIDE: Final = 3
PLACE: Final = 4
KING: Final = 5
END: Final = 6

NOBODY: Final = -1
"""In place of a seat: the old pirate king, the middle, or nobody at all."""

NO_COLOUR: Final = -1

SIDES: Final = ("up", "down")
"""The sides of a plank in the notation; their numbers are 0 and 1."""

WATER: Final = 0
"""Place of a pirate that fell off the plank; fields are numbered from 1."""

PLAYS: Final = msg("sq-plays", "{seat} plays {card:acc}.").to_you(
    seat=msg("sq-you-play", "You play {card:acc}.")
)
ZONES: Final = [
    Zone("hand", msg("sq-hand", "your hand"), each=True, seen_by=OWNER),
    Zone(
        "pile",
        msg("sq-pile", "the old pirate king's pile"),
        seen_by=UNSEEN,
        rule=msg(
            "sq-rules-pile",
            "With two players, the old pirate king has a pile too: nobody sees what lies there.",
        ),
    ),
    Zone("pool", msg("sq-pool", "undealt cards"), seen_by=UNSEEN),
    Zone(
        "covered",
        msg("sq-covered", "face-down card"),
        each=True,
        seen_by=OWNER,
        rule=msg(
            "sq-rules-covered",
            "With two players, each card is played face down: until both are turned over, each"
            " player sees only their own.",
        ),
    ),
    Zone("played", msg("sq-played", "cards played in the round"), ordered=True),
    Zone(
        "laid",
        rule=msg("sq-laid", "Cards left over from the deal, if any, lie face up in the middle."),
    ),
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

# The marks of a colour when a trick is judged: the number of its cards, the highest and the lowest
# with their seats, and the steps that they bring.
COUNT: Final = 0
HIGHEST: Final = 1
RISER: Final = 2
LOWEST: Final = 3
SINKER: Final = 4
UP: Final = 5
DOWN: Final = 6
MARKS: Final = 7


class SkullRules(DeclaredGame):
    """The rules of Skull Queen for a number of *players*, by the rule set *model*."""

    def __init__(self, model: SkullQueenModel, variant: str, players: int) -> None:
        self.colours = [colour.id for colour in model.colours]
        self.numbers = model.numbers_for(players)
        self.king = players in model.king
        """True if the old pirate king leads every trick."""
        self.model, self.rulings = model, model.options
        self.has_rulebook = model.id == "skull-queen"
        """True if the game is the one of the rulebook, not one made of it."""
        self.fields: i64 = len(model.plank)
        """Number of fields of a plank."""
        self.values = [[0, *model.plank], [0, *reversed(model.plank)]]
        """Values of the fields, by side; field 0 is the water."""
        cards = [
            (f"{one.code}{number}", replace(one.card, number=number), colour, number)
            for colour, one in enumerate(model.colours)
            for number in self.numbers
        ]
        self.first_special: i64 = len(cards)
        """The first card without a colour; the cards after it have none either."""
        cards += [(card.code, card.name, NO_COLOUR, card.number) for card in model.cards]
        self.colour_of = vec[i64]([colour for _, _, colour, _ in cards])
        self.number_of = vec[i64]([number for _, _, _, number in cards])
        ups, downs = model.steps("up"), model.steps("down")
        self.up_of = vec[i64]([ups.get(at, 1) if one >= 0 else 1 for _, _, one, at in cards])
        self.down_of = vec[i64]([downs.get(at, 1) if one >= 0 else 1 for _, _, one, at in cards])
        self.trick_size: i64 = players + (1 if self.king else 0)
        self.hand_size: i64 = len(cards) // self.trick_size
        """Number of cards dealt to each player."""
        self.left_over: i64 = len(cards) - players * self.hand_size
        """Number of cards that players are not dealt: the king's, or those for the middle."""
        self.swaps = self.rulings.swap_king if self.king else self.rulings.swap_middle
        """True if a card without a colour that is left over is swapped into a hand."""
        king = [NOBODY] if self.king else []
        self.orders = [
            [*king, *((leader + step) % players for step in range(players))]
            for leader in range(players)
        ]
        """Seats in the order of play, by the seat that leads, or plays first after the king."""
        self._lay_out(players, len(cards))
        super().__init__(
            model.id,
            variant,
            seats=[seat.id for seat in model.seats[:players]],
            codes=[code for code, _, _, _ in cards],
            card_names=[name for _, name, _, _ in cards],
            zones=ZONES,
            kinds=self._kinds(),
        )

    def _lay_out(self, players: int, cards: int) -> None:
        """Work out the places in the vector of a position, and all that is faster in vectors.

        A zone is a *run* for each seat, or for the table: first the number of its cards, then the
        cards, with room for as many as there can be.
        """
        hand, tricks = int(self.hand_size), int(self.hand_size)
        middle = max(int(self.left_over), len(self.colours))
        rooms = {
            "hand": (players, hand),
            "planks": (players, 1 + len(self.colours)),
            "covered": (players, 1),
            "played": (1, cards),
            "middle": (1, middle),
            "leaders": (1, tricks),
            "results": (1, players * players),
        }
        self.places: dict[str, list[int]] = {}
        """By zone, the places of its runs: one for each seat, or one."""
        place = 0
        for zone, (runs, room) in rooms.items():
            self.places[zone] = [place + run * (1 + room) for run in range(runs)]
            place += runs * (1 + room)
        self.seat_count: i64 = players
        self.card_count: i64 = cards
        self.colour_count: i64 = len(self.colours)
        self.colour_starts = vec[i64](
            [at * len(self.numbers) for at in range(len(self.colours) + 1)] + [cards]
        )
        """The first card of each colour, then the first without one, and the end."""
        self.no_rooms = vec[i64]([0] * (players + 1))
        self.no_classes = vec[i64]([0] * (len(self.colours) + 1))
        self.hand_room: i64 = 1 + hand
        self.planks_at: i64 = self.places["planks"][0]
        self.plank_room: i64 = 2 + len(self.colours)
        self.covered_at: i64 = self.places["covered"][0]
        self.played_at: i64 = self.places["played"][0]
        self.middle_at: i64 = self.places["middle"][0]
        self.leaders_at: i64 = self.places["leaders"][0]
        self.results_at: i64 = self.places["results"][0]
        self.holders_at: i64 = place
        """Place of the seats that the cards are dealt to, `NOBODY` at first."""
        self.empty = vec[i64]([0] * place + [NOBODY] * cards)
        self.deck_vector = vec[i64](list(range(cards)))
        self.seat_orders = vec[i64]([seat for order in self.orders for seat in order])
        self.plank_values = vec[i64]([value for side in self.values for value in side])
        self.no_marks = vec[i64]([0] * (MARKS * len(self.colours)))
        self.middle_orders: bool = self.rulings.middle_orders
        self.later_leads: bool = self.rulings.later_leads

    def _kinds(self) -> list[ActionKind]:
        """Return the kinds of actions, in the order of their numbers."""
        lead = msg("sq-ask-play", "{seat}, lead a card.").to_you(
            seat=msg("sq-ask-you-play", "Lead a card.")
        )
        lay = msg("sq-ask-face-down", "{seat}, lay a card face down.").to_you(
            seat=msg("sq-ask-you-face-down", "Play a card face down.")
        )
        rising, falling = (" ".join(map(str, side[1:])) for side in self.values)
        dealt = msg("sq-kind-deal", "dealt or turned over")
        fields = range(1, self.fields + 1)
        places = [f"{colour.code} on {at}" for colour in self.model.colours for at in fields]
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
                    "{seat}, choose a side of your plank. Its spaces from the bottom up: rising"
                    " {rising}, falling {falling}.",
                    rising=rising,
                    falling=falling,
                ).to_you(
                    seat=msg(
                        "sq-ask-your-side",
                        "Choose a side of your plank. Its spaces from the bottom up: rising"
                        " {rising}, falling {falling}.",
                    )
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
            ),
        ]

    def judge(
        self, trick: Sequence[int], leader: int, middle: Sequence[int]
    ) -> tuple[list[Move], list[int]]:
        """Judge *trick*, which *leader* led, together with *middle*.

        Return the moves, and the cards that are alone in their colour, which are the new middle.
        """
        numbers = [len(middle)] + list(middle) + list(trick)  # noqa: RUF005 - mypyc knows no stars
        marks = self.marks(vec[i64](numbers), 0, 1 + len(middle), leader)
        moves: list[Move] = []
        single: list[int] = []
        for colour in range(len(self.colours)):
            at = colour * MARKS
            riser, sinker = marks[at + RISER], marks[at + SINKER]
            if marks[at + COUNT] == 1:
                single.append(marks[at + HIGHEST])
            elif marks[at + COUNT]:
                if riser != NOBODY:
                    moves.append((colour, riser, marks[at + UP]))
                if sinker != NOBODY:
                    moves.append((colour, sinker, -marks[at + DOWN]))
                if riser == sinker:
                    moves.append((colour, NOBODY, 0))
        return moves, single

    def marks(self, numbers: vec[i64], middle: i64, trick: i64, leader: i64) -> vec[i64]:
        """Return the marks of all colours: `MARKS` numbers for each.

        *middle* is the place of a run in *numbers*, *trick* that of the first card of a trick that
        *leader* led. A card without a colour takes the first of the trick; without that it is out.
        """
        marks = self.no_marks[:]
        end = trick + self.trick_size
        led: i64 = NO_COLOUR
        at = trick
        while led == NO_COLOUR and at < end:
            led = self.colour_of[numbers[at]]
            at += 1
        order = leader * self.trick_size - trick
        for at in range(trick, end):
            self._mark(marks, numbers[at], led, self.seat_orders[order + at], True)
        for at in range(middle + 1, middle + 1 + numbers[middle]):
            self._mark(marks, numbers[at], led, NOBODY, self.middle_orders)
        return marks

    def _mark(self, marks: vec[i64], card: i64, led: i64, seat: i64, orders: bool) -> None:
        """Add *card* to the *marks* of its colour; of equal numbers the first counts."""
        colour = self.colour_of[card]
        if colour == NO_COLOUR:
            colour = led
            if colour == NO_COLOUR:
                return
        at = colour * MARKS
        if not marks[at]:
            marks[at + HIGHEST] = marks[at + LOWEST] = card
            marks[at + RISER] = marks[at + SINKER] = seat
            marks[at + UP] = marks[at + DOWN] = 1
        elif self.number_of[card] > self.number_of[marks[at + HIGHEST]]:
            marks[at + HIGHEST] = card
            marks[at + RISER] = seat
        elif self.number_of[card] < self.number_of[marks[at + LOWEST]]:
            marks[at + LOWEST] = card
            marks[at + SINKER] = seat
        marks[at] += 1
        if orders:
            if self.up_of[card] > marks[at + UP]:
                marks[at + UP] = self.up_of[card]
            if self.down_of[card] > marks[at + DOWN]:
                marks[at + DOWN] = self.down_of[card]

    def leads_next(self, numbers: vec[i64], trick: i64, leader: i64) -> i64:
        """Return the seat that played the highest number of a trick; a ruling decides on ties.

        *trick* is the place of its first card in *numbers*.
        """
        best: i64 = trick
        most = self.number_of[numbers[trick]]
        for at in range(trick + 1, trick + self.trick_size):
            number = self.number_of[numbers[at]]
            if number > most or (number == most and self.later_leads):
                best = at
                most = number
        return self.seat_orders[leader * self.trick_size + best - trick]

    def landing(self, field: i64, steps: i64) -> i64:
        """Return the place *steps* up from *field*, or down if negative; `WATER` past an end."""
        landing = field + steps
        return landing if field != WATER and 1 <= landing <= self.fields else WATER


def add(numbers: vec[i64], run: i64, number: i64) -> None:
    """Put *number* at the end of a *run* in *numbers*."""
    count = numbers[run] + 1
    numbers[run] = count
    numbers[run + count] = number


def take(numbers: vec[i64], run: i64, number: i64) -> None:
    """Take *number* out of a *run* in *numbers*; those behind it move up."""
    at = run + 1
    while numbers[at] != number:
        at += 1
    last = run + numbers[run]
    while at < last:
        numbers[at] = numbers[at + 1]
        at += 1
    numbers[run] -= 1
