"""Steps a second of our environments, beside those of PettingZoo and RLCard, in one run.

    pip install '.[bench]'
    python tests/benchmarks/steps_a_second.py

A step is a decision of a seat with its observation and its mask of legal actions; actions are drawn
at random among the legal ones.  The contestants take turns, round by round, in one process; the
rate of the best round is told, since others may use the machine too.  Of those not installed, the
name is told.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
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


def rlcard_env(name: str) -> Any:
    return import_module("rlcard").make(name)


def classic_env(name: str) -> Any:
    return import_module(f"pettingzoo.classic.{name}").env()


def contestants() -> dict[str, tuple[Callable[[Any], Steps], Callable[[], Any]]]:
    """Return for each contestant what steps through its environment, and what makes it."""
    found: dict[str, tuple[Callable[[Any], Steps], Callable[[], Any]]] = {}
    for name, variant in (("jolly-roger", "advanced"), ("smugglers-cove", None)):
        learning, ours = study(name, variant), f"splitpick {name}"
        found |= {
            f"{ours}, vector_env of 64": (of_vector, partial(vector_env, learning, count=64)),
            f"{ours}, single_env": (of_single, partial(single_env, learning, opponent="random")),
            f"{ours}, aec_env": (of_aec, partial(aec_env, learning)),
        }
    for name in ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4"):
        found[f"PettingZoo {name}"] = of_aec, partial(classic_env, name)
    for name in ("leduc-holdem", "gin-rummy", "uno"):
        found[f"RLCard {name}"] = of_rlcard, partial(rlcard_env, name)
    return found


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="of each round (1)")
    parser.add_argument("--rounds", type=int, default=5, help="number of rounds (5)")
    chosen = parser.parse_args()
    made: dict[str, Steps] = {}
    for name, (steps_of, make) in contestants().items():
        try:
            made[name] = steps_of(make())
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
