"""The crews table of Jolly & Roger, and what a special card needs of it."""

from __future__ import annotations

from .crews import NOBODY, CrewRules, Crews
from .effects import Effect

__all__ = ["NOBODY", "CrewRules", "Crews", "Effect"]
