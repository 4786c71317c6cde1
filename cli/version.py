"""What `splitpick --version` says."""

from __future__ import annotations

import platform
from types import FunctionType

from ..core import game
from ..core.text import Message, msg

VERSION = "0.1.0"
"""pyproject.toml takes it from here; asking the metadata would cost a fifth of the start-up."""


def version() -> list[str | Message]:
    """Say the version, whether the kernel is compiled, and which Python runs it."""
    if isinstance(game.draw_outcome, FunctionType):
        kernel = msg("version-pure", "The game engine is pure Python.")
    else:
        kernel = msg("version-compiled", "The game engine is compiled.")
    return [f"splitpick {VERSION}", kernel, f"Python {platform.python_version()}"]
