"""Matches: games with a seed and a journal, which are played, saved, shared and resumed."""

from __future__ import annotations

from .entry import Entry
from .match import Match, Result
from .record import Record
from .setup import Setup

__all__ = ["Entry", "Match", "Record", "Result", "Setup"]
