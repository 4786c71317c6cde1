"""The matches of a browser, to go on with or to end: it remembers the links that it has opened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from starlette.responses import RedirectResponse, Response

from ....core.errors import SplitpickError
from ....core.text import Message, msg
from ..live_match import LiveMatch
from ..open_matches import OpenMatches
from ..request_limits import Form
from ..seat_links import ONLOOKER, SeatLinks
from .company import SHARED
from .share_exchange import AWAITS_SHARES

PATH = "/mine"
MOST = 30
"""Most matches that are listed."""
DAYS = 90 * 24 * 3600
_MARK = "t."
"""Beginning of a cookie with the secret of a link; the match, a dot and the seat follow."""


class MyMatch(NamedTuple):
    """A match of the browser that asks, at the address *path*."""

    live: LiveMatch
    seat: int
    path: str

    @property
    def key(self) -> str:
        """Name of the match and number of the seat."""
        return f"{self.live.name}.{self.seat}"

    @property
    def state(self) -> Message:
        """Sentence on whose turn it is, or who has won."""
        session = self.live.session
        seats = session.presenter_of(None if self.seat == SHARED else self.seat).seats
        if session.over:
            return msg("game-over", "The game is over.")
        if session.awaits_shares:
            return AWAITS_SHARES
        turn = session.position.to_act()
        if turn == self.seat:
            return msg("web-yours", "Your turn")
        return msg("web-turn-of", "{seat} is to act.", seat=seats[turn])

    @property
    def may_end(self) -> bool:
        """True if the browser can end the match."""
        return not self.live.session.over and self.seat in self.live.session.people


def remember(answer: Response, name: str, seat: int, secret: str) -> None:
    """Let the browser know the link *secret* to *seat* of the match *name*, for `PATH` alone."""
    key = f"{_MARK}{name}.{seat}"
    answer.set_cookie(key, secret, path=PATH, httponly=True, samesite="strict", max_age=DAYS)


def my_matches(
    cookies: Mapping[str, str], matches: OpenMatches, links: SeatLinks
) -> Iterator[MyMatch]:
    """Yield the matches of *cookies* that still are, those that are not over first."""
    listed = []
    for key, secret in list(cookies.items())[-MOST:]:
        name = key.removeprefix(_MARK).rpartition(".")[0]
        if not key.startswith(_MARK) or not name:
            continue
        try:
            live = matches.find(name, lambda setup: links.seat_of(name, setup, secret) is not None)  # noqa: B023
        except SplitpickError:
            continue
        seat = links.seat_of(name, live.session.setup, secret)
        if seat is not None and seat != ONLOOKER:
            listed.append(MyMatch(live, seat, f"/t/{name}/{secret}"))
    yield from sorted(listed, key=lambda one: one.live.session.over)


def changed(mine: Iterable[MyMatch], form: Form) -> Response:
    """End the match of *mine* that *form* names, or take it from the list; show what is left."""
    answer = RedirectResponse(PATH, 303)
    for one in mine:
        if one.key != form.one("match"):
            continue
        if form.one("do") == "resign":
            one.live.company.resign(one.seat)
        elif form.one("do") == "forget":
            answer.delete_cookie(_MARK + one.key, path=PATH, httponly=True, samesite="strict")
    return answer
