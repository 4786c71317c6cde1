"""The course of Dead Man's Dice: the opening, turns of rolling, stacking, plundering; the score."""

from __future__ import annotations

from typing import Final, Self, TypeAlias

from ...core.game import CHANCE, OVER, Position
from .dice import (
    FACE,
    FACES,
    JOLLY,
    LOOK,
    LOOKS,
    ORDINARY,
    DiceRules,
    is_skull,
    kind_of,
    lay,
)

OPEN: Final = 0
OPEN_ROLL: Final = 1
AGAIN_ROLL: Final = 2
TURN: Final = 3
TURN_ROLL: Final = 4
STACK: Final = 5
PLUNDER: Final = 6
END: Final = 7

ROLL_D: Final = ORDINARY
ROLL_J: Final = JOLLY
DO_STACK: Final = 2
DO_LEAVE: Final = 3
DO_STOP: Final = 4
WORDS: Final = {DO_STACK: "stack", DO_LEAVE: "leave", DO_STOP: "stop"}
DO_PLUNDER: Final = 5
"""The action that plunders seat 0; the next numbers plunder seat 1, seat 2 and so on."""

UNPLACED: Final = 1
SPENT: Final = 2
"""A Jolly Roger die in no pile is `UNPLACED` (still to roll) or `SPENT` (out of the round)."""

NOBODY: Final = -1
NO_DIE: Final = -1

ROLLS: Final = [(face, 1) for face in FACES]

Roundup: TypeAlias = tuple[tuple[tuple[int, ...], ...], tuple[bool, ...], tuple[int, ...]]
"""A finished round, by seat: the pile, whether the Jolly Roger die was not placed, the score."""


class DiceState(Position):
    """A state of the game and its transitions, without its notation and views.

    Nothing is hidden.  An action is the face that is rolled, 1 for the skull, or a decision:
    `ROLL_D`, `ROLL_J`, `DO_STACK`, `DO_LEAVE`, `DO_STOP`, or `DO_PLUNDER` plus a seat.
    """

    def __init__(self, rules: DiceRules, players: int, first: int) -> None:
        """Set up the first opening, where seat *first* rolls first."""
        self.rules = rules
        self.players = players
        self.first: int
        """Seat that rolls first in the opening of this round."""
        self.phase: int
        self.actor: int
        self.seat: int
        """Seat that opens or whose turn it is."""
        self.round = 0
        """The current round, from 1."""
        self.kind: int
        """Kind of the die that is rolled: `ORDINARY` or `JOLLY`."""
        self.rolled: int
        """Die that can be stacked or left, else `NO_DIE`."""
        self.placed: bool
        """True if the die that was rolled last was put on the pile."""
        self.rolls_on: bool
        """True if the seat has rolled in this turn and may roll again or stop."""
        self.idle: int
        """Number of turns that have begun since a die was last placed."""
        self.totals = [0] * players
        self.ordinary: list[int]
        """By seat, the number of ordinary dice to roll."""
        self.spent: list[int]
        """By seat, the number of ordinary dice that are out of the round."""
        self.jolly: list[int]
        """By seat, the Jolly Roger die: `UNPLACED`, `SPENT`, or 0 in a pile."""
        self.piles: list[list[int]]
        """By seat, the dice of the pile, the top one last."""
        self.last_round: Roundup | None = None
        """Result of the last finished round, for the log; ``None`` in the first round."""
        self._begin_round(first)

    def copy(self) -> Self:
        again = type(self).__new__(type(self))
        again.__dict__.update(self.__dict__)
        again.totals = self.totals[:]
        again.ordinary = self.ordinary[:]
        again.spent = self.spent[:]
        again.jolly = self.jolly[:]
        again.piles = [pile[:] for pile in self.piles]
        return again

    def _begin_round(self, first: int) -> None:
        players = self.players
        self.round += 1
        self.first = self.seat = self.actor = first
        self.phase = OPEN
        self.kind = ORDINARY
        self.rolled = NO_DIE
        self.placed = False
        self.rolls_on = False
        self.idle = 0
        self.ordinary = [self.rules.ordinary] * players
        self.spent = [0] * players
        self.jolly = [UNPLACED] * players
        self.piles = [[] for _ in range(players)]

    # Actions.

    def to_act(self) -> int:
        return self.actor

    def legal_actions(self) -> list[int]:
        phase = self.phase
        if phase == PLUNDER:
            return [*self.plunders(), DO_STOP]
        if phase == STACK:
            return [DO_STACK, DO_LEAVE]
        if phase in (OPEN, TURN):
            seat = self.seat
            actions = []
            if self.ordinary[seat]:
                actions.append(ROLL_D)
            if self.jolly[seat] == UNPLACED:
                actions.append(ROLL_J)
            if self.rolls_on:
                actions.append(DO_STOP)
            return actions
        return []

    def plunders(self) -> list[int]:
        """Return the legal plunders, in the order of play."""
        seat = self.seat
        row = (self.piles[seat][-1] & LOOK) * LOOKS
        fits = self.rules.plunders
        players = self.players
        found = []
        for step in range(1, players):
            other = (seat + step) % players
            pile = self.piles[other]
            if pile and fits[row + (pile[-1] & LOOK)]:
                found.append(DO_PLUNDER + other)
        return found

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return ROLLS[:] if self.actor == CHANCE else []

    def apply(self, action: int) -> None:
        phase = self.phase
        if phase == TURN_ROLL:
            self._roll(action)
        elif phase in (TURN, OPEN):
            if action == DO_STOP:
                self._pass_on()
            else:
                self.kind = action
                self.actor = CHANCE
                self.phase = TURN_ROLL if phase == TURN else OPEN_ROLL
        elif phase == PLUNDER:
            if action == DO_STOP:
                self._end_roll()
            else:
                self.piles[self.seat].append(self.piles[action - DO_PLUNDER].pop())
                self._offer_plunder()
        elif phase == STACK:
            die = self.rolled
            self.rolled = NO_DIE
            if action == DO_STACK:
                self._place(die)
            else:
                self._put_back()
            self._offer_plunder()
        else:
            self._roll_opening(action)

    # The opening.

    def _roll_opening(self, face: int) -> None:
        """Place an opening die with *face* up; then, after the last, begin a turn or roll again."""
        seat = self.seat
        die = lay(seat, self.kind, face, True)
        if self.phase == OPEN_ROLL:
            self._take_out(seat)
            self.piles[seat].append(die)
        else:
            self.piles[seat][0] = die
        following = seat + 1 if seat + 1 < self.players else 0
        if following != self.first:
            self.seat = following
            if self.phase == OPEN_ROLL:
                self.phase = OPEN
                self.actor = following
            else:
                self.kind = kind_of(self.piles[following][0])
            return
        lowest = self.lowest()
        if lowest == NOBODY:
            self.phase = AGAIN_ROLL
            self.seat = self.first
            self.kind = kind_of(self.piles[self.first][0])
        else:
            self._begin_turn(lowest)

    def lowest(self) -> int:
        """Return the seat with the lowest die of the opening, `NOBODY` if several have it.

        A skull counts 1 here.
        """
        best = FACE
        holder = NOBODY
        for seat, pile in enumerate(self.piles):
            face = pile[0] & FACE
            if face < best:
                best = face
                holder = seat
            elif face == best:
                holder = NOBODY
        return holder

    # Turns.

    def _begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.actor = seat
        self.phase = TURN
        self.rolls_on = False
        self.idle += 1

    def fate(self, face: int) -> str:
        """Return the effect of rolling *face*: ``starts`` a pile, ``fits`` on it, or ``misfit``."""
        pile = self.piles[self.seat]
        if not pile:
            return "starts"
        look = lay(0, self.kind, face, False)
        fits = self.rules.stacks[(pile[-1] & LOOK) * LOOKS + look]
        return "fits" if fits else "misfit"

    def _roll(self, face: int) -> None:
        seat = self.seat
        pile = self.piles[seat]
        die = lay(seat, self.kind, face, False)
        self.actor = seat
        self.placed = False
        if not pile:
            # Rulebook, "Plunderen": whatever is rolled must begin the new pile.
            self._place(die)
            self._offer_plunder()
        elif self.rules.stacks[(pile[-1] & LOOK) * LOOKS + (die & LOOK)]:
            self.rolled = die
            self.phase = STACK
        else:
            self._put_back()
            self._offer_plunder()

    def _take_out(self, seat: int) -> None:
        """Remove the rolled die from those that *seat* still has to roll."""
        if self.kind == JOLLY:
            self.jolly[seat] = 0
        else:
            self.ordinary[seat] -= 1

    def _place(self, die: int) -> None:
        self._take_out(self.seat)
        self.piles[self.seat].append(die)
        self.placed = True
        self.idle = 0

    def _put_back(self) -> None:
        """Keep the rolled die for a later roll, or take it out of the round, as the rules say."""
        if self.rules.misfits_return:
            return
        if self.kind == JOLLY:
            self.jolly[self.seat] = SPENT
        else:
            self.ordinary[self.seat] -= 1
            self.spent[self.seat] += 1

    def _is_empty_handed(self) -> bool:
        return not self.ordinary[self.seat] and self.jolly[self.seat] != UNPLACED

    def _offer_plunder(self) -> None:
        """Let the seat plunder if a die fits and the rules allow it; otherwise end its roll."""
        if (self.rules.last_plunder or not self._is_empty_handed()) and self.plunders():
            self.phase = PLUNDER
        else:
            self._end_roll()

    def _end_roll(self) -> None:
        """End the round, let the seat roll again if the rules allow it, or pass to the next seat.

        Rulebook, "Einde van een ronde": a player without a die to roll ends the round.
        """
        if self._is_empty_handed():
            self._end_round()
        elif self.placed and self.rules.roll_again:
            self.phase = TURN
            self.rolls_on = True
        else:
            self._pass_on()

    def _pass_on(self) -> None:
        if self.idle >= self.rules.idle_laps * self.players:
            self._end_round()
        else:
            self._begin_turn(self.seat + 1 if self.seat + 1 < self.players else 0)

    # Scoring.

    def pile_worth(self, seat: int) -> int:
        """Return the worth of *seat*'s pile: the sum of the dice, doubled by a skull on top."""
        pile = self.piles[seat]
        worths = self.rules.worths
        worth = 0
        for die in pile:
            worth += worths[die & LOOK]
        return 2 * worth if pile and is_skull(pile[-1]) else worth

    def round_score(self, seat: int) -> int:
        """Return what *seat* would score if the round ended now."""
        worth = self.pile_worth(seat)
        return worth - self.rules.penalty if self.jolly[seat] else worth

    def _end_round(self) -> None:
        rules = self.rules
        gains = [self.round_score(seat) for seat in range(self.players)]
        self.last_round = (
            tuple([tuple(pile) for pile in self.piles]),
            tuple([state != 0 for state in self.jolly]),
            tuple(gains),
        )
        for seat, gain in enumerate(gains):
            self.totals[seat] += gain
        best = max(self.totals)
        over = best >= rules.target
        if over and rules.tie_plays_on and self.totals.count(best) > 1:
            over = False
        if over or self.round >= rules.most_rounds:
            self.phase = END
            self.actor = OVER
        else:
            self._begin_round(self.first + 1 if self.first + 1 < self.players else 0)

    def scores(self) -> list[int]:
        """Return the totals; before the end, add what the round would score if it ended now."""
        if self.phase == END:
            return self.totals[:]
        return [total + self.round_score(seat) for seat, total in enumerate(self.totals)]

    def winners(self) -> list[int]:
        best = max(self.totals)
        return [seat for seat, total in enumerate(self.totals) if total == best]
