"""Cost of ``splitpick simulate``: speed-up by workers, bytes per game, memory.

    python tests/benchmarks/lab_cost.py           # about ten minutes on two quiet cores
    python tests/benchmarks/lab_cost.py --quick   # a minute, with wider intervals

The targets are 1.8 times as fast with two workers, 1024 bytes a game, and no growth of memory.
"""

from __future__ import annotations

import argparse
import itertools
import math
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from splitpick.core import Engine
from splitpick.core.lab.files.results import FORMATS, results_file
from splitpick.core.lab.games import Games
from splitpick.core.lab.inference import Mean
from splitpick.core.lab.statistics import Trial
from splitpick.core.lab.workers import Processes

SHIPS = ("green", "yellow", "blue", "red")


def games_by(bot: str) -> Games:
    ruleset = Engine().ruleset_file("jolly-roger").variant("advanced")
    return Games(ruleset.text, (bot, bot), seed=1)


def seconds(jobs: int, count: int) -> float:
    """Return the seconds for a game with *jobs* workers, without those in which they start."""
    done = Processes(jobs).run(games_by("greedy"), itertools.count())
    for _ in itertools.islice(done, max(4 * jobs, count // 5)):
        pass
    began = time.perf_counter()
    for _ in itertools.islice(done, count):
        pass
    took = (time.perf_counter() - began) / count
    done.close()
    return took


def speed_up(pairs: int, count: int) -> None:
    """Time one worker and two in turn, on the same games, and compare each pair."""
    ratios = Mean()
    for pair in range(pairs):
        # The first one changes, so that a machine that slows down favours nobody.
        took = {jobs: seconds(jobs, count) for jobs in ((1, 2) if pair % 2 else (2, 1))}
        ratios.add(math.log(took[1] / took[2]))
    low, middle, high = (math.exp(ratios.mean + side * ratios.margin) for side in (-1, 0, 1))
    print(f"two workers against one, {pairs} pairs of {count} games of greedy bots:"
          f" {middle:.2f} times as fast (95%: {low:.2f} to {high:.2f}); target 1.8")  # fmt: skip


def play(count: int, format: str) -> None:
    """Print the peak kB of this process and of its worker, and the bytes of so many games."""
    trial = Trial(Engine().load_game("jolly-roger", "advanced"), SHIPS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"games.{format}"
        with results_file(path, {"seats": ["jolly", "roger"], "prizes": list(SHIPS)}) as results:
            list(results.begin())
            for played in Processes(1).run(games_by("random"), range(count)):
                results.add(played)
                trial.count(played)
        print(*(resource.getrusage(who).ru_maxrss
                for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)),
              path.stat().st_size)  # fmt: skip


def growth(few: int, many: int, format: str) -> None:
    """Let a process of its own play *few* games and one *many*, and compare them."""
    found = []
    for count in (few, many):
        words = [sys.executable, __file__, "--play", str(count), "--format", format]
        said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        found.append([int(word) for word in said.split()])
    own, worker, size = (after - before for before, after in zip(*found, strict=True))
    print(f"{format}: {size / (many - few):.1f} bytes a game, target 1024; growth of memory {own}"
          f" kB and {worker} kB (worker) over {many - few} games, target 0")  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="few games and wide intervals")
    parser.add_argument("--play", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--format", default="csv", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.play:
        play(wanted.play, wanted.format)
    else:
        speed_up(*((3, 20) if wanted.quick else (10, 100)))
        for format in FORMATS:
            growth(*((200, 1000) if wanted.quick else (1000, 10_000)), format)
