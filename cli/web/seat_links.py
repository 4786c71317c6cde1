"""Links to seats: each has a secret that follows from a key, so that no secret has to be kept."""

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path

from ...core.errors import StoreError
from ...core.home import make_private_folder, private
from ...core.matches.setup import Setup
from ...core.text import msg

ONLOOKER = -1
"""Stand-in for the number of a seat in the link of those who look on."""

FILE = "web.key"
KEY_BYTES = 32
SECRET_BYTES = 16


class SeatLinks:
    """The secrets of seats, onlookers and the host; the key lies in *folder*.

    Raises `StoreError` if the key cannot be made or read.
    """

    def __init__(self, folder: Path) -> None:
        file = folder / FILE
        try:
            make_private_folder(folder)
            if not file.exists():
                draft = folder / f"{FILE}.{secrets.token_hex(8)}"
                with open(draft, "xb", opener=private) as stream:
                    stream.write(secrets.token_bytes(KEY_BYTES))
                draft.rename(file)
            self._key = file.read_bytes()
        except OSError as error:
            raise _unreadable(file) from error
        if len(self._key) != KEY_BYTES:
            raise _unreadable(file)

    def host(self) -> str:
        """Return the secret of whoever has started the server."""
        return self._secret("host")

    def is_host(self, secret: str) -> bool:
        """Return whether *secret* is that of whoever has started the server."""
        return hmac.compare_digest(self.host().encode(), secret.encode())

    def seat(self, name: str, setup: Setup, seat: int) -> str:
        """Return the secret of *seat*, or of onlookers, in the match *name* with *setup*."""
        return self._secret(f"{name}|{setup.uid}|{seat}")

    def inviter(self, name: str, setup: Setup) -> str:
        """Return the secret of whoever may give the links of all seats in a match to others."""
        return self._secret(f"{name}|{setup.uid}|inviter")

    def is_inviter(self, name: str, setup: Setup, secret: str) -> bool:
        """Return whether *secret* is that of whoever may give away the links of a match."""
        return hmac.compare_digest(self.inviter(name, setup).encode(), secret.encode())

    def seat_of(self, name: str, setup: Setup, secret: str) -> int | None:
        """Return the seat that *secret* is for, or `ONLOOKER`; ``None`` for a wrong one."""
        matching = None
        for seat in range(ONLOOKER, len(setup.seats)):  # all of them, so that time tells nothing
            if hmac.compare_digest(self.seat(name, setup, seat).encode(), secret.encode()):
                matching = seat
        return matching

    def _secret(self, about: str) -> str:
        digest = hmac.new(self._key, about.encode(), sha256).digest()
        return urlsafe_b64encode(digest[:SECRET_BYTES]).decode().rstrip("=")


def _unreadable(file: Path) -> StoreError:
    return StoreError(
        msg("web-key", "The key of the links, {file}, cannot be read or written.", file=str(file))
    )
