"""The keys of rule sets with ``table: collection``."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Discriminator, Field, Tag, ValidationInfo, field_validator

from ...rules.checking.cures.forms import TWO_NUMBERS
from ...rules.labels import refuse
from ...rules.models import (
    AnyInk,
    Called,
    Code,
    EffectCard,
    Item,
    ItemId,
    Number,
    SplittingModel,
    Strict,
)
from ...rules.reading.pictures import Picture
from ...rules.value_findings import instead
from ...text import Name, msg

MOST_LINES = 30

Use = Literal["keep", "eat", "discard"]
Few = Annotated[int, Field(ge=2, le=9)]
Points = Annotated[int, Field(ge=-99, le=99)]
TieBreak = Literal[
    "most-kept", "fewest-kept", "most-eaten", "fewest-eaten", "latest-splitter", "earliest-splitter"
]
Worth = Annotated[
    Annotated[Points, Tag("=points")]
    | Annotated[Sequence[Points], Field(min_length=1, max_length=20), Tag("=by-size")]
    | Annotated[Literal["number"], Tag("=number")],
    Discriminator(
        lambda it: (
            "=by-size"
            if isinstance(it, list | tuple)
            else "=number"
            if isinstance(it, str)
            else "=points"
        )
    ),
]


class CardKind(Item):
    """A kind of cards, such as rum or maps."""

    id: ItemId
    name: Called
    ink: Annotated[AnyInk, msg("about-kind-ink", "The screen colour of its cards.")] = None
    picture: Annotated[Picture | None, msg("about-kind-picture", "The picture on its cards.")] = (
        None
    )


class CollectedCard(EffectCard):
    """A type of card that is collected."""

    kind: Annotated[str, msg("about-card-kind", "The kind of the card.")] = ""
    number: Annotated[Number | None, msg("about-card-number", "The number on the card.")] = None
    points: Annotated[Points, msg("about-card-points", "The points printed on the card.")] = 0
    name: Annotated[
        Called | None,
        msg("about-card-name", "The name; by default, its kind with its number or points."),
    ] = None


class ScoringLine(Strict):
    """A line of the scoring; which keys it needs depends on *score*."""

    needed: ClassVar[Mapping[str, Mapping[str, Sequence[str]]]] = {
        "score": {
            "points": (),
            "most": ("points",),
            "different": ("each", "points"),
            "alike": ("size", "points"),
            "runs": ("least", "points"),
            "penalty": ("points",),
            "multiplier": ("by", "times"),
        }
    }

    score: Annotated[
        Literal["points", "most", "different", "alike", "runs", "penalty", "multiplier"],
        msg("about-score", "The way to score."),
    ]
    name: Annotated[Called | None, msg("about-score-name", "A short name for the screen.")] = None
    of: Annotated[
        Literal["kept", "eaten", "both"], msg("about-score-of", "The cards that count.")
    ] = "kept"
    kinds: Annotated[
        Sequence[str], msg("about-score-kinds", "Only cards of these kinds count.")
    ] = ()
    cards: Annotated[Sequence[Code], msg("about-score-cards", "Only these cards count.")] = ()
    numbers: Annotated[
        Sequence[Number], msg("about-score-numbers", "Only cards with these numbers count.")
    ] = ()
    when: Annotated[
        Literal["end", "turn"], msg("about-score-when", "Scored at the end or after each turn.")
    ] = "end"
    each: Annotated[
        Literal["kind", "card", "number"] | None,
        msg("about-score-each", "What makes cards alike; by default, all are."),
    ] = None
    points: Annotated[
        Worth | None,
        msg(
            "about-score-points",
            "The points; also a list by size of the group, or the number on the cards.",
        ),
    ] = None
    ties: Annotated[
        Literal["all", "shared", "none"],
        msg("about-score-ties", "Who gets the points if several have the most."),
    ] = "all"
    second: Annotated[Number, msg("about-score-second", "Points for the second most.")] = 0
    best: Annotated[
        Annotated[int, Field(ge=1, le=9)] | None,
        msg("about-score-best", "How many groups count, the best ones; all others cost points."),
    ] = None
    jokers: Annotated[
        Sequence[Code], msg("about-score-jokers", "Cards that stand for any other in a group.")
    ] = ()
    size: Annotated[Few | None, msg("about-score-size", "How many cards make a group.")] = None
    least: Annotated[Few | None, msg("about-score-least", "Fewest cards of a run.")] = None
    by: Annotated[Code | None, msg("about-score-by", "The multiplier card.")] = None
    times: Annotated[
        Few | None, msg("about-score-times", "How many times its points a card then counts.")
    ] = None

    @field_validator("points", mode="before")
    @classmethod
    def _two_places(cls, points: Any, info: ValidationInfo) -> Any:
        """Refuse points of the first and the second place in one, which are two keys."""
        said = re.fullmatch(r"(\d{1,2})\s*/\s*(\d{1,2})", str(points))
        both = said.groups() if said else points if isinstance(points, list) else ()
        if info.data.get("score") == "most" and len(both) == 2 and {*map(type, both)} <= {int, str}:
            first, second = both
            raise refuse(instead(TWO_NUMBERS, f"points: {first}, second: {second}"))
        return points


class CollectionModel(SplittingModel):
    """Rules of a game in which cards are collected: what cards can do, and what they score."""

    uses: Annotated[
        Sequence[Use], Field(max_length=3), msg("about-uses", "What can be done with a card.")
    ] = ()
    hidden: Annotated[
        Sequence[Use], Field(max_length=3), msg("about-hidden", "What can be done face down.")
    ] = ()
    kinds: Annotated[
        Sequence[CardKind], Field(max_length=30), msg("about-kinds", "The kinds of cards.")
    ] = ()
    cards: Annotated[Sequence[CollectedCard], Field(min_length=1, max_length=200)]
    scoring: Annotated[
        Sequence[ScoringLine],
        Field(min_length=1, max_length=MOST_LINES),
        msg("about-scoring", "What scores, line by line."),
    ]
    tie_break: Annotated[
        Sequence[TieBreak],
        Field(max_length=6),
        msg("about-tie-break", "What decides between equal scores, in order; else a shared win."),
    ] = ()

    def kind(self, id: str) -> CardKind | None:
        return next((kind for kind in self.kinds if kind.id == id), None)

    def card_name(self, card: CollectedCard) -> Name:
        """Return the name of *card*: that of its kind with a number that tells it apart, if any."""
        kind = self.kind(card.kind)
        if card.name or kind is None:
            return card.name or Name(card.code)
        alike = [other for other in self.cards if other.kind == card.kind]
        if len(alike) == 1:
            return kind.name
        by_number = len({other.number for other in alike}) == len(alike)
        return replace(kind.name, number=card.number if by_number else card.points)
