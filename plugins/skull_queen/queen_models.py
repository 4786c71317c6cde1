"""The keys of a rule set of Skull Queen, in kebab-case in YAML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from ...core.rules.labels import Label
from ...core.rules.models import (
    Called,
    Code,
    Colour,
    Item,
    ItemId,
    Options,
    RulesetModel,
    Strict,
)
from ...core.rules.reading.pictures import Picture
from ...core.text import msg

Letters = Annotated[str, StringConstraints(pattern=r"^[A-Z]{1,3}$")]
"""The code of a colour; a card's code is that of its colour and the card's number."""
Number = Annotated[int, Field(ge=0, le=50)]


class CardColour(Colour):
    """A colour of cards and pirates."""

    code: Annotated[Letters, msg("sq-about-letters", "1 to 3 letters that its cards begin with.")]
    pirate: Annotated[Label, msg("sq-about-pirate", "The name of its pirate.")]
    card: Annotated[Label, msg("sq-about-card", "The name of its cards, without the number.")]


class CardNumbers(Strict):
    """The numbers that each colour has."""

    least: Annotated[Number, msg("sq-about-least", "The lowest number.")]
    most: Annotated[Number, msg("sq-about-most", "The highest number.")]


class LeftOut(Strict):
    """Numbers that are left out for some numbers of players."""

    players: Annotated[Sequence[int], msg("sq-about-few", "Applies with these numbers of players.")]
    numbers: Annotated[Sequence[Number], msg("sq-about-out", "The numbers that are left out.")]


class Order(Item):
    """A card number that makes a pirate of the card's colour move further."""

    id: ItemId
    number: Annotated[Number, msg("sq-about-order", "The number that gives the order.")]
    moves: Annotated[Literal["up", "down"], msg("sq-about-moves", "The pirate going up or down.")]
    steps: Annotated[int, Field(ge=1, le=9), msg("sq-about-steps", "The spaces it moves.")]
    name: Called


class ColourlessCard(Item):
    """A card that takes the colour that was led."""

    known_by = "code"

    code: Annotated[Code, msg("about-code", "The code in the notation.")]
    number: Annotated[Number, msg("sq-about-special", "A number below or above all others.")]
    name: Called
    picture: Annotated[Picture | None, msg("about-card-picture", "The picture on the card.")] = None


class SkullQueenOptions(Options):
    """Rulings on what the rulebook leaves open."""

    middle_orders: Annotated[
        bool,
        msg("sq-option-middle-orders", "An 8 or 5 also counts while it lies in the middle."),
    ] = True
    later_leads: Annotated[
        bool,
        msg("sq-option-later-leads", "Of two equal highest numbers, the later one leads next."),
    ] = True
    deal_passes: Annotated[
        bool,
        msg("sq-option-deal-passes", "The lead of the first trick passes to the left each round."),
    ] = True
    swap_middle: Annotated[
        bool,
        msg(
            "sq-option-swap-middle", "The deal never leaves a card without a colour in the middle."
        ),
    ] = True
    swap_king: Annotated[
        bool,
        msg("sq-option-swap-king", "The old pirate king is never dealt a card without a colour."),
    ] = True
    shared_win: Annotated[
        bool,
        msg(
            "sq-option-shared",
            "Players with equal totals share the win; without this option, the last round decides.",
        ),
    ] = True


class SkullQueenModel(RulesetModel):
    """A rule set of Skull Queen."""

    colours: Annotated[
        Sequence[CardColour],
        Field(min_length=2, max_length=8),
        msg("sq-about-colours", "The colours of the cards and pirates."),
    ]
    numbers: Annotated[CardNumbers, msg("sq-about-numbers", "The numbers that each colour has.")]
    left_out: Annotated[
        LeftOut | None,
        msg("sq-about-left-out", "Numbers that are left out for some numbers of players."),
    ] = None
    cards: Annotated[
        Sequence[ColourlessCard],
        Field(max_length=2),
        msg("sq-about-cards", "Cards without a colour; they take on the colour that was led."),
    ] = ()
    orders: Annotated[
        Sequence[Order],
        Field(max_length=20),
        msg("sq-about-orders", "Numbers that move a pirate further."),
    ] = ()
    plank: Annotated[
        Sequence[Annotated[int, Field(ge=-99, le=99)]],
        Field(min_length=2, max_length=9),
        msg("sq-about-plank", "The points of the spaces of the rising plank, from the bottom up."),
    ]
    king: Annotated[
        Sequence[Literal[2]],
        msg("sq-about-king", "The numbers of players with which the old pirate king plays too."),
    ] = ()
    options: SkullQueenOptions = SkullQueenOptions()

    def numbers_for(self, players: int) -> list[int]:
        """Return the numbers that each colour has in a game of *players* players."""
        gone = self.left_out.numbers if self.left_out and players in self.left_out.players else ()
        return [n for n in range(self.numbers.least, self.numbers.most + 1) if n not in gone]

    def steps(self, way: str) -> dict[int, int]:
        """Return by card number the steps of the orders that move *way*, ``up`` or ``down``."""
        return {order.number: order.steps for order in self.orders if order.moves == way}
