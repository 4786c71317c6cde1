"""Invitations to the seats of a match: links to copy, to share and to be read by a camera."""

from __future__ import annotations

from dataclasses import dataclass

import segno

from ...core.text import Text
from .live_match import LiveMatch
from .seat_links import ONLOOKER

INVITER = "inviter"
"""Cookie of the host's seat, which lets its page show the links of the others."""
MOST_NAME = 24
"""Most characters of the name that somebody goes by."""


@dataclass(frozen=True)
class Invitation:
    """The link *url* to *seat* of *live*, or to those who look on."""

    live: LiveMatch
    seat: int
    url: str

    @property
    def is_seat(self) -> bool:
        """False for the link of those who look on."""
        return self.seat != ONLOOKER

    @property
    def title(self) -> Text:
        """The name of the seat."""
        return self.live.session.loaded.presenter.seats[self.seat]

    @property
    def code(self) -> str:
        """The link as a QR code in SVG, dark on light whatever the page's colours are."""
        code = segno.make(self.url, error="l", micro=False)
        return code.svg_inline(border=3, light="#fff", dark="#000", omitsize=True)


def cleaned(name: str) -> str:
    """Return *name* as a line of at most `MOST_NAME` characters that can all be seen."""
    seen = "".join(char if char.isprintable() else " " for char in name)
    return " ".join(seen.split())[:MOST_NAME].strip()
