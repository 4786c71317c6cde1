"""What a rule set with the market table says, as pydantic models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from splitpick.core.rules.labels import Label
from splitpick.core.rules.models import MOST_CARDS, Card, Id, Ink, Item, SplittingModel

Points = Annotated[int, Field(ge=-99, le=99)]


class GoodModel(Item):
    """A good, and how it scores."""

    id: Id
    name: Label
    scoring: Literal["different", "pairs", "most", "each"]
    points: Annotated[Sequence[Points], Field(min_length=1, max_length=20)]


class MarketCard(Card):
    """A card: some of a good."""

    good: str
    name: Label
    price: Annotated[int, Field(ge=0, le=99)] | None = None
    """What it sells for; without a price nobody buys it."""
    ink: Ink | None = None


class MarketModel(SplittingModel):
    """Stalls and coins."""

    goods: Annotated[Sequence[GoodModel], Field(min_length=1, max_length=20)]
    cards: Annotated[Sequence[MarketCard], Field(min_length=1, max_length=MOST_CARDS)]
