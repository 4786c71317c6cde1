"""Train a policy: ``python -m splitpick_learned.train jolly-roger --variant advanced``.

The bot plays against itself: first as a beginner, who takes what can be had now, then as well as it
has learned.  The policy is fitted by TD(lambda): what still comes after a moment of chance is what
came until the next one, and what the policy expects there.  After each round it meets greedy on
duplicate deals.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import TypeAlias

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each process has a core of its own

import numpy as np
from numpy.typing import NDArray

from splitpick.core import CHANCE, OVER, Game, Position
from splitpick.core.game import lead_in
from splitpick.core.learning import study
from splitpick.core.players import Bot, Greedy, bot_generator

from . import Learned
from .curve import draw
from .policy import POINTS, Floats, Policy

ROUNDS = (2_500, 5_000, 10_000, 20_000, 22_000, 24_000)
"""Games played at the end of each round."""
BEGINNER = 20_000
"""Games that the beginner plays; they take a tenth of the time."""
PASSES = 2  # over all games, each round
LAMBDA = 0.8
CURIOSITY = 0.15  # share of lines that are drawn by lot
STEP, DECAY = 1e-3, (0.9, 0.999)  # of Adam
SMALLER = 8  # rounds until steps have become as small as they get
BATCH = 512
UNPLAYED = 10**9
"""The first seed of the deals against greedy, on which no game was learned."""
CHUNK = 25  # games or deals that are handed to a process at once

Known: TypeAlias = tuple[NDArray[np.int16], NDArray[np.int16]]
"""Knowledge of each seat at the moments of chance of a game, and its leads there."""


class Curious(Learned):
    """The bot as it plays while it learns: sometimes it tries another line."""

    def prefer(self, ends: list[Position], seat: int, rng: Random) -> int:
        if rng.random() < CURIOSITY:
            return int(rng.random() * len(ends))
        return super().prefer(ends, seat, rng)


def moments(game: Game, bots: list[Bot], seed: int, first: int) -> Iterator[Position]:
    """Play a game, and yield its position at each moment of chance, and at the end."""
    rng, rngs = Random(seed), [bot_generator(seed, seat) for seat in range(game.players)]
    position, before = game.new_position(first), OVER
    while (seat := position.to_act()) != OVER:
        if seat == CHANCE:
            if before != CHANCE:
                yield position
            action = position.draw_at(rng.random())
        else:
            seen = position.resample(seat, rngs[seat])
            action = position.parse(seen.notation(bots[seat].choose(seen, seat, rngs[seat], 0.0)))
        before = seat
        position.apply(action)
    yield position


def self_play(file: Path, numbers: range) -> list[Known]:
    """Play the games *numbers* of the policy in *file* against itself."""
    policy, games = Policy.load(file), []
    game = policy.learning.game
    seats = range(game.players)
    for number in numbers:
        known, leads = [], []
        bots: list[Bot] = [Curious(policy) for _ in seats]
        for position in moments(game, bots, number, number % game.players):
            known.append([policy.observe([position], seat)[0] for seat in seats])
            leads.append([lead_in(position.scores(), seat) for seat in seats])
        games.append((np.array(known, np.int16), np.array(leads, np.int16)))
    return games


def duels(file: Path, deals: range) -> list[float]:
    """Return the share of wins over greedy on each deal, played in each seat; a tie is a half."""
    policy, shares = Policy.load(file), []
    game = policy.learning.game
    for deal in deals:
        won = []
        for seat in range(game.players):
            bots: list[Bot] = [Greedy() for _ in range(game.players)]
            bots[seat] = Learned(policy)
            *_, end = moments(game, bots, deal, deal % game.players)
            winners = end.winners()
            won.append((seat in winners) / len(winners))
        shares.append(fmean(won))
    return shares


def targets(
    policy: Policy, seat: int, known: NDArray[np.int16], leads: NDArray[np.int16]
) -> Floats:
    """Return what still comes to *seat* after each moment but the last, by TD(lambda)."""
    gained = np.diff(leads[:, seat].astype(np.float32))
    expected = policy.still_to_come(seat, known[:, seat].astype(np.int32))
    expected[-1] = 0
    to_come = np.zeros(len(gained) + 1, np.float32)
    for at in reversed(range(len(gained))):
        after = LAMBDA * to_come[at + 1] + (1 - LAMBDA) * expected[at + 1]
        to_come[at] = gained[at] + after
    return to_come[:-1]


class Adam:
    """The optimizer of D. P. Kingma and J. Ba (2015), for the layers of one seat."""

    def __init__(self, policy: Policy, seat: int) -> None:
        self.layers = {name: layer[seat] for name, layer in policy.layers.items()}
        self.steps = 0
        self.first = {name: np.zeros_like(layer) for name, layer in self.layers.items()}
        self.second = {name: np.zeros_like(layer) for name, layer in self.layers.items()}

    def fit(self, x: Floats, y: Floats, size: float) -> float:
        """Fit the layers to *y*, what comes after the inputs *x*; return the squared error."""
        layers = self.layers
        inner = x @ layers["inner"] + layers["inner_bias"]
        hidden = np.maximum(inner, 0)
        missed = x @ layers["linear"] + layers["bias"] + hidden @ layers["outer"] - y
        each = missed / np.float32(len(y))
        back = np.outer(each, layers["outer"]) * (inner > 0)
        self.steps += 1
        self.step("linear", each @ x, size)
        self.step("bias", each.sum(keepdims=True), size)
        self.step("outer", each @ hidden, size)
        self.step("inner", x.T @ back, size)
        self.step("inner_bias", back.sum(axis=0), size)
        return float(missed @ missed)

    def step(self, name: str, slope: Floats, size: float) -> None:
        """Take a step down the *slope* of a layer."""
        first, second = self.first[name], self.second[name]
        first += (1 - DECAY[0]) * (slope - first)
        second += (1 - DECAY[1]) * (slope * slope - second)
        far = first / (1 - DECAY[0] ** self.steps)
        near = np.sqrt(second / (1 - DECAY[1] ** self.steps)) + 1e-8
        self.layers[name] -= size * far / near


def learn(policy: Policy, seats: list[Adam], games: list[Known], size: float) -> float:
    """Fit *policy* to *games*, once; return its typical error in points."""
    error, count = 0.0, 0
    for seat, adam in enumerate(seats):
        y = np.concatenate([targets(policy, seat, *game) for game in games]) / POINTS
        x = np.concatenate([known[:-1, seat] for known, _ in games])
        order = np.random.default_rng(adam.steps).permutation(len(y))
        for rows in np.array_split(order, max(1, len(order) // BATCH)):
            inputs = policy.inputs(x[rows].astype(np.int32))
            error += adam.fit(inputs, y[rows].astype(np.float32), size)
            count += len(rows)
    return float(POINTS * (error / count) ** 0.5)


def begin(ruleset: str, variant: str | None, players: int, hidden: int) -> Policy:
    """Return a beginner: its inputs are the numbers that vary in some games of its own."""
    learning = study(ruleset, variant, players)
    about = {"ruleset": ruleset, "variant": learning.game.variant, "players": players}
    bots: list[Bot] = [Greedy() for _ in range(players)]
    seen = [
        learning.observer.observe(position, seat)
        for number in range(100)
        for position in moments(learning.game, bots, number, number % players)
        for seat in range(players)
    ]
    return Policy.begin(about, np.array(seen), hidden)


def main(words: list[str] | None = None) -> None:
    """Train as the command line says; the curve is written beside the policy."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("ruleset")
    parser.add_argument("--variant")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("learned.npz"))
    parser.add_argument("--rounds", type=int, nargs="+", default=ROUNDS, help="games at their ends")
    parser.add_argument("--hidden", type=int, default=64, help="number of neurons (64)")
    parser.add_argument("--deals", type=int, default=100, help="against greedy, a round (100)")
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args(words)

    began = time.monotonic()
    policy = begin(chosen.ruleset, chosen.variant, chosen.players, chosen.hidden)
    beginner, curve = chosen.out.with_suffix(".new"), chosen.out.with_suffix(".jsonl")
    policy.save(beginner)
    curve.write_text("")
    seats = [Adam(policy, seat) for seat in range(chosen.players)]
    games: list[Known] = []
    with ProcessPoolExecutor(chosen.jobs, get_context("spawn")) as pool:
        for number, end in enumerate(chosen.rounds):
            player = beginner if end <= BEGINNER else chosen.out
            chunks = [range(at, min(at + CHUNK, end)) for at in range(len(games), end, CHUNK)]
            for found in pool.map(partial(self_play, player), chunks):
                games += found
            size = STEP * max(0.1, 1 - number / SMALLER)
            for _ in range(PASSES):
                error = learn(policy, seats, games, size)
            policy.save(chosen.out)
            deals = range(UNPLAYED, UNPLAYED + chosen.deals)
            chunks = [deals[at : at + CHUNK] for at in range(0, len(deals), CHUNK)]
            shares = [
                one for chunk in pool.map(partial(duels, chosen.out), chunks) for one in chunk
            ]
            line = {
                "games": end,
                "minutes": round((time.monotonic() - began) / 60, 2),
                "error": round(error, 2),
                "against greedy": round(fmean(shares), 4),
                "margin": round(1.96 * stdev(shares) / len(shares) ** 0.5, 4),
            }
            with curve.open("a") as out:
                out.write(json.dumps(line) + "\n")
            print(line, file=sys.stderr, flush=True)
            draw(curve, chosen.out.with_suffix(".svg"))
    beginner.unlink()


if __name__ == "__main__":
    main()
