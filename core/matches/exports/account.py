"""The account of a match: who played what, what happened, how it ended, all said in one language.

Markdown and HTML write the same account; what stands here are lines of plain text, nothing in them
is escaped yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ...game import CHANCE, Position
from ...scene import Scene
from ...text import Language, msg, nmsg
from ..entry import Turn, turns
from ..record import Loaded, Record
from .ending import forfeit, outcome, scoring
from .facts import Fact, facts, title
from .walk import Happening, walk
from .words import Words

MEANINGS = {
    "?!": msg("mark-dubious", "dubious"),
    "?": msg("mark-mistake", "a mistake"),
    "??": msg("mark-blunder", "a blunder"),
}
"""The marks in words."""

RECORD = msg(
    "about-record",
    "The record of this match is a text to pass on, to take in and to look through, move by move:",
)
"""What the commands of an account are for."""


@dataclass(frozen=True)
class Remark:
    """What somebody thinks of an entry."""

    mark: str
    """``?!``, ``?``, ``??`` or nothing."""
    meaning: str
    """The mark in words."""
    comment: str


@dataclass(frozen=True)
class Step:
    """Something that was done, in the notation and in words."""

    notations: Sequence[str]
    """More than one where nothing is told of the actions before the last; may be empty, where the
    reader must not know it."""
    sentences: Sequence[str]
    """May be empty, where there is nothing to tell."""
    remarks: Sequence[Remark] = ()
    undone: bool = False
    """Whether it was taken back later."""


@dataclass
class Passage:
    """Turns that belong together: one actor's, and what chance answers in between."""

    first: int
    """The number of its first turn."""
    last: int
    actor: str
    seat: int
    steps: list[Step]
    position: Position
    """The table after it."""

    @property
    def id(self) -> str:
        """What a link calls it."""
        return f"t{self.first}"

    @property
    def numbers(self) -> str:
        """The numbers of its turns: 5, or 5–7."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"

    def add(self, step: Step) -> None:
        """Add *step*; if nothing is told of the one before, the two are one."""
        before = self.steps[-1] if self.steps else None
        if before and not before.sentences and not before.remarks and before.undone == step.undone:
            step = replace(step, notations=[*before.notations, *step.notations])
            self.steps.pop()
        self.steps.append(step)


@dataclass
class Chapter:
    """Passages under one heading; a game without headings is one chapter."""

    heading: str
    passages: list[Passage] = field(default_factory=list)


class Account:
    """The account of *record* in *language*; *name* is what the store calls the match.

    Raises `JournalError` for the first entry that cannot have been.
    """

    def __init__(self, loaded: Loaded, record: Record, language: Language, name: str = "") -> None:
        self.words = Words(language)
        self.presenter = loaded.presenter
        self.walk = walk(loaded, record)
        self.language = language
        self.title = self.words(title(self.presenter))
        self.outcome = self.words(outcome(self.presenter, self.walk))
        """How it has ended, or who is to act, in one line."""
        self.facts: list[Fact] = facts(loaded, language, self.words, over=self.walk.over)
        self.chapters = self._chapters(turns(record.entries))
        self.scoring = self.words.lines(scoring(self.presenter, self.walk))
        """How the result came about, line by line; empty while there is none."""
        self.legend = [self.words(text) for text in self.presenter.legend()]
        self.commands = [
            f"splitpick matches export {name or 'NAME'} --format record",
            "splitpick matches import FILE",
        ]

    def scene(self, position: Position) -> Scene:
        """Draw the table for an onlooker."""
        return self.presenter.scene(position.view(None), None)

    def sentences(self, position: Position) -> list[str]:
        """Say the table for an onlooker."""
        return self.words.lines(self.presenter.sentences(position.view(None), None))

    # What happened.

    def _chapters(self, divided: Sequence[Turn]) -> list[Chapter]:
        chapters = [Chapter("")]
        for turn in divided:
            happenings = self.walk.happenings[turn.start : turn.start + len(turn.entries)]
            if turn.seat == CHANCE:
                self._tell_chance(chapters, turn, happenings)
            else:
                steps = [self._step(happening) for happening in happenings]
                self._go_on(chapters[-1], turn, steps, happenings[-1].after)
        return [chapter for chapter in chapters if chapter.passages]

    def _go_on(
        self, chapter: Chapter, turn: Turn, steps: Sequence[Step], position: Position
    ) -> None:
        """Write *turn* into *chapter*; what chance answers, and the answer to that, go along."""
        last = chapter.passages[-1] if chapter.passages else None
        if last is None or turn.seat not in (CHANCE, last.seat):
            actor = self._actor(turn.seat)
            last = Passage(turn.number, turn.number, actor, turn.seat, [], position)
            chapter.passages.append(last)
        last.last = turn.number
        last.position = position
        for step in steps:
            last.add(step)

    def _tell_chance(
        self, chapters: list[Chapter], turn: Turn, happenings: Sequence[Happening]
    ) -> None:
        """Tell what chance has brought; where that stands apart, a new chapter begins with it."""
        outcomes = [happening.done for happening in happenings if happening.done]
        after = happenings[-1].after
        told = self.presenter.deal(outcomes, after, None)
        said = self.words.lines(told)
        if told and told[0] == "" and said:
            chapters.append(Chapter(said.pop(0).removesuffix(".")))
        step = Step(
            list(filter(None, [" ".join(happening.shown for happening in happenings).strip()])),
            said,
            [remark for happening in happenings for remark in self._remarks(happening)],
            all(happening.undone for happening in happenings),
        )
        self._go_on(chapters[-1], turn, [step], after)

    def _actor(self, seat: int) -> str:
        if seat == CHANCE:
            return self.words(msg("actor-chance", "Chance"))
        return self.words(self.presenter.seats[seat])

    def _step(self, happening: Happening) -> Step:
        return Step(
            [happening.shown] if happening.shown else [],
            self._told(happening),
            self._remarks(happening),
            happening.undone,
        )

    def _told(self, happening: Happening) -> list[str]:
        """Say what an entry of a seat has done."""
        entry = happening.entry
        seat = self.presenter.seats[entry.seat]
        if entry.takes_back:
            count = entry.takes_back
            back = nmsg(
                "takes-back",
                "{seat} takes {count} action back.",
                "{seat} takes {count} actions back.",
                count,
                seat=seat,
            )
            return [self.words(back)]
        if entry.forfeits:
            return [self.words(forfeit(self.presenter, entry))]
        return self.words.lines(
            self.presenter.tell(happening.before, happening.action, happening.after, None)
        )

    def _remarks(self, happening: Happening) -> list[Remark]:
        entry = happening.entry
        if happening.hidden or not (entry.mark or entry.comment):
            return []  # what is said about a secret may tell it
        meaning = self.words(MEANINGS[entry.mark]) if entry.mark else ""
        return [Remark(entry.mark, meaning, self.words(entry.comment))]
