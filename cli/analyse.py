"""``splitpick analyse``: what each decision of a match has cost, and what luck there was in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.errors import BadValue
from ..core.lab.analysis import SAMPLES, Analysing, Analysis, Decision, Pieces, analyse
from ..core.lab.analyst import NODES
from ..core.matches.entry import turns
from ..core.matches.exports.facts import title
from ..core.matches.exports.walk import Walk
from ..core.matches.exports.words import Words
from ..core.matches.record import Record, load_setup
from ..core.matches.seating import check_budget
from ..core.matches.setup import HUMAN
from ..core.matches.store import Saved
from ..core.players import Captain
from ..core.players.budget import MOST_NODES, read_budget
from ..core.players.budget import NODES as NODES_SETTING
from ..core.rules.characters import excerpt
from ..core.scene import points
from ..core.splitting.position import SplitGame
from ..core.text import Message, Text, msg
from .counts import count_table
from .exits import BAD_INPUT, FINE
from .matches.export_match import RECORD, whole, write_file
from .matches.import_match import STANDARD_INPUT, record_in
from .matches.narrate import walked
from .matches.open_store import open_store
from .play.new_match import number_wish
from .play.play_again import again_line
from .play.vocabulary import Vocabulary
from .progress import progress
from .screen import printing_aside
from .wrapping import wrap

if TYPE_CHECKING:
    from ..core.hooks.engine import Engine
    from ..core.matches.record import Loaded
    from .screen import Screen
    from .wishes import AnalyseWishes

MOST_DEALS = 10_000
"""More deals than this are a slip of the finger."""

LEAST_TOLD = 0.05
"""What is less than this is shown as 0.0."""


def analyse_command(screen: Screen, engine: Engine, name: str, wishes: AnalyseWishes) -> int:
    """Analyse the match *name*, or the record in the file *name*; return the exit code.

    Raises `UnknownName`, `BadValue` for a wish that makes no sense and for a match that may not be
    analysed yet, `PluginsMissing`, `RecordError` and `LabError`.
    """
    budget = budget_wish(wishes.budget)
    jobs = 0 if wishes.jobs is None else number_wish(wishes.jobs)
    deals = SAMPLES if wishes.deals is None else number_wish(wishes.deals)
    # One deal alone does not tell how far others lie from it.
    if deals == 1 or deals > MOST_DEALS:
        raise BadValue(
            msg("number-of-deals", "There can be no deals or from 2 to {most}, not {deals}.",
                most=MOST_DEALS, deals=deals)
        )  # fmt: skip
    saved = _saved(screen, engine, name)
    if saved is None:
        return BAD_INPUT
    loaded = load_setup(engine, saved.record.setup)
    walk = walked(loaded, saved)
    _check_allowed(loaded, walk)
    work = Analysing(saved.record, *budget, deals, screen.without)
    count = Pieces(work, engine, loaded, walk).count
    with progress(screen, count) as tell, printing_aside():
        found = analyse(engine, loaded, work, jobs, tell)
    report = Report(screen, engine, saved, loaded, walk, found)
    if wishes.export is not None:
        text = whole(engine, report.annotated(), RECORD)
        write_file(Path(wishes.export), text, wishes.force)
    if wishes.as_json:
        # ASCII: no character of a rule set reaches the terminal as it is.
        screen.line(json.dumps(report.as_json(budget), indent=2))
        return FINE
    report.show()
    if wishes.export is not None:
        screen.say(msg("written", "Written: {file}", file=wishes.export))
    return FINE


FEWEST_NODES = 1000
"""With less the analyst has not seen each way to play once, and what it says means nothing."""


def budget_wish(typed: str | None) -> tuple[int, float]:
    """Read how long a decision may be looked at: ``200ms``, ``nodes=10000``, or the usual."""
    if typed is None:
        return NODES, 0.0
    budget = read_budget(typed)
    settings = dict(budget.settings) if budget else {}
    if budget is None or set(settings) - {NODES_SETTING}:
        raise BadValue(
            msg(
                "bad-analysis-budget",
                'How long a decision is looked at is written 200ms or nodes=10000, not "{text}".',
                text=excerpt(typed),
            )
        )
    check_budget(budget, Captain.id, {NODES_SETTING: (FEWEST_NODES, MOST_NODES)})
    return settings.get(NODES_SETTING, 0), budget.seconds


def _saved(screen: Screen, engine: Engine, name: str) -> Saved | None:
    """Find the match; ``None`` for a file with mistakes, which have been shown."""
    if name == STANDARD_INPUT or Path(name).is_file():
        record = record_in(screen, engine, name)
        return None if record is None else Saved(name, record, 0)
    with open_store(screen) as store:
        return store.load(name)


def _check_allowed(loaded: Loaded, walk: Walk) -> None:
    """Raise `BadValue` for a match that is not over, unless nobody can be wronged by it."""
    if walk.over:
        return
    if loaded.presenter.secrets:
        raise BadValue(
            msg(
                "analysis-secrets",
                "The match is not over, and an analysis would tell what is hidden.",
            )
        )
    if not loaded.setup.practice:
        raise BadValue(
            msg(
                "analysis-unfair",
                "The match is not over: until then only one for practice may be analysed.",
            )
        )


@dataclass
class Report:
    """Puts an analysis into words, a record or JSON."""

    screen: Screen
    engine: Engine
    saved: Saved
    loaded: Loaded
    walk: Walk
    found: Analysis

    def __post_init__(self) -> None:
        self.presenter = self.loaded.presenter
        self.presenter.spoken = self.screen.accessible
        self.vocabulary = Vocabulary(self.screen.language, self.presenter.words())
        self.turn_of = {
            turn.start + number: turn.number
            for turn in turns(self.saved.record.entries)
            for number in range(len(turn.entries))
        }

    # For people.

    def show(self) -> None:
        """Show all there is."""
        screen = self.screen
        words = Words(screen.language)
        screen.line(screen.paint(words(title(self.presenter)), strong=True))
        screen.line()
        screen.say(msg("analysis-costs", "Points that decisions have cost, against the best:"))
        for line in self._table():
            screen.line(line)
        costly = self.found.costliest()
        screen.line()
        if not costly:
            screen.say(msg("analysis-none", "No decision has cost a whole point."))
        else:
            screen.say(msg("analysis-worst", "What has cost most:"))
        for number, one in enumerate(costly, 1):
            screen.line()
            self._tell(number, one)
        if self.found.lucks:
            screen.line()
            for text in self.told_luck():
                screen.say(text)

    def _columns(self) -> list[tuple[Text, list[str] | None]]:
        """List the columns of the table: a heading, and the kinds of decisions it is about."""
        every: tuple[Text, list[str] | None] = (msg("column-all", "together"), None)
        if not isinstance(self.loaded.game, SplitGame):
            return [every]
        kinds = {one.kind for one in self.found.decisions} - {"split", "pick"}
        return [
            (msg("column-splits", "splits"), ["split"]),
            (msg("column-picks", "picks"), ["pick"]),
            (msg("column-cards", "cards played"), sorted(kinds)),
            every,
        ]

    def _table(self) -> Sequence[str]:
        say = self.screen.words
        columns = self._columns()
        rows = [
            (say(name), [say(points(self.found.regret(seat, kinds))) for _, kinds in columns])
            for seat, name in enumerate(self.presenter.seats)
        ]
        heads = [say(head) for head, _ in columns]
        laid = count_table(rows, heads, self.screen.width)
        if laid is not None:
            return laid
        return [
            f"{label}: "
            + ", ".join(f"{head} {cell}" for head, cell in zip(heads, row, strict=True))
            for label, row in rows
        ]

    def _tell(self, number: int, one: Decision) -> None:
        """Tell what a decision cost, what was better and why, and how to try again."""
        step = self.walk.happenings[one.entry]
        seat = self.presenter.seats[one.seat]
        self.screen.say(
            msg(
                "analysis-decision",
                "{number}. Turn {turn} of the record, {seat}: {move} {mark}",
                number=number,
                turn=self.turn_of[one.entry],
                seat=seat,
                move=self.vocabulary.own(step.entry.text),
                mark=one.mark,
            )
        )
        self.screen.say(
            msg(
                "analysis-better",
                "It cost about {points} points. Better was: {move}",
                points=points(one.regret),
                move=self.vocabulary.own(step.before.notation(one.best.action)),
            )
        )
        reasons = self.presenter.reasons(step.before, one.seat, one.best, one.done)
        self.screen.say(msg("analysis-why", "Why, as {seat} could have been told:", seat=seat))
        for text in reasons:
            said = self.screen.words(self.vocabulary.in_own_words(text))
            lines = (
                wrap(said, self.screen.width, "- ", "  ") if self.screen.terminal else [f"- {said}"]
            )
            self.screen.line("\n".join(lines))
        line = again_line(self.screen, self.engine, self.loaded, self.walk, one.entry)
        if line:
            self.screen.say(msg("analysis-again", "Play it again from here:"))
            self.screen.line(line)

    def told_luck(self) -> Iterator[Message]:
        """Say how the match ended, what the cards had to do with it, and how it stands without."""
        people = [seat for seat, player in enumerate(self.loaded.setup.players) if player == HUMAN]
        seat = people[0] if len(people) == 1 else 0
        sign = 1 if seat == 0 else -1
        lead, luck = sign * self.found.lead, sign * self.found.luck
        name = self.presenter.seats[seat]
        yield msg(
            "luck",
            "{result}; {cards}. {without}",
            result=_ended(name, lead, you=len(people) == 1)
            if self.walk.over and self.walk.forfeit is None
            else _stands(name, lead),
            cards=_brought(name, luck, self.found.margin, you=len(people) == 1),
            without=_without(name, lead - luck),
        )

    # For programs.

    def annotated(self) -> Record:
        """Return the record with a mark and a comment on every decision that has cost a lot."""
        entries = list(self.saved.record.entries)
        for one in self.found.decisions:
            if not one.mark:
                continue
            step = self.walk.happenings[one.entry]
            said = self.screen.words(
                msg(
                    "analysis-comment",
                    "costs {points}; better: {move}",
                    points=points(one.regret),
                    move=step.before.notation(one.best.action),
                )
            )
            comment = "; ".join(filter(None, [entries[one.entry].comment, said]))
            entries[one.entry] = replace(entries[one.entry], mark=one.mark, comment=comment)
        return replace(self.saved.record, entries=tuple(entries))

    def as_json(self, budget: tuple[int, float]) -> dict[str, object]:
        """Tell everything as JSON."""
        setup, found = self.loaded.setup, self.found
        english = self.screen.words
        costly = []
        for one in found.costliest():
            step = self.walk.happenings[one.entry]
            reasons = self.presenter.reasons(step.before, one.seat, one.best, one.done)
            costly.append(
                {
                    **self._decision(one),
                    "reasons": [english(text) for text in reasons],
                    "again": again_line(
                        self.screen, self.engine, self.loaded, self.walk, one.entry
                    ),
                }
            )
        return {
            "match": self.saved.name,
            "ruleset": setup.ruleset,
            "variant": setup.variant,
            "nodes": budget[0],
            "seconds": budget[1],
            "scores": list(self.walk.position.scores()),
            "regret": {
                seat: round(found.regret(number), 3) for number, seat in enumerate(setup.seats)
            },
            "decisions": [self._decision(one) for one in found.decisions],
            "costliest": costly,
            "luck": None
            if not found.lucks
            else {
                "seat": setup.seats[0],
                "lead": found.lead,
                "luck": round(found.luck, 3),
                "margin": round(found.margin, 3),
                "adjusted": round(found.lead - found.luck, 3),
                "turns": [
                    {
                        "entry": one.entry + 1,
                        "luck": round(one.points, 3),
                        "margin": round(one.margin, 3),
                    }
                    for one in found.lucks
                ],
            },
        }

    def _decision(self, one: Decision) -> dict[str, object]:
        step = self.walk.happenings[one.entry]
        return {
            "entry": one.entry + 1,
            "turn": self.turn_of[one.entry],
            "seat": self.loaded.setup.seats[one.seat],
            "kind": one.kind,
            "done": step.entry.text,
            "best": step.before.notation(one.best.action),
            "value": round(one.done.value, 3),
            "best_value": round(one.best.value, 3),
            "regret": round(one.regret, 3),
            "mark": one.mark,
        }


def _ended(seat: Text, lead: float, *, you: bool) -> Message:
    """Say by how much somebody has won or lost."""
    amount = int(abs(lead))
    if not lead:
        return msg("luck-level", "The scores are level")
    if you and lead > 0:
        return msg("luck-you-won", "You won by {points}", points=amount)
    if you:
        return msg("luck-you-lost", "You lost by {points}", points=amount)
    if lead > 0:
        return msg("luck-won", "{seat} won by {points}", seat=seat, points=amount)
    return msg("luck-lost", "{seat} lost by {points}", seat=seat, points=amount)


def _stands(seat: Text, lead: float) -> Message:
    """Say how a match stands that is not over, or was not played to its end."""
    amount = int(abs(lead))
    if not lead:
        return msg("luck-level", "The scores are level")
    if lead > 0:
        return msg("luck-stands-ahead", "{seat} was ahead by {points} here", seat=seat,
                   points=amount)  # fmt: skip
    return msg("luck-stands-behind", "{seat} was behind by {points} here", seat=seat, points=amount)


def _brought(seat: Text, luck: float, margin: float, *, you: bool) -> Message:
    """Say what the cards brought somebody, and how sure that is."""
    amount, around = points(luck), points(margin)
    if you and luck >= 0:
        return msg(
            "luck-you-brought",
            "the cards brought you {points} (give or take {margin})",
            points=amount,
            margin=around,
        )
    if you:
        return msg(
            "luck-you-cost",
            "the cards cost you {points} (give or take {margin})",
            points=amount,
            margin=around,
        )
    if luck >= 0:
        return msg(
            "luck-brought",
            "the cards brought {seat} {points} (give or take {margin})",
            seat=seat,
            points=amount,
            margin=around,
        )
    return msg(
        "luck-cost",
        "the cards cost {seat} {points} (give or take {margin})",
        seat=seat,
        points=amount,
        margin=around,
    )


def _without(seat: Text, lead: float) -> Message:
    """Say how the match would stand without luck."""
    if abs(lead) < LEAST_TOLD:
        return msg("luck-even", "Without luck it is level.")
    if lead > 0:
        return msg(
            "luck-ahead", "Without luck {seat} is ahead by {points}.", seat=seat,
            points=points(lead),
        )  # fmt: skip
    return msg(
        "luck-behind", "Without luck {seat} is behind by {points}.", seat=seat, points=points(lead)
    )
