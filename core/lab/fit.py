"""Fit captain's weights to a rule set: ``python -m splitpick.core.lab.fit jolly-roger``.

Games of captain against itself give positions between turns.  From the last turn backwards, the
worth of each position is found by searching sampled deals of its turn, whose ends are valued by the
weights found so far (fitted value iteration; at the end of the game by the result).  The weights
for one more turn to play are those that fit the worths best (ridge regression towards the weights
of the turn after).  The games of a second round are played with the weights of the first.
"""

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import dist, sqrt
from pathlib import Path
from random import Random
from statistics import fmean

from ..evaluable import Evaluable
from ..game import CHANCE, OVER, Game
from ..hooks.engine import Engine
from ..players.captain import NARROW, Captain, Thought, deal_from
from ..players.search import FAR, TurnSearch, Width
from ..players.value import Value
from ..players.weights import plain_weights
from .inference import solve

GAMES = 150  # in each round
ROUNDS = 2  # of games and fitting
DEALS = 3  # searched for each position
NODES = 1500  # for a decision of captain
CURIOSITY = 0.1  # share of decisions drawn from the best four, so that positions vary
RIDGE = 30.0  # pull towards the weights for one turn less, in squared points


def begin(game: Game, first: int = 0) -> Evaluable:
    """Return the first position of *game*; raise `ValueError` if bots cannot evaluate it."""
    position = game.new_position(first)
    if not isinstance(position, Evaluable) or not position.term_names():
        raise ValueError(f"{game.id} offers no terms")
    return position


def play(game: Game, value: Value, seed: int, nodes: int = NODES) -> list[Evaluable]:
    """Play one game with the weights in *value*; return the position before each deal."""
    chance, own = Random(f"fit/{seed}"), Random(f"fit/{seed}/own")
    position = begin(game, seed % game.players)
    bot = Captain()
    bot.nodes, bot.turns = nodes, 1
    between: list[Evaluable] = []
    before = OVER
    while (seat := position.to_act()) != OVER:
        if seat == CHANCE:
            if before != CHANCE:
                between.append(position.copy())
            action = position.draw_at(chance.random())
        else:
            choices = Thought(bot, value, position, seat, own, 0).choices
            lot = own.random() / CURIOSITY
            action = choices[int(lot * min(4, len(choices))) if lot < 1.0 else 0].line[0]
        before = seat
        position.apply(action)
    return between


def worth(position: Evaluable, value: Value, rng: Random) -> float:
    """Return the value of *position* for seat 0: the mean over `DEALS` sampled deals."""
    values = []
    for _ in range(DEALS):
        after = position.copy()
        for action in deal_from(after, rng):
            after.apply(action)
        found = TurnSearch(value, 0, 0, 0.0).solve(after, -FAR, FAR, Width(*NARROW), [])
        values.append(found.value)
    return fmean(values)


def regress(
    terms: list[list[float]], worths: list[float], near: list[float], ridge: float
) -> list[float]:
    """Return the weights of *terms* that fit *worths* best, pulled towards *near* by *ridge*."""
    columns = list(zip(*terms, strict=True))
    matrix = [[_product(one, other) for other in columns] for one in columns]
    right = [_product(column, worths) for column in columns]
    for at, weight in enumerate(near):
        matrix[at][at] += ridge
        right[at] += ridge * weight
    return solve(matrix, right)[0]


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def fit(game: Game, games: int, seed: int) -> tuple[dict[str, list[float]], list[float]]:
    """Return lists for 1, 2, ... turns left: the weights by term, and the error of their fit."""
    names = begin(game).term_names()
    last, plain = plain_weights(names)
    weights = [last, plain]  # to begin with: a run does not depend on an earlier one
    for number in range(ROUNDS):
        between: dict[int, list[Evaluable]] = defaultdict(list)
        for at in range(games):
            for position in play(game, Value(weights), seed + number * games + at):
                between[position.turns_left()].append(position)
        rng = Random(f"fit/{seed}/deals/{number}")
        weights, errors, near = [last], [], plain
        for _, positions in sorted(between.items()):
            terms = [position.terms(0) for position in positions]
            worths = [worth(position, Value(weights), rng) for position in positions]
            near = regress(terms, worths, near, RIDGE)
            weights.append(near)
            errors.append(dist(worths, [_product(row, near) for row in terms]) / sqrt(len(terms)))
    fitted = {term: [round(one[at], 4) for one in weights[1:]] for at, term in enumerate(names)}
    return fitted, errors


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit the weights of a rule set; write them to a file, or print them without ``--out``."""
    parser = argparse.ArgumentParser(prog="python -m splitpick.core.lab.fit", description=__doc__)
    parser.add_argument("ruleset", help="a rule set by name, or a YAML file")
    parser.add_argument("--variant", default="")
    parser.add_argument("--games", type=int, default=GAMES, help="games in each of two rounds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a file of weights to update; other entries stay")
    chosen = parser.parse_args(arguments)
    game = Engine().load_game(chosen.ruleset, variant=chosen.variant or None)
    weights, errors = fit(game, chosen.games, chosen.seed)
    settings = f"--variant {game.variant} --games {chosen.games} --seed {chosen.seed}"
    entry = {
        "command": f"{parser.prog} {chosen.ruleset} {settings}",
        "errors": [round(error, 2) for error in errors],
        "weights": weights,
    }
    out = chosen.out
    kept = json.loads(out.read_text("utf-8")) if out and out.is_file() else {}
    text = written({**kept, begin(game).terms_id(): entry})
    if out:
        out.write_text(text, "utf-8")
    else:
        sys.stdout.write(text)


def written(entries: Mapping[str, object]) -> str:
    """Return *entries* as JSON with each list on one line."""
    text = json.dumps(entries, indent=2)
    return re.sub(r"\[[^]]*\]", lambda found: json.dumps(json.loads(found[0])), text) + "\n"


if __name__ == "__main__":
    main()
