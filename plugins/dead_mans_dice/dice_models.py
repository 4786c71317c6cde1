"""The keys of a rule set of Dead Man's Dice, in kebab-case in YAML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

from pydantic import Field

from ...core.rules.models import MOST_SEATS, Count, Ink, Options, RulesetModel, Seat
from ...core.text import Message, msg
from .dice import DiceRules


class DiceSeat(Seat):
    """A player, and the colour of the dice."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "ink": msg("dd-about-ink", "The colour of the dice on the screen."),
    }

    ink: Ink | None = None


class DiceOptions(Options):
    """Rulings on what the rulebook leaves open."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "opening-skull-one": msg(
            "dd-option-opening-skull-one",
            "Whether a skull rolled in the opening is worth only 1 in the score as well.",
        ),
        "skull-top-one": msg(
            "dd-option-skull-top-one",
            "Whether dice fit on a skull as on a 1; if not, nothing fits on it.",
        ),
        "misfits-return": msg(
            "dd-option-misfits-return",
            "Whether a die that was not placed can be rolled again; if not, it is out of the"
            " round.",
        ),
        "roll-again": msg(
            "dd-option-roll-again",
            "Whether a player who has placed a die may roll another one in the same turn.",
        ),
        "last-plunder": msg(
            "dd-option-last-plunder",
            "Whether a player who has placed the last die may still plunder before the round ends.",
        ),
        "tie-plays-on": msg(
            "dd-option-tie-plays-on",
            "Whether a tie for the first place plays another round; if not, it is shared.",
        ),
    }

    opening_skull_one: bool = True
    skull_top_one: bool = True
    misfits_return: bool = True
    roll_again: bool = False
    last_plunder: bool = True
    tie_plays_on: bool = True


class DiceModel(RulesetModel):
    """The numbers of the game, and its rulings as options."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "ordinary-dice": msg(
            "dd-about-ordinary-dice", "How many dice each player has besides the Jolly Roger die."
        ),
        "skull": msg("dd-about-skull", "Worth of a skull in a pile."),
        "penalty": msg(
            "dd-about-penalty", "Loss for a Jolly Roger die that was not placed in the round."
        ),
        "target": msg("dd-about-target", "Doubloons after a round that end the game."),
        "idle-laps": msg(
            "dd-about-idle-laps", "Laps without a placed die after which a round is over."
        ),
        "most-rounds": msg("dd-about-most-rounds", "Rounds after which the game is over."),
    }

    seats: Annotated[Sequence[DiceSeat], Field(min_length=2, max_length=MOST_SEATS)]
    ordinary_dice: Count
    skull: Annotated[int, Field(ge=1, le=99)]
    penalty: Annotated[int, Field(ge=0, le=99)]
    target: Annotated[int, Field(ge=1, le=999)]
    idle_laps: Count
    most_rounds: Annotated[int, Field(ge=1, le=999)]
    options: DiceOptions = DiceOptions()

    def dice_rules(self) -> DiceRules:
        """Return the numbers and rulings for the game."""
        options = self.options
        return DiceRules(
            ordinary=self.ordinary_dice,
            skull=self.skull,
            penalty=self.penalty,
            target=self.target,
            idle_laps=self.idle_laps,
            most_rounds=self.most_rounds,
            opening_skull_one=options.opening_skull_one,
            skull_top_one=options.skull_top_one,
            misfits_return=options.misfits_return,
            roll_again=options.roll_again,
            last_plunder=options.last_plunder,
            tie_plays_on=options.tie_plays_on,
        )
