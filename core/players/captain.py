"""The strongest bot for split-and-choose games: all of a turn, a value for the rest of the game."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from random import Random
from time import perf_counter
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from ..game import CHANCE, Position, draw_outcome
from ..text import msg
from .bot import Bot, Weighed
from .budget import MOST_NODES
from .greedy import best_lines, margin_of, settle
from .search import FAR, Found, OutOfBudget, Search, Width, is_choice
from .value import Value
from .weights import weights_for

DEFAULT_NODES: Final = 2500
"""The budget where none is given: so that everyone's captain then chooses the same."""

FAR_NODES: Final = 20000
"""With fewer nodes than this only one turn is looked at: there would be too few sampled deals."""

MANY: Final = 1 << 30

WIDTHS: Final = [
    (4, 1, MANY),
    (8, 3, 8),
    (16, 8, 6),
    (48, 24, 5),
    (200, 100, 5),
    (MANY, MANY, MANY),
]
"""The searches of a turn, one after the other, as the budget allows: `Width`."""

NARROW: Final = (2, 1, 3)
"""The width for turns that are only sampled."""

TURN_SHARE: Final = 0.4
"""How much of the budget the search of this turn may use where more turns are looked at."""

MOST_RIVALS: Final = 4
"""How many choices are compared over sampled deals."""

LEAST_SAMPLES: Final = 8
"""With fewer sampled deals than this only the one turn counts."""

OVERRUN: Final = 1.5
"""How far beyond the budget that many samples may be expected to go: the first ones guess badly."""

REST_NODES: Final = 20000
"""How many nodes may be looked at to weigh what was cut short, where nodes are counted."""

ERRORS: Final = [1.9, 1.6, 1.5, 1.0, 0.7]
"""By how many points the one-turn values of two good choices are typically wrong against each other
with 1, 2, ... turns left: measured by ``tests/benchmarks/captain_errors.py``.  What the sampled
deals say is weighed against that by its own standard error."""

CLOSE: Final = 1.5
"""Within how many such errors of the best a choice must be to be tried in the next turn."""

SURE: Final = 2.0
"""How many standard errors settle that one choice is better than another."""

LEAST_SPREAD: Final = 0.25
"""What is added to the variance between sampled deals: few of them may agree by chance."""


class Choice:
    """An action to choose from, what it is worth and the line that shows it."""

    def __init__(self, action: int, found: Found) -> None:
        self.action = action
        self.value = found.value
        self.line = found.line
        self.end = found.end


@mypyc_attr(allow_interpreted_subclasses=True)
class Captain(Bot):
    """Searches a turn whole, and the next one over sampled deals where the budget allows.

    Every split, both picks and the best play of each set as a whole are looked at, then the
    best answer; what may come after is worth what `Value` says, by weights that were fitted in
    self-play.  In a game that offers no terms of a value it plays as greedy does.
    """

    id = "captain"
    title = msg("bot-captain", "captain")
    settings: ClassVar[Mapping[str, tuple[int, int]]] = {"nodes": (1, MOST_NODES), "turns": (1, 2)}
    turns: int = 2
    """How many turns it looks at: 1 or 2."""

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        actions = position.legal_actions()
        if len(actions) == 1:
            return actions[0]
        names = position.term_names()
        if not names:
            return weigh_greedily(position, seat)[0].action
        value = Value(weights_for(position.terms_id(), names))
        return Thought(self, value, position, seat, rng, budget).choices[0].action

    def weigh(self, position: Position, seat: int, rng: Random, budget: float) -> list[Weighed]:
        names = position.term_names()
        if not names:
            return weigh_greedily(position, seat)
        value = Value(weights_for(position.terms_id(), names))
        return Thought(self, value, position, seat, rng, budget).weighed()


class Thought:
    """What the captain thinks at one decision: *choices*, the best first."""

    def __init__(
        self, bot: Captain, value: Value, position: Position, seat: int, rng: Random, budget: float
    ) -> None:
        self.value = value
        self.position = position
        self.seat = seat
        self.rng = rng
        self.actions = position.legal_actions()
        self.choices: list[Choice] = []
        self.stage = 0
        """How many of `WIDTHS` are done with."""
        self.deals = 0
        """In how many sampled deals of the next turn the best of them were compared."""
        nodes = bot.nodes
        if nodes == 0 and budget <= 0.0:
            nodes = DEFAULT_NODES
        self.nodes = nodes
        self.seconds = budget if nodes == 0 else 0.0
        """The budget: one of the two, the other being 0."""
        self.began = perf_counter() if nodes == 0 else 0.0
        far = bot.turns > 1 and (nodes == 0 or nodes >= FAR_NODES) and position.turns_left() > 0
        left = position.turns_left()
        self.error = ERRORS[min(left, len(ERRORS)) - 1] if far else 0.0
        """How wrong one-turn values are against each other."""
        self.close = CLOSE * self.error
        """How much less than the best a choice may be worth and still be valued exactly."""
        search = Search(value, seat, 0, 0.0)
        self.search_turn(search, TURN_SHARE if far else 1.0)
        if far and self.stage:
            self.allow(search, 1.0)
            if not self.search_on(search):
                self.search_turn(search, 1.0)

    def allow(self, search: Search, share: float) -> None:
        """Let *search* go on until that *share* of the budget is used up."""
        search.nodes = ceil(self.nodes * share)
        search.until = self.began + self.seconds * share if self.began else 0.0

    def search_turn(self, search: Search, share: float) -> None:
        """Compare all choices, wider and wider, in a *share* of the budget; it can be resumed.

        The first comparison may use all of it: without that there is nothing to go by.
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
            self.choices = ranked(self.choices)
            if stopped:
                break
            self.stage = len(WIDTHS) if whole else self.stage + 1
            self.allow(search, share)
            if search.nodes and search.used + 2 * (search.used - used) > search.nodes:
                break
        if not self.choices:
            action = self.actions[0]
            self.choices = [Choice(action, Found(0.0, [action], self.position))]

    def compare(self, search: Search, width: Width, before: list[Choice]) -> bool:
        """Find `choices` at one width, in the order of those *before*; say if nothing was left out.

        A choice is a split or a pick, or a way to play all cards in hand.
        """
        position = self.position
        close = self.close
        best = -FAR
        if is_choice(position, self.actions):
            order = [choice.action for choice in before[: width.splits]]
            for action in order or search.likely(position, self.actions, width):
                rest = search.solve(search.step(position, action), best - close, FAR, width, [])
                found = Found(rest.value, [action, *rest.line], rest.end)
                self.choices.append(Choice(action, found))
                best = max(best, found.value)
            return False
        lines = search.lines(position, self.seat, width)
        reply: list[int] = []
        for line in lines[: width.followed]:
            found = line
            if line.end.to_act() >= 0:
                rest = search.solve(line.end, best - close, FAR, width, reply)
                reply = rest.line
                found = Found(rest.value, line.line + rest.line, rest.end)
            self.choices.append(Choice(line.line[0], found))
            best = max(best, found.value)
        return len(lines) <= width.followed and len(lines) < width.open

    def rivals(self) -> list[Choice]:
        """List the choices worth comparing in the next turn: those that end the turn differently.

        There are none where the best one does not leave it to chance.
        """
        best = self.choices[0]
        rivals: list[Choice] = []
        ends: set[tuple[object, ...]] = set()
        for choice in self.choices:
            if choice.value < best.value - self.close or len(rivals) == MOST_RIVALS:
                break
            key = choice.end.key()
            if choice.end.to_act() == CHANCE and (not key or key not in ends):
                ends.add(key)
                rivals.append(choice)
        return rivals if rivals and rivals[0] is best else []

    def search_on(self, search: Search) -> bool:
        """Compare the best choices in the next turn, over the same sampled deals for all.

        Say whether that came to an end: not where the budget is too small for `LEAST_SAMPLES`,
        which is seen as soon as the first positions have been searched.
        """
        rivals = self.rivals()
        if len(rivals) < 2:
            return True
        best = rivals[0]
        thoughts = [self.value.promise(choice.value, choice.end) for choice in rivals]
        race = Race(thoughts, self.error)
        width = Width(NARROW[0], NARROW[1], NARROW[2])
        before = self.spent(search)
        needed = LEAST_SAMPLES * len(rivals)
        searched = 0
        try:
            while len(race.running) > 1:
                deal = deal_from(best.end, self.rng)
                values = []
                for at in race.running:
                    position = rivals[at].end.copy()
                    for card in deal:
                        position.apply(card)
                    search.used += len(deal)
                    found = search.solve(position, -FAR, FAR, width, [])
                    values.append(self.value.promise(found.value, found.end))
                    searched += 1
                    if searched < needed:
                        spent = self.spent(search) - before
                        if spent * needed > searched * OVERRUN * (1.0 - before):
                            return False
                race.add(values)
        except OutOfBudget:
            pass
        if race.count() < LEAST_SAMPLES:
            return False
        self.deals = race.count()
        value = best.value
        for at, choice in enumerate(rivals):
            choice.value = value + race.lead(at, race.leader)
        self.choices = ranked(self.choices)
        return True

    def spent(self, search: Search) -> float:
        """Return which part of the budget is used up."""
        if self.nodes:
            return search.used / self.nodes
        return (perf_counter() - self.began) / self.seconds

    def weighed(self) -> list[Weighed]:
        """Return every legal action by its best choice; what was cut short is searched anew.

        That takes as much time again at most, or `REST_NODES`; what is not reached then has the
        value it cannot be above, or the least that was found.
        """
        best = self.choices[0]
        search = Search(self.value, self.seat, REST_NODES if self.nodes else 0, 0.0)
        if self.seconds:
            search.until = perf_counter() + self.seconds
        width = Width(NARROW[0], NARROW[1], NARROW[2])
        rest: list[Weighed] = []
        missed: list[int] = []
        for action in self.actions:
            if action == best.action:
                continue
            value = best.value
            line: list[int] = []
            for choice in self.choices:
                if choice.action == action:
                    value = min(value, choice.value)
                    line = choice.line
                    break
            if not line or value <= best.value - self.close:
                try:
                    found = search.solve(search.step(self.position, action), -FAR, FAR, width, [])
                    value = min(value, found.value)
                    line = [action, *found.line]
                except OutOfBudget:
                    if not line:
                        missed.append(action)
                        continue
            rest.append(Weighed(action, value, line))
        least = min([one.value for one in rest], default=best.value)
        rest += [Weighed(action, least, [action]) for action in missed]
        order = sorted(range(len(rest)), key=lambda at: -rest[at].value)
        return [Weighed(best.action, best.value, best.line)] + [rest[at] for at in order]


class Race:
    """Choices that are tried in the same sampled deals until it is settled which one is best.

    *thoughts* are what they were thought to be worth before, with typical errors against each
    other of *error*.  The first leads to begin with.
    """

    def __init__(self, thoughts: list[float], error: float) -> None:
        self.thoughts = thoughts
        self.doubt = error * error
        self.samples: list[list[float]] = [[] for _ in thoughts]
        """What each came to, deal by deal."""
        self.running = list(range(len(thoughts)))
        """Those that may still be the best."""
        self.leader = 0

    def count(self) -> int:
        """Return in how many deals the leader was tried."""
        return len(self.samples[self.leader])

    def add(self, values: list[float]) -> None:
        """Add what each of those `running` came to in the next deal; drop who is beaten."""
        for number, at in enumerate(self.running):
            self.samples[at].append(values[number])
        if self.count() < LEAST_SAMPLES:
            return
        leads = [self.lead(at, self.leader) for at in self.running]
        self.leader = self.running[leads.index(max(leads))]
        self.running = [at for at in self.running if not self.is_beaten(at)]

    def lead(self, at: int, other: int) -> float:
        """Return by how much one is better than an *other*, as far as is known by now.

        That is the mean of what the deals say and what was thought before, each weighed by how
        sure it is.
        """
        if at == other:
            return 0.0
        mean, variance = difference(self.samples[at], self.samples[other])
        before = self.thoughts[at] - self.thoughts[other]
        return (mean * self.doubt + before * variance) / (self.doubt + variance)

    def is_beaten(self, at: int) -> bool:
        """Say whether it is settled that the leader is better."""
        lead = self.lead(at, self.leader)
        if lead >= 0.0:
            return False
        _, variance = difference(self.samples[at], self.samples[self.leader])
        return lead * lead > SURE * SURE * self.doubt * variance / (self.doubt + variance)


def ranked(choices: list[Choice]) -> list[Choice]:
    """Sort *choices*, the best first; of equals the one that was first stays so."""
    order = sorted(range(len(choices)), key=lambda at: -choices[at].value)
    return [choices[at] for at in order]


def deal_from(position: Position, rng: Random) -> list[int]:
    """Draw what chance brings from *position* on until a seat acts.

    The outcomes are put in order first, so that none but their weights matter.
    """
    dealt: list[int] = []
    position = position.copy()
    while position.to_act() == CHANCE:
        action = draw_outcome(sorted(position.chance_outcomes()), rng.random())
        position.apply(action)
        dealt.append(action)
    return dealt


def difference(samples: list[float], others: list[float]) -> tuple[float, float]:
    """Return by how much the one is better in the deals both were tried in, and the variance of
    that mean."""
    count = min(len(samples), len(others))
    differences = [samples[at] - others[at] for at in range(count)]
    mean = sum(differences) / count
    spread = sum([(found - mean) ** 2 for found in differences]) / (count - 1)
    return mean, (spread + LEAST_SPREAD) / count


def weigh_greedily(position: Position, seat: int) -> list[Weighed]:
    """Weigh every action as greedy does: the best line that begins so, and the others' replies."""
    weighed: list[Weighed] = []
    for action in position.legal_actions():
        after = position.copy()
        after.apply(action)
        if after.to_act() == seat:
            after = best_lines(after, seat, 4)[0].position
        weighed.append(Weighed(action, float(margin_of(settle(after), seat)), [action]))
    order = sorted(range(len(weighed)), key=lambda at: -weighed[at].value)
    return [weighed[at] for at in order]
