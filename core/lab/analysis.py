"""Regrets, marks and luck: a match compared with the play of an analyst.

**Regret.**  Before each decision an analyst weighs all actions; the regret is the value of the best
one minus the value of the one that was done, in points of the lead expected at the end.  A seat is
judged by what it could know.

**Luck.**  The luck of a turn is the value of the position after its deal minus the mean value after
sampled deals.  The same analyst values both, so its errors cancel out.  The luck of all turns is
taken from the result, as backgammon programs do and as White and Bowling's control variate does
("Learning a value analysis tool for agent evaluation", IJCAI 2009; refined as AIVAT by Burch,
Schmid, Moravcik, Morrill and Bowling, AAAI 2018).  Over all deals its mean is 0 for any analyst, so
the adjusted result is as fair as the result itself and varies less.  The interval of the luck is
that of the sampled means; it does not cover errors of the analyst.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from random import Random
from typing import Any

from ..errors import BadValue
from ..game import CHANCE, OVER, Position
from ..hooks.engine import Engine
from ..matches.exports.walk import Happening, walk
from ..matches.record import Record, load_setup
from ..players import Bot, Weighed, bot_generator
from ..players.captain import deal_from
from ..players.greedy import margin_of
from ..splitting.position import SplitGame
from ..text import msg
from .analyst import NODES, analyst_of
from .statistics import Mean
from .workers import workers

MARKED = ((4.0, "??"), (2.0, "?"), (1.0, "?!"))  # marks, by the least regret that gets each
SAMPLES = 16
LUCK_SHARE = 2  # a deal gets this part of the nodes, or of the time, of a decision
LEAST_NODES = 4000  # but no fewer nodes, with which captain has seen everything that matters


@dataclass(slots=True)
class Option:
    """An action that was weighed: a `Weighed` that can be pickled."""

    action: int
    value: float
    line: list[int]


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a seat, judged."""

    entry: int
    """Its place in the journal, from 0."""
    seat: int
    kind: str
    done: Option
    best: Option

    @property
    def regret(self) -> float:
        """Points that it cost."""
        return max(0.0, self.best.value - self.done.value)

    @property
    def mark(self) -> str:
        """Mark of an annotator, one of `core.matches.entry.MARKS` or none."""
        return next((mark for least, mark in MARKED if self.regret >= least), "")


@dataclass(frozen=True, slots=True)
class Luck:
    """Luck of the first seat with the deal whose first card has the place *entry* in the journal.

    *margin* is half the width of the 95% interval of *points*.
    """

    entry: int
    points: float
    margin: float


@dataclass(frozen=True)
class Analysis:
    """All decisions with a choice, the luck of each turn if measured, and the first seat's lead."""

    decisions: Sequence[Decision]
    lucks: Sequence[Luck]
    lead: float

    @property
    def luck(self) -> float:
        """Luck of the first seat in the whole match."""
        return sum(luck.points for luck in self.lucks)

    @property
    def margin(self) -> float:
        """Half the width of the 95% interval of `luck`."""
        return sqrt(sum(luck.margin**2 for luck in self.lucks))

    def costliest(self) -> list[Decision]:
        """Return the three costliest decisions that have a mark."""
        return sorted((one for one in self.decisions if one.mark), key=lambda one: -one.regret)[:3]

    def regret(self, seat: int, kinds: Collection[str] | None = None) -> float:
        """Return the sum of regrets of *seat*, of all decisions or those of *kinds*."""
        return sum(
            one.regret
            for one in self.decisions
            if one.seat == seat and (kinds is None or one.kind in kinds)
        )


@dataclass(frozen=True)
class Analysing:
    """The `Work` of an analysis: a piece for each decision, then for each deal and its samples."""

    record: Record
    nodes: int = NODES
    """Nodes for a decision; 0 counts *seconds* instead."""
    seconds: float = 0.0
    samples: int = SAMPLES
    """Deals that the real one is compared with; 0 does not measure luck."""
    without: tuple[str, ...] = ()
    """Plugins that are not loaded."""
    bots: Mapping[str, type[Bot]] | None = None

    def begin(self) -> Callable[[int], Decision | float]:
        """See `Work.begin`."""
        return Pieces(self, Engine(without=self.without)).do


class Pieces:
    """The pieces of *work* by number; raises `JournalError` for an impossible record."""

    def __init__(self, work: Analysing, engine: Engine) -> None:
        self.work = work
        loaded = load_setup(engine, work.record.setup)
        self.walked = walk(loaded, work.record)
        self.game = game = loaded.game
        self.bots = work.bots or engine.bots
        self.decisions: list[tuple[int, Happening]] = []
        self.deals: list[int] = []
        """Entries with which deals begin, in split-and-choose games for two."""
        self.dealt: list[Position] = []
        """After each deal, the position and those after sampled deals in its place."""
        has_luck = work.samples and isinstance(game, SplitGame) and game.players == 2
        began: tuple[int, Position] | None = None
        for number, step in enumerate(self.walked.happenings):
            if step.done is None or step.undone:
                continue
            if step.entry.seat == CHANCE:
                began = began or (number, step.before)
                if has_luck and step.after.to_act() not in (CHANCE, OVER):
                    self.dealt.append(step.after)
                    for one in range(1, 1 + work.samples):
                        self.dealt.append(began[1].copy())
                        for card in deal_from(began[1], Random(f"deal/{len(self.deals)}/{one}")):
                            self.dealt[-1].apply(card)
                    self.deals.append(began[0])
                    began = None
            elif len(step.before.legal_actions()) > 1:
                self.decisions.append((number, step))

    @property
    def count(self) -> int:
        """Number of pieces."""
        return len(self.decisions) + len(self.dealt)

    def do(self, number: int) -> Decision | float:
        """Judge a decision, or value a position after a deal for the first seat."""
        if number < len(self.decisions):
            return self._judge(*self.decisions[number])
        return self._value(self.dealt[number - len(self.decisions)])

    def _judge(self, number: int, step: Happening) -> Decision:
        seat = step.entry.seat
        seen = step.before.resample(seat, bot_generator(0, seat, number))
        weighed = self._weighed(seen, number)
        played = seen.parse(step.entry.text)
        done = next(one for one in weighed if one.action == played)
        assert step.done is not None
        options = (Option(one.action, one.value, list(one.line)) for one in (done, weighed[0]))
        return Decision(number, seat, step.done.kind, *options)

    def _value(self, position: Position) -> float:
        """Return the lead that is expected at the end for the first of two seats."""
        seat = position.to_act()
        if seat == OVER:
            return float(margin_of(position, 0))
        # The same moment for the real deal and the samples: the analyst's chance cancels out.
        best = self._weighed(position, 0, LUCK_SHARE)[0].value
        return best if seat == 0 else -best

    def _weighed(self, position: Position, moment: int, part: int = 1) -> list[Weighed]:
        """Weigh the actions with this *part* of the effort."""
        work, seat = self.work, position.to_act()
        nodes = min(work.nodes, max(LEAST_NODES, work.nodes // part))
        rng = bot_generator(0, seat, moment)
        analyst = analyst_of(self.game, self.bots, nodes)
        if weighed := analyst.weigh(position, seat, rng, work.seconds / part):
            return weighed
        raise BadValue(
            msg("no-analyst", "No bot that can analyse this game is installed: captain or mcts.")
        )


def analyse(pieces: Pieces, jobs: int = 1, tell: Callable[[], None] = lambda: None) -> Analysis:
    """Do all *pieces* of an analysis in so many processes (`workers`).

    *tell* is called after each.  With nodes instead of seconds the result is the same for any
    number of jobs.  Raises `BadValue` if nobody can weigh the game, and `LabError`.
    """
    found: list[Any] = []
    for piece in workers(jobs).run(pieces.work, range(pieces.count)):
        found.append(piece)
        tell()
    values = iter(found[len(pieces.decisions) :])
    lucks = []
    for entry in pieces.deals:
        real = next(values)
        mean = Mean()
        for value in islice(values, pieces.work.samples):
            mean.add(value)
        lucks.append(Luck(entry, real - mean.mean, mean.margin))
    decisions = found[: len(pieces.decisions)]
    return Analysis(decisions, lucks, float(margin_of(pieces.walked.position, 0)))
