"""The user's store of matches as the commands open it, and the way to continue a match."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ...core.home import home
from ...core.matches.store import Saved, Store
from ...core.text import msg
from ..screen import Screen


@contextmanager
def open_store(screen: Screen) -> Iterator[Store]:
    """Open the user's store, and report on *screen* if a file is damaged; raises `StoreError`."""
    store = Store(home())
    told = len(store.notices)
    try:
        for notice in store.notices:
            screen.note(notice)
        yield store
    finally:
        store.close()
        for notice in store.notices[told:]:  # damage found later
            screen.note(notice)


def load_match(screen: Screen, name: str) -> Saved:
    """Read the match *name*; raises `UnknownName` and `StoreError`."""
    with open_store(screen) as store:
        return store.load(name)


def tell_resume(screen: Screen, name: str) -> None:
    """Show the command that continues the match *name*."""
    screen.say(msg("goes-on", "The match is not over. Continue it with:"))
    screen.line(screen.command_line("resume", name))
