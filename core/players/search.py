"""The search of a turn: all that can be done until chance decides, each set played as a whole."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from ..game import Position
from .value import Value

FAR: Final = 1e9
"""More than any value."""

LONGEST: Final = 64
"""The most actions of one seat in a row that are followed."""

OUTLOOK_COST: Final = 50
"""How many nodes an outlook is counted as: it tries every card at every place."""

CLOCK_EVERY: Final = 32
"""After how many nodes the clock is read."""


class OutOfBudget(Exception):
    """The search has used up its nodes or its time."""


class Width:
    """How wide a search is.

    *open* ways to go on are kept at each step of a seat's play, and as many as *followed* of the
    lines found are followed through the replies of the others.  Of the splits the *splits* best
    are tried, by the outlook that a game offers; without one all are.
    """

    def __init__(self, open: int, followed: int, splits: int) -> None:
        self.open = open
        self.followed = followed
        self.splits = splits


class Found:
    """A value, for the seat the search is for, with the line that leads to it and its end."""

    def __init__(self, value: float, line: list[int], end: Position) -> None:
        self.value = value
        self.line = line
        self.end = end


class Search:
    """Searches for *me*, the others being taken to want the least for it.

    *nodes* may be looked at, 0 for any number, until `perf_counter` says *until*, 0 for ever.
    Raises `OutOfBudget` when they are used up.
    """

    def __init__(self, value: Value, me: int, nodes: int, until: float) -> None:
        self.value = value
        self.me = me
        self.nodes = nodes
        self.until = until
        self.used = 0

    def step(self, position: Position, action: int) -> Position:
        """Return the position after *action*, and count it."""
        self.used += 1
        if self.nodes and self.used > self.nodes:
            raise OutOfBudget
        if self.until and self.used % CLOCK_EVERY == 0 and perf_counter() > self.until:
            raise OutOfBudget
        after = position.copy()
        after.apply(action)
        return after

    def solve(
        self, position: Position, low: float, high: float, width: Width, refuter: list[int]
    ) -> Found:
        """Return what *position* is worth to `me` once chance decides, all playing their best.

        A value up to *low* is a bound from above, from *high* on one from below (fail-soft
        alpha-beta).  *refuter* is what was the best reply to something else: it is tried first.
        """
        seat = position.to_act()
        if seat < 0:
            return Found(self.value.of(position, self.me), [], position)
        actions = position.legal_actions()
        if is_choice(position, actions):
            return self.choose(position, actions, low, high, width)
        mine = seat == self.me
        if refuter:
            found = self.follow(position, seat, refuter)
            if found is not None and (found.value >= high if mine else found.value <= low):
                return found
        best = Found(-FAR if mine else FAR, [], position)
        reply: list[int] = []
        settled = False
        for line in self.lines(position, seat, width)[: width.followed]:
            if line.end.to_act() < 0:
                if settled:
                    continue  # valued already, and no better than the first of these
                settled = True
                found = line
            else:
                rest = self.solve(line.end, low, high, width, reply)
                reply = rest.line
                found = Found(rest.value, line.line + rest.line, rest.end)
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
        self, position: Position, actions: list[int], low: float, high: float, width: Width
    ) -> Found:
        """Solve a position where a split or a pick is made: every action is tried."""
        mine = position.to_act() == self.me
        best = Found(-FAR if mine else FAR, [], position)
        for action in self.likely(position, actions, width):
            rest = self.solve(self.step(position, action), low, high, width, [])
            if mine:
                if rest.value > best.value:
                    best = Found(rest.value, [action, *rest.line], rest.end)
                low = max(low, best.value)
            else:
                if rest.value < best.value:
                    best = Found(rest.value, [action, *rest.line], rest.end)
                high = min(high, best.value)
            if low >= high:
                break
        return best

    def likely(self, position: Position, actions: list[int], width: Width) -> list[int]:
        """Choose the *actions* that look best, the best first, where the game has an outlook."""
        outlook = position.outlook(self.value.row(position)) if self.value.weights else []
        if not outlook:
            return actions
        self.used += OUTLOOK_COST
        order = sorted(range(len(actions)), key=lambda at: -outlook[at])
        return [actions[at] for at in order[: width.splits]]

    def follow(self, position: Position, seat: int, line: list[int]) -> Found | None:
        """Do *line* as long as *seat* acts; ``None`` where it is not legal or leads elsewhere."""
        for action in line:
            if position.to_act() != seat or action not in position.legal_actions():
                return None
            position = self.step(position, action)
        if position.to_act() >= 0:
            return None
        return Found(self.value.of(position, self.me), line, position)

    def lines(self, position: Position, seat: int, width: Width) -> list[Found]:
        """List what *seat* can do until another seat or chance acts, the best for it first.

        Lines that lead to the same position are one.  The values are those of the positions as
        they stand, with what the others have still to do not yet done.
        """
        sign = 1.0 if seat == self.me else -1.0
        open_lines = [Found(0.0, [], position)]
        done: list[Found] = []
        for _ in range(LONGEST):
            reached: set[tuple[object, ...]] = set()
            found: list[Found] = []
            for line in open_lines:
                for action in line.end.legal_actions():
                    after = self.step(line.end, action)
                    if len(open_lines) > 1:
                        key = after.key()
                        if key:
                            if key in reached:
                                continue
                            reached.add(key)
                    found.append(Found(0.0, [*line.line, action], after))
            open_lines = []
            for line in found:
                if line.end.to_act() != seat:
                    line.value = self.value.of(line.end, self.me)
                    done.append(line)
                else:
                    open_lines.append(line)
            if not open_lines:
                break
            if len(open_lines) > width.open:
                for line in open_lines:
                    line.value = self.value.of(line.end, self.me)
                open_lines = in_order(open_lines, sign)[: width.open]
        else:
            for line in open_lines:
                line.value = self.value.of(line.end, self.me)
            done += open_lines
        return in_order(done, sign)


def is_choice(position: Position, actions: list[int]) -> bool:
    """Say whether sets are made or taken, so that nothing is laid yet."""
    kind = position.describe(actions[0]).kind
    return kind == "split" or kind == "pick"


def in_order(lines: list[Found], sign: float) -> list[Found]:
    """Sort *lines* by value, the best first: the highest where *sign* is 1."""
    values = [-sign * line.value for line in lines]
    order = sorted(range(len(lines)), key=values.__getitem__)
    return [lines[at] for at in order]
