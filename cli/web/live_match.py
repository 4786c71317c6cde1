"""A match that is played in browsers: who is there, what it waits for, and its bots."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import suppress
from functools import cached_property, partial
from operator import attrgetter

from ...core.errors import (
    BadValue,
    BotFailed,
    NotationError,
    PluginError,
    SplitpickError,
    StoreError,
    UnknownName,
)
from ...core.hooks.engine import Engine
from ...core.matches.exports.facts import label_player
from ...core.matches.programs.process_bot import ProcessBot
from ...core.matches.programs.program import command_of
from ...core.matches.record import check_result
from ...core.matches.seating import bot_of
from ...core.matches.store import GONE_ON, Saved, Store, now
from ...core.session.match_players import THINKING_SECONDS, command_refusal
from ...core.session.play_session import Session
from ...core.session.review import JudgedMove
from ...core.session.split_by_card import word_before
from ...core.text import Message, msg
from .around.company import PATIENCE, SHARED, STALE, Company
from .around.share_exchange import ShareExchange
from .bot_pool import BotPool
from .request_limits import Allowance

PING_SECONDS = 15.0
"""Seconds after which a silent stream says that it is still there."""

RETRY_SECONDS = 5.0
"""Seconds after which a bot whose decision could not be saved is asked again."""

NOT_OVER = msg("match-goes-on", "The match is not over yet.")
NOT_YOURS = msg("web-not-yours", "It is not your turn.")


class LiveMatch:
    """The match *saved*, with all who look at it.

    Attributes:
        session: the match itself; replaced if another program has continued it.
        revision: number that grows whenever a page has to be drawn again.
        faults: messages about plugins and disks that failed, for all at the table.
        judged: the decisions that cost something, once the match was analysed.
        names: what the people at the table call themselves, by seat, as their browsers say.
        guests: the seats of those who were invited and have not said yet what to call them.
        following: by seat, the match and the seat of the player in the rematch, once there is one.
        company: the people at the table, whatever they do besides playing.
        exchange: their shares in the deal.
    """

    def __init__(
        self,
        engine: Engine,
        store: Store,
        pool: BotPool,
        saved: Saved,
        rematch: Callable[[LiveMatch, bool], object] = lambda live, same_deal: None,
        patience: int = PATIENCE,
    ) -> None:
        self.engine = engine
        self.store = store
        self.pool = pool
        self.name = saved.name
        self.revision = now()  # so that none comes back after a restart
        self.faults: list[Message] = []
        self.judged: list[JudgedMove] | None = None
        self.names: dict[int, str] = {}
        self.guests: set[int] = set()
        self.following: dict[int, tuple[str, int]] = {}
        self.company = Company(
            self, partial(rematch, self), saved.record.setup.patience or patience
        )
        self.exchange = ShareExchange(self)
        self.allowances: dict[int, Allowance] = {}
        """Requests left to each seat at this moment."""
        self._wakes: dict[asyncio.Event, int] = {}
        """The open streams, each with its seat."""
        self._looking = -1  # the moment whose hints are looked for
        self._search = asyncio.Lock()  # one at a time: what was asked for before is soon stale
        self._analyst: asyncio.Task[None] | None = None
        self._thinker: asyncio.Task[None] | None = None
        self._programs: dict[int, ProcessBot] = {}
        self._begin(saved)

    def _begin(self, saved: Saved) -> None:
        setup, entries = saved.record.setup, saved.record.entries
        self.session = Session(self.engine, setup, entries=entries, name=saved.name)
        if len(self.session.match.entries) == len(entries):  # else chance has gone on
            check_result(saved.record, self.session.match, self.session.loaded.changed)
        self.session.guard.tell(lambda fault: self.complain(fault.message))
        self.session.tell_observers()
        self.session.keep_in(self.store, len(entries))
        self.session.call(self.names)

    @cached_property
    def pictures(self) -> Sequence[str]:
        """Pictures of the cards, and of the table at the beginning: every page has them."""
        presenter, view = self.session.loaded.presenter, self.session.match.at(0).view(None)
        faces = "card-up", "card-down"  # a card is turned without asking the server
        return [*faces, *presenter.pictures.values(), *presenter.scene(view, None).pictures()]

    def call(self, seat: int, name: str) -> None:
        """Let the person at *seat* go by *name*, or by that of the figure if it is empty."""
        self.names[seat] = name
        self.session.call(self.names)
        self.changed()

    def complain(self, message: Message) -> None:
        """Note a fault for all at the table."""
        if message not in self.faults:
            self.faults = [*self.faults[-4:], message]

    def refresh(self) -> None:
        """Read the match again if another program has continued it; raises `StoreError`."""
        saved = self.store.load(self.name)
        record, ours = saved.record, self.session.record
        if record.setup.uid != ours.setup.uid:  # of a backup that has taken the file's place
            raise UnknownName(msg("unknown-match", 'There is no match "{name}".', name=self.name))
        entries = [[(entry.seat, entry.text) for entry in one.entries] for one in (ours, record)]
        settled = attrgetter("players", "shares")
        if entries[0] != entries[1] or settled(record.setup) != settled(ours.setup):
            self._begin(saved)
            self.changed()

    # Actions.

    def play(self, seat: int, seen: int, text: str) -> Message | None:
        """Play the notation *text* for *seat*, whose page showed *seen* entries.

        Return a message if nothing has happened.
        """
        if refusal := self._out_of_turn(seat, seen):
            return refusal
        return self.attempt(lambda: self.session.play(text))

    def split(self, seat: int, seen: int, second: Sequence[str]) -> Message | None:
        """Split the cards of *seat*: *second* goes into the second set, all others into the first.

        Return a message if nothing has happened.
        """
        if refusal := self._out_of_turn(seat, seen):
            return refusal
        position = self.session.position
        done = position.describe(position.legal_actions()[0])
        word = word_before(done.kind, done.notation)
        first = re.findall(r"[^ /]+", done.notation.removeprefix(word))
        if Counter(second) - Counter(first):
            return STALE
        for card in second:
            first.remove(card)
        return self.play(seat, seen, f"{word}{' '.join(first)} / {' '.join(second)}")

    def undo(self, seat: int, seen: int, *, shared: bool = False) -> Message | None:
        """Take back the last decision of *seat*, or ask the others whether they agree.

        If the device is *shared*, it is the last decision of any person, and nobody is asked.
        """
        if seen != self.session.moment or self.session.undo_pending:
            return STALE
        request = self.session.request_undo(seat, self.session.people if shared else [seat])
        if isinstance(request, Message):
            return request
        if request.waits_for and not shared:
            self.changed()
            return None
        return self.attempt(lambda: self.session.take_back(request))

    def answer_undo(self, seat: int, seen: int, agrees: bool) -> Message | None:
        """Let *seat* agree to what another has asked to take back, or refuse."""
        request = self.session.undo_pending
        if seen != self.session.moment or request is None or seat not in request.waits_for:
            return STALE
        return self.attempt(lambda: self.session.answer_undo(request, seat, agrees))

    def _out_of_turn(self, seat: int, seen: int) -> Message | None:
        if seen != self.session.moment:
            return STALE
        return None if self.session.acts(seat) else NOT_YOURS

    def attempt(self, act: Callable[[], object]) -> Message | None:
        """Call *act*, which changes the match; return a message if nothing has changed."""
        try:
            act()
        except (BadValue, NotationError) as error:
            return error.message
        except PluginError as error:
            self.session.guard.report(error)
            return error.message
        except StoreError as error:
            if error.code in GONE_ON:
                with suppress(SplitpickError):
                    self.refresh()
            return error.message
        self.changed()
        return None

    async def hint(self, seat: int, seen: int) -> Message | None:
        """Give *seat* the next hint at this decision."""
        if refusal := self._out_of_turn(seat, seen):
            return refusal
        if not self.session.knows_hints:
            if self._looking == seen:
                return None
            self._looking = seen
            try:
                async with self._search:
                    if seen != self.session.moment:
                        return STALE
                    texts = await self.pool.hints(self.session.record, self.names)
            except (BotFailed, PluginError) as error:
                return error.message
            finally:
                if self._looking == seen:
                    self._looking = -1
            if seen != self.session.moment:
                return STALE
            self.session.learn_hints(texts)
        self.session.hint(self.session.presenter_of(seat))
        self.changed()
        return None

    # Analysis.

    def analyse(self) -> Message | None:
        """Let the match be analysed once it is over; return a message if it is not."""
        if not self.session.over:
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
            self.judged = await self.pool.review(self.session.record, self.names)
        except SplitpickError as error:
            self.complain(error.message)
        self._analyst = None
        self.changed()

    # Bots.

    def start(self) -> None:
        """Let a bot or program think if it is the turn of one."""
        if self._thinker is None or self._thinker.done():
            waits = self.session.over or self.session.awaits_shares
            if waits or not self._is_ours(self.session.position.to_act()):
                return
            self._thinker = asyncio.get_running_loop().create_task(self._think())

    def _is_ours(self, seat: int) -> bool:
        """Return whether a bot or a program plays *seat*."""
        player = self.session.setup.players[seat]
        return bool(bot_of(player) or command_of(player))

    async def _think(self) -> None:
        failed: Message | None = None
        while not self.session.over and self._is_ours(seat := self.session.position.to_act()):
            moment = self.session.moment
            try:
                text = await self._chosen(seat)
            except BotFailed as failure:
                is_gone = failure.code in ("bot-lost", "bot-hangs")
                if (is_gone and moment != self.session.moment) or not self._is_ours(seat):
                    continue  # something was taken back, or a person plays on
                # The rest of the message names a file of the host's.
                what = failure.message.params.get("what")
                self.complain(what if isinstance(what, Message) else self._named(seat, failure))
                with suppress(StoreError):
                    self.session.match.forfeit(seat, failure.code)
                break
            except SplitpickError as error:
                self.complain(error.message)
                break
            if moment != self.session.moment or not self._is_ours(seat):
                continue  # something was taken back, or a person plays on
            if failed in self.faults:
                self.faults.remove(failed)
            failed = self.attempt(partial(self.session.play, text))
            if failed is not None:
                self.complain(failed)
                self.changed(starts=False)
                await asyncio.sleep(RETRY_SECONDS)
        if self.session.over:
            await asyncio.to_thread(self._end_programs)
        self.changed(starts=False)

    def _named(self, seat: int, failure: BotFailed) -> Message:
        """Return the message of *failure* with the seat and its bot, which a pool cannot know."""
        player = label_player(self.session.setup.players[seat])
        name = self.session.loaded.presenter.seats[seat]
        why = failure.message
        return msg("web-bot-failed", "{seat}, {player}: {why}", seat=name, player=player, why=why)

    async def _chosen(self, seat: int) -> str:
        session = self.session
        command = command_of(session.setup.players[seat])
        if not command:
            chosen = await self.pool.choose(session.record, seat)
            for fault in chosen.faults:
                self.complain(fault)
            return chosen.notation
        if seat not in self._programs:
            if refusal := command_refusal(session.loaded, seat):
                raise BadValue(refusal)
            program = self._programs[seat] = ProcessBot(command)
            await asyncio.to_thread(program.open, session.loaded, seat)
        choose = self._programs[seat].choose
        match = session.loaded.match(session.match.entries)  # somebody may take back meanwhile
        action = await asyncio.to_thread(choose, match, seat, THINKING_SECONDS)
        return match.position.notation(action)

    def close(self) -> None:
        """Stop thinking, and end the programs at the table."""
        self.company.set_alarm(off=True)
        for task in filter(None, (self._thinker, self._analyst)):
            task.cancel()
        self._end_programs()

    def _end_programs(self) -> None:
        for program in self._programs.values():
            program.match = self.session.match
            program.close()
        self._programs.clear()

    # Those who look.

    def changed(self, *, starts: bool = True) -> None:
        """Let every page be drawn again; unless not *starts*, let the next bot think."""
        self.revision += 1
        self.company.set_alarm()
        self._wake()
        if starts:
            self.start()

    @property
    def connected(self) -> Counter[int]:
        """By seat, the number of open streams."""
        return Counter(self._wakes.values())

    @property
    def present(self) -> Collection[int]:
        """The seats with an open stream; all people, where they share a device."""
        return {*self.connected, *(self.session.people if SHARED in self.connected else ())}

    @property
    def is_watched(self) -> bool:
        """True while somebody looks, or a bot thinks."""
        thinks = self._thinker is not None and not self._thinker.done()
        return bool(self._wakes) or thinks or self.is_analysed

    def enter(self, seat: int) -> asyncio.Event:
        """Count a stream of *seat* from now on, to `follow`, and to `leave` at last."""
        wake = asyncio.Event()
        self._wakes[wake] = seat
        self.company.set_alarm()
        self._wake()
        return wake

    def leave(self, wake: asyncio.Event) -> None:
        """No longer count the stream that got *wake* when it entered."""
        seat = self._wakes.pop(wake, None)
        if seat is not None:
            self.company.seen[seat] = now()
            self.company.set_alarm()
        self._wake()

    async def follow(self, wake: asyncio.Event) -> AsyncGenerator[tuple[int, Sequence[int]]]:
        """Yield the revision and the seats that are present, at once and after each change.

        Now and then the same again, so that both sides notice a dead line.  It ends when the stream
        has left.
        """
        while wake in self._wakes:
            wake.clear()
            yield self.revision, sorted(self.present)
            with suppress(TimeoutError):
                await asyncio.wait_for(wake.wait(), PING_SECONDS)

    def send_home(self) -> None:
        """End all streams."""
        for wake in [*self._wakes]:
            self.leave(wake)
            wake.set()

    def _wake(self) -> None:
        for wake in self._wakes:
            wake.set()
