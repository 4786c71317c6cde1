"""The signs and notation of a collection, explained to players."""

from __future__ import annotations

from ...splitting.offers.parts.all_parts import offer_legend
from ...splitting.position import SplitGame
from ...text import Both, Text, msg
from .collection_rules import FACE_DOWN
from .collection_table import CollectionTable
from .collection_words import explain_use


def collection_legend(table: CollectionTable, game: SplitGame) -> list[Text]:
    """Explain the notation line by line."""
    rules = table.rules
    cards = Both(
        tuple(
            msg("legend-named", "{code} is {card}", code=code, card=name)
            for code, name in zip(rules.codes, rules.card_names, strict=True)
        ),
        commas=True,
    )
    code = rules.codes[0]
    legend: list[Text] = [
        msg("legend-cards", "The cards: {cards}.", cards=cards),
        *offer_legend(game.offer, code),
    ]
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
    legend.append(msg("legend-draw", "{text}: drawn, in the log.", text=f"+{code}"))
    return legend
