"""A match: a game that is played, with its seed and its journal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from ..errors import BadValue, JournalError, NotationError
from ..game import CHANCE, OVER, Action, Game, Position, draw_outcome
from ..hooks.observers import Observer
from ..hooks.watch import unhurried
from ..text import Message, msg
from .entry import Entry, entry_of, forfeit_entry, undo_entry

MOST_SEED = 2**63 - 1
"""The greatest seed; the least is 0 (Python takes a negative seed for its positive twin)."""

BAD_SEED = msg("bad-seed", "A seed is a whole number from 0 to {most}.", most=MOST_SEED)


@dataclass(frozen=True, slots=True)
class Result:
    """How a match has ended."""

    scores: tuple[int, ...]
    """What each seat has."""
    winners: tuple[int, ...]
    """The seats that have won; several share."""
    forfeited: int | None = None
    """The seat that has lost without the game being over, if one has."""


def result_of(position: Position, forfeited: int | None = None) -> Result | None:
    """Say how a match has ended that stands at *position*; ``None`` while it has not.

    *forfeited* is the seat that has lost without the game being over, if one has.
    """
    if forfeited is not None:
        scores = position.scores()
        others = [seat for seat in range(len(scores)) if seat != forfeited]
        best = max(scores[seat] for seat in others)
        winners = [seat for seat in others if scores[seat] == best]
        return Result(tuple(scores), tuple(winners), forfeited)
    if position.to_act() != OVER:
        return None
    return Result(tuple(position.scores()), tuple(position.winners()))


Keep = Callable[[int, Sequence[Entry], Result | None], None]
"""Keeps entries for good: how many there were before, the new ones, the result if that is the end.

What it raises is passed on, and then nothing has changed.
"""


class Match:
    """A game under way: who starts, what chance brings, and everything that was done.

    Chance is played from *seed* as soon as it is its turn, so the position always waits for a seat
    or is over.  *entries* are what was done already: they are done again as they stand, chance
    included, so nothing depends on the seed but what comes after them.
    """

    def __init__(
        self, game: Game, seed: int, first: int = 0, entries: Sequence[Entry] = ()
    ) -> None:
        """Begin the match, or take it up again after *entries*.

        Raises `BadValue` for a seed or seat that cannot be, and `JournalError` for the first entry
        that cannot have been.
        """
        if not 0 <= seed <= MOST_SEED:
            raise BadValue(BAD_SEED)
        if not 0 <= first < game.players:
            raise BadValue(msg("bad-first", "There is no seat {seat}.", seat=first))
        self.game = game
        self.seed = seed
        self.first = first
        self.actions: list[Action] = []
        """Everything that was done so far and not taken back, chance included."""
        self.entries: list[Entry] = []
        """The whole journal: what was taken back is in it too, and that it was."""
        self.forfeited: int | None = None
        """The seat that has lost by giving up or by breaking the rules."""
        self.keep: Keep | None = None
        """Called before anything is done; what it raises keeps it from being done."""
        self.clock: Callable[[], int] = lambda: 0
        """Tells the time for the journal, in milliseconds since 1970; a game itself has no time."""
        self._observers: list[Observer] = []
        self._positions: list[Position] = [game.new_position(first)]
        """The position after each number of actions; none of them is ever changed."""
        self._rng = Random(seed)
        self._numbers: list[float] = []
        """The numbers drawn from the seed so far: the n-th act of chance follows from the n-th."""
        for number, entry in enumerate(entries):
            self._do_again(number, entry)
        if self.forfeited is None:
            done, positions = self._chance(self.position)
            self._take(done, positions)

    @property
    def position(self) -> Position:
        """The position now; whoever wants to change it makes a copy."""
        return self._positions[-1]

    @property
    def journal(self) -> list[str]:
        """Every action so far that was not taken back, in the notation."""
        return [action.notation for action in self.actions]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.forfeited is not None or self.position.to_act() == OVER

    @property
    def result(self) -> Result | None:
        """How it has ended; ``None`` while it has not."""
        return self._result(self.position)

    def at(self, actions: int) -> Position:
        """Return the position after the first *actions* actions; it is not to be changed."""
        return self._positions[actions]

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
        """Do *action*, one of the position's legal actions, then what chance brings.

        Both are kept together, so a match that is taken up again waits for a seat as well.
        """
        # On a copy: a plugin that raises half-way must not leave half an action behind.
        after = self.position.copy()
        done = [after.describe(action)]
        after.apply(action)
        later, positions = self._chance(after)
        self._take(done + later, [after, *positions])

    def undo(self, actions: int | None = None, seat: int | None = None) -> bool:
        """Take back the last *actions* actions; without a number, the last decision of a seat.

        *seat* is who wants it, in the journal; without one the seat whose decision comes back.
        Returns ``False`` where there is nothing to take back.  Chance will bring the same again.
        """
        decisions = [number for number, done in enumerate(self.actions) if done.seat != CHANCE]
        if self.forfeited is not None or not decisions:
            return False
        if actions is None:
            actions = len(self.actions) - decisions[-1]
        left = len(self.actions) - actions
        if not 0 <= left < len(self.actions) or self.actions[left].seat == CHANCE:
            return False
        if seat is None:
            seat = self.actions[left].seat
        entry = undo_entry(seat, actions, self.clock())
        self._keep([entry], None)
        self._take_back(entry)
        for observer in self._observers:
            observer.took_back(actions, self.position.copy())
        return True

    def observe(self, observer: Observer) -> None:
        """Let *observer* hear of what has been done, and from now on of all that counts.

        What it raises is passed on, though the action counts; a `Guard`'s observers raise nothing.
        """
        self._observers.append(observer)
        observer.began(self.game, tuple(self.actions), self.position.copy())

    def forfeit(self, seat: int, reason: str) -> None:
        """End the match: *seat* has lost, for *reason*, a code such as ``time``.

        Nothing happens where it is over already: whoever has won cannot lose any more.
        """
        if self.over:
            return
        entry = forfeit_entry(seat, reason, self.clock())
        before, self.forfeited = self.forfeited, seat
        try:
            self._keep([entry], self.result)
        except BaseException:
            self.forfeited = before
            raise
        self.entries.append(entry)
        self._tell([], [])

    # What happens, and that it is kept first.

    def _chance(self, position: Position) -> tuple[list[Action], list[Position]]:
        """Let chance decide from *position* on until a seat does."""
        done: list[Action] = []
        positions: list[Position] = []
        drawn = sum(action.seat == CHANCE for action in self.actions)
        while position.to_act() == CHANCE:
            action = draw_outcome(position.chance_outcomes(), self._number(drawn + len(done)))
            done.append(position.describe(action))
            position = position.copy()
            position.apply(action)
            positions.append(position)
        return done, positions

    def _number(self, nth: int) -> float:
        """Return the number that the *nth* act of chance follows from."""
        while len(self._numbers) <= nth:
            self._numbers.append(self._rng.random())
        return self._numbers[nth]

    def _take(self, done: Sequence[Action], positions: Sequence[Position]) -> None:
        """Keep what was done, and only then let it count."""
        at = self.clock()
        entries = [entry_of(action, at) for action in done]
        if entries:
            self._keep(entries, self._result(positions[-1]))
        self.entries += entries
        self.actions += done
        self._positions += positions
        self._tell(done, positions)

    def _tell(self, done: Sequence[Action], positions: Sequence[Position]) -> None:
        """Tell the observers what was done, and how the match has ended if it has."""
        if not self._observers:
            return
        with unhurried():  # it counts already, and each has a limit of its own
            for observer in self._observers:
                for action, position in zip(done, positions, strict=True):
                    observer.acted(action, position.copy())
                if (result := self.result) is not None:
                    observer.ended(result.scores, result.winners, result.forfeited)

    def _keep(self, entries: Sequence[Entry], result: Result | None) -> None:
        if self.keep:
            with unhurried():  # the disk may be slow, and must not be interrupted
                self.keep(len(self.entries), entries, result)

    def _take_back(self, entry: Entry) -> None:
        del self.actions[-entry.takes_back :]
        del self._positions[-entry.takes_back :]
        self.entries.append(entry)

    def _result(self, position: Position) -> Result | None:
        return result_of(position, self.forfeited)

    # What happened already.

    def _do_again(self, number: int, entry: Entry) -> None:
        """Do what an earlier journal says; raises `JournalError` where it cannot have been so."""
        if self.forfeited is not None:
            raise JournalError(number, msg("journal-goes-on", "The match was over by then."))
        if entry.takes_back:
            self._check_undo(number, entry)
            self._take_back(entry)
            return
        if entry.forfeits:
            if not 0 <= entry.seat < self.game.players or self.position.to_act() == OVER:
                raise JournalError(number, _NOT_THEN)
            self.forfeited = entry.seat
            self.entries.append(entry)
            return
        position = self.position
        if entry.seat != position.to_act():
            raise JournalError(number, _NOT_THEN)
        try:
            action = position.parse(entry.text)
        except NotationError as error:
            raise JournalError(number, error.message) from error
        done = position.describe(action)
        after = position.copy()
        after.apply(action)
        self.actions.append(done)
        self._positions.append(after)
        if entry.text != done.notation:  # the journal has one way of writing
            entry = replace(entry, text=done.notation)
        self.entries.append(entry)

    def _check_undo(self, number: int, entry: Entry) -> None:
        left = len(self.actions) - entry.takes_back
        known = 0 <= entry.seat < self.game.players
        if not known or left < 0 or self.actions[left].seat == CHANCE:
            raise JournalError(
                number, msg("journal-undo", "So much could not be taken back there.")
            )


_NOT_THEN: Message = msg("journal-seat", "It was not that seat's turn.")
