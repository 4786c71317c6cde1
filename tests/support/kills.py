"""Kills matches at random moments and checks that every confirmed action is there.

    python tests/support/kills.py -n 2000 --seed 1

Real processes play matches of all games and are killed with SIGKILL.  A process reports an action
only when the store has confirmed it, so everything reported must be there afterwards, once, and at
most one action more.  After each kill, every match that was being played is replayed from its own
rules and played to its end.

One or two processes at a time are forked; they begin and resume matches and take actions back.
"""

import argparse
import json
import os
import random
import select
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from splitpick.core.errors import StoreError
from splitpick.core.game import CHANCE
from splitpick.core.matches import Entry
from splitpick.core.matches.store import Store
from stores import GAMES, begin, loaded, resume

MOST_KILLS_A_STORE = 100
"""Kills before a new store is begun, so that beginnings are killed as well."""

Line = tuple[int, str]
"""Seat and text of an entry."""

UNHEARD: Line = (CHANCE, "?")
"""Entry of which only a later one was reported yet."""


class Lost(AssertionError):
    """Something confirmed is missing, or something is there that nobody did."""


@dataclass
class Known:
    """Contents that a store must have."""

    journals: dict[str, list[Line]] = field(default_factory=dict)
    perhaps_begun: int = 0
    """Number of matches that were being created."""


@dataclass
class Tally:
    """Counts of everything that happened."""

    kills: int = 0
    confirmed: int = 0
    """Actions that were reported."""
    more: int = 0
    """Actions that were kept but not reported any more."""
    kinds: Counter[str] = field(default_factory=Counter)

    def summary(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kinds.items()))
        return (
            f"{self.kills} kills, {self.confirmed} confirmed actions all there and none twice, "
            f"{self.more} more that were not reported; {kinds}"
        )


def lines(entries: Sequence[Entry]) -> list[Line]:
    return [(entry.seat, entry.text) for entry in entries]


def play(folder: Path, seed: int, pipe: int) -> None:
    """Play until killed; report on *pipe* what is about to happen and what was confirmed."""
    rng = random.Random(seed)

    def say(*words: object) -> None:
        os.write(pipe, (json.dumps(words) + "\n").encode())

    store = Store(folder)
    while not store.notices:
        try:
            _play_one(store, rng, say)
        except StoreError as error:
            if error.code != "match-elsewhere":
                raise
            say("refused")
    say("fault", "a kill was taken for damage")


def _play_one(store: Store, rng: random.Random, say: Callable[..., None]) -> None:
    """Begin or resume a match, and play for a while."""
    names = [summary.name for summary in store.list()]
    if names and rng.random() < 0.6:
        playing = resume(store, rng.choice([*names, None]), rng.randrange(2**31))
        say("resumed", playing.name, 0, lines(playing.match.entries))
    else:
        say("beginning")
        playing = begin(store, rng.choice(GAMES), rng.randrange(2**31))
        say("begun", playing.name, 0, lines(playing.match.entries))
    for _ in range(rng.choice((3, 30, 300))):
        before = len(playing.match.entries)
        if rng.random() < 0.08:
            playing.match.undo()
        elif playing.match.over:
            return
        else:
            playing.go_on(1)
        say("kept", playing.name, before, lines(playing.match.entries[before:]))


def kill_forks(folder: Path, rng: random.Random, known: Known, tally: Tally) -> set[str]:
    """Start one or two players and kill them at random moments; return the matches they played."""
    reports: dict[int, bytes] = {}
    children: dict[int, int] = {}
    ends: dict[int, float] = {}
    for _ in range(rng.choice((1, 1, 2))):
        choices = rng.randrange(2**31)
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            try:
                os.close(reading)
                play(folder, choices, writing)
            except BaseException as error:
                os.write(writing, (json.dumps(["fault", repr(error)]) + "\n").encode())
            finally:
                os._exit(1)
        os.close(writing)
        reports[reading], children[reading] = b"", child
        if rng.random() < 0.2:  # else from its first report on
            ends[reading] = time.monotonic() + 0.05 * rng.random()
    pipes = list(reports)
    while pipes:
        for pipe, child in list(children.items()):
            if time.monotonic() >= ends.get(pipe, float("inf")):
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                del children[pipe]
                tally.kills += 1
        for pipe in select.select(pipes, [], [], 0.001)[0]:
            piece = os.read(pipe, 2**16)
            reports[pipe] += piece
            delay = rng.choice((0.01, 0.05, 0.2)) * rng.random()
            ends.setdefault(pipe, time.monotonic() + delay)
            if not piece:
                pipes.remove(pipe)
                os.close(pipe)
    # The last line may have been cut off; then it was not reported.
    texts = [[json.loads(line) for line in one.split(b"\n")[:-1]] for one in reports.values()]
    return set().union(*(_note(known, report, tally) for report in texts))


def _note(known: Known, report: list[list[object]], tally: Tally) -> set[str]:
    """Note the report of a player; return the matches it played."""
    touched = set()
    for kind, *words in report:
        tally.kinds[str(kind)] += 1
        if kind == "fault":
            raise Lost(f"a player said {words}")
        if kind in ("kept", "begun", "resumed"):
            name, number, entries = words
            assert isinstance(number, int)
            assert isinstance(entries, list)
            touched.add(str(name))
            tally.confirmed += len(entries) if kind != "resumed" else 0
            journal = known.journals.setdefault(str(name), [])
            # Of two players at one match, either report may come first.
            journal += [UNHEARD] * (number + len(entries) - len(journal))
            for at, (seat, text) in enumerate(entries, number):
                if journal[at] not in (UNHEARD, (seat, text)):
                    raise Lost(f"{name} has two entries {at}: {journal[at]} and {seat, text}")
                journal[at] = seat, text
    known.perhaps_begun += bool(report) and report[-1][0] == "beginning"
    return touched


def look(folder: Path, known: Known, touched: set[str], tally: Tally) -> None:
    """Compare the store with what is known; raises `Lost`."""
    store = Store(folder)
    if store.notices:
        raise Lost(f"a kill was taken for damage: {store.notices}")
    there = {summary.name: summary for summary in store.list()}
    new = [name for name in there if name not in known.journals]
    if len(new) > known.perhaps_begun:
        raise Lost(f"nobody has begun {new}")
    if missing := known.journals.keys() - there.keys():
        raise Lost(f"{missing} are not there")
    uids = set()
    for name in touched | set(new):
        playing = resume(store, name)
        uids.add(playing.setup.uid)
        found, journal = lines(playing.match.entries), known.journals.get(name, [])
        more = found[len(journal) :]
        # An action goes with all that chance brings after it; a match begins with chance alone.
        if found[: len(journal)] != journal or sum(seat != CHANCE for seat, _ in more) > 1:
            raise Lost(f"{name} was {journal} and is {found}")
        tally.more += bool(more)
        known.journals[name] = found
        if there[name].entries != len(found):
            raise Lost(f"{name} is listed with {there[name].entries} entries")
        playing.match.keep = None  # to its end, but not in the store: that goes on from here
        if not playing.go_on().match.over:
            raise Lost(f"{name} cannot be played on")
    if len(uids) < len(touched | set(new)):
        raise Lost("two matches are one")
    store.close()
    known.perhaps_begun = 0


def finish(folder: Path, known: Known) -> None:
    """Check every match of a store once more."""
    store = Store(folder)
    for name in {*known.journals, *(summary.name for summary in store.list())}:
        if lines(resume(store, name).match.entries) != known.journals.get(name):
            raise Lost(f"{name} has changed since")
    store.close()


def run(kills: int, seed: int, folder: Path | None = None) -> Tally:
    """Kill *kills* times; raises `Lost`."""
    for game in GAMES:  # so that no child has to
        loaded(game)
    tally = Tally()
    rng = random.Random(seed)
    home = Path(tempfile.mkdtemp(prefix="splitpick-kills-", dir=folder))
    try:
        while tally.kills < kills:
            known, end = Known(), tally.kills + MOST_KILLS_A_STORE
            store = home / f"{tally.kills}"
            while tally.kills < min(end, kills):
                look(store, known, kill_forks(store, rng, known, tally), tally)
            finish(store, known)
            shutil.rmtree(store)
    except BaseException:
        print(f"What was found is in {home}", file=sys.stderr)
        raise
    shutil.rmtree(home)
    return tally


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-n", type=int, default=2000, help="how many kills (2000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random choices (1)")
    parser.add_argument("--folder", type=Path, help="where to keep the stores meanwhile")
    options = parser.parse_args()
    start = time.monotonic()
    tally = run(options.n, options.seed, options.folder)
    print(f"{tally.summary()}; {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
