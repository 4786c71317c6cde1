"""Special cards of a crews table: the class that a plugin subclasses to provide one."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import mypyc_attr

from ...core.splitting.card_effect import CardEffect
from .crew_rules import CrewRules
from .crews import Crews


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect(CardEffect[CrewRules, Crews]):
    """The effect of a special card that is played face up at a crews table.

    Face down the card is a parrot like any other; the table takes care of that.  `play` puts the
    card into a crew or into the box.

    Attributes:
        safe: True if the card cannot be taken away face up, and on top of a crew keeps it safe.
        reaches: True if it gives cards to the hand, see `Table.given`.
        earns: True if it changes the gold of chests by other means than cards.
    """

    safe: ClassVar[bool] = False
    reaches: ClassVar[bool] = False
    earns: ClassVar[bool] = False
