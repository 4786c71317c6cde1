"""The user's store of matches, as the commands open it, and how a match goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...core.home import home
from ...core.matches.store import Store
from ...core.text import msg
from ..screen import Screen


@contextmanager
def open_store(screen: Screen) -> Iterator[Store]:
    """Open the user's store for as long as the ``with`` lasts; raises `StoreError`.

    What has become of a damaged file is said on *screen*.
    """
    store = Store(home())
    told = len(store.notices)
    try:
        for notice in store.notices:
            screen.note(notice)
        yield store
    finally:
        store.close()
        for notice in store.notices[told:]:  # damage may be noticed in the middle
            screen.note(notice)


def tell_resume(screen: Screen, name: str) -> None:
    """Say with which command the match *name* goes on, which is not over."""
    screen.say(msg("goes-on", "The match is not over. It goes on with:"))
    screen.line(screen.command_line("resume", name))
