"""Dead Man's Dice: the opening, turns of rolling, stacking and plundering, and the score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from ...core.declared import ActionKind
from ...core.declared.action_kind import TARGET_BITS
from ...core.game import CHANCE, JSON, OVER
from ...core.kernel.action_list import ActionList
from ...core.text import Message, msg
from ...core.vectors import i64
from .dice import FACES, JOLLY, LOOK, LOOKS, ORDINARY, SKULL_1, is_skull
from .dice_actions import DIE, LEAVE, PLUNDER, ROLL, STOP
from .dice_zones import (
    COUNT,
    DICE,
    JOLLIES,
    PILE,
    SPENT_DICE,
    SUM,
    TOTAL,
    DiceRules,
    DiceZones,
)

# The actions, by the places of their kinds; those of `DIE` are 0 for the skull, or the number.
ROLL_D: Final = 1 << TARGET_BITS
ROLL_J: Final = ROLL_D + 1
DO_STACK: Final = 2 << TARGET_BITS
DO_LEAVE: Final = 3 << TARGET_BITS
DO_STOP: Final = 4 << TARGET_BITS
DO_PLUNDER: Final = 5 << TARGET_BITS  # and the number of the seat


class DicePosition(DiceZones):
    """A position of Dead Man's Dice, which has no secrets."""

    lasting_actions: ClassVar[bool] = True
    lasting_uses: ClassVar[bool] = True
    facts: ClassVar[Sequence[str]] = ("round", "target", "opening")

    def copy(self) -> DicePosition:
        return DicePosition(self.dice, 0, self)

    def round_number(self) -> int:
        return self.round

    def set_up(self) -> None:
        self.round = 0
        self.plundering = False
        self.kind = ORDINARY
        self.placed = False
        self.finished = self.dice.nothing
        self._begin_round(self.first)

    def _begin_round(self, first: int) -> None:
        game = self.dice
        before = self.numbers
        numbers = game.empty[:]
        for seat in range(game.seat_count):
            mine = seat * game.room
            numbers[mine + TOTAL] = before[mine + TOTAL]
            numbers[mine + DICE] = game.ordinary_dice
            numbers[mine + JOLLIES] = 1
        self.numbers = numbers
        self.round += 1
        self.first = first
        self.opening = True
        self.rolls_on = False
        self.idle = 0
        self._open(first)

    # Actions.

    def legal_actions(self) -> list[int]:
        found = self.dice.found
        found.count = 0
        self.find_actions(found)
        return found.as_list()

    def find_actions(self, found: ActionList) -> None:
        if self.actor < 0:
            return
        if self.plundering:
            self.find_plunders(found)
            found.add(DO_STOP)
            return
        if self.numbers[self.dice.rolled_at]:
            found.add(DO_STACK)
            found.add(DO_LEAVE)
            return
        mine = self.seat * self.dice.room
        if self.numbers[mine + DICE]:
            found.add(ROLL_D)
        if self.numbers[mine + JOLLIES]:
            found.add(ROLL_J)
        if self.rolls_on:
            found.add(DO_STOP)

    def action_at(self, x: float) -> int:
        if self.plundering:
            found = self.dice.found
            found.count = 0
            self.find_plunders(found)
            found.add(DO_STOP)
            count: int = found.count
            return found.numbers[int(x * count)]
        if self.numbers[self.dice.rolled_at]:
            return DO_LEAVE if x >= 0.5 else DO_STACK
        mine = self.seat * self.dice.room
        ordinary, jolly = self.numbers[mine + DICE] > 0, self.numbers[mine + JOLLIES] > 0
        at = int(x * (ordinary + jolly + self.rolls_on))
        if ordinary and not at:
            return ROLL_D
        return ROLL_J if jolly and at == int(ordinary) else DO_STOP

    def chance_outcomes(self) -> list[tuple[int, int]]:
        if self.actor != CHANCE:
            return []
        return [(0 if face == 1 and self.kind == JOLLY else face, 1) for face in range(1, 7)]

    def draw_at(self, x: float) -> int:
        face = 1 + int(x * 6)
        return 0 if face == 1 and self.kind == JOLLY else face

    def possible(self) -> list[int]:
        return self.legal_actions() or [face for face, _ in self.chance_outcomes()]

    def find_plunders(self, found: ActionList) -> None:
        """Add the possible plunders to *found*, in the order of play."""
        game = self.dice
        numbers = self.numbers
        tops = game.tops_at
        own = tops + self.seat
        row = numbers[own] * LOOKS
        for at in range(own + 1, tops + game.seat_count):
            if game.plunderable[row + numbers[at]]:
                found.add(DO_PLUNDER + at - tops)
        for at in range(tops, own):
            if game.plunderable[row + numbers[at]]:
                found.add(DO_PLUNDER + at - tops)

    def _can_plunder(self) -> bool:
        fits = self.dice.plunderable
        numbers = self.numbers
        tops = self.dice.tops_at
        row = numbers[tops + self.seat] * LOOKS
        for at in range(tops, tops + self.dice.seat_count):  # noqa: SIM110 - this is faster
            if fits[row + numbers[at]]:  # never the own one: a number does not fit on itself
                return True
        return False

    def apply(self, action: int) -> None:
        if self.actor == CHANCE:
            if self.opening:
                self._roll_opening(action)
            else:
                self._roll(action)
        elif action <= ROLL_J:
            self.kind = JOLLY if action == ROLL_J else ORDINARY
            self.actor = CHANCE
            self.finished = self.dice.nothing
        elif action >= DO_PLUNDER:
            self._stack(self.seat, self._take_top(action - DO_PLUNDER))
            self._offer_plunder()
        elif action == DO_STOP:
            self.placed = self.placed and self.plundering
            self.plundering = False
            self._end_roll()
        else:
            die = self.numbers[self.dice.rolled_at]
            self.numbers[self.dice.rolled_at] = 0
            if action == DO_STACK:
                self._place(die)
            elif not self.dice.misfits_return:
                self._lose()
            self._offer_plunder()

    def die(self, target: i64) -> i64:
        """Return the die that a roll with *target* of `DIE` brings."""
        if self.opening and not target and self.dice.opening_skull_one:
            return self.seat * LOOKS + SKULL_1
        return self.seat * LOOKS + self.kind + (target or 1)

    # Piles.

    def put(self, seat: i64, die: i64) -> None:
        """Put *die*, which its owner has still to roll, on the pile of *seat*."""
        owner = die // LOOKS * self.dice.room
        self.numbers[owner + (JOLLIES if die & JOLLY else DICE)] -= 1
        self._stack(seat, die)

    def _stack(self, seat: i64, die: i64) -> None:
        game = self.dice
        numbers = self.numbers
        mine = seat * game.room
        count = numbers[mine + COUNT] + 1
        look = die & LOOK
        numbers[mine + SUM] += game.worths[look]
        numbers[mine + COUNT] = count
        numbers[mine + COUNT + count] = die
        numbers[game.tops_at + seat] = look

    def _take_top(self, seat: i64) -> i64:
        """Take the top die off the pile of *seat*, and return it."""
        game = self.dice
        numbers = self.numbers
        mine = seat * game.room
        count = numbers[mine + COUNT] - 1
        die = numbers[mine + PILE + count]
        numbers[mine + SUM] -= game.worths[die & LOOK]
        numbers[mine + COUNT] = count
        numbers[game.tops_at + seat] = numbers[mine + COUNT + count] & LOOK if count else 0
        return die

    # The opening.

    def _open(self, seat: i64) -> None:
        """Let *seat* roll in the opening; after the last seat begin a turn, or roll again."""
        game = self.dice
        numbers = self.numbers
        opened = numbers[seat * game.room + COUNT]
        if opened and seat == self.first:
            lowest: i64 = 7
            starter: i64 = -1
            for other in range(game.seat_count):
                face: i64 = FACES[numbers[other * game.room + PILE] & LOOK]
                if face < lowest:
                    lowest = face
                    starter = other
                elif face == lowest:
                    starter = -1
            if starter >= 0:
                self._begin_turn(starter)
                return
        self.seat = seat
        self.actor = seat
        if opened:
            self.kind = numbers[seat * game.room + PILE] & JOLLY
            self.actor = CHANCE

    def _roll_opening(self, target: i64) -> None:
        die = self.die(target)
        if self.numbers[self.seat * self.dice.room + COUNT]:
            self._take_top(self.seat)
            self._stack(self.seat, die)
        else:
            self.put(self.seat, die)
        self._open(self.next_seat(self.seat))

    # Turns.

    def _begin_turn(self, seat: i64) -> None:
        self.seat = seat
        self.actor = seat
        self.opening = False
        self.rolls_on = False
        self.idle += 1

    def _roll(self, target: i64) -> None:
        game = self.dice
        seat = self.seat
        die = seat * LOOKS + self.kind + (target or 1)
        top = self.numbers[game.tops_at + seat]
        self.actor = seat
        self.placed = False
        if not top:
            # Rulebook, "Plunderen": whatever is rolled must begin the new pile.
            self._place(die)
        elif game.stackable[top * LOOKS + (die & LOOK)]:
            self.numbers[game.rolled_at] = die
            return
        elif not game.misfits_return:
            self._lose()
        self._offer_plunder()

    def _place(self, die: i64) -> None:
        self.put(self.seat, die)
        self.placed = True
        self.idle = 0

    def _lose(self) -> None:
        """Take the rolled die out of the round, where the rules say so."""
        mine = self.seat * self.dice.room + (JOLLIES if self.kind == JOLLY else DICE)
        self.numbers[mine] -= 1
        self.numbers[mine + SPENT_DICE] += 1

    def _to_roll(self) -> bool:
        """Return whether the seat has a die to roll."""
        mine = self.seat * self.dice.room
        return self.numbers[mine + DICE] > 0 or self.numbers[mine + JOLLIES] > 0

    def _offer_plunder(self) -> None:
        """Let the seat plunder if a die fits and the rules allow it; otherwise end its roll."""
        allowed = self.dice.last_plunder or self._to_roll()
        if allowed and self._can_plunder():
            self.plundering = True
        else:
            self.plundering = False
            self._end_roll()

    def _end_roll(self) -> None:
        """End the round, let the seat roll again if the rules allow it, or pass to the next seat.

        Rulebook, "Einde van een ronde": a player without a die to roll ends the round.
        """
        if not self._to_roll():
            self._end_round()
        elif self.placed and self.dice.roll_again:
            self.rolls_on = True
        elif self.idle >= self.dice.most_idle:
            self._end_round()
        else:
            seat = self.seat + 1
            self._begin_turn(seat if seat < self.dice.seat_count else 0)

    # Scoring.

    def worth(self, pile: Sequence[int]) -> int:
        """Return the worth of *pile*: the sum of the dice, doubled by a skull on top."""
        worth = sum([int(self.dice.worths[die & LOOK]) for die in pile])
        return 2 * worth if pile and is_skull(pile[-1]) else worth

    def _end_round(self) -> None:
        game = self.dice
        self.finished = self.numbers
        numbers = self.numbers[:]
        self.numbers = numbers
        best: i64 = numbers[TOTAL] + game.round_score(numbers, 0)
        tied = False
        for seat in range(game.seat_count):
            total = numbers[seat * game.room + TOTAL] + game.round_score(numbers, seat)
            numbers[seat * game.room + TOTAL] = total
            tied = (total == best and seat > 0) or (tied and total <= best)
            best = max(best, total)
        if (best >= game.target and not (tied and game.tie_plays_on)) or (
            self.round >= game.most_rounds
        ):
            self.actor = OVER
        else:
            self._begin_round(self.next_seat(self.first))

    def scores(self) -> list[int]:
        """Return the totals; before the end, add what the round would score if it ended now."""
        return [int(self.points(seat)) for seat in range(self.dice.seat_count)]

    def points(self, seat: i64) -> i64:
        """Return the score of *seat*."""
        total = self.numbers[seat * self.dice.room + TOTAL]
        if self.actor == OVER:
            return total
        return total + self.dice.round_score(self.numbers, seat)

    def lead_of(self, seat: int) -> int:
        best: i64 = -(1 << 60)
        for other in range(self.dice.seat_count):
            if other != seat:
                best = max(best, self.points(other))
        return self.points(seat) - best

    def view(self, seat: int | None) -> dict[str, JSON]:
        worths = [self.worth(pile) for pile in self.piles]
        return {**super().view(seat), "totals": [*self.totals], "worths": [*worths]}

    def census(self) -> list[int]:
        return sorted(
            [die & JOLLY for row in self.unplaced + self.piles + self.spent for die in row]
        )

    def details(self, kind: ActionKind, target: int) -> dict[str, JSON]:
        if kind in (ROLL, STOP):
            return {}
        if kind is DIE:
            code = self.game.codes[self.die(target)]
            return {"die": code, "seat": self.seat, "opening": self.opening}
        die = self.pile(target)[-1] if kind is PLUNDER else self.rolled[0]
        pile = self.pile(self.seat) + ([] if kind is LEAVE else [die])
        return {"die": self.game.codes[die], "pile": self.worth(pile)}

    def why_not(self, kind: ActionKind, target: int) -> Message | None:
        pile = self.pile(target) if kind is PLUNDER and self.plundering else []
        if not pile:
            return None
        if target == self.seat:
            return msg("dd-own-pile", "You cannot plunder your own pile.")
        if is_skull(pile[-1]):
            return msg("dd-skull-safe", "A skull cannot be plundered.")
        return msg(
            "dd-no-fit",
            "The {face} is not the next number up from your top die, and does not make 7 with it.",
            face=FACES[pile[-1] & LOOK],
        )


class DiceGame(DiceRules):
    """Dead Man's Dice for a number of players, by a rule set."""

    def new_position(self, first: int = 0) -> DicePosition:
        return DicePosition(self, first)
