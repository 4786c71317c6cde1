"""The bot that takes the most it can get in its turn."""

from __future__ import annotations

from random import Random
from typing import Final

from mypy_extensions import mypyc_attr

from ..game import CHANCE, OVER, Position
from ..text import msg
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


class GreedyLine:
    """Position after a seat's actions, which begin with *first*; *margin* is the seat's lead."""

    def __init__(self, first: int, position: Position, margin: int) -> None:
        self.first = first
        self.position = position
        self.margin = margin


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
    open_lines = [GreedyLine(-1, position, 0)]
    done_words = [""]
    done: list[GreedyLine] = []
    for _ in range(LONGEST):
        if not open_lines:
            break
        reached: dict[str, int] = {}
        found: list[GreedyLine] = []
        words: list[str] = []
        for number, line in enumerate(open_lines):
            for action in line.position.legal_actions():
                after = line.position.copy()
                said = sorted_words(done_words[number], line.position.notation(action))
                after.apply(action)
                margin = margin_of(after, seat)
                key = f"{said}={margin}"
                if key in reached:
                    continue
                reached[key] = 1
                first = action if line.first < 0 else line.first
                found.append(GreedyLine(first, after, margin))
                words.append(said)
        order = sorted(range(len(found)), key=lambda i: -found[i].margin)
        open_lines = []
        done_words = []
        for i in order:
            if found[i].position.to_act() != seat:
                done.append(found[i])
            elif len(open_lines) < width:
                open_lines.append(found[i])
                done_words.append(words[i])
    done.extend(open_lines)
    return sorted(done, key=lambda line: -line.margin)


def sorted_words(words: str, word: str) -> str:
    """Return *words*, which are sorted and separated by ``|``, with *word* in its place."""
    parts = words.split("|") if words else []
    parts.append(word)
    parts.sort()
    return "|".join(parts)


def settle(position: Position) -> Position:
    """Return the position at the next moment of chance or the end, after each seat's best line."""
    for _ in range(LONGEST):
        seat = position.to_act()
        if seat in (CHANCE, OVER):
            break
        position = best_lines(position, seat, REPLY_WIDTH)[0].position
    return position
