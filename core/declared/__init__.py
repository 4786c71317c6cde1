"""Games that declare zones and kinds of actions, and get the rest: what an author of a game needs.

A game declares its `Zone`\\ s and `ActionKind`\\ s and writes its rules as a `DeclaredPosition`:
who acts, which actions are possible, what each does, and the scores.  Copies, views, secrets,
notation, the log and the words on every screen follow from what is declared; any method that a
game writes itself wins over the derived one.
"""

from __future__ import annotations

from .action_kind import ActionKind
from .declared_game import DeclaredGame
from .declared_position import ONLOOKER, DeclaredPosition
from .declared_presenter import DeclaredPresenter
from .redeal import redeal, shuffle
from .zone import ALL, NOBODY, OWNER, Zone

__all__ = [
    "ALL",
    "NOBODY",
    "ONLOOKER",
    "OWNER",
    "ActionKind",
    "DeclaredGame",
    "DeclaredPosition",
    "DeclaredPresenter",
    "Zone",
    "redeal",
    "shuffle",
]
