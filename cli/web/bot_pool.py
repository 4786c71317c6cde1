"""Bots, hints and analyses in processes of their own, so that nobody waits for another's bot."""

import asyncio
import os
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from typing import TypeVar

from ...core.errors import BotFailed
from ...core.hooks.engine import Engine
from ...core.lab.workers import prepare
from ...core.matches.player import BotPlayer
from ...core.matches.record import Record
from ...core.matches.seating import seated
from ...core.session.match_players import THINKING_SECONDS
from ...core.session.play_session import Session
from ...core.session.review import JudgedMove, review
from ...core.text import Message, Text, msg

HINTS = 2
"""Number of different hints at a decision."""

ATTEMPTS = 2
"""Number of processes that may die over one decision before its seat loses."""

SHARED_SECONDS = 10.0
"""Seconds, beyond its thinking time, after which an answer is asked for once more, alone."""
ALONE_SECONDS = 60.0
"""Seconds, beyond its thinking time, after which what has a process of its own is ended."""
LONG_SECONDS = 600.0
"""Seconds for an analysis, and for a bot whose budget is a number of nodes of the user's own."""

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class RemoteMatch:
    """A match for another process, with the *names* of people; *without* are plugins to leave."""

    record: Record
    without: tuple[str, ...]
    names: Mapping[int, str] = field(default_factory=dict)

    def restore(self) -> Session:
        """Load the game and replay the entries, in this process."""
        engine, record = _engine(self.without), self.record
        session = Session(engine, record.setup, entries=record.entries)
        session.call(self.names)
        return session


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
    session, faults = moment.restore(), list[Message]()
    session.guard.tell(lambda fault: faults.append(fault.message))
    bot = seated(session.setup.players[seat], session.engine.bots)
    action = BotPlayer.of(bot, session.guard).choose(session.match, seat, THINKING_SECONDS)
    return Chosen(session.position.notation(action), tuple(faults))


def hints(moment: RemoteMatch) -> list[list[Text]]:
    """Return the hints for the seat to act: the move, and then its reasons."""
    session = moment.restore()
    presenter = session.presenter_of(session.position.to_act())
    presenter.pointed = True  # a page shows what is meant, and lists no numbers
    return [session.hint(presenter) for _ in range(HINTS)]


def judge(match: RemoteMatch) -> list[JudgedMove]:
    """Return the decisions of *match*, which is over, that have a mark."""
    return review(match.restore())


class BotPool:
    """Processes that think, started anew if one dies; *without* lists plugins to leave out.

    Analyses, which take long, have a process of their own, so that no bot waits for them.
    """

    def __init__(self, without: Sequence[str] = (), processes: int = 0) -> None:
        self.without = tuple(without)
        self._processes = processes or max(2, os.cpu_count() or 1)
        self._pools: dict[object, ProcessPoolExecutor] = {}
        """The processes for long work, and those for all other."""

    async def choose(self, record: Record, seat: int) -> Chosen:
        """Return the choice of *seat*; raises `BotFailed` and `PluginError`."""
        about = RemoteMatch(record, self.without), seat
        return await self._ask(choose, *about, more=_thinking(record.setup.players[seat]))

    async def hints(self, record: Record, names: Mapping[int, str]) -> list[list[Text]]:
        """Return the hints for the seat to act; raises `BotFailed` and `PluginError`."""
        return await self._ask(hints, RemoteMatch(record, self.without, names))

    async def review(self, record: Record, names: Mapping[int, str]) -> list[JudgedMove]:
        """Return the decisions that cost something; raises `SplitpickError`."""
        return await self._ask(judge, RemoteMatch(record, self.without, names), long=True)

    def close(self) -> None:
        """End the processes, whatever they are thinking about."""
        while self._pools:
            _, pool = self._pools.popitem()
            _kill(pool)
            pool.shutdown(cancel_futures=True)

    async def _ask(
        self, ask: Callable[..., Answer], *about: object, long: bool = False, more: float = 0.0
    ) -> Answer:
        """Ask for an answer, *more* seconds of thinking granted.

        Among others, what does not come back may only have waited for them: then, and if the
        processes have ended, it is asked once more in a process of its own.
        """
        key: object = long
        hangs = False
        for _ in range(ATTEMPTS):
            if key not in self._pools:
                context = get_context("spawn")  # nothing of the server goes along
                count = self._processes if key is False else 1
                self._pools[key] = ProcessPoolExecutor(count, context, prepare)
            pool = self._pools[key]
            seconds = LONG_SECONDS if long else SHARED_SECONDS if key is False else ALONE_SECONDS
            asked = asyncio.get_running_loop().run_in_executor(pool, ask, *about)
            try:
                return await asyncio.wait_for(asked, seconds + more)
            except (BrokenProcessPool, TimeoutError) as error:
                hangs = isinstance(error, TimeoutError)
                if self._pools.get(key) is pool:  # the first to notice
                    _kill(pool)
                    pool.shutdown(wait=False)
                    del self._pools[key]
                key = object()  # then by itself: another's bot may have ended the processes
            finally:
                if not isinstance(key, bool) and (own := self._pools.pop(key, None)):
                    own.shutdown(wait=False)
        if hangs:
            raise BotFailed(msg("bot-hangs", "A bot twice failed to answer and was stopped."))
        raise BotFailed(msg("bot-lost", "A bot's process has ended by itself twice."))


def _kill(pool: ProcessPoolExecutor) -> None:
    for process in list((pool._processes or {}).values()):
        process.kill()  # a plugin may ignore a request to end


def _thinking(player: str) -> float:
    """Return the seconds that the bot *player* may think, whatever the machine is doing."""
    time = re.search(r"[:,]([0-9]{1,9})ms", player)
    if time:
        return 2 * int(time[1]) / 1000
    return LONG_SECONDS if ":" in player else 2 * THINKING_SECONDS
