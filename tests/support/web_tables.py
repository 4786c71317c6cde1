"""A server of tables in a thread of this process, and people who use it without JavaScript.

::

    with serving(tmp_path) as server:
        anne, bart, onlooker = server.begin("skull-queen", anne="human", bart="human")
        anne.play()
"""

from __future__ import annotations

import contextlib
import http.client
import re
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from random import Random
from urllib.parse import urlencode, urlsplit

from splitpick.cli.web.bot_pool import BotPool
from splitpick.cli.web.http_protocol import server_of
from splitpick.cli.web.open_matches import OpenMatches
from splitpick.cli.web.seat_links import SeatLinks
from splitpick.cli.web.web_app import WebApp
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.store import Store


@dataclass
class Reply:
    """An answer of the server."""

    code: int
    headers: Mapping[str, str]
    text: str


def ask(
    origin: str,
    path: str,
    form: Mapping[str, object] | None = None,
    headers: Mapping[str, str] | None = None,
    method: str = "",
    body: bytes | None = None,
) -> Reply:
    """Send one request, and return the answer without following it anywhere."""
    parts = urlsplit(origin)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    given = {"Accept-Language": "en", **(headers or {})}
    if form is not None:
        body = urlencode(form, doseq=True).encode()
        given = {"Content-Type": "application/x-www-form-urlencoded", "Origin": origin, **given}
    with contextlib.closing(connection):
        connection.request(method or ("GET" if body is None else "POST"), path, body, given)
        answer = connection.getresponse()
        text = answer.read().decode()
        return Reply(answer.status, {k.lower(): v for k, v in answer.getheaders()}, text)


@dataclass
class Person:
    """Somebody with a link, who reads pages and presses buttons."""

    origin: str
    path: str
    page: str = ""
    language: str = "en"
    rng: Random = field(default_factory=lambda: Random(1))

    def look(self, query: str = "") -> str:
        """Load the page."""
        reply = ask(self.origin, self.path + query, headers={"Accept-Language": self.language})
        assert reply.code == 200, reply.text
        self.page = reply.text
        return self.page

    @property
    def seen(self) -> str:
        """The moment that the page was drawn for."""
        match = re.search(r'name="seen" value="(\d+)"', self.page)
        return match[1] if match else ""

    @property
    def moves(self) -> list[str]:
        """The moves that the page offers."""
        return [*map(unescape, re.findall(r'name="move" value="([^"]*)"', self.page))]

    def send(self, **form: object) -> Reply:
        """Send a form, with the moment of the page unless *form* has another."""
        return ask(self.origin, self.path, {"seen": self.seen, **form})

    def play(self, move: str = "") -> Reply:
        """Play *move*, by default any of those on the page, which is loaded before."""
        self.look()
        return self.send(move=move or self.rng.choice(self.moves))

    def sees(self, text: str, seconds: float = 600) -> bool:
        """Return whether *text* stands on the page before long."""
        end = time.monotonic() + seconds
        while text not in self.look():
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True


class TestServer:
    """A server at *origin*; `host_path` is its start page."""

    __test__ = False

    def __init__(self, origin: str, app: WebApp) -> None:
        self.origin = origin
        self.app = app
        self.host_path = app.host_path

    def begin(
        self, game: str, variant: str = "", practice: bool = False, /, **seats: str
    ) -> list[Person]:
        """Begin a match; return those who play, in order of the seats, and an onlooker."""
        form = {f"seat-{seat}": player for seat, player in seats.items()}
        form |= {"game": game, "variant": variant, "first": next(iter(seats))}
        reply = ask(self.origin, self.host_path, form | ({"practice": "yes"} if practice else {}))
        assert reply.code == 303, reply.text
        place = reply.headers["location"].partition("?")[0]
        ask(self.origin, place, {"do": "deal"})  # nobody has JavaScript, or a share
        return self.seats_of(reply.headers["location"])

    def seats_of(self, place: str) -> list[Person]:
        """Return those who have a link on the host's page at *place*."""
        page = ask(self.origin, place).text
        links = re.findall(r'<dd><a href="([^"]+)"', page)
        return [Person(self.origin, urlsplit(unescape(link)).path) for link in links]


@contextlib.contextmanager
def serving(
    home: Path, burst: float = 1e6, rate: float = 20, patience: int = 600
) -> Iterator[TestServer]:
    """Run a server with the matches in *home*, whose limits no test meets by its speed."""
    engine = Engine()
    with (
        contextlib.closing(Store(home)) as store,
        socket.create_server(("127.0.0.1", 0)) as listening,
    ):
        pool = BotPool(processes=1)
        origin = f"http://127.0.0.1:{listening.getsockname()[1]}"
        matches = OpenMatches(engine, store, pool, patience)
        app = WebApp(engine, matches, SeatLinks(home), "en", [origin], burst, rate)
        server = server_of(app.asgi, matches.end_streams)
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            yield TestServer(origin, app)
        finally:
            server.should_exit = True
            thread.join()
            pool.close()
