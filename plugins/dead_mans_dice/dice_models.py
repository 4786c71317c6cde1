"""The keys of a rule set of Dead Man's Dice, in kebab-case in YAML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from ...core.rules.models import MOST_SEATS, AnyInk, Count, Number, Options, RulesetModel, Seat
from ...core.text import msg

Many = Annotated[int, Field(ge=1, le=999)]


class DiceSeat(Seat):
    """A player, with the colour of the player's dice."""

    ink: Annotated[AnyInk, msg("dd-about-ink", "The colour of the dice on the screen.")] = None


class DiceOptions(Options):
    """Rulings on what the rulebook leaves open."""

    opening_skull_one: Annotated[
        bool,
        msg(
            "dd-opening-one",
            "A skull rolled in the opening scores 1; without this option, it scores like any other"
            " skull.",
        ),
    ] = True
    skull_top_one: Annotated[
        bool,
        msg(
            "dd-skull-top",
            "Dice fit on a skull as on a 1; without this option, nothing fits on it.",
        ),
    ] = True
    misfits_return: Annotated[
        bool,
        msg(
            "dd-misfits",
            "Dice that are not placed can be rolled again; without this option, they are out.",
        ),
    ] = True
    roll_again: Annotated[
        bool, msg("dd-roll-again", "A player who has placed a die may roll another one.")
    ] = False
    last_plunder: Annotated[
        bool, msg("dd-last-plunder", "The player who places the last die may still plunder.")
    ] = True
    tie_plays_on: Annotated[
        bool,
        msg("dd-tied", "A tie leads to another round; without this option, the win is shared."),
    ] = True


class DiceModel(RulesetModel):
    """A rule set of Dead Man's Dice: its numbers, and its rulings as options."""

    seats: Annotated[Sequence[DiceSeat], Field(min_length=2, max_length=MOST_SEATS)]
    ordinary_dice: Annotated[
        Count,
        msg("dd-about-ordinary-dice", "Dice that each player has besides the Jolly Roger die."),
    ]
    skull: Annotated[Count, msg("dd-about-skull", "How much a skull counts in a pile.")]
    penalty: Annotated[
        Number, msg("dd-about-penalty", "Doubloons lost for an unplaced Jolly Roger die.")
    ]
    target: Annotated[
        Many, msg("dd-about-target", "Doubloons that a player needs for the game to end.")
    ]
    idle_laps: Annotated[
        Count,
        msg("dd-about-idle-laps", "Number of laps without a placed die after which a round ends."),
    ]
    most_rounds: Annotated[
        Many, msg("dd-about-most-rounds", "Number of rounds after which the game ends.")
    ]
    options: DiceOptions = DiceOptions()
