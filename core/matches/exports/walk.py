"""What happened in a match, entry by entry, and what of it an onlooker may know.

The rule of secrets: of a match that is over all may be shown.  As long as it is not, an export
tells what an onlooker may know and no more: neither what a presenter with secrets keeps from one,
nor the seed, from which all that is still to come follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...game import CHANCE, OVER, Action, Position
from ...scene import Presenter
from ..entry import Entry
from ..match import Result
from ..record import Loaded, Record


@dataclass(slots=True)
class Happening:
    """An entry of a journal, between the positions before and after it."""

    entry: Entry
    before: Position
    after: Position
    action: int = -1
    """What was applied to *before*; -1 where the entry is no action."""
    done: Action | None = None
    """The same as data; ``None`` where the entry is no action."""
    undone: bool = False
    """Whether it was taken back later."""
    shown: str = ""
    """The notation as far as the reader may know it; what is shown of several acts of chance in
    succession is the first one's."""
    hidden: bool = True
    """Whether the reader must not know it as it is, nor what anybody has to say about it."""


@dataclass(frozen=True)
class Walk:
    """A match from its first entry to its last."""

    happenings: Sequence[Happening]
    positions: Sequence[Position]
    """The position after each number of actions that were not taken back, from none on."""
    forfeit: Entry | None
    """With what a seat has given the match up or lost it, if one has."""
    result: Result | None

    @property
    def position(self) -> Position:
        """Where the match stands at its end."""
        return self.positions[-1]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.forfeit is not None or self.position.to_act() == OVER


def walk(loaded: Loaded, record: Record) -> Walk:
    """Go through a match.  Raises `JournalError` for the first entry that cannot have been."""
    # From here on every entry is known to be possible.
    match = loaded.match(record.entries)
    positions = [loaded.game.new_position(loaded.setup.first)]
    happenings: list[Happening] = []
    line: list[Happening] = []
    stretches: list[tuple[int, list[Happening]]] = []
    forfeit = None
    for entry in record.entries:
        before = positions[-1]
        if entry.takes_back:
            left = len(line) - entry.takes_back
            stretches.append((left, list(line)))
            for taken in line[left:]:
                taken.undone = True
            del line[left:], positions[left + 1 :]
            back = positions[-1]
            happenings.append(Happening(entry, before, back, shown=entry.text, hidden=False))
        elif entry.forfeits:
            forfeit = entry
            happenings.append(Happening(entry, before, before, shown=entry.text, hidden=False))
        else:
            action = before.parse(entry.text)
            after = before.copy()
            after.apply(action)
            line.append(Happening(entry, before, after, action, before.describe(action)))
            happenings.append(line[-1])
            positions.append(after)
    walked = Walk(happenings, positions, forfeit, match.result)
    for start, known in [*stretches, (0, line)]:
        # What was taken back is shown as it was known at that moment.
        _show(loaded.presenter, known, start, everything=walked.over)
    return walked


def _show(presenter: Presenter, line: Sequence[Happening], start: int, *, everything: bool) -> None:
    """Set what is shown of *line*, the actions up to a moment, from the one at *start* on."""
    if everything or not presenter.secrets:
        for happening in line[start:]:
            happening.shown, happening.hidden = happening.entry.text, False
        return
    if start == len(line):
        return
    listed = _Listed(
        presenter.journal(
            [happening.done for happening in line if happening.done], line[-1].after, None
        )
    )
    if len(listed.decisions) != sum(happening.entry.seat != CHANCE for happening in line):
        return  # it lists them in a way of its own: nothing can be told apart, so nothing is shown
    decided = 0
    fresh = True
    for number, happening in enumerate(line):
        if happening.entry.seat == CHANCE:
            public = listed.chance[decided]
            shown, hidden = " ".join(public) * fresh, happening.entry.text not in public
            fresh = False
        else:
            shown = listed.decisions[decided]
            hidden = shown != happening.entry.text
            decided += 1
            fresh = True
        if number >= start:
            happening.shown, happening.hidden = shown, hidden


class _Listed:
    """What a presenter lists of the actions: each decision, and chance as far as it may be seen."""

    def __init__(self, listed: Sequence[tuple[int, str]]) -> None:
        self.decisions: list[str] = []
        self.chance: list[list[str]] = [[]]
        """What chance has brought before each of the decisions, and after the last."""
        for seat, text in listed:
            if seat == CHANCE:
                self.chance[-1].append(text)
            else:
                self.decisions.append(text)
                self.chance.append([])
