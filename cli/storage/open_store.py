"""The user's store of matches as the commands open it, and texts that several commands show."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ...core.errors import JournalError, RecordError, UnknownName
from ...core.home import home
from ...core.matches.exports.narration import Narration
from ...core.matches.record import Loaded, check_result
from ...core.matches.records.redact import LAST
from ...core.matches.store import Saved, Store
from ...core.text import Language, Message, msg
from ..screen import Screen

PRACTICE = msg("state-practice", "practice")
"""Mark of a practice match among others."""

GOES_ON = msg("goes-on", "The match is not over. Continue it with:")


@contextmanager
def open_store(screen: Screen | None = None) -> Iterator[Store]:
    """Open the user's store; raises `StoreError`.

    Report on *screen* if a file is damaged; without one, as while a word is completed, nowhere.
    """
    store = Store(home())
    told = 0
    try:
        told = _report(screen, store.notices)
        yield store
    finally:
        store.close()
        _report(screen, store.notices[told:])  # damage found later


def _report(screen: Screen | None, notices: Sequence[Message]) -> int:
    if screen:
        for notice in notices:
            screen.note(notice)
    return len(notices)


def load_match(screen: Screen, name: str) -> Saved:
    """Return the match *name*; raises `UnknownName` if it does not exist, and `StoreError`."""
    with open_store(screen) as store:
        return store.load(name)


def narrated(loaded: Loaded, saved: Saved, viewer: int | None = None) -> Narration:
    """Play the match *saved* again for *viewer*; raises `RecordError` if that is impossible."""
    try:
        match = loaded.replay(saved.record.entries)
        check_result(saved.record, match, loaded.changed)
        return Narration(loaded.presenter, match, viewer)
    except JournalError as error:
        if loaded.changed:
            raise
        number, text = error.number + 1, saved.record.entries[error.number].text
        message = msg(
            "entry-impossible",
            'The match {name} is damaged: entry {number}, "{text}": {why}',
            name=saved.name,
            number=number,
            text=text,
            why=error.message,
        )
        raise RecordError(message) from error


def last_ended(screen: Screen) -> str:
    """Return the name of the match that ended last; raises `UnknownName` if none has."""
    with open_store(screen) as store:
        ended = (match.name for match in store.list() if match.result)
        if name := next(ended, ""):
            return name
    raise UnknownName(msg("no-ended-match", "None of the saved matches is over yet."))


def tell_resume(screen: Screen, name: str) -> None:
    """Show the command that continues the match *name*."""
    screen.say(GOES_ON)
    screen.line(screen.command_line("resume", name))


def told_time(at: int, language: Language, *, day: bool = False) -> str:
    """Return *at*, in ms since 1970, in local time as *language* writes it; empty if unknown.

    With *day*, leave out the time of day.
    """
    from datetime import datetime

    from babel.dates import format_date, format_datetime  # CLDR's data is slow to load

    if not 0 < at <= LAST:
        return ""
    told = format_date if day else format_datetime
    return told(datetime.fromtimestamp(at // 1000), "short", locale=language.locale)


def told_day(day: str, language: Language) -> str:
    """Return a *day* such as ``2026-11-22`` as *language* writes it in a sentence."""
    from datetime import date

    from babel.dates import format_date  # CLDR's data is slow to load

    return format_date(date.fromisoformat(day), "long", locale=language.locale)


def world_time(at: int) -> str | None:
    """Return *at* in ISO 8601: ``2026-07-28T12:05:09.250Z``; ``None`` if unknown."""
    seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at // 1000 if at <= LAST else 0))
    return f"{seconds}.{at % 1000:03}Z" if 0 < at <= LAST else None
