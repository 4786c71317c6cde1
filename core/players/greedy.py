"""The bot that takes the most it can get now, looking at all it can do with its cards."""

from __future__ import annotations

from random import Random
from typing import Final

from mypy_extensions import mypyc_attr

from ..game import CHANCE, OVER, Position
from ..text import msg
from .bot import Bot

OWN_WIDTH: Final = 48
"""How many ways to go on the bot keeps in mind at each step of its own play."""

REPLY_WIDTH: Final = 4
"""The same for what it expects of the others."""

FINALISTS: Final = 6
"""How many of its best lines it follows through the others' replies."""

MOST_TRIED: Final = 64
"""Where more lines look equally good than this, the first of them are followed."""

LONGEST: Final = 64
"""The most actions in a line: an end for games in which a seat acts on and on."""


class Line:
    """A seat's actions one after the other, from *first*, and where they lead."""

    def __init__(self, first: int, position: Position, margin: int) -> None:
        self.first = first
        self.position = position
        self.margin = margin


@mypyc_attr(allow_interpreted_subclasses=True)
class Greedy(Bot):
    """Plays the line with the best score against the best of the others.

    A line is everything the seat does until another one or chance decides: in Jolly & Roger the
    whole set, in every order.  The best lines are followed through the replies of the others, who
    are taken to play the same way but with less care, to the next moment of chance.  No knowledge
    of any game: only actions and scores.
    """

    id = "greedy"
    title = msg("bot-greedy", "greedy")

    def choose(self, position: Position, seat: int, rng: Random, budget: float) -> int:
        actions = position.legal_actions()
        if len(actions) == 1:
            return actions[0]
        lines = best_lines(position, seat, OWN_WIDTH)
        best = lines[0]
        best_margin = -(1 << 60)
        tried: list[int] = []
        for line in lines:
            # Follow the best line of each first action, as far as they are among the finalists:
            # two sets to pick from must both be looked at, however good the first looks now.
            if line.first in tried:
                continue
            if len(tried) >= FINALISTS and line.margin < lines[FINALISTS - 1].margin:
                break
            if len(tried) >= MOST_TRIED:
                break
            tried.append(line.first)
            margin = margin_of(settle(line.position), seat)
            if margin > best_margin:
                best_margin = margin
                best = line
        return best.first


def margin_of(position: Position, seat: int) -> int:
    """Return by how much *seat* leads the best of the others, negative where it trails.

    Alone it leads by all it has.
    """
    scores = position.scores()
    others = -(1 << 60)
    for other, score in enumerate(scores):
        if other != seat and score > others:
            others = score
    return scores[seat] - others if len(scores) > 1 else scores[seat]


def best_lines(position: Position, seat: int, width: int) -> list[Line]:
    """Find the lines of *seat*, best first: at most *width* are kept at each step.

    Lines of the same actions in another order that lead to the same scores are taken for one.
    """
    open_lines = [Line(-1, position, 0)]
    done_words = [""]
    done: list[Line] = []
    for _ in range(LONGEST):
        if not open_lines:
            break
        reached: dict[str, int] = {}
        found: list[Line] = []
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
                found.append(Line(first, after, margin))
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
    """Add *word* to the blank-separated *words*, in alphabetic order."""
    parts = words.split("|") if words else []
    parts.append(word)
    parts.sort()
    return "|".join(parts)


def settle(position: Position) -> Position:
    """Let every seat play its best line in turn until chance decides or the game is over."""
    for _ in range(LONGEST):
        seat = position.to_act()
        if seat in (CHANCE, OVER):
            break
        position = best_lines(position, seat, REPLY_WIDTH)[0].position
    return position
