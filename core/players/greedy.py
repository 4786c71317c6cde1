"""The bot that takes the most it can get in its turn."""

from __future__ import annotations

from random import Random
from typing import Final

from mypy_extensions import mypyc_attr

from ..evaluable import Evaluable
from ..game import CHANCE, OVER, Position
from ..kernel.hash_set import HashSet
from ..kernel.hashing import FACTOR, MASK
from ..kernel.signals import check_signals
from ..text import msg
from ..vectors import i64
from .bot import Bot, Plan
from .expectimax import Expectimax, margin_of

OWN_WIDTH: Final = 48
"""Most unfinished lines kept after each action of the bot's seat."""

REPLY_WIDTH: Final = 4
"""Most unfinished lines kept after each action of an opponent."""

FINALISTS: Final = 6
"""Number of first actions (more on equal leads) after whose best line replies are tried."""

MOST_TRIED: Final = 64
"""Most first actions after whose best line replies are tried, even on equal leads."""

LONGEST: Final = 64
"""Most actions in a line, for games in which a seat never stops acting."""


class GreedyLine:
    """The line *before* and one *action* more; *margin* is the seat's lead after it.

    *said* is a number that stands for the actions, in whatever order.
    """

    def __init__(self, before: GreedyLine | None, action: int, margin: int, said: i64) -> None:
        self.before = before
        self.action = action
        self.margin = margin
        self.said = said
        self.position: Position | None = None
        """The position after the line, once it was needed."""

    def end(self) -> Position:
        """Return the position after the line."""
        position = self.position
        if position is None:
            assert self.before is not None
            position = self.before.end().copy()
            position.apply(self.action)
            self.position = position
        return position

    def actions(self) -> list[int]:
        """Return all actions of the line."""
        if self.before is None:
            return []
        return [*self.before.actions(), self.action]


@mypyc_attr(allow_interpreted_subclasses=True)
class Greedy(Bot):
    """Bot that plays the line with the best lead over the other seats.

    A line is everything a seat does until another seat or chance decides; in Jolly & Roger a line
    plays a whole set, in any order.  The best lines are followed to the next moment of chance, with
    a narrower search for the other seats.  If a line ends in chance with few outcomes, such as the
    roll of a die, it is worth what the seat can expect from the rest of its turn: `Expectimax`.
    The bot knows only actions and scores.
    """

    id = "greedy"
    title = msg("bot-greedy", "greedy")

    def __init__(self) -> None:
        self.plan = Plan()

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        actions = position.legal_actions()
        if len(actions) == 1:
            return actions[0]
        planned = self.plan.next_at(position)
        if planned in actions:
            return planned
        lines = best_lines(position, seat, OWN_WIDTH)
        best: list[int] = []
        best_margin = -1e9
        tried: list[int] = []
        for line in lines:
            # Follow only the best line of each first action: if there are two sets to pick from,
            # both must be considered, however good one of them looks now.
            followed = line.actions()
            if followed[0] in tried:
                continue
            if len(tried) >= FINALISTS and line.margin < lines[FINALISTS - 1].margin:
                break
            if len(tried) >= MOST_TRIED:
                break
            tried.append(followed[0])
            end = line.end()
            if end.to_act() == CHANCE:
                margin = Expectimax(seat).value(end)
            else:
                margin = float(margin_of(settle(end), seat))
            if margin > best_margin:
                best_margin = margin
                best = followed
        self.plan.follow(position, best)
        return best[0]


def best_lines(position: Position, seat: int, width: int) -> list[GreedyLine]:
    """Return the lines of *seat*, best first; keep at most *width* unfinished ones at each step.

    Lines with the same actions in another order and the same lead count as one.
    """
    lasting = isinstance(position, Evaluable) and position.lasting_actions
    start = GreedyLine(None, -1, 0, 0)
    start.position = position
    open_lines = [start]
    done: list[GreedyLine] = []
    spare: Position | None = None
    reached = HashSet()
    for _ in range(LONGEST):
        if not open_lines:
            break
        reached.clear()
        found: list[GreedyLine] = []
        ended: list[bool] = []
        for line in open_lines:
            check_signals()
            now = line.end()
            for action in now.legal_actions():
                spare = after(now, action, spare)
                margin = margin_of(spare, seat)
                said: i64 = action if lasting else hash(now.notation(action))
                said = (said + 1) * FACTOR & MASK
                said = (line.said + ((said ^ (said >> 31)) * FACTOR & MASK)) & MASK
                if reached.add(said ^ margin):
                    found.append(GreedyLine(line, action, margin, said))
                    ended.append(spare.to_act() != seat)
        open_lines = []
        for at in by_margin(found):
            if ended[at]:
                done.append(found[at])
            elif len(open_lines) < width:
                open_lines.append(found[at])
    done.extend(open_lines)
    return [done[at] for at in by_margin(done)]


def after(position: Position, action: int, spare: Position | None) -> Position:
    """Return the position after *action*; it may be *spare*, which nobody needs any more."""
    if (
        not isinstance(spare, Evaluable)
        or not isinstance(position, Evaluable)
        or not spare.become(position)
    ):
        spare = position.copy()
    spare.apply(action)
    return spare


def by_margin(lines: list[GreedyLine]) -> list[int]:
    """Return the indexes of *lines*, the greatest margin first; equal ones keep their order."""
    margins = [-line.margin for line in lines]
    return sorted(range(len(lines)), key=margins.__getitem__)


def settle(position: Position) -> Position:
    """Return the position at the next moment of chance or the end, after each seat's best line."""
    for _ in range(LONGEST):
        seat = position.to_act()
        if seat in (CHANCE, OVER):
            break
        position = best_lines(position, seat, REPLY_WIDTH)[0].end()
    return position
