"""Market Day: collect goods on your stall or sell them, out of the sets that others leave."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

from splitpick.core.hooks import hookimpl
from splitpick.core.rules.kinds import TableKind

from .kind import MarketKind


@hookimpl
def splitpick_tables() -> list[TableKind]:
    """Return the table."""
    return [MarketKind()]


@hookimpl
def splitpick_rulesets() -> list[Traversable]:
    """Return the folder of rule sets."""
    return [files(__name__) / "rulesets"]


@hookimpl
def splitpick_catalogs() -> list[tuple[str, Traversable]]:
    """Return the folder of translations."""
    return [("splitpick_market", files(__name__) / "locales")]
