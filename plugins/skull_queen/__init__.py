"""Skull Queen: a whole game from a plugin, with planks, pirates, tricks and secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.hooks import hookimpl

if TYPE_CHECKING:
    from ...core.rules.kinds import GameKind


@hookimpl
def splitpick_games() -> list[GameKind]:
    """Provide the game."""
    from .queen_kind import SkullQueenKind  # only where games are asked for

    return [SkullQueenKind()]
