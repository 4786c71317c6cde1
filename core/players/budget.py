"""The budget of a bot for a decision, as written after the name of the bot."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

USUAL_SECONDS: Final = 0.5
"""Default number of seconds for a decision."""

LEAST_MS: Final = 1
"""Shortest time, in milliseconds."""

MOST_MS: Final = 600_000
"""Longest time, in milliseconds: ten minutes."""

NODES: Final = "nodes"
"""Name of the setting that replaces a time: `Bot.nodes`."""

MOST_NODES: Final = 10**9
"""Greatest value of `NODES`."""

_TIME = re.compile(r"([0-9]{1,9}) *ms|([0-9]{1,6})(?:\.([0-9]{1,3}))? *s")
_SETTING = re.compile(r"([a-z]{1,20}) *= *([0-9]{1,15})")


@dataclass(frozen=True)
class Budget:
    """A time, settings of the bot, or both."""

    milliseconds: int | None = None
    """Time for a decision; ``None`` if only settings are given."""
    settings: tuple[tuple[str, int], ...] = ()
    """Settings and their values, sorted by name."""

    @property
    def seconds(self) -> float:
        """Seconds for `Bot.choose`: the time, 0 if nodes are limited instead, or the default."""
        if self.milliseconds is not None:
            return self.milliseconds / 1000
        return 0.0 if NODES in dict(self.settings) else USUAL_SECONDS

    def __str__(self) -> str:
        """Return the canonical form: ``500ms,turns=1``."""
        time = [] if self.milliseconds is None else [f"{self.milliseconds}ms"]
        return ",".join([*time, *(f"{name}={value}" for name, value in self.settings)])


def read_budget(text: str) -> Budget | None:
    """Read ``300ms``, ``1.5s``, ``nodes=20000`` or ``500ms,turns=1``; ``None`` for anything else.

    Nothing may come twice, and time and nodes exclude each other.  The caller checks whether the
    bot has these settings, and the range of every number.
    """
    times: list[int] = []
    settings: dict[str, int] = {}
    for part in map(str.strip, text.casefold().split(",")):
        if time := _TIME.fullmatch(part):
            whole, seconds, rest = time.groups()
            times.append(int(whole or seconds + (rest or "").ljust(3, "0")))
        elif (setting := _SETTING.fullmatch(part)) and setting[1] not in settings:
            settings[setting[1]] = int(setting[2])
        else:
            return None
    if len(times) + (NODES in settings) > 1:
        return None
    return Budget(times[0] if times else None, tuple(sorted(settings.items())))
