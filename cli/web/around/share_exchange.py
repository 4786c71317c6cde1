"""The shares of the players in the deal: each page promises one, and opens it when all have."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from hashlib import sha256

from ....core.matches.setup import NO_SHARE, PROMISED, WITHHELD, is_given
from ....core.text import Both, Message, Text, msg, named, sentences
from .company import STALE, WatchedMatch

AWAITS_SHARES = msg("web-awaits-shares", "The match begins once everybody is here.")

_sentence = sentences(
    msg("web-share-other", "{seat} has revealed a different share from the one promised."),
    msg("web-share-awaited", "{seat}: not here yet"),
    msg("web-share-promised", "{seat}: has promised a share"),
    msg("web-share-given", "{seat}: has given a share"),
    msg("web-share-none", "{seat}: plays without a share"),
)  # fmt: skip


class ShareExchange:
    """The shares in the deal of *live*: README of core/matches, "Fair deals".

    Methods return a message if nothing has happened.
    """

    def __init__(self, live: WatchedMatch) -> None:
        self.live = live

    @property
    def awaited(self) -> Message:
        """Say what is waited for, and for whom as long as somebody has not come."""
        names = self.live.session.loaded.presenter.seats
        away = [named(names[at]) for at in self.missing if not self.shares[at]]
        if not away:
            return AWAITS_SHARES
        return msg(
            "web-awaits-seats",
            "The match begins once everybody is here. Still missing: {seats}.",
            seats=Both((*away,)),
        )

    @property
    def shares(self) -> Sequence[str]:
        """The share of each seat, as in `Setup.shares`."""
        return self.live.session.setup.shares

    @property
    def missing(self) -> Collection[int]:
        """The seats whose shares are waited for."""
        waits = self.live.session.awaits_shares
        return [at for at, one in enumerate(self.shares) if waits and one[:1] in ("", PROMISED)]

    def promise(self, seat: int, digest: str) -> Message | None:
        """Let the page of *seat* promise the share with the SHA-256 *digest*."""
        if seat not in self.missing or self.shares[seat]:
            return STALE
        if not re.fullmatch("[0-9a-f]{64}", digest):
            return STALE
        return self._save({seat: PROMISED + digest})

    def open(self, seat: int, share: str) -> Message | None:
        """Let the page of *seat* open its *share*, once all have promised theirs.

        Everybody at the table is told if it is not the one that was promised.
        """
        if seat not in self.missing or "" in self.shares:
            return STALE
        digest = sha256(share.encode()).hexdigest()
        if not re.fullmatch("[0-9a-f]{32}", share) or self.shares[seat] != PROMISED + digest:
            name = self.live.session.loaded.presenter.seats[seat]
            self.live.complain(_sentence("web-share-other", seat=name))
            self.live.changed()
            return STALE
        return self._save({seat: share})

    def dispensable(self, seat: int, inviter: bool) -> Collection[int]:
        """Return the seats without whose shares *seat* can let the cards be dealt.

        Whoever has invited the others need not wait for anybody, and nobody for those who are not
        there; a seat itself can do without a share.  Those who have promised one are waited for
        until all others have none: then their pages open it.
        """
        missing = {*self.missing}
        fitting = missing if inviter else missing - ({*self.live.present} - {seat})
        return {at for at in fitting if not self.shares[at]} or fitting

    def deal_without(self, seats: Collection[int]) -> Message | None:
        """Let *seats* have no share; what one of them has promised stays to be seen."""
        seats = {*seats} & {*self.missing}
        if not seats:
            return STALE
        without = {at: self.shares[at].replace(PROMISED, WITHHELD) or NO_SHARE for at in seats}
        return self._save(without)

    def describe(self, names: Sequence[Text]) -> list[Message]:
        """Say what is known of the shares of the people here, whose seats have these *names*."""
        told = []
        for seat in self.live.session.people:
            share = self.shares[seat]
            code = "awaited" if not share else "promised" if share.startswith(PROMISED) else "none"
            code = "given" if is_given(share) else code
            told.append(_sentence(f"web-share-{code}", seat=names[seat]))
        return told

    def _save(self, changed: dict[int, str]) -> Message | None:
        """Save the shares that have *changed*; the cards are dealt if it was the last one."""
        setup = self.live.session.setup
        shares = tuple(changed.get(seat, share) for seat, share in enumerate(setup.shares))

        def change() -> None:
            self.live.store.promise(self.live.name, replace(setup, shares=shares))
            self.live.refresh()

        return self.live.attempt(change)
