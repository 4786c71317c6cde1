"""Special cards of any table: what every effect is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Generic, TypeVar

from mypy_extensions import mypyc_attr

from ..kernel.action_list import ActionList
from ..text import Message

RulesT = TypeVar("RulesT")
TableT = TypeVar("TableT")


@mypyc_attr(allow_interpreted_subclasses=True)
class CardEffect(Generic[RulesT, TableT]):
    """The effect of a special card; each table has a subclass for its own cards.

    A game makes one object of the class for each card type that names the effect.  Prepare in
    ``__init__`` what can be prepared: the other methods are called while bots search.

    Attributes:
        id: name of the effect in YAML, after ``effect:``.
        settings: attributes that a rule set can set to a whole number, with the least and greatest
            value of each; ``{"most": (1, 9)}`` and ``most = 1`` allow ``with: {most: 2}``.
        rules: the names and numbers of the game.
        card: the card's number in the deck.
    """

    id: ClassVar[str] = ""
    settings: ClassVar[Mapping[str, tuple[int, int]]] = {}

    def __init__(self, rules: RulesT, card: int) -> None:
        self.rules = rules
        self.card = card

    def options(self) -> list[str]:
        """List every way to play the card, as written after its code: ``*``, ``@blue``."""
        raise NotImplementedError

    def legal(self, table: TableT, seat: int) -> list[int]:
        """List the options that *seat* has now, as indexes into `options`.

        This must not change the table.  The list may be empty: the card always has another use.
        """
        raise NotImplementedError

    def find(self, table: TableT, seat: int, first: int, found: ActionList) -> None:
        """Add *first* plus each of `legal` to *found*.

        A compiled effect may override it to do so faster.
        """
        for option in self.legal(table, seat):
            found.add(first + option)

    def play(self, table: TableT, seat: int, option: int) -> None:
        """Carry *option* out, and put the card itself somewhere on the table or out of the game."""
        raise NotImplementedError

    def why_not(self, table: TableT, seat: int, option: int) -> Message | None:
        """Say why *option* is not legal now; after ``None`` players read a general sentence."""
        return None

    def rules_text(self) -> list[Message]:
        """Explain the card for the printed rules, one or two sentences a message."""
        return []

    def tell(self, table: TableT, seat: int, option: int) -> Message | None:
        """Describe in a sentence what *option* does to *table*, which is the table before the play.

        The sentence appears in the list of choices and, after the card's name, in the log.
        """
        return None
