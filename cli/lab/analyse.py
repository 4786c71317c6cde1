"""The command `splitpick analyse`: the cost of each decision of a match, and the luck in it."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from ...core.errors import BadValue
from ...core.hooks.engine import Engine
from ...core.lab.analysis import SAMPLES, Analysing, Analysis, Decision
from ...core.lab.analyst import NODES
from ...core.matches.exports.facts import title
from ...core.matches.exports.words import Words
from ...core.matches.match import Match
from ...core.matches.record import Loaded, Record, load_setup
from ...core.matches.seating import check_budget
from ...core.matches.setup import HUMAN
from ...core.matches.store import Saved
from ...core.players import Captain
from ...core.players.budget import MOST_NODES, read_budget
from ...core.players.budget import NODES as NODES_SETTING
from ...core.rules.characters import excerpt
from ...core.scene import OUTLOOK, addressed, points
from ...core.session.play_again import play_again
from ...core.session.review import tell_cost
from ...core.session.vocabulary import Vocabulary
from ...core.text import Message, Text, in_turn, msg, nmsg, sentences
from .. import options
from ..localized_typer import command
from ..screen import Screen
from ..start import begin
from ..storage.open_store import last_ended, load_match, narrated
from ..storage.record_files import RECORD, STANDARD_INPUT, check_file, record_in, whole, write_file
from ..terminal.figures import Figures, rounded
from ..terminal.pager import show_paged
from ..terminal.progress import judge
from ..typed_values import parse_number
from ..wrapping import table

MOST_DEALS = 10_000  # more are a typing error
FEWEST_NODES = 1000  # with fewer not everything has been tried once, and values mean nothing

_sentence = sentences(
    msg("number-of-deals", "The number of deals can be 0 or from 2 to {most}, not {deals}."),
    msg("bad-analysis-budget", 'Write the budget as 200ms or nodes=10000, not "{text}".'),
    msg("analysis-secrets", "The match is not over, and an analysis would reveal what is hidden."),
    msg("analysis-unfair",
        "The match is not over; only a practice match may be analysed before its end."),
    msg("written", "Written: {file}"),
    msg("analysis-told", "No. {entry}: {cost}"),
    msg("analysis-costs", "What the decisions cost, compared with the best ones:"),
    msg("column-all", "total"),
    msg("analysis-decisions",
        "All decisions with a choice. The last column: how far ahead (−: behind) {seat} would"
        " probably end with the best choice."),
    msg("analysis-every-decision",
        "All decisions with a choice. The last column: how far ahead (−: behind) whoever decides"
        " would probably end with the best choice."),
    msg("analysis-your-decisions",
        "All your decisions with a choice. The last column: how far ahead (−: behind) you would"
        " probably end with the best choice."),
    msg("column-entry", "no."),
    msg("column-seat", "seat"),
    msg("column-move", "move"),
    msg("column-cost", "cost"),
    msg("column-better", "better"),
    msg("column-own-lead", "lead"),
    msg("analysis-title", "{title} ({match})"),
    msg("analysis-none", "There was no mistake worth mentioning."),
    msg("analysis-numbers", "The first column: the number of the entry in a replay."),
    msg("analysis-again", "Play it again from here:"),
    msg("analysis-again-at",
        "To play on yourself from one of these decisions, type this command with its number after"
        " --at:"),
    msg("luck", "Result and luck:"),
    msg("luck-level", "It ended level."),
    msg("luck-ahead", "{seat} ended {amount} ahead.").to_you(
        seat=msg("luck-you-ahead", "You ended {amount} ahead.")
    ),
    msg("luck-behind", "{seat} ended {amount} behind.").to_you(
        seat=msg("luck-you-behind", "You ended {amount} behind.")
    ),
    msg("luck-brought",
        "Compared with other deals, the cards brought {seat} about {amount}, give or take {margin}."
        ).to_you(seat=msg("luck-brought-you",
        "Compared with other deals, the cards brought you about {amount}, give or take {margin}.")),
    msg("luck-lost",
        "Compared with other deals, the cards cost {seat} about {amount}, give or take {margin}."
        ).to_you(seat=msg("luck-lost-you",
        "Compared with other deals, the cards cost you about {amount}, give or take {margin}.")),
    msg("luck-without-ahead",
        "Without luck, {seat} would have ended about {amount} ahead.").to_you(
        seat=msg("luck-without-you-ahead",
                 "Without luck, you would have ended about {amount} ahead.")
    ),
    msg("luck-without-behind",
        "Without luck, {seat} would have ended about {amount} behind.").to_you(
        seat=msg("luck-without-you-behind",
                 "Without luck, you would have ended about {amount} behind.")
    ),
    msg("analysis-comment", "costs {points}; better: {move}"),
    nmsg("analysis-costliest", "The costliest move of {seat}:",
         "The {count} costliest moves of {seat}:", 0),
    nmsg("analysis-your-costliest", "Your costliest move:", "Your {count} costliest moves:", 0),
)  # fmt: skip


@command(
    "splitpick analyse jolly-roger-1",
    "splitpick analyse jolly-roger-1 --budget nodes=40000 --jobs 2",
    "splitpick analyse my-match.txt --export marked.txt",
)
def analyse_match(
    ctx: typer.Context,
    match: Annotated[
        str | None,
        Argument(
            metavar="MATCH",
            help="The name of a match, or a file with a record; by default the last match that is "
            "over.",
        ),
    ] = None,
    budget: Annotated[
        str,
        Option(
            "--budget",
            metavar="BUDGET",
            help="The effort for each decision: a time such as 200ms, or nodes=40000, which gives "
            "the same result on every machine. By default, all decisions take about a minute at "
            "most.",
        ),
    ] = "",
    jobs: options.Jobs = None,
    deals: Annotated[
        str,
        Option(
            "--deals",
            metavar="NUMBER",
            help="The number of other deals to compare each deal with, to measure luck; 16 by "
            "default, 0 for none.",
        ),
    ] = str(SAMPLES),
    export: Annotated[
        str | None,
        Option("--export", metavar="FILE", help="Write the annotated record to this file."),
    ] = None,
    force: options.Force = False,
    as_json: options.Json = False,
    accessible: options.Accessible = False,
    no_pager: options.NoPager = False,
) -> None:
    """Show what each decision of a match cost, what would have been better, and why.

    It also measures the luck in the result.
    """
    screen, engine = begin(ctx, accessible=accessible)
    nodes, seconds = _budget(budget or f"{NODES_SETTING}={NODES}")
    samples, processes = parse_number(deals), 0 if jobs is None else parse_number(jobs)
    # A single deal has no spread.
    if samples == 1 or samples > MOST_DEALS:
        raise BadValue(_sentence("number-of-deals", most=MOST_DEALS, deals=samples))
    is_file = match == STANDARD_INPUT
    if match is None:
        match = last_ended(screen)
    with suppress(OSError):  # too long for the name of a file, such as a token
        is_file = is_file or Path(match).is_file()
    saved = Saved(match, record_in(engine, match), 0) if is_file else load_match(screen, match)
    loaded = load_setup(engine, saved.record.setup)
    players = saved.record.setup.players
    reader = players.index(HUMAN) if players.count(HUMAN) == 1 else None
    loaded.presenter.seats = addressed(loaded.presenter.seats, reader)
    loaded.presenter.spoken = screen.accessible
    played = narrated(loaded, saved).match
    secrets = loaded.presenter.secrets
    if not played.over and (secrets or not loaded.setup.practice):  # it would wrong somebody
        raise BadValue(_sentence("analysis-secrets" if secrets else "analysis-unfair"))
    if export is not None:
        check_file(Path(export), force=force)  # the analysis takes long
    work = Analysing(saved.record, nodes, seconds, samples, screen.without, engine, first=reader)
    analysis = judge(screen, work, processes, quick=not budget)
    report = AnalysisReport(
        screen, engine, saved, loaded, played, analysis, reader, kept=not is_file
    )
    if export is not None:
        write_file(Path(export), whole(engine, report.annotated(), RECORD), force=force)
    if as_json:
        screen.json(report.as_json(work))
    else:
        show_paged(screen, report.show, pager=not no_pager)
        if export is not None:
            screen.say(_sentence("written", file=export))


def _budget(typed: str) -> tuple[int, float]:
    """Read ``nodes=10000`` or ``200ms`` as nodes and seconds, one of them 0; raises `BadValue`."""
    budget = read_budget(typed)
    settings = dict(budget.settings) if budget else {}
    if budget is None or settings.keys() - {NODES_SETTING}:
        raise BadValue(_sentence("bad-analysis-budget", text=excerpt(typed)))
    check_budget(budget, Captain.id, {NODES_SETTING: (FEWEST_NODES, MOST_NODES)})
    return settings.get(NODES_SETTING, 0), budget.seconds


@dataclass
class AnalysisReport:
    """The analysis *found* of the match *saved*: for people, as marks in its record, as JSON.

    Only a match that is *kept* in the user's store can be played again by its name.
    """

    screen: Screen
    engine: Engine
    saved: Saved
    loaded: Loaded
    match: Match
    found: Analysis
    reader: int | None
    """Seat of the only person, who reads it and whose lead is shown, if there is one."""
    kept: bool

    def show(self) -> None:
        """Tell the costliest decisions; then show the cost of all, the reasons, and the luck."""
        screen, presenter, analysis = self.screen, self.loaded.presenter, self.found
        figures = Figures(screen)
        vocabulary = Vocabulary(screen.language, presenter.words())
        name = _sentence("analysis-title", title=title(presenter), match=self.saved.name)
        screen.line(screen.bold(Words(screen.language)(name)))
        self._tell_costliest(vocabulary)
        kinds = [*dict.fromkeys(decision.kind for decision in analysis.decisions)]
        costs = [
            (presenter.heading(seat), [self._cost(figures, seat, one) for one in (*kinds, None)])
            for seat in range(len(presenter.seats))
        ]
        heads = [*map(presenter.kind_name, kinds), _sentence("column-all")]
        figures.table(_sentence("analysis-costs"), heads, costs)
        if not screen.accessible:  # dozens of moves, of which those that matter were told
            self._show_decisions(figures, vocabulary)
        if analysis.lucks:
            screen.line()
            screen.say(_sentence("luck"), *self._tell_luck())

    def _cost(self, figures: Figures, seat: int, kind: str | None) -> str:
        """Write the cost of the decisions of *seat* of one *kind*; of nothing, no ear hears."""
        cost = figures.number(self.found.regret(seat, kind), 1)
        return "" if self.screen.accessible and kind and cost == figures.number(0, 1) else cost

    def _tell_luck(self) -> Iterator[Message]:
        """Tell how the reader, or else the first seat, has ended, and how much of it was luck."""
        found, seat = self.found, self.reader or 0
        amount, who = self.loaded.presenter.expected_amount, self.loaded.presenter.seats[seat]
        lead, luck = (-value if seat else value for value in (found.lead, found.luck))
        way = "level" if not lead else "ahead" if lead > 0 else "behind"
        yield _sentence(f"luck-{way}", seat=who, amount=amount(lead))
        yield _sentence(
            "luck-brought" if luck >= 0 else "luck-lost",
            seat=who, amount=amount(luck), margin=amount(found.margin),
        )  # fmt: skip
        way = "ahead" if lead >= luck else "behind"
        yield _sentence(f"luck-without-{way}", seat=who, amount=amount(lead - luck))

    def _tell_costliest(self, vocabulary: Vocabulary) -> None:
        """Tell the costliest decisions and why: those of the reader, or else of everybody."""
        screen, presenter, viewer = self.screen, self.loaded.presenter, self.reader
        told = [costly for costly in self._costliest() if viewer in (None, costly[0].seat)]
        if not told:
            screen.line()
            screen.say(_sentence("analysis-none"))
        of = -1
        for one, reasons, again in told:
            seat, step = presenter.seats[one.seat], self.match.steps[one.entry]
            if of != one.seat:
                of = one.seat
                screen.line()
                count = sum(other.seat == of for other, _, _ in told)
                yours = _sentence("analysis-your-costliest", count=count)
                heading = _sentence("analysis-costliest", count=count, seat=seat)
                screen.say(heading.to_you(seat=yours))
            number = self.match.standing(one.entry + 1)
            cost = tell_cost(presenter, step, number, one.best.action, one.regret, viewer)
            text = _sentence("analysis-told", entry=number, cost=cost)
            screen.line()
            # The outlook is that of the better choice, and would stand below what the other led to.
            outlook = [
                reason
                for reason in reasons
                if isinstance(reason, Message) and reason.code in OUTLOOK
            ]
            text = in_turn([text if self.kept else cost, *outlook])
            screen.say(vocabulary.in_own_words(text))
            for reason in reasons:
                if reason in outlook:
                    continue
                said = screen.words(vocabulary.in_own_words(reason))
                begins = isinstance(reason, Message) and reason.text.endswith(":")
                screen.say(said if begins else f"- {said}")
            if again and not self.kept:
                screen.say(_sentence("analysis-again"))
                screen.line(again)
        again = next((again for _, _, again in told if again), "")
        if again and self.kept:
            screen.line()
            screen.say(_sentence("analysis-again-at"))
            screen.line(again)

    def _show_decisions(self, figures: Figures, vocabulary: Vocabulary) -> None:
        """List every decision: what it cost, what was better, and who was ahead before it."""
        presenter, analysis = self.loaded.presenter, self.found
        others, who = len(presenter.seats) > 2, self.reader or 0
        rows = []
        for decision in analysis.decisions:
            if self.reader not in (None, decision.seat):
                continue
            shown = self._decision(decision)
            done, best = (vocabulary.own(shown[which]) for which in ("done", "best"))
            lead = figures.signed(
                decision.best.value if decision.seat == who or others else -decision.best.value
            )
            cost = figures.number(decision.regret, 1) if round(decision.regret, 1) else ""
            better = best if cost and best != done else ""
            name = self.screen.words(presenter.heading(decision.seat))
            rows.append([str(shown["entry"]), name, done, cost, better, lead])
        if not rows:
            return
        heads = ["entry", "seat", "move", "cost", "better", "own-lead"]
        all_of = "analysis-every-decision" if others else "analysis-decisions"
        if self.reader is not None:
            all_of = "analysis-your-decisions"
        screen = self.screen
        screen.line()
        screen.say(
            in_turn([_sentence(all_of, seat=presenter.seats[who]), _sentence("analysis-numbers")])
        )
        titles = [screen.words(_sentence(f"column-{head}")) for head in heads]
        screen.say(*table(titles, rows, screen.width, [0, 3, 5]))

    # For programs.

    def annotated(self) -> Record:
        """Return the record with a mark and a comment on every costly decision."""
        entries = list(self.saved.record.entries)
        for decision in self.found.decisions:
            if decision.mark:
                better, entry = self._decision(decision)["best"], entries[decision.entry]
                cost = _sentence("analysis-comment", points=points(decision.regret), move=better)
                comment = "; ".join(filter(None, [entry.comment, self.screen.words(cost)]))
                entries[decision.entry] = replace(entry, mark=decision.mark, comment=comment)
        return replace(self.saved.record, entries=tuple(entries))

    def as_json(self, work: Analysing) -> Any:
        """Return the whole report and the effort of *work* as plain values."""
        setup, analysis, say = self.loaded.setup, self.found, self.screen.words
        luck = {
            "seat": setup.seats[0],
            "lead": analysis.lead,
            "luck": analysis.luck,
            "margin": analysis.margin,
            "adjusted": analysis.lead - analysis.luck,
            "turns": [
                {"entry": one.entry + 1, "luck": one.points, "margin": one.margin}
                for one in analysis.lucks
            ],
        }
        fields = {
            "match": self.saved.name,
            "ruleset": setup.ruleset,
            "variant": setup.variant,
            "nodes": work.nodes,
            "seconds": work.seconds,
            "scores": list(self.match.position.scores()),
            "regret": {seat: analysis.regret(at) for at, seat in enumerate(setup.seats)},
            "decisions": [*map(self._decision, analysis.decisions)],
            "costliest": [
                {**self._decision(one), "reasons": [*map(say, reasons)], "again": again}
                for one, reasons, again in self._costliest()
            ],
            "luck": luck if analysis.lucks else None,
        }
        return rounded(fields, 3)

    def _decision(self, one: Decision) -> dict[str, Any]:
        step = self.match.steps[one.entry]
        return {
            "entry": one.entry + 1,
            "seat": self.loaded.setup.seats[one.seat],
            "kind": one.kind,
            "done": self.match.entries[one.entry].text,
            "best": step.before.notation(one.best.action),
            "value": one.done.value,
            "best_value": one.best.value,
            "regret": one.regret,
            "mark": one.mark,
        }

    def _costliest(self) -> list[tuple[Decision, list[Text], str]]:
        """Return the costliest decisions, each with its reasons and a command to play it again."""
        costliest = []
        for one in self.found.costliest():
            before = self.match.steps[one.entry].before
            presenter = self.loaded.presenter
            reasons = [
                text
                for text in presenter.reasons(before, one.seat, one.best, one.done)
                if not (isinstance(text, Message) and text.code == "why-worth")  # said before
            ]
            again = play_again(self.engine, self.loaded, self.match, one.entry)
            words = again.words if again else []
            if again and self.kept:
                number = self.match.standing(one.entry + 1)
                words = ["replay", self.saved.name, "--at", str(number), "--play"]
            line = self.screen.command_line(*words) if again else ""
            costliest.append((one, reasons, line))
        return costliest
