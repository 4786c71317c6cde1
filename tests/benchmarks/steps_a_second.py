"""Steps a second of our environments, beside those of PettingZoo and RLCard, in one run.

    pip install '.[rl]' pettingzoo[classic] rlcard
    python tests/benchmarks/steps_a_second.py

A step is a decision of a seat with its observation and its mask of legal actions; actions are drawn
at random among the legal ones.  The contestants take turns, round by round, in one process; the
rate of the best round is told, since others may use the machine too.  Of those not installed, the
name is told.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from time import perf_counter, process_time
from typing import Any

import numpy as np

from splitpick.core import game
from splitpick.core.learning import aec_env, single_env, study, vector_env

Steps = Callable[[float], int]
"""Function that steps for so many seconds, and returns the number of steps."""


def drawn(mask: Any, rng: np.random.Generator) -> int:
    """Draw a legal action."""
    legal = np.flatnonzero(mask)
    return int(legal[int(rng.random() * len(legal))])


def of_aec(env: Any) -> Steps:
    rng = np.random.default_rng(1)

    def step(seconds: float) -> int:
        steps, until = 0, perf_counter() + seconds
        while perf_counter() < until:
            env.reset(seed=steps)
            for _ in env.agent_iter():
                seen, _, ended, cut, info = env.last()
                if ended or cut:
                    break
                mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
                env.step(drawn(mask, rng))
                steps += 1
        return steps

    return step


def of_single(env: Any) -> Steps:
    rng = np.random.default_rng(1)

    def step(seconds: float) -> int:
        steps, until = 0, perf_counter() + seconds
        while perf_counter() < until:
            env.reset(seed=steps)
            over = False
            while not over:
                _, _, over, _, _ = env.step(drawn(env.action_masks(), rng))
                steps += 1
        return steps

    return step


def of_vector(env: Any) -> Steps:
    rng = np.random.default_rng(1)

    def step(seconds: float) -> int:
        steps, until = 0, perf_counter() + seconds
        _, info = env.reset(seed=1)
        while perf_counter() < until:
            masks = info["action_mask"]
            # The legal action with the greatest random number, in all games at once.
            actions = (masks * (1 - rng.random(masks.shape, dtype=np.float32))).argmax(axis=1)
            _, _, _, _, info = env.step(actions)
            steps += env.num_envs
        return steps

    return step


def of_rlcard(env: Any) -> Steps:
    rng = np.random.default_rng(1)

    def step(seconds: float) -> int:
        steps, until = 0, perf_counter() + seconds
        while perf_counter() < until:
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(rng.random() * len(legal))])
                steps += 1
        return steps

    return step


def contestants() -> dict[str, Callable[[], Steps]]:
    """Return functions that make each contestant."""
    found: dict[str, Callable[[], Steps]] = {}
    for name, variant in (("jolly-roger", "advanced"), ("smugglers-cove", None)):
        learning = study(name, variant)
        found |= {
            f"splitpick {name}, vector_env of 64": lambda one=learning: of_vector(
                vector_env(one, count=64)
            ),
            f"splitpick {name}, single_env": lambda one=learning: of_single(
                single_env(one, opponent="random")
            ),
            f"splitpick {name}, aec_env": lambda one=learning: of_aec(aec_env(one)),
        }
    for name in ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4"):
        found[f"PettingZoo {name}"] = lambda name=name: of_aec(
            import_module(f"pettingzoo.classic.{name}").env()
        )
    for name in ("leduc-holdem", "gin-rummy", "uno"):
        found[f"RLCard {name}"] = lambda name=name: of_rlcard(import_module("rlcard").make(name))
    return found


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="of each round (1)")
    parser.add_argument("--rounds", type=int, default=5, help="number of rounds (5)")
    chosen = parser.parse_args()
    made: dict[str, Steps] = {}
    for name, make in contestants().items():
        try:
            made[name] = make()
        except Exception as error:  # also pettingzoo's own kinds of a missing package
            print(f"not installed: {name} ({type(error).__name__}: {error})")
    rates: dict[str, float] = dict.fromkeys(made, 0.0)
    for _ in range(chosen.rounds):
        for name, step in made.items():
            began = process_time()
            steps = step(chosen.seconds)
            rates[name] = max(rates[name], steps / (process_time() - began))
    form = "not compiled" if str(game.__file__).endswith(".py") else "compiled"
    print(f"| environment (splitpick is {form}) | steps a second of processor time |\n|---|---|")
    for name, rate in rates.items():
        print(f"| {name} | {rate:,.0f} |")


if __name__ == "__main__":
    main()
