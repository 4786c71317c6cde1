"""Programs that take a seat, written for one test each, and matches for them to play.

::

    ended = play_out(ProcessBot(program(tmp_path, "hello(); time.sleep(60)")), seconds=0.3)
    assert ended.code == "bot-time"
"""

import os
import shlex
import sys
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from splitpick.core.errors import BotFailed
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.match import Result
from splitpick.core.matches.programs.process_bot import ProcessBot
from splitpick.core.matches.record import Loaded, load_setup, settle
from splitpick.core.text import Language

SLEEP = "time.sleep(60)\n"
EXAMPLES = Path(__file__).parents[1] / "examples"

BEGINNING = """\
import json, os, signal, sys, time

def note_pid():
    with open(sys.argv[1], "a") as file:
        print(os.getpid(), file=file)

def read():
    return json.loads(sys.stdin.readline())

def say(**message):
    print(json.dumps(message), flush=True)

def hello():
    say(type="hello", id=read()["id"], version=1, name="test bot")

def flood(piece):
    while True:
        os.write(1, piece)

def answer(asked, **other):
    say(**{"type": "choose", "id": asked["id"], "action": asked["legal"][0], **other})

note_pid()
"""
"""Beginning of each program; it writes its process id into the file of its argument."""


@cache
def engine() -> Engine:
    """Load the plugins once."""
    return Engine()


def load(ruleset: str, players: int | None = None, seed: int = 1, variant: str = "") -> Loaded:
    """Settle a match of *ruleset*."""
    loaded = engine().ruleset_file(ruleset).variant(variant or None)
    count = players or loaded.players[0]
    names = ["process:test"] * count
    return load_setup(engine(), settle(engine(), loaded, names, 0, seed))


def short(seed: int = 1) -> Loaded:
    """Settle a match of one turn; Ann, seat 0, splits."""
    return load(str(EXAMPLES / "short.yaml"), seed=seed)


def program(folder: Path, code: str) -> str:
    """Write a program that does *code*, and return the command that runs it."""
    script = folder / "program.py"
    script.write_text(BEGINNING + code, encoding="utf-8")
    # Without what it does not need, so that it starts fast: -I -S.
    return shlex.join([sys.executable, "-I", "-S", str(script), str(folder / "pids")])


def pids(folder: Path) -> list[int]:
    """List the process ids that a program and its children have noted."""
    file = folder / "pids"
    return [int(line) for line in file.read_text().split()] if file.exists() else []


def lives(pid: int) -> bool:
    """Say whether there is such a process, and it is more than an entry in a table."""
    status = Path(f"/proc/{pid}/stat")
    if status.exists():
        # A grandchild's zombie is for the system to reap, and in a container nobody may.
        return status.read_text().rpartition(")")[2].split()[0] not in "ZX"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path("/proc/self").exists()


def left_over(folder: Path) -> list[int]:
    """List those of the processes that are there; one that was just killed has a moment to go."""
    until = time.monotonic() + 1
    while (there := list(filter(lives, pids(folder)))) and time.monotonic() < until:
        time.sleep(0.01)
    return there


@dataclass(frozen=True)
class PlayedOut:
    """Outcome of a match with a program at seat 0."""

    result: Result
    code: str = ""
    """Code of what the program did wrong, if anything."""
    said: str = ""
    """The message about it, in English."""


def play_out(bot: ProcessBot, seconds: float = 0.3, loaded: Loaded | None = None) -> PlayedOut:
    """Play a match with *bot* at seat 0; the others choose the first legal action."""
    loaded = loaded or short()
    match = loaded.match()
    failed: BotFailed | None = None
    try:
        bot.open(loaded, 0)
        while not match.over:
            if match.position.to_act() == 0:
                match.apply(bot.choose(match, 0, seconds))
            else:
                match.apply(match.position.legal_actions()[0])
    except BotFailed as error:
        failed = error
        match.forfeit(0, error.code)
    bot.close()
    assert match.result is not None
    if failed is None:
        return PlayedOut(match.result)
    return PlayedOut(match.result, failed.code, Language("en").say(failed.message))
