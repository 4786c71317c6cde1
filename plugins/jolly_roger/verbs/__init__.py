"""Verbs of special cards: effects that rule sets say with settings, without any Python."""

from __future__ import annotations

from ..effect import Effect
from .gold import Rob, Score, Treasure
from .join import Join
from .more_cards import Draw, Fetch, PlayAgain
from .relay import Hide, Move, Swap
from .taking import TakeCard
from .turn import Turn

VERBS: list[type[Effect]] = [
    *(PlayAgain, Draw, Fetch, Hide, Join, Move),
    *(Rob, Score, Swap, TakeCard, Treasure, Turn),
]
