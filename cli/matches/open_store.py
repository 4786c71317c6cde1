"""The user's store of matches as the commands open it, and texts that several commands show."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from ...core.errors import UnknownName
from ...core.home import home
from ...core.matches.records.redact import LAST
from ...core.matches.store import Saved, Store
from ...core.text import msg
from ..screen import Screen

GOES_ON = msg("goes-on", "The match is not over. Continue it with:")


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
    """Return the match *name*; raises `UnknownName` if it does not exist, and `StoreError`."""
    with open_store(screen) as store:
        return store.load(name)


def last_ended(screen: Screen) -> str:
    """Return the name of the match that ended last; raises `UnknownName` if none has."""
    with open_store(screen) as store:
        ended = (match.name for match in store.list() if match.result)
        if name := next(ended, ""):
            return name
    raise UnknownName(msg("no-ended-match", "No saved match is over yet."))


def tell_resume(screen: Screen, name: str) -> None:
    """Show the command that continues the match *name*."""
    screen.say(GOES_ON)
    screen.line(screen.command_line("resume", name))


def local_time(at: int) -> str:
    """Return *at*, in ms since 1970, as ``2026-07-28 14:05`` in local time; empty if unknown."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at // 1000)) if 0 < at <= LAST else ""


def world_time(at: int) -> str | None:
    """Return *at* in ISO 8601: ``2026-07-28T12:05:09.250Z``; ``None`` if unknown."""
    seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at // 1000 if at <= LAST else 0))
    return f"{seconds}.{at % 1000:03}Z" if 0 < at <= LAST else None
