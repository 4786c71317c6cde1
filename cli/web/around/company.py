"""The people of a match around its moves: who is away, what they propose, and whose time runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from ....core.matches.entry import ABSENT, CLOCK
from ....core.matches.setup import HUMAN
from ....core.matches.store import Store, now
from ....core.session.clock import Clock, runs_for, time_left
from ....core.session.play_session import Session
from ....core.text import Message, msg
from .proposal import BOT, REMATCHES, SAME_DEAL, Proposal

STAND_IN = "mate"
"""Level that plays for somebody who has left."""

SHARED = -2
"""Stand-in for the number of a seat in the link of a device that all people share."""

RETRY = 5000
"""Milliseconds after which the end of somebody's time is saved again, if the store could not."""

PATIENCE = 600
"""Seconds after which others may decide about somebody who is absent, unless the host says."""

GONE = 60_000
"""Milliseconds after which nobody waits for what somebody who has left thinks of a rematch."""

STALE = msg("web-stale", "The table has changed in the meantime. This is how it is now.")


class WatchedMatch(Protocol):
    """The match that is played, as far as the people around it concern it: a `LiveMatch`."""

    session: Session
    store: Store
    name: str

    @property
    def present(self) -> Collection[int]:
        """The seats with an open page."""

    def attempt(self, act: Callable[[], object]) -> Message | None:
        """Call *act*, which changes the match; return a message if nothing has changed."""

    def refresh(self) -> None:
        """Read the match again if it has changed in the store."""

    def changed(self) -> None:
        """Let every page be drawn again."""

    def complain(self, message: Message) -> None:
        """Note a fault for all at the table."""


class Company:
    """The people at the table of *live*.

    *rematch* begins another match, on the same deal if it is called with true.

    Attributes:
        patience: seconds after which others may decide about somebody who is absent.
        seen: by seat, the time at which somebody was there last.
        opened: the time from which the match has been watched.
    """

    def __init__(
        self, live: WatchedMatch, rematch: Callable[[bool], object], patience: int
    ) -> None:
        self.live = live
        self.patience = patience
        self.seen: dict[int, int] = {}
        self.opened = now()
        self._rematch = rematch
        self._proposal: Proposal | None = None
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def shared_seat(self) -> int:
        """The seat that the people at a shared device play now: to act, or the last to have."""
        people, position = self.live.session.people, self.live.session.position
        if not self.live.session.over and position.to_act() in people:
            return position.to_act()
        acted = (entry.seat for entry in reversed(self.live.session.match.entries))
        return next((seat for seat in acted if seat in people), people[0] if people else 0)

    # Leaving, and what the others decide.

    def leaves_others(self, seat: int) -> bool:
        """Return whether others would lose their match if *seat* resigned: then a bot plays on."""
        people = self.live.session.people
        return seat in people and len(people) > 1 and len(self.live.session.setup.seats) > 2

    def resign(self, seat: int) -> Message | None:
        """Let *seat* lose, or leave its place to a bot, if the others can go on."""
        if seat not in self.live.session.people or self.live.session.over:
            return STALE
        if self.leaves_others(seat):
            return self.seat_player(seat, STAND_IN)
        return self.live.attempt(lambda: self.live.session.resign(seat))

    def come_back(self, seat: int) -> Message | None:
        """Let whoever has the link of *seat* play on instead of the bot."""
        if seat in self.live.session.people or self.live.session.over:
            return STALE
        return self.seat_player(seat, HUMAN)

    def seat_player(self, seat: int, player: str) -> Message | None:
        """Let *player* take *seat* from now on; return a message if nothing has changed."""
        players = [*self.live.session.setup.players]
        players[seat] = player

        def change() -> None:
            self.live.store.seat(self.live.name, players)
            self.live.refresh()

        return self.live.attempt(change)

    @property
    def absent(self) -> int | None:
        """Seat of a person whose turn it is, but who has been away for too long."""
        over = self._absent_from()
        return None if over is None or now() < over else self.live.session.position.to_act()

    def _absent_from(self) -> int | None:
        """Return when the seat to act counts as absent; ``None`` if somebody is there."""
        seat = -1 if self.live.session.over else self.live.session.position.to_act()
        if seat not in self.live.session.people or seat in self.live.present:
            return None
        last = self.live.session.match.entries[-1].at if self.live.session.match.entries else 0
        return max(last, self.opened, self.seen.get(seat, 0)) + 1000 * self.patience

    @property
    def proposal(self) -> Proposal | None:
        """Wish of somebody, as long as it makes sense."""
        one = self._proposal
        return one if one and (one.does in REMATCHES or one.absent == self.absent) else None

    def propose(self, seat: int, does: str, *, shared: bool = False) -> Message | None:
        """Let *seat* propose what *does* says; whoever has the same wish agrees to it."""
        session, again = self.live.session, does in REMATCHES
        absent = None if again else self.absent
        if seat not in session.people or session.over != again:
            return STALE
        if not again and absent in (None, seat):
            return STALE
        asked = self.proposal
        if asked and asked.does == does and seat in asked.waits_for:
            return self.answer(seat, agrees=True)
        others = set() if shared else {*self.live.session.people} - {seat, absent}
        if again:
            others = {other for other in others if self._leaves_in(other)}
        self._proposal = Proposal(does, seat, others, absent)
        return self._carry_out()

    def answer(self, seat: int, *, agrees: bool) -> Message | None:
        """Let *seat* agree to what another has proposed, or refuse."""
        asked = self.proposal
        if asked is None or seat not in asked.waits_for:
            return STALE
        if not agrees:
            asked.refuser, asked.waits_for = seat, set()
            self.live.changed()
            return None
        asked.waits_for.discard(seat)
        return self._carry_out()

    def _leaves_in(self, seat: int) -> int:
        """Return the milliseconds until *seat* counts as gone for good; 0 if it does."""
        gone = 0 if seat in self.live.present else now() - self.seen.get(seat, 0)
        return max(0, GONE - gone)

    def _carry_out(self) -> Message | None:
        """Do what was proposed, if all have agreed."""
        asked = self._proposal
        assert asked is not None
        if asked.waits_for:
            self.live.changed()
            return None
        self._proposal, absent = None, asked.absent
        if asked.does in REMATCHES or absent is None:
            return self.live.attempt(lambda: self._rematch(asked.does == SAME_DEAL))
        if asked.does == BOT:
            return self.seat_player(absent, STAND_IN)
        return self.live.attempt(lambda: self.live.session.match.forfeit(absent, ABSENT))

    # The clock.

    @property
    def left(self) -> Sequence[int]:
        """The milliseconds left to each seat; nothing without a clock."""
        clock, session = self.live.session.setup.clock, self.live.session
        if not clock:
            return ()
        return time_left(Clock.read(clock), session.match, session.people, self.opened, now())

    @property
    def runs_for(self) -> int | None:
        """Seat whose time runs."""
        clock, session = self.live.session.setup.clock, self.live.session
        return runs_for(session.match, session.people) if clock else None

    def set_alarm(self, *, off: bool = False) -> None:
        """Tell those who look when somebody's time is over, or somebody is away for too long.

        Nobody is told any more if it is *off*.
        """
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        waits = []
        seat, away = self.runs_for, self._absent_from()
        if seat is not None:
            waits.append(self.left[seat] or RETRY)  # 0: that it is over could not be saved
        if away is not None and away > now():
            waits.append(away - now())
        if self._proposal and self._proposal.does in REMATCHES:
            waits += map(self._leaves_in, self._proposal.waits_for)
        if waits and self.live.present and not off:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(min(waits) / 1000 + 0.01, self._ring)

    def _ring(self) -> None:
        self.check_clock()
        asked = self._proposal
        if asked and asked.does in REMATCHES and asked.waits_for:
            asked.waits_for = {*filter(self._leaves_in, asked.waits_for)}
            self._carry_out()
        self.live.changed()

    def check_clock(self) -> None:
        """Let the seat whose time runs lose if it has none left."""
        seat = self.runs_for
        if seat is not None and not self.left[seat]:
            self.live.attempt(lambda: self.live.session.match.forfeit(seat, CLOCK))
