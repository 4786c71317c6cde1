"""The deal of the day: the same cards, seat and opponents for everyone who plays it on a date."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from ..errors import BadValue
from ..rules.characters import excerpt
from ..text import msg

if TYPE_CHECKING:
    from .setup import Setup
    from .store import Store, Summary

OPPONENT = "mate"
"""Player of all other seats: a level that counts nodes, so that it plays the same everywhere."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal of a date: the seed, the seat that starts, and the seat of the person who plays."""

    date: str
    seed: int
    first: int
    seat: int


def deal_of(date: str, ruleset: str, variant: str, players: int) -> Deal:
    """Return the deal of *date* for a variant and number of *players*, the same everywhere."""
    digest = sha256(f"splitpick daily {ruleset} {variant} {date}".encode()).digest()
    seed = int.from_bytes(digest[:8], "big") % 10**9
    return Deal(date, seed, digest[8] % players, digest[9] % players)


def deal_in(setup: Setup) -> Deal | None:
    """Return the deal of the day in *setup*; ``None`` without a date or if deal or bots differ."""
    if not setup.daily:
        return None
    deal = deal_of(setup.daily, setup.ruleset, setup.variant, len(setup.players))
    others = [player for seat, player in enumerate(setup.players) if seat != deal.seat]
    same = (setup.seed, setup.first) == (deal.seed, deal.first)
    return deal if same and set(others) <= {OPPONENT} else None


def is_day(text: str) -> bool:
    """Return whether *text* is a day there is, such as ``2026-11-22``."""
    with suppress(ValueError):
        return date.fromisoformat(text).isoformat() == text
    return False


def parse_date(typed: str | None) -> str:
    """Check and return a date like ``2026-11-22``, by default today in UTC.

    Raises `BadValue` for other texts, and for days that are still to come.
    """
    today = datetime.now(UTC).date().isoformat()
    if typed is None:
        return today
    if is_day(typed):
        if typed > today:
            raise BadValue(msg("daily-future", "The deal for {date} is still to come.", date=typed))
        return typed
    if re.fullmatch(r"\d{4}-\d\d-\d\d", typed):
        raise BadValue(msg("no-such-date", "There is no such day: {date}.", date=typed))
    text = excerpt(typed)
    raise BadValue(msg("bad-date", 'A date is written like 2026-11-22, not "{text}".', text=text))


def first_of(store: Store, setup: Setup) -> Summary | None:
    """Return the first match with the daily deal of *setup*, the only one to count, or ``None``."""
    return _first_tries(store.of_day(setup.daily), setup).get(setup.daily)


def streak_of(store: Store, setup: Setup) -> int:
    """Return how many days in a row, up to that of *setup*, have a first try that is over."""
    tries, days = _first_tries(store.list(), setup), 0
    day = date.fromisoformat(setup.daily)
    while (match := tries.get(day.isoformat())) and match.result:
        days, day = days + 1, day - timedelta(1)
    return days


def _first_tries(matches: Iterable[Summary], setup: Setup) -> dict[str, Summary]:
    """Return the first of *matches* of each day, with the rules and variant of *setup*."""
    tries: dict[str, Summary] = {}
    for match in sorted(matches, key=lambda match: match.setup.created):
        found = match.setup
        same = (found.ruleset, found.variant) == (setup.ruleset, setup.variant)
        if same and deal_in(found):
            tries.setdefault(found.daily, match)
    return tries
