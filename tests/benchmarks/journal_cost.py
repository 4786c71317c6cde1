"""What it costs that matches last: keeping an action, listing 10,000 matches, taking one up again.

    python tests/benchmarks/journal_cost.py --check
    python tests/benchmarks/journal_cost.py --stock FOLDER -n 10000    # only makes such a store

Each figure is a median with the interval in which it lies with 95 % (from the order of the values,
so nothing is assumed of them).  Keeping is measured beside what the disk needs at least: writing 12
KB and waiting until they are on it (fdatasync), in turns, so that both see the same disk.  Listing
and taking up are measured as processes, in turns with what is start-up: ``splitpick --version`` for
the list, and for a match ``splitpick play --no-save`` of the same game, which shows a table and
asks as well.  What is told is the difference within a turn: of the clock, which other programs
disturb, and of a processor, which they hardly do; and what the store alone takes.

Where other programs keep all processors busy, whoever waits for the disk waits for the next tick of
the clock as well, often 4 ms.  ``chrt -r 1 python tests/benchmarks/journal_cost.py`` (Linux, root)
goes before them, as if the machine had nothing else to do.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import floor, sqrt
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from splitpick.core.matches import Entry, Match, Record, Result
from splitpick.core.matches.record import load_setup, record_of
from splitpick.core.matches.setup import new_uid
from splitpick.core.matches.store import Store
from stores import GAMES, begin, engine, loaded

MOST_TO_KEEP = 2.0
MOST_TO_LIST = 300.0
MOST_TO_RESUME = 150.0
"""Milliseconds."""


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the median of *values*, and between what it lies with 95 %."""
    ordered = sorted(values)
    reach = 0.98 * sqrt(len(ordered))
    low = max(0, floor(len(ordered) / 2 - reach))
    high = min(len(ordered) - 1, floor(len(ordered) / 2 + reach))
    return median(ordered), ordered[low], ordered[high]


def milliseconds(do: Callable[[], object]) -> float:
    """Measure *do*."""
    start = perf_counter()
    do()
    return (perf_counter() - start) * 1000


def show(what: str, values: Sequence[float]) -> float:
    """Print a figure; return its median."""
    middle, low, high = interval(values)
    print(f"{what:<58}{middle:8.2f} ms  [{low:.2f}, {high:.2f}]  n={len(values)}")
    return middle


# Keeping.


def keeping(folder: Path, actions: int) -> tuple[list[float], list[float]]:
    """Measure the keeping of so many actions of all games, and the disk beside it."""
    kept: list[float] = []
    disk: list[float] = []
    store = Store(folder)
    raw = os.open(folder / "raw", os.O_WRONLY | os.O_CREAT)

    def sync() -> None:
        os.write(raw, bytes(12 * 1024))
        os.fdatasync(raw)

    rng = random.Random(1)
    while len(kept) < actions:
        playing = begin(store, rng.choice(GAMES), rng.randrange(10**6))
        keep = playing.match.keep
        assert keep

        def measured(
            number: int, entries: Sequence[Entry], result: Result | None, keep: object = keep
        ) -> None:
            assert callable(keep)
            kept.append(milliseconds(lambda: keep(number, entries, result)))
            disk.append(milliseconds(sync))

        playing.match.keep = measured
        playing.go_on()
    os.close(raw)
    store.close()
    return kept[:actions], disk[:actions]


# A store with thousands of matches.


def stock(folder: Path, matches: int) -> int:
    """Fill a store with so many matches, one in ten not over; return how many entries they have.

    The last of 10, 20, 10,000 is not over.
    """
    rng = random.Random(1)
    records: list[Record] = []
    for seed in range(60):
        begun = loaded(GAMES[seed % 3], seed)
        match = Match(begun.game, seed)
        for _ in range(10 if seed % 10 == 9 else 10_000):
            if match.over:
                break
            match.play(rng.choice(match.legal()))
        records.append(record_of(begun.setup, match))
    store = Store(folder)
    entries = 0
    for number in range(matches):
        record = records[number % len(records)]
        store.create(replace(record, setup=replace(record.setup, uid=new_uid())))
        entries += len(record.entries)
    store.close()
    return entries


def command(folder: Path, *words: str) -> Callable[[], None]:
    """Return what runs ``splitpick`` with *words*."""
    program = [sys.executable, "-m", "splitpick.cli.main", *words]
    environment = {**os.environ, "SPLITPICK_HOME": str(folder)}

    def run() -> None:
        subprocess.run(
            program, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            check=True,
        )  # fmt: skip

    return run


def beyond(
    start_up: Callable[[], None], whole: Callable[[], None], turns: int
) -> tuple[list[float], list[float]]:
    """Measure two commands in turns; return how much more the second takes, time and processor."""
    start_up()
    whole()
    pairs = [(spent(start_up), spent(whole)) for _ in range(turns)]
    more = [(long - short, busy - idle) for (short, idle), (long, busy) in pairs]
    return [time for time, _ in more], [processor for _, processor in more]


def spent(do: Callable[[], None]) -> tuple[float, float]:
    """Measure what *do* takes of the clock and, in processes that it waits for, of a processor."""
    before = getrusage(RUSAGE_CHILDREN)
    took = milliseconds(do)
    after = getrusage(RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return took, busy * 1000


def listing(folder: Path) -> None:
    """List as a new process would."""
    store = Store(folder)
    store.list()
    store.close()


def taking_up(folder: Path, name: str | None) -> None:
    """Read a match and replay it."""
    store = Store(folder)
    record = store.load(name).record
    load_setup(engine(), record.setup).match(record.entries)
    store.close()


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("-n", type=int, default=10_000, help="matches in the store (10000)")
    parser.add_argument("--actions", type=int, default=2000, help="actions to keep (2000)")
    parser.add_argument("--turns", type=int, default=15, help="turns of each command (15)")
    parser.add_argument("--stock", type=Path, help="only make a store with matches there")
    parser.add_argument("--folder", type=Path, help="the folder, and so the disk, to measure on")
    parser.add_argument("--check", action="store_true", help="fail where a target is missed")
    wishes = parser.parse_args()
    if wishes.stock:
        print(f"{wishes.n} matches with {stock(wishes.stock, wishes.n)} entries")
        return
    print(f"{os.cpu_count()} processors, {os.getloadavg()[0]:.1f} processes that want one")
    with tempfile.TemporaryDirectory(dir=wishes.folder) as name:
        folder = Path(name)
        kept, disk = keeping(folder / "one", wishes.actions)
        missed = []
        least = show("12 KB onto the disk and no more", disk)
        if show("keeping an action", kept) > MOST_TO_KEEP:
            missed.append("keeping")
            if least > MOST_TO_KEEP:
                print("  (the disk alone takes longer: measure when nothing else runs)")
        show("  of that beside the disk", [k - d for k, d in zip(kept, disk, strict=True)])
        many = folder / "many"
        print(f"{wishes.n} matches with {stock(many, wishes.n)} entries", end=", ")
        print(f"{(many / 'matches.sqlite3').stat().st_size / 2**20:.0f} MB")
        start_up = command(many, "--version")
        if command_exists(many, "matches", "list"):
            more, busy = beyond(start_up, command(many, "matches", "list"), wishes.turns)
            if show("splitpick matches list, beyond start-up", more) > MOST_TO_LIST:
                missed.append("listing")
            show("  of a processor", busy)
        show("  in the store", [milliseconds(lambda: listing(many)) for _ in range(wishes.turns)])
        store = Store(many)
        newest = store.list()[0]
        named = next(one for one in store.list()[wishes.n // 2 :] if one.result is None)
        store.close()
        for one, words in ((newest, ["resume"]), (named, ["resume", named.name])):
            seats = [word for seat in one.seats for word in ("--seat", f"{seat}=human")]
            fresh = command(many, "play", one.ruleset, "--no-save", "--seed", "1", *seats)
            more, busy = beyond(fresh, command(many, *words), wishes.turns)
            if show(f"splitpick {' '.join(words)}, beyond start-up", more) > MOST_TO_RESUME:
                missed.append(" ".join(words))
            show("  of a processor", busy)
            name_or_newest = words[1] if words[1:] else None
            alone = [
                milliseconds(lambda name=name_or_newest: taking_up(many, name))  # type: ignore[misc]
                for _ in range(wishes.turns)
            ]
            show("  in the store and replayed", alone)
    if missed:
        print(f"targets missed: {', '.join(missed)}")
        sys.exit(1 if wishes.check else 0)


def command_exists(folder: Path, *words: str) -> bool:
    """Say whether ``splitpick`` knows a command."""
    try:
        command(folder, *words, "--help")()
    except subprocess.CalledProcessError:
        return False
    return True


if __name__ == "__main__":
    main()
