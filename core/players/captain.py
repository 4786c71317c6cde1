"""The strongest bot for split-and-choose games: it searches turns and evaluates what follows."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from random import Random
from time import perf_counter
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from ..evaluable import Evaluable
from ..game import CHANCE, Position
from ..text import msg
from .bot import MOST_MISTAKES, Bot, Plan, Weighed, errs
from .budget import MOST_NODES
from .greedy import Greedy
from .mcts import Mcts
from .race import LEAST_SAMPLES, Race, SampledDeals
from .search import FAR, OutOfBudget, Splits, TurnSearch, Variation, Width
from .value import Value
from .weights import weights_for

DEFAULT_NODES: Final = 2500
"""Nodes if no budget is given, so that the bot decides alike on every machine."""

FAR_NODES: Final = 20000
"""Fewest nodes with which the next turn is searched too: fewer would sample too few deals."""

MANY: Final = 1 << 30

WIDTHS: Final = [
    (4, 1, MANY),
    (8, 3, 8),
    (16, 8, 6),
    (48, 24, 5),
    (200, 100, 5),
    (MANY, MANY, MANY),
]
"""Searches of a turn, one after the other as the budget allows: the arguments of `Width`."""

NARROW: Final = (2, 1, 3)
"""The arguments of `Width` for searches in `Thought.weighed`."""

SAMPLED: Final = [(8, 8, 4, 16), (*NARROW, 0)]
"""Searches in sampled deals, the first that the budget allows.

These are the arguments of `Width`, and the number of likely splits of a deal at which a glance
tells which ones are searched.  Without glances it is those that `Evaluable.outlook` values most.
"""

TURN_SHARE: Final = 0.4
"""Share of the budget for the current turn if the next turn is searched too."""

MOST_RIVALS: Final = 16
"""Most choices that are compared over sampled deals."""

REST_NODES: Final = 20000
"""Nodes for a second search of choices that were cut short, if the budget is in nodes."""

ERRORS: Final = [1.9, 1.6, 1.5, 1.0, 0.7]
"""Typical error of the difference in value between two good choices after searching one turn.

In points, for 1, 2, ... turns left; measured by ``tests/benchmarks/captain_errors.py``.  `Race`
weighs these values by this error, and the results of sampled deals by their standard error.
"""

CLOSE: Final = 4.0
"""Multiple of `ERRORS` by which a choice compared in the next turn may be behind the best."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Captain(Bot):
    """Bot that searches the whole turn, and the next one over sampled deals if the budget allows.

    It tries every split, every pick and the best ways to play each set, then the best replies.
    Positions at the end of a turn get their `Value`, with weights fitted in self-play.  In a game
    without evaluation terms the bot plays like `Mcts`, with playouts that learn.
    """

    id = "captain"
    title = msg("bot-captain", "captain")
    settings: ClassVar[Mapping[str, tuple[int, int]]] = {
        "nodes": (1, MOST_NODES),
        "turns": (1, 2),
        "playouts": (1, MOST_NODES),
        "mistakes": (0, MOST_MISTAKES),
    }
    turns: int = 2
    """Most turns that the bot searches: 1 or 2."""
    playouts: int = 0
    """Nodes instead of `nodes` in a game without evaluation terms, unless 0."""
    mistakes: int = 0
    """Percentage of decisions in which the bot plays any action, each with equal probability."""

    def __init__(self) -> None:
        self.plan = Plan()

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        actions = position.legal_actions()
        if len(actions) == 1:
            return actions[0]
        if errs(self.mistakes, rng):
            return position.action_at(rng.random())
        if not isinstance(position, Evaluable) or not position.term_names():
            return self.sampler().choose(position, seat, rng, budget)
        planned = self.plan.next_at(position)
        if planned in actions:
            return planned
        line = Thought(self, value_of(position), position, seat, rng, budget).choices[0].line
        self.plan.follow(position, line)
        return line[0]

    def weigh(self, position: Position, seat: int, rng: Random, budget: float) -> list[Weighed]:
        if not isinstance(position, Evaluable) or not position.term_names():
            return self.sampler().weigh(position, seat, rng, budget)
        return Thought(self, value_of(position), position, seat, rng, budget).weighed()

    def sampler(self) -> Mcts:
        """Return the bot that thinks with this bot's budget in a game without terms."""
        bot = Mcts()
        bot.nodes = self.playouts or self.nodes
        bot.learns = True
        return bot


def value_of(position: Evaluable) -> Value:
    """Return the evaluation for the rules that *position* is played by."""
    return Value(
        weights_for(position.weights_package(), position.terms_id(), position.term_names())
    )


class Thought:
    """The captain's search for one decision; `choices` has the result, best first."""

    def __init__(
        self,
        bot: Captain,
        value: Value,
        position: Evaluable,
        seat: int,
        rng: Random,
        budget: float,
    ) -> None:
        self.value = value
        self.position = position
        self.seat = seat
        self.rng = rng
        self.actions = position.legal_actions()
        self.choices: list[Variation] = []
        self.stage = 0
        """Number of `WIDTHS` that are done: all of them after an exhaustive search."""
        self.deals = 0
        """Number of sampled deals in which the best choices were compared."""
        nodes = bot.nodes
        if nodes == 0 and budget <= 0.0:
            nodes = DEFAULT_NODES
        self.nodes = nodes
        self.seconds = max(budget, 0.0)
        """The search ends after its `nodes` or `seconds`, whichever is first; 0 is no limit."""
        self.began = perf_counter() if self.seconds else 0.0
        far = bot.turns > 1 and (nodes == 0 or nodes >= FAR_NODES) and position.turns_left() > 0
        left = position.turns_left()
        self.error = ERRORS[min(left, len(ERRORS)) - 1] if far else 0.0
        """Entry of `ERRORS` for the turns left; 0 if only the current turn is searched."""
        self.close = CLOSE * self.error
        """Distance behind the best within which a choice gets an exact value."""
        search = TurnSearch(value, seat, 0, 0.0, position.sides())
        self.search_turn(search, TURN_SHARE if far else 1.0)
        if far and self.stage:
            self.allow(search, 1.0)
            for open, followed, splits, glances in SAMPLED:
                if self.search_on(search, Width(open, followed, splits), glances):
                    return
            self.search_turn(search, 1.0)

    def allow(self, search: TurnSearch, share: float) -> None:
        """Let *search* run until that *share* of the whole budget, from 0 to 1, is used up."""
        search.nodes = ceil(self.nodes * share)
        search.until = self.began + self.seconds * share if self.seconds else 0.0

    def search_turn(self, search: TurnSearch, share: float) -> None:
        """Compare all choices, wider and wider, up to a *share* of the budget; can be resumed.

        The first comparison may use the whole budget, since without it no choice has a value.
        """
        while self.stage < len(WIDTHS):
            self.allow(search, share if self.stage else 1.0)
            open, followed, splits = WIDTHS[self.stage]
            before = self.choices
            self.choices = []
            used = search.used
            stopped = False
            whole = False
            try:
                whole = self.compare(search, Width(open, followed, splits), before)
            except OutOfBudget:
                stopped = True
            if stopped and before:
                self.choices = before
            self.choices.sort(key=lambda choice: -choice.value)
            if stopped:
                break
            self.stage = len(WIDTHS) if whole else self.stage + 1
            self.allow(search, share)
            if search.nodes and search.used + 2 * (search.used - used) > search.nodes:
                break
        if not self.stage:
            self.fall_back()

    def fall_back(self) -> None:
        """Put what `Greedy` does first, since the choices were not all compared.

        What is left of a comparison says which choices came first, not which ones are good.
        """
        action = Greedy().choose(self.position, self.seat, self.rng, 0.0)
        value = self.choices[0].value if self.choices else 0.0
        self.choices.insert(0, Variation(value, [action], self.position))

    def compare(self, search: TurnSearch, width: Width, before: list[Variation]) -> bool:
        """Fill `choices` at one *width*; choices found *before* are tried in the same order.

        A choice is a split, a pick, or a way to play all cards in hand.  Return whether the search
        was exhaustive.
        """
        position = self.position
        close = self.close
        best = -FAR
        if position.is_choice():
            order = [choice.line[0] for choice in before[: width.splits]]
            for action in order or search.likely(position, self.actions, width):
                rest = search.solve(search.step(position, action), best - close, FAR, width, [])
                found = Variation(rest.value, [action, *rest.line], rest.end)
                self.choices.append(found)
                best = max(best, found.value)
            return False
        search.narrowed = False
        lines = search.lines(position, self.seat, width, FAR, False)
        reply: list[int] = []
        for line in lines:
            found = line
            if line.end.to_act() >= 0:
                rest = search.solve(line.end, best - close, FAR, width, reply)
                reply = rest.line
                found = Variation(rest.value, line.line + rest.line, rest.end)
            self.choices.append(found)
            best = max(best, found.value)
        return not search.narrowed

    def rivals(self) -> list[Variation]:
        """Return the best choice and close rivals that end the turn differently, to search further.

        Empty if the best choice does not end in a chance position.
        """
        best = self.choices[0]
        rivals: list[Variation] = []
        ends: set[tuple[object, ...]] = set()
        for choice in self.choices:
            if choice.value < best.value - self.close or len(rivals) == MOST_RIVALS:
                break
            key = choice.end.key()
            if choice.end.to_act() == CHANCE and (not key or key not in ends):
                ends.add(key)
                rivals.append(choice)
        return rivals if rivals and rivals[0] is best else []

    def search_on(self, search: TurnSearch, width: Width, glances: int) -> bool:
        """Compare the best choices in the next turn, over the same sampled deals.

        As many are compared as the budget allows for `LEAST_SAMPLES` deals, by the cost of one
        sample.  Return false if it allows fewer than two.  Return true also if no other choice is
        close enough to compare.

        In each deal the same splits are searched after every choice: those that are best after the
        one that leads, by a glance at *glances* likely splits.
        """
        rivals = self.rivals()
        if len(rivals) < 2:
            return True
        best = rivals[0]
        deals = SampledDeals(best.end, self.rng)
        before = self.spent(search)
        try:
            deal = deals.deal()
            splits = search.glance(dealt(best.end, deal), glances, width.splits)
            now = self.spent(search)
            share = (1.0 - now) / LEAST_SAMPLES - (now - before)  # for the samples of a deal
            if share <= 0.0:
                return False
            self.sample(search, best, deal, width, splits)
        except OutOfBudget:
            return False
        most = int(share / (self.spent(search) - now))
        if most < 2:
            return False
        rivals = rivals[:most]
        thoughts = [self.value.promise(choice.value, choice.end) for choice in rivals]
        race = Race(thoughts, self.error)
        try:
            while len(race.running) > 1:
                deal = deals.deal()
                leader = dealt(rivals[race.leader].end, deal)
                splits = search.glance(leader, glances, width.splits)
                race.add(
                    [self.sample(search, rivals[at], deal, width, splits) for at in race.running]
                )
        except OutOfBudget:
            pass
        if race.count() < LEAST_SAMPLES:
            return False
        self.deals = race.count()
        value = best.value
        for at, choice in enumerate(rivals):
            choice.value = value + race.lead(at, race.leader)
        self.choices.sort(key=lambda choice: -choice.value)
        return True

    def sample(
        self, search: TurnSearch, choice: Variation, deal: list[int], width: Width, splits: Splits
    ) -> float:
        """Return what the next turn promises after *choice* if chance decides on *deal*.

        Where there are *splits*, only these are searched.
        """
        position = dealt(choice.end, deal)
        search.used += len(deal)
        lines = splits.at(position)
        if lines:
            line = search.choose(position, lines, -FAR, FAR, width)
        else:
            line = search.solve(position, -FAR, FAR, width, [])
        return self.value.promise(line.value, line.end)

    def spent(self, search: TurnSearch) -> float:
        """Return the share of the budget that *search* has used up."""
        nodes = search.used / self.nodes if self.nodes else 0.0
        time = (perf_counter() - self.began) / self.seconds if self.seconds else 0.0
        return max(nodes, time)

    def weighed(self) -> list[Weighed]:
        """Return every legal action, valued by its best choice, after a second search of the rest.

        The rest are actions whose search was cut short.  They get the same time again in all, or
        `REST_NODES`; without a result, an upper bound as their value, or the least value of all.
        After an exhaustive search they get it twice: a narrow one would overlook replies.
        """
        best = self.choices[0]
        begun: dict[int, Variation] = {}
        for choice in self.choices:
            begun.setdefault(choice.line[0], choice)
        widths = [Width(NARROW[0], NARROW[1], NARROW[2])]
        if self.stage == len(WIDTHS):
            widths.insert(0, Width(MANY, MANY, MANY))
        searches = [self.second_search(turn) for turn, _ in enumerate(widths, 1)]
        rest: list[Weighed] = []
        missed: list[int] = []
        firsts = [action for action in begun if action in self.actions]
        for action in [*firsts, *(action for action in self.actions if action not in begun)]:
            if action == best.line[0]:
                continue
            value = best.value
            line: list[int] = []
            if action in begun:
                value = min(value, begun[action].value)
                line = begun[action].line
            if not line or value <= best.value - self.close:
                found = self.solved(action, searches, widths, best.value)
                if found is not None:
                    # Not the choice's: of all orders of the same cards, only one is a choice.
                    value = min(best.value, found.value)
                    line = [action, *found.line]
                elif not line:
                    missed.append(action)
                    continue
            rest.append(Weighed(action, value, line))
        least = min([one.value for one in rest], default=best.value)
        rest += [Weighed(action, least, [action]) for action in missed]
        rest.sort(key=lambda one: -one.value)
        return [Weighed(best.line[0], best.value, best.line), *rest]

    def second_search(self, turn: int) -> TurnSearch:
        """Return the *turn*-th search of `weighed`, counted from 1, with its time or its nodes."""
        nodes = REST_NODES if self.nodes else 0
        search = TurnSearch(self.value, self.seat, nodes, 0.0, self.position.sides())
        if self.seconds:
            search.until = perf_counter() + turn * self.seconds
        return search

    def solved(
        self, action: int, searches: list[TurnSearch], widths: list[Width], high: float
    ) -> Variation | None:
        """Return the best line after *action* by the first search that has the budget for it.

        A value of *high* or more is a lower bound.
        """
        for search, width in zip(searches, widths, strict=True):
            try:
                return search.solve(search.step(self.position, action), -FAR, high, width, [])
            except OutOfBudget:
                pass
        return None


def dealt(position: Evaluable, deal: list[int]) -> Evaluable:
    """Return the position after *position* if chance decides on *deal*."""
    after = position.copy()
    for action in deal:
        after.apply(action)
    return after
