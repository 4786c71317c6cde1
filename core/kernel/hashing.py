"""Numbers for hashes of positions: ``hash = (hash * FACTOR + number) & MASK``, at last folded."""

from __future__ import annotations

from typing import Final

FACTOR: Final = 2685821657736338717
"""A multiplier with well-mixed bits (S. Vigna, "xorshift*", ACM TOMS 42, 2016)."""

MASK: Final = (1 << 62) - 1
