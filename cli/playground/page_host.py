"""The tables of ``splitpick serve`` in a page: requests are answered by a program in the page."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import random
from base64 import b64encode
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from functools import cache
from http.cookies import SimpleCookie
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from starlette.types import Message as Event

from ...core.errors import RulesetError, SplitpickError
from ...core.game import JSON
from ...core.home import home
from ...core.hooks.engine import Engine
from ...core.matches.setup import HUMAN
from ...core.matches.store import Store
from ...core.players.levels import LEVELS
from ...core.rules.finding_lines import as_json
from ...core.text import Language
from ..main import main
from ..terminal.progress import watched
from ..web.bot_pool import BotPool
from ..web.open_matches import OpenMatches
from ..web.request_limits import HEADERS
from ..web.seat_links import SeatLinks
from ..web.web_app import WebApp
from ..web.web_templates import render

Answer = TypeVar("Answer")

NAME = "playground"
"""Name of the folder and of the rule set in it."""
UNNAMED = ("id-not-name", "taken-id")
"""Findings about the name of a file, of which an edited text has none."""
GAMES = 200
"""Number of bot games that try a rule set out."""
POLICY = "Content-Security-Policy"


class HerePool(BotPool):
    """Bots that think in this process: a page has no others."""

    async def _ask(
        self, ask: Callable[..., Answer], *about: object, long: bool = False, more: float = 0.0
    ) -> Answer:
        await asyncio.sleep(0)  # first the page shows what has happened
        return ask(*about)


class PageHost:
    """The matches and the rule set of a page, whose tables have addresses that begin with *prefix*.

    A method returns JSON where a script calls it.
    """

    def __init__(self, prefix: str = "", folder: Path | None = None) -> None:
        self.prefix = prefix
        folder = folder or home()
        self._schemas: dict[str, str] = {}
        self.engine = Engine()
        self.folder = folder / "edited" / NAME
        self.folder.mkdir(parents=True, exist_ok=True)
        self.file = self.folder / f"{NAME}.yaml"
        self._matches = OpenMatches(self.engine, Store(folder), HerePool())
        self._app = WebApp(self.engine, self._matches, SeatLinks(folder), "en", [""])
        self._cookies = SimpleCookie()

    def start(self, code: str) -> str:
        """Speak the language *code* at tables; return the games and the levels."""
        self._cookies["lang"] = code
        language = self._language(code)
        about: JSON = {
            "games": [
                [
                    id,
                    language.say(file.variant().name),
                    Path(file.variant().source).read_text("utf-8"),
                ]
                for id, file in self.engine.playable().items()
            ],
            "levels": [[level.id, language.say(level.title)] for level in LEVELS],
        }
        return json.dumps(about)

    def check(self, text: str, code: str) -> str:
        """Return the findings in the rule set *text*, and its variants if it can be played."""
        language = self._language(code)
        about: dict[str, JSON] = {"variants": []}
        try:
            file = self.engine.ruleset_at(self.file, thorough=True, data=text.encode())
            found = [*file.warnings]
            about["variants"] = [
                [id, language.say(name), *file.variant(id).players] for id, name in file.variants
            ]
        except RulesetError as error:
            found = sorted(
                [*error.findings, *error.warnings], key=lambda one: (one.line, one.column)
            )
        found = [one for one in found if one.message.code not in UNNAMED]
        return json.dumps(about | as_json(found, language))

    def begin(self, text: str, variant: str, players: int, level: str) -> str:
        """Begin a match against bots of *level*; return the address of the person's seat."""
        try:
            file = self.engine.ruleset_at(self.file, data=text.encode())
            rules = file.variant(variant)
            rules.build(players)  # refuses a number that the rules are not for
            seats = [HUMAN, *[level] * (players - 1)]
            name = self._matches.create(rules, seats, 0)
            return json.dumps({"path": self.prefix + self._app.seat_path(name, 0)})
        except SplitpickError as error:
            return json.dumps(
                {"problem": self._language(self._cookies["lang"].value).say(error.message)}
            )

    def rules(self, text: str, variant: str, players: int, code: str) -> str:
        """Return the rules of the rule set *text* as a page in HTML."""
        rules = self.engine.ruleset_at(self.file, data=text.encode()).variant(variant)
        presenter = self.engine.presenter(rules, rules.build(players))
        language = self._language(code)
        page = render("rules.html.jinja", self.engine, language, presenter=presenter)
        return json.dumps(self._moved(page))

    def schema(self, code: str) -> str:
        """Return the JSON Schema of rule sets in the language *code*."""
        if code not in self._schemas:
            schema = self.engine.schema(self._language(code), lambda fault: None)
            self._schemas[code] = json.dumps(schema)
        return self._schemas[code]

    def try_out(
        self, text: str, variant: str, players: int, code: str, tell: Callable[[int, int], object]
    ) -> str:
        """Let bots play `GAMES` games of the rule set *text*; return what the command line shows.

        *tell* is called with the number of games that are over, and of all.
        """
        options = ["--variant", variant, "--players", str(players), "-n", str(GAMES)]
        with watched(tell):
            return json.dumps({"output": self._run(text, code, "try", str(self.file), *options)})

    def pack(self, text: str, code: str) -> str:
        """Pack the rule set *text*; return name and contents (Base64), or what is wrong.

        The file with the licence, which a page cannot have, holds what the rule set says of it.
        """
        with suppress(RulesetError):
            about = self.engine.ruleset_at(self.file, data=text.encode()).variant().model
            licence = self._language(code).say(about.license or "")
            (self.folder / "LICENSE").write_text(f"{licence}\n", "utf-8")
        with TemporaryDirectory() as folder, chdir(folder):
            output = self._run(text, code, "pack", str(self.folder))
            made = next(Path().glob("*.zip"), None)
            if made is None:
                return json.dumps({"output": output})
            data = b64encode(made.read_bytes()).decode()
        return json.dumps({"name": made.name, "data": data, "output": output})

    def _run(self, text: str, code: str, *words: str) -> str:
        """Run ``splitpick rulesets`` with *words* where the rule set *text* lies."""
        self.file.write_text(text, "utf-8")
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(out):
            main(["--lang", code, "rulesets", *words])
        return out.getvalue()

    def request(
        self, method: str, path: str, headers: str, body: str, answer: Callable[..., object]
    ) -> Callable[[], None]:
        """Answer a request of the page; return what to call when nobody waits for it any more.

        *answer* gets status and headers in JSON, then bytes, and ``None`` at last.
        """
        path, _, query = path.removeprefix(self.prefix).partition("?")
        sent = [(name.lower(), value) for name, value in json.loads(headers)]
        sent.append(("cookie", self._cookies.output(attrs=[], header="", sep=";")))
        gone = asyncio.Event()
        bodies = [body.encode()]

        async def receive() -> Event:
            if bodies:
                return {"type": "http.request", "body": bodies.pop()}
            await gone.wait()
            return {"type": "http.disconnect"}

        is_page = False

        async def send(event: Event) -> None:
            nonlocal is_page
            if event["type"] == "http.response.start":
                got = [(name.decode(), value.decode()) for name, value in event["headers"]]
                for name, value in got:
                    if name == "set-cookie":  # no script can answer with one
                        self._cookies.load(value)
                is_page = ("content-type", "text/html; charset=utf-8") in got
                kept = {
                    name: value
                    for name, value in got
                    if name not in ("set-cookie", "content-length")
                }
                if "location" in kept:
                    kept["location"] = self.prefix + kept["location"]
                kept[POLICY] = HEADERS[POLICY].replace(
                    "frame-ancestors 'none'", "frame-ancestors 'self'"
                )
                answer(json.dumps({"status": event["status"], "headers": kept}))
                return
            data = event.get("body", b"")
            if data:
                answer(self._moved(data.decode()).encode() if is_page else data)
            if not event.get("more_body"):
                answer(None)

        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
            "scheme": "http", "path": path, "raw_path": path.encode(), "root_path": "",
            "query_string": query.encode(), "client": None, "server": None,
            "headers": [(name.encode(), value.encode()) for name, value in sent],
        }  # fmt: skip
        self._serving = asyncio.ensure_future(self._app.asgi.app(scope, receive, send))
        return gone.set

    def _language(self, code: str) -> Language:
        return self._app.tongues[code]

    def _moved(self, page: str) -> str:
        """Let the addresses in *page* begin with the prefix; what it quotes has no bare quote."""
        return page.replace('="/', f'="{self.prefix}/')


@cache
def _host() -> PageHost:
    return PageHost()


def host_at(prefix: str) -> PageHost:
    """Return the host of this page, whose memory may have been kept since an earlier visit."""
    host = _host()
    host.prefix = prefix
    random.seed()  # else each visit goes on with the numbers of the one that was kept
    return host


async def rehearse(code: str) -> None:
    """Do once what each visit begins with, in the language *code*, so that it is in the memory.

    That is the page's questions, and a match that is thrown away.
    """
    text = json.loads(_host().start(code))["games"][0][2]
    _host().schema(code)
    with TemporaryDirectory() as folder:
        host = PageHost(folder=Path(folder))
        host.start(code)
        variant, _, players, _ = json.loads(host.check(text, code))["variants"][0]
        host.rules(text, variant, players, code)
        path = json.loads(host.begin(text, variant, players, LEVELS[0].id))["path"]
        shown = asyncio.Event()

        def answer(chunk: object) -> None:
            if chunk is None:
                shown.set()

        leave = host.request("GET", path, "[]", "", answer)
        await shown.wait()
        leave()
    gc.collect()
