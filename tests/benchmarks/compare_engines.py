"""Random play of Jolly & Roger against OpenSpiel's C++ games and RLCard's: microseconds a decision.

    pip install '.[bench]'
    python tests/benchmarks/compare_engines.py --check

A decision is a chance action or the choice of a seat.  Every engine is driven by a loop of the same
form: splitpick is asked for the action at a random number, of the others
``actions[int(random() * len(actions))]`` is chosen, and of OpenSpiel's chance the outcome by
probability.  RLCard shuffles inside, so all its decisions are choices and pay for the shuffle; its
``env.game`` is driven directly, which spares it the encoding for neural networks.  The engines take
turns, round by round, in one process, and a ratio is that of one round.  Times are this thread's
processor time.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from statistics import median
from time import perf_counter, thread_time
from typing import Any

from splitpick.core import CHANCE, OVER, Position, game, load_game

RIVALS = ("hearts", "oh_hell", "gin-rummy", "uno")
OPEN_SPIEL = RIVALS[:2]

MOST_OF_HEARTS = {False: 0.7, True: 0.17}
"""Most time of a decision as a share of OpenSpiel's hearts, uncompiled and compiled."""

MOST_MICROSECONDS_A_COPY = 5.0

RECORDED_GAMES = 3
"""Random games whose positions are copied."""


@dataclass
class Engine:
    """A game that can be played at random.

    *play* plays one game and returns the number of decisions.  *copies* has the copy method of
    every position of some random games.
    """

    name: str
    play: Callable[[], int]
    copies: Sequence[Callable[[], object]] = ()
    us_a_decision: list[float] = field(default_factory=list)
    us_a_copy: list[float] = field(default_factory=list)


def play_splitpick(new_position: Callable[[], Position], rnd: Callable[[], float]) -> int:
    decisions = 0
    position = new_position()
    while (actor := position.to_act()) != OVER:
        decisions += 1
        if actor == CHANCE:
            position.apply(position.draw_at(rnd()))
        else:
            position.apply(position.action_at(rnd()))
    return decisions


def play_open_spiel(new_state: Callable[[], Any], rnd: Callable[[], float]) -> int:
    decisions = 0
    state = new_state()
    while not state.is_terminal():
        decisions += 1
        if state.is_chance_node():
            x = rnd()
            for action, probability in state.chance_outcomes():  # noqa: B007
                x -= probability
                if x < 0:
                    break
            state.apply_action(action)
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(rnd() * len(actions))])
    return decisions


def play_gin_rummy(rummy: Any, rnd: Callable[[], float]) -> int:
    decisions = 0
    rummy.init_game()
    legal_actions = rummy.judge.get_legal_actions
    while not rummy.is_over():
        decisions += 1
        actions = legal_actions()
        rummy.step(actions[int(rnd() * len(actions))])
    return decisions


def play_uno(uno: Any, rnd: Callable[[], float]) -> int:
    decisions = 0
    state, _ = uno.init_game()
    while not uno.is_over():
        decisions += 1
        actions = state["legal_actions"]
        state, _ = uno.step(actions[int(rnd() * len(actions))])
    return decisions


def splitpick_engine(seed: int) -> Engine:
    new_position = load_game("jolly-roger", variant="advanced").new_position
    rng = Random(seed)
    copies: list[Callable[[], object]] = []
    for _ in range(RECORDED_GAMES):
        position = new_position()
        while (actor := position.to_act()) != OVER:
            copies.append(position.copy().copy)
            if actor == CHANCE:
                position.apply(position.draw_at(rng.random()))
            else:
                position.apply(rng.choice(position.legal_actions()))
    return Engine("splitpick", lambda: play_splitpick(new_position, rng.random), copies)


def rival_engine(name: str, seed: int) -> Engine:
    """Return another library's game; raise `ImportError` if it is not installed."""
    rnd = Random(seed).random
    if name in OPEN_SPIEL:
        new_state = import_module("pyspiel").load_game(name).new_initial_state
        return Engine(name, lambda: play_open_spiel(new_state, rnd))
    other = import_module("rlcard").make(name, config={"seed": seed}).game
    play = {"gin-rummy": play_gin_rummy, "uno": play_uno}[name]
    return Engine(name, lambda: play(other, rnd))


def measure(engines: Sequence[Engine], seconds: float, rounds: int) -> None:
    """Let the engines take turns for *rounds* rounds, *seconds* in all for each of them."""
    for engine in engines:  # the interpreter adapts to a loop in its first runs
        for _ in range(5):
            engine.play()
    gc.collect()
    gc.freeze()  # or each engine would pay for walking the modules of all the others
    for _ in range(rounds):
        for engine in engines:
            decisions = 0
            deadline = perf_counter() + seconds / rounds
            began = thread_time()
            while perf_counter() < deadline or not decisions:
                decisions += engine.play()
            engine.us_a_decision.append((thread_time() - began) * 1e6 / decisions)
            if engine.copies:
                began = thread_time()
                for copy in engine.copies:
                    copy()
                engine.us_a_copy.append((thread_time() - began) * 1e6 / len(engine.copies))
    gc.unfreeze()


def ratio(one: Engine, other: Engine) -> float:
    """Return the median over the rounds of a decision's time as a multiple of *other*'s."""
    return median(a / b for a, b in zip(one.us_a_decision, other.us_a_decision, strict=True))


def promises(ours: Engine, rivals: Sequence[Engine], compiled: bool) -> list[tuple[bool, str]]:
    """Return what was promised of the speed, each with whether it is kept."""
    form = "compiled" if compiled else "uncompiled"
    results = []
    for rival in rivals:
        times = ratio(ours, rival)
        limit = MOST_OF_HEARTS[compiled] if rival.name == "hearts" else 1.0
        text = f"{form}, a decision takes {times:.2f} times that of {rival.name}, at most {limit}"
        results.append((times <= limit, text))
    took = median(ours.us_a_copy)
    text = f"{form}, copying a position takes {took:.2f} us, at most {MOST_MICROSECONDS_A_COPY:g}"
    return [*results, (took <= MOST_MICROSECONDS_A_COPY, text)]


def main(words: Sequence[str] | None = None) -> int:
    """Run the comparison and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="in all, for each engine (2)")
    parser.add_argument("--rounds", type=int, default=7, help="number of rounds (7)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="exit code 1 if a promise is broken")
    options = parser.parse_args(words)
    ours = splitpick_engine(options.seed)
    try:
        rivals = [rival_engine(name, options.seed) for name in RIVALS]
    except ImportError as error:
        print(f"Cannot import {error.name}: pip install '.[bench]' brings it.", file=sys.stderr)
        return 2
    measure([ours, *rivals], options.seconds, options.rounds)
    for engine in (ours, *rivals):
        decision = f"{median(engine.us_a_decision):7.2f} us a decision (median)"
        print(f"{engine.name:10} {decision}, {min(engine.us_a_decision):.2f} (least)")
    compiled = not str(game.__file__).endswith(".py")
    judged = promises(ours, rivals, compiled)
    for kept, told in judged:
        print(f"{'kept  ' if kept else 'BROKEN'}  {told}")
    return 1 if options.check and not all(kept for kept, _ in judged) else 0


if __name__ == "__main__":
    sys.exit(main())
