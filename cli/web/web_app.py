"""The web application: which address shows what, and to whom."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from ...core.errors import SplitpickError, UnknownName
from ...core.hooks.engine import Engine
from ...core.matches.exports import html
from ...core.matches.record import is_installed
from ...core.matches.records.record_writer import write_text
from ...core.matches.store import now
from ...core.text import Language, Message, msg
from .around import my_matches
from .around.company import SHARED
from .around.event_stream import EventStream
from .around.game_cards import GameCards
from .around.proposal import BOT, END, REMATCHES
from .live_match import LiveMatch
from .open_matches import OpenMatches
from .request_limits import TOO_LARGE, Allowance, Form, RequestLimits, cleaned
from .seat_links import INVITER, ONLOOKER, Invitation, SeatLinks, is_local
from .start_page import MOST_LISTED, Begun, StartPage, begin_daily, begin_match, import_match
from .table_page import TablePage
from .web_templates import INKS_PATH, WORKER, Tongues, render, static_file

MOST_STREAMS = 6
"""Most open streams for a seat; those of onlookers are limited together."""
MOST_ONLOOKERS = 100
MEMORY_SECONDS = 90 * 24 * 3600

UNKNOWN = msg("web-unknown", "There is nothing at this address. Perhaps the link is incomplete.")
FAULT = msg("web-fault", "There is a fault in the server. The match is saved: reload the page.")
TOO_MANY = msg("web-too-many", "That was too much at once. Wait a moment, then reload.")


@dataclass
class Asked:
    """A request for the table of a match, by whoever has the link to *seat*."""

    live: LiveMatch
    seat: int
    base: str
    language: Language
    inviter: bool = False
    """True for whoever has invited the others."""
    shared: bool = False
    """True if the device goes from hand to hand: then the seat is that of the turn."""

    @property
    def link(self) -> int:
        """Aim of the link: a seat, onlookers, or a device that is shared."""
        return SHARED if self.shared else self.seat


class WebApp:
    """The application for *origins*, the addresses it is reached at.

    Each seat may ask for *burst* pages at once, and *rate* a second; onlookers for ten times that.
    """

    def __init__(
        self,
        engine: Engine,
        matches: OpenMatches,
        links: SeatLinks,
        language: str,
        origins: Sequence[str],
        burst: float = 60,
        rate: float = 20,
    ) -> None:
        self.engine = engine
        self.matches = matches
        self.links = links
        self.cards = GameCards(engine)
        self.tongues = Tongues(engine, language)
        self.origins = origins
        self._mine = Allowance(burst, rate)
        self.burst = burst
        self.rate = rate
        self.host_path = f"/s/{links.host()}"
        table = "/t/{name}/{secret}"
        routes = [
            Route("/s/{secret}", self.start_page, methods=["GET", "POST"]),
            Route("/s/{secret}/{name}", self.host_page, methods=["GET", "POST"]),
            Route("/s/{secret}/rules/{game}", self.game_rules),
            Route(table, self.table_page),
            Route(table, self.act, methods=["POST"]),
            Route(f"{table}/table", self.fragment),
            Route(f"{table}/events", self.events),
            Route(f"{table}/next", self.next_match),
            Route(f"{table}/rules", self.rules_page),
            Route(f"{table}/record", self.record),
            Route(f"{table}/account", self.record),
            Route(my_matches.PATH, self.mine, methods=["GET", "POST"]),
            Route(WORKER, self.static),
            Route("/static/{digest}/{file}", self.static),
            Route(f"{INKS_PATH}/{{file}}", self.static),
        ]
        self._starlette = Starlette(
            routes=routes,
            exception_handlers={
                HTTPException: self.refused,
                SplitpickError: self.failed,
                ClientDisconnect: self.failed,
                Exception: self.failed,
            },
            # A secret link comes before any page with a secret in it, so its length tells nothing.
            middleware=[Middleware(GZipMiddleware, compresslevel=4)],
            lifespan=self._lifespan,
        )
        say = self.tongues[language].say
        self.asgi = RequestLimits(self._starlette, origins, say, self.host_path)

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        yield
        self.matches.close()

    # Who asks.

    def _asked(self, request: Request) -> Asked:
        """Find the match and the seat of a request; raises `HTTPException` if the link is wrong."""
        name, secret = request.path_params["name"], request.path_params["secret"]
        seat_of = self.links.seat_of
        try:  # nothing is loaded, and no bot thinks, for somebody without a link
            live = self.matches.find(name, lambda setup: None is not seat_of(name, setup, secret))
        except UnknownName:
            raise HTTPException(404) from None
        seat = seat_of(name, live.session.setup, secret)
        assert seat is not None
        times = 10 if seat == ONLOOKER else 1
        fresh = Allowance(times * self.burst, times * self.rate)
        if not live.allowances.setdefault(seat, fresh).take():
            raise HTTPException(429)
        live.company.check_clock()
        language, base = self._language(request), f"/t/{name}/{secret}"
        if seat == SHARED:
            if live.session.loaded.presenter.secrets:
                raise HTTPException(404)
            return Asked(live, live.company.shared_seat, base, language, shared=True)
        live.company.seen[seat] = now()
        secret = request.cookies.get(INVITER, "")
        inviter = self.links.is_inviter(name, live.session.setup, secret)
        called = _name_in(request)
        if seat != ONLOOKER and called and live.names.get(seat) != called:
            live.call(seat, called)
        return Asked(live, seat, base, language, inviter)

    def _language(self, request: Request) -> Language:
        wanted = request.query_params.get("lang", ""), request.cookies.get("lang", "")
        accepted = request.headers.get("accept-language", "")
        return self.tongues.choose(*(one[:20] for one in wanted), accepted=accepted)

    def _is_host(self, request: Request) -> None:
        if not self.links.is_host(request.path_params["secret"]):
            raise HTTPException(404)

    def _page(self, template: str, language: Language, code: int = 200, **about: Any) -> Response:
        kept = {"Cache-Control": "no-store"}
        return HTMLResponse(render(template, self.engine, language, **about), code, headers=kept)

    # The table.

    async def table_page(self, request: Request) -> Response:
        """Show the table to a seat."""
        asked = self._asked(request)
        if "lang" in request.query_params:
            again = RedirectResponse(asked.base, 303)
            return _remember(again, "lang", asked.language.code, asked.base)
        asked.live.refresh()
        if asked.seat in asked.live.guests:
            page = TablePage(asked.live, asked.seat, asked.language, asked.base)
            return self._page("join.html.jinja", asked.language, page=page)
        at, invitations = request.query_params.get("at", ""), self._invitations(asked)
        answer = self._table(asked, at=_small(at), invitations=invitations)
        if asked.seat != ONLOOKER:
            secret = request.path_params["secret"]
            my_matches.remember(answer, asked.live.name, asked.link, secret)
        return answer

    async def mine(self, request: Request) -> Response:
        """Show the matches of a browser, end one, or take one from the list."""
        if not self._mine.take():
            raise HTTPException(429)
        mine = [*my_matches.my_matches(request.cookies, self.matches, self.links)]
        if request.method != "POST":
            return self._page("mine.html.jinja", self._language(request), matches=mine)
        return my_matches.changed(mine, Form(await request.body()))

    async def fragment(self, request: Request) -> Response:
        """Give the part of the table that changes."""
        return self._table(self._asked(request), whole=False, since=_since(request))

    async def events(self, request: Request) -> Response:
        """Open a stream."""
        asked = self._asked(request)
        most = MOST_ONLOOKERS if asked.seat == ONLOOKER else MOST_STREAMS
        if asked.live.connected[asked.link] >= most:
            raise HTTPException(429)
        return EventStream(asked.live, asked.link)

    async def act(self, request: Request) -> Response:
        """Carry out what a seat has sent: a move, an undo, a wish for a hint or a rematch."""
        asked = self._asked(request)
        form = Form(await request.body())
        whole = "x-since" not in request.headers
        if asked.seat == ONLOOKER:
            raise HTTPException(404)
        if form.one("do") == "name":
            called = cleaned(form.one("name"))
            asked.live.guests.discard(asked.seat)
            asked.live.call(asked.seat, called)
            return _remember(RedirectResponse(asked.base, 303), "name", quote(called), "/")
        problem = await self._do(asked, form)
        if form.one("do") in (*REMATCHES, "agree") and asked.seat in asked.live.following:
            return RedirectResponse(f"{asked.base}/next", 303)
        if problem is None and whole:
            return RedirectResponse(asked.base, 303)
        asked.seat = asked.live.company.shared_seat if asked.shared else asked.seat  # of now
        invitations = self._invitations(asked) if whole else ()
        return self._table(
            asked, whole=whole, since=_since(request), problem=problem, invitations=invitations
        )

    async def _do(self, asked: Asked, form: Form) -> Message | None:
        live, seat, shared = asked.live, asked.seat, asked.shared
        seen = -1 if (number := _small(form.one("seen"))) is None else number
        does = form.one("do")
        if move := form.one("move"):
            return live.play(seat, seen, move)
        if does == "split":
            return live.split(seat, seen, form.all("two"))
        if does == "undo":
            return live.undo(seat, seen, shared=shared)
        if does in ("agree", "refuse") and live.session.undo_pending:
            return live.answer_undo(seat, seen, does == "agree")
        if live.following and does in (*REMATCHES, "agree"):
            return None  # it has begun, perhaps without waiting for this seat
        if does in ("agree", "refuse"):
            return live.company.answer(seat, agrees=does == "agree")
        if does == "hint":
            return await live.hint(seat, seen)
        if does == "analyse":
            return live.analyse()
        if does in (*REMATCHES, BOT, END):
            return live.company.propose(seat, does, shared=shared)
        if does == "resign":
            return live.company.resign(seat)
        if does == "come-back":
            return live.company.come_back(seat)
        if does == "promise":
            return live.exchange.promise(seat, form.one("share"))
        if does == "open":
            return live.exchange.open(seat, form.one("share"))
        if does == "deal":
            return live.exchange.deal_without(live.exchange.dispensable(seat, asked.inviter))
        return UNKNOWN

    def _table(
        self,
        asked: Asked,
        *,
        whole: bool = True,
        at: int | None = None,
        since: int | None = None,
        problem: Message | None = None,
        invitations: Sequence[Invitation] = (),
    ) -> Response:
        live = asked.live
        page = TablePage(
            live, asked.seat, asked.language, asked.base,
            at=at, since=since, problem=problem, invitations=invitations,
            inviter=asked.inviter, shared=asked.shared,
        )  # fmt: skip
        start = asked.inviter and self.host_path
        template = "table.html.jinja" if whole else "table_live.html.jinja"
        code = 409 if problem else 200
        response = self._page(
            template, asked.language, code, kept=live.pictures, page=page, start=start
        )
        if not whole:
            response.headers["X-Fragment"] = "1"
        return response

    async def next_match(self, request: Request) -> Response:
        """Lead a player to the rematch, and whoever has invited the others to their links there."""
        asked = self._asked(request)
        if asked.seat not in asked.live.following:
            raise HTTPException(404)
        name, seat = asked.live.following[asked.seat]
        path = self.seat_path(name, SHARED if asked.shared else seat)
        answer = RedirectResponse(path, 303)
        if asked.inviter:
            self._let_invite(answer, name, path)
        if "lang" in request.cookies:
            _remember(answer, "lang", asked.language.code, path)
        return answer

    async def rules_page(self, request: Request) -> Response:
        """Show the rules of the game that is played."""
        asked = self._asked(request)
        presenter = asked.live.session.loaded.presenter
        return self._page("rules.html.jinja", asked.language, presenter=presenter, base=asked.base)

    async def record(self, request: Request) -> Response:
        """Give the record or the account of a match that is over, as a file."""
        asked = self._asked(request)
        live = asked.live
        if not live.session.over:
            raise HTTPException(404)
        record = live.session.record
        if request.url.path.endswith("/record"):
            with_rules = not is_installed(self.engine, live.session.setup)
            name, text = f"{live.name}.txt", write_text(record, with_rules=with_rules)
        else:
            name = f"{live.name}.html"
            text = html(live.session.loaded, record, asked.language, live.name)
        kept = {
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "no-store",
        }
        return Response(text, headers=kept, media_type="application/octet-stream")

    def seat_path(self, name: str, seat: int) -> str:
        """Return the address of *seat* in the match *name*."""
        live = self.matches.find(name)
        return f"/t/{name}/{self.links.seat(name, live.session.setup, seat)}"

    # The host.

    async def start_page(self, request: Request) -> Response:
        """Offer the games, or begin the match that the form asks for."""
        self._is_host(request)
        language = self._language(request)
        if "lang" in request.query_params and request.method == "GET":
            return _remember(RedirectResponse(self.host_path, 303), "lang", language.code, "/s")
        problem = None
        if request.method == "POST":
            form = Form(await request.body())
            try:
                if form.one("do") == "daily":
                    begun = begin_daily(self.engine, self.matches)
                elif form.one("do") == "import":
                    begun = import_match(self.engine, self.matches, form)
                else:
                    begun = begin_match(self.engine, self.matches, form)
            except SplitpickError as error:
                problem = error.message
            else:
                called = cleaned(form.one("name")) or _name_in(request)
                return self._lead_to(begun, called, language if "lang" in request.cookies else None)
        game = request.query_params.get("game", "")[:100]
        saved = await asyncio.to_thread(self.matches.store.list, MOST_LISTED)
        local = is_local(self.origins[0])
        about = self.host_path, game, _name_in(request), problem
        page = StartPage(self.engine, self.matches, self.cards, language, *about, saved, local)
        return self._page("start.html.jinja", language, 422 if problem else 200, page=page)

    def _lead_to(self, begun: Begun, called: str, chosen: Language | None) -> Response:
        """Lead the host to his seat, or to the links if he has none; remember his name.

        His table speaks the language *chosen* on the start page, if any.
        """
        if begun.seat is None:
            return RedirectResponse(f"{self.host_path}/{begun.name}", 303)
        path = self.seat_path(begun.name, begun.seat)
        answer = RedirectResponse(path, 303)
        self._let_invite(answer, begun.name, path)
        if chosen:
            _remember(answer, "lang", chosen.code, path)
        return _remember(answer, "name", quote(called), "/") if called else answer

    def _let_invite(self, answer: RedirectResponse, name: str, path: str) -> None:
        """Let the page at *path* show the links of all seats in the match *name*."""
        inviter = self.links.inviter(name, self.matches.find(name).session.setup)
        _remember(answer, INVITER, inviter, path)

    def _links(self, live: LiveMatch) -> list[tuple[int, str]]:
        """Return the address of each person's seat in *live*, and that of onlookers."""
        seats = [*live.session.people, ONLOOKER]
        return [(seat, self.origins[0] + self.seat_path(live.name, seat)) for seat in seats]

    def _invitations(self, asked: Asked) -> Sequence[Invitation]:
        """Return the invitations to the other seats, if it is the host who asks."""
        if not asked.inviter:
            return ()
        links = self._links(asked.live)
        return [Invitation(asked.live, seat, url) for seat, url in links if seat != asked.seat]

    async def host_page(self, request: Request) -> Response:
        """Show the links to the seats of a match, or deal without the shares that are missing.

        From the list of matches (``?table``), one of one person leads to the table at once.
        """
        self._is_host(request)
        language = self._language(request)
        try:
            live = self.matches.find(request.path_params["name"])
        except UnknownName:
            raise HTTPException(404) from None
        if request.method == "POST":
            live.exchange.deal_without(live.exchange.dispensable(ONLOOKER, inviter=True))
            return RedirectResponse(request.url.path, 303)
        if "table" in request.query_params and len(live.session.people) == 1:
            return self._lead_to(Begun(live.name, next(iter(live.session.people))), "", None)
        invitations = [Invitation(live, seat, url) for seat, url in self._links(live)]
        about: Any = {"live": live, "invitations": invitations, "host": self.host_path}
        return self._page("host.html.jinja", language, **about)

    async def game_rules(self, request: Request) -> Response:
        """Show the rules of a game to the host."""
        self._is_host(request)
        game = request.path_params["game"]
        if game not in self.engine.rulesets():  # never the path of a file
            raise HTTPException(404)
        rules = self.engine.ruleset_file(game).variant()
        presenter = self.engine.presenter(rules, rules.build(rules.players[0]))
        start = f"{self.host_path}?game={game}"
        about: Any = {"presenter": presenter, "start": start}
        return self._page("rules.html.jinja", self._language(request), **about)

    # All the rest.

    async def static(self, request: Request) -> Response:
        """Give one of the files that belong to every page."""
        file = static_file(request.url.path)
        if file is None:
            raise HTTPException(404)
        kept = {"Cache-Control": "public, max-age=31536000, immutable"}
        return Response(file.body, headers=kept, media_type=file.media)

    async def refused(self, request: Request, error: Exception) -> Response:
        """Answer a request that leads nowhere, or comes too often."""
        assert isinstance(error, HTTPException)
        code = error.status_code
        return self._problem(request, {413: TOO_LARGE, 429: TOO_MANY}.get(code, UNKNOWN), code)

    async def failed(self, request: Request, error: Exception) -> Response:
        """Answer a request on which the store, a plugin or the server itself has failed."""
        if isinstance(error, SplitpickError):
            return self._problem(request, error.message, 503)
        return self._problem(request, FAULT, 500)

    def _problem(self, request: Request, message: Message, code: int) -> Response:
        return self._page("problem.html.jinja", self._language(request), code, message=message)


def _small(text: str) -> int | None:
    """Read a number of at most six digits; anything else is ``None``."""
    return int(text) if text.isdecimal() and len(text) < 7 else None


def _since(request: Request) -> int | None:
    """Return how many entries the reader's page showed, as its script says."""
    return _small(request.headers.get("x-since", ""))


def _name_in(request: Request) -> str:
    """Return the name that the reader's browser remembers; may be empty."""
    return cleaned(unquote(request.cookies.get("name", "")[:300]))


def _remember(answer: RedirectResponse, key: str, value: str, path: str) -> RedirectResponse:
    """Let the browser remember *value*, or forget what it had if that is empty, below *path*."""
    seconds = MEMORY_SECONDS if value else 0
    answer.set_cookie(key, value, path=path, httponly=True, samesite="strict", max_age=seconds)
    return answer
