"""The signs and notation of a collection, explained to players."""

from __future__ import annotations

from collections.abc import Sequence

from ...splitting.offers.parts.all_parts import offer_legend
from ...splitting.position import SplitGame
from ...text import Both, Message, Text, msg
from .collection_rules import FACE_DOWN, CollectionRules
from .collection_table import CollectionTable
from .collection_words import explain_use


def name_cards(rules: CollectionRules, codes: Sequence[str]) -> Message:
    """Say which cards the *codes* stand for."""
    names = dict(zip(rules.codes, rules.card_names, strict=True))
    named = [msg("legend-named", "{code} is {card}", code=code, card=names[code]) for code in codes]
    return msg("legend-cards", "Cards: {cards}.", cards=Both((*named,), commas=True))


def collection_legend(table: CollectionTable, game: SplitGame) -> list[Text]:
    """Explain the notation line by line."""
    rules = table.rules
    code = rules.codes[0]
    legend: list[Text] = [name_cards(rules, rules.codes), *offer_legend(game.offer, code)]
    if not table.automatic:
        for use in rules.uses:
            written = table.notation(use)
            legend.append(msg("legend-use", "{text}: {what}", text=written, what=explain_use(use)))
    if table.secret and not game.offer.is_secret():
        legend.append(msg("legend-unknown", "?: a card that you do not know."))
    for card, options in enumerate(rules.effect_options):
        if options:
            first = card * table.stride + 2 * FACE_DOWN
            plays = [table.notation(first + option) for option in range(len(options))]
            more = " …" if len(plays) > 2 else ""
            name = rules.card_names[card]
            legend.append(
                msg("legend-effect", "{text}: plays {card:acc}.",
                    text=", ".join(plays[:2]) + more, card=name)
            )  # fmt: skip
    legend.append(msg("legend-draw", "{text} in the log: this card was drawn.", text=f"+{code}"))
    return legend
