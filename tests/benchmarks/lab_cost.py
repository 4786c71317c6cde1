"""Cost of ``splitpick simulate``: speed-up by workers, bytes per game, memory.

    python tests/benchmarks/lab_cost.py           # about ten minutes on two quiet cores
    python tests/benchmarks/lab_cost.py --quick   # a minute, with wider intervals

The targets are 1.8 times as fast with two workers, 1024 bytes a game, and no growth of memory.
"""

from __future__ import annotations

import argparse
import itertools
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from splitpick.cli.version import version_lines
from splitpick.core import Engine
from splitpick.core.lab.files.results import FORMATS, results_file
from splitpick.core.lab.games import Games
from splitpick.core.lab.statistics.intervals import Mean
from splitpick.core.lab.trial import Trial
from splitpick.core.lab.workers import Processes, cores
from splitpick.core.text import Language

SHIPS = ("green", "yellow", "blue", "red")
SETTINGS = {"seats": ["jolly", "roger"], "prizes": list(SHIPS)}


def games_by(bot: str) -> Games:
    ruleset = Engine().ruleset_file("jolly-roger").variant("advanced")
    return Games(ruleset.text, (bot, bot), seed=1)


def seconds(jobs: int, games: Games, count: int) -> float:
    """Return the seconds for a game with *jobs* workers, without those in which they start."""
    done = Processes(jobs).run(games, itertools.count())
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
    games = games_by("greedy")
    ratios = Mean()
    for pair in range(pairs):
        # The first one changes, so that a machine that slows down favours nobody.
        order = (1, 2) if pair % 2 else (2, 1)
        took = {jobs: seconds(jobs, games, count) for jobs in order}
        ratios.add(math.log(took[1] / took[2]))
    low, middle, high = (math.exp(ratios.mean + side * ratios.margin) for side in (-1, 0, 1))
    print(f"two workers against one, {pairs} pairs of {count} games of greedy bots:"
          f" {middle:.2f} times as fast (95%: {low:.2f} to {high:.2f}); target 1.8")  # fmt: skip


def bytes_a_game(count: int) -> None:
    """Write the same games in every format."""
    with tempfile.TemporaryDirectory() as folder:
        for format in FORMATS:
            file = Path(folder) / f"games.{format}"
            with results_file(file, SETTINGS) as results:
                list(results.begin())
                for played in Processes(2).run(games_by("random"), range(count)):
                    results.add(played)
            print(f"{format}: {file.stat().st_size / count:.1f} bytes a game; target 1024")


def memory(few: int, many: int, format: str) -> None:
    """Let a process of its own play *few* games and one *many*, and compare their peaks."""
    peaks: list[list[int]] = []
    for count in (few, many):
        words = [sys.executable, __file__, "--peak", str(count), "--format", format]
        said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        peaks.append([int(word) for word in said.split()])
    own, worker = (after - before for before, after in zip(*peaks, strict=True))
    print(f"{format}: {peaks[0][0]} kB and {peaks[0][1]} kB (worker) after {few} games, growth"
          f" {own} kB and {worker} kB over {many - few} more; target 0")  # fmt: skip


def peak(count: int, format: str) -> None:
    """Print the peak memory in kB of this process and of its largest child after *count* games."""
    trial = Trial(Engine().load_game("jolly-roger", "advanced"), SHIPS)
    with (
        tempfile.TemporaryDirectory() as folder,
        results_file(Path(folder) / f"games.{format}", SETTINGS) as results,
    ):
        list(results.begin())
        for played in Processes(1).run(games_by("random"), range(count)):
            results.add(played)
            trial.count(played)
    assert trial.games == count
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        print(resource.getrusage(who).ru_maxrss)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="few games and wide intervals")
    parser.add_argument("--only", choices=["speed", "bytes", "memory"], default="")
    parser.add_argument("--peak", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--format", default="csv", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.peak is not None:
        peak(wanted.peak, wanted.format)
        return
    print(
        *map(Language("en").say, version_lines()), f"{cores()} cores, load {os.getloadavg()[0]:.1f}"
    )
    quick: bool = wanted.quick
    if wanted.only in ("", "speed"):
        speed_up(*((3, 20) if quick else (10, 100)))
    if wanted.only in ("", "bytes"):
        bytes_a_game(1000 if quick else 10_000)
    if wanted.only in ("", "memory"):
        for format in FORMATS if not quick else ["csv"]:
            memory(*((200, 1000) if quick else (1000, 10_000)), format)


if __name__ == "__main__":
    main()
