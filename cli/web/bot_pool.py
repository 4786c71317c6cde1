"""Bots, hints and analyses in processes of their own, so that nobody waits for another's bot."""

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

from ...core.errors import BotFailed, PluginError
from ...core.hooks.engine import Engine
from ...core.hooks.guard import Guard
from ...core.lab.workers import prepare
from ...core.matches.entry import Entry
from ...core.matches.match import Match
from ...core.matches.player import BotPlayer
from ...core.matches.record import Loaded, load_setup
from ...core.matches.seating import seated
from ...core.matches.setup import Setup
from ...core.text import Message, Text, msg
from ..play.game_loop import THINKING_SECONDS
from ..play.hints import hints_for

HINTS = 3
"""Number of different hints at a decision."""

ATTEMPTS = 2
"""Number of processes that may die over one decision before its seat loses."""

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class RemoteMatch:
    """A match after its *entries*, for another process; *without* lists plugins to leave out."""

    setup: Setup
    entries: tuple[Entry, ...]
    without: tuple[str, ...]

    def restore(self) -> tuple[Loaded, Match, Guard]:
        """Load the game and replay the entries, in this process."""
        engine = _engine(self.without)
        loaded, guard = load_setup(engine, self.setup), Guard(engine)
        guard.protect(loaded.game)
        return loaded, loaded.match(self.entries), guard


@dataclass(frozen=True)
class Chosen:
    """A bot's choice in notation, and the faults of plugins on the way."""

    notation: str
    faults: tuple[Message, ...]


@cache
def _engine(without: tuple[str, ...]) -> Engine:
    return Engine(without=without)


def choose(moment: RemoteMatch, seat: int) -> Chosen:
    """Let the bot of *seat*, which is to act, choose; raises `PluginError` if the game fails."""
    _, match, guard = moment.restore()
    faults: list[Message] = []
    guard.tell(lambda fault: faults.append(fault.message))
    bots = _engine(moment.without).bots
    player = BotPlayer.of(seated(moment.setup.players[seat], bots), guard)
    action = player.choose(match, seat, THINKING_SECONDS)
    return Chosen(match.position.notation(action), tuple(faults))


def hints(moment: RemoteMatch) -> list[list[Text]]:
    """Return the hints for the seat to act, from a nudge to the reasons."""
    loaded, match, guard = moment.restore()
    return [*islice(hints_for(match, guard, loaded.presenter), HINTS)]


class BotPool:
    """Processes that think, started anew if one dies; *without* lists plugins to leave out."""

    def __init__(self, without: Sequence[str] = (), processes: int = 0) -> None:
        self.without = tuple(without)
        self._processes = processes or max(2, os.cpu_count() or 1)
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, setup: Setup, entries: Sequence[Entry], seat: int) -> Chosen:
        """Return the choice of *seat*; raises `BotFailed` and `PluginError`."""
        return await self._ask(choose, RemoteMatch(setup, tuple(entries), self.without), seat)

    async def hints(self, setup: Setup, entries: Sequence[Entry]) -> list[list[Text]]:
        """Return the hints for the seat to act; raises `BotFailed` and `PluginError`."""
        return await self._ask(hints, RemoteMatch(setup, tuple(entries), self.without))

    def close(self) -> None:
        """End the processes, whatever they are thinking about."""
        if self._pool is not None:
            for process in (self._pool._processes or {}).values():
                process.terminate()
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    async def _ask(self, ask: Callable[..., Answer], *about: object) -> Answer:
        for _ in range(ATTEMPTS):
            if self._pool is None:
                context = get_context("spawn")  # nothing of the server goes along
                self._pool = ProcessPoolExecutor(self._processes, context, prepare)
            pool = self._pool
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, ask, *about)
            except PluginError:
                raise
            except BrokenProcessPool:
                if self._pool is pool:  # the first to notice
                    pool.shutdown(wait=False)
                    self._pool = None
        raise BotFailed(msg("bot-lost", "The process of a bot has ended by itself, twice."))
