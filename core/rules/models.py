"""What a rule set may say, as pydantic models; the YAML's keys are these fields in kebab-case.

They check each value by itself.  What only makes sense of several values together, such as a deck
that divides into turns, is checked in `checks`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, ClassVar, Literal, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    StringConstraints,
    Tag,
)

from ..splitting.splits import MOST_DRAWN
from ..text import Message, Name, msg
from .labels import Label, Prose

FORMAT = 1
"""The format of rule sets that is read."""

MOST_SEATS = 6
MOST_VARIANTS = 50
MOST_SHIPS = 26
MOST_CARDS = 200
"""How many types of cards a deck may have."""

VARIANTS = "variants"
"""The key of a rule set's variants."""

ID_PATTERN = r"^[a-z][a-z0-9-]{0,39}$"
CODE_PATTERN = r"^[A-Z][A-Z0-9]{0,3}$"
DOMAIN_PATTERN = r"^[A-Za-z][A-Za-z0-9_.-]{0,79}$"


def one_or_many(value: object) -> object:
    """Make a list of the one text that *value* is."""
    return [value] if isinstance(value, str) else value


Id = Annotated[str, StringConstraints(pattern=ID_PATTERN)]
Code = Annotated[str, StringConstraints(pattern=CODE_PATTERN)]
Domain = Annotated[str, StringConstraints(pattern=DOMAIN_PATTERN)]
Domains = Annotated[
    Sequence[Domain], BeforeValidator(one_or_many, json_schema_input_type=Domain | Sequence[Domain])
]
"""The gettext domains whose catalogs translate the texts; one need not be a list."""
Ink = Literal["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
"""The colours that every terminal has."""
Count = Annotated[int, Field(ge=1, le=99)]
Strength = Annotated[int, Field(ge=0, le=99)]
Gold = Annotated[int, Field(ge=0, le=999)]


def kebab(name: str) -> str:
    """Write a field's *name* as the YAML does: ``set-aside``."""
    return name.replace("_", "-")


class Strict(BaseModel):
    """A mapping that takes the keys it knows, and values of exactly the right kind.

    Its `meanings` say what the keys are for, for people; those of the base classes hold as well.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, alias_generator=kebab)
    meanings: ClassVar[Mapping[str, Message]] = {}


class Item(Strict):
    """An item of a list that variants can patch; the key *known_by* tells the items apart."""

    known_by: ClassVar[str] = "id"


class Seat(Item):
    """A place at the table."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "id": msg("about-seat-id", "The id of the seat on command lines and in records."),
        "name": msg("about-seat-name", "The name of the seat for people."),
    }
    id: Id
    name: Label


class Players(Strict):
    """How many can play."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "least": msg("about-least-players", "The fewest players."),
        "most": msg("about-most-players", "The most players."),
    }
    least: Annotated[int, Field(ge=2, le=MOST_SEATS)]
    most: Annotated[int, Field(ge=2, le=MOST_SEATS)]


class Options(Strict):
    """What those who play may choose; each field is one option with its default."""


class Extending(Strict):
    """What a rule set and a variant may both say: their names, and what they extend and patch.

    What stands in the patches is checked where they are applied.
    """

    meanings: ClassVar[Mapping[str, Message]] = {
        "name": msg("about-name", "The name for people."),
        "description": msg("about-description", "A description for people."),
        "extends": msg(
            "about-extends",
            "The rule set or variant that these rules begin with, such as jolly-roger/advanced.",
        ),
        "add": msg("about-add", "Items that are added, by list."),
        "change": msg(
            "about-change",
            "Keys that get other values, by list and id.",
        ),
        "remove": msg("about-remove", "Ids that are removed, by list."),
    }
    name: Label
    description: Prose | None = None
    extends: str = ""
    add: dict[str, object] = {}
    change: dict[str, object] = {}
    remove: dict[str, object] = {}


class Variant(Extending):
    """A variant, and what it does to the rules above it."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "set": msg("about-set", "Keys of the rule set with their values in this variant.")
    }
    set: dict[str, object] = {}


class RulesetModel(Extending):
    """The part of a rule set that all games have; a game's own model is a subclass.

    The keys in *fixed* are the same in all variants.
    """

    fixed: ClassVar[tuple[str, ...]] = ("format", "id", "game", "domain", "extends", "variants")
    meanings: ClassVar[Mapping[str, Message]] = {
        "format": msg("about-format", "The format of the file: always 1."),
        "id": msg("about-id", "The id of the rule set: small letters, digits and dashes."),
        "game": msg("about-game", "The kind of game."),
        "credits": msg("about-credits", "The authors of the game."),
        "domain": msg(
            "about-domain",
            "The gettext domain, or several, of plugins whose catalogs translate the texts.",
        ),
        "seats": msg("about-seats", "The seats, in playing order."),
        "players": msg("about-players", "The number of players; by default the number of seats."),
        "options": msg("about-options", "The options and their defaults."),
        "variants": msg("about-variants", "The variants; the first is the default."),
    }
    format: Annotated[int, Field(ge=FORMAT, le=FORMAT)]
    id: Id
    game: str
    credits: Prose | None = None
    domain: Domains = ()
    seats: Annotated[Sequence[Seat], Field(min_length=2, max_length=MOST_SEATS)]
    players: Players | None = None
    options: Options = Options()
    variants: Annotated[dict[Id, Variant], Field(max_length=MOST_VARIANTS)] = {}

    @property
    def least_players(self) -> int:
        """The fewest players: all seats, where nothing is said."""
        return self.players.least if self.players else len(self.seats)

    @property
    def most_players(self) -> int:
        """The most players: all seats, where nothing is said."""
        return self.players.most if self.players else len(self.seats)

    def variant_name(self, id: str) -> Name:
        """Return the name of the variant *id* for people."""
        return self.variants[id].name


class AnyRuleset(RulesetModel):
    """The part of a rule set that can be checked without knowing its game or table."""

    model_config = ConfigDict(extra="ignore")
    seats: Sequence[dict[str, object]]  # type: ignore[assignment]
    options: dict[str, object] = {}  # type: ignore[assignment]


# Split and choose.


class SetSize(Strict):
    """How many cards a set may have."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "least": msg("about-least-in-set", "The fewest cards in a set."),
        "most": msg("about-most-in-set", "The most cards in a set."),
    }
    least: Annotated[int, Field(ge=1, le=MOST_DRAWN)]
    most: Annotated[int, Field(ge=1, le=MOST_DRAWN)]


class Card(Item):
    """A type of cards, and how many of it the deck has."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "code": msg("about-code", "The code in the notation: 1 to 4 capital letters and digits."),
        "count": msg("about-count", "The number of such cards in the deck."),
    }
    known_by = "code"
    code: Code
    count: Count


class SplittingModel(RulesetModel):
    """A split-and-choose game; a table's own model is a subclass with what its cards can do."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "table": msg("about-table-key", "The table that the cards are played to."),
        "draw": msg("about-draw", "The number of cards drawn each turn."),
        "set-size": msg("about-set-size", "The number of cards in a set."),
        "turns": msg("about-turns", "The number of turns."),
        "set-aside": msg("about-set-aside", "The number of cards set aside unseen."),
        "cards": msg("about-cards", "The types of cards, in deck order."),
    }

    fixed = (*RulesetModel.fixed, "table")

    table: str
    draw: Annotated[int, Field(ge=2, le=MOST_DRAWN)]
    set_size: SetSize
    turns: Annotated[int, Field(ge=1, le=99)]
    set_aside: Annotated[int, Field(ge=0, le=999)] = 0
    cards: Annotated[Sequence[Card], Field(min_length=1, max_length=MOST_CARDS)]


# The table of Jolly & Roger.


class Colour(Item):
    """A colour of pirates and ships."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "id": msg("about-item-id", "The id in this file."),
        "code": msg("about-colour-code", "A letter for the colour."),
        "name": msg("about-name", "The name for people."),
        "ink": msg("about-ink", "The colour on the screen; by default the id, if that is one."),
        "pirate": msg(
            "about-pirate",
            "The name of its pirates, before the strength; by default the colour's name.",
        ),
    }
    id: Id
    code: Code
    name: Label
    ink: Ink | None = None
    pirate: Label | None = None

    @property
    def shown_ink(self) -> str:
        """The terminal colour it is shown in: its own id where that is one, or nothing."""
        return self.ink or (self.id if self.id in get_args(Ink) else "")


class Ship(Item):
    """A ship, what it is worth, and whose pirates may join and board there."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "id": msg("about-item-id", "The id in this file."),
        "colour": msg("about-ship-colour", "The colour of the pirates that join and board here."),
        "gold": msg("about-ship-gold", "The gold it is worth at the end."),
        "name": msg("about-name", "The name for people."),
    }
    id: Id
    colour: str
    gold: Gold
    name: Label


class PirateCard(Card):
    """Pirates of one colour and strength."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "colour": msg("about-card-colour", "The colour of the pirate."),
        "strength": msg("about-strength", "The strength in a crew."),
        "gold": msg("about-card-gold", "The gold it is worth in a chest; by default its strength."),
    }
    tag: ClassVar[str] = "=pirate"

    colour: str
    strength: Strength
    gold: Gold | None = None


class SpecialCard(Card):
    """A card with an effect of its own."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "effect": msg("about-effect", "The effect of the card, which a plugin brings."),
        "name": msg("about-name", "The name for people."),
        "strength": msg("about-special-strength", "The strength in a crew, if it joins one."),
    }
    tag: ClassVar[str] = "=special"

    effect: str
    name: Label
    strength: Strength = 0


def _kind_of_card(card: object) -> str:
    is_special = isinstance(card, SpecialCard) or (isinstance(card, dict) and "effect" in card)
    return SpecialCard.tag if is_special else PirateCard.tag


CrewCard = Annotated[
    Annotated[PirateCard, Tag(PirateCard.tag)] | Annotated[SpecialCard, Tag(SpecialCard.tag)],
    Discriminator(_kind_of_card),
]


class CrewsOptions(Options):
    """The options of the crews table."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "memory": msg(
            "option-memory",
            "Hides the opponents' parrots and chests on the screen, so that you have to remember"
            " them.",
        )
    }
    memory: bool = False


class CrewsModel(SplittingModel):
    """Ships, crews, captains and treasure chests."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "colours": msg("about-colours", "The colours of pirates and ships."),
        "ships": msg("about-ships", "The ships, in their order."),
        "captains": msg("about-captains", "The number of captains of each player."),
        "parrot": msg("about-parrot", "The strength of a card that lies face down."),
    }
    colours: Annotated[Sequence[Colour], Field(min_length=1, max_length=MOST_SHIPS)]
    ships: Annotated[Sequence[Ship], Field(min_length=1, max_length=MOST_SHIPS)]
    captains: Annotated[int, Field(ge=0, le=99)]
    parrot: Strength
    cards: Annotated[Sequence[CrewCard], Field(min_length=1, max_length=MOST_CARDS)]
    options: CrewsOptions = CrewsOptions()

    def colour(self, id: str) -> Colour:
        """Return the colour of that *id*, which must exist."""
        return next(colour for colour in self.colours if colour.id == id)

    def ship_ink(self, ship: Ship) -> str:
        """Return the terminal colour of *ship*, or nothing."""
        return self.colour(ship.colour).shown_ink

    def card_name(self, card: PirateCard | SpecialCard) -> Name:
        """Return what *card* is called."""
        if isinstance(card, SpecialCard):
            return card.name
        colour = self.colour(card.colour)
        return replace(colour.pirate or colour.name, number=card.strength)

    def card_ink(self, card: PirateCard | SpecialCard) -> str:
        """Return the terminal colour of *card*, or nothing."""
        return "" if isinstance(card, SpecialCard) else self.colour(card.colour).shown_ink

    def card_gold(self, card: PirateCard | SpecialCard) -> int:
        """Return what *card* is worth under a treasure chest; special cards never get there."""
        if isinstance(card, SpecialCard):
            return 0
        return card.strength if card.gold is None else card.gold

    def ships_of(self, card: PirateCard | SpecialCard) -> list[int]:
        """Return the numbers of the ships that *card* joins face up, but for its effect."""
        if isinstance(card, SpecialCard):
            return []
        return [at for at, ship in enumerate(self.ships) if ship.colour == card.colour]
