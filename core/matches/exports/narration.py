"""A match entry by entry in words, as far as somebody may know it: all of it once it is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ...game import CHANCE, are_together, teams_of
from ...scene import Presenter, tell_winners
from ...text import Both, Text, msg, named, nmsg
from ..entry import Entry, describe_forfeit
from ..match import JournalStep, Match, actions_of


@dataclass(slots=True, kw_only=True)
class NarratedStep(JournalStep):
    """JournalStep of a match with its *entry*, and what the reader may know of it."""

    entry: Entry
    shown: str
    """Text of the entry, without secrets; several chance actions may have theirs at the first."""
    hidden: bool = False
    """True if the reader must not know the entry, nor its mark and comment."""


class Narration:
    """The account of *match* for *viewer*, who until it is over must not know everything.

    Attributes:
        match: as given.
        viewer: the seat that reads; ``None`` is an onlooker.
        steps: all entries of the match with what came of them.
    """

    def __init__(self, presenter: Presenter, match: Match, viewer: int | None = None) -> None:
        self.presenter = presenter
        self.match = match
        self.viewer = viewer
        self.steps = [
            NarratedStep(
                step.before, step.after, step.action, step.done, step.undone,
                entry=entry, shown=entry.text,
            )
            for entry, step in zip(match.entries, match.steps, strict=True)
        ]  # fmt: skip
        if not match.over:
            self._hide_secrets()

    def _hide_secrets(self) -> None:
        """Redact all actions; those that were taken back, as far as they were known before that."""
        line: list[NarratedStep] = []
        for step in self.steps:
            if step.done:
                line.append(step)
            elif back := step.entry.takes_back:
                self._hide(line, len(line) - back)
                del line[-back:]
        self._hide(line, 0)

    def _hide(self, line: Sequence[NarratedStep], start: int) -> None:
        """Redact the actions *line*, from index *start* on, for the viewer after the last one."""
        if start == len(line):
            return
        decisions: list[str] = []
        chance: list[list[str]] = [[]]
        """Public notations of chance actions, before each decision and after the last."""
        for seat, text in self.presenter.journal(actions_of(line), line[-1].after, self.viewer):
            if seat == CHANCE:
                chance[-1].append(text)
            else:
                decisions.append(text)
                chance.append([])
        # If a presenter lists the actions in another way, none can be matched, so none is shown.
        is_matched = len(decisions) == sum(step.entry.seat != CHANCE for step in line)
        decided, is_first = 0, True
        for number, step in enumerate(line):
            text = step.entry.text
            shown, hidden = "", True
            if is_matched and step.entry.seat == CHANCE:
                shown, hidden = " ".join(chance[decided]) * is_first, text not in chance[decided]
                is_first = False
            elif is_matched:
                shown, hidden = decisions[decided], text != decisions[decided]
                decided, is_first = decided + 1, True
            if number >= start:
                step.shown, step.hidden = shown, hidden

    @property
    def forfeit(self) -> Entry | None:
        """Entry with which a seat lost before the end of the game, or ``None``."""
        return self.match.entries[-1] if self.match.forfeited is not None else None

    def outcome(self) -> Text:
        """Say in a line who has won or, before the end, who is to act."""
        position, lines = self.match.position, self.scoring()
        if self.forfeit:
            return msg("both-sentences", "{one} {other}", one=lines[0], other=lines[-1])
        if lines:
            return lines[-1]
        on = msg("match-goes-on", "The match is not over yet.")
        if position.to_act() < 0:
            return on
        question = self.presenter.question(position.view(None))
        return msg("both-sentences", "{one} {other}", one=on, other=question)

    def scoring(self) -> list[Text]:
        """Explain the result, line by line; return no line before the end of the match."""
        presenter, position, result = self.presenter, self.match.position, self.match.result
        if result is None:
            return []
        if not self.forfeit:
            return [*presenter.scoring(position)]
        sides = position.sides()
        stood = tuple(
            msg(
                "seat-score",
                "{seat} {score}",
                seat=Both(tuple(named(presenter.seats[seat]) for seat in team)),
                score=result.scores[team[0]],
            )
            for team in teams_of(range(len(result.scores)), sides)
        )
        return [
            describe_forfeit(presenter.seats[self.forfeit.seat], self.forfeit.forfeits),
            msg("stood", "The score was: {scores}.", scores=Both(stood, commas=True)),
            tell_winners(
                [presenter.seats[seat] for seat in result.winners],
                together=are_together(result.winners, sides),
            ),
        ]


def tell(presenter: Presenter, step: NarratedStep, viewer: int | None) -> Sequence[Text]:
    """Describe an action, an undo or a forfeit to *viewer*; ``None`` is an onlooker."""
    entry = step.entry
    if entry.forfeits:
        return [describe_forfeit(presenter.seats[entry.seat], entry.forfeits)]
    if not entry.takes_back:
        return presenter.tell(step.before, step.action, step.after, viewer)
    return [
        nmsg(
            "takes-back",
            "{seat} takes {count} action back.",
            "{seat} takes {count} actions back.",
            entry.takes_back,
            seat=presenter.seats[entry.seat],
        ).to_you(
            seat=nmsg(
                "you-take-actions-back",
                "You take your last action back.",
                "You take the last {count} actions back.",
                entry.takes_back,
            )
        )
    ]


def told_since(
    presenter: Presenter, match: Match, number: int, viewer: int | None, end: int | None = None
) -> Iterator[tuple[JournalStep, Sequence[Text]]]:
    """Yield each step with what is told of it; the last of a deal stands for all its steps."""
    for is_chance, run in groupby(match.line[number:end], lambda step: step.is_chance):
        steps = list(run)
        if is_chance:
            yield steps[-1], presenter.deal(actions_of(steps), steps[-1].after, viewer)
        else:
            for step in steps:
                yield step, presenter.tell(step.before, step.action, step.after, viewer)


@dataclass(frozen=True, slots=True)
class News:
    """News of *step*, an action or a deal, for somebody who looks at a screen."""

    step: JournalStep
    told: Sequence[Text]
    brief: Sequence[Text]
    """The same in as few words as possible."""
    weight: int
    """Rank; what matters more is cut later.

    0 for what the reader has chosen and for deals, 1 for plays of others that have a short form,
    for own actions that end something, such as a round, and for those without a choice, 2 for what
    has no short form: who splits, and who takes what.
    """

    @property
    def ends(self) -> bool:
        """True if an action has ended something in which others have a part, such as a round."""
        return not self.step.is_chance and len(self.brief) > 1


def news_since(
    presenter: Presenter, match: Match, number: int, viewer: int | None
) -> Iterator[News]:
    """Yield what `told_since` tells, with short forms and weights."""
    for step, told in told_since(presenter, match, number, viewer):
        if step.is_chance:
            yield News(step, told, told, 0)
            continue
        brief = presenter.brief(step.before, step.action, step.after, viewer)
        if step.done is not None and step.done.seat == viewer:
            weight = int(len(brief) > 1 or len(step.before.legal_actions()) == 1)
        else:
            weight = 1 if brief != told else 2
        yield News(step, told, brief, weight)
