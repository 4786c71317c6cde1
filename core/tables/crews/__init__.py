"""The crews table of Jolly & Roger, and what a special card needs of it."""

from __future__ import annotations

from .crew_rules import NOBODY, CrewRules
from .crews import Crews
from .crews_table import CrewsTable
from .effects import Effect

__all__ = ["NOBODY", "CrewRules", "Crews", "CrewsTable", "Effect"]
