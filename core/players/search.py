"""The search of a turn: everything until chance decides, with each set played as a whole."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from ..evaluable import Evaluable
from ..kernel.action_list import ActionList
from ..kernel.hash_set import HashSet
from ..kernel.ranking import Ranking
from ..kernel.signals import check_signals
from ..vectors import i64
from .value import Value

FAR: Final = 1e9
"""A bound above every value."""

LONGEST: Final = 64
"""Most actions of one seat in a row that are followed."""

OUTLOOK_COST: Final = 50
"""Number of nodes that `Evaluable.outlook` counts as: it tries every card at every place."""

CLOCK_EVERY: Final = 32
"""Nodes between two looks at the clock."""


class OutOfBudget(Exception):
    """End of a search that has used up its nodes or its time."""


class Width:
    """The width of a search.

    Parameters:
        open: how many unfinished lines are kept after each action of a seat.
        followed: how many finished lines are followed through the replies of the others.
        splits: how many splits are tried, those that `Evaluable.outlook` values most.
    """

    def __init__(self, open: int, followed: int, splits: int) -> None:
        self.open = open
        self.followed = followed
        self.splits = splits


class Variation:
    """A line of actions, the position at the *end*, and the line's value to the searching seat."""

    def __init__(self, value: float, line: list[int], end: Evaluable) -> None:
        self.value = value
        self.line = line
        self.end = end


class Splits:
    """Splits (or picks) of a *seat* that are worth a search, at the beginning of *lines*."""

    def __init__(self, seat: int, lines: list[list[int]]) -> None:
        self.seat = seat
        self.lines = lines

    def at(self, position: Evaluable) -> list[list[int]]:
        """Return the lines that the seat can begin at *position*, which may be another one."""
        if not self.lines or position.to_act() != self.seat or not position.is_choice():
            return []
        legal = position.legal_actions()
        return [line for line in self.lines if line[0] in legal]


class Lines:
    """Lines that are known by all but their last action, until it is clear which are needed."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self._before: list[Variation] = []
        self._actions = ActionList()
        self._ranking = Ranking()

    def clear(self) -> None:
        """Forget all lines."""
        self.count = 0
        self._before.clear()
        self._actions.count = 0
        self._ranking.clear()

    def add(self, before: Variation, action: int, worth: float) -> None:
        """Add the line *before* and one *action* more; *worth* ranks it."""
        self.count += 1
        self._before.append(before)
        self._actions.add(action)
        self._ranking.add(worth)

    def best(self, most: int, sign: float) -> list[Variation]:
        """Return the *most* lines of the greatest worth, the best first; *sign* times it is value.

        Then add no more lines before `clear`.
        """
        ranking = self._ranking
        ranking.begin()
        best: list[Variation] = []
        at = ranking.take()
        while at >= 0 and len(best) < most:
            worth = ranking.values[at]
            best.append(made(self._before[at], self._actions.numbers[at], sign * worth))
            at = ranking.take()
        return best


def made(line: Variation, action: int, value: float) -> Variation:
    """Return *line* and one *action* more, with a *value*."""
    end = line.end.copy()
    end.apply(action)
    return Variation(value, [*line.line, action], end)


class TurnSearch:
    """Search for seat *me*; the other seats are expected to minimise the value to *me*.

    Its partners by *sides*, which `Position.sides` has returned, maximise it.
    The search may look at *nodes* positions, until `perf_counter` reaches *until*; 0 means no
    limit.  Methods raise `OutOfBudget` when the nodes or the time are used up.
    """

    def __init__(
        self, value: Value, me: int, nodes: int, until: float, sides: list[int] | None = None
    ) -> None:
        self.value = value
        self.me = me
        self.sides: list[int] = sides or []
        self.nodes = nodes
        self.until = until
        self.used = 0
        self.narrowed = False
        """True once lines were left out because the search was too narrow for them."""
        # Room that `lines` works in; no position of it leaves the search.
        self._spare: Evaluable | None = None
        self._actions = ActionList()
        self._reached = HashSet()
        self._open = Lines()
        self._done = Lines()

    def helps(self, seat: int) -> bool:
        """Return whether *seat* maximises the value, as `me` and its partners do."""
        return seat == self.me or (len(self.sides) > 0 and self.sides[seat] == self.sides[self.me])

    def step(self, position: Evaluable, action: int) -> Evaluable:
        """Return the position after *action*, and count one node."""
        self._count()
        after = position.copy()
        after.apply(action)
        return after

    def _count(self) -> None:
        self.used += 1
        if self.nodes and self.used > self.nodes:
            raise OutOfBudget
        if self.used % CLOCK_EVERY == 0:
            check_signals()
            if self.until and perf_counter() > self.until:
                raise OutOfBudget

    def _look(self, position: Evaluable, action: int) -> Evaluable:
        """Return the position after *action*, which lasts until the next look."""
        self._count()
        spare = self._spare
        if spare is None or not spare.become(position):
            spare = position.copy()
            self._spare = spare
        spare.apply(action)
        return spare

    def solve(
        self, position: Evaluable, low: float, high: float, width: Width, refuter: list[int]
    ) -> Variation:
        """Return the best line for all seats up to the next moment of chance.

        A value of *low* or less is an upper bound, one of *high* or more a lower bound (fail-soft
        alpha-beta).  *refuter*, the best reply to another line or empty, is tried first.
        """
        seat = position.to_act()
        if seat < 0:
            return Variation(self.value.of(position, self.me), [], position)
        if position.is_choice():
            likely = self.likely(position, position.legal_actions(), width)
            lines = [[action] for action in likely]
            if refuter:
                lines.sort(key=lambda line: line[0] != refuter[0])
            return self.choose(position, lines, low, high, width)
        mine = self.helps(seat)
        if refuter:
            found = self.follow(position, seat, refuter)
            if found is not None and (found.value >= high if mine else found.value <= low):
                return found
        best = Variation(-FAR if mine else FAR, [], position)
        reply: list[int] = []
        for line in self.lines(position, seat, width, high if mine else -low, True):
            found = line
            if line.end.to_act() >= 0:
                rest = self.solve(line.end, low, high, width, reply)
                reply = rest.line
                found = Variation(rest.value, line.line + rest.line, rest.end)
            if mine:
                if found.value > best.value:
                    best = found
                low = max(low, best.value)
            else:
                if found.value < best.value:
                    best = found
                high = min(high, best.value)
            if low >= high:
                break
        return best

    def choose(
        self, position: Evaluable, lines: list[list[int]], low: float, high: float, width: Width
    ) -> Variation:
        """Solve a position where a split or a pick is decided: the first action of one of *lines*.

        If a pick is decided next, the second action of the line is tried first.
        """
        mine = self.helps(position.to_act())
        best = Variation(-FAR if mine else FAR, [], position)
        for line in lines:
            action = line[0]
            rest = self.solve(self.step(position, action), low, high, width, line[1:])
            if mine:
                if rest.value > best.value:
                    best = Variation(rest.value, [action, *rest.line], rest.end)
                low = max(low, best.value)
            else:
                if rest.value < best.value:
                    best = Variation(rest.value, [action, *rest.line], rest.end)
                high = min(high, best.value)
            if low >= high:
                break
        return best

    def likely(self, position: Evaluable, actions: list[int], width: Width) -> list[int]:
        """Return the most promising *actions*, best first; all of them without an outlook."""
        foreseen = self.foreseen(position, actions)
        return foreseen[: width.splits] if foreseen else actions

    def foreseen(self, position: Evaluable, actions: list[int]) -> list[int]:
        """Return *actions*, those first that `Evaluable.outlook` values most; none without it."""
        outlook = position.outlook(self.value.row(position)) if self.value.weights else []
        if not outlook:
            return []
        self.used += OUTLOOK_COST
        order = sorted(range(len(actions)), key=lambda at: -outlook[at])
        return [actions[at] for at in order]

    def glance(self, position: Evaluable, likely: int, most: int) -> Splits:
        """Return the best splits, at most *most*, by a narrow search of so many *likely* ones.

        There are none where `Evaluable.outlook` values no splits.
        """
        seat = position.to_act()
        if seat < 0 or not likely or not position.is_choice():
            return Splits(seat, [])
        width = Width(1, 1, likely)
        sign = 1.0 if self.helps(seat) else -1.0
        lines: list[list[int]] = []
        worths: list[float] = []
        for split in self.foreseen(position, position.legal_actions())[:likely]:
            rest = self.solve(self.step(position, split), -FAR, FAR, width, [])
            lines.append([split, *rest.line])
            worths.append(sign * rest.value)
        order = sorted(range(len(lines)), key=lambda at: -worths[at])
        return Splits(seat, [lines[at] for at in order[:most]])

    def follow(self, position: Evaluable, seat: int, line: list[int]) -> Variation | None:
        """Play *line* as *seat*; ``None`` if it is not legal, or a seat is to act after it."""
        for action in line:
            if position.to_act() != seat or action not in position.legal_actions():
                return None
            position = self.step(position, action)
        if position.to_act() >= 0:
            return None
        return Variation(self.value.of(position, self.me), line, position)

    def lines(
        self, position: Evaluable, seat: int, width: Width, enough: float, only_best: bool
    ) -> list[Variation]:
        """Return the best ``width.followed`` lines of *seat* until another seat or chance acts.

        The best for *seat* comes first.  Lines to positions with the same key count as one.  The
        values are those of the positions before the other seats reply.  If *only_best* is true, of
        the lines that end in chance only the best is returned: the first one that is worth *enough*
        to *seat*, without looking on.
        """
        sign = 1.0 if self.helps(seat) else -1.0
        value = self.value
        me = self.me
        actions = self._actions
        reached = self._reached
        open_lines = self._open
        done = self._done
        done.clear()
        settled: Variation | None = None
        best = -FAR
        beam = [Variation(0.0, [], position)]
        for depth in range(LONGEST):
            several = len(beam) > 1
            reached.clear()
            open_lines.clear()
            for line in beam:
                actions.count = 0
                line.end.find_actions(actions)
                at: i64 = 0
                while at < actions.count:
                    action = actions.numbers[at]
                    at += 1
                    after = self._look(line.end, action)
                    if several:
                        hashed: i64 = after.state_hash()
                        if hashed and not reached.add(hashed):
                            continue
                    actor = after.to_act()
                    worth = sign * value.of(after, me)
                    if actor == seat and depth < LONGEST - 1:
                        open_lines.add(line, action, worth)
                    elif actor >= 0 or not only_best:
                        done.add(line, action, worth)
                    elif worth > best:
                        best = worth
                        settled = made(line, action, sign * worth)
                        if worth >= enough:
                            return [settled]
            if not open_lines.count:
                break
            if open_lines.count > width.open:
                self.narrowed = True
            beam = open_lines.best(width.open, sign)
        if done.count > width.followed:
            self.narrowed = True
        found = done.best(width.followed, sign)
        return found if settled is None else [settled, *found]
