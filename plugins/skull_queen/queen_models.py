"""The keys of a rule set of Skull Queen, in kebab-case in YAML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import Field, StringConstraints

from ...core.rules.labels import Label
from ...core.rules.models import Code, Colour, Id, Item, Options, RulesetModel, Strict
from ...core.text import Message, msg

Letters = Annotated[str, StringConstraints(pattern=r"^[A-Z]{1,3}$")]
"""The code of a colour; its cards add their number."""
Number = Annotated[int, Field(ge=0, le=50)]
Steps = Annotated[int, Field(ge=1, le=9)]
Worth = Annotated[int, Field(ge=-99, le=99)]


class CardColour(Colour):
    """A colour of cards and pirates."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "code": msg(
            "sq-about-colour-code",
            "The beginning of its cards' codes: 1 to 3 capital letters.",
        ),
        "pirate": msg("sq-about-pirate", "The name of its pirate."),
        "card": msg("sq-about-card", "The name of its cards, without the number."),
    }

    code: Letters
    pirate: Label
    "The name of its pirate."
    card: Label
    "The name of its cards, without the number."


class CardNumbers(Strict):
    """The numbers that each colour has."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "least": msg("sq-about-least", "The lowest number."),
        "most": msg("sq-about-most", "The highest number."),
    }

    least: Number
    most: Number


class LeftOut(Strict):
    """Numbers that are left out with some numbers of players."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "players": msg(
            "sq-about-left-out-players", "Numbers of players with whom these numbers are left out."
        ),
        "numbers": msg("sq-about-left-out-numbers", "The numbers that are left out."),
    }

    players: Sequence[int]
    numbers: Sequence[Number]


class Order(Item):
    """A number that makes its colour's pirates move further."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "id": msg("sq-about-order-id", "The name of the order in this file."),
        "number": msg("sq-about-order-number", "The number that gives the order."),
        "moves": msg(
            "sq-about-moves",
            "Which pirate moves further: the one that goes up, or the one that goes down.",
        ),
        "steps": msg("sq-about-steps", "How many fields it moves."),
        "name": msg("sq-about-name", "The name for people."),
    }

    id: Id
    number: Number
    moves: Literal["up", "down"]
    steps: Steps
    name: Label


class ColourlessCard(Item):
    """A card that takes the colour that was led."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "code": msg(
            "sq-about-code", "The code in the notation: 1 to 4 capital letters and digits."
        ),
        "number": msg("sq-about-card-number", "Its number, lower or higher than all others."),
        "name": msg("sq-about-name", "The name for people."),
    }

    known_by = "code"

    code: Code
    number: Number
    name: Label


class SkullQueenOptions(Options):
    """Rulings on what the rulebook leaves open."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "middle-orders": msg(
            "sq-option-middle-orders",
            "Whether an 8 or 5 also counts while it lies in the middle.",
        ),
        "later-leads": msg(
            "sq-option-later-leads",
            "Whether the later of two equal highest numbers leads the next trick, rather than the"
            " earlier one.",
        ),
        "deal-passes": msg(
            "sq-option-deal-passes",
            "Whether the player left of the new dealer leads the next round, rather than the one"
            " who would have led the next trick.",
        ),
        "swap-middle": msg(
            "sq-option-swap-middle",
            "Whether a card without a colour that the deal leaves for the middle is swapped into a"
            " hand.",
        ),
        "swap-king": msg(
            "sq-option-swap-king",
            "Whether a card without a colour in the old pirate king's pile is swapped into a hand.",
        ),
        "shared-win": msg(
            "sq-option-shared-win",
            "Whether equal totals share the win; if not, the last round decides.",
        ),
    }

    middle_orders: bool = True
    later_leads: bool = True
    deal_passes: bool = True
    swap_middle: bool = True
    swap_king: bool = True
    shared_win: bool = True


class SkullQueenModel(RulesetModel):
    """A rule set of Skull Queen."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "colours": msg("sq-about-colours", "The colours of cards and pirates."),
        "numbers": msg("sq-about-numbers", "The numbers that each colour has."),
        "left-out": msg(
            "sq-about-left-out", "Numbers that are left out with some numbers of players."
        ),
        "cards": msg("sq-about-cards", "Cards without a colour, which take the one that was led."),
        "orders": msg("sq-about-orders", "Numbers that move a pirate further."),
        "plank": msg(
            "sq-about-plank", "The points of the fields of the rising plank, from the bottom up."
        ),
        "king": msg("sq-about-king", "Numbers of players with whom the old pirate king plays too."),
    }

    colours: Annotated[Sequence[CardColour], Field(min_length=2, max_length=8)]
    numbers: CardNumbers
    left_out: LeftOut | None = None
    cards: Annotated[Sequence[ColourlessCard], Field(max_length=2)] = ()
    orders: Annotated[Sequence[Order], Field(max_length=20)] = ()
    plank: Annotated[Sequence[Worth], Field(min_length=2, max_length=9)]
    king: Sequence[int] = ()
    "Numbers of players with whom the old pirate king plays too."
    options: SkullQueenOptions = SkullQueenOptions()

    def numbers_for(self, players: int) -> list[int]:
        """Return the numbers of each colour with that number of *players*."""
        out = self.left_out
        gone = out.numbers if out and players in out.players else ()
        return [
            number
            for number in range(self.numbers.least, self.numbers.most + 1)
            if number not in gone
        ]

    def steps(self, way: str) -> dict[int, int]:
        """Return how far orders move pirates that *way*, ``up`` or ``down``, by number."""
        return {order.number: order.steps for order in self.orders if order.moves == way}
