"""The crews table of Jolly & Roger, and the names that plugins with special cards import."""

from __future__ import annotations

from .crew_rules import NOBODY, CrewRules
from .crews import Crews
from .crews_table import CrewsTable
from .effects import Effect

__all__ = ["NOBODY", "CrewRules", "Crews", "CrewsTable", "Effect"]
