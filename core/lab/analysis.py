"""Regrets, marks and luck: a match compared with the play of an analyst.

**Regret.**  At each decision an analyst weighs all actions; the regret is the value of the best one
minus the value of the action chosen, in points of the lead expected at the end.  The analyst knows
only what the seat could know.

**Luck.**  The luck of a turn is the value of the position after its deal minus the mean value after
sampled deals.  The same analyst values both, so its errors cancel out.  The luck of all turns is
taken from the result, as backgammon programs do and as White and Bowling's control variate does
("Learning a value analysis tool for agent evaluation", IJCAI 2009; refined as AIVAT by Burch,
Schmid, Moravcik, Morrill and Bowling, AAAI 2018).  Over all deals its mean is 0 for any analyst, so
the adjusted result is as fair as the result itself and varies less.  The interval of the luck
covers the chance of the samples, but no errors of the analyst.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import InitVar, dataclass, replace
from itertools import groupby, islice, zip_longest
from math import sqrt
from random import Random
from typing import Any

from ..errors import BadValue
from ..game import CHANCE, OVER, Position
from ..hooks.engine import Engine
from ..matches.entry import HINTED
from ..matches.match import JournalStep, Match
from ..matches.record import Record, load_setup
from ..players import Weighed, bot_generator
from ..players.expectimax import margin_of
from ..players.race import deal_from
from ..text import msg
from .analyst import NODES, analyst_of, nodes_at
from .inference import Mean
from .workers import workers

MARKED = ((4.0, "??"), (2.0, "?"), (1.0, "?!"))  # least regret for each mark
SAMPLES = 16
LUCK_SHARE = 2  # a deal gets the nodes, or the time, of a decision divided by this
LEAST_NODES = 4000  # at least, for a deal: enough for captain to see all that matters


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a seat as the analyst judges it."""

    entry: int
    """Index of the decision in the journal, from 0."""
    seat: int
    kind: str
    done: Weighed
    best: Weighed
    """Also what was done, where the hint had said so, whatever a longer look finds."""

    @property
    def regret(self) -> float:
        """Points that the decision cost."""
        return max(0.0, self.best.value - self.done.value)

    @property
    def mark(self) -> str:
        """Mark for a bad decision, one of `core.matches.entry.MARKS`; empty for any other."""
        return next((mark for least, mark in MARKED if self.regret >= least), "")


@dataclass(frozen=True, slots=True)
class Luck:
    """Luck of seat 0 with the deal whose first card is the entry *entry* of the journal, from 0.

    *margin* is half the width of the 95% interval of *points*.
    """

    entry: int
    points: float
    margin: float


@dataclass(frozen=True)
class Analysis:
    """All decisions with a choice, the luck of each turn if measured, and the *lead* of seat 0."""

    decisions: Sequence[Decision]
    lucks: Sequence[Luck]
    lead: float
    stopped: bool = False
    """True if Ctrl-C came before all was judged: these are the first decisions, without luck."""

    @property
    def luck(self) -> float:
        """Luck of seat 0 in the whole match, in points."""
        return sum(luck.points for luck in self.lucks)

    @property
    def margin(self) -> float:
        """Half the width of the 95% interval of `luck`."""
        return sqrt(sum(luck.margin**2 for luck in self.lucks))

    def costliest(self) -> list[Decision]:
        """Return at most three decisions of each seat with a mark, by seat, the costliest first."""
        marked = [decision for decision in self.decisions if decision.mark]
        marked.sort(key=lambda one: (one.seat, -one.regret))
        by_seat = groupby(marked, key=lambda one: one.seat)
        return [one for _, run in by_seat for one in islice(run, 3)]

    def regret(self, seat: int, kind: str | None = None) -> float:
        """Return the sum of the regrets of *seat*, in all decisions or in those of one *kind*."""
        mine = (decision for decision in self.decisions if decision.seat == seat)
        return sum(one.regret for one in mine if kind in (None, one.kind))


@dataclass
class Analysing:
    """The `Work` of an analysis: a piece for each decision, then for each deal and its samples.

    Raises `JournalError` for an impossible record, and what `load_setup` raises.
    """

    record: Record
    nodes: int = NODES
    """Nodes for a decision; if 0, only *seconds* limits it."""
    seconds: float = 0.0
    samples: int = SAMPLES
    """Deals that the real one is compared with; if 0, luck is not measured."""
    without: tuple[str, ...] = ()
    """Plugins to leave out."""
    engine: InitVar[Engine | None] = None
    """Engine whose plugins are loaded already; by default a new one is made."""
    seat: int | None = None
    """Seat whose decisions are judged; by default those of all."""
    first: int | None = None
    """Seat whose decisions are judged before those of others."""

    def __post_init__(self, engine: Engine | None) -> None:
        engine = engine or Engine(without=self.without)
        loaded = load_setup(engine, self.record.setup)
        self.match: Match = loaded.replay(self.record.entries)
        self.game, self.bots = loaded.game, engine.bots
        self.decisions: list[tuple[int, JournalStep]] = []
        self.deals: list[tuple[int, Position, Position]] = []
        """First entry of each deal, and positions before and after; only in split games for two."""
        has_luck = self.samples and self.game.info().splits and self.game.players == 2
        began: tuple[int, Position] | None = None
        for number, step in enumerate(self.match.steps):
            if step.done is None or step.undone:
                continue
            if step.is_chance:
                began = began or (number, step.before)
                if has_luck and step.after.to_act() not in (CHANCE, OVER):
                    self.deals.append((*began, step.after))
                    began = None
            elif self.seat in (None, step.done.seat) and len(step.before.legal_actions()) > 1:
                self.decisions.append((number, step))
        self.decisions.sort(key=lambda one: one[1].before.to_act() != self.first)

    def __reduce__(self) -> tuple[Any, ...]:
        settings = (
            self.nodes,
            self.seconds,
            self.samples,
            self.without,
            None,
            self.seat,
            self.first,
        )
        return Analysing, (self.record, *settings)

    @property
    def count(self) -> int:
        """Number of pieces."""
        return len(self.decisions) + len(self.deals) * (1 + self.samples)

    def within(self, seconds: float) -> None:
        """Limit the time of each piece so that all together take at most *seconds*.

        Where nodes are cheap, they end it sooner, and alike on every machine.
        """
        decisions = len(self.decisions)
        self.seconds = seconds / max(1, decisions + (self.count - decisions) / LUCK_SHARE)

    def begin(self) -> Callable[[int], Decision | float]:
        """See `Work.begin`: judges a decision, or values a deal or a sample for seat 0."""
        return self._piece

    def _piece(self, number: int) -> Decision | float:
        if number < len(self.decisions):
            return self._judged(*self.decisions[number])
        deal, sample = divmod(number - len(self.decisions), 1 + self.samples)
        _, before, after = self.deals[deal]
        if sample:
            after = before.copy()
            for card in deal_from(before, Random(f"deal/{deal}/{sample}")):
                after.apply(card)
        seat = after.to_act()
        if seat == OVER:
            return float(margin_of(after, 0))
        # The same generator for the real deal and all samples, so that its effect cancels out.
        best = self._weighed(after, 0, LUCK_SHARE)[0].value
        return best if seat == 0 else -best

    def _judged(self, number: int, step: JournalStep) -> Decision:
        assert step.done is not None
        seat = step.done.seat
        seen = step.before.resample(seat, bot_generator(0, seat, number))
        weighed = self._weighed(seen, number)
        played = seen.parse(step.done.notation)
        done = next(one for one in weighed if one.action == played)
        followed = self.match.entries[number].mark == HINTED
        return Decision(number, seat, step.done.kind, done, done if followed else weighed[0])

    def _weighed(self, position: Position, moment: int, part: int = 1) -> list[Weighed]:
        """Weigh the actions with the nodes or time of a decision, divided by *part*; best first."""
        seat = position.to_act()
        nodes = min(self.nodes, max(LEAST_NODES, self.nodes // part))
        rng = bot_generator(0, seat, moment)
        analyst = analyst_of(self.game, self.bots, nodes_at(position, nodes))
        if weighed := analyst.weigh(position, seat, rng, self.seconds / part):
            return weighed
        raise BadValue(
            msg(
                "no-analyst",
                "No bot that can analyse this game is installed, neither captain nor mcts.",
            )
        )


def _looked_ahead(decisions: Sequence[Decision]) -> Iterator[Decision]:
    """Give each decision at least the value of the next one, if the same seat makes it at once.

    The analyst finds more where it begins than where it looks ahead: without this, a card would
    seem to cost what the next one, in the same hand, brings.
    """
    for one, following in zip_longest(decisions, decisions[1:]):
        at_once = following and (following.entry, following.seat) == (one.entry + 1, one.seat)
        if at_once and following.best.value > one.done.value:
            value = min(one.best.value, following.best.value)
            one = replace(one, done=Weighed(one.done.action, value, one.done.line))
        yield one


def analyse(work: Analysing, jobs: int = 1, tell: Callable[[], None] = lambda: None) -> Analysis:
    """Do *work* in *jobs* processes (see `workers`); call *tell* after each piece.

    With nodes instead of seconds the result is the same for any number of jobs.  Raises `BadValue`
    if no bot can weigh the game, `LabError` if a worker is lost, and `KeyboardInterrupt` only if
    nothing is judged yet: what is judged already is shown.
    """
    pieces: list[Any] = []
    stopped = False
    try:
        for piece in workers(jobs).run(work, range(work.count)):
            pieces.append(piece)
            tell()
    except KeyboardInterrupt:
        if not pieces:
            raise
        stopped = True
    decisions = [*_looked_ahead(pieces[: len(work.decisions)])]
    decisions.sort(key=lambda one: one.entry)
    values = iter(pieces[len(work.decisions) :])
    lucks = []
    for entry, _, _ in () if stopped else work.deals:
        real, mean = next(values), Mean()
        for value in islice(values, work.samples):
            mean.add(value)
        lucks.append(Luck(entry, real - mean.mean, mean.margin))
    return Analysis(decisions, lucks, float(margin_of(work.match.position, 0)), stopped)
