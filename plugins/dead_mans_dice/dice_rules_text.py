"""The rules of Dead Man's Dice for people, generated from the loaded rule set.

Numbers and rulings come from the game, so the text always matches it.
"""

from __future__ import annotations

from ...core.scene import Section
from ...core.text import Both, Name, msg, nmsg
from .dice_game import DiceGame


def dice_rules_text(name: Name, variant: Name, game: DiceGame) -> list[Section]:
    """Return all rules of *game*, in the order in which a newcomer needs them."""
    return [
        _aim(name, variant, game),
        _dice(game),
        _opening(game),
        _turn(game),
        _skull(game),
        _plundering(),
        _round_end(game),
        _scoring(game),
        _end(game),
        Section(
            msg("dd-rules-table", "At a real table"),
            [
                msg(
                    "dd-rules-toppling",
                    "With real dice it also matters how steady your hand is, and there are"
                    " penalties for knocking piles over. On a screen nothing falls over, so those"
                    " rules are left out.",
                )
            ],
        ),
    ]


def _aim(name: Name, variant: Name, game: DiceGame) -> Section:
    return Section(
        msg("rules-title", "{name}: {variant}", name=name, variant=variant),
        [
            nmsg(
                "dd-rules-aim",
                "{seats} roll dice, pile them up and plunder each other's piles. Piles earn"
                " doubloons in every round; as soon as somebody has {count}, whoever has the most"
                " wins.",
                "{seats} roll dice, pile them up and plunder each other's piles. Piles earn"
                " doubloons in every round; as soon as somebody has {count}, whoever has the most"
                " wins.",
                game.rules.target,
                seats=Both(tuple(game.seat_names)),
            )
        ],
    )


def _dice(game: DiceGame) -> Section:
    return Section(
        msg("dd-rules-dice", "The dice"),
        [
            nmsg(
                "dd-rules-ordinary",
                "Everybody has {count} ordinary die and one Jolly Roger die, which shows a skull"
                " where the others show the 1.",
                "Everybody has {count} ordinary dice and one Jolly Roger die, which shows a skull"
                " where the others show the 1.",
                game.rules.ordinary,
            )
        ],
    )


def _opening(game: DiceGame) -> Section:
    points = [
        msg(
            "dd-rules-open",
            "A round opens with one die each: everybody chooses one and rolls it as the first die"
            " of a pile.",
        ),
        msg(
            "dd-rules-lowest",
            "Whoever rolled the lowest number takes the first turn; the others follow clockwise. If"
            " several have the lowest number, all roll the same dice again.",
        ),
        msg(
            "dd-rules-open-skull",
            "A skull in the opening counts 1, and is worth only 1 in the score too. Otherwise it is"
            " a skull like any other.",
        )
        if game.rules.opening_skull_one
        else msg(
            "dd-rules-open-skull-full",
            "A skull in the opening counts 1 to decide who begins; in the score it is worth as much"
            " as any other skull.",
        ),
        msg(
            "dd-rules-open-order",
            "Here the players roll for the opening one after the other, and another player rolls"
            " first in each round; that makes no difference.",
        ),
    ]
    return Section(msg("dd-rules-opening", "1. The opening"), points=points)


def _turn(game: DiceGame) -> Section:
    fits = [
        msg("dd-rules-same", "it shows the same number as the top die of your pile,"),
        msg("dd-rules-next", "it shows the next number up; no number comes after the 6,"),
        msg("dd-rules-seven", "or the two make 7 together."),
    ]
    paragraphs = [
        msg(
            "dd-rules-roll",
            "On your turn you choose one of your dice that are not placed yet, and roll it.",
        ),
        msg(
            "dd-rules-again",
            "As long as you place what you roll you may roll another die, after plundering.",
        )
        if game.rules.roll_again
        else msg("dd-rules-once", "There is one roll a turn."),
        msg("dd-rules-back", "A die you do not stack goes back to those you can still roll.")
        if game.rules.misfits_return
        else msg(
            "dd-rules-out", "A die you do not stack is out of the round and counts as not placed."
        ),
        msg("dd-rules-new", "If your pile was plundered away, the die you roll begins a new one."),
        msg("dd-rules-stack", "You may stack the die on your pile if one of these is true:"),
    ]
    return Section(msg("dd-rules-turn", "2. Rolling and stacking"), paragraphs, fits)


def _skull(game: DiceGame) -> Section:
    points = [
        msg("dd-rules-skull-fits", "A rolled skull fits on any die of your own pile."),
        msg("dd-rules-skull-safe", "A skull on top of a pile can never be plundered."),
        msg(
            "dd-rules-skull-one", "What fits on a skull is what fits on a 1: another 1, a 2 or a 6."
        )
        if game.rules.skull_top_one
        else msg("dd-rules-skull-closed", "No die fits on a skull, neither rolled nor plundered."),
        msg(
            "dd-rules-jolly-plain",
            "With any other number, the Jolly Roger die is a die like the others.",
        ),
    ]
    return Section(msg("dd-rules-skulls", "The skull"), points=points)


def _plundering() -> Section:
    points = [
        msg(
            "dd-rules-plunder",
            "After your roll, whether or not you could stack the die, you may take the top die of"
            " an opponent's pile and put it on yours if it shows the next number up from your top"
            " die or makes 7 with it. The same number is not enough.",
        ),
        msg(
            "dd-rules-chain",
            "You may go on plundering, from anybody, as long as another die fits on the one you"
            " took last.",
        ),
        msg("dd-rules-pass", "Then the turn passes to the left."),
    ]
    return Section(msg("dd-rules-plundering", "3. Plundering"), points=points)


def _round_end(game: DiceGame) -> Section:
    if game.rules.last_plunder:
        text = msg(
            "dd-rules-round-end",
            "The round is over when a player has no die left to roll, after the plundering of that"
            " turn.",
        )
    else:
        text = msg(
            "dd-rules-round-end-at-once",
            "The round is over as soon as a player has no die left to roll.",
        )
    idle = nmsg(
        "dd-rules-idle",
        "So that every round ends, it is also over when nobody has placed a die for {count} lap.",
        "So that every round ends, it is also over when nobody has placed a die for {count} laps.",
        game.rules.idle_laps,
    )
    return Section(msg("dd-rules-round", "End of a round"), [text, idle])


def _scoring(game: DiceGame) -> Section:
    rules = game.rules
    return Section(
        msg("dd-rules-scoring", "Scoring a round"),
        points=[
            nmsg(
                "dd-rules-faces",
                "Each die in your pile earns as many doubloons as it shows, plundered ones"
                " included; a skull earns {count}.",
                "Each die in your pile earns as many doubloons as it shows, plundered ones"
                " included; a skull earns {count}.",
                rules.skull,
            ),
            msg("dd-rules-double", "With a skull on top your whole pile counts double."),
            nmsg(
                "dd-rules-penalty",
                "A player who has not placed the Jolly Roger die loses {count} doubloon. A total"
                " may fall below 0.",
                "A player who has not placed the Jolly Roger die loses {count} doubloons. A total"
                " may fall below 0.",
                rules.penalty,
            ),
        ],
    )


def _end(game: DiceGame) -> Section:
    rules = game.rules
    paragraphs = [
        nmsg(
            "dd-rules-win",
            "When somebody has {count} doubloon or more after a round, the highest total wins.",
            "When somebody has {count} doubloons or more after a round, the highest total wins.",
            rules.target,
        ),
        msg("dd-rules-tie", "If several have it, another round is played.")
        if rules.tie_plays_on
        else msg("dd-rules-tie-shared", "If several have it, they share the win."),
        nmsg(
            "dd-rules-most-rounds",
            "After {count} round the game is over in any case.",
            "After {count} rounds the game is over in any case.",
            rules.most_rounds,
        ),
    ]
    return Section(msg("dd-rules-end", "End of the game"), paragraphs)
