"""What the Parley says; the German is in this package's own catalog."""

from __future__ import annotations

from collections.abc import Sequence

from splitpick.core.tables.crews import CrewRules
from splitpick.core.text import Both, Message, Texts

_TEXTS = Texts("splitpick_parley")
msg = _TEXTS.msg


def rules_of_parley() -> list[Message]:
    """Tell the rule of the card."""
    return [
        msg(
            "parley-rule",
            "Name a ship where a crew has a last card that can be taken away. Every crew there,"
            " yours too, loses its last card; these cards and the Parley leave the game. Then the"
            " strength is checked.",
        )
    ]


def tell_parley(rules: CrewRules, losers: Sequence[int], ship: int) -> Message:
    """Say who loses a card at *ship*."""
    return msg(
        "parley-tells",
        "A card leaves the game {ship:loc}, from the crew of {seats}.",
        ship=rules.ship_names[ship],
        seats=Both(tuple(rules.seat_names[seat] for seat in losers)),
    )


def why_no_parley(rules: CrewRules, ship: int) -> Message:
    """Say why there is nothing to talk about at *ship*."""
    return msg(
        "parley-nothing",
        "No crew has a card to lose {ship:loc}.",
        ship=rules.ship_names[ship],
    )
