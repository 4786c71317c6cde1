"""How much a bot may think over a decision, as it is written behind its name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

USUAL_SECONDS: Final = 0.5
"""How long a bot may think where nobody has said."""

LEAST_MS: Final = 1
"""The shortest time, in milliseconds."""

MOST_MS: Final = 600_000
"""The longest time, in milliseconds: ten minutes."""

NODES: Final = "nodes"
"""The setting that replaces time: `Bot.nodes`."""

MOST_NODES: Final = 10**9
"""The most that `NODES` can be set to."""

_TIME = re.compile(r"([0-9]{1,9}) *ms|([0-9]{1,6})(?:\.([0-9]{1,3}))? *s")
_SETTING = re.compile(r"([a-z]{1,20}) *= *([0-9]{1,15})")


@dataclass(frozen=True)
class Budget:
    """A time, settings of the bot, or both."""

    milliseconds: int | None = None
    """How long a decision may take; ``None`` where nobody has said."""
    settings: tuple[tuple[str, int], ...] = ()
    """What is set to which number, sorted by name."""

    @property
    def seconds(self) -> float:
        """What `Bot.choose` is given: 0 where nodes are counted instead."""
        if self.milliseconds is not None:
            return self.milliseconds / 1000
        return 0.0 if NODES in dict(self.settings) else USUAL_SECONDS

    def __str__(self) -> str:
        """Write it the one way in which it is kept: ``500ms,turns=1``."""
        time = [] if self.milliseconds is None else [f"{self.milliseconds}ms"]
        return ",".join([*time, *(f"{name}={value}" for name, value in self.settings)])


def read_budget(text: str) -> Budget | None:
    """Read ``300ms``, ``1.5s``, ``nodes=20000`` or ``500ms,turns=1``; ``None`` where it is none.

    Nothing may come twice, nor time beside nodes.  Whether the bot has such a setting, and how far
    it goes, is not looked at.
    """
    milliseconds: int | None = None
    settings: dict[str, int] = {}
    for part in text.casefold().split(","):
        if time := _TIME.fullmatch(part.strip()):
            if milliseconds is not None:
                return None
            whole, seconds, rest = time.groups()
            milliseconds = int(whole or seconds + (rest or "").ljust(3, "0"))
        elif setting := _SETTING.fullmatch(part.strip()):
            if setting[1] in settings:
                return None
            settings[setting[1]] = int(setting[2])
        else:
            return None
    if milliseconds is not None and NODES in settings:
        return None
    return Budget(milliseconds, tuple(sorted(settings.items())))
