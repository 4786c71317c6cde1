"""A match: a game that is played, with its seed and its journal."""

from __future__ import annotations

from random import Random

from ..errors import BadValue
from ..game import CHANCE, OVER, Action, Game, Position, draw_outcome
from ..text import msg

MOST_SEED = 2**63 - 1
"""The greatest seed; the least is 0 (Python takes a negative seed for its positive twin)."""


class Match:
    """A game under way: who starts, what chance brings, and everything that was done.

    Chance is played from *seed* as soon as it is its turn, so the position always waits for a seat
    or is over.
    """

    def __init__(self, game: Game, seed: int, first: int = 0) -> None:
        if not 0 <= seed <= MOST_SEED:
            raise BadValue(
                msg("bad-seed", "A seed is a whole number from 0 to {most}.", most=MOST_SEED)
            )
        if not 0 <= first < game.players:
            raise BadValue(msg("bad-first", "There is no seat {seat}.", seat=first))
        self.game = game
        self.seed = seed
        self.first = first
        self.position: Position = game.new_position(first)
        self.actions: list[Action] = []
        """Everything that was done so far, chance included."""
        self._rng = Random(seed)
        self._play_chance()

    @property
    def journal(self) -> list[str]:
        """Every action so far, in the notation."""
        return [action.notation for action in self.actions]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.to_act() == OVER

    def legal(self) -> list[str]:
        """List what the seat to act may do, in the notation."""
        position = self.position
        return [position.notation(action) for action in position.legal_actions()]

    def play(self, text: str) -> None:
        """Do the action that *text* writes, then what chance brings.

        Raises `InvalidNotation` or `IllegalAction`, and then nothing has changed.
        """
        self.apply(self.position.parse(text))

    def apply(self, action: int) -> None:
        """Do *action*, one of the position's legal actions, then what chance brings."""
        self._do(action)
        self._play_chance()

    def undo(self) -> bool:
        """Take back the last decision of a seat; ``False`` where there is none.

        The position is made anew from the rest of the journal; chance will bring the same again.
        """
        decisions = [number for number, done in enumerate(self.actions) if done.seat != CHANCE]
        if not decisions:
            return False
        earlier = Match.__new__(Match)
        earlier.game, earlier.seed, earlier.first = self.game, self.seed, self.first
        earlier.position = self.game.new_position(self.first)
        earlier.actions = []
        earlier._rng = Random(self.seed)
        for done in self.actions[: decisions[-1]]:
            if done.seat == CHANCE:
                earlier._draw()
            else:
                earlier._do(earlier.position.parse(done.notation))
        self.position, self.actions, self._rng = earlier.position, earlier.actions, earlier._rng
        return True

    def _play_chance(self) -> None:
        while self.position.to_act() == CHANCE:
            self._draw()

    def _draw(self) -> None:
        self._do(draw_outcome(self.position.chance_outcomes(), self._rng.random()))

    def _do(self, action: int) -> None:
        # On a copy: a plugin that raises half-way must not leave half an action behind.
        after = self.position.copy()
        done = after.describe(action)
        after.apply(action)
        self.position = after
        self.actions.append(done)
