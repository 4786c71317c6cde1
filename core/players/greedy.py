"""The bot that takes the most it can get in its turn."""

from __future__ import annotations

from random import Random
from typing import Final

from mypy_extensions import mypyc_attr

from ..evaluable import Evaluable
from ..game import CHANCE, OVER, Position
from ..kernel.hashing import FACTOR, MASK
from ..text import msg
from ..vectors import i64
from .bot import Bot
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


@mypyc_attr(acyclic=True)
class GreedyLine:
    """Position after a seat's actions, which begin with *first*; *margin* is the seat's lead.

    *said* is a number that stands for the actions, in whatever order.
    """

    def __init__(self, first: int, position: Position, margin: int, said: i64) -> None:
        self.first = first
        self.position = position
        self.margin = margin
        self.said = said


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

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        actions = position.legal_actions()
        if len(actions) == 1:
            return actions[0]
        lines = best_lines(position, seat, OWN_WIDTH)
        best = lines[0]
        best_margin = -1e9
        tried: list[int] = []
        for line in lines:
            # Follow only the best line of each first action: if there are two sets to pick from,
            # both must be considered, however good one of them looks now.
            if line.first in tried:
                continue
            if len(tried) >= FINALISTS and line.margin < lines[FINALISTS - 1].margin:
                break
            if len(tried) >= MOST_TRIED:
                break
            tried.append(line.first)
            end = line.position
            if end.to_act() == CHANCE:
                margin = Expectimax(seat).value(end)
            else:
                margin = float(margin_of(settle(end), seat))
            if margin > best_margin:
                best_margin = margin
                best = line
        return best.first


def best_lines(position: Position, seat: int, width: int) -> list[GreedyLine]:
    """Return the lines of *seat*, best first; keep at most *width* unfinished ones at each step.

    Lines with the same actions in another order and the same lead count as one.
    """
    lasting = isinstance(position, Evaluable) and position.lasting_actions
    open_lines = [GreedyLine(-1, position, 0, 0)]
    done: list[GreedyLine] = []
    for _ in range(LONGEST):
        if not open_lines:
            break
        reached: set[int] = set()
        found: list[GreedyLine] = []
        for line in open_lines:
            for action in line.position.legal_actions():
                after = line.position.copy()
                after.apply(action)
                margin = margin_of(after, seat)
                said: i64 = action if lasting else hash(line.position.notation(action))
                said = (said + 1) * FACTOR & MASK
                said = (line.said + ((said ^ (said >> 31)) * FACTOR & MASK)) & MASK
                key = said ^ margin
                if key in reached:
                    continue
                reached.add(key)
                first = action if line.first < 0 else line.first
                found.append(GreedyLine(first, after, margin, said))
        open_lines = []
        for line in by_margin(found):
            if line.position.to_act() != seat:
                done.append(line)
            elif len(open_lines) < width:
                open_lines.append(line)
    done.extend(open_lines)
    return by_margin(done)


def by_margin(lines: list[GreedyLine]) -> list[GreedyLine]:
    """Return *lines*, the greatest margin first; equal ones keep their order."""
    margins = [-line.margin for line in lines]
    return [lines[at] for at in sorted(range(len(lines)), key=margins.__getitem__)]


def settle(position: Position) -> Position:
    """Return the position at the next moment of chance or the end, after each seat's best line."""
    for _ in range(LONGEST):
        seat = position.to_act()
        if seat in (CHANCE, OVER):
            break
        position = best_lines(position, seat, REPLY_WIDTH)[0].position
    return position
