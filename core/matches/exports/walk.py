"""A match entry by entry, as far as somebody may know it: all of it once the match is over."""

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
    """Entry of a journal, with the positions before and after it."""

    entry: Entry
    before: Position
    after: Position
    action: int = -1
    """Action that was applied to *before*; -1 if the entry is not an action."""
    done: Action | None = None
    """The action as data; ``None`` if the entry is not an action."""
    undone: bool = False
    """True if the action was taken back later."""
    shown: str = ""
    """Text of the entry, without secrets; several chance actions may have theirs at the first."""
    hidden: bool = True
    """True if the reader must not know the entry, nor its mark and comment."""


@dataclass(frozen=True)
class Walk:
    """A match from its first entry to its last."""

    happenings: Sequence[Happening]
    positions: Sequence[Position]
    """Positions along the actions not taken back: index n is the position after n of them."""
    forfeit: Entry | None
    """Entry with which a seat lost before the end of the game, or ``None``."""
    result: Result | None

    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def over(self) -> bool:
        return self.forfeit is not None or self.position.to_act() == OVER


def walk(loaded: Loaded, record: Record, viewer: int | None = None) -> Walk:
    """Replay *record*; until it is over, hide what *viewer* must not know (``None``: an onlooker).

    Raises `JournalError` if an entry is impossible.
    """
    result = loaded.match(record.entries).result
    positions = [loaded.game.new_position(loaded.setup.first)]
    happenings: list[Happening] = []
    line: list[Happening] = []
    stretches: list[tuple[int, list[Happening]]] = []
    """For each undo: the number of actions that it leaves, and all actions before it."""
    forfeit = None
    for entry in record.entries:
        before = positions[-1]
        happening = Happening(entry, before, before, shown=entry.text, hidden=False)
        happenings.append(happening)
        if entry.takes_back:
            left = len(line) - entry.takes_back
            stretches.append((left, list(line)))
            for taken in line[left:]:
                taken.undone = True
            del line[left:], positions[left + 1 :]
            happening.after = positions[-1]
        elif entry.forfeits:
            forfeit = entry
        else:
            happening.action = before.parse(entry.text)
            happening.done = before.describe(happening.action)
            happening.after = before.copy()
            happening.after.apply(happening.action)
            line.append(happening)
            positions.append(happening.after)
    walked = Walk(happenings, positions, forfeit, result)
    if not walked.over:
        for start, known in [*stretches, (0, line)]:
            # Actions that were taken back are shown as far as they were known at that moment.
            _hide(loaded.presenter, known, start, viewer)
    return walked


def _hide(presenter: Presenter, line: Sequence[Happening], start: int, viewer: int | None) -> None:
    """Redact the actions *line*, from index *start* on, for *viewer* after the last of them."""
    if start == len(line):
        return
    decisions: list[str] = []
    chance: list[list[str]] = [[]]
    """Public notations of chance actions, before each decision and after the last."""
    done = [happening.done for happening in line if happening.done]
    for seat, text in presenter.journal(done, line[-1].after, viewer):
        if seat == CHANCE:
            chance[-1].append(text)
        else:
            decisions.append(text)
            chance.append([])
    # If a presenter lists the actions in another way, none can be matched, so none is shown.
    is_matched = len(decisions) == sum(happening.entry.seat != CHANCE for happening in line)
    decided, is_first = 0, True
    for number, happening in enumerate(line):
        text = happening.entry.text
        shown, hidden = "", True
        if is_matched and happening.entry.seat == CHANCE:
            shown, hidden = " ".join(chance[decided]) * is_first, text not in chance[decided]
            is_first = False
        elif is_matched:
            shown, hidden = decisions[decided], text != decisions[decided]
            decided, is_first = decided + 1, True
        if number >= start:
            happening.shown, happening.hidden = shown, hidden
