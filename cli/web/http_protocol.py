"""HTTP for impatient servers: a client that never finishes its request is not waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from socket import socket
from typing import Any, ClassVar

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

REQUEST_SECONDS = 15.0
"""Seconds that a client has to send the head of a request."""

MOST_CONNECTIONS = 1000
MOST_IDLE = 400
"""Most connections without a request; of more, the one that has waited longest is closed."""


def server_of(app: ASGIApp, before_end: Callable[[], None] = lambda: None) -> uvicorn.Server:
    """Return the server that runs *app*; it calls *before_end* to have open answers ended."""

    class Protocol(ImpatientProtocol):
        idle: ClassVar[dict[ImpatientProtocol, None]] = {}

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket] | None = None) -> None:
            before_end()
            await super().shutdown(sockets)

    return Server(
        uvicorn.Config(
            app,
            http=Protocol,
            ws="none",
            access_log=False,  # it would hold the secrets of the links
            log_level="error",
            use_colors=False,  # to choose, it would ask an output that may be closed
            server_header=False,
            proxy_headers=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=16_384,
        )
    )


class ImpatientProtocol(H11Protocol):
    """uvicorn's protocol, which closes a connection on which no request is made in time.

    The connections that have none are *idle*, the one that has waited longest first.
    """

    idle: ClassVar[dict[ImpatientProtocol, None]]
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def handle_events(self) -> None:
        super().handle_events()
        if self._is_asked:
            self.idle.pop(self, None)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self.idle.pop(self, None)
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._give_up)
        self.idle.pop(self, None)
        self.idle[self] = None
        if len(self.idle) > MOST_IDLE:
            next(iter(self.idle))._give_up()

    @property
    def _is_asked(self) -> bool:
        """True while a request is answered."""
        cycle: RequestResponseCycle | None = self.cycle  # none before the first request
        return cycle is not None and not cycle.response_complete

    def _give_up(self) -> None:
        self.idle.pop(self, None)
        if not self._is_asked:
            self.transport.close()
