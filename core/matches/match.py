"""A match: a game that is played, with its seed and its journal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from ..errors import BadValue, JournalError, NotationError
from ..game import CHANCE, JSON, OVER, Action, Game, Position
from ..hooks.observers import Observer
from ..text import msg
from .entry import Entry

MOST_SEED = 2**63 - 1
"""The greatest seed; the least is 0 (Python treats a negative seed as its absolute value)."""

BAD_SEED = msg("bad-seed", "A seed is a whole number from 0 to {most}.", most=MOST_SEED)

_NOT_THEN = msg("journal-seat", "It was not that seat's turn.")


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a match: each seat's score, the winning seats, and the seat that forfeited."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    forfeited: int | None = None

    def fields(self, seats: Sequence[str]) -> dict[str, JSON]:
        """Return the result as plain values; *seats* are the ids that name the seats in it."""
        lost = self.forfeited
        return {
            "scores": list(self.scores),
            "winners": [seats[seat] for seat in self.winners],
            "forfeited": None if lost is None else seats[lost],
        }


def result_of(position: Position, forfeited: int | None = None) -> Result | None:
    """Return the result if the game is over or the seat *forfeited* has lost, else ``None``."""
    if forfeited is None:
        over = position.to_act() == OVER
        return Result(tuple(position.scores()), tuple(position.winners())) if over else None
    sides = position.sides() or range(len(position.scores()))
    lost = sides[forfeited]  # partners lose together
    others = {seat: score for seat, score in enumerate(position.scores()) if sides[seat] != lost}
    winners = [seat for seat, score in others.items() if score == max(others.values())]
    return Result(tuple(position.scores()), tuple(winners), forfeited)


Keep = Callable[[int, Sequence[Entry], Result | None], None]
"""Function that saves entries, given the number of earlier ones, the new ones and any result."""


def numbers(seed: int) -> Callable[[int], float]:
    """Return a function from n to the n-th random number in [0, 1) of *seed*, counted from 0."""
    rng = Random(seed)
    drawn: list[float] = []

    def number(nth: int) -> float:
        while len(drawn) <= nth:
            drawn.append(rng.random())
        return drawn[nth]

    return number


@dataclass(slots=True)
class JournalStep:
    """An entry of a journal as it was applied, with the positions *before* and *after* it.

    Copy a position before you change it.
    """

    before: Position
    after: Position
    action: int = -1
    """Action that was applied to *before*; -1 if the entry is not an action."""
    done: Action | None = None
    """The action as data; ``None`` if the entry is not an action."""
    undone: bool = False
    """True if the action was taken back later."""

    @property
    def is_chance(self) -> bool:
        return self.done is not None and self.done.seat == CHANCE


def actions_of(steps: Sequence[JournalStep]) -> list[Action]:
    """Return the actions among *steps* as data."""
    return [step.done for step in steps if step.done]


class Match:
    """A game under way, in which seat *first* starts.

    Chance acts at once, as *seed* decides: unless a seat has forfeited, a seat is to act or the
    game is over.  *entries* are replayed as they stand: only chance after them depends on *seed*,
    and acts there only if *goes_on*.

    Attributes:
        game, seed, first: as given.
        position: the current position; copy it before you change it.
        entries: the whole journal, with undos and what they took back.
        steps: what each of *entries* was applied as.
        line: the steps of all actions so far that were not taken back, chance included.
        forfeited: seat that lost before the game was over, such as by breaking the rules, or
            ``None``.
        keep: called to save entries before they take effect; if it raises, nothing has changed.
        clock: function that returns the time of new entries in milliseconds since 1970; by
            default 0.
        chance: function from n to the number in [0, 1) that selects the n-th chance action.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        first: int = 0,
        entries: Sequence[Entry] = (),
        *,
        goes_on: bool = True,
    ) -> None:
        """Begin, or resume after *entries*; raises `BadValue` (seed, first) and `JournalError`."""
        if not 0 <= seed <= MOST_SEED:
            raise BadValue(BAD_SEED)
        if not 0 <= first < game.players:
            raise BadValue(msg("bad-first", "There is no seat {seat}.", seat=first))
        self.game = game
        self.seed = seed
        self.first = first
        self.entries: list[Entry] = []
        self.steps: list[JournalStep] = []
        self.line: list[JournalStep] = []
        self.forfeited: int | None = None
        self.keep: Keep | None = None
        self.clock: Callable[[], int] = lambda: 0
        self.chance = numbers(seed)
        self._observers: list[Observer] = []
        self.position = game.new_position(first)
        for entry in entries:
            self.replay(entry)
        if goes_on and self.forfeited is None:
            self._do([])

    @property
    def actions(self) -> list[Action]:
        """All actions so far that were not taken back, chance included."""
        return actions_of(self.line)

    @property
    def journal(self) -> list[str]:
        """Notations of all actions so far that were not taken back."""
        return [action.notation for action in self.actions]

    def standing(self, entries: int) -> int:
        """Count the first *entries* entries, without undos and what they took back."""
        steps = zip(self.entries[:entries], self.steps, strict=False)
        return sum(not (step.undone or entry.takes_back) for entry, step in steps)

    @property
    def over(self) -> bool:
        return self.forfeited is not None or self.position.to_act() == OVER

    @property
    def result(self) -> Result | None:
        return result_of(self.position, self.forfeited)

    def at(self, actions: int) -> Position:
        """Return the position after the first *actions* actions; copy it before you change it."""
        return self.line[actions].before if actions < len(self.line) else self.position

    def legal(self) -> list[str]:
        """List the legal actions of the seat to act, in the game's notation."""
        position = self.position
        return [position.notation(action) for action in position.legal_actions()]

    def play(self, text: str) -> None:
        """Play the action that *text* writes, then chance actions; raises `NotationError`."""
        self.apply(self.position.parse(text))

    def apply(self, action: int, mark: str = "") -> None:
        """Play *action*, which must be legal, then chance actions; `keep` gets all in one call.

        *mark* is that of its entry.
        """
        self._do([_applied(self.position, action)], mark)

    def undo(self, actions: int | None = None, seat: int | None = None) -> bool:
        """Take back the last *actions* actions; return false, changing nothing, if impossible.

        By default, these are the last decision and any chance after it.  *seat* asks for the undo,
        by default the seat that acts again.  An undo after a forfeit, or back to a chance action,
        is impossible.  Chance repeats its outcomes, unless `chance` is replaced.
        """
        before = self.actions
        left = len(before) - (1 if actions is None else actions)
        while actions is None and left >= 0 and self.line[left].is_chance:
            left -= 1
        owner = before[left].seat if 0 <= left < len(before) else CHANCE
        if self.forfeited is not None or owner == CHANCE:
            return False
        actions = len(before) - left
        entry = Entry(owner if seat is None else seat, f"undo {actions}", self.clock())
        if self.keep:
            self.keep(len(self.entries), [entry], None)
        self._append(entry)
        for observer in self._observers:
            observer.took_back(actions, self.position.copy())
        return True

    def observe(self, observer: Observer) -> None:
        """Tell *observer* the actions so far, and from now on each event once it has been saved."""
        self._observers.append(observer)
        observer.began(self.game, tuple(self.actions), self.position.copy())

    def forfeit(self, seat: int, reason: str) -> None:
        """Let *seat* lose for *reason*, a code such as ``bot-time``, unless the match is over."""
        if self.over:
            return
        entry = Entry(seat, f"forfeit {reason}", self.clock())
        if self.keep:
            self.keep(len(self.entries), [entry], result_of(self.position, seat))
        self._append(entry)
        self._tell([])

    def replay(self, entry: Entry) -> None:
        """Apply *entry* as it stands, without chance after it; nothing is saved or observed.

        Raises `JournalError` if the entry is impossible.
        """
        number = len(self.entries)
        position, is_seat = self.position, entry.seat in range(self.game.players)
        left = len(self.line) - entry.takes_back
        wrong = None
        if self.forfeited is not None:
            wrong = msg("journal-goes-on", "The match was already over.")
        elif entry.takes_back:
            if not is_seat or left < 0 or self.line[left].is_chance:
                wrong = msg("journal-undo", "That many actions could not be taken back there.")
        elif entry.forfeits:
            wrong = _NOT_THEN if not is_seat or position.to_act() == OVER else None
        elif entry.seat != position.to_act():
            wrong = _NOT_THEN
        if wrong:
            raise JournalError(number, wrong)
        if not entry.is_action:
            self._append(entry)
            return
        try:
            action = position.parse(entry.text)
        except NotationError as error:
            raise JournalError(number, error.message) from error
        step = _applied(position, action)
        # The journal holds only the lasting form.
        self._append(replace(entry, text=position.notation(action)), step)

    def _do(self, steps: list[JournalStep], mark: str = "") -> None:
        """Add chance actions to *steps*, which follow the position; save and append them all."""
        position = steps[-1].after if steps else self.position
        while (acting := position.to_act()) == CHANCE:
            drawn = sum(step.is_chance for step in (*self.line, *steps))
            steps.append(_applied(position, position.draw_at(self.chance(drawn))))
            position = steps[-1].after
        at = self.clock() if steps else 0
        entries: list[Entry] = []
        for step in steps:
            if step.done:
                entries.append(Entry(step.done.seat, step.done.notation, at, mark))
                mark = ""  # chance follows
        if entries and self.keep:
            self.keep(len(self.entries), entries, result_of(position) if acting == OVER else None)
        for entry, step in zip(entries, steps, strict=True):
            self._append(entry, step)
        if steps and self._observers:
            self._tell(steps)

    def _append(self, entry: Entry, step: JournalStep | None = None) -> None:
        """Append *entry*, which is possible, with the *step* of an action."""
        before = self.position
        if step:
            self.line.append(step)
            self.position = step.after
        elif entry.forfeits:
            self.forfeited = entry.seat
        else:
            taken = self.line[-entry.takes_back :]
            for one in taken:
                one.undone = True
            del self.line[-entry.takes_back :]
            self.position = taken[0].before
        self.entries.append(entry)
        self.steps.append(step or JournalStep(before, self.position))

    def _tell(self, steps: Sequence[JournalStep]) -> None:
        """Tell the observers each action of *steps*, and the result if any."""
        for observer in self._observers:
            for step in steps:
                if step.done:
                    observer.acted(step.done, step.after.copy())
            if (result := self.result) is not None:
                observer.ended(result.scores, result.winners, result.forfeited)


def _applied(before: Position, action: int) -> JournalStep:
    """Return *action* as a step, which is applied to a copy of *before*.

    So a plugin that raises leaves no half an action.
    """
    after = before.copy()
    done = after.describe(action)
    after.apply(action)
    return JournalStep(before, after, action, done)
