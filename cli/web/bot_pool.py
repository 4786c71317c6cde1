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

from ...core.errors import BotFailed
from ...core.hooks.engine import Engine
from ...core.hooks.guard import Guard
from ...core.lab.analysis import Analysing, analyse
from ...core.lab.analyst import HINT_NODES
from ...core.lab.workers import prepare
from ...core.matches.entry import Entry
from ...core.matches.match import Match
from ...core.matches.player import BotPlayer
from ...core.matches.record import Loaded, load_setup, record_of
from ...core.matches.seating import seated
from ...core.matches.setup import Setup
from ...core.scene import addressed
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
    loaded.presenter.seats = addressed(loaded.presenter.seats, match.position.to_act())
    return [*islice(hints_for(match, guard, loaded.presenter), HINTS)]


@dataclass(frozen=True)
class JudgedMove:
    """A decision that cost something, as the analyst judges it."""

    entry: int
    """Index in the journal."""
    seat: int
    mark: str
    regret: float
    better: str
    """Notation of the best action."""
    reasons: tuple[Text, ...] = ()
    """Reasons for the best action, if the decision is one of the costliest of its seat."""


def judge(match: RemoteMatch) -> list[JudgedMove]:
    """Return the decisions of *match*, which is over, that have a mark."""
    loaded, played, _ = match.restore()
    engine = _engine(match.without)
    work = Analysing(record_of(match.setup, played), HINT_NODES, samples=0, engine=engine)
    analysis = analyse(work)
    costliest = analysis.costliest()
    judged = []
    for one in analysis.decisions:
        if one.mark:
            before = work.match.steps[one.entry].before
            reasons: Sequence[Text] = ()
            if one in costliest:
                reasons = loaded.presenter.reasons(before, one.seat, one.best, one.done)
            better = before.notation(one.best.action)
            move = one.entry, one.seat, one.mark, one.regret, better, tuple(reasons)
            judged.append(JudgedMove(*move))
    return judged


class BotPool:
    """Processes that think, started anew if one dies; *without* lists plugins to leave out.

    Analyses, which take long, have a process of their own, so that no bot waits for them.
    """

    def __init__(self, without: Sequence[str] = (), processes: int = 0) -> None:
        self.without = tuple(without)
        self._processes = processes or max(2, os.cpu_count() or 1)
        self._pools: dict[object, ProcessPoolExecutor] = {}
        """The processes for long work, and those for all other."""

    async def choose(self, setup: Setup, entries: Sequence[Entry], seat: int) -> Chosen:
        """Return the choice of *seat*; raises `BotFailed` and `PluginError`."""
        return await self._ask(choose, RemoteMatch(setup, tuple(entries), self.without), seat)

    async def hints(self, setup: Setup, entries: Sequence[Entry]) -> list[list[Text]]:
        """Return the hints for the seat to act; raises `BotFailed` and `PluginError`."""
        return await self._ask(hints, RemoteMatch(setup, tuple(entries), self.without))

    async def judge(self, setup: Setup, entries: Sequence[Entry]) -> list[JudgedMove]:
        """Return the decisions that cost something; raises `SplitpickError`."""
        return await self._ask(judge, RemoteMatch(setup, tuple(entries), self.without), long=True)

    def close(self) -> None:
        """End the processes, whatever they are thinking about."""
        while self._pools:
            _, pool = self._pools.popitem()
            for process in (pool._processes or {}).values():
                process.terminate()
            pool.shutdown(cancel_futures=True)

    async def _ask(self, ask: Callable[..., Answer], *about: object, long: bool = False) -> Answer:
        key: object = long
        for _ in range(ATTEMPTS):
            if key not in self._pools:
                context = get_context("spawn")  # nothing of the server goes along
                count = self._processes if key is False else 1
                self._pools[key] = ProcessPoolExecutor(count, context, prepare)
            pool = self._pools[key]
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, ask, *about)
            except BrokenProcessPool:
                if self._pools.get(key) is pool:  # the first to notice
                    pool.shutdown(wait=False)
                    del self._pools[key]
                key = object()  # then by itself: another's bot may have ended the processes
            finally:
                if not isinstance(key, bool) and (own := self._pools.pop(key, None)):
                    own.shutdown(wait=False)
        raise BotFailed(msg("bot-lost", "The process of a bot has ended by itself, twice."))
