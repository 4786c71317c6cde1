"""A part of an offer: one or two keys, with their checks, their words and what follows a pick.

A key that changes more of the course has its step in its own file, and a call of it in
`offer_course`, in `offer_position` or in `splits`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from ....text import Message
from ...offer import Offer

if TYPE_CHECKING:
    from ..offer_state import OfferState

Deck: TypeAlias = Sequence[tuple[str, int]]
"""Code and number of cards of each type."""


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
    """Some keys of offers and what belongs to them; a subclass overrides what it needs.

    An offer in which all of them have their defaults does not use the part: it is not asked then.
    A part that depends on a key of another part must override `is_used`.

    Attributes:
        keys: the keys.
        always: true if every offer uses the part.
    """

    keys: ClassVar[list[Key]] = []
    always: ClassVar[bool] = False

    def is_used(self, offer: Offer) -> bool:
        """Return whether *offer* uses the part: by default, whether it sets one of its keys."""
        plain = Offer()
        return self.always or any(
            getattr(offer, key.name) != getattr(plain, key.name) for key in self.keys
        )

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

    def before_game(self, offer: Offer, players: int, deck: Deck) -> Iterator[Message]:
        """Explain what is needed before the game."""
        yield from ()

    def splitting(self, offer: Offer) -> Iterator[Message]:
        """Explain which cards the splitter offers, and how."""
        yield from ()

    def picking(self, offer: Offer, players: int, secret: bool) -> Iterator[Message]:
        """Explain who gets what; at a *secret* table, cards can be played face down unseen."""
        yield from ()

    # Words.

    def legend(self, offer: Offer, code: str) -> Iterator[Message]:
        """Explain signs of the notation; *code* is an example of a card."""
        yield from ()

    def advice_to_split(self, offer: Offer, players: int) -> Iterator[Message]:
        """Explain to a newcomer what the splitter has to do."""
        yield from ()

    def advice_to_pick(self, offer: Offer) -> Iterator[Message]:
        """Explain to a newcomer what is special about picking."""
        yield from ()
