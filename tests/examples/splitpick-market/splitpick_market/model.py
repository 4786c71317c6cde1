"""The keys of a rule set with the market table, as pydantic models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from splitpick.core.rules.labels import Label
from splitpick.core.rules.models import MOST_CARDS, Card, Id, Ink, Item, SplittingModel

Points = Annotated[int, Field(ge=-99, le=99)]


class GoodModel(Item):
    """Good with the way it scores."""

    id: Id
    name: Label
    scoring: Literal["different", "pairs", "most", "each"]
    points: Annotated[Sequence[Points], Field(min_length=1, max_length=20)]


class MarketCard(Card):
    """Card of a good."""

    good: str
    name: Label
    price: Annotated[int, Field(ge=0, le=99)] | None = None
    """Coins for selling it; without a price it cannot be sold."""
    ink: Ink | None = None


class MarketModel(SplittingModel):
    """Rule set of a game with the market table."""

    goods: Annotated[Sequence[GoodModel], Field(min_length=1, max_length=20)]
    cards: Annotated[Sequence[MarketCard], Field(min_length=1, max_length=MOST_CARDS)]
