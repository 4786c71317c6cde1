"""Dice as small numbers, and the rules about which die fits on which.

A die is one number, so that a pile is a flat list: the lowest bits are its look, an index of
`SIGNS`, and the bits above are the owner.
"""

from __future__ import annotations

from typing import Final

SIGNS: Final = [*"D123456-JS", "2j", "3j", "4j", "5j", "6j", "S1"]
"""Codes of the looks: J is the Jolly Roger die, S its skull, S1 a skull that is worth only 1."""

FACES: Final = [0, 1, 2, 3, 4, 5, 6, 0, 0, 1, 2, 3, 4, 5, 6, 1]
"""Numbers that the looks show; 0 before the roll."""

LOOKS: Final = 16
LOOK: Final = LOOKS - 1

ORDINARY: Final = 0
JOLLY: Final = 8
"""Dice before the roll; a rolled one is greater by the number that it shows."""

SKULL: Final = 9
SKULL_1: Final = 15


def look_of(sign: str) -> int:
    """Return the look that a *sign* writes, with its owner behind a slash or without."""
    return SIGNS.index(sign.partition("/")[0])


def is_skull(die: int) -> bool:
    """Return whether *die* shows the skull, which the Jolly Roger die has in place of a 1."""
    return die & LOOK in (SKULL, SKULL_1)


def fits(top: int, die: int, stacking: bool, skull_top_one: bool) -> bool:
    """Return whether *die* fits on *top*: a rolled one when *stacking*, else a plundered one.

    Rulebook, "Spelverloop" and "Plunderen": the next number up fits, and one that makes 7; when
    stacking also the same number, and always a skull.
    """
    if is_skull(die):
        return stacking
    if is_skull(top) and not skull_top_one:
        return False
    face, below = FACES[die & LOOK], FACES[top & LOOK]
    return face == below + 1 or face + below == 7 or (stacking and face == below)


def fit_table(stacking: bool, skull_top_one: bool) -> list[int]:
    """Return 1 or 0 as `fits` says, by `LOOKS` times the look of the top die, plus the other's."""
    looks = range(LOOKS)
    return [
        int(bool(FACES[die]) and fits(top, die, stacking, skull_top_one))
        for top in looks
        for die in looks
    ]
