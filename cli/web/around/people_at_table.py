"""The people at a table as a page shows them to one of them: what they ask, and may do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ....core.game import CHANCE
from ....core.matches.exports.facts import label_player
from ....core.matches.exports.words import Words
from ....core.matches.match import actions_of
from ....core.matches.takeback import Takeback, last_decision
from ....core.scene import Presenter
from ....core.session.play_session import Session
from ....core.text import msg
from ..live_match import LiveMatch
from ..seat_links import ONLOOKER

UNDO_ASKED = msg(
    "web-undo-asked",
    "{seat} would like to take back a decision and everything since. Do you agree?",
)


@dataclass
class PeopleAtTable:
    """The people of *live* on the page of *seat*, unless it shows the past: then it is not *now*.

    *presenter* and *say* have the words; *shared* is true if all people look at this page.
    """

    live: LiveMatch
    seat: int
    presenter: Presenter
    say: Words
    now: bool
    shared: bool

    @property
    def session(self) -> Session:
        return self.live.session

    @property
    def seats(self) -> Iterator[tuple[str, str, str, bool, bool, bool]]:
        """The seats: name, person's name, player, whether human, connected, and this one."""
        session, called = self.session, self.live.names
        for seat, name in enumerate(session.figures):
            title = self.say(label_player(session.setup.players[seat], session.engine.bots))
            states = seat in session.people, seat in self.live.present, seat == self.seat
            yield self.say(name), called.get(seat, ""), title, *states

    @property
    def has_others(self) -> bool:
        """True if this seat waits for other people now and then."""
        others = {*self.session.people} - {self.seat}
        return self.may_resign and bool(others)

    @property
    def is_watched(self) -> bool:
        """True while somebody looks on."""
        return ONLOOKER in self.live.present

    @property
    def called(self) -> str:
        """Name that the person at this seat goes by; may be empty."""
        return self.live.names.get(self.seat, "")

    @property
    def waits_for_guests(self) -> bool:
        """True while somebody who was invited has neither come nor acted."""
        acted = {entry.seat for entry in self.session.match.entries}
        others = {*self.session.people} - {self.seat} - acted
        return not self.session.match.over and bool(others - {*self.live.present})

    @cached_property
    def may_undo(self) -> bool:
        """True if there is a decision of this seat, or at this device, that can be taken back."""
        goes_on = self.now and not self.session.match.over and not self.session.undo_pending
        if not goes_on or self._last_decision is None:
            return False
        setup = self.session.setup
        takeback = Takeback(self.session.match, setup.players, self._last_decision)
        return setup.practice or not takeback.refusal

    @cached_property
    def _last_decision(self) -> int | None:
        seats = self.session.people if self.shared else [self.seat]
        return None if self.seat == ONLOOKER else last_decision(self.session.match, seats)

    @property
    def taken_along(self) -> str:
        """Words on the moves of others that are taken back with one's own; empty if none are."""
        own = self.session.people if self.shared else [self.seat]
        later = actions_of(self.session.match.line[self._last_decision :])
        along = any(one.seat not in (*own, CHANCE) for one in later)
        return self.say(msg("web-undo-along", "and the moves since")) if along else ""

    @property
    def asked(self) -> str:
        """Question whether this seat agrees to what another wants; empty if nobody asks."""
        request, proposal = self.session.undo_pending, self.live.company.proposal
        if request is None or self.seat not in request.waits_for:
            if proposal is None or self.seat not in proposal.waits_for:
                return ""
            return self.say(proposal.question(self.presenter.seats))
        return self.say(UNDO_ASKED.filled(seat=self.presenter.seats[request.asker]))

    @property
    def answered(self) -> str:
        """Sentence for the seat that has asked the others something; empty for the others."""
        request, proposal = self.session.undo_pending, self.live.company.proposal
        if request and request.asker == self.seat:
            waits = msg("web-undo-waits", "You have asked the others to let you take it back.")
            return self.say(waits)
        if proposal and proposal.asker == self.seat:
            return self.say(proposal.answer(self.presenter.seats))
        return ""

    @property
    def absent(self) -> str:
        """Sentence about a person whom the others need not wait for any longer; may be empty."""
        seat = self.live.company.absent
        others = {*self.session.people} - {seat}
        if seat is None or self.seat not in others or not self.now:
            return ""
        name = self.presenter.seats[seat]
        return self.say(msg("web-absent", "{seat} has been away for a long time.", seat=name))

    @property
    def leaves_others(self) -> bool:
        """True if a bot would play on for this seat, if it resigned."""
        return self.live.company.leaves_others(self.seat)

    @property
    def may_resign(self) -> bool:
        """True if this seat can resign, or leave its place to a bot."""
        return self.seat in self.session.people and self.now and not self.session.match.over

    @property
    def may_come_back(self) -> bool:
        """True if a bot plays instead of whoever has this link."""
        away = self.seat not in (*self.session.people, ONLOOKER)
        return away and self.now and not self.session.match.over

    @property
    def clocks(self) -> Sequence[tuple[str, str, int, bool]]:
        """By person, the name, the time left as text and in milliseconds, and whether it runs."""
        if not self.now:
            return []
        names, runs = self.session.loaded.presenter.seats, self.live.company.runs_for
        return [
            (self.say(names[seat]), f"{left // 60000}:{left // 1000 % 60:02}", left, seat == runs)
            for seat, left in enumerate(self.live.company.left)
            if seat in self.session.people
        ]
