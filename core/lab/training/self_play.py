"""Labels for the captain's evaluation: positions of self-play games, and what they are worth.

Each piece of work is a game, by its number, and depends on nothing else; its results are a line of
a file, in order.  So a run that was stopped goes on where it ended, in any number of processes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from ...evaluable import Evaluable
from ...game import CHANCE, OVER, Game
from ...hooks.engine import Engine
from ...players.captain import NARROW, dealt
from ...players.race import deal_from
from ...players.search import FAR, TurnSearch, Width
from ...players.value import Value
from ..workers import Work, workers

CURIOSITY = 0.3  # most actions of a game that are drawn by lot, so that positions vary
LAST = (8, 8, 5)  # the width of searches of the last turn, whose ends are worth what they score
MOST_LINES = 1000  # of these ways, most that are looked at
LAST_DEALS = 3  # searched for each position with one turn left
SETS = 24  # ways to play a set in the last turn that are compared, in each game


def first_of(game: Game, first: int = 0) -> Evaluable:
    """Return the first position of *game*; raise `ValueError` if bots cannot evaluate it."""
    position = game.new_position(first)
    if not isinstance(position, Evaluable) or not position.term_names():
        raise ValueError(f"{game.id} offers no terms")
    return position


@dataclass(frozen=True)
class Judged:
    """A variant of a rule set, with the *weights* that its positions are valued by."""

    ruleset: str
    variant: str
    weights: list[list[float]]

    def load(self) -> Game:
        """Return the game."""
        return Engine().load_game(self.ruleset, variant=self.variant)


@dataclass(frozen=True)
class SelfPlay:
    """Games: the number of the seat that begins, and the actions."""

    judged: Judged
    seed: int

    def begin(self) -> Callable[[int], list[int]]:
        return partial(self.play, self.judged.load(), Value(self.judged.weights))

    def play(self, game: Game, value: Value, number: int) -> list[int]:
        """Play a game: a narrow search a turn, and some actions by lot, in some games many."""
        rng = Random(f"fit/{self.seed}/{number}")
        first = number % game.players
        position = first_of(game, first)
        curious = CURIOSITY * rng.random()
        line: list[int] = []
        played = [first]
        while (seat := position.to_act()) != OVER:
            if seat == CHANCE:
                action, line = position.draw_at(rng.random()), []
            elif rng.random() < curious:
                action, line = position.action_at(rng.random()), []
            else:
                line = line or solved(position, value, seat, NARROW)[1]
                action = line.pop(0)
            played.append(action)
            position.apply(action)
        return played


def between(game: Game, played: list[int]) -> Iterator[Evaluable]:
    """Yield the positions before each deal of a game that was *played*, of which some go on."""
    position = first_of(game, played[0])
    before = OVER
    for action in played[1:]:
        seat = position.to_act()
        if seat == CHANCE and before != CHANCE:
            yield position.copy()
        before = seat
        position.apply(action)


def solved(
    position: Evaluable, value: Value, seat: int, width: tuple[int, int, int]
) -> tuple[float, list[int]]:
    """Return the value of the turn at *position* to *seat*, and the best line for all."""
    line = TurnSearch(value, seat, 0, 0.0, position.sides()).solve(
        position, -FAR, FAR, Width(*width), []
    )
    return line.value, line.line


@dataclass(frozen=True)
class TurnWorths:
    """The worth to seat 0 of the positions with *left* turns left: the mean of *deals* deals.

    Each deal is searched, and its end has the value of the weights for one turn less.
    """

    judged: Judged
    games: Path
    seed: int
    left: int
    deals: int

    def begin(self) -> Callable[[int], float]:
        game, value = self.judged.load(), Value(self.judged.weights)
        return partial(self.worth, game, value, read_lines(self.games))

    def worth(self, game: Game, value: Value, games: list[list[int]], number: int) -> float:
        """Return the worth of the position in the game *number*."""
        position = position_with(game, games[number], self.left)
        rng = Random(f"fit/{self.seed}/{number}/{self.left}")
        total = 0.0
        deals = self.deals if self.left > 1 else LAST_DEALS
        for _ in range(deals):
            after = dealt(position, deal_from(position, rng))
            total += solved(after, value, 0, NARROW if self.left > 1 else LAST)[0]
        return round(total / deals, 3)


def position_with(game: Game, played: list[int], left: int) -> Evaluable:
    """Return the position between turns with *left* turns left."""
    for position in between(game, played):
        if position.turns_left() == left:
            return position
    raise ValueError(f"no position has {left} turns left")


@dataclass(frozen=True)
class LastSets:
    """Ways to play the first set of the last turn: the terms, and the worth to the seat at last."""

    judged: Judged
    games: Path
    seed: int

    def begin(self) -> Callable[[int], list[list[float]]]:
        game, value = self.judged.load(), Value(self.judged.weights)
        return partial(self.compare, game, value, read_lines(self.games))

    def compare(
        self, game: Game, value: Value, games: list[list[int]], number: int
    ) -> list[list[float]]:
        """Return rows of terms, each with the worth at its end, less the means of all rows."""
        rng = Random(f"fit/{self.seed}/{number}/0")
        position = position_with(game, games[number], 1)
        position = dealt(position, deal_from(position, rng))
        wide = Width(200, MOST_LINES, 5)
        while position.is_choice():
            search = TurnSearch(value, position.to_act(), 0, 0.0, position.sides())
            actions = search.likely(position, position.legal_actions(), wide)
            position.apply(actions[int(rng.random() * len(actions))])
        seat = position.to_act()
        search = TurnSearch(value, seat, 0, 0.0, position.sides())
        rows: list[list[float]] = []
        narrow = Width(200, 1, 5)
        found = search.lines(position, seat, wide, FAR, False)
        lines = [line for line in found if line.end.to_act() >= 0]
        for at in range(min(SETS, len(lines))):
            end = lines[at * len(lines) // min(SETS, len(lines))].end
            rows.append([*end.terms(seat), search.solve(end, -FAR, FAR, narrow, []).value])
        means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
        return [[round(x - mean, 4) for x, mean in zip(row, means, strict=True)] for row in rows]


def read_lines(path: Path) -> list[Any]:
    """Return the results in a file of `resumed`."""
    with path.open(encoding="ascii") as file:
        return [json.loads(line) for line in file]


def resumed(path: Path, work: Work[Any], count: int, jobs: int) -> list[Any]:
    """Do the first *count* pieces of *work* that *path* does not have, and return all results.

    Each result is a line of JSON.  A line that was cut short is done again.
    """
    kept = path.read_bytes() if path.is_file() else b""
    kept = kept[: kept.rfind(b"\n") + 1]
    path.write_bytes(kept)
    with path.open("a", encoding="ascii") as file:
        for result in workers(jobs).run(work, range(kept.count(b"\n"), count)):
            file.write(json.dumps(result, separators=(",", ":")) + "\n")
            file.flush()
    return read_lines(path)[:count]
