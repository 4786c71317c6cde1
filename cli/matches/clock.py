"""When something was done, as people and programs write it."""

from __future__ import annotations

import time

LAST = 253_402_300_799_999
"""The last millisecond of the year 9999, in milliseconds since 1970 (UTC)."""


def local_time(at: int) -> str:
    """Write *at*, in milliseconds since 1970 (UTC), as ``2026-07-28 14:05`` where the reader lives.

    Every language reads that order, and a list of thousands is written in no time.  Empty for 0,
    which means that nobody knows, and for what no calendar has.
    """
    if not 0 < at <= LAST:  # a journal from elsewhere may say any number
        return ""
    # strftime takes longer.
    year, month, day, hour, minute, *_ = time.localtime(at // 1000)
    return f"{year}-{month:02}-{day:02} {hour:02}:{minute:02}"


def world_time(at: int) -> str | None:
    """Write *at* for programs: ``2026-07-28T12:05:09.250Z``; ``None`` where `local_time` is empty.

    This is ISO 8601.
    """
    if not 0 < at <= LAST:
        return None
    seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at // 1000))
    return f"{seconds}.{at % 1000:03}Z"
