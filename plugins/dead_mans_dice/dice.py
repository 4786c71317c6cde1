"""Dice as small numbers, and the rules about which die fits on which.

A die on the table is one number, so that a pile is a flat list.  The three lowest bits are the
face, the next bit marks the Jolly Roger die, the next one a skull of the opening, and the bits
above are the owner.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

FACES: Final = [1, 2, 3, 4, 5, 6]

ORDINARY: Final = 0
JOLLY: Final = 1
CODES: Final = ["D", "J"]
"""Codes of an ordinary die and the Jolly Roger die in the notation."""

FACE: Final = 7
JOLLY_BIT: Final = 8
OPENING_BIT: Final = 16
LOOKS: Final = 32
"""Number of looks; a die's look is its number without the owner, who does not affect play."""
LOOK: Final = LOOKS - 1
OWNER_SHIFT: Final = 5

SKULL: Final = JOLLY_BIT | 1
"""Look of a Jolly Roger die that shows the skull, which it has in place of a 1."""


@dataclass(frozen=True)
class DiceRules:
    """The numbers and rulings of a game; `DiceModel` and `DiceOptions` explain them."""

    ordinary: int
    skull: int
    penalty: int
    target: int
    idle_laps: int
    most_rounds: int
    opening_skull_one: bool
    skull_top_one: bool
    misfits_return: bool
    roll_again: bool
    last_plunder: bool
    tie_plays_on: bool

    @cached_property
    def worths(self) -> list[int]:
        """Worths of dice, by look."""
        worths = [look & FACE for look in range(LOOKS)]
        worths[SKULL] = self.skull
        worths[SKULL | OPENING_BIT] = 1 if self.opening_skull_one else self.skull
        return worths

    @cached_property
    def plunders(self) -> list[int]:
        """1 at t × `LOOKS` + d if a plundered die of look d fits on a top die of look t, else 0.

        Rulebook, "Plunderen": the next number up fits, and one that makes 7; a skull never.
        """
        fits = [0] * (LOOKS * LOOKS)
        for top in range(LOOKS):
            for die in range(LOOKS):
                if is_skull(die) or self._is_closed(top):
                    continue
                face, below = die & FACE, top & FACE
                if face == below + 1 or face + below == 7:
                    fits[top * LOOKS + die] = 1
        return fits

    @cached_property
    def stacks(self) -> list[int]:
        """1 where a rolled die fits on a top die, else 0; the indexes are those of `plunders`.

        Rulebook, "Spelverloop" and "Jolly Roger": the same number fits, too, and always a skull.
        """
        fits = self.plunders[:]
        for top in range(LOOKS):
            for die in range(LOOKS):
                same = die & FACE == top & FACE and not self._is_closed(top)
                if same or is_skull(die):
                    fits[top * LOOKS + die] = 1
        return fits

    def _is_closed(self, top: int) -> bool:
        """Return whether nothing but a skull fits on *top*."""
        return is_skull(top) and not self.skull_top_one


def lay(owner: int, kind: int, face: int, opening: bool) -> int:
    """Return *owner*'s die of *kind* with *face* up; a skull of the *opening* is marked."""
    die = owner << OWNER_SHIFT | face
    if kind == JOLLY:
        die |= JOLLY_BIT
        if opening and face == 1:
            die |= OPENING_BIT
    return die


def is_skull(die: int) -> bool:
    """Return whether *die* shows the skull."""
    return die & (FACE | JOLLY_BIT) == SKULL


def owner_of(die: int) -> int:
    """Return the seat that *die* belongs to."""
    return die >> OWNER_SHIFT


def kind_of(die: int) -> int:
    """Return the kind of *die*: `ORDINARY` or `JOLLY`."""
    return JOLLY if die & JOLLY_BIT else ORDINARY
