"""The bot that takes the most it can get in its turn."""

from __future__ import annotations

from random import Random
from typing import Final

from mypy_extensions import mypyc_attr

from ..evaluable import Evaluable
from ..game import CHANCE, OVER, Position
from ..kernel.action_list import ActionList
from ..kernel.hash_set import HashSet
from ..kernel.hashing import FACTOR, MASK
from ..kernel.ranking import Ranking
from ..kernel.signals import check_signals
from ..text import msg
from ..vectors import PURE, i64, vec
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

    def __init__(self, before: GreedyLine | None, action: int, margin: i64, said: i64) -> None:
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


class GreedyLines:
    """Lines that are made only when it is clear that they are among the best."""

    def __init__(self) -> None:
        self._before: list[GreedyLine] = []
        self._actions = ActionList()
        self._said = ActionList()
        self._ranking = Ranking()

    def clear(self) -> None:
        """Forget all lines."""
        self._before.clear()
        self._actions.count = 0
        self._said.count = 0
        self._ranking.clear()

    def add(self, before: GreedyLine, action: i64, margin: i64, said: i64) -> None:
        """Add a line by the arguments of `GreedyLine`; no more may be added after `begin`."""
        self._before.append(before)
        self._actions.add(action)
        self._said.add(said)
        self._ranking.add(float(margin))

    def begin(self) -> None:
        """Begin with the best line."""
        self._ranking.begin()

    def take(self) -> GreedyLine | None:
        """Return the next line, or ``None`` after the last one; equal ones keep their order."""
        ranking = self._ranking
        at = ranking.take()
        if at < 0:
            return None
        margin = i64(ranking.values[at])
        action, said = self._actions.numbers[at], self._said.numbers[at]
        return GreedyLine(self._before[at], action, margin, said)


@mypyc_attr(allow_interpreted_subclasses=True)
class Greedy(Bot):
    """Bot that plays the line with the best lead over the other seats.

    A line is everything a seat does until another seat or chance decides; where sets are picked, it
    plays a whole set, in any order.  The best lines are followed to the next moment of chance, with
    a narrower search for the other seats.  If a line ends in chance with few outcomes, such as the
    roll of a die, it is worth what the seat can expect from the rest of its turn: `Expectimax`.
    The bot knows only actions and scores.
    """

    id = "greedy"
    title = msg("bot-greedy", "greedy")

    def __init__(self) -> None:
        self.plan = Plan()
        self.own = LineSearch(OWN_WIDTH)
        self.replies = LineSearch(REPLY_WIDTH)

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        actions = position.legal_actions()
        if len(actions) == 1:
            return actions[0]
        planned = self.plan.next_at(position)
        if planned in actions:
            return planned
        best: list[int] = []
        best_margin = -1e9
        tried: list[int] = []
        least: i64 = 0
        count = 0
        self.own.find(position, seat)
        while True:
            line = self.own.take()
            if line is None:
                break
            count += 1
            if count == FINALISTS:
                least = line.margin
            # Follow only the best line of each first action: if there are two sets to pick from,
            # both must be considered, however good one of them looks now.
            followed = line.actions()
            if followed[0] in tried:
                continue
            if len(tried) >= FINALISTS and line.margin < least:
                break
            if len(tried) >= MOST_TRIED:
                break
            tried.append(followed[0])
            end = line.end()
            if end.to_act() == CHANCE:
                margin = Expectimax(seat).value(end)
            else:
                margin = float(margin_of(self.settle(end), seat))
            if margin > best_margin:
                best_margin = margin
                best = followed
        self.plan.follow(position, best)
        return best[0]

    def settle(self, position: Position) -> Position:
        """Return the position at the next moment of chance or the end, after all best lines."""
        for _ in range(LONGEST):
            seat = position.to_act()
            if seat in (CHANCE, OVER):
                break
            self.replies.find(position, seat)
            line = self.replies.take()
            assert line is not None
            position = line.end()
        return position


class LineSearch:
    """Search for the lines of a seat, of which *width* unfinished ones are kept at each step."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._actions = ActionList()
        self._reached = HashSet()
        self._open = GreedyLines()
        self._done = GreedyLines()

    def find(self, position: Position, seat: int) -> None:
        """Find the lines of *seat*; `take` returns them, best first.

        Lines with the same actions in another order and the same lead count as one.
        """
        lasting = isinstance(position, Evaluable) and position.lasting_actions
        actions = self._actions
        reached = self._reached
        open_lines = self._open
        done = self._done
        start = GreedyLine(None, -1, 0, 0)
        start.position = position
        beam = [start]
        spare: Evaluable | None = None
        done.clear()
        for _ in range(LONGEST):
            reached.clear()
            open_lines.clear()
            for line in beam:
                check_signals()
                now = line.end()
                actions.count = 0
                known = now if isinstance(now, Evaluable) else None
                if known is not None and not PURE:
                    known.find_actions(actions)
                else:
                    actions.numbers = vec[i64](now.legal_actions())
                    actions.count = len(actions.numbers)
                numbers = actions.numbers
                count = actions.count
                at: i64 = 0
                while at < count:
                    act = numbers[at]
                    at += 1
                    if known is not None:
                        if spare is None or not spare.become(known):
                            spare = known.copy()
                        spare.apply(act)
                        margin: i64 = spare.lead_of(seat)
                        actor = spare.to_act()
                    else:
                        then = now.copy()
                        then.apply(act)
                        margin = margin_of(then, seat)
                        actor = then.to_act()
                    hashed: i64 = act if lasting else hash(now.notation(act))
                    hashed = (hashed + 1) * FACTOR & MASK
                    hashed = (line.said + ((hashed ^ (hashed >> 31)) * FACTOR & MASK)) & MASK
                    if reached.add(hashed ^ margin):
                        lines = open_lines if actor == seat else done
                        lines.add(line, act, margin, hashed)
            open_lines.begin()
            beam = []
            while len(beam) < self.width:
                kept = open_lines.take()
                if kept is None:
                    break
                beam.append(kept)
            if not beam:
                break
        for line in beam:  # in a game in which a seat never stops acting
            assert line.before is not None
            done.add(line.before, line.action, line.margin, line.said)
        done.begin()

    def take(self) -> GreedyLine | None:
        """Return the next line, or ``None`` after the last one; equal ones keep their order."""
        return self._done.take()
