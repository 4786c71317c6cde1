"""All matches that are open in this server; others are read from the store when they are asked."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ...core.errors import BadValue, UnknownName
from ...core.hooks.engine import Engine
from ...core.matches.daily_deal import first_of, parse_date
from ...core.matches.record import Record, settle
from ...core.matches.setup import HUMAN, NO_SHARE, Setup, new_nonce, new_seed, new_uid, unpromised
from ...core.matches.store import Store, now
from ...core.rules.load import Ruleset
from ...core.session.daily_match import daily_match
from ...core.text import msg
from .around.company import PATIENCE, SHARED
from .bot_pool import BotPool
from .live_match import LiveMatch
from .request_limits import Allowance

MOST_OPEN = 500
"""Most matches in memory; of more, those that nobody looks at are closed."""

FULL = msg("web-full", "This server has too many matches at once. Try again later.")


class OpenMatches:
    """The matches of *store* that somebody plays or has just looked at.

    Attributes:
        patience: seconds after which somebody absent may be replaced, where the match does not say.
        open: the matches in memory, by name; the one not asked for longest comes first.
    """

    def __init__(
        self, engine: Engine, store: Store, pool: BotPool, patience: int = PATIENCE
    ) -> None:
        self.engine = engine
        self.patience = patience
        self.store = store
        self.pool = pool
        self.open: OrderedDict[str, LiveMatch] = OrderedDict()
        self._new = Allowance(burst=200, rate=2)

    def find(self, name: str, admits: Callable[[Setup], bool] = lambda setup: True) -> LiveMatch:
        """Return the match *name*, if its setup is one that *admits* whoever asks.

        Raises `UnknownName`, and what reading a match raises.
        """
        unknown = UnknownName(msg("unknown-match", 'There is no match "{name}".', name=name))
        if name in self.open:
            if not admits(self.open[name].session.setup):
                raise unknown
            self.open.move_to_end(name)
            return self.open[name]
        saved = self.store.load(name)
        if saved.name != name or not saved.record.setup.uid or not admits(saved.record.setup):
            raise unknown
        if len(self.open) >= MOST_OPEN:
            self._close_one()
        live = self.open[name] = LiveMatch(
            self.engine, self.store, self.pool, saved, self.rematch, self.patience
        )
        live.start()
        return live

    def create(
        self,
        rules: Ruleset,
        players: Sequence[str],
        first: int,
        *,
        shared: bool = False,
        **settings: Any,
    ) -> str:
        """Begin a match; return its name.  Raises `BadValue` if there are too many.

        The people are *shared* at one device, or each has one.  *settings* are further fields of
        `Setup`.
        """
        self._take()
        settings |= {"created": now(), "source": rules.id, "nonce": new_nonce()}
        shares = _shares(players, shared=shared)
        setup = settle(self.engine, rules, players, first, new_seed(), shares=shares, **settings)
        return self.store.create(Record(setup, ()))

    def daily(self, rules: Ruleset) -> tuple[str, int]:
        """Begin the deal of today, or find it begun; return its name and the seat of the person.

        Raises `BadValue` if there are too many matches.
        """
        setup, deal = daily_match(self.engine, rules, parse_date(None), rules.id)
        earlier = first_of(self.store, setup)
        if earlier is not None:
            return earlier.name, deal.seat
        self._take()
        return self.store.create(Record(setup, ())), deal.seat

    def rematch(self, live: LiveMatch, same_deal: bool) -> str:
        """Begin another match with the seats changed; return its name.

        With *same_deal* the cards are the same, so that everybody plays what another has had.
        """
        if live.following:
            return next(iter(live.following.values()))[0]
        self._take()
        old = live.session.setup
        count = len(old.seats)
        players = tuple(old.players[seat - 1] for seat in range(count))
        setup = replace(unpromised(old, new_uid()), players=players, nonce=new_nonce(), daily="")
        if not same_deal:
            shares = _shares(players, shared=SHARED in live.connected)
            first = (old.first + 1) % count
            setup = replace(setup, first=first, seed=new_seed(), shares=shares)
        name = self.store.create(Record(replace(setup, created=now()), ()))
        for seat, player in enumerate(old.players):
            if player == HUMAN:
                live.following[seat] = (name, (seat + 1) % count)
        return name

    def end_streams(self) -> None:
        """End the streams of all who look, as the server is about to end."""
        for live in self.open.values():
            live.send_home()

    def close(self) -> None:
        """Close all matches."""
        while self.open:
            self.open.popitem()[1].close()

    def _take(self) -> None:
        if not self._new.take():
            raise BadValue(FULL)

    def _close_one(self) -> None:
        for name, live in self.open.items():  # the one not asked for longest comes first
            if not live.is_watched:
                live.close()
                del self.open[name]
                return
        raise BadValue(FULL)


def _shares(players: Sequence[str], *, shared: bool) -> tuple[str, ...]:
    """Return the shares to wait for: of each person, or of the first for a *shared* device."""
    shares = ["" if player == HUMAN else NO_SHARE for player in players]
    if shared:
        shares[shares.index("") + 1 :] = [NO_SHARE] * (len(shares) - shares.index("") - 1)
    return tuple(shares) if HUMAN in players else ()
