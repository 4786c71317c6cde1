"""Times as people and programs write them."""

from __future__ import annotations

import time

LAST = 253_402_300_799_999
"""The last millisecond of the year 9999, in milliseconds since 1970 (UTC)."""


def local_time(at: int) -> str:
    """Write *at*, in milliseconds since 1970 (UTC), as ``2026-07-28 14:05`` in local time.

    Empty for 0, which stands for an unknown time, and for what no calendar has.
    """
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at // 1000)) if 0 < at <= LAST else ""


def world_time(at: int) -> str | None:
    """Write *at* in ISO 8601: ``2026-07-28T12:05:09.250Z``; ``None`` if `local_time` is empty."""
    if not 0 < at <= LAST:
        return None
    seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at // 1000))
    return f"{seconds}.{at % 1000:03}Z"
