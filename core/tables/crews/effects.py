"""Special cards: the class that a plugin subclasses to provide one."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import mypyc_attr

from ...text import Message
from .crew_rules import CrewRules
from .crews import Crews


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """The effect of a special card that is played face up.

    A game makes one object of the class for each card type that names the effect.  Prepare in
    ``__init__`` what can be prepared: the other methods are called while bots search.  Face down
    the card is a parrot like any other; the table takes care of that.
    """

    id: ClassVar[str] = ""
    """Name of the effect in YAML, after ``effect:``."""

    safe: ClassVar[bool] = False
    """True if the card cannot be taken away while it lies on top of a crew face up."""

    def __init__(self, rules: CrewRules, card: int) -> None:
        self.rules = rules
        self.card = card
        """The card's number in the deck."""

    def options(self) -> list[str]:
        """List every way to play the card, as written after its code: ``*``, ``@blue``."""
        raise NotImplementedError

    def legal(self, table: Crews, seat: int) -> list[int]:
        """List the options that *seat* has now, as indexes into `options`.

        This must not change the table.  With an empty list the card can only be laid as a parrot.
        """
        raise NotImplementedError

    def play(self, table: Crews, seat: int, option: int) -> None:
        """Carry *option* out, and put the card itself into a crew or into the box."""
        raise NotImplementedError

    def why_not(self, table: Crews, seat: int, option: int) -> Message | None:
        """Say why *option* is not legal now; after ``None`` players read a general sentence."""
        return None

    def rules_text(self) -> list[Message]:
        """Explain the card for the printed rules, one or two sentences a message."""
        return []

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        """Describe in a sentence what *option* does to *table*, which is the table before the play.

        The sentence appears in the list of choices and, after the card's name, in the log.
        """
        return None
