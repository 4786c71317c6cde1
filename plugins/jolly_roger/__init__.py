"""Jolly & Roger: the crews table, with ships, captains and chests.

Plugins with special cards for it import the names below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.hooks import hookimpl
from .crew_rules import NOBODY, CrewRules
from .crews import Crews
from .crews_table import CrewsTable
from .effect import Effect

if TYPE_CHECKING:
    from ...core.rules.kinds import TableKind

__all__ = [
    "NOBODY",
    "CrewRules",
    "Crews",
    "CrewsTable",
    "Effect",
    "splitpick_effects",
    "splitpick_tables",
]


@hookimpl
def splitpick_tables() -> list[TableKind]:
    """Provide the table."""
    from .ruleset.crews_kind import CrewsKind

    return [CrewsKind()]


@hookimpl
def splitpick_effects() -> list[type[Effect]]:
    """Provide the verbs, with which rule sets say what a special card does."""
    from .verbs import VERBS

    return VERBS
