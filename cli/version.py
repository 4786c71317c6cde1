"""The version of splitpick, and the output of `splitpick --version`."""

import platform
from types import FunctionType

from ..core import game
from ..core.text import Message, msg

VERSION = "0.1.0"
"""Version, which pyproject.toml reads here: reading metadata would slow the start by a fifth."""


def version_lines() -> list[str | Message]:
    """Return the version, the kind of kernel (compiled or not), and the version of Python."""
    kernel = msg("version-compiled", "The game engine is compiled.")
    if isinstance(game.draw_outcome, FunctionType):
        kernel = msg("version-pure", "The game engine is pure Python.")
    return [f"splitpick {VERSION}", kernel, f"Python {platform.python_version()}"]
