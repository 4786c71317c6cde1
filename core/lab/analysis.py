"""What a match would have been worth if it had been played well: regrets, marks and luck.

**Regret.**  Before every decision of a seat an analyst weighs all that it could do; what the best
is worth more than what was done is the regret, in points of the lead expected at the end.  A seat
is judged by what it could know.  A decision with nothing to choose costs nothing.

**Luck.**  What chance brings in a turn has been worth the value of the position after it, less the
value expected before it:

    luck = v(after the deal) - mean of v(after a sampled deal)

with the same analyst for both, so that what it always overrates cancels out.  The luck of all turns
is taken from the result, as backgammon programs do for luck-adjusted results, and as a control
variate: by White and Bowling ("Learning a value analysis tool for agent evaluation", IJCAI 2009),
of which AIVAT (Burch, Schmid, Moravcik, Morrill and Bowling, AAAI 2018) is a refinement.  Whatever
the analyst thinks, what is taken away is 0 in the mean over all deals, so the adjusted result is as
fair as the result itself and varies less.  The mean over *samples* deals is itself uncertain: the
interval that is given with the luck is that of these means, and says nothing of errors of the
analyst.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import TypeAlias

from ..errors import BadValue
from ..game import CHANCE, OVER, Position, draw_outcome
from ..hooks.engine import Engine
from ..matches.exports.walk import Happening, Walk, walk
from ..matches.record import Loaded, Record, load_setup
from ..players import Bot, Weighed, bot_generator
from ..players.greedy import margin_of
from ..splitting.position import SplitGame
from ..text import msg
from .analyst import NODES, analyst_of
from .intervals import Mean
from .workers import workers

MARKED = ((4.0, "??"), (2.0, "?"), (1.0, "?!"))
"""From how many lost points on a decision has which mark."""

SAMPLES = 16
"""How many deals the real one is compared with."""

LUCK_SHARE = 2
"""A deal gets this part of the nodes, or of the time, that a decision gets."""

LEAST_NODES = 4000
"""But no fewer nodes than this, with which the captain has seen all that it cares for."""


@dataclass(slots=True)
class Option:
    """What was weighed of an action, as `Weighed` has it."""

    action: int
    value: float
    line: list[int]


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a seat, and how good it was."""

    entry: int
    """Where it stands in the journal, from 0."""
    seat: int
    kind: str
    """``split``, ``pick`` or another of the game's own kinds."""
    done: Option
    best: Option

    @property
    def regret(self) -> float:
        """How many points it cost."""
        return max(0.0, self.best.value - self.done.value)

    @property
    def mark(self) -> str:
        """What an annotator writes behind it; see `core.matches.entry.MARKS`."""
        return next((mark for least, mark in MARKED if self.regret >= least), "")


@dataclass(frozen=True, slots=True)
class Luck:
    """What chance has brought the first seat in a turn, in points of the lead."""

    entry: int
    """Where the first of its acts stands in the journal."""
    points: float
    margin: float
    """Half the width of its 95 % interval."""


@dataclass(frozen=True)
class Analysis:
    """What came of it."""

    decisions: Sequence[Decision]
    """Those at which there was something to choose, in the order of the journal."""
    lucks: Sequence[Luck]
    """By turn; empty where luck is not measured."""
    lead: float
    """By how many points the first seat led the best of the others at the end."""

    @property
    def luck(self) -> float:
        """What chance brought the first seat in the whole match."""
        return sum(luck.points for luck in self.lucks)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of `luck`."""
        return sqrt(sum(luck.margin**2 for luck in self.lucks))

    def costliest(self, number: int = 3, least: float = MARKED[-1][0]) -> list[Decision]:
        """Return the *number* decisions that cost most, those that cost *least* points at least."""
        marked = [one for one in self.decisions if one.regret >= least]
        return sorted(marked, key=lambda one: -one.regret)[:number]

    def regret(self, seat: int, kinds: Iterable[str] | None = None) -> float:
        """Return how many points *seat* has lost by decisions of *kinds*, or by all."""
        wanted = None if kinds is None else set(kinds)
        return sum(
            one.regret
            for one in self.decisions
            if one.seat == seat and (wanted is None or one.kind in wanted)
        )


@dataclass(frozen=True)
class Budget:
    """How long the analyst may look at a decision: *nodes*, or *seconds* where there are none."""

    nodes: int = NODES
    seconds: float = 0.0

    def part(self, share: int) -> Budget:
        """Return one of *share* parts of it, but `LEAST_NODES` as far as it has so many."""
        nodes = min(self.nodes, max(LEAST_NODES, self.nodes // share))
        return Budget(nodes, self.seconds / share)


Piece: TypeAlias = "Decision | float"


@dataclass(frozen=True)
class Analysing:
    """The work of an analysis: a piece for each decision, then one for each deal and its samples.

    Its results depend on nothing but the record and a budget in nodes.
    """

    record: Record
    budget: Budget = field(default_factory=Budget)
    samples: int = SAMPLES
    """How many deals the real one is compared with; 0 does not measure luck."""
    without: tuple[str, ...] = ()
    """Plugins that are not loaded."""
    bots: Mapping[str, type[Bot]] | None = None
    """The bots there are, if not those of the engine."""

    def begin(self) -> Callable[[int], Piece]:
        """See `core.lab.workers.Work`."""
        engine = Engine(without=self.without)
        loaded = load_setup(engine, self.record.setup)
        return Pieces(self, loaded, walk(loaded, self.record), self.bots or engine.bots).do


class Pieces:
    """The pieces of an analysis, by number."""

    def __init__(
        self, work: Analysing, loaded: Loaded, walked: Walk, bots: Mapping[str, type[Bot]]
    ) -> None:
        self.work = work
        self.loaded = loaded
        self.bots = bots
        lasting = [
            (number, step) for number, step in enumerate(walked.happenings)
            if step.done is not None and not step.undone
        ]  # fmt: skip
        self.decisions = [
            (number, step)
            for number, step in lasting
            if step.entry.seat != CHANCE and len(step.before.legal_actions()) > 1
        ]
        self.deals: list[tuple[int, Happening, Position]] = []
        """Where chance began to act, and what it led to; where luck is measured."""
        if measures_luck(loaded) and work.samples:
            self._find_deals(lasting)

    def _find_deals(self, lasting: Sequence[tuple[int, Happening]]) -> None:
        began: tuple[int, Happening] | None = None
        for number, step in lasting:
            if step.entry.seat != CHANCE:
                continue
            began = began or (number, step)
            if step.after.to_act() not in (CHANCE, OVER):
                self.deals.append((*began, step.after))
                began = None

    @property
    def count(self) -> int:
        """How many pieces there are."""
        return len(self.decisions) + len(self.deals) * (1 + self.work.samples)

    def do(self, number: int) -> Piece:
        """Do a piece: judge a decision, or value a deal for the first seat."""
        if number < len(self.decisions):
            return self._judge(*self.decisions[number])
        deal, sample = divmod(number - len(self.decisions), 1 + self.work.samples)
        _, step, after = self.deals[deal]
        if sample:
            after = step.before.copy()
            rng = Random(f"deal/{deal}/{sample}")
            while after.to_act() == CHANCE:
                after.apply(draw_outcome(after.chance_outcomes(), rng.random()))
        return self._value(after)

    def _weighed(self, position: Position, budget: Budget, moment: int) -> list[Weighed]:
        seat = position.to_act()
        analyst = analyst_of(self.loaded.game, self.bots, budget.nodes)
        weighed = analyst.weigh(position, seat, bot_generator(0, seat, moment), budget.seconds)
        if not weighed:
            raise BadValue(
                msg("no-analyst", "No bot is here that can analyse this game: captain or mcts.")
            )
        return weighed

    def _judge(self, number: int, step: Happening) -> Decision:
        seat = step.entry.seat
        seen = step.before.resample(seat, bot_generator(0, seat, number))
        weighed = self._weighed(seen, self.work.budget, number)
        played = seen.parse(step.entry.text)
        done = next(one for one in weighed if one.action == played)
        assert step.done is not None
        return Decision(number, seat, step.done.kind, _option(done), _option(weighed[0]))

    def _value(self, position: Position) -> float:
        """Return the lead that the first of two seats is expected to have at the end."""
        seat = position.to_act()
        if seat == OVER:
            return float(margin_of(position, 0))
        # The same numbers for the real deal and the samples: their chance cancels out.
        best = self._weighed(position, self.work.budget.part(LUCK_SHARE), 0)[0].value
        return best if seat == 0 else -best


def _option(weighed: Weighed) -> Option:
    return Option(weighed.action, weighed.value, list(weighed.line))


def measures_luck(loaded: Loaded) -> bool:
    """Say whether luck is measured: in split-and-choose games for two, where deals alone are."""
    return isinstance(loaded.game, SplitGame) and loaded.game.players == 2


def analyse(
    engine: Engine,
    loaded: Loaded,
    work: Analysing,
    jobs: int = 1,
    tell: Callable[[], None] = lambda: None,
) -> Analysis:
    """Analyse the match of *work*, which *loaded* is of, in so many processes as *jobs* says.

    *tell* is called after each piece (`Pieces.count` says how many there are).  With a budget in
    nodes what comes out is the same for any *jobs*.  Raises `JournalError`, `BadValue` where nobody
    can weigh the game, and `LabError`.
    """
    walked = walk(loaded, work.record)
    pieces = Pieces(work, loaded, walked, work.bots or engine.bots)
    done: list[Piece] = []
    for piece in workers(jobs).run(work, range(pieces.count)):
        done.append(piece)
        tell()
    decisions = [piece for piece in done if isinstance(piece, Decision)]
    values = [piece for piece in done if not isinstance(piece, Decision)]
    lucks = []
    each = 1 + work.samples
    for number, (entry, _, _) in enumerate(pieces.deals):
        real, *sampled = values[number * each : (number + 1) * each]
        mean = Mean()
        for value in sampled:
            mean.add(value)
        lucks.append(Luck(entry, real - mean.mean, mean.margin))
    return Analysis(decisions, lucks, float(margin_of(walked.position, 0)))
