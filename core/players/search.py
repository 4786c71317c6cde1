"""The search of a turn: everything until chance decides, with each set played as a whole."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from mypy_extensions import mypyc_attr

from ..evaluable import Evaluable
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


@mypyc_attr(acyclic=True)
class Variation:
    """A line of actions, the position at the *end*, and the line's value to the searching seat."""

    def __init__(self, value: float, line: list[int], end: Evaluable) -> None:
        self.value = value
        self.line = line
        self.end = end


@mypyc_attr(acyclic=True)
class Reached:
    """The position at the *end* of a line: that of the line *before*, and one *action* more."""

    def __init__(self, before: Reached | None, action: int, end: Evaluable) -> None:
        self.before = before
        self.action = action
        self.end = end
        self.value = 0.0

    def variation(self) -> Variation:
        """Return the whole line."""
        line = [self.action]
        before = self.before
        while before is not None and before.before is not None:
            line.append(before.action)
            before = before.before
        line.reverse()
        return Variation(self.value, line, self.end)


class TurnSearch:
    """Search for seat *me*; the other seats are expected to minimise the value to *me*.

    The search may look at *nodes* positions, until `perf_counter` reaches *until*; 0 means no
    limit.  Methods raise `OutOfBudget` when the nodes or the time are used up.
    """

    def __init__(self, value: Value, me: int, nodes: int, until: float) -> None:
        self.value = value
        self.me = me
        self.nodes = nodes
        self.until = until
        self.used = 0

    def step(self, position: Evaluable, action: int) -> Evaluable:
        """Return the position after *action*, and count one node."""
        self.used += 1
        if self.nodes and self.used > self.nodes:
            raise OutOfBudget
        if self.until and self.used % CLOCK_EVERY == 0 and perf_counter() > self.until:
            raise OutOfBudget
        after = position.copy()
        after.apply(action)
        return after

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
        actions = position.legal_actions()
        if is_choice(position, actions):
            return self.choose(position, actions, low, high, width)
        mine = seat == self.me
        if refuter:
            found = self.follow(position, seat, refuter)
            if found is not None and (found.value >= high if mine else found.value <= low):
                return found
        best = Variation(-FAR if mine else FAR, [], position)
        reply: list[int] = []
        settled = False
        for line in self.lines(position, seat, width)[: width.followed]:
            if line.end.to_act() < 0:
                if settled:
                    continue  # it is no better than the first line that ends in chance
                settled = True
                found = line
            else:
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
        self, position: Evaluable, actions: list[int], low: float, high: float, width: Width
    ) -> Variation:
        """Solve a position where a split or a pick is decided, trying the actions one by one."""
        mine = position.to_act() == self.me
        best = Variation(-FAR if mine else FAR, [], position)
        for action in self.likely(position, actions, width):
            rest = self.solve(self.step(position, action), low, high, width, [])
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
        outlook = position.outlook(self.value.row(position)) if self.value.weights else []
        if not outlook:
            return actions
        self.used += OUTLOOK_COST
        order = sorted(range(len(actions)), key=lambda at: -outlook[at])
        return [actions[at] for at in order[: width.splits]]

    def follow(self, position: Evaluable, seat: int, line: list[int]) -> Variation | None:
        """Play *line* as *seat*; ``None`` if it is not legal, or a seat is to act after it."""
        for action in line:
            if position.to_act() != seat or action not in position.legal_actions():
                return None
            position = self.step(position, action)
        if position.to_act() >= 0:
            return None
        return Variation(self.value.of(position, self.me), line, position)

    def lines(self, position: Evaluable, seat: int, width: Width) -> list[Variation]:
        """Return the lines of *seat* until another seat or chance acts, best for *seat* first.

        Lines to positions with the same key count as one.  The values are those of the positions
        before the other seats reply.
        """
        sign = 1.0 if seat == self.me else -1.0
        open_lines = [Reached(None, -1, position)]
        done: list[Reached] = []
        for _ in range(LONGEST):
            hashes: set[int] = set()
            found: list[Reached] = []
            several = len(open_lines) > 1
            for line in open_lines:
                for action in line.end.legal_actions():
                    after = self.step(line.end, action)
                    if several:
                        hashed = after.state_hash()
                        if hashed in hashes:
                            continue
                        if hashed:
                            hashes.add(hashed)
                    reached = Reached(line, action, after)
                    if after.to_act() == seat:
                        found.append(reached)
                    else:
                        done.append(reached)
            open_lines = found
            if not open_lines:
                break
            if len(open_lines) > width.open:
                open_lines = self.best(open_lines, sign)[: width.open]
        else:
            done += open_lines
        return [line.variation() for line in self.best(done, sign)]

    def best(self, lines: list[Reached], sign: float) -> list[Reached]:
        """Sort *lines* by value: descending where *sign* is 1, ascending where it is -1."""
        for line in lines:
            line.value = self.value.of(line.end, self.me)
        values = [-sign * line.value for line in lines]
        order = sorted(range(len(lines)), key=values.__getitem__)
        return [lines[at] for at in order]


def is_choice(position: Evaluable, actions: list[int]) -> bool:
    """Return whether the legal *actions* at *position* make or take sets, not play cards."""
    kind = position.describe(actions[0]).kind
    return kind == "split" or kind == "pick"
