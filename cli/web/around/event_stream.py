"""Stream that tells an open page that the table has changed, and who looks at it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from ..live_match import LiveMatch


class EventStream(StreamingResponse):
    """Stream of server-sent events: the revision of a table, and who is connected."""

    def __init__(self, live: LiveMatch, seat: int) -> None:
        headers = {"Cache-Control": "no-store"}
        super().__init__(self._events(), media_type="text/event-stream", headers=headers)
        self.live = live
        self.wake = live.enter(seat)  # at once: of many at the same time, each counts those before

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.live.leave(self.wake)

    async def _events(self) -> AsyncIterator[str]:
        async for revision, seats in self.live.follow(self.wake):
            text = json.dumps({"revision": revision, "seats": list(seats)})
            yield f"retry: 1000\ndata: {text}\n\n"
