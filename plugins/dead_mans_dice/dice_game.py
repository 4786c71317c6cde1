"""Dead Man's Dice as a game: its positions with notation and views."""

from __future__ import annotations

from random import Random

from ...core.game import CHANCE, JSON, Action, Game
from ...core.text import Name
from .dice import CODES, JOLLY, DiceRules
from .dice_reading import read_action
from .dice_state import (
    DO_PLUNDER,
    DO_STOP,
    NOBODY,
    ROLL_D,
    ROLL_J,
    TURN,
    TURN_ROLL,
    WORDS,
    DiceState,
)
from .dice_view import die_of, view_of


class DiceGame(Game):
    """Dead Man's Dice with *rules*; *seats* are the players' ids, *seat_names* their names."""

    def __init__(
        self, id: str, variant: str, seats: list[str], seat_names: list[Name], rules: DiceRules
    ) -> None:
        super().__init__(id, variant, len(seats))
        self.seats = seats
        self.seat_names = seat_names
        self.rules = rules

    def new_position(self, first: int = 0) -> DicePosition:
        return DicePosition(self, first)


class DicePosition(DiceState):
    """A position of Dead Man's Dice, with its notation and views."""

    def __init__(self, game: DiceGame, first: int) -> None:
        super().__init__(game.rules, game.players, first)
        self.game = game

    def resample(self, seat: int, rng: Random) -> DicePosition:
        return self.copy()

    def notation(self, action: int) -> str:
        if self.actor == CHANCE:
            return "+S" if self.kind == JOLLY and action == 1 else f"+{action}"
        if action in (ROLL_D, ROLL_J):
            return f"roll {CODES[action]}"
        return WORDS.get(action) or f"plunder {self.game.seats[action - DO_PLUNDER]}"

    def parse(self, text: str) -> int:
        return read_action(self, text, self.game.seats, self.game.seat_names)

    def describe(self, action: int) -> Action:
        details: dict[str, JSON] = {"round": self.round}
        if self.actor == CHANCE:
            kind = "rolled"
            details["seat"] = self.seat
            details["die"] = CODES[self.kind]
            details["face"] = action
            details["skull"] = self.kind == JOLLY and action == 1
            details.update(self._describe_fate(action))
        elif action in (ROLL_D, ROLL_J):
            kind = "roll"
            details["die"] = CODES[action]
        elif action in WORDS:
            kind = WORDS[action]
            if action != DO_STOP:
                details.update(die_of(self, self.rolled))
        else:
            kind = "plunder"
            details["from"] = action - DO_PLUNDER
            details.update(die_of(self, self.piles[action - DO_PLUNDER][-1]))
        return Action(kind, self.actor, self.notation(action), details)

    def _describe_fate(self, face: int) -> dict[str, JSON]:
        """Return what rolling *face* does; for the last die of an opening, also who begins."""
        if self.phase == TURN_ROLL:
            return {"fate": self.fate(face)}
        fate: dict[str, JSON] = {"fate": "opens"}
        if (self.seat + 1) % self.players == self.first:
            after = self.copy()
            after.apply(face)
            fate["begins"] = after.seat if after.phase == TURN else NOBODY
        return fate

    def view(self, seat: int | None) -> dict[str, JSON]:
        return view_of(self)
