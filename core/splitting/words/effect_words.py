"""Sentences about the special cards of any table."""

from __future__ import annotations

from typing import Any, Final, cast

from ...game import Action
from ...scene import Section
from ...text import Message, Name, Text, msg, nmsg
from ..card_effect import CardEffect
from ..table import Table

ALSO: Final = msg(
    "rules-special-uses", "Special cards can be used like all others, or for these effects:"
)


def say_effect(table: Table, done: Action) -> Text:
    """Return the special card's sentence about the play *done*, or the notation of *done*."""
    for effect in table.effects:
        if effect and effect.rules.codes[effect.card] == done.details["card"]:
            option = cast(int, done.details["option"])
            return effect.tell(table, done.seat, option) or done.notation
    return done.notation


def rules_of(effect: CardEffect[Any, Any]) -> list[Text]:
    """Return the rules text of a special card, in the words of the rule set if it has them."""
    own = effect.rules.card_rules[effect.card]
    return [*effect.rules_text()] if own is None else [own]


def special_sections(table: Table, intro: Message = ALSO) -> list[Section]:
    """Return an *intro* and the rules text of each special card of *table*; none without any."""
    sections = [
        Section(
            msg(
                "rules-special-title",
                "{card:cap} ({code})",
                card=effect.rules.card_names[effect.card],
                code=effect.rules.codes[effect.card],
            ),
            points=rules_of(effect),
        )
        for effect in table.effects
        if effect
    ]
    return [Section(msg("rules-specials", "Special cards"), [intro]), *sections] if sections else []


MAY = msg("verb-may", "You may also choose not to.")
"""Sentence that an effect adds to its rules if nobody has to carry it out."""


def explain_draw(cards: int) -> Message:
    """Explain an effect that draws that many *cards*, for the rules."""
    return nmsg(
        "draw-draws",
        "Draw {count} card and play it this turn as well. You draw none if later turns need all"
        " the cards that are left.",
        "Draw {count} cards and play them this turn as well; draw fewer or none if later turns"
        " need the cards that are left.",
        cards,
    )


def tell_draw(seat: Name, cards: int) -> Message:
    """Say that *seat* draws that many *cards*."""
    return nmsg(
        "draw-tells", "{seat} draws {count} card.", "{seat} draws {count} cards.", cards, seat=seat
    ).to_you(seat=nmsg("draw-you", "You draw {count} card.", "You draw {count} cards.", cards))
