"""Times as people and programs write them, from milliseconds since 1970 (UTC)."""

from __future__ import annotations

import time

LAST = 253_402_300_799_999
"""Last millisecond of the year 9999; later times, 0 and negative ones are unknown."""


def local_time(at: int) -> str:
    """Write *at* as ``2026-07-28 14:05`` in local time; empty if unknown."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at // 1000)) if 0 < at <= LAST else ""


def world_time(at: int) -> str | None:
    """Write *at* in ISO 8601: ``2026-07-28T12:05:09.250Z``; ``None`` if unknown."""
    seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at // 1000 if at <= LAST else 0))
    return f"{seconds}.{at % 1000:03}Z" if 0 < at <= LAST else None
