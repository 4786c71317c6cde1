"""The analysis of a match: for people, as marks in its record, and as JSON."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...core.matches.entry import turns
from ...core.matches.exports.facts import title
from ...core.matches.exports.words import Words
from ...core.matches.sentences import sentences
from ...core.matches.setup import HUMAN
from ...core.scene import points
from ...core.splitting.position import SplitGame
from ...core.text import Text, msg
from ..matches.play_again import again_line
from ..terminal.vocabulary import Vocabulary
from ..wrapping import wrap
from .figures import ONE_DIGIT, Figures

if TYPE_CHECKING:
    from ...core.hooks.engine import Engine
    from ...core.lab.analysis import Analysing, Analysis, Decision
    from ...core.matches.exports.walk import Walk
    from ...core.matches.record import Loaded, Record
    from ..screen import Screen

_told = sentences(
    msg("analysis-costs", "Points lost, compared with the best decisions:"),
    msg("column-splits", "splits"),
    msg("column-picks", "picks"),
    msg("column-cards", "cards played"),
    msg("column-all", "total"),
    msg("analysis-worst", "The costliest decisions:"),
    msg("analysis-none", "No decision cost a whole point."),
    msg("analysis-decision", "{number}. Turn {turn} of the record, {seat}: {move} {mark}"),
    msg("analysis-better", "It cost about {points} points. Better: {move}"),
    msg("analysis-why", "The reasons, as far as {seat} could know them:"),
    msg("analysis-again", "Play it again from here:"),
    msg("luck", "Result and luck of {seat}, in points:"),
    msg("luck-lead", "Lead at the end"),
    msg("luck-cards", "Luck with the cards (95%)"),
    msg("luck-without", "Lead without luck"),
    msg("analysis-comment", "costs {points}; better: {move}"),
)  # fmt: skip


@dataclass
class AnalysisReport:
    """Shows the analysis *found* of the match *name*."""

    screen: Screen
    engine: Engine
    name: str
    loaded: Loaded
    work: Analysing
    walk: Walk
    found: Analysis

    def __post_init__(self) -> None:
        self.presenter = self.loaded.presenter
        self.presenter.spoken = self.screen.accessible
        self.figures = Figures(self.screen)
        self.turn_of = {
            turn.start + number: turn.number
            for turn in turns(self.work.record.entries)
            for number in range(len(turn.entries))
        }

    def show(self) -> None:
        """Show the cost of all decisions, the costliest ones, and the luck."""
        screen, costly = self.screen, self.found.costliest()
        screen.line(screen.bold(Words(screen.language)(title(self.presenter))))
        screen.line()
        screen.say(_told("analysis-costs"))
        self._costs()
        screen.line()
        screen.say(_told("analysis-worst" if costly else "analysis-none"))
        for number, one in enumerate(costly, 1):
            screen.line()
            self._tell(number, one)
        if self.found.lucks:
            screen.line()
            self._luck()

    def _costs(self) -> None:
        """Show the regrets of each seat by kinds of decisions."""
        columns: list[tuple[str, list[str] | None]] = [("column-all", None)]
        if isinstance(self.loaded.game, SplitGame):
            others = {one.kind for one in self.found.decisions} - {"split", "pick"}
            kinds = {"splits": ["split"], "picks": ["pick"], "cards": sorted(others)}
            columns[:0] = [(f"column-{name}", kind) for name, kind in kinds.items()]
        lost, say = self.found.regret, self.screen.words
        rows = [
            (name, [say(points(lost(seat, kinds))) for _, kinds in columns])
            for seat, name in enumerate(self.presenter.seats)
        ]
        self.figures.table(rows, [_told(code) for code, _ in columns])

    def _tell(self, number: int, one: Decision) -> None:
        """Tell the cost of a decision, the best action and its reasons, and how to try again."""
        screen, step = self.screen, self.walk.happenings[one.entry]
        seat = self.presenter.seats[one.seat]
        vocabulary = Vocabulary(screen.language, self.presenter.words())
        turn, done = self.turn_of[one.entry], vocabulary.own(step.entry.text)
        told = {"number": number, "turn": turn, "seat": seat, "move": done, "mark": one.mark}
        screen.say(_told("analysis-decision", **told))
        best = vocabulary.own(step.before.notation(one.best.action))
        screen.say(_told("analysis-better", points=points(one.regret), move=best))
        screen.say(_told("analysis-why", seat=seat))
        for text in self._reasons(one):
            said = screen.words(vocabulary.in_own_words(text))
            lines = wrap(said, screen.width, "- ", "  ") if screen.terminal else [f"- {said}"]
            screen.line("\n".join(lines))
        if line := self._again(one):
            screen.say(_told("analysis-again"))
            screen.line(line)

    def _again(self, one: Decision) -> str:
        return again_line(self.screen, self.engine, self.loaded, self.walk, one.entry)

    def _luck(self) -> None:
        """Show the result with and without luck, for the only person at the table or seat 0."""
        people = [seat for seat, player in enumerate(self.loaded.setup.players) if player == HUMAN]
        seat = people[0] if len(people) == 1 else 0
        sign = 1 if seat == 0 else -1
        found, signed = self.found, self.figures.signed
        margin = self.figures.number(found.margin, ONE_DIGIT)
        luck = f"{signed(sign * found.luck)} ± {margin}"
        without = signed(sign * (found.lead - found.luck))
        self.screen.say(_told("luck", seat=self.presenter.seats[seat]))
        rows = {"lead": signed(sign * found.lead), "cards": luck, "without": without}
        self.figures.rows((_told(f"luck-{what}"), value) for what, value in rows.items())

    # For programs.

    def annotated(self) -> Record:
        """Return the record with a mark and a comment on every costly decision."""
        entries = list(self.work.record.entries)
        for one in self.found.decisions:
            if not one.mark:
                continue
            before, entry = self.walk.happenings[one.entry].before, entries[one.entry]
            better = before.notation(one.best.action)
            cost = _told("analysis-comment", points=points(one.regret), move=better)
            comment = "; ".join(filter(None, [entry.comment, self.screen.words(cost)]))
            entries[one.entry] = replace(entry, mark=one.mark, comment=comment)
        return replace(self.work.record, entries=tuple(entries))

    def as_json(self) -> dict[str, object]:
        """Return everything as plain values."""
        setup, found = self.loaded.setup, self.found
        luck = {
            "seat": setup.seats[0],
            "lead": found.lead,
            **_rounded(luck=found.luck, margin=found.margin, adjusted=found.lead - found.luck),
            "turns": [
                {"entry": one.entry + 1, **_rounded(luck=one.points, margin=one.margin)}
                for one in found.lucks
            ],
        }
        return {
            "match": self.name,
            "ruleset": setup.ruleset,
            "variant": setup.variant,
            "nodes": self.work.nodes,
            "seconds": self.work.seconds,
            "scores": list(self.walk.position.scores()),
            "regret": _rounded(**{seat: found.regret(at) for at, seat in enumerate(setup.seats)}),
            "decisions": [self._decision(one) for one in found.decisions],
            "costliest": [
                {
                    **self._decision(one),
                    "reasons": [*map(self.screen.words, self._reasons(one))],
                    "again": self._again(one),
                }
                for one in found.costliest()
            ],
            "luck": luck if found.lucks else None,
        }

    def _reasons(self, one: Decision) -> list[Text]:
        before = self.walk.happenings[one.entry].before
        return self.presenter.reasons(before, one.seat, one.best, one.done)

    def _decision(self, one: Decision) -> dict[str, object]:
        step = self.walk.happenings[one.entry]
        return {
            "entry": one.entry + 1,
            "turn": self.turn_of[one.entry],
            "seat": self.loaded.setup.seats[one.seat],
            "kind": one.kind,
            "done": step.entry.text,
            "best": step.before.notation(one.best.action),
            **_rounded(value=one.done.value, best_value=one.best.value, regret=one.regret),
            "mark": one.mark,
        }


def _rounded(**values: float) -> dict[str, float]:
    return {name: round(value, 3) for name, value in values.items()}
