"""Limits on what may be asked: Host and Origin, sizes, rates, and the headers of every answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...core.text import Text, msg

MOST_BODY = 10_000
"""Most bytes of a form."""
MOST_RECORD = 500_000
"""Most bytes of the host's forms, which may have a record in them."""
MOST_NAME = 24
"""Most characters of the name that somebody goes by."""
MOST_PATH = 400
BODY_SECONDS = 10.0
"""Seconds that a client has to send its form."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self';"
    " connect-src 'self'; img-src 'self'; manifest-src 'self'; worker-src 'self';"
    " form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not "no-referrer": with it, browsers send "Origin: null" with our own forms.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

_OTHER_HOST = msg(
    "web-other-host",
    "This server was started for another address. Start it with --host or --origin for this one.",
)
TOO_LARGE = msg("web-too-large", "That is too much text for this form.")
_OTHER_PAGE = msg("web-other-page", "This form comes from another page.")


@dataclass
class Allowance:
    """Number of requests left: *burst* at first, and *rate* more each second."""

    burst: float
    rate: float
    left: float = -1
    at: float = field(default_factory=time.monotonic)

    def take(self) -> bool:
        """Take one if any is left; return whether it was."""
        now = time.monotonic()
        left = self.burst if self.left < 0 else self.left + (now - self.at) * self.rate
        self.at, self.left = now, min(self.burst, left)
        if self.left < 1:
            return False
        self.left -= 1
        return True


class RequestLimits:
    """Middleware that refuses requests for another host or from another page, and large ones.

    *origins* are those that the server was told to serve, such as ``http://127.0.0.1:8000``;
    *say* words what is wrong; *host* is the path of the host's forms, which may be longer.
    """

    def __init__(
        self, app: ASGIApp, origins: Collection[str], say: Callable[[Text], str], host: str = ""
    ) -> None:
        self.host = host
        self.app = app
        self.say = say
        self.origins = {*origins}
        self.hosts = {urlsplit(origin).netloc for origin in origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        if refusal := self._refusal(scope):
            code, text = refusal
            closes = {"Connection": "close"} if code == 400 else None
            await PlainTextResponse(text, code, closes)(scope, receive, send_safely)
            return
        got = 0
        deadline = time.monotonic() + BODY_SECONDS

        async def receive_little() -> Message:
            nonlocal got
            if got < 0 or scope["method"] != "POST":
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), max(0.0, deadline - time.monotonic()))
            except TimeoutError:
                raise HTTPException(408) from None
            got += len(message.get("body", b""))
            if got > self._most(scope):
                raise HTTPException(413)
            if not message.get("more_body"):
                got = -1  # what follows is the end of the connection
            return message

        await self.app(scope, receive_little, send_safely)

    def _most(self, scope: Scope) -> int:
        return MOST_RECORD if scope["path"] == self.host else MOST_BODY

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return the code and the text with which the request is refused, if it is."""
        headers = Headers(scope=scope)
        if headers.getlist("host") not in [[host] for host in self.hosts]:
            return 421, self.say(_OTHER_HOST)
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, ""
        if len(scope["raw_path"]) + len(scope["query_string"]) > MOST_PATH:
            return 414, ""
        if "content-length" in headers and "transfer-encoding" in headers:
            return 400, ""  # a proxy in front may read another request in it
        size = headers.get("content-length", "0")
        if not (size.isdecimal() and len(size) < 10 and int(size) <= self._most(scope)):
            return 413, self.say(TOO_LARGE)
        if scope["method"] == "POST":
            origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
            if (origin is not None and origin not in self.origins) or site != "same-origin":
                return 403, self.say(_OTHER_PAGE)
        return None


class Form:
    """The fields of a form that was sent, in *text*; empty if they cannot be read."""

    def __init__(self, text: bytes) -> None:
        try:
            self._fields = parse_qs(text.decode(), keep_blank_values=True, max_num_fields=60)
        except ValueError:
            self._fields = {}

    def one(self, name: str) -> str:
        """Return the first value of the field *name*, at most 200 characters; "" without one."""
        return self._fields.get(name, [""])[0][:200]

    def all(self, name: str) -> list[str]:
        """Return all values of the field *name*."""
        return self._fields.get(name, [])


def cleaned(name: str) -> str:
    """Return *name* as a line of at most `MOST_NAME` characters that can all be seen."""
    seen = "".join(char if char.isprintable() else " " for char in name)
    return " ".join(seen.split())[:MOST_NAME].strip()
