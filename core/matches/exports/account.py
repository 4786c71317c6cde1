"""Account of a match for Markdown and HTML: plain lines in one language, not escaped yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...game import CHANCE, Position
from ...scene import Presenter
from ...scene_lines import head_of
from ...text import Language, msg
from ...things import Fresh, SceneZone
from ..entry import HINTED, EntryRun, runs
from ..match import actions_of
from ..record import Loaded, Record
from .faces import places_of
from .facts import facts, title
from .narration import NarratedStep, Narration, tell
from .words import Words

MARKS = {
    "?!": msg("mark-dubious", "a small mistake"),
    "?": msg("mark-mistake", "a mistake"),
    "??": msg("mark-blunder", "a big mistake"),
    HINTED: msg("mark-hint", "the hint"),
}
LABELS = {
    "story": msg("story-head", "What happened"),
    "scoring": msg("scoring-head", "Result"),
    "legend": msg("legend-head", "Signs and notation"),
    "record": msg("record-head", "The record"),
    "about": msg(
        "about-record", "The record of this match is a text file that others import and replay:"
    ),
    "undone": msg("taken-back", "taken back"),
    "skip": msg("skip", "Skip to the match"),
    "contents": msg("contents", "Contents"),
    "entries": msg("fact-entries", "Entries"),
    "back": msg("step-back", "Back"),
    "single": msg("step-single", "One at a time"),
    "next": msg("step-on", "Next"),
}


@dataclass(frozen=True)
class NarratedAction:
    """One or more entries of a journal told together, as far as the reader may know them."""

    notations: Sequence[str]
    """Notations of the entries, preceded by those of merged earlier entries that had no text."""
    sentences: Sequence[str]
    undone: bool
    marks: Sequence[str]
    """Marks with their meanings, such as ``?? (a blunder)``."""
    comments: Sequence[str]


@dataclass
class Passage:
    """Entries that belong together: those of one actor, and those of chance in between."""

    first: int
    last: int
    actor: str
    seat: int
    position: Position
    done: list[NarratedAction] = field(default_factory=list)

    @property
    def numbers(self) -> str:
        """Numbers of its entries in the journal: 5, or 5–7."""
        return "–".join(dict.fromkeys([str(self.first), str(self.last)]))

    @property
    def shown(self) -> list[NarratedAction]:
        """Actions that have notations or sentences."""
        return [action for action in self.done if action.notations or action.sentences]

    def add(self, action: NarratedAction) -> None:
        """Add *action*; merge the previous one into it if that has no text and equal `undone`."""
        before = self.done[-1] if self.done else None
        silent = before and not (before.sentences or before.marks or before.comments)
        if before and silent and before.undone == action.undone:
            action = replace(action, notations=[*before.notations, *action.notations])
            self.done.pop()
        self.done.append(action)


@dataclass
class Chapter:
    """Passages under one heading, such as a turn of the game."""

    heading: str
    passages: list[Passage] = field(default_factory=list)


@dataclass(frozen=True)
class ShownTable:
    """A table as `scene.html.jinja` draws it, for an onlooker."""

    presenter: Presenter
    heads: str
    places: Mapping[str, Sequence[SceneZone]]
    viewer: int | None = None
    fresh: Fresh = field(default_factory=lambda: Fresh(None))


class Account:
    """The account of *record*, which has *name* in the store; raises `JournalError`."""

    def __init__(self, loaded: Loaded, record: Record, language: Language, name: str = "") -> None:
        self.words = Words(language)
        self.presenter = loaded.presenter
        self.lang = language.code.replace("_", "-")
        narration = Narration(self.presenter, loaded.replay(record.entries))
        self.title = self.words(title(self.presenter))
        self.outcome = self.words(narration.outcome())
        self.facts = facts(loaded, language, self.words, over=narration.match.over)
        self.labels = {label: self.words(message) for label, message in LABELS.items()}
        self.scoring = self.words.lines(narration.scoring())
        self.legend = [self.words(text) for text in self.presenter.legend()]
        self.commands = [
            f"splitpick matches export {name or 'NAME'} --format record",
            "splitpick matches import FILE",
        ]
        chapters = [Chapter(self.labels["story"])]
        for run in runs(record.entries):
            steps = narration.steps[run.start : run.end]
            if run.seat == CHANCE:
                told = self.presenter.deal(actions_of(steps), steps[-1].after, None)
                said = self.words.lines(told)
                if said and told[0] == "":
                    chapters.append(Chapter(said.pop(0).removesuffix(".")))
                done = [self._done(steps, said)]
            else:
                done = [
                    self._done([step], self.words.lines(tell(self.presenter, step, None)))
                    for step in steps
                ]
            self._add(chapters[-1], run, done, steps[-1].after)
        self.chapters = [chapter for chapter in chapters if chapter.passages]

    def table(self, position: Position) -> ShownTable:
        """Lay out the table at *position* for an onlooker."""
        scene = self.presenter.scene(position.view(None), None)
        return ShownTable(self.presenter, self.words(head_of(scene)), places_of(scene.zones, None))

    def sentences(self, position: Position) -> list[str]:
        """Describe the table at *position* to an onlooker."""
        return self.words.lines(self.presenter.sentences(position.view(None), None))

    def _add(
        self, chapter: Chapter, run: EntryRun, done: Sequence[NarratedAction], position: Position
    ) -> None:
        """Add *run* to *chapter*; a run of chance or the same actor extends the last passage."""
        last = chapter.passages[-1] if chapter.passages else None
        if last is None or run.seat not in (CHANCE, last.seat):
            chance = msg("actor-chance", "Chance")
            actor = self.words(chance if run.seat == CHANCE else self.presenter.seats[run.seat])
            last = Passage(run.start + 1, run.end, actor, run.seat, position)
            chapter.passages.append(last)
        last.last, last.position = run.end, position
        for action in done:
            last.add(action)

    def _done(self, steps: Sequence[NarratedStep], sentences: list[str]) -> NarratedAction:
        shown = " ".join(step.shown for step in steps).strip()
        # A mark or a comment on a secret may give it away.
        known = [step.entry for step in steps if not step.hidden]
        return NarratedAction(
            [shown] if shown else [],
            sentences,
            all(step.undone for step in steps),
            [f"{entry.mark} ({self.words(MARKS[entry.mark])})" for entry in known if entry.mark],
            [self.words(entry.comment) for entry in known if entry.comment],
        )
