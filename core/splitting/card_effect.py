"""Special cards of any table: what every effect is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Generic, TypeAlias, TypeVar

from mypy_extensions import mypyc_attr

from ..kernel.action_list import ActionList
from ..text import Message

Choices: TypeAlias = tuple[int | str, ...]
"""Possible values of a setting: the least and the greatest number, or words, or false and true.

A word in brackets, ``[kinds]``, stands for the ids of that list of the rule set.
"""
YES_NO: Choices = (False, True)

RulesT = TypeVar("RulesT")
TableT = TypeVar("TableT")


@mypyc_attr(allow_interpreted_subclasses=True)
class CardEffect(Generic[RulesT, TableT]):
    """The effect of a special card; each table has a subclass for its own cards.

    A game makes one object of the class for each card type that names the effect.  Prepare in
    ``__init__`` what can be prepared: the other methods are called while bots search.

    Attributes:
        id: name of the effect in YAML, after ``effect:``.
        settings: attributes that a rule set can set, each with its possible values;
            ``{"most": (1, 9)}`` and ``most = 1`` allow ``effect: {cutpurse: {most: 2}}``, and for
            the first of them ``effect: {cutpurse: 2}``.  The attribute for ``from`` is ``from_``.
        missing: settings that somebody may look for in vain, each with the reason.
        lays: true if `act` puts the card itself somewhere.
        rules: the names and numbers of the game.
        card: the card's number in the deck.
    """

    id: ClassVar[str] = ""
    settings: ClassVar[Mapping[str, Choices]] = {}
    missing: ClassVar[Mapping[str, Message]] = {}
    lays: ClassVar[bool] = False

    def __init__(self, rules: RulesT, card: int) -> None:
        self.rules = rules
        self.card = card

    def prepare(self) -> None:
        """Work out what depends on the settings, which are set after ``__init__``."""

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
        """Carry *option* out, and put the card itself somewhere on the table or out of the game.

        By default, the card goes out of the game unless it `lays` itself, and then `act` is called.
        """
        if not self.lays:
            table.discard(self.card)  # type: ignore[attr-defined]
        self.act(table, seat, option)

    def act(self, table: TableT, seat: int, option: int) -> None:
        """Carry *option* out, but leave the card itself alone unless the effect `lays` it.

        An effect with this method instead of `play` can be one of several of a card.
        """
        raise NotImplementedError

    def hits_opponents(self) -> bool:
        """Return whether the card does anything to opponents but not to partners."""
        return False

    def draws_cards(self) -> bool:
        """Return whether the card draws cards, so that those that no turn needs are not unseen."""
        return False

    def why_not(self, table: TableT, seat: int, option: int) -> Message | None:
        """Say why *option* is not legal now; after ``None`` players read a general sentence."""
        return None

    def rules_text(self) -> list[Message]:
        """Explain the card for the printed rules, one or two sentences a message.

        By default, these are `act_text` and `leaves_text`.
        """
        return [*self.act_text(), *self.leaves_text(self.lays)]

    def act_text(self) -> list[Message]:
        """Explain what `act` does."""
        return []

    def leaves_text(self, lays: bool) -> list[Message]:
        """Explain where the card itself goes after that; *lays* is true if `act` lays it."""
        return []

    def tell(self, table: TableT, seat: int, option: int) -> Message | None:
        """Describe in a sentence what *option* does to *table*, which is the table before the play.

        The sentence appears in the list of choices and, after the card's name, in the log.
        """
        return None
