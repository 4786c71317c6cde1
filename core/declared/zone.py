"""Zones: the places of a declared game where cards or numbers lie, and who sees them."""

from __future__ import annotations

from typing import Final

from ..text import Message, Text

ALL: Final = "all"
"""Everybody sees what lies in the zone."""

OWNER: Final = "owner"
"""Only the seat that the zone belongs to sees it."""

NOBODY: Final = "nobody"
"""Nobody sees it, its owner neither: a draw pile."""

HIDDEN: Final = "?"
"""Stands in a view for a card that the seat does not see."""


class Zone:
    """A place for cards or numbers, kept by positions in the attribute *name*.

    Parameters:
        name: attribute of the position and key of its view.  The attribute is a list of ints, or,
            with *each*, a list of such lists by seat.
        label: name of the zone for people; by default *name*.
        each: true if each seat has a zone of this kind.
        seen_by: `ALL`, `OWNER` (with *each* only) or `NOBODY`.
        ordered: true if the order of the cards matters; otherwise they are shown in deck order.
        numbers: true if the zone holds plain numbers, not cards; they have no codes, and no seat's
            knowledge of them is redrawn by `DeclaredPosition.resample`.
        form: how it may be drawn (see `SceneZone.form`); by default, a hand for what only the owner
            sees, a row for what is ordered, and else a heap.
        rule: sentence for the rules text on who sees it, if `DeclaredPosition.sees` decides.
    """

    def __init__(
        self,
        name: str,
        label: Text = "",
        *,
        each: bool = False,
        seen_by: str = ALL,
        ordered: bool = False,
        numbers: bool = False,
        rule: Message | None = None,
        form: str = "",
    ) -> None:
        if seen_by not in (ALL, OWNER, NOBODY) or (seen_by == OWNER and not each):
            raise ValueError(f"zone {name}: seen_by={seen_by!r} is not possible")
        self.name = name
        self.label: Text = label or name
        self.each = each
        self.seen_by = seen_by
        self.ordered = ordered
        self.numbers = numbers
        self.rule = rule
        self.form = form
