"""Special cards: what a plugin writes to bring one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import mypyc_attr

from ...text import Message

if TYPE_CHECKING:
    from .crews import CrewRules, Crews


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """A special card laid face up: subclass it, and register the class as a plugin.

    One object is made for each card type that names the effect when a rule set is loaded: do the
    work there, since the other methods are called while bots search.  Face down every card is a
    parrot; that is the table's business.
    """

    id: ClassVar[str] = ""
    """What the YAML writes after ``effect:``."""

    safe: ClassVar[bool] = False
    """Whether the card, lying face up as the last of a crew, cannot be taken away."""

    def __init__(self, rules: CrewRules, card: int) -> None:
        self.rules = rules
        self.card = card
        """The card's number in the deck."""

    def options(self) -> list[str]:
        """List every way to play the card, as what stands behind its code: ``*``, ``@blue``."""
        raise NotImplementedError

    def legal(self, table: Crews, seat: int) -> list[int]:
        """List the options, as indexes into `options`, that *seat* has on this table.

        It must not change the table.  An empty list leaves the card to be laid as a parrot.
        """
        raise NotImplementedError

    def play(self, table: Crews, seat: int, option: int) -> None:
        """Do the option, and put the card itself into a crew or into the box."""
        raise NotImplementedError

    def why_not(self, table: Crews, seat: int, option: int) -> Message | None:
        """Say why *option* is not legal now; ``None`` leaves it to the general words."""
        return None

    def rules_text(self) -> list[Message]:
        """Tell what the card does, a sentence or two a message, for the rules that people read."""
        return []

    def tell(self, table: Crews, seat: int, option: int) -> Message | None:
        """Say in a sentence what *option* does, with the table as it is before.

        The same sentence stands in the list of choices and, after the card's name, in the story.
        """
        return None
