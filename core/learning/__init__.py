"""Games for programs that learn: the interfaces of PettingZoo, Gymnasium and OpenSpiel.

What each needs is imported when it is first used, and named if it is missing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .aec import aec_env, register_aec
    from .learning_game import LearningGame, study
    from .numbering import Numbering
    from .observation import SeatObserver
    from .openspiel import register
    from .single import register_single, single_env
    from .vector import vector_env

_HOMES = {
    "LearningGame": "learning_game",
    "Numbering": "numbering",
    "SeatObserver": "observation",
    "aec_env": "aec",
    "register": "openspiel",
    "register_aec": "aec",
    "register_single": "single",
    "single_env": "single",
    "study": "learning_game",
    "vector_env": "vector",
}

__all__ = [
    "LearningGame",
    "Numbering",
    "SeatObserver",
    "aec_env",
    "register",
    "register_aec",
    "register_single",
    "single_env",
    "study",
    "vector_env",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
