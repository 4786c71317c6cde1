"""The keys of rule sets with ``table: crews``."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar, get_args

from pydantic import Discriminator, Field, Tag

from ....core.rules.labels import Label
from ....core.rules.models import (
    MOST_CARDS,
    SEATS,
    ByPlayers,
    Called,
    Card,
    Colour,
    EffectCard,
    EffectWritten,
    End,
    Item,
    ItemId,
    Number,
    Options,
    Seat,
    SplittingModel,
)
from ....core.text import Message, Name, msg

MOST_SHIPS = 26
ANY_COLOUR = "any"
TieBreak = Literal["best-ship", "most-ships", "fewest-ships", "most-chest", "fewest-chest"]
TIE_BREAKS = get_args(TieBreak)
Gold = Annotated[int, Field(ge=-999, le=999)]
Value = TypeVar("Value")
Strength = Annotated[Number, msg("about-strength", "The strength in a crew.")]
_SHIPS = Field(min_length=1, max_length=MOST_SHIPS)
_CARDS = Field(min_length=1, max_length=MOST_CARDS)


def for_players(value: Value | Mapping[Any, Value], players: int) -> Value | None:
    """Return *value* for that many *players*; ``None`` if it differs and there is none for them."""
    return value.get(str(players)) if isinstance(value, Mapping) else value


def parted(written: str) -> tuple[str, str, str]:
    """Return the code, the sign and the ship of a play, such as ``G4@red``."""
    sign = next(sign for sign in "@?$" if sign in written)
    code, _, ship = written.partition(sign)
    return code, sign, ship


NO_CAPTAINS: Final = "none"
Captains = Annotated[
    Annotated[Literal["none"], Tag("=none")] | Annotated[ByPlayers[Number], Tag("=captains")],
    Discriminator(lambda it: "=none" if it == NO_CAPTAINS else "=captains"),
]


class PirateColour(Colour):
    """A colour of pirates and ships."""

    pirate: Annotated[Label | None, msg("about-pirate", "The pirates' own name.")] = None


PirateColours = Annotated[
    Annotated[str, Tag("=colour")]
    | Annotated[Sequence[str], Field(min_length=1, max_length=MOST_SHIPS), Tag("=colours")],
    Discriminator(lambda it: "=colours" if isinstance(it, list) else "=colour"),
]


class Ship(Item):
    """A ship, its gold, and the colour of the pirates that may join or board it."""

    id: ItemId
    colour: Annotated[
        PirateColours, msg("about-ship-colour", "The colour of its pirates, or several of them.")
    ]
    gold: Annotated[
        ByPlayers[Gold],
        msg("about-ship-gold", "The gold it is worth at the end, also by number of players."),
    ]
    second: Annotated[
        ByPlayers[Gold],
        msg("about-second", "The gold for the second strongest crew at the end."),
    ] = 0
    name: Called


class PirateCard(Card):
    """Pirates of one colour and strength."""

    tag: ClassVar[str] = "=pirate"
    effect: ClassVar[str] = ""
    colour: Annotated[
        PirateColours,
        msg("about-card-colour", "The colour of the pirate, several of them, or any."),
    ]
    strength: Strength
    gold: Annotated[Gold | None, msg("about-card-gold", "Gold; by default, its strength.")] = None
    name: Annotated[
        Label | None, msg("about-pirate-name", "Its own name, needed with several colours.")
    ] = None


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


START_PATTERN = r"^[A-Z][A-Z0-9]{0,3}([@?][a-z][a-z0-9-]{0,39}|\$)$"
Start = Annotated[
    Sequence[Annotated[str, Field(pattern=START_PATTERN)]], Field(max_length=MOST_CARDS)
]


class CrewsSeat(Seat):
    """A place at the table, with what it begins with."""

    captains: Annotated[
        ByPlayers[Number] | None,
        msg("about-seat-captains", "The captains of this seat, if not as many as others have."),
    ] = None
    start: Annotated[
        ByPlayers[Start],
        msg(
            "about-start",
            'Cards that it has from the start: `R2@red` at a ship, `"R2?red"` face down,'
            " `R2$` in the chest; also by number of players.",
        ),
    ] = ()

    gold: Annotated[
        ByPlayers[Gold], msg("about-start-gold", "The gold in the treasure chest at the start.")
    ] = 0


class CrewsEnd(End):
    """Conditions that end a game with ships besides the number of turns."""

    gold: Annotated[
        Gold | None,
        msg("about-end-gold", "It ends after a turn in which a seat has this much gold."),
    ] = None
    ships: Annotated[
        Literal["held"] | None,
        msg("about-end-ships", "It ends after a turn in which every ship has a captain."),
    ] = None


class CrewsOptions(Options):
    """The options of the crews table."""

    memory: Annotated[
        bool,
        msg("option-memory", "Hides opponents' parrots and chests: you have to remember them."),
    ] = False


class CrewsModel(SplittingModel):
    """Rules of the table of Jolly & Roger: colours, ships, captains and cards."""

    patterns: ClassVar[Mapping[str, Message]] = {
        START_PATTERN: msg(
            "bad-start",
            'Say where the card lies: R2@red at a ship, "R2?red" face down there, or R2$ in the'
            " chest.",
        )
    }

    colours: Annotated[
        Sequence[PirateColour], _SHIPS, msg("about-colours", "The colours of pirates.")
    ]
    ships: Annotated[Sequence[Ship], _SHIPS, msg("about-ships", "The ships, in their order.")]
    seats: Annotated[Sequence[CrewsSeat], SEATS, msg("about-seats", "The seats, in playing order.")]
    captains: Annotated[
        Captains,
        msg("about-captains", "The captains of each player, also by number of players; or none."),
    ]
    parrot: Annotated[Number, msg("about-parrot", "The strength of a card that lies face down.")]
    cards: Annotated[Sequence[CrewCard], _CARDS]
    tie_break: Annotated[
        Sequence[TieBreak],
        Field(max_length=len(TIE_BREAKS)),
        msg("about-tie-break", "What decides between equal scores, in order; else a shared win."),
    ] = (TIE_BREAKS[0],)
    end: Annotated[CrewsEnd | None, msg("about-end", "What ends the game besides `turns`.")] = None
    options: CrewsOptions = CrewsOptions()

    def colour(self, id: str) -> PirateColour:
        return next(colour for colour in self.colours if colour.id == id)

    def card_name(self, card: PirateCard | SpecialCard) -> Name:
        if isinstance(card, SpecialCard):
            return card.name
        if card.name:
            return card.name
        colour = self.colour(self.colours_of(card)[0])
        return replace(colour.pirate or colour.name, number=card.strength)

    @property
    def has_captains(self) -> bool:
        """True if captains hold the ships; otherwise, the strongest crews do."""
        return self.captains != NO_CAPTAINS

    def captains_for(self, players: int) -> int | None:
        """Return the captains of each of that many *players*, one for each ship without any.

        It is ``None`` if there is no number for that many.
        """
        captains: Any = self.captains
        return for_players(captains, players) if self.has_captains else len(self.ships)

    def starts(self, players: int) -> list[list[tuple[str, str, str]]]:
        """Return code, sign and ship of each card that a seat has from the start, by seat."""
        return [
            [*map(parted, for_players(seat.start, players) or ())]
            for seat in islice(self.seats, players)
        ]

    def deck_for(self, players: int) -> int:
        return super().deck_for(players) - sum(map(len, self.starts(players)))

    def colours_of(self, card: PirateCard | SpecialCard | Ship) -> list[str]:
        """Return the ids of the colours of *card* or a ship; of a special card none."""
        ids = [colour.id for colour in self.colours]
        if card.colour in (ANY_COLOUR, [ANY_COLOUR]) and ANY_COLOUR not in ids:
            return ids
        given = [card.colour] if isinstance(card.colour, str) else [*card.colour]
        return [colour for colour in given if colour]

    def card_gold(self, card: PirateCard | SpecialCard) -> int:
        """Return the gold of *card* in a chest; 0 for special cards, which never get there."""
        return card.strength if card.gold is None else card.gold
