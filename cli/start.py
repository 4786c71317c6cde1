"""The engine, as the commands start it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core.hooks.engine import Engine
    from .screen import Screen


def start_engine(screen: Screen) -> Engine:
    """Load the plugins, and let *screen* speak their texts too."""
    from ..core.hooks.engine import Engine

    engine = Engine()
    screen.language = engine.language(screen.language.code)
    return engine
