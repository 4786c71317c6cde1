"""Kills a server of tables at random moments, and checks that every confirmed move is there.

    python tests/support/web_kills.py -n 200 --seed 1

People play matches of all games by forms, some against a bot, until the server is killed with
SIGKILL. A move is confirmed once the server has answered it. After each kill, the store must have
every confirmed move at its place, and the next server goes on with the same links.
"""

import argparse
import http.client
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

from splitpick.core.matches.store import Store
from web_tables import Person, ask

GAMES = {
    "jolly-roger": {"jolly": "human", "roger": "human"},
    "skull-queen": {"anne": "human", "bart": "ships-boy"},
    "dead-mans-dice": {"jack": "human", "bart": "human"},
    "smugglers-cove": {"nell": "human", "silas": "human"},
}

LONGEST_START = 30.0


@dataclass
class Kills:
    """Counts of what happened, and what was confirmed: by match and number of the entry."""

    kills: int = 0
    moves: int = 0
    matches: int = 0
    confirmed: dict[tuple[str, int], str] = field(default_factory=dict)


def run(kills: int, seed: int, home: Path) -> Kills:
    """Kill a server with its matches in *home*; return the counts, or fail."""
    done, rng = Kills(), random.Random(seed)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    tables: list[list[Person]] = []
    while done.kills < kills:
        server = _start(port, home)
        try:
            assert server.stdout is not None
            url = urlsplit(re.findall(r"http\S+", server.stdout.readline())[0])
            origin = f"{url.scheme}://{url.netloc}"
            while len(tables) < 3:
                tables.append(_begin(origin, url.path, rng))
                done.matches += 1
            players = [
                threading.Thread(target=_play, args=(table, done, random.Random(rng.random())))
                for table in tables
            ]
            for player in players:
                player.start()
            before, latest = done.moves, time.monotonic() + LONGEST_START
            time.sleep(0.2 + rng.random())
            while done.moves == before and time.monotonic() < latest:  # on a slow machine
                time.sleep(0.05)
        finally:
            server.send_signal(signal.SIGKILL)
            server.communicate()
        for player in players:
            player.join()
        done.kills += 1
        with closing(Store(home)) as store:
            _check(store, done)
            tables = [one for one in tables if store.load(_name(one[0])).record.result is None]
    return done


def _start(port: int, home: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "splitpick.cli.main", "serve", "--port", str(port)]
    given = {**os.environ, "SPLITPICK_HOME": str(home), "SPLITPICK_LANG": "en"}
    return subprocess.Popen(command, env=given, stdout=subprocess.PIPE, text=True)


def _begin(origin: str, path: str, rng: random.Random) -> list[Person]:
    game = rng.choice([*GAMES])
    form: Mapping[str, object] = {f"seat-{seat}": who for seat, who in GAMES[game].items()}
    reply = ask(origin, path, {"game": game, "first": "lot", **form})
    page = ask(origin, reply.headers["location"]).text
    links = re.findall(r'<dd><a href="([^"]+)"', page)
    return [Person(origin, urlsplit(unescape(link)).path) for link in links[:-1]]


def _name(person: Person) -> str:
    return person.path.split("/")[2]


def _play(table: list[Person], done: Kills, rng: random.Random) -> None:
    """Play at *table* until the server is gone or the match over."""
    with suppress(OSError, http.client.HTTPException, AssertionError):  # it was killed
        while True:
            for person in table:
                if 'class="result"' in person.look():
                    return
                if not person.moves:
                    if 'value="deal"' in person.page:  # nobody has JavaScript, or a share
                        person.send(do="deal")
                    time.sleep(0.02)
                    continue
                move, seen = rng.choice(person.moves), int(person.seen)
                if person.send(move=move).code == 303:
                    done.confirmed[_name(person), seen] = move
                    done.moves += 1


def _check(store: Store, done: Kills) -> None:
    journals: dict[str, list[str]] = {}
    for (name, number), move in done.confirmed.items():
        if name not in journals:
            journals[name] = [entry.text for entry in store.load(name).record.entries]
        found = journals[name][number : number + 1]
        # A split is written in the order of the game.
        assert [sorted(one.split()) for one in found] == [sorted(move.split())], (name, number)


def main() -> None:
    """Kill as often as the command line says, in a folder of its own."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-n", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    requested = parser.parse_args()
    home = Path(tempfile.mkdtemp())
    try:
        done = run(requested.n, requested.seed, home)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    print(f"{done.kills} kills, {done.matches} matches, {done.moves} confirmed moves: none lost")


if __name__ == "__main__":
    main()
