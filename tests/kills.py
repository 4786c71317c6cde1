"""Kills matches at random moments and checks that every confirmed action is there.

    python tests/kills.py -n 2000 --seed 1
    python tests/kills.py -n 200 --command

Real processes play matches of all games and are killed with SIGKILL.  A process reports an action
only when the store has confirmed it, so everything reported must be there afterwards, once, and at
most one action more.  After each kill, every match that was being played is replayed from its own
rules and played to its end.

By default one or two processes at a time are forked; they begin and resume matches and take actions
back.  With ``--command`` each process is the command ``splitpick``, and its report is its output.
"""

import argparse
import json
import os
import random
import re
import select
import shutil
import signal
import subprocess
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
from splitpick.core.matches.setup import HUMAN
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

    def told(self) -> str:
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
    said = [[json.loads(line) for line in one.split(b"\n")[:-1]] for one in reports.values()]
    return set().union(*(_note(known, report, tally) for report in said))


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


def kill_command(folder: Path, rng: random.Random, known: Known, tally: Tally) -> set[str]:
    """Play with the command, typing at random; kill it at a random moment."""
    names = list(known.journals)
    if names and rng.random() < 0.5:
        words = ["resume", rng.choice(names)]
    else:
        game = rng.choice(GAMES)
        seats = ("jolly", "roger") if game == "jolly-roger" else ()
        people = [word for seat in seats for word in ("--seat", f"{seat}=human")]
        words = ["play", game, "--seed", str(rng.randrange(1000)), "--practice", *people]
        known.perhaps_begun += 1
    tally.kinds[words[0]] += 1
    typed = "".join(rng.choice(["1\n", "2\n", "1\n", "1\n", "undo\n"]) for _ in range(400))
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "splitpick.cli.main", *words],
            stdin=subprocess.PIPE, stdout=out, stderr=subprocess.STDOUT,
            env={**os.environ, "SPLITPICK_HOME": str(folder), "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        assert process.stdin
        process.stdin.write(typed.encode())
        process.stdin.close()
        while not os.fstat(out.fileno()).st_size and rng.random() > 0.0001:
            time.sleep(0.001)  # until it says something, and now and then not so long
        try:
            process.wait(rng.random())
            tally.kinds["ended before"] += 1
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            tally.kills += 1
        out.seek(0)
        said = out.read().decode(errors="replace")
    if "error[" in said:
        raise Lost(said)
    found = re.search(r"This match is saved as (\S+)\.\n", said)
    name = found[1] if found else words[1] if words[0] == "resume" else ""
    if found and words[0] == "play":
        known.journals[name] = []
        known.perhaps_begun -= 1
    # Each answer that was taken is followed by the next question, which comes after the keeping;
    # after the last one there is none, since the process was killed or the game is over.
    given = len(re.findall(r"^> (?:1|2)$", said, re.MULTILINE))
    answers = given - said.count('" is not a choice here')
    if name:
        _expect(folder, known, name, answers, tally)
    return {name} if name else set()


def _expect(folder: Path, known: Known, name: str, answers: int, tally: Tally) -> None:
    """Check that a match has as many new decisions of people as were answered, and note them."""
    store = Store(folder)
    record = store.load(name).record
    store.close()
    found, before = lines(record.entries), known.journals[name]
    if found[: len(before)] != before:
        raise Lost(f"{name} was {before} and is {found}")
    done = [
        text
        for seat, text in found[len(before) :]
        if seat != CHANCE and record.setup.players[seat] == HUMAN and not text.startswith("undo ")
    ]
    confirmed = max(0, answers - 1)
    if not confirmed <= len(done) <= answers:
        raise Lost(f"{name}: {answers} answers were given, and these were kept: {done}")
    tally.confirmed += confirmed
    tally.more += len(done) - confirmed
    known.journals[name] = found


def run(kills: int, seed: int, command: bool = False, folder: Path | None = None) -> Tally:
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
                kill = kill_command if command else kill_forks
                look(store, known, kill(store, rng, known, tally), tally)
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
    parser.add_argument("--command", action="store_true", help="kill the command splitpick")
    parser.add_argument("--folder", type=Path, help="where to keep the stores meanwhile")
    options = parser.parse_args()
    start = time.monotonic()
    tally = run(options.n, options.seed, options.command, options.folder)
    print(f"{tally.told()}; {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
