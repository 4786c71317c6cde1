"""The fixed part of Dead Man's Dice, and what lies where in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...core.declared import DeclaredGame, DeclaredPosition
from ...core.vectors import i64, vec
from .dice import FACES, JOLLY, ORDINARY, SIGNS, SKULL, SKULL_1, fit_table
from .dice_actions import KINDS, SPENT, ZONES

if TYPE_CHECKING:
    from .dice_models import DiceModel

# What the vector of a position has of each seat, one seat after the other.
DICE: Final = 0  # ordinary dice to roll
JOLLIES: Final = 1  # Jolly Roger dice to roll
SPENT_DICE: Final = 2
SPENT_JOLLIES: Final = 3
TOTAL: Final = 4  # points of the finished rounds
SUM: Final = 5  # worth of the dice in the pile
COUNT: Final = 6  # number of the dice in the pile
PILE: Final = 7  # the pile from the bottom up


class DiceRules(DeclaredGame):
    """The rules of Dead Man's Dice for the first *players* seats of the rule set *rules*."""

    def __init__(self, rules: DiceModel, variant: str, players: int) -> None:
        seats, options = rules.seats[:players], rules.options
        codes = [f"{sign}/{seat.id}" for seat in seats for sign in SIGNS]
        codes[ORDINARY], codes[JOLLY] = "D", "J"
        super().__init__(
            rules.id,
            variant,
            seats=[seat.id for seat in seats],
            codes=codes,
            zones=ZONES if options.misfits_return else [*ZONES, SPENT],
            kinds=KINDS,
            seat_names=[seat.name for seat in seats],
        )
        self.rules = rules
        self.misfits_return = options.misfits_return
        self.opening_skull_one: bool = options.opening_skull_one
        self.last_plunder: bool = options.last_plunder
        self.roll_again: bool = options.roll_again
        self.penalty: i64 = rules.penalty
        self.most_idle: i64 = rules.idle_laps * players
        worths = FACES[:]
        worths[SKULL] = rules.skull
        self.worths = vec[i64](worths)
        """Worths of dice, by look."""
        self.stackable = vec[i64](fit_table(True, options.skull_top_one))
        self.plunderable = vec[i64](fit_table(False, options.skull_top_one))
        self.seat_count: i64 = players
        self.ordinary_dice: i64 = rules.ordinary_dice
        self.room: i64 = PILE + players * (1 + rules.ordinary_dice)
        self.tops_at: i64 = players * self.room
        """Place of the looks of the top dice, by seat; 0 where there is none."""
        self.rolled_at: i64 = self.tops_at + players
        """Place of the die that can be stacked or left; 0 if there is none."""
        self.empty = vec[i64]([0] * (int(self.rolled_at) + 1))
        self.nothing = self.empty[:0]
        self.target: i64 = rules.target
        self.most_rounds: i64 = rules.most_rounds
        self.tie_plays_on: bool = options.tie_plays_on

    def round_score(self, numbers: vec[i64], seat: i64) -> i64:
        """Return what *seat* would score if a round ended with these *numbers* of a position."""
        mine = seat * self.room
        worth = numbers[mine + SUM]
        top = numbers[self.tops_at + seat]
        if top in (SKULL, SKULL_1):
            worth *= 2
        if numbers[mine + JOLLIES] or numbers[mine + SPENT_JOLLIES]:
            return worth - self.penalty
        return worth


class DiceZones(DeclaredPosition):
    """The dice of a position, and the state of its turn.

    All is in one vector, so that a copy is fast; the properties of zones return new lists.
    """

    def __init__(self, game: DiceRules, first: int = 0, like: DiceZones | None = None) -> None:
        """Set up the first position, in which seat *first* opens, or a copy of *like*."""
        self.dice = game
        self.numbers: vec[i64]
        self.round: i64
        """The current round, from 1."""
        self.plundering: bool
        self.opening: bool
        """True while everybody rolls one die."""
        self.seat: i64
        """Seat that opens or whose turn it is."""
        self.kind: i64
        """Die that is rolled: `ORDINARY` or `JOLLY`."""
        self.placed: bool
        """True if the die that was rolled last was put on the pile."""
        self.rolls_on: bool
        """True if the seat has rolled in this turn and may roll again or stop."""
        self.idle: i64
        """Number of turns that have begun since a die was last placed."""
        self.finished: vec[i64]
        """The vector of a round that was just finished; otherwise empty."""
        if like is None:
            super().__init__(game, first)
            return
        self.game = game
        self.first = like.first
        self.actor = like.actor
        self.done = like.done
        self.secret = like.secret  # always empty
        self.secret_kinds = like.secret_kinds
        self.numbers = like.numbers[:]
        self.round = like.round
        self.plundering = like.plundering
        self.opening = like.opening
        self.seat = like.seat
        self.kind = like.kind
        self.placed = like.placed
        self.rolls_on = like.rolls_on
        self.idle = like.idle
        self.finished = like.finished  # which is never changed

    def make_zones(self) -> None:
        self.numbers = self.dice.empty[:]

    # The zones, which `ZONES` describes, and the totals.

    @property
    def piles(self) -> list[list[int]]:
        """By seat, the dice of its pile, from the bottom up."""
        return [self.pile(seat) for seat in range(self.dice.seat_count)]

    def pile(self, seat: i64) -> list[int]:
        """Return the dice in the pile of *seat*, from the bottom up."""
        return self._pile_in(self.numbers, seat)

    def _pile_in(self, numbers: vec[i64], seat: i64) -> list[int]:
        bottom = seat * self.dice.room + PILE
        return list(numbers[bottom : bottom + numbers[bottom - PILE + COUNT]])

    @property
    def last_round(self) -> list[tuple[list[int], int]]:
        """By seat, the pile and the score of a round that was just finished."""
        dice, finished = self.dice, self.finished
        return [
            (self._pile_in(finished, seat), int(dice.round_score(finished, seat)))
            for seat in range(dice.seat_count if len(finished) else 0)
        ]

    @property
    def finishers(self) -> list[int]:
        """The seats without a die to roll at the end of a round that was just finished."""
        room, finished = int(self.dice.room), self.finished
        return [
            seat
            for seat in range(self.dice.seat_count if len(finished) else 0)
            if not finished[seat * room + DICE] + finished[seat * room + JOLLIES]
        ]

    @property
    def unplaced(self) -> list[list[int]]:
        """By seat, the dice that it can still roll."""
        return self._kinds_at(DICE)

    @property
    def spent(self) -> list[list[int]]:
        """By seat, the dice that are out of the round."""
        return self._kinds_at(SPENT_DICE)

    def _kinds_at(self, at: int) -> list[list[int]]:
        kinds: list[list[int]] = []
        for _ in range(self.dice.players):
            ordinary, jollies = int(self.numbers[at]), int(self.numbers[at + 1])
            kinds.append([ORDINARY] * ordinary + [JOLLY] * jollies)
            at += int(self.dice.room)
        return kinds

    @property
    def rolled(self) -> list[int]:
        """The die that can be stacked or left, if any."""
        die = int(self.numbers[self.dice.rolled_at])
        return [die] if die else []

    @property
    def target(self) -> int:
        """Doubloons that a seat needs for the game to end."""
        return self.dice.target

    @property
    def totals(self) -> list[int]:
        """By seat, the points of the finished rounds."""
        game = self.dice
        return [int(self.numbers[seat * game.room + TOTAL]) for seat in range(game.seat_count)]
