"""Sentences in place of those of other games: about gold, and without captains.

With ``captains: none`` the strongest crew itself holds a ship.  The table reckons with a captain
for each ship, whom nobody sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from ...core.scene import Section, no_rulebook
from ...core.text import Both, Message, Text, msg, nmsg
from .crew_rules import CrewRules

_HELD: Final = (
    # Rules.
    msg(
        "rules-aim-held",
        "{seats} close in on {ships} merchant ships, each from their own side. One splits the"
        " cards, the other picks. With your cards you reinforce crews, hold ships and board them."
        " Whoever has the most gold at the end is the new pirate king.",
    ),
    msg(
        "rules-aim-many-held",
        "{seats} close in on {ships} merchant ships. One splits the cards, the others pick. With"
        " your cards you reinforce crews, hold ships and board them. Whoever has the most gold at"
        " the end is the new pirate king.",
    ),
    msg(
        "rules-aim-sides-held",
        "{seats} close in on {ships} merchant ships. One splits the cards, the others pick. With"
        " your cards you reinforce crews, hold ships and board them. The side with the most gold at"
        " the end wins, and its pirates are the new pirate kings.",
    ),
    msg("rules-end-held-held", "It ends earlier if every ship is held at the end of a turn."),
    msg(
        "rules-colours-held",
        "A pirate with several ships to choose from can join a crew face up at any of them, and"
        " board while you hold one of them.",
    ),
    nmsg(
        "rules-end-both-held",
        "It ends earlier if at the end of a turn every ship is held, or somebody has {count} gold"
        " or more, counting the gold of their ships.",
        "It ends earlier if at the end of a turn every ship is held, or somebody has {count} gold"
        " or more, counting the gold of their ships.",
        0,
    ),
    nmsg(
        "rules-end-both-side-held",
        "It ends earlier if at the end of a turn every ship is held, or one side together has"
        " {count} gold or more, counting the gold of their ships.",
        "It ends earlier if at the end of a turn every ship is held, or one side together has"
        " {count} gold or more, counting the gold of their ships.",
        0,
    ),
    msg("rules-captains-held", "Holding ships"),
    msg(
        "rules-check-held",
        "After each card that changes a crew, the two crews at that ship are compared at once: the"
        " strengths in each crew are added up, including those of parrots. Whoever has the stronger"
        " crew holds the ship. If both crews are equally strong, nobody holds it.",
    ),
    msg(
        "rules-check-many-held",
        "After each card that changes a crew, the crews at that ship are compared at once: the"
        " strengths in each crew are added up, including those of parrots. Whoever has the"
        " strongest crew holds the ship. If crews tie for the strongest, nobody holds it.",
    ),
    msg(
        "rules-board-held",
        "While you hold the ship of a pirate's colour, the pirate may board instead: the card goes"
        " under your treasure chest, stays there to the end, and then scores its gold. If a card"
        " wins you a ship, the very next card can board.",
    ),
    msg(
        "rules-board-many-held",
        "While you hold the ship of a pirate's colour, the pirate may board instead: the card goes"
        " under your treasure chest, stays there to the end, and then scores its gold. If a card"
        " wins you a ship, the very next card can board.",
    ),
    msg(
        "rules-capture-held",
        "Whoever holds a ship at the end captures it and gets its gold. A ship that nobody holds"
        " goes to nobody, and the crews score nothing.",
    ),
    msg(
        "treasure-puts-held",
        "Put the card under your treasure chest, where it is worth {gold} gold.",
    ),
    # Words for newcomers.
    msg(
        "crews-aim-held",
        "Whoever has the most gold at the end wins. The ships that you hold count, and so do the"
        " cards in your chest.",
    ),
    msg(
        "crews-aim-sides-held",
        "The side with the most gold at the end wins. The ships that it holds count, and so do the"
        " cards in its treasure chests.",
    ),
    msg(
        "advice-play-pointed-held",
        "Face up at the ship of its colour, a card adds its number to your crew. Face down at any"
        " ship, it is a parrot and counts {parrot}. While you hold the ship of its colour, you may"
        " put it into your chest instead (board): its number is safe gold, but adds no strength.",
    ),
    msg(
        "legend-bubble-held",
        "Number beside a crew: its strength. Where it is gold-coloured, this crew holds the ship.",
    ),
    msg("legend-captain-held", "{sign}: this player holds the ship."),
    # The table.
    msg("no-captain-here-held", "held by nobody"),
    msg("say-captain-held", "held by {seat}"),
    msg("say-your-captain-held", "held by you"),
    msg("no-captain-held", "{card:cap} cannot board: you do not hold a ship of its colour."),
    # The story.
    msg("still-no-captain-held", "Nobody holds the ship."),
    msg("captain-stays-held", "{seat} still holds the ship."),
    msg("your-captain-stays-held", "You still hold the ship."),
    msg("captain-goes-held", "{seat} loses the ship."),
    msg("your-captain-goes-held", "You lose the ship."),
    msg("captain-goes-tied-held", "A tie: {seat} loses the ship, and nobody holds it."),
    msg("your-captain-goes-tied-held", "A tie: you lose the ship, and nobody holds it."),
    msg("captain-comes-held", "{seat} now holds the ship."),
    msg("your-captain-comes-held", "You now hold the ship."),
    msg("captain-changes-held", "{new} takes the ship from {old}."),
    msg("your-captain-drives-held", "You take the ship from {old}."),
    msg("captain-drives-yours-held", "{new} takes the ship from you."),
    nmsg(
        "score-nobody-held",
        "{ship:cap} ({count} gold): held by nobody, so nobody gets it.",
        "{ship:cap} ({count} gold): held by nobody, so nobody gets it.",
        0,
    ),
    msg("ended-ships-held", "Every ship is held, so the game ends early."),
    # Reasons.
    msg("why-captain-of-held", "{other} takes over {ship:acc} ({gold} gold)."),
    msg("why-captain-held", "You take over {ship:acc} ({gold} gold)."),
    msg("why-loses-of-held", "{other} loses {ship:acc} ({gold} gold)."),
    msg("why-loses-held", "You lose {ship:acc} ({gold} gold)."),
    msg("why-drives-out-of-held", "{by} takes {ship:acc} from {other} ({gold} gold)."),
    msg("why-drives-out-held", "You take {ship:acc} from {other} ({gold} gold)."),
    msg("why-driven-out-held", "{by} takes {ship:acc} from you ({gold} gold)."),
    msg(
        "why-after-effect-of-held",
        "If {other} then plays {card:dat}, {seat} loses {ship:acc} ({gold} gold).",
    ),
    msg(
        "why-after-effect-held",
        "If {other} then plays {card:dat}, you lose {ship:acc} ({gold} gold).",
    ),
    msg(
        "why-after-yours-held",
        "If you then play {card:dat}, {seat} loses {ship:acc} ({gold} gold).",
    ),
    msg("why-can-lose-of-held", "{other} can then take {ship:acc} from {seat} ({gold} gold)."),
    msg("why-can-lose-held", "{other} can then take {ship:acc} from you ({gold} gold)."),
    msg("why-you-can-drive-held", "You can then take {ship:acc} from {seat} ({gold} gold)."),
    msg("why-can-captain-held", "{other} can then take over {ship:acc} ({gold} gold)."),
    msg("why-yours-can-held", "You can then take over {ship:acc} ({gold} gold)."),
    msg("why-else-other-held", "{other} could take over {ship:acc} ({gold} gold)."),
    msg("why-else-yours-held", "You could take over {ship:acc} ({gold} gold)."),
    msg("why-else-keeps-held", "{other} could keep {ship:acc} ({gold} gold)."),
    msg("why-else-yours-keeps-held", "You could keep {ship:acc} ({gold} gold)."),
    msg("why-else-none-held", "Nobody would hold {ship:acc} ({gold} gold)."),
    msg("why-else-leaves-of-held", "{seat} would lose {ship:acc} ({gold} gold)."),
    msg("why-else-leaves-held", "You would lose {ship:acc} ({gold} gold)."),
)

_IN_GOLD: Final = (
    nmsg(
        "rules-price-gold",
        "The splitter puts a price on each set: 0 or {count} gold.",
        "The splitter puts a price on each set, from 0 to {count} gold.",
        0,
    ),
    msg(
        "rules-pay-card-gold",
        "Whoever takes a card pays the price of its set to the splitter, even if this takes them"
        " below 0 gold. The splitter pays nothing.",
    ),
    msg(
        "rules-pay-gold",
        "Whoever takes a set pays its price to the splitter, even if this takes them below 0 gold."
        " The splitter pays nothing.",
    ),
    msg(
        "rules-behind-gold",
        "The player who starts is the first splitter. From then on, whoever has the least gold"
        " splits; in a tie, the first of those players clockwise from the previous splitter.",
    ),
    msg(
        "rules-pick-behind-gold",
        "The others pick in turn, those with less gold first; in a tie, clockwise from"
        " the splitter's left.",
    ),
    msg(
        "rules-play-others-behind-gold",
        "Then the others play all the cards they got, those who now have less gold going first,"
        " with ties broken as in picking; each plays their cards one by one in any order. No card"
        " can be saved for a later turn.",
    ),
    msg(
        "rules-play-behind-gold",
        "Then everybody plays all the cards they got, those who now have less gold first, with ties"
        " broken as in picking, and {last} after all the others; each plays their cards one by one"
        " in any order. No card can be saved for a later turn.",
    ),
    msg(
        "rules-open-points-gold",
        "Only gold that everybody can see counts in deciding who is behind.",
    ),
    msg("legend-price-gold", "=1: the price of a set, here 1 gold."),
)

_GOLD_BY_CODE: Final = {message.code.removesuffix("-gold"): message for message in _IN_GOLD}
_HELD_BY_CODE: Final = {
    **_GOLD_BY_CODE,
    **{message.code.removesuffix("-held"): message for message in _HELD},
}

Said = TypeVar("Said", bound="Text | Both")


def held(rules: CrewRules, text: Said) -> Said:
    """Return *text* with gold for points, and in a game without captains without them."""
    said: Said = _put(text, _GOLD_BY_CODE if rules.has_captains else _HELD_BY_CODE)
    return said


def held_sections(
    rules: CrewRules, sections: Iterable[Section], has_rulebook: bool
) -> list[Section]:
    """Return the *sections* of rules text like `held`; unless it *has_rulebook*, naming none."""

    def fit(text: Text) -> Text:
        return held(rules, text)

    return [
        Section(held(rules, one.title), [*map(fit, one.paragraphs)], [*map(fit, one.points)])
        for one in (sections if has_rulebook else no_rulebook(sections))
    ]


def _put(text: Any, by_code: Mapping[str, Message]) -> Any:
    """Return *text* with each of the messages *by_code* in place of the one with its code."""
    if isinstance(text, Both):
        return Both(tuple(_put(item, by_code) for item in text.items), text.commas)
    if not isinstance(text, Message):
        return text
    said = by_code.get(text.code)
    params: Mapping[str, Any] = {name: _put(param, by_code) for name, param in text.params.items()}
    yours = {name: _put(sentence, by_code) for name, sentence in text.yours.items()}
    if said:
        return replace(text, text=said.text, plural=said.plural, params=params, yours=yours)
    return replace(text, params=params, yours=yours)
