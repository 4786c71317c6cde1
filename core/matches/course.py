"""The course of a match as choices: each action as one of those that were possible there.

What comes next is told by its place among the possible, sorted by their notation: that is an
action's lasting form, while the order of `legal_actions` may change from version to version.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from ..errors import JournalError, NotationError
from ..game import CHANCE, OVER, Game, Position
from ..text import msg
from .entry import Entry, forfeit_entry, undo_entry
from .match import Result, result_of
from .radix import Read, Unreadable, Written

MOST_CHOICES = 300_000
"""So many possible actions are looked at before a course is given up: a second or two of work."""

KINDS = (62, 1, 1)
"""How likely an action, an undo and a forfeit are, where there is not nothing but actions."""
ACTION, UNDO, FORFEIT = range(3)

Possible = list[tuple[str, int, int]]
"""What may happen: the notation of each, the action, its weight."""


class TooMuch(Exception):
    """The course is longer than any match."""


class Course:
    """A match that is played again, entry by entry, from where seat *first* starts.

    *plain* says that all its entries are actions, which is quicker.
    """

    def __init__(self, game: Game, first: int, plain: bool = False) -> None:
        self.entries: list[Entry] = []
        """What has happened so far, without times and comments."""
        self.position = game.new_position(first)
        """The position now."""
        self.forfeited: int | None = None
        self._plain = plain
        self._players = game.players
        self._earlier: list[Position] = []
        """The positions before each action that counts; none where nothing is taken back."""
        self._decisions: list[int] = []
        """How many actions there were before each decision of a seat that counts."""
        self._looked_at = 0

    @property
    def result(self) -> Result | None:
        """How it has ended; ``None`` while it has not."""
        return result_of(self.position, self.forfeited)

    def possible(self) -> Possible:
        """List what may happen now, sorted by notation; nothing once it is over."""
        position = self.position
        to_act = position.to_act()
        if to_act == OVER or self.forfeited is not None:
            return []
        if to_act == CHANCE:
            outcomes = position.chance_outcomes()
        else:
            outcomes = [(action, 1) for action in position.legal_actions()]
        self._looked_at += len(outcomes)
        if self._looked_at > MOST_CHOICES:
            raise TooMuch
        return sorted((position.notation(action), action, weight) for action, weight in outcomes)

    def _do(self, text: str, action: int) -> None:
        """Let *action* happen, one of the possible."""
        seat = self.position.to_act()
        if not self._plain:
            if seat != CHANCE:
                self._decisions.append(len(self._earlier))
            self._earlier.append(self.position)
            self.position = self.position.copy()
        self.entries.append(Entry(seat, text))
        self.position.apply(action)

    # Writing.

    def write(self, entries: Iterable[Entry], written: Written) -> None:
        """Write *entries*.

        Raises `JournalError` for the first that cannot have been.
        """
        for number, entry in enumerate(entries):
            if not self._plain:
                kind = UNDO if entry.takes_back else FORFEIT if entry.forfeits else ACTION
                written.weigh(kind, KINDS)
            if entry.takes_back:
                self._write_undo(number, entry, written)
            elif entry.forfeits:
                self._write_forfeit(number, entry, written)
            else:
                self._write_action(number, entry, written)

    def _write_action(self, number: int, entry: Entry, written: Written) -> None:
        possible = self.possible()
        if not possible or entry.seat != self.position.to_act():
            raise _refused(number)
        at = next((at for at, one in enumerate(possible) if one[0] == entry.text), None)
        if at is None:  # not written in the one way that a game writes it
            try:
                action = self.position.parse(entry.text)
            except NotationError as error:
                raise JournalError(number, error.message) from error
            at = [one[1] for one in possible].index(action)
        written.weigh(at, [weight for _, _, weight in possible])
        self._do(*possible[at][:2])

    def _write_undo(self, number: int, entry: Entry, written: Written) -> None:
        left = len(self._earlier) - entry.takes_back
        if left not in self._decisions or not self._is_seat(entry.seat):
            raise _refused(number)
        decisions = len(self._decisions) - self._decisions.index(left)
        written.choose(entry.seat, self._players)
        written.choose(decisions - 1, len(self._decisions))
        self._take_back(entry.seat, decisions)

    def _write_forfeit(self, number: int, entry: Entry, written: Written) -> None:
        if self.result is not None or not self._is_seat(entry.seat):
            raise _refused(number)
        written.choose(entry.seat, self._players)
        written.word(entry.forfeits)
        self._forfeit(entry.seat, entry.forfeits)

    def _is_seat(self, seat: int) -> bool:
        return 0 <= seat < self._players and self.forfeited is None

    def _take_back(self, seat: int, decisions: int) -> None:
        """Let *seat* take back the last so many decisions."""
        left = self._decisions[-decisions]
        self.entries.append(undo_entry(seat, len(self._earlier) - left))
        self.position = self._earlier[left]
        del self._decisions[-decisions:]
        del self._earlier[left:]

    def _forfeit(self, seat: int, reason: str) -> None:
        """Let *seat* have lost."""
        self.entries.append(forfeit_entry(seat, reason))
        self.forfeited = seat

    # Reading.

    def read(self, count: int, read: Read) -> None:
        """Read so many entries.

        Raises `Unreadable` where the match has ended before, `TooMuch` where it takes too long.
        """
        for _ in range(count):
            if self.forfeited is not None:
                raise Unreadable
            kind = ACTION if self._plain else read.weigh(KINDS)
            (self._read_action, self._read_undo, self._read_forfeit)[kind](read)

    def _read_action(self, read: Read) -> None:
        possible = self.possible()
        if not possible:
            raise Unreadable
        self._do(*possible[read.weigh([weight for _, _, weight in possible])][:2])

    def _read_undo(self, read: Read) -> None:
        seat = read.choose(self._players)
        if not self._decisions:
            raise Unreadable
        self._take_back(seat, 1 + read.choose(len(self._decisions)))

    def _read_forfeit(self, read: Read) -> None:
        seat = read.choose(self._players)
        reason = read.word()
        if not forfeit_entry(seat, reason).forfeits or self.result is not None:
            raise Unreadable
        self._forfeit(seat, reason)


def digest(entries: Iterable[Entry]) -> int:
    """Make a number of `DIGEST_BITS` bits of all that was done, which tells it from another."""
    text = "\n".join(f"{entry.seat} {entry.text}" for entry in entries)
    return int.from_bytes(sha256(text.encode()).digest()[: DIGEST_BITS // 8], "big")


DIGEST_BITS = 16


def _refused(number: int) -> JournalError:
    return JournalError(
        number, msg("journal-entry", "Entry {number} cannot have been there.", number=number + 1)
    )
