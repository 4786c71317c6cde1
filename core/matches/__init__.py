"""A match: a game that is played, with its seed and its journal."""

from __future__ import annotations

from .match import Match

__all__ = ["Match"]
