"""The keys of rule sets as pydantic models; the YAML's keys are these fields in kebab-case.

They check each value by itself.  `checks` has the checks of several values together, such as
the deck, which must divide into turns.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    create_model,
)

from ..splitting.offer import Offer
from ..splitting.offers.parts.all_parts import PARTS
from ..splitting.offers.parts.part import Key
from ..splitting.splits import MOST_DRAWN, most_cards
from ..text import Message, Name, msg
from .labels import LANGUAGE_PATTERN, ONE_LINE, Label, Prose, refuse
from .reading.inks import INKS, OWN_INK, darkened, in_hex, is_readable
from .reading.pictures import Picture
from .value_findings import like_this, to_write

FORMAT = 1
MOST_SEATS = 8
MOST_VARIANTS = 50
MOST_CARDS = 200
MOST_SHAPES = 30
MOST_EFFECTS = 4
MOST_TURNS = 99
VARIANTS = "variants"

ID_PATTERN = r"^[a-z][a-z0-9-]{0,39}$"
CODE_PATTERN = r"^[A-Z][A-Z0-9]{0,3}$"
DOMAIN_PATTERN = r"^[A-Za-z][A-Za-z0-9_.-]{0,79}$"
PATTERNS: Mapping[str, Message] = {
    LANGUAGE_PATTERN: msg("bad-language", "Write en, de, de-AT, or de.dat for a grammatical form."),
    ONE_LINE: msg("several-lines", "This text must be on one line."),
    ID_PATTERN: msg("bad-id", "Write at most 40 small letters, digits, dashes; a letter first."),
    CODE_PATTERN: msg("bad-code", "Write 1 to 4 capital letters and digits, a letter first."),
    DOMAIN_PATTERN: msg("bad-domain", "Write a letter, then letters, digits, dots, - and _."),
}
"""Messages by the pattern that a text does not fit."""

Id = Annotated[str, Field(pattern=ID_PATTERN)]
Code = Annotated[str, Field(pattern=CODE_PATTERN)]
Domain = Annotated[str, Field(pattern=DOMAIN_PATTERN)]
Domains = Annotated[
    Sequence[Domain],
    BeforeValidator(
        lambda value: [value] if isinstance(value, str) else value,
        json_schema_input_type=Domain | Sequence[Domain],
    ),
]
"""Gettext domains whose catalogs translate the texts; a list, or a single one without it."""
# The colours that every terminal has, and some that are nearly there.
NamedInk = Literal[
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    "orange", "brown", "pink", "purple", "olive", "teal", "navy", "grey",
]  # fmt: skip


def _own_ink(ink: str) -> str:
    """Return a colour as it is drawn; it has to be one that can be read."""
    if not re.fullmatch(OWN_INK, ink):
        form = msg("bad-ink", "This colour needs six digits from 0 to f after the #.")
        if own := in_hex(ink):
            raise refuse(to_write(form, f'"{darkened(own)}"'))
        raise refuse(like_this(form, '"#1a6e33"'))
    if not is_readable(ink):
        pale = msg("pale-ink", "This colour is too pale to be read on light paper.")
        raise refuse(to_write(pale, f'"{darkened(ink)}"'))
    return ink.lower()


def _whole_ink(ink: object) -> object:
    """Refuse nothing at all, which is what YAML makes of a colour without quotes."""
    if ink is None:
        cut = msg("cut-ink", "There is nothing here: # begins a comment unless it is in quotes.")
        raise refuse(like_this(cut, '"#1a6e33"'))
    return ink


Ink = Annotated[
    Annotated[NamedInk, Tag("=name")]
    | Annotated[
        str, Field(json_schema_extra={"pattern": OWN_INK}), AfterValidator(_own_ink), Tag("=own")
    ],
    Discriminator(lambda it: "=own" if isinstance(it, str) and it[:1] == "#" else "=name"),
]
AnyInk = Annotated[Ink | None, BeforeValidator(_whole_ink)]
"""The ink of a key that may be left out."""
Count = Annotated[int, Field(ge=1, le=MOST_TURNS)]
Number = Annotated[int, Field(ge=0, le=99)]
Amount = Annotated[int, Field(ge=0, le=999)]
Seats = Annotated[int, Field(ge=2, le=MOST_SEATS)]
SeatNumber = Annotated[int, Field(ge=1, le=MOST_SEATS)]
Drawn = Annotated[int, Field(ge=1, le=MOST_DRAWN)]
Free = dict[str, object]
_VARIANTS = Field(max_length=MOST_VARIANTS)
SEATS = Field(min_length=2, max_length=MOST_SEATS)
_CARDS = Field(min_length=1, max_length=MOST_CARDS)
_SHAPE = Field(min_length=2, max_length=MOST_DRAWN)
_SHAPES = Field(max_length=MOST_SHAPES)
Called = Annotated[Label, msg("about-name", "The name for people.")]
ItemId = Annotated[Id, msg("about-item-id", "The id in this file.")]


class Strict(BaseModel):
    """A mapping of known keys and values of exactly the right kind.

    A field may be annotated with a message that says what it is for.
    """

    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, alias_generator=lambda n: n.replace("_", "-")
    )

    @classmethod
    def meanings(cls) -> dict[str, Message]:
        """Return the descriptions of the keys, by key."""
        return {
            field.alias or name: about
            for base in reversed(cls.__mro__)
            if issubclass(base, BaseModel)
            for name, field in base.model_fields.items()
            for about in field.metadata
            if isinstance(about, Message)
        }


class Item(Strict):
    """An item of a list that variants can patch; the key *known_by* tells the items apart."""

    known_by: ClassVar[str] = "id"


class Seat(Item):
    """A place at the table."""

    id: Annotated[Id, msg("about-seat-id", "The id of the seat on command lines and in records.")]
    name: Annotated[Label, msg("about-seat-name", "The name of the seat for people.")]


class Players(Strict):
    """The least and the greatest number of players."""

    least: Annotated[Seats, msg("about-least-players", "The fewest players.")]
    most: Annotated[Seats, msg("about-most-players", "The most players.")]


class Options(Strict):
    """Players' choices; each field is one option with its default."""


class Extending(Strict):
    """Keys that rule sets and variants share; patches are checked where they are applied."""

    name: Called
    description: Annotated[Prose | None, msg("about-description", "A description.")] = None
    extends: Annotated[str, msg("about-extends", "The name of the rules that these extend.")] = ""
    add: Annotated[Free, msg("about-add", "Items that are added, by list.")] = {}
    change: Annotated[Free, msg("about-change", "Keys that get other values, by list and id.")] = {}
    remove: Annotated[Free, msg("about-remove", "Ids that are removed, by list.")] = {}


class Variant(Extending):
    """A variant: changes to the rules above all variants, or to those that it extends."""

    set: Annotated[Free, msg("about-set", "Keys with their values in this variant.")] = {}


class RulesetModel(Extending):
    """The keys that all games have; those in *fixed* are the same in all variants."""

    fixed: ClassVar[tuple[str, ...]] = ("format", "id", "game", "domain", "extends", "variants")
    patterns: ClassVar[Mapping[str, Message]] = {}
    """Messages about texts that do not match, by pattern."""
    format: Annotated[int, Field(ge=FORMAT, le=FORMAT), msg("about-format", "The format, now 1.")]
    id: Annotated[Id, msg("about-id", "The id of the rule set: small letters, digits and dashes.")]
    game: Annotated[str, msg("about-game", "The kind of game.")]
    credits: Annotated[Prose | None, msg("about-credits", "The authors of the game.")] = None
    version: Annotated[Label | None, msg("about-version", "The version of the rule set.")] = None
    license: Annotated[
        Label | None, msg("about-license", "The licence, such as CC-BY-4.0, by its SPDX name.")
    ] = None
    domain: Annotated[Domains, msg("about-domain", "Gettext domains of the rules' texts.")] = ()
    seats: Annotated[Sequence[Seat], SEATS, msg("about-seats", "The seats, in playing order.")]
    players: Annotated[Players | None, msg("about-players", "The numbers of players.")] = None
    options: Annotated[Options, msg("about-options", "The options and their defaults.")] = Options()
    variants: Annotated[
        dict[Id, Variant], _VARIANTS, msg("about-variants", "The variants, the default first.")
    ] = {}

    @property
    def player_counts(self) -> tuple[int, int]:
        """The least and the greatest number of players."""
        seats = len(self.seats)
        return (self.players.least, self.players.most) if self.players else (seats, seats)

    def variant_name(self, id: str) -> Name:
        return self.variants[id].name


class AnyRuleset(RulesetModel):
    """The part of a rule set that can be checked without knowing its game or table."""

    model_config = ConfigDict(extra="ignore")
    seats: Sequence[dict[str, object]]  # type: ignore[assignment]
    options: dict[str, object] = {}  # type: ignore[assignment]


class AnySplitting(AnyRuleset):
    """The part of a split-and-choose rule set that can be checked without knowing its table."""

    table: str


# Split and choose.


class SetSize(Strict):
    """The least and the greatest number of cards in a set."""

    least: Annotated[Drawn, msg("about-least-in-set", "The fewest cards in a set.")]
    most: Annotated[Drawn, msg("about-most-in-set", "The most cards in a set.")]


_BY_PLAYERS, _NUMBER = "=by-players", "=number"
Draw = Annotated[int, Field(ge=2, le=MOST_DRAWN)]
Counted = TypeVar("Counted")
ByPlayers = Annotated[
    Annotated[Counted, Tag(_NUMBER)]
    | Annotated[Mapping[Literal["2", "3", "4", "5", "6", "7", "8"], Counted], Tag(_BY_PLAYERS)],
    Discriminator(lambda it: _BY_PLAYERS if isinstance(it, dict) else _NUMBER),
]
"""A number, or another value, or one for each number of players."""
Shapes = Annotated[Sequence[Annotated[Sequence[Drawn], _SHAPE]], _SHAPES]
OfferSets = Annotated[
    Annotated[Literal["players"], Tag("=players")]
    | Annotated[int, Field(ge=2, le=MOST_DRAWN), Tag(_NUMBER)],
    Discriminator(lambda it: "=players" if isinstance(it, str) else _NUMBER),
]


def _offer_field(key: Key) -> Any:
    """Return the type and the default of *key*."""
    default = getattr(Offer(), key.name)
    kind: Any = type(default)
    if key.words:
        kind = Literal[key.words]
    elif key.most:
        kind = Annotated[int, Field(ge=0, le=key.most)]
    return Annotated[kind, key.about], default


_OfferKeys = create_model(
    "_OfferKeys",
    __base__=Strict,
    **{key.name: _offer_field(key) for part in PARTS for key in part.keys},
)


class OfferModel(_OfferKeys):  # type: ignore[misc, valid-type]
    """The way cards are put up; these keys depend on the number of players, the others do not."""

    draw: Annotated[
        ByPlayers[Draw] | None,
        msg(
            "about-offer-draw",
            "The cards of an offer: a number, or one for each number of players.",
        ),
    ] = None
    sets: Annotated[OfferSets, msg("about-offer-sets", "The number of sets.")] = "players"
    size: Annotated[
        SetSize | None, msg("about-offer-size", "The number of cards in a set; by default, any.")
    ] = None
    shapes: Annotated[
        Shapes, msg("about-offer-shapes", "The forms allowed, each as the sizes of its sets.")
    ] = ()


class Card(Item):
    """A type of card, and how many of it the deck has."""

    known_by = "code"
    code: Annotated[Code, msg("about-code", "The code in the notation.")]
    count: Annotated[Count, msg("about-count", "The number of such cards in the deck.")]
    picture: Annotated[Picture | None, msg("about-card-picture", "The picture on the card.")] = None


EffectWritten = Annotated[
    Annotated[str, Tag("=id")]
    | Annotated[dict[str, object], Field(min_length=1, max_length=MOST_EFFECTS), Tag("=settings")]
    | Annotated[
        Sequence[
            Annotated[
                Annotated[str, Tag("=id")]
                | Annotated[dict[str, object], Field(min_length=1, max_length=1), Tag("=settings")],
                Discriminator(lambda it: "=settings" if isinstance(it, dict) else "=id"),
            ]
        ],
        Field(min_length=1, max_length=MOST_EFFECTS),
        Tag("=several"),
    ],
    Discriminator(
        lambda it: (
            "=settings" if isinstance(it, dict) else "=several" if isinstance(it, list) else "=id"
        )
    ),
]
"""The id of an effect, a mapping of ids to settings, or a list of these."""


class EffectUse(NamedTuple):
    """An effect of a card, with the settings that are *given* and the path to its id."""

    id: str
    given: object
    path: tuple[str | int, ...]


def uses_of(written: Any, path: tuple[str | int, ...] = ()) -> Iterator[EffectUse]:
    """Yield the effects in *written*, the value of ``effect``, in their order."""
    if isinstance(written, Mapping):
        for id, given in written.items():
            yield EffectUse(id, given, (*path, id))
    elif isinstance(written, str):
        if written:
            yield EffectUse(written, None, path)
    else:
        for at, each in enumerate(written):
            yield from uses_of(each, (*path, at))


class EffectCard(Card):
    """A type of card that the effect of a plugin can make special.

    With an effect, a card needs no keys but those of this class and a name: the model of a table
    gives its other keys defaults.
    """

    effect: Annotated[
        EffectWritten, msg("about-card-effect", "What the card can do besides: one effect or more.")
    ] = ""
    rules: Annotated[
        Prose | None, msg("about-card-rules", "Its rules, in place of those of its effect.")
    ] = None

    @property
    def uses(self) -> list[EffectUse]:
        """The effects of the card, in their order; none if it is not special."""
        return list(uses_of(self.effect))


class End(Strict):
    """Conditions that end a game besides the number of turns."""

    deck: Annotated[
        Literal["empty"] | None,
        msg("about-end-deck", "The game lasts as many turns as there are cards for."),
    ] = None

    def is_over(self) -> bool:
        """Return whether a condition may end the game before its last turn."""
        return any(value for key, value in self if key != "deck")


class SplittingModel(RulesetModel):
    """A split-and-choose game; the model of a table is a subclass with further keys."""

    fixed = (*RulesetModel.fixed, "table")

    table: Annotated[str, msg("about-table-key", "The table that the cards are played to.")]
    draw: Annotated[ByPlayers[Draw] | None, msg("about-draw", "The cards drawn a turn.")] = None
    set_size: Annotated[SetSize | None, msg("about-set-size", "The number of cards in a set.")] = (
        None
    )
    offer: Annotated[
        OfferModel | None, msg("about-offer", "How cards are put up, split and picked.")
    ] = None
    turns: Annotated[
        ByPlayers[Count],
        msg("about-turns", "The number of turns, or one for each number of players."),
    ] = Field(default_factory=int)  # 0, which nobody can write, and so no guide shows
    end: Annotated[End | None, msg("about-end", "What ends the game besides `turns`.")] = None
    partners: Annotated[
        Sequence[Annotated[Sequence[SeatNumber], Field(min_length=1, max_length=MOST_SEATS)]],
        Field(max_length=MOST_SEATS),
        msg("about-partners", "The seats that play together, by number: [[1, 3], [2, 4]]."),
    ] = ()
    set_aside: Annotated[Amount, msg("about-set-aside", "The cards that are set aside unseen.")] = 0
    cards: Annotated[Sequence[Card], _CARDS, msg("about-cards", "The cards, in deck order.")]

    def turns_for(self, players: int) -> int:
        """Return the number of turns; 0 if there is none for that many *players*."""
        if self.end and self.end.deck:
            offer, cards = self.offer_for(players), self.deck_for(players) - self.set_aside
            fitting = range(1, MOST_TURNS + 1) if offer.draw else ()
            return sum(most_cards(offer, turns, players) <= cards for turns in fitting)
        turns: Any = self.turns
        return int(turns.get(str(players), 0) if isinstance(turns, Mapping) else turns)

    def sides(self, players: int) -> list[int]:
        """Return by seat the number of its side; an empty list if everybody plays alone."""
        side = {seat: min(team) - 1 for team in self.partners for seat in team}
        return [side.get(seat, seat - 1) for seat in range(1, players + 1)] if side else []

    def deck_for(self, players: int) -> int:
        """Return the number of cards that the draw pile has at first, with those set aside."""
        return sum(card.count for card in self.cards)

    def draw_for(self, players: int) -> int:
        """Return the number of cards of an offer; 0 if there is none for that many *players*."""
        draw: Any = (self.offer and self.offer.draw) or self.draw or 0
        return int(draw.get(str(players), 0) if isinstance(draw, Mapping) else draw)

    def offer_for(self, players: int) -> Offer:
        """Return the offer for that many *players*, with everything resolved."""
        it, draw = self.offer or OfferModel(), self.draw_for(players)
        sets = players if it.sets == "players" else it.sets
        size = it.size or self.set_size
        least, most = (size.least, size.most) if size else (1, max(1, draw - sets + 1))
        shapes = tuple(
            tuple(shape) for shape in it.shapes if len(shape) == sets and sum(shape) == draw
        )
        if it.shapes:
            least = min((min(shape) for shape in shapes), default=0)
            most = max((max(shape) for shape in shapes), default=0)
        plain = it.model_dump(exclude={"draw", "sets", "size", "shapes"})
        return Offer(draw=draw, sets=sets, least=least, most=most, shapes=shapes, **plain)


class Colour(Item):
    """A colour of cards."""

    id: ItemId
    code: Annotated[Code, msg("about-colour-code", "A letter for the colour.")]
    name: Called
    ink: Annotated[AnyInk, msg("about-ink", "The screen colour; by default, the id.")] = None

    @property
    def shown_ink(self) -> str:
        return self.ink or (self.id if self.id in INKS else "")


# Declared games.


class NamedCard(Card):
    """A type of card with a name and a colour on the screen."""

    name: Annotated[Label | None, msg("about-name", "The name for people.")] = None
    ink: Annotated[AnyInk, msg("about-card-ink", "The colour of its code on the screen.")] = None


class DeclaredModel(RulesetModel):
    """A game on `splitpick.core.declared`; a game with keys of its own has a subclass."""

    cards: Annotated[Sequence[NamedCard], _CARDS, msg("about-cards", "The cards, in deck order.")]
