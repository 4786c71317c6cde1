"""Stream that tells an open page that the table has changed, and who looks at it."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..live_match import LiveMatch


class EventStream(Response):
    """Stream of server-sent events: the revision of a table, and who is connected."""

    def __init__(self, live: LiveMatch, seat: int) -> None:
        super().__init__(media_type="text/event-stream", headers={"Cache-Control": "no-store"})
        del self.headers["content-length"]
        self.live = live
        self.wake = live.enter(seat)  # at once: of many at the same time, each counts those before

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start = {"status": self.status_code, "headers": self.raw_headers}
        leaving = asyncio.create_task(self._wait(receive))
        try:
            await send({"type": "http.response.start", **start})
            await self._send(send)
        finally:
            leaving.cancel()
            self.live.leave(self.wake)

    async def _wait(self, receive: Receive) -> None:
        """Leave the match when the reader has gone."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self.live.leave(self.wake)
        self.wake.set()

    async def _send(self, send: Send) -> None:
        async with aclosing(self.live.follow(self.wake)) as moments:
            async for revision, seats in moments:
                text = json.dumps({"revision": revision, "seats": list(seats)})
                body = f"retry: 1000\ndata: {text}\n\n".encode()
                await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
