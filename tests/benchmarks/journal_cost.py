"""Cost of matches that last: to keep an action, and to list, resume and open with 10,000 matches.

    python tests/benchmarks/journal_cost.py
    python tests/benchmarks/journal_cost.py -n 1000 --folder /mnt/disk

Each figure is a median with its 95% confidence interval, from the order of the values.  An action
is kept in turns with the least that the disk needs: to write 12 KB and wait until they are on it
(fdatasync).
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import floor, sqrt
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from splitpick.core.matches.setup import new_uid
from splitpick.core.matches.store import FILE, Store
from stores import GAMES, begin, resume


def milliseconds(do: Callable[[], object]) -> float:
    """Measure *do*."""
    start = perf_counter()
    do()
    return (perf_counter() - start) * 1000


def show(what: str, values: Sequence[float]) -> None:
    """Print the median of *values* and its interval."""
    ordered = sorted(values)
    reach = 0.98 * sqrt(len(ordered))
    low = ordered[max(0, floor(len(ordered) / 2 - reach))]
    high = ordered[min(len(ordered) - 1, floor(len(ordered) / 2 + reach))]
    print(f"{what:<40}{median(ordered):8.2f} ms  [{low:.2f}, {high:.2f}]  n={len(values)}")


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
        keep = playing.match.keep

        def measured(*given: object, keep: object = keep) -> None:
            assert callable(keep)
            kept.append(milliseconds(lambda: keep(*given)))
            disk.append(milliseconds(sync))

        playing.match.keep = measured
        playing.go_on()
    os.close(raw)
    store.close()
    show("12 KB onto the disk", disk)
    show("keep an action", kept)
    show("  beyond the disk", [one - other for one, other in zip(kept, disk, strict=True)])


def stock(folder: Path, matches: int) -> None:
    """Fill a store with copies of 30 matches."""
    store = Store(folder)
    records = [begin(store, GAMES[seed % 3], seed).go_on().record for seed in range(30)]
    for number in range(30, matches):
        record = records[number % 30]
        store.create(replace(record, setup=replace(record.setup, uid=new_uid())))
    store.close()


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("-n", type=int, default=10_000, help="matches in the store (10000)")
    parser.add_argument("--actions", type=int, default=2000, help="actions to keep (2000)")
    parser.add_argument("--folder", type=Path, help="the folder, and so the disk, to measure on")
    options = parser.parse_args()
    print(f"{os.cpu_count()} processors, {os.getloadavg()[0]:.1f} processes that want one")
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        keeping(Path(name, "one"), options.actions)
        many = Path(name, "many")
        stock(many, options.n)
        size = (many / FILE).stat().st_size / 2**20
        print(f"{options.n} matches, {size:.0f} MB")
        show("open and close", [milliseconds(lambda: Store(many).close()) for _ in range(15)])
        store = Store(many)
        show("list", [milliseconds(store.list) for _ in range(15)])
        show("resume the newest", [milliseconds(lambda: resume(store)) for _ in range(15)])
        store.close()


if __name__ == "__main__":
    main()
