"""Types of what the crews table adds to a view, and the looks of its cards and ships."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NotRequired, TypedDict

from ...core.splitting.words.offer_view import SplitView
from ...core.text import Name


class CrewCardView(TypedDict):
    """A card in a crew; a parrot that has to be remembered is `UNKNOWN`."""

    card: str
    up: bool
    strength: int


class ShipView(TypedDict):
    """A ship with its crews; *strengths* and *crews* are by seat."""

    ship: str
    gold: int
    captain: int
    strengths: list[int]
    crews: list[list[CrewCardView]]
    second: NotRequired[int]


class ChestView(TypedDict):
    """A treasure chest; its gold is ``None``, and its cards are `UNKNOWN`, in another's."""

    gold: int | None
    cards: list[str]


class CrewsView(SplitView):
    """A view of a game with the crews table; *chests* and *supply* are by seat."""

    ships: list[ShipView]
    chests: list[ChestView]
    supply: list[int]


@dataclass(frozen=True)
class CrewsLooks:
    """Colours and words that the screen needs, but not the game."""

    card_inks: dict[str, str]
    card_pictures: dict[str, str]
    ship_inks: dict[str, str]
    ship_words: dict[str, Name]
    """By ship, a word that players can type for the ship, such as its colour."""
