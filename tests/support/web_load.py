"""Load on a server of tables: many matches with their streams, bots that think, and the waiting.

    python tests/support/web_load.py --matches 100 --seconds 60

Each match has two streams. In half of the matches two people play, in the other half a person
against a level. Everybody thinks for a while between moves. Measured is the time from sending a
move until the other side (or an onlooker, against a bot) has the page that shows it, as a browser
does: the stream tells of the change, then the page is fetched.
"""

import argparse
import asyncio
import gzip
import json
import os
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from html import unescape
from pathlib import Path
from urllib.parse import urlencode, urlsplit


async def ask(
    host: str, port: int, path: str, form: dict[str, object] | None = None
) -> tuple[int, str]:
    """Send one request on a connection of its own; return the code and the text."""
    reader, writer = await asyncio.open_connection(host, port)
    body = urlencode(form, doseq=True).encode() if form is not None else b""
    lines = [
        f"{'GET' if form is None else 'POST'} {path} HTTP/1.1",
        f"Host: {host}:{port}",
        "Connection: close",
        "X-Since: 999999",
        "Accept-Language: en",
        "Accept-Encoding: gzip",
        *([f"Content-Length: {len(body)}"] if form is not None else []),
    ]
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
    raw = await reader.read()
    writer.close()
    head, _, text = raw.partition(b"\r\n\r\n")
    if b"content-encoding: gzip" in head.lower():
        text = gzip.decompress(text)
    code = int(head.split()[1])
    if code == 303:
        return code, re.findall(r"(?i)\r\nlocation: (\S+)", head.decode())[0]
    return code, text.decode()


class Side:
    """Somebody with a link, whose page is fetched whenever the stream tells of a change."""

    def __init__(self, host: str, port: int, path: str) -> None:
        self.host, self.port, self.path = host, port, path
        self.page = ""
        self.changed = asyncio.Event()

    async def follow(self) -> None:
        """Listen to the stream for ever."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        head = f"GET {self.path}/events HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n\r\n"
        writer.write(head.encode())
        try:
            while line := await reader.readline():
                match = re.search(rb'"revision": (\d+)', line)
                if match and f'data-rev="{int(match[1])}"' not in self.page:
                    code, text = await ask(self.host, self.port, f"{self.path}/table")
                    if code == 200:
                        self.page = text
                        self.changed.set()
        finally:
            writer.close()

    @property
    def seen(self) -> int:
        """The moment of the page."""
        match = re.search(r'name="seen" value="(\d+)"', self.page)
        return int(match[1]) if match else 0

    @property
    def entries(self) -> int:
        """The number of moves in the list."""
        return self.page.count("?at=")


async def play(table: list[Side], rng: random.Random, pause: float, waits: list[float]) -> None:
    """Play at *table* for ever; *waits* gets the seconds until the others see a move."""
    while True:
        await asyncio.sleep(rng.uniform(0.5, 1.5) * pause)
        for number, side in enumerate(table):
            moves = re.findall(r'name="move" value="([^"]*)"', side.page)
            if not moves:
                continue
            other = table[1 - number]
            before = other.entries
            began = time.monotonic()
            move = unescape(rng.choice(moves))
            code, text = await ask(
                side.host, side.port, side.path, {"seen": side.seen, "move": move}
            )
            if code == 200:
                side.page = text
            while code == 200 and other.entries == before and time.monotonic() - began < 30:
                other.changed.clear()
                try:
                    await asyncio.wait_for(other.changed.wait(), 1)
                except TimeoutError:
                    continue
            waits.append(time.monotonic() - began if code == 200 else float("inf"))
            break


async def load(requested: argparse.Namespace, host: str, port: int, start: str, pid: int) -> None:
    """Begin the matches, play, and print what was measured."""
    rng = random.Random(1)
    games = [("jolly-roger", "jolly", "roger"), ("skull-queen", "anne", "bart")]
    tables = []
    empty = memory(pid)
    for number in range(requested.matches):
        game, one, other = games[number // 2 % 2]
        second = "mate" if number % 2 else "human"
        form: dict[str, object] = {"game": game, f"seat-{one}": "human", f"seat-{other}": second}
        code, place = await ask(host, port, start, form)
        assert code == 303, (code, place)
        await ask(host, port, place, {"do": "deal"})  # nobody has a share
        _, page = await ask(host, port, place)
        links = [urlsplit(unescape(link)).path for link in re.findall(r'<dd><a href="(.*?)"', page)]
        tables.append([Side(host, port, link) for link in links[:2]])
    full = memory(pid)
    waits: list[float] = []
    tasks = [asyncio.create_task(side.follow()) for table in tables for side in table]
    await asyncio.sleep(3)
    tasks += [asyncio.create_task(play(one, rng, requested.pause, waits)) for one in tables]
    await asyncio.sleep(requested.seconds)
    played = memory(pid)
    for task in tasks:
        task.cancel()
    waits.sort()
    lost = sum(wait == float("inf") for wait in waits)
    print(
        json.dumps(
            {
                "matches": requested.matches,
                "streams": 2 * requested.matches,
                "moves": len(waits),
                "refused": lost,
                "median_ms": round(1000 * statistics.median(waits)),
                "p99_ms": round(1000 * waits[int(0.99 * (len(waits) - 1))]),
                "kB_a_match_begun": round((full - empty) / requested.matches),
                "kB_a_match_played": round((played - empty) / requested.matches),
            }
        )
    )


def memory(pid: int) -> int:
    """Return the memory of the process *pid* in kB."""
    match = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text("utf-8"))
    return int(match[1]) if match else 0


def main() -> None:
    """Start a server of its own, and put the load on it that the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=8, help="mean seconds between moves")
    requested = parser.parse_args()
    home = tempfile.mkdtemp()
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
    command = [sys.executable, "-m", "splitpick.cli.main", "serve", "--port", "0"]
    given = {**os.environ, "SPLITPICK_HOME": home, "SPLITPICK_LANG": "en"}
    server = subprocess.Popen(command, env=given, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        url = urlsplit(re.findall(r"http\S+", server.stdout.readline())[0])
        asyncio.run(load(requested, url.hostname or "", url.port or 0, url.path, server.pid))
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
