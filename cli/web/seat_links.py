"""Links to seats: each has a secret that follows from a key, so that no secret has to be kept."""

from __future__ import annotations

import hmac
import secrets
import socket
from base64 import urlsafe_b64encode
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

import segno

from ...core.errors import StoreError, reason
from ...core.home import make_private_folder, write_synced
from ...core.matches.setup import Setup
from ...core.text import Text, msg, sentences
from .around.company import SHARED
from .live_match import LiveMatch

ONLOOKER = -1
"""Stand-in for the number of a seat in the link of those who look on."""

INVITER = "inviter"
"""Cookie of the host's seat, which lets its page show the links of the others."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
EXAMPLE = "192.168.1.5"
FILE = "web.key"
KEY_BYTES = 32
SECRET_BYTES = 16

_sentence = sentences(
    msg("web-key",
        "The key of the links, {file}, cannot be read or written. The reason: {why}."),
    msg("web-key-damaged",
        "The key of the links, {file}, is damaged. Delete it, and send new links."),
)  # fmt: skip


class SeatLinks:
    """The secrets of seats, onlookers and the host; the key lies in *folder*.

    Raises `StoreError` if the key cannot be made or read.
    """

    def __init__(self, folder: Path) -> None:
        file = folder / FILE
        try:
            make_private_folder(folder)
            if not file.exists():
                write_synced(file, secrets.token_bytes(KEY_BYTES))
            self._key = file.read_bytes()
        except OSError as error:
            about = {"file": str(file), "why": reason(error)}
            raise StoreError(_sentence("web-key", **about)) from error
        if len(self._key) != KEY_BYTES:
            raise StoreError(_sentence("web-key-damaged", file=str(file)))

    def host(self) -> str:
        """Return the secret of whoever has started the server."""
        return self._secret("host")

    def is_host(self, secret: str) -> bool:
        """Return whether *secret* is that of whoever has started the server."""
        return hmac.compare_digest(self.host().encode(), secret.encode())

    def seat(self, name: str, setup: Setup, seat: int) -> str:
        """Return the secret of *seat* in the match *name* with *setup*.

        `ONLOOKER` and `SHARED` stand for onlookers, and for a device that goes from hand to hand.
        """
        return self._secret(f"{name}|{setup.uid}|{seat}")

    def inviter(self, name: str, setup: Setup) -> str:
        """Return the secret of whoever may give the links of all seats in a match to others."""
        return self._secret(f"{name}|{setup.uid}|inviter")

    def is_inviter(self, name: str, setup: Setup, secret: str) -> bool:
        """Return whether *secret* is that of whoever may give away the links of a match."""
        return hmac.compare_digest(self.inviter(name, setup).encode(), secret.encode())

    def seat_of(self, name: str, setup: Setup, secret: str) -> int | None:
        """Return the seat of *secret*, or `ONLOOKER` or `SHARED`; ``None`` for a wrong one."""
        matching = None
        for seat in range(SHARED, len(setup.seats)):  # all of them, so that time tells nothing
            if hmac.compare_digest(self.seat(name, setup, seat).encode(), secret.encode()):
                matching = seat
        return matching

    def _secret(self, about: str) -> str:
        digest = hmac.new(self._key, about.encode(), sha256).digest()
        return urlsafe_b64encode(digest[:SECRET_BYTES]).decode().rstrip("=")


def is_local(url: str) -> bool:
    """Return whether no other computer or phone can open *url*."""
    return urlsplit(url).hostname in LOOPBACK


def own_command() -> str:
    """Return the command that serves this computer's network, with its address if it has one."""
    address = EXAMPLE
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("192.0.2.1", 9))  # chooses a way there, and sends nothing
        address = str(asked.getsockname()[0])
    return f"splitpick serve --host {EXAMPLE if address.startswith('127.') else address}"


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
    def is_local(self) -> bool:
        """True if no other computer or phone can open the link."""
        return is_local(self.url)

    @property
    def title(self) -> Text:
        """The name of the seat."""
        return self.live.session.loaded.presenter.seats[self.seat]

    @property
    def code(self) -> str:
        """The link as a QR code in SVG, dark on light whatever the page's colours are."""
        code = segno.make(self.url, error="l", micro=False)
        return code.svg_inline(border=3, light="#fff", dark="#000", omitsize=True)
