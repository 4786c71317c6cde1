"""Cost of matches that last: to keep an action, and to list, resume and open with 10,000 matches.

    python tests/benchmarks/journal_cost.py
    python tests/benchmarks/journal_cost.py -n 1000 --folder /mnt/disk

Each figure is a median with its quartiles.  An action is kept in turns with the least that the disk
needs: to write 12 KB and wait until they are on it (fdatasync).
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import quantiles
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from splitpick.core.matches.setup import new_uid
from splitpick.core.matches.store import Store
from stores import GAMES, begin, resume


def milliseconds(do: Callable[[], object]) -> float:
    """Measure *do*."""
    start = perf_counter()
    do()
    return (perf_counter() - start) * 1000


def show(measured: str, values: Sequence[float]) -> None:
    """Print the median of *values* and its quartiles."""
    low, middle, high = quantiles(values, n=4)
    print(f"{measured:<40}{middle:8.2f} ms  [{low:.2f}, {high:.2f}]  n={len(values)}")


def keeping(folder: Path, actions: int) -> None:
    """Measure how long it takes to keep an action, and the disk beside it."""
    store = Store(folder)
    raw = os.open(folder / "raw", os.O_WRONLY | os.O_CREAT)
    kept: list[float] = []
    disk: list[float] = []

    def sync() -> None:
        os.write(raw, bytes(12 * 1024))
        os.fdatasync(raw)

    while len(kept) < actions:
        playing = begin(store, GAMES[len(kept) % 3], len(kept))
        while not playing.match.over:
            kept.append(milliseconds(lambda: playing.go_on(1)))  # noqa: B023
            disk.append(milliseconds(sync))
    os.close(raw)
    store.close()
    show("12 KB onto the disk", disk)
    show("play and keep a decision", kept)


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("-n", type=int, default=10_000, help="matches in the store (10000)")
    parser.add_argument("--actions", type=int, default=2000, help="actions to keep (2000)")
    parser.add_argument("--folder", type=Path, help="the folder, and so the disk, to measure on")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        keeping(Path(name, "one"), options.actions)
        store = Store(Path(name, "many"))
        records = [begin(store, GAMES[seed % 3], seed).go_on().record for seed in range(30)]
        for number in range(30, options.n):
            record = records[number % 30]
            store.create(replace(record, setup=replace(record.setup, uid=new_uid())))
        for label, act in {
            "open and close": lambda: Store(store.folder).close(),
            "list": store.list,
            "resume the newest": lambda: resume(store),
        }.items():
            show(label, [milliseconds(act) for _ in range(15)])
        store.close()


if __name__ == "__main__":
    main()
