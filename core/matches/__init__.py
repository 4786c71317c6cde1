"""Matches: a game that is played, its seed and its journal, kept, shared and taken up again."""

from __future__ import annotations

from .entry import Entry
from .match import Match, Result
from .record import Record
from .setup import Setup

__all__ = ["Entry", "Match", "Record", "Result", "Setup"]
