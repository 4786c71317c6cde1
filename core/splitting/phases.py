"""The phases of a split-and-choose game."""

from __future__ import annotations

from typing import Final

DEAL: Final = 0
SPLIT: Final = 1
PICK: Final = 2
PLAY: Final = 3
END: Final = 4

NAMES: Final = ["deal", "split", "pick", "play", "end"]
"""Names of the phases in a view, indexed by phase."""
