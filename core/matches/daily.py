"""The deal of the day: the same cards, seat and opponent for everyone on a date."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from ..errors import BadValue
from ..rules.characters import excerpt
from ..text import msg

if TYPE_CHECKING:
    from .setup import Setup
    from .store import Saved, Store

RULESET, VARIANT = "jolly-roger", "advanced"

OPPONENT = "mate"
"""Who plays the other seat: a level that counts nodes, so that it plays the same everywhere."""

SEEDS = 10**9
"""The seed of a day is less than this."""

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Deal:
    """What a date settles."""

    date: str
    """As ISO 8601 writes it: ``2026-11-22``."""
    seed: int
    first: int
    """The seat that begins."""
    seat: int
    """The seat of whoever plays it."""


def deal_of(date: str) -> Deal:
    """Return the deal of *date*, from its SHA-256: the same on every machine."""
    digest = sha256(f"splitpick daily {date}".encode("ascii")).digest()
    seed = int.from_bytes(digest[:8], "big") % SEEDS
    return Deal(date, seed, digest[8] % 2, digest[9] % 2)


def is_deal(setup: Setup) -> bool:
    """Say whether *setup* is the deal of its date, against its opponent, as its record says."""
    if not setup.daily or len(setup.players) != 2:
        return False
    deal = deal_of(setup.daily)
    said = (setup.ruleset, setup.variant, setup.seed, setup.first)
    same = said == (RULESET, VARIANT, deal.seed, deal.first)
    return same and setup.players[1 - deal.seat] == OPPONENT


def date_wish(typed: str | None) -> str:
    """Read a date as ISO 8601 writes it; without one it is today's in UTC.

    Raises `BadValue` where there is no such day.
    """
    if typed is None:
        return datetime.now(UTC).date().isoformat()
    try:
        if not _DATE.fullmatch(typed):
            raise ValueError
        return date.fromisoformat(typed).isoformat()
    except ValueError:
        raise BadValue(
            msg(
                "bad-date",
                'A date is written like 2026-11-22, not "{text}".',
                text=excerpt(typed),
            )
        ) from None


def first_of(store: Store, date: str) -> Saved | None:
    """Find the match of that *date* that was begun first, which is the one that counts."""
    found = None
    for match in store.list():
        if (match.ruleset, match.variant) != (RULESET, VARIANT):
            continue
        if found is not None and match.created >= found.record.setup.created:
            continue
        saved = store.load(match.name)
        if saved.record.setup.daily == date and is_deal(saved.record.setup):
            found = saved
    return found
