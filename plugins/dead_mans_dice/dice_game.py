"""Dead Man's Dice: the opening, turns of rolling, stacking and plundering, and the score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import mypyc_attr

from ...core.declared import ActionKind, DeclaredGame, DeclaredPosition
from ...core.declared.action_kind import TARGET_BITS
from ...core.game import CHANCE, JSON, OVER
from ...core.text import Message, msg
from .dice import FACES, JOLLY, LOOK, LOOKS, ORDINARY, SIGNS, SKULL, SKULL_1, fit_table, is_skull
from .dice_actions import DIE, KINDS, LEAVE, PLUNDER, ROLL, SPENT, STOP, ZONES

if TYPE_CHECKING:
    from .dice_models import DiceModel

# The actions, by the places of their kinds; those of `DIE` are 0 for the skull, or the number.
ROLL_D: Final = 1 << TARGET_BITS
ROLL_J: Final = ROLL_D + 1
DO_STACK: Final = 2 << TARGET_BITS
DO_LEAVE: Final = 3 << TARGET_BITS
DO_STOP: Final = 4 << TARGET_BITS
DO_PLUNDER: Final = 5 << TARGET_BITS  # and the number of the seat

ROLLS: Final = {
    ORDINARY: [(face, 1) for face in (1, 2, 3, 4, 5, 6)],
    JOLLY: [(face, 1) for face in (0, 2, 3, 4, 5, 6)],
}


class DiceGame(DeclaredGame):
    """Dead Man's Dice for the first *players* seats of the rule set *rules*."""

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
            position=DicePosition,
        )
        self.rules = rules
        self.misfits_return = options.misfits_return
        self.most_idle = rules.idle_laps * players
        self.worths = FACES[:]
        """Worths of dice, by look."""
        self.worths[SKULL] = rules.skull
        self.stackable = fit_table(True, options.skull_top_one)
        self.plunderable = fit_table(False, options.skull_top_one)


@mypyc_attr(allow_interpreted_subclasses=True)
class DicePosition(DeclaredPosition):
    """A position of Dead Man's Dice, which has no secrets."""

    lasting_actions: ClassVar[bool] = True
    facts: ClassVar[Sequence[str]] = ("round", "target", "opening")

    def set_up(self) -> None:
        assert isinstance(self.game, DiceGame)
        self.dice = self.game
        self.round = 0
        """The current round, from 1."""
        self.target = self.dice.rules.target
        self.totals = [0] * self.game.players
        self.plundering = False
        self.seat = self.first
        """Seat that opens or whose turn it is."""
        self.kind = ORDINARY
        """Die that is rolled: `ORDINARY` or `JOLLY`."""
        self.placed = False
        """True if the die that was rolled last was put on the pile."""
        self.last_round: list[tuple[tuple[int, ...], int]] = []
        """Piles and scores by seat of a round that was just finished."""
        self._begin_round(self.first)

    def _begin_round(self, first: int) -> None:
        self.round += 1
        self.first = first
        self.opening = True
        """True while everybody rolls one die."""
        self.rolls_on = False
        """True if the seat has rolled in this turn and may roll again or stop."""
        self.idle = 0
        """Number of turns that have begun since a die was last placed."""
        dice = [ORDINARY] * self.dice.rules.ordinary_dice + [JOLLY]
        self.unplaced = [dice[:] for _ in self.totals]
        self.spent: list[list[int]] = [[] for _ in self.totals]
        self.piles: list[list[int]] = [[] for _ in self.totals]
        self.rolled: list[int] = []
        """Die that can be stacked or left."""
        self._open(first)

    # Actions.

    def legal_actions(self) -> list[int]:
        if self.actor < 0:
            return []
        if self.plundering:
            return [*self.plunders(), DO_STOP]
        if self.rolled:
            return [DO_STACK, DO_LEAVE]
        dice = self.unplaced[self.seat]
        actions = [ROLL_D] if ORDINARY in dice else []
        if JOLLY in dice:
            actions.append(ROLL_J)
        if self.rolls_on:
            actions.append(DO_STOP)
        return actions

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return ROLLS[self.kind][:] if self.actor == CHANCE else []

    def draw_at(self, x: float) -> int:
        faces = ROLLS[self.kind]
        return faces[int(x * len(faces))][0]

    def possible(self) -> list[int]:
        return self.legal_actions() or [face for face, _ in self.chance_outcomes()]

    def plunders(self) -> list[int]:
        """Return the possible plunders, in the order of play."""
        seat, piles, players = self.seat, self.piles, self.game.players
        fits = self.dice.plunderable[piles[seat][-1] & LOOK]
        found = []
        for step in range(1, players):
            other = (seat + step) % players
            pile = piles[other]
            if pile and fits[pile[-1] & LOOK]:
                found.append(DO_PLUNDER + other)
        return found

    def apply(self, action: int) -> None:
        if self.actor == CHANCE:
            if self.opening:
                self._roll_opening(action)
            else:
                self._roll(action)
        elif action <= ROLL_J:
            self.kind = JOLLY if action == ROLL_J else ORDINARY
            self.actor = CHANCE
            self.last_round = []
        elif action >= DO_PLUNDER:
            self.piles[self.seat].append(self.piles[action - DO_PLUNDER].pop())
            self._offer_plunder()
        elif action == DO_STOP:
            self.placed = self.placed and self.plundering
            self.plundering = False
            self._end_roll()
        else:
            die = self.rolled.pop()
            if action == DO_STACK:
                self._place(die)
            elif not self.dice.misfits_return:
                self._lose()
            self._offer_plunder()

    def die(self, target: int) -> int:
        """Return the die that a roll with *target* of `DIE` brings."""
        if self.opening and not target and self.dice.rules.options.opening_skull_one:
            return self.seat * LOOKS + SKULL_1
        return self.seat * LOOKS + self.kind + (target or 1)

    # The opening.

    def _open(self, seat: int) -> None:
        """Let *seat* roll in the opening; after the last seat begin a turn, or roll again."""
        opened = self.piles[seat]
        if opened and seat == self.first:
            faces = [FACES[pile[0] & LOOK] for pile in self.piles]
            lowest = min(faces)
            if faces.count(lowest) == 1:
                self._begin_turn(faces.index(lowest))
                return
        self.seat = seat
        self.actor = seat
        if opened:
            self.kind = opened[0] & JOLLY
            self.actor = CHANCE

    def _roll_opening(self, target: int) -> None:
        pile = self.piles[self.seat]
        if not pile:
            self.unplaced[self.seat].remove(self.kind)
        pile[:] = [self.die(target)]
        self._open(self.next_seat(self.seat))

    # Turns.

    def _begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.actor = seat
        self.opening = False
        self.rolls_on = False
        self.idle += 1

    def _roll(self, target: int) -> None:
        seat = self.seat
        pile = self.piles[seat]
        die = seat * LOOKS + self.kind + (target or 1)
        self.actor = seat
        self.placed = False
        if not pile:
            # Rulebook, "Plunderen": whatever is rolled must begin the new pile.
            self._place(die)
        elif self.dice.stackable[pile[-1] & LOOK][die & LOOK]:
            self.rolled.append(die)
            return
        elif not self.dice.misfits_return:
            self._lose()
        self._offer_plunder()

    def _place(self, die: int) -> None:
        self.unplaced[self.seat].remove(self.kind)
        self.piles[self.seat].append(die)
        self.placed = True
        self.idle = 0

    def _lose(self) -> None:
        """Take the rolled die out of the round, where the rules say so."""
        self.unplaced[self.seat].remove(self.kind)
        self.spent[self.seat].append(self.kind)

    def _offer_plunder(self) -> None:
        """Let the seat plunder if a die fits and the rules allow it; otherwise end its roll."""
        allowed = self.unplaced[self.seat] or self.dice.rules.options.last_plunder
        self.plundering = bool(allowed and self.plunders())
        if not self.plundering:
            self._end_roll()

    def _end_roll(self) -> None:
        """End the round, let the seat roll again if the rules allow it, or pass to the next seat.

        Rulebook, "Einde van een ronde": a player without a die to roll ends the round.
        """
        if not self.unplaced[self.seat]:
            self._end_round()
        elif self.placed and self.dice.rules.options.roll_again:
            self.rolls_on = True
        elif self.idle >= self.dice.most_idle:
            self._end_round()
        else:
            self._begin_turn(self.next_seat(self.seat))

    # Scoring.

    def worth(self, pile: Sequence[int]) -> int:
        """Return the worth of *pile*: the sum of the dice, doubled by a skull on top."""
        worth = sum([self.dice.worths[die & LOOK] for die in pile])
        return 2 * worth if pile and is_skull(pile[-1]) else worth

    def round_score(self, seat: int) -> int:
        """Return what *seat* would score if the round ended now."""
        worth = self.worth(self.piles[seat])
        if JOLLY in self.unplaced[seat] or JOLLY in self.spent[seat]:
            return worth - self.dice.rules.penalty
        return worth

    def _end_round(self) -> None:
        rules = self.dice.rules
        scores = [self.round_score(seat) for seat in range(self.game.players)]
        self.last_round = [(tuple(pile), scores[seat]) for seat, pile in enumerate(self.piles)]
        self.totals = [total + gain for total, gain in zip(self.totals, scores, strict=True)]
        best = max(self.totals)
        tied = self.totals.count(best) > 1 and rules.options.tie_plays_on
        if (best >= rules.target and not tied) or self.round >= rules.most_rounds:
            self.actor = OVER
        else:
            self._begin_round(self.next_seat(self.first))

    def scores(self) -> list[int]:
        """Return the totals; before the end, add what the round would score if it ended now."""
        if self.actor == OVER:
            return self.totals[:]
        return [total + self.round_score(seat) for seat, total in enumerate(self.totals)]

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
        die = self.piles[target][-1] if kind is PLUNDER else self.rolled[0]
        pile = self.piles[self.seat] + ([] if kind is LEAVE else [die])
        return {"die": self.game.codes[die], "pile": self.worth(pile)}

    def why_not(self, kind: ActionKind, target: int) -> Message | None:
        pile = self.piles[target] if kind is PLUNDER and self.plundering else []
        if not pile:
            return None
        if target == self.seat:
            return msg("dd-own-pile", "You cannot plunder your own pile.")
        if is_skull(pile[-1]):
            return msg("dd-skull-safe", "A skull cannot be plundered.")
        return msg(
            "dd-no-fit",
            "The {face} of {seat} is not the next number up and does not make 7 either.",
            face=FACES[pile[-1] & LOOK],
            seat=self.game.seat_names[target],
        )
