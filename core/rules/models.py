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
    """A mapping that takes the keys it knows, and values of exactly the right kind."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, alias_generator=kebab)

    meanings: ClassVar[Mapping[str, Message]] = {}
    """What the keys are for, for people; those of the base classes hold as well."""


class Item(Strict):
    """An item of a list that variants can patch."""

    known_by: ClassVar[str] = "id"
    """The key that tells the items apart."""


class Seat(Item):
    """A place at the table."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "id": msg("about-seat-id", "What the seat is called on command lines and in records."),
        "name": msg("about-seat-name", "Who sits there."),
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
    """What those who play may choose; each field is one option with its default.

    Its `meanings` say what each option does.
    """


class Variant(Strict):
    """A variant, and what it does to the rules above it; see `variants`."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "name": msg("about-name", "What people call it."),
        "description": msg("about-description", "What there is to say about it."),
        "extends": msg(
            "about-variant-extends",
            "The variant whose rules these begin with; one of another rule set is written as in"
            " jolly-roger/advanced.",
        ),
        "set": msg(
            "about-set", "Keys of the rule set, and what stands there in this variant instead."
        ),
        "add": msg("about-add", "By list: the items that are added to what is extended."),
        "change": msg(
            "about-change",
            "By list and id: the keys that get other values than in what is extended.",
        ),
        "remove": msg("about-remove", "By list: the ids that are removed from what is extended."),
    }

    name: Label
    description: Prose | None = None
    extends: str = ""
    set: dict[str, object] = {}
    # What may stand in these three is checked where they are done: see `patches`.
    add: dict[str, object] = {}
    change: dict[str, object] = {}
    remove: dict[str, object] = {}


class RulesetModel(Strict):
    """The part of a rule set that all games have; a game's own model is a subclass."""

    fixed: ClassVar[tuple[str, ...]] = ("format", "id", "game", "domain", "extends", "variants")
    """The keys that are the same in all variants."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "format": msg("about-format", "The format of the file: always 1."),
        "id": msg(
            "about-id", "What splitpick calls the rule set: small letters, digits and dashes."
        ),
        "game": msg("about-game", "Which kind of game it is."),
        "name": msg("about-name", "What people call it."),
        "description": msg("about-description", "What there is to say about it."),
        "credits": msg("about-credits", "Who the game is by."),
        "domain": msg(
            "about-domain",
            "The gettext domain, or several, of plugins whose catalogs translate the texts.",
        ),
        "extends": msg(
            "about-extends",
            "The rule set whose rules these begin with, or a variant of it as in"
            " jolly-roger/advanced.",
        ),
        "add": msg("about-add", "By list: the items that are added to what is extended."),
        "change": msg(
            "about-change",
            "By list and id: the keys that get other values than in what is extended.",
        ),
        "remove": msg("about-remove", "By list: the ids that are removed from what is extended."),
        "seats": msg("about-seats", "Who plays, in playing order."),
        "players": msg(
            "about-players", "How many can play; without it as many as there are seats."
        ),
        "options": msg(
            "about-options", "What the players may choose, and what holds where they do not."
        ),
        "variants": msg(
            "about-variants", "Ways to play; the first is played if none is asked for."
        ),
    }

    format: Annotated[int, Field(ge=FORMAT, le=FORMAT)]
    id: Id
    game: str
    name: Label
    description: Prose | None = None
    credits: Prose | None = None
    domain: Domains = ()
    extends: str = ""
    add: dict[str, object] = {}
    change: dict[str, object] = {}
    remove: dict[str, object] = {}
    seats: Annotated[Sequence[Seat], Field(min_length=2, max_length=MOST_SEATS)]
    players: Players | None = None
    options: Options = Options()
    variants: Annotated[dict[Id, Variant], Field(max_length=MOST_VARIANTS)] = {}

    @property
    def least_players(self) -> int:
        """How many must play at least: all seats, where nothing is said."""
        return self.players.least if self.players else len(self.seats)

    @property
    def most_players(self) -> int:
        """How many can play at most: all seats, where nothing is said."""
        return self.players.most if self.players else len(self.seats)

    def variant_name(self, id: str) -> Name:
        """Return what the variant *id* is called."""
        return self.variants[id].name


class AnyRuleset(RulesetModel):
    """A rule set of a game that is not known: only what all games have is looked at."""

    model_config = ConfigDict(extra="ignore")


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
        "code": msg("about-code", "What the notation calls it: 1 to 4 capital letters and digits."),
        "count": msg("about-count", "How many of it the deck has."),
    }

    known_by = "code"

    code: Code
    count: Count


class SplittingModel(RulesetModel):
    """A split-and-choose game; a table's own model is a subclass with what its cards can do."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "table": msg(
            "about-table-key", "What is done with the cards: the table that they are played to."
        ),
        "draw": msg("about-draw", "How many cards are drawn in a turn."),
        "set-size": msg("about-set-size", "How many cards a set may have."),
        "turns": msg("about-turns", "How many turns there are."),
        "set-aside": msg("about-set-aside", "How many cards are set aside unseen."),
        "cards": msg("about-cards", "The deck, type by type and in its order."),
    }

    fixed = (*RulesetModel.fixed, "table")

    table: str
    draw: Annotated[int, Field(ge=2, le=MOST_DRAWN)]
    set_size: SetSize
    turns: Annotated[int, Field(ge=1, le=99)]
    set_aside: Annotated[int, Field(ge=0, le=999)] = 0
    cards: Annotated[Sequence[Card], Field(min_length=1, max_length=MOST_CARDS)]


class AnyTableCard(Card):
    """A card of a table that is not known."""

    model_config = ConfigDict(extra="ignore")


class AnySplitting(SplittingModel):
    """A split-and-choose game with a table that is not known."""

    model_config = ConfigDict(extra="ignore")

    cards: Annotated[Sequence[AnyTableCard], Field(min_length=1, max_length=MOST_CARDS)]


# The table of Jolly & Roger.


class Colour(Item):
    """A colour of pirates and ships."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "id": msg("about-item-id", "What it is called in this file."),
        "code": msg("about-colour-code", "A letter for the colour."),
        "name": msg("about-name", "What people call it."),
        "ink": msg("about-ink", "The colour on the screen; without it the id, where that is one."),
        "pirate": msg(
            "about-pirate", "What its pirates are called, before the strength; without it the name."
        ),
    }

    id: Id
    code: Code
    name: Label
    ink: Ink | None = None
    pirate: Label | None = None
    """What a pirate of the colour is called, before its strength; else like the colour."""

    @property
    def shown_ink(self) -> str:
        """The terminal colour it is shown in: its own id where that is one, or nothing."""
        return self.ink or (self.id if self.id in get_args(Ink) else "")


class Ship(Item):
    """A ship, what it is worth, and whose pirates may join and board there."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "id": msg("about-item-id", "What it is called in this file."),
        "colour": msg("about-ship-colour", "Whose pirates join and board here."),
        "gold": msg("about-ship-gold", "What the ship is worth in the end."),
        "name": msg("about-name", "What people call it."),
    }

    id: Id
    colour: str
    gold: Gold
    name: Label


class PirateCard(Card):
    """Pirates of one colour and strength."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "colour": msg("about-card-colour", "The colour of the pirate."),
        "strength": msg("about-strength", "How much it counts in a crew."),
        "gold": msg(
            "about-card-gold", "What it is worth in a chest; without it as much as its strength."
        ),
    }

    tag: ClassVar[str] = "=pirate"

    colour: str
    strength: Strength
    gold: Gold | None = None
    """What it is worth in the chest; else as much as its strength."""


class SpecialCard(Card):
    """A card with an effect of its own."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "effect": msg("about-effect", "What the card does: an effect that a plugin brings."),
        "name": msg("about-name", "What people call it."),
        "strength": msg(
            "about-special-strength", "How much it counts in a crew, where it joins one."
        ),
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
            "Whether opponents' parrots and chests are hidden on the screen and have to be"
            " remembered.",
        )
    }

    memory: bool = False


class CrewsModel(SplittingModel):
    """Ships, crews, captains and treasure chests."""

    meanings: ClassVar[Mapping[str, Message]] = {
        "colours": msg("about-colours", "The colours of pirates and ships."),
        "ships": msg("about-ships", "The ships, in their order."),
        "captains": msg("about-captains", "How many captains each player has."),
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
