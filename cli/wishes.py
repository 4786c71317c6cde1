"""What somebody typed, before anything of it is understood."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayWishes:
    """The options of `play` as they were typed; ``None`` or nothing where one was not given.

    They stay text, so that each wrong value gets a message of ours that can name the rule set.
    """

    variant: str | None = None
    """The name of a variant."""
    seats: tuple[str, ...] = ()
    """Who sits where: ``"jolly=human"``."""
    first: str | None = None
    """The seat that begins, or ``"lot"``."""
    seed: str | None = None
    """The number that all chance comes from."""
    players: str | None = None
    """How many play."""
    options: tuple[str, ...] = ()
    """The rule set's own options: ``"memory=true"``."""
    moves: str | None = None
    """Moves in the game's notation that are played before anybody is asked."""
    practice: bool = False
    """Whether everything may be taken back."""
    duplicate: bool = False
    """Whether a second game on the same deal follows, with the seats swapped."""
    keep: bool = True
    """Whether the match is kept."""
