"""Dice as small numbers: what a die that lies on the table is, and the tables of what fits what.

A die on the table is one number, so that a pile is a flat list: the three lowest bits are the face,
the next one tells the Jolly Roger die, the next one a skull of the opening, and above them stands
the owner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

FACES: Final = [1, 2, 3, 4, 5, 6]

ORDINARY: Final = 0
JOLLY: Final = 1
CODES: Final = ["D", "J"]
"""What the notation writes for an ordinary die and the Jolly Roger die."""

FACE: Final = 7
JOLLY_BIT: Final = 8
OPENING_BIT: Final = 16
LOOKS: Final = 32
"""In how many ways a die may lie there; dice of two owners that look alike are equal in play."""
LOOK: Final = LOOKS - 1
OWNER_SHIFT: Final = 5

SKULL: Final = JOLLY_BIT | 1
"""How the Jolly Roger die looks where others have the 1."""


@dataclass(frozen=True)
class Rules:
    """The numbers and rulings of a game."""

    ordinary: int = 2
    """How many ordinary dice each player has, beside the one Jolly Roger die."""
    skull: int = 7
    """What a skull is worth."""
    penalty: int = 7
    """What a Jolly Roger die costs that was not placed."""
    target: int = 100
    """With how many doubloons the game ends."""
    idle_laps: int = 10
    """After how many laps in which nobody places a die a round ends, so that it always does."""
    most_rounds: int = 100
    """After how many rounds the game ends in any case."""
    opening_skull_one: bool = True
    """Whether a skull of the opening is worth 1."""
    skull_top_one: bool = True
    """Whether dice can lie on a skull as on a 1; else nothing fits it."""
    misfits_return: bool = True
    """Whether a die that is not placed can be rolled again in the round."""
    roll_again: bool = False
    """Whether whoever has placed a die may roll another one in the same turn."""
    last_plunder: bool = True
    """Whether whoever has placed the last die may plunder before the round ends."""
    tie_plays_on: bool = True
    """Whether a tie at the end plays another round; else it is shared."""


def lay(owner: int, kind: int, face: int, opening: bool) -> int:
    """Return the die of that *kind* and *owner* that shows *face*."""
    die = owner << OWNER_SHIFT | face
    if kind == JOLLY:
        die |= JOLLY_BIT
        if opening and face == 1:
            die |= OPENING_BIT
    return die


def is_skull(die: int) -> bool:
    """Say whether *die* shows the skull."""
    return die & (FACE | JOLLY_BIT) == SKULL


def owner_of(die: int) -> int:
    """Return the seat that *die* belongs to."""
    return die >> OWNER_SHIFT


def kind_of(die: int) -> int:
    """Say whether *die* is `ORDINARY` or `JOLLY`."""
    return JOLLY if die & JOLLY_BIT else ORDINARY


def worth_table(rules: Rules) -> list[int]:
    """List by look what a die is worth."""
    worths = [look & FACE for look in range(LOOKS)]
    worths[SKULL] = rules.skull
    worths[SKULL | OPENING_BIT] = 1 if rules.opening_skull_one else rules.skull
    return worths


def plunder_table(rules: Rules) -> list[int]:
    """List by the look of the own top, times `LOOKS`, plus that of another's: 1 if it fits.

    Rulebook, "Plunderen": the next number up or together 7; a skull is never plundered.
    """
    fits = [0] * (LOOKS * LOOKS)
    for top in range(LOOKS):
        for die in range(LOOKS):
            if is_skull(die) or _is_closed(rules, top):
                continue
            face, below = die & FACE, top & FACE
            if face == below + 1 or face + below == 7:
                fits[top * LOOKS + die] = 1
    return fits


def stack_table(rules: Rules) -> list[int]:
    """List by the look of the top, times `LOOKS`, plus that of a rolled die: 1 if it fits.

    Rulebook, "Spelverloop" and "Jolly Roger": as many, the next number up or together 7; a skull
    always.
    """
    fits = plunder_table(rules)
    for top in range(LOOKS):
        for die in range(LOOKS):
            same = die & FACE == top & FACE and not _is_closed(rules, top)
            if same or is_skull(die):
                fits[top * LOOKS + die] = 1
    return fits


def _is_closed(rules: Rules, top: int) -> bool:
    """Say whether only a skull fits on *top*."""
    return is_skull(top) and not rules.skull_top_one
