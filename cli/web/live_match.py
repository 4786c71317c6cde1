"""A match that is played in browsers: who looks at it, what it waits for, and its bots."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from ...core.errors import (
    BotFailed,
    NotationError,
    PluginError,
    SplitpickError,
    StoreError,
    UnknownName,
)
from ...core.game import Position
from ...core.hooks.engine import Engine
from ...core.hooks.guard import Guard
from ...core.matches.programs.process_bot import ProcessBot
from ...core.matches.programs.program import command_of
from ...core.matches.record import load_setup
from ...core.matches.seating import bot_of
from ...core.matches.setup import HUMAN, Setup
from ...core.matches.store import GONE_ON, Saved, Store, now
from ...core.matches.takeback import Takeback, last_decision
from ...core.scene import Presenter, addressed
from ...core.text import Message, Text, msg
from ..play.game_loop import THINKING_SECONDS
from .bot_pool import BotPool, JudgedMove
from .request_limits import Allowance

PING_SECONDS = 15.0
"""Seconds after which a silent stream says that it is still there."""

RETRY_SECONDS = 5.0
"""Seconds after which a bot whose decision could not be saved is asked again."""

STALE = msg("web-stale", "The table has changed in the meantime. This is how it is now.")
NOT_OVER = msg("match-goes-on", "The match is not over yet.")
NOT_YOURS = msg("web-not-yours", "It is not your turn.")


class UndoWish(NamedTuple):
    """The wish of *asker* to go back to the first *left* actions, made at *moment*."""

    moment: int
    left: int
    asker: int
    agreed: set[int]
    """The seats that have agreed."""


class LiveMatch:
    """The match *saved*, with all who look at it.

    Attributes:
        revision: number that grows whenever a page has to be drawn again.
        faults: messages about plugins and disks that failed, for all at the table.
        judged: the decisions that cost something, once the match was analysed.
        following: by seat, the match and the seat of the player in the rematch, once there is one.
    """

    def __init__(self, engine: Engine, store: Store, pool: BotPool, saved: Saved) -> None:
        self.engine = engine
        self.store = store
        self.pool = pool
        self.name = saved.name
        self.revision = now()  # so that none comes back after a restart
        self.faults: list[Message] = []
        self.judged: list[JudgedMove] | None = None
        self.following: dict[int, tuple[str, int]] = {}
        self.allowances: dict[int, Allowance] = {}
        """Requests left to each seat at this moment."""
        self._wakes: dict[asyncio.Event, int] = {}
        """The open streams, each with its seat."""
        self._hints: tuple[int, list[list[Text]], int] = (-1, [], 0)
        """Number of entries, the hints at that moment, and how many of them were asked for."""
        self._looking = False
        self._analyst: asyncio.Task[None] | None = None
        self._wish: UndoWish | None = None
        self._thinker: asyncio.Task[None] | None = None
        self._programs: dict[int, ProcessBot] = {}
        self._begin(saved)

    def _begin(self, saved: Saved) -> None:
        self.setup: Setup = saved.record.setup
        self.loaded = load_setup(self.engine, self.setup)
        self.presenter = self.loaded.presenter
        self._presenters: dict[int, Presenter] = {}
        self.guard = Guard(self.engine)
        self.guard.tell(lambda fault: self.complain(fault.message))
        self.guard.protect(self.loaded.game)
        entries = saved.record.entries
        self.match = self.loaded.match(entries)
        for observer in self.guard.observers():
            self.match.observe(observer)
        self.store.follow(self.match, self.name, len(entries))
        self.people = [seat for seat, one in enumerate(self.setup.players) if one == HUMAN]

    @property
    def moment(self) -> int:
        """Number of entries of the journal, by which pages say what they were drawn for."""
        return len(self.match.entries)

    @property
    def position(self) -> Position:
        return self.match.position

    def presenter_of(self, seat: int | None) -> Presenter:
        """Return the presenter that speaks to *seat*; ``None`` is an onlooker."""
        if seat is None:
            return self.presenter
        if seat not in self._presenters:
            presenter = self.engine.presenter(self.loaded.ruleset, self.loaded.game)
            presenter.seats = addressed(presenter.seats, seat)
            self._presenters[seat] = presenter
        return self._presenters[seat]

    def acts(self, seat: int) -> bool:
        """Return whether it is the turn of *seat*, played by a person."""
        return not self.match.over and self.position.to_act() == seat and seat in self.people

    def complain(self, message: Message) -> None:
        """Note a fault for all at the table."""
        if message not in self.faults:
            self.faults = [*self.faults[-4:], message]

    def refresh(self) -> None:
        """Read the match again if another program has continued it; raises `StoreError`."""
        saved = self.store.load(self.name)
        if saved.record.setup.uid != self.setup.uid:  # of a backup that has taken the file's place
            raise UnknownName(msg("unknown-match", 'There is no match "{name}".', name=self.name))
        ours = [(entry.seat, entry.text) for entry in self.match.entries]
        theirs = [(entry.seat, entry.text) for entry in saved.record.entries]
        if ours != theirs or saved.record.setup.players != self.setup.players:
            self._begin(saved)
            self.changed()

    # Actions.

    def play(self, seat: int, seen: int, text: str) -> Message | None:
        """Play the notation *text* for *seat*, whose page showed *seen* entries.

        Return a message if nothing has happened.
        """
        if refusal := self._out_of_turn(seat, seen):
            return refusal
        return self._try(lambda: self.match.play(text))

    def split(self, seat: int, seen: int, second: Sequence[str]) -> Message | None:
        """Split the cards of *seat*: *second* goes into the second set, all others into the first.

        Return a message if nothing has happened.
        """
        if refusal := self._out_of_turn(seat, seen):
            return refusal
        position = self.position
        first = re.findall(r"[^ /]+", position.notation(position.legal_actions()[0]))
        if Counter(second) - Counter(first):
            return STALE
        for card in second:
            first.remove(card)
        return self.play(seat, seen, f"{' '.join(first)} / {' '.join(second)}")

    def undo(self, seat: int, seen: int) -> Message | None:
        """Take back the last decision of *seat*, or ask the others whether they agree."""
        left = last_decision(self.match, [seat])
        if seen != self.moment or self.undo_pending is not None:
            return STALE
        if left is None or self.match.over:
            return msg("nothing-to-undo", "There is nothing to take back.")
        others = {one for one in self.people if one != seat}
        takeback = Takeback(self.match, self.setup.players, left)
        if not self.setup.practice and takeback.refusal:
            return takeback.refusal
        if others and takeback.needs_consent:
            self._wish = UndoWish(self.moment, left, seat, set())
            self.changed()
            return None
        return self._take_back(left, seat)

    def asked_to_undo(self, seat: int) -> int | None:
        """Return the seat that asks *seat* to agree to taking back its decision, if one does."""
        wish, asker = self._wish, self.undo_pending
        if wish is None or asker is None or seat not in self.people:
            return None
        return None if seat == asker or seat in wish.agreed else asker

    @property
    def undo_pending(self) -> int | None:
        """Seat that waits for the others to agree to an undo, or ``None``."""
        return self._wish.asker if self._wish and self._wish.moment == self.moment else None

    def answer_undo(self, seat: int, seen: int, agrees: bool) -> Message | None:
        """Let *seat* agree to what another has asked to take back, or refuse."""
        if seen != self.moment or self.asked_to_undo(seat) is None or self._wish is None:
            return STALE
        _, left, asker, agreed = self._wish
        if not agrees:
            self._wish = None
            self.changed()
            return None
        agreed.add(seat)
        if agreed | {asker} == {*self.people}:
            return self._take_back(left, asker)
        self.changed()
        return None

    def _take_back(self, left: int, seat: int) -> Message | None:
        return self._try(lambda: self.match.undo(len(self.match.actions) - left, seat))

    def _out_of_turn(self, seat: int, seen: int) -> Message | None:
        if seen != self.moment:
            return STALE
        return None if self.acts(seat) else NOT_YOURS

    def _try(self, act: Callable[[], object]) -> Message | None:
        """Call *act*, which changes the match; return a message if nothing has changed."""
        try:
            with self.engine.watching():
                act()
        except NotationError as error:
            return error.message
        except PluginError as error:
            self.guard.report(error)
            return error.message
        except StoreError as error:
            if error.code in GONE_ON:
                with suppress(SplitpickError):
                    self.refresh()
            return error.message
        self._wish = None
        self.changed()
        return None

    # Hints.

    def hints(self, seat: int) -> list[Text]:
        """Return the last hint that *seat* was given at this decision."""
        moment, found, asked = self._hints
        known = found if moment == self.moment and self.acts(seat) else []
        return known[min(asked, len(known)) - 1] if known and asked else []

    async def hint(self, seat: int, seen: int) -> Message | None:
        """Give *seat* the next hint at this decision."""
        if refusal := self._out_of_turn(seat, seen):
            return refusal
        moment, found, asked = self._hints
        if moment != self.moment:
            if self._looking:
                return None
            self._looking = True
            try:
                found = await self.pool.hints(self.setup, self.match.entries)
            except (BotFailed, PluginError) as error:
                return error.message
            finally:
                self._looking = False
            if seen != self.moment:
                return STALE
            asked = 0
        self._hints = (seen, found, min(asked + 1, len(found)))
        self.changed()
        return None

    # Analysis.

    def analyse(self) -> Message | None:
        """Let the match be analysed once it is over; return a message if it is not."""
        if not self.match.over:
            return NOT_OVER
        if self.judged is None and self._analyst is None:
            self._analyst = asyncio.get_running_loop().create_task(self._judge())
            self.changed()
        return None

    @property
    def is_analysed(self) -> bool:
        """True while the analysis is under way."""
        return self._analyst is not None and not self._analyst.done()

    async def _judge(self) -> None:
        try:
            self.judged = await self.pool.judge(self.setup, self.match.entries)
        except SplitpickError as error:
            self.complain(error.message)
        self._analyst = None
        self.changed()

    # Bots.

    def start(self) -> None:
        """Let a bot or program think if it is the turn of one."""
        if self._thinker is None or self._thinker.done():
            if self.match.over or not self._is_ours(self.position.to_act()):
                return
            self._thinker = asyncio.get_running_loop().create_task(self._think())

    def _is_ours(self, seat: int) -> bool:
        """Return whether a bot or a program plays *seat*."""
        player = self.setup.players[seat]
        return bool(bot_of(player) or command_of(player))

    async def _think(self) -> None:
        failed: Message | None = None
        while not self.match.over and self._is_ours(seat := self.position.to_act()):
            moment = self.moment
            try:
                text = await self._chosen(seat)
            except BotFailed as failure:
                if failure.code == "bot-lost" and moment != self.moment:
                    continue  # something was taken back
                # The rest of the message names a file of the host's.
                what = failure.message.params.get("what")
                self.complain(what if isinstance(what, Message) else failure.message)
                with suppress(StoreError):
                    self.match.forfeit(seat, failure.code)
                break
            except SplitpickError as error:
                self.complain(error.message)
                break
            if moment != self.moment:  # something was taken back
                continue
            if failed in self.faults:
                self.faults.remove(failed)
            failed = self._try(partial(self.match.play, text))
            if failed is not None:
                self.complain(failed)
                self.changed(starts=False)
                await asyncio.sleep(RETRY_SECONDS)
        if self.match.over:
            await asyncio.to_thread(self._end_programs)
        self.changed(starts=False)

    async def _chosen(self, seat: int) -> str:
        if not command_of(self.setup.players[seat]):
            chosen = await self.pool.choose(self.setup, self.match.entries, seat)
            for fault in chosen.faults:
                self.complain(fault)
            return chosen.notation
        if seat not in self._programs:
            program = ProcessBot(command_of(self.setup.players[seat]))
            self._programs[seat] = program
            await asyncio.to_thread(program.open, self.loaded, seat)
        choose = self._programs[seat].choose
        match = self.loaded.match(self.match.entries)  # somebody may take back meanwhile
        action = await asyncio.to_thread(choose, match, seat, THINKING_SECONDS)
        return match.position.notation(action)

    def close(self) -> None:
        """Stop thinking, and end the programs at the table."""
        for task in filter(None, (self._thinker, self._analyst)):
            task.cancel()
        self._end_programs()

    def _end_programs(self) -> None:
        for program in self._programs.values():
            program.match = self.match
            program.close()
        self._programs.clear()

    # Those who look.

    def changed(self, *, starts: bool = True) -> None:
        """Let every page be drawn again; unless not *starts*, let the next bot think."""
        self.revision += 1
        self._wake()
        if starts:
            self.start()

    @property
    def connected(self) -> Counter[int]:
        """By seat, the number of open streams."""
        return Counter(self._wakes.values())

    @property
    def is_watched(self) -> bool:
        """True while somebody looks, or a bot thinks."""
        thinks = self._thinker is not None and not self._thinker.done()
        return bool(self._wakes) or thinks or self.is_analysed

    async def follow(self, seat: int) -> AsyncGenerator[tuple[int, Sequence[int]]]:
        """Yield the revision and the seats that are connected, at once and after each change.

        Now and then the same again, so that both sides notice a dead line.
        """
        wake = asyncio.Event()
        self._wakes[wake] = seat
        self._wake()
        try:
            while True:
                wake.clear()
                yield self.revision, sorted(self.connected)
                with suppress(TimeoutError):
                    await asyncio.wait_for(wake.wait(), PING_SECONDS)
        finally:
            del self._wakes[wake]
            self._wake()

    def _wake(self) -> None:
        for wake in self._wakes:
            wake.set()
