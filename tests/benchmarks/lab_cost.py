"""What the laboratory costs: workers, bytes and memory of ``splitpick simulate``.

::

    python tests/benchmarks/lab_cost.py           # about ten minutes on two quiet cores
    python tests/benchmarks/lab_cost.py --quick   # a minute, with wider intervals

It prints by how much two worker processes are faster than one, from pairs of runs one right after
the other; how many bytes a game takes in each format; and the peak memory of this process at few
and at many games.  The targets are those of the issue: 1.8 times, 1024 bytes, no growth.
"""

from __future__ import annotations

import argparse
import itertools
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from splitpick.cli.version import version
from splitpick.core import Engine
from splitpick.core.lab.files.results import FORMATS, Results
from splitpick.core.lab.games import Games, games_of
from splitpick.core.lab.played import Played
from splitpick.core.lab.statistics.intervals import Mean
from splitpick.core.lab.trial import Trial
from splitpick.core.lab.workers import Processes, cores
from splitpick.core.text import Language

SHIPS = ("green", "yellow", "blue", "red")
SETTINGS = {"seats": ["jolly", "roger"], "prizes": list(SHIPS)}


def games_by(bot: str) -> Games:
    ruleset = Engine().ruleset_file("jolly-roger").variant("advanced")
    return games_of(ruleset, [bot, bot], seed=1)


class Run:
    """Worker processes at work, of whose games only the steady state is timed."""

    def __init__(self, jobs: int, games: Games) -> None:
        self.jobs = jobs
        self._done: Iterator[Played] = Processes(jobs).run(games, itertools.count())

    def seconds(self, count: int) -> float:
        """Take in so many games, and say how long each took."""
        began = time.perf_counter()
        for _ in itertools.islice(self._done, count):
            pass
        return (time.perf_counter() - began) / count

    def close(self) -> None:
        self._done.close()  # type: ignore[attr-defined]


def speed_up(pairs: int, count: int) -> None:
    """Time one worker and two in turn, on the same games, and compare each pair.

    Each run has workers of its own, since idle ones would play ahead; the first games, with which
    processes start, are not timed.
    """
    games = games_by("greedy")
    ratios = Mean()
    print(f"two workers against one, {pairs} pairs of {count} games of greedy bots:")
    for pair in range(pairs):
        seconds = {}
        # Who goes first changes, so that a machine that slows down favours nobody.
        for jobs in (1, 2) if pair % 2 else (2, 1):
            run = Run(jobs, games)
            run.seconds(max(4 * jobs, count // 5))
            seconds[jobs] = run.seconds(count)
            run.close()
        ratios.add(math.log(seconds[1] / seconds[2]))
        print(
            f"  {pair + 1:3}: {1 / seconds[1]:6.1f} and {1 / seconds[2]:6.1f} games/s,"
            f" {seconds[1] / seconds[2]:.2f} times"
        )
    low, middle, high = (math.exp(ratios.mean + side * ratios.margin) for side in (-1, 0, 1))
    print(f"  speed-up {middle:.2f} (95%: {low:.2f} to {high:.2f}); target 1.8")


def bytes_a_game(count: int) -> None:
    """Write the same games in every format."""
    for bot, number in (("random", count), ("greedy", count // 50)):
        print(f"bytes a game, {number:,} games of {bot} bots:")
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / f"games.{format}" for format in FORMATS]
            all_results = [Results.create(file, SETTINGS) for file in files]
            for played in Processes(2).run(games_by(bot), range(number)):
                for results in all_results:
                    results.take(played)
            for results, file in zip(all_results, files, strict=True):
                results.__exit__(None, None, None)
                print(f"  {file.suffix:9} {file.stat().st_size / number:7.1f}; target 1024")


def memory(few: int, many: int, format: str) -> None:
    """Let a process of its own play *few* games and one *many*, and compare their peaks."""
    print(f"peak memory of the process that sums up and writes {format}, and of its worker:")
    peaks: dict[int, list[int]] = {}
    for count in (few, many):
        words = [sys.executable, __file__, "--peak", str(count), "--format", format]
        said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        peaks[count] = [int(word) for word in said.split()]
        own, workers = peaks[count]
        print(f"  {count:7,} games: {own / 1024:6.1f} MB, worker {workers / 1024:6.1f} MB")
    own, workers = (after - before for before, after in zip(*peaks.values(), strict=True))
    print(f"  growth {own} kB and {workers} kB over {many - few:,} games; target 0")


def peak(count: int, format: str) -> None:
    """Print the peak memory in kB of this process and of its largest child after *count* games."""
    import resource

    games = games_by("random")
    trial = Trial(Engine().load_game("jolly-roger", "advanced"), SHIPS)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"games.{format}"
        with Results.create(file, SETTINGS) as results:
            for played in Processes(1).run(games, range(count)):
                results.take(played)
                trial.count(played)
    assert trial.games == count
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        print(resource.getrusage(who).ru_maxrss)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="few games and wide intervals")
    parser.add_argument("--only", choices=["speed", "bytes", "memory"], help="one part alone")
    parser.add_argument("--peak", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--format", default="csv", help=argparse.SUPPRESS)
    wishes = parser.parse_args()
    if wishes.peak is not None:
        peak(wishes.peak, wishes.format)
        return
    english = Language("en")
    print(*map(english.say, version()), sep="; ")
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    print(f"{cores()} cores, load {load:.1f} before this began")
    parts = [wishes.only] if wishes.only else ["speed", "bytes", "memory"]
    quick = wishes.quick
    if "speed" in parts:
        speed_up(*((3, 20) if quick else (10, 100)))
    if "bytes" in parts:
        bytes_a_game(1000 if quick else 10_000)
    if "memory" in parts:
        for format in FORMATS if not quick else ["csv"]:
            memory(*((200, 1000) if quick else (1000, 10_000)), format)


if __name__ == "__main__":
    main()
