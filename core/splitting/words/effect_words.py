"""Sentences about the special cards of any table."""

from __future__ import annotations

from typing import Final, cast

from ...game import Action
from ...scene import Section
from ...text import Message, Text, msg
from ..table import Table

ALSO: Final = msg(
    "rules-special-uses", "Special cards can be used like all others, or else for these effects:"
)


def say_effect(table: Table, done: Action) -> Text:
    """Return the special card's sentence about the play *done*, or the notation of *done*."""
    for effect in table.effects:
        if effect and effect.rules.codes[effect.card] == done.details["card"]:
            option = cast(int, done.details["option"])
            return effect.tell(table, done.seat, option) or done.notation
    return done.notation


def special_sections(table: Table, intro: Message = ALSO) -> list[Section]:
    """Return an *intro* and the rules text of each special card of *table*; none without any."""
    sections = [
        Section(
            msg(
                "rules-special-title",
                "{card} ({code})",
                card=effect.rules.card_names[effect.card],
                code=effect.rules.codes[effect.card],
            ),
            points=list(effect.rules_text()),
        )
        for effect in table.effects
        if effect
    ]
    return [Section(msg("rules-specials", "Special cards"), [intro]), *sections] if sections else []
