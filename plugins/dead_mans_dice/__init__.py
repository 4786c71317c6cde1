"""Dead Man's Dice: a game of dice that are rolled, stacked and plundered, for two to six."""

from __future__ import annotations

from ...core.hooks import hookimpl
from ...core.rules.kinds import GameKind
from .dice_kind import DeadMansDiceKind


@hookimpl
def splitpick_games() -> list[GameKind]:
    """Provide the game."""
    return [DeadMansDiceKind()]
