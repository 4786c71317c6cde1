"""Fit the captain's weights to a rule set: ``python -m splitpick.core.lab.fit jolly-roger``.

Games of the captain against itself give positions between turns.  Then, from the last turn
backwards, each position's worth is found by searching sampled deals of its turn, whose ends are
worth what the weights found so far say (fitted value iteration; at the end of the game it is the
result itself), and the weights for one more turn are those that come nearest (ridge regression,
held to the weights of the turn after).  All of it twice: better weights play better games.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from ..game import CHANCE, OVER, Game, Position, draw_outcome
from ..hooks.engine import Engine
from ..players.captain import NARROW, Captain, Thought, deal_from
from ..players.search import FAR, Search, Width
from ..players.value import Value
from ..players.weights import plain_weights

GAMES = 150
"""How many games are played for each of the rounds."""

ROUNDS = 2
"""How often games are played and weights fitted."""

DEALS = 3
"""How many deals are searched for each position."""

NODES = 1500
"""The captain's budget in self-play."""

CURIOSITY = 0.1
"""How often it plays another of its better choices, so that positions differ."""

RIDGE = 30.0
"""How strongly the weights are held to those of the turn after, in squared gold."""


def play(game: Game, value: Value, seed: int, nodes: int = NODES) -> list[Position]:
    """Play one game; return the positions between its turns, before a card is dealt."""
    chance, own = Random(f"fit/{seed}"), Random(f"fit/{seed}/own")
    position = game.new_position(seed % game.players)
    bot = Captain()
    bot.nodes, bot.turns = nodes, 1
    between: list[Position] = []
    dealing = False
    while (seat := position.to_act()) != OVER:
        if seat == CHANCE:
            if not dealing:
                between.append(position.copy())
            action = draw_outcome(position.chance_outcomes(), chance.random())
        else:
            choices = Thought(bot, value, position, seat, own, 0).choices
            lot = own.random() / CURIOSITY
            action = choices[int(lot * min(4, len(choices))) if lot < 1.0 else 0].action
        dealing = seat == CHANCE
        position.apply(action)
    return between


def worth(position: Position, value: Value, rng: Random, deals: int) -> float:
    """Return what the turn that begins is worth to seat 0, over so many sampled *deals*."""
    total = 0.0
    for _ in range(deals):
        after = position.copy()
        for action in deal_from(after, rng):
            after.apply(action)
        search = Search(value, 0, 0, 0.0)
        total += search.solve(after, -FAR, FAR, Width(*NARROW), []).value
    return total / deals


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a system of linear equations with a positive definite *matrix* (Gauss)."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for below in range(at + 1, size):
            factor = rows[below][at] / rows[at][at]
            for column in range(at, size + 1):
                rows[below][column] -= factor * rows[at][column]
    found = [0.0] * size
    for at in reversed(range(size)):
        known = sum(rows[at][column] * found[column] for column in range(at + 1, size))
        found[at] = (rows[at][size] - known) / rows[at][at]
    return found


def regress(
    terms: list[list[float]], worths: list[float], near: list[float], ridge: float
) -> list[float]:
    """Find the weights that give *worths* from *terms*, held to *near* by *ridge*."""
    size = len(near)
    matrix = [[ridge if row == column else 0.0 for column in range(size)] for row in range(size)]
    right = [ridge * weight for weight in near]
    for row, found in zip(terms, worths, strict=True):
        for at, term in enumerate(row):
            right[at] += term * found
            for other in range(size):
                matrix[at][other] += term * row[other]
    return solve(matrix, right)


def fit(
    game: Game, games: int, seed: int, rounds: int = ROUNDS
) -> tuple[dict[str, list[float]], list[float]]:
    """Fit weights for *game*; return them by term, and the typical errors, for 1, 2, ... turns."""
    start = game.new_position()
    names = start.term_names()
    if not names:
        raise ValueError(f"{game.id} offers no terms")
    last, plain = plain_weights(names)
    weights = [last, plain]  # not those of an earlier run
    errors: list[float] = []
    for number in range(rounds):
        value = Value(weights)
        between: dict[int, list[Position]] = {}
        for at in range(games):
            for position in play(game, value, seed + number * games + at):
                between.setdefault(position.turns_left(), []).append(position)
        rng = Random(f"fit/{seed}/deals/{number}")
        fitted = [last]
        errors = []
        near = plain
        for left in sorted(between):
            terms = [position.terms(0) for position in between[left]]
            worths = [worth(position, Value(fitted), rng, DEALS) for position in between[left]]
            near = regress(terms, worths, near, RIDGE)
            fitted.append(near)
            off = [
                sum(map(float.__mul__, row, near)) - found
                for row, found in zip(terms, worths, strict=True)
            ]
            errors.append((sum(miss * miss for miss in off) / len(off)) ** 0.5)
        weights = fitted
    return {
        term: [round(found[at], 4) for found in weights[1:]] for at, term in enumerate(names)
    }, errors


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, and write or print what was found."""
    parser = argparse.ArgumentParser(prog="python -m splitpick.core.lab.fit", description=__doc__)
    parser.add_argument("ruleset", help="a rule set by name, or a YAML file")
    parser.add_argument("--variant", default="")
    parser.add_argument("--games", type=int, default=GAMES, help="games in each of two rounds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="the weights' file: its other entries stay")
    chosen = parser.parse_args(arguments)
    game = Engine().load_game(chosen.ruleset, variant=chosen.variant or None)
    weights, errors = fit(game, chosen.games, chosen.seed)
    command = f"python -m splitpick.core.lab.fit {chosen.ruleset} --variant {game.variant}"
    entry = {
        "command": f"{command} --games {chosen.games} --seed {chosen.seed}",
        "errors": [round(error, 2) for error in errors],
        "weights": weights,
    }
    out: Path | None = chosen.out
    kept = json.loads(out.read_text("utf-8")) if out and out.is_file() else {}
    kept[game.new_position().terms_id()] = entry
    text = written(kept)
    if out:
        out.write_text(text, "utf-8")
    else:
        sys.stdout.write(text)


def written(entries: dict[str, dict[str, object]]) -> str:
    """Write *entries* as JSON with a term a line."""
    blocks = []
    for name, entry in entries.items():
        weights = entry["weights"]
        assert isinstance(weights, dict)
        lines = [f'      "{term}": {json.dumps(found)}' for term, found in weights.items()]
        rest = [
            f"    {json.dumps(key)}: {json.dumps(found)},\n"
            for key, found in entry.items()
            if key != "weights"
        ]
        inside = ",\n".join(lines)
        block = f'{"".join(rest)}    "weights": {{\n{inside}\n    }}'
        blocks.append(f"  {json.dumps(name)}: {{\n{block}\n  }}")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


if __name__ == "__main__":
    main()
