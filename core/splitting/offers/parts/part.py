"""A part of an offer: one or two keys, with their checks, their words and their step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....text import Message
from ...offer import Offer

if TYPE_CHECKING:
    from ..offer_state import OfferState


@dataclass(frozen=True)
class Key:
    """A key of rule sets; its default is that of the `Offer`'s attribute of this name.

    Attributes:
        name: name of the attribute; the key has dashes for the underscores.
        about: its description.
        words: words that are possible; none for a number, or for true and false.
        most: the greatest number that is possible.
    """

    name: str
    about: Message
    words: tuple[str, ...] = ()
    most: int = 0


@dataclass(frozen=True)
class Conflict:
    """Values of an offer that do not fit together.

    Attributes:
        key: the key that is at fault.
        message: what is wrong.
        also: further keys that it depends on.
        idle: true if the key itself should not be there, whatever its value.
    """

    key: str
    message: Message
    also: Sequence[str] = ()
    idle: bool = False


class OfferPart:
    """Some keys of offers and all that belongs to them; a subclass overrides what it needs.

    All methods are called for every offer, also if it has the default values.
    """

    keys: tuple[Key, ...] = ()

    # Checks.

    def conflicts(self, offer: Offer) -> Iterator[Conflict]:
        """Find keys that contradict each other for any number of players."""
        yield from ()

    def problems(self, offer: Offer, players: int, turns: int) -> Iterator[Conflict]:
        """Find what does not work with that many *players* and *turns*."""
        yield from ()

    # The course.

    def picked(self, now: OfferState, seat: int, number: int) -> None:
        """Do what follows when *seat* has picked from set *number*, from 0."""

    # Rules text.

    def before_game(
        self, offer: Offer, players: int, codes: Sequence[str], counts: Sequence[int]
    ) -> list[Message]:
        """Explain what is needed before the game, of cards with *codes* and their *counts*."""
        return []

    def splitting(self, offer: Offer) -> list[Message]:
        """Explain which cards the splitter offers, and how."""
        return []

    def picking(self, offer: Offer, players: int, secret: bool) -> list[Message]:
        """Explain who gets what; at a *secret* table, cards can be played face down unseen."""
        return []

    # Words.

    def legend(self, offer: Offer, code: str) -> list[Message]:
        """Explain signs of the notation; *code* is an example of a card."""
        return []

    def advice_to_split(self, offer: Offer, players: int) -> list[Message]:
        """Explain to a newcomer what the splitter has to do."""
        return []

    def advice_to_pick(self, offer: Offer) -> list[Message]:
        """Explain to a newcomer what is special about picking."""
        return []
