"""The keys of rule sets with ``table: crews``."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, ClassVar

from pydantic import Discriminator, Field, Tag

from ....core.rules.labels import Label
from ....core.rules.models import (
    MOST_CARDS,
    Amount,
    Called,
    Card,
    Colour,
    EffectCard,
    EffectWritten,
    Item,
    ItemId,
    Number,
    Options,
    SplittingModel,
)
from ....core.text import Name, msg

MOST_SHIPS = 26
Strength = Annotated[Number, msg("about-strength", "The strength in a crew.")]
_SHIPS = Field(min_length=1, max_length=MOST_SHIPS)
_CARDS = Field(min_length=1, max_length=MOST_CARDS)


class PirateColour(Colour):
    """A colour of pirates and ships."""

    pirate: Annotated[Label | None, msg("about-pirate", "The pirates' own name.")] = None


class Ship(Item):
    """A ship, its gold, and the colour of the pirates that may join or board it."""

    id: ItemId
    colour: Annotated[str, msg("about-ship-colour", "The colour of its pirates.")]
    gold: Annotated[Amount, msg("about-ship-gold", "The gold it is worth at the end.")]
    name: Called


class PirateCard(Card):
    """Pirates of one colour and strength."""

    tag: ClassVar[str] = "=pirate"
    effect: ClassVar[str] = ""
    colour: Annotated[str, msg("about-card-colour", "The colour of the pirate.")]
    strength: Strength
    gold: Annotated[Amount | None, msg("about-card-gold", "Gold; by default, its strength.")] = None


class SpecialCard(EffectCard):
    """A card with a special effect instead of a colour."""

    tag: ClassVar[str] = "=special"
    colour: ClassVar[str] = ""
    gold: ClassVar[int] = 0
    effect: Annotated[
        EffectWritten, msg("about-effect", "The effect of the card, or several in a row.")
    ]
    name: Called
    strength: Strength = 0


CrewCard = Annotated[
    Annotated[PirateCard, Tag(PirateCard.tag)] | Annotated[SpecialCard, Tag(SpecialCard.tag)],
    Discriminator(lambda it: "=special" if isinstance(it, dict) and "effect" in it else "=pirate"),
]


class CrewsOptions(Options):
    """The options of the crews table."""

    memory: Annotated[
        bool,
        msg("option-memory", "Hides opponents' parrots and chests: you have to remember them."),
    ] = False


class CrewsModel(SplittingModel):
    """Rules of the table of Jolly & Roger: colours, ships, captains and cards."""

    colours: Annotated[
        Sequence[PirateColour], _SHIPS, msg("about-colours", "The colours of pirates.")
    ]
    ships: Annotated[Sequence[Ship], _SHIPS, msg("about-ships", "The ships, in their order.")]
    captains: Annotated[Number, msg("about-captains", "The number of captains of each player.")]
    parrot: Annotated[Number, msg("about-parrot", "The strength of a card that lies face down.")]
    cards: Annotated[Sequence[CrewCard], _CARDS]
    options: CrewsOptions = CrewsOptions()

    def colour(self, id: str) -> PirateColour:
        return next(colour for colour in self.colours if colour.id == id)

    def card_name(self, card: PirateCard | SpecialCard) -> Name:
        if isinstance(card, SpecialCard):
            return card.name
        colour = self.colour(card.colour)
        return replace(colour.pirate or colour.name, number=card.strength)

    def card_gold(self, card: PirateCard | SpecialCard) -> int:
        """Return the gold of *card* in a chest; 0 for special cards, which never get there."""
        return card.strength if card.gold is None else card.gold
