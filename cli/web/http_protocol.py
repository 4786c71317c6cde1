"""HTTP for impatient servers: a client that never finishes its request is not waited for."""

from __future__ import annotations

import asyncio
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

REQUEST_SECONDS = 15.0
"""Seconds that a client has to send the head of a request."""

MOST_CONNECTIONS = 1000


def server_of(app: ASGIApp) -> uvicorn.Server:
    """Return the server that runs *app*."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            http=ImpatientProtocol,
            ws="none",
            access_log=False,  # it would hold the secrets of the links
            log_level="error",
            server_header=False,
            proxy_headers=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=16_384,
        )
    )


class ImpatientProtocol(H11Protocol):
    """uvicorn's protocol, which closes a connection on which no request is made in time."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _give_up(self) -> None:
        cycle: RequestResponseCycle | None = self.cycle  # none before the first request
        if cycle is None or cycle.response_complete:
            self.transport.close()
