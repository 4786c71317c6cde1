"""Market Day: goods for the own stall or for sale, out of the sets that others leave."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

from splitpick.core.hooks import hookimpl
from splitpick.core.rules.kinds import TableKind

from .kind import MarketKind


@hookimpl
def splitpick_tables() -> list[TableKind]:
    """Bring the table."""
    return [MarketKind()]


@hookimpl
def splitpick_rulesets() -> list[Traversable]:
    """Bring the rule sets."""
    return [files(__name__) / "rulesets"]


@hookimpl
def splitpick_catalogs() -> list[tuple[str, Traversable]]:
    """Bring the words."""
    return [("splitpick_market", files(__name__) / "locales")]
