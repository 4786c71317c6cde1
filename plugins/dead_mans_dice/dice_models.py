"""The keys of a rule set of Dead Man's Dice, in kebab-case in YAML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from ...core.rules.models import MOST_SEATS, Count, Ink, Options, RulesetModel, Seat
from ...core.text import msg
from .dice import DiceRules


class DiceSeat(Seat):
    """A player, with the colour of the player's dice."""

    ink: Annotated[Ink | None, msg("dd-about-ink", "The colour of the dice on the screen.")] = None


class DiceOptions(Options):
    """Rulings on what the rulebook leaves open."""

    opening_skull_one: Annotated[
        bool,
        msg(
            "dd-option-opening-skull-one",
            "A skull rolled in the opening scores only 1; otherwise as much as any other skull.",
        ),
    ] = True
    skull_top_one: Annotated[
        bool,
        msg(
            "dd-option-skull-top-one",
            "Dice fit on a skull as on a 1; otherwise nothing fits on it.",
        ),
    ] = True
    misfits_return: Annotated[
        bool,
        msg(
            "dd-option-misfits-return",
            "A die that was not placed can be rolled again; otherwise it is out of the round.",
        ),
    ] = True
    roll_again: Annotated[
        bool,
        msg(
            "dd-option-roll-again",
            "A player who has placed a die may roll another one in the same turn.",
        ),
    ] = False
    last_plunder: Annotated[
        bool,
        msg(
            "dd-option-last-plunder",
            "A player who has placed the last die may still plunder before the round ends.",
        ),
    ] = True
    tie_plays_on: Annotated[
        bool,
        msg(
            "dd-option-tie-plays-on",
            "A tie for first place leads to another round; otherwise the win is shared.",
        ),
    ] = True


class DiceModel(RulesetModel):
    """A rule set of Dead Man's Dice: its numbers, and its rulings as options."""

    seats: Annotated[Sequence[DiceSeat], Field(min_length=2, max_length=MOST_SEATS)]
    ordinary_dice: Annotated[
        Count,
        msg(
            "dd-about-ordinary-dice",
            "The number of dice each player has besides the Jolly Roger die.",
        ),
    ]
    skull: Annotated[int, Field(ge=1, le=99), msg("dd-about-skull", "Worth of a skull in a pile.")]
    penalty: Annotated[
        int,
        Field(ge=0, le=99),
        msg("dd-about-penalty", "Loss for a Jolly Roger die that was not placed in the round."),
    ]
    target: Annotated[
        int,
        Field(ge=1, le=999),
        msg("dd-about-target", "Doubloons that a player needs for the game to end."),
    ]
    idle_laps: Annotated[
        Count, msg("dd-about-idle-laps", "Laps without a placed die after which a round is over.")
    ]
    most_rounds: Annotated[
        int,
        Field(ge=1, le=999),
        msg("dd-about-most-rounds", "Rounds after which the game is over."),
    ]
    options: DiceOptions = DiceOptions()

    def dice_rules(self) -> DiceRules:
        """Return the numbers and rulings in the form that the game uses."""
        return DiceRules(
            ordinary=self.ordinary_dice,
            skull=self.skull,
            penalty=self.penalty,
            target=self.target,
            idle_laps=self.idle_laps,
            most_rounds=self.most_rounds,
            **self.options.model_dump(),
        )
