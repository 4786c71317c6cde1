"""Rules text that does not depend on the table, generated from the game.

A table with more rules text combines these sections with its own sections.
"""

from __future__ import annotations

from ..scene import Section
from ..text import Message, Name, Text, msg, nmsg
from .position import SplitGame


def course_rules(name: Name, variant: Name, game: SplitGame) -> list[Section]:
    """Return the rules of a *game* whose table adds no rules text."""
    playing = Section(msg("rules-playing-cards", "3. Playing"), [playing_text(game)])
    set_up = Section(msg("rules-set-up", "Before the game"), set_up_texts(game))
    return [
        Section(title_of_rules(name, variant)),
        set_up,
        splitting_section(game),
        picking_section(game),
        playing,
        end_section(game),
        Section(msg("rules-known", "What everybody knows"), [known_text(game)]),
    ]


def title_of_rules(name: Name, variant: Name) -> Message:
    """Return the heading of the rules."""
    return msg("rules-title", "{name}: {variant}", name=name, variant=variant)


def set_up_texts(game: SplitGame) -> list[Text]:
    """Explain the preparation of the deck, and who starts."""
    if game.set_aside:
        deck: Message = nmsg(
            "rules-set-aside",
            "The cards are shuffled, and {count} is set aside unseen. The others are the draw"
            " pile.",
            "The cards are shuffled, and {count} are set aside unseen. The others are the draw"
            " pile.",
            game.set_aside,
        )
    else:
        deck = msg("rules-all-in", "The cards are shuffled; all of them are the draw pile.")
    return [
        deck,
        msg(
            "rules-first",
            "The younger player starts. Here you choose who starts, or it is drawn at random.",
        )
        if game.players == 2
        else msg(
            "rules-first-many",
            "The youngest player starts. Here you choose who starts, or it is drawn at random.",
        ),
    ]


def splitting_section(game: SplitGame) -> Section:
    """Explain how the splitter makes the sets."""
    return Section(
        msg("rules-splitting", "1. Splitting"),
        [
            msg("rules-turns", "The players take turns at being the splitter."),
            msg(
                "rules-split",
                "The splitter draws {draw} cards, lays them out face up and divides them freely"
                " into {sets} sets of {least} to {most} cards.",
                draw=game.draw,
                sets=game.players,
                least=game.least,
                most=min(game.most, game.draw - (game.players - 1) * game.least),
            ),
        ],
    )


def picking_section(game: SplitGame) -> Section:
    """Explain who gets which set."""
    if game.players == 2:
        text = msg(
            "rules-pick",
            "The other player, the picker, takes one of the sets; the splitter keeps the other.",
        )
    else:
        text = msg(
            "rules-pick-many",
            "Each of the others picks a set, starting on the splitter's left; the splitter keeps"
            " the last one.",
        )
    return Section(msg("rules-picking", "2. Picking"), [text])


def playing_text(game: SplitGame) -> Message:
    """Explain the order in which the sets are played."""
    if game.players == 2:
        return msg(
            "rules-play",
            "First the picker plays all cards of the set, one by one in any order, then the"
            " splitter does the same. No card can be saved for a later turn.",
        )
    return msg(
        "rules-play-many",
        "Then everybody plays a whole set, one card after the other in any order: the others in"
        " the order in which they picked, the splitter last. No card can be saved for a later"
        " turn.",
    )


def end_section(game: SplitGame) -> Section:
    """Explain when the game ends."""
    return Section(
        msg("rules-end", "End of the game"),
        [
            nmsg(
                "rules-last-turn",
                "The game ends after {count} turn, when the draw pile is used up.",
                "The game ends after {count} turns, when the draw pile is used up.",
                game.turns,
            )
        ],
    )


def known_text(game: SplitGame) -> Message:
    """Explain which facts about the cards nobody knows."""
    if game.set_aside:
        return msg(
            "rules-unknown",
            "All cards are drawn face up, so only the order of the draw pile and the cards set"
            " aside are unknown.",
        )
    return msg(
        "rules-unknown-order",
        "All cards are drawn face up, so only the order of the draw pile is unknown.",
    )
