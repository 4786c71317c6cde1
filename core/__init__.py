"""The parts that programs use: games, matches, errors.

::

    from splitpick.core import CHANCE, OVER, load_game, Match

    game = load_game("galley-thieves")
    match = Match(game, seed=7)
    match.play(match.legal()[0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import (
    BadValue,
    IllegalAction,
    InvalidNotation,
    NotationError,
    PluginError,
    RulesetError,
    SplitpickError,
    UnknownName,
)
from .game import CHANCE, OVER, Action, Game, GameInfo, Position, playout

if TYPE_CHECKING:
    from .hooks.engine import Engine, load_game
    from .matches import Match

__all__ = [
    "CHANCE",
    "OVER",
    "Action",
    "BadValue",
    "Engine",
    "Game",
    "GameInfo",
    "IllegalAction",
    "InvalidNotation",
    "Match",
    "NotationError",
    "PluginError",
    "Position",
    "RulesetError",
    "SplitpickError",
    "UnknownName",
    "load_game",
    "playout",
]


def __getattr__(name: str) -> Any:
    # Whatever needs plugins or rule sets is imported on first use, for a fast start.
    if name in ("Engine", "load_game"):
        from .hooks import engine

        return getattr(engine, name)
    if name == "Match":
        from .matches import Match

        return Match
    raise AttributeError(name)
