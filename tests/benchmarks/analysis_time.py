"""How long `splitpick analyse` takes over a full game of advanced Jolly & Roger, as it comes.

    python tests/benchmarks/analysis_time.py --games 5 --jobs 2

Each game is played by greedy against random, so that there is something to find, kept as a record
and analysed by the command itself, in a process of its own.  Printed are the mean of the seconds
that have passed, with its 95 % interval (Student's t), and the longest; with ``--check`` it fails
where the upper end of the interval is not below 60 s.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter

from splitpick.core.hooks.engine import Engine
from splitpick.core.lab.statistics.intervals import Mean
from splitpick.core.matches.record import load_setup, record_of, settle
from splitpick.core.matches.records.record_text import write_text
from splitpick.core.players import Greedy

LIMIT = 60.0
"""Seconds that the issue allows."""


def record(engine: Engine, seed: int) -> str:
    """Play a game and write it down."""
    ruleset = engine.ruleset_file("jolly-roger").variant("advanced")
    setup = settle(engine, ruleset, ("greedy", "random"), seed % 2, seed, source="jolly-roger")
    match = load_setup(engine, setup).match()
    rng = Random(seed)
    while not match.over:
        position = match.position
        seat, actions = position.to_act(), position.legal_actions()
        chosen = actions[int(rng.random() * len(actions))]
        match.apply(Greedy().choose(position, seat, rng, 0) if seat == 0 else chosen)
    return write_text(record_of(setup, match))


def main() -> int:
    """Measure and print; return 1 where `--check` is given and it takes too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--check", action="store_true")
    wanted = parser.parse_args()
    engine = Engine()
    seconds = Mean()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.txt"
        for seed in range(wanted.games):
            file.write_text(record(engine, seed), "utf-8")
            words = ["analyse", str(file), "--jobs", str(wanted.jobs), "--json"]
            began = perf_counter()
            subprocess.run(
                [sys.executable, "-m", "splitpick.cli.main", *words],
                check=True,
                stdout=subprocess.DEVNULL,
            )
            seconds.add(perf_counter() - began)
            print(f"game {seed}: {perf_counter() - began:.1f} s", flush=True)
    upper = seconds.mean + seconds.margin
    print(
        f"{seconds.count} games, {wanted.jobs} jobs: {seconds.mean:.1f} s a game"
        f" (95 %: {seconds.mean - seconds.margin:.1f} to {upper:.1f}), longest {seconds.most:.1f} s"
    )
    return int(wanted.check and upper >= LIMIT)


if __name__ == "__main__":
    sys.exit(main())
