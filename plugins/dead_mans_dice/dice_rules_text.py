"""The rules of Dead Man's Dice for people; numbers and rulings come from the loaded rule set."""

from __future__ import annotations

from ...core.scene import Section
from ...core.text import msg, nmsg
from .dice_game import DiceGame


def dice_rules_text(game: DiceGame) -> list[Section]:
    """Return the rules of *game*, in the order in which a newcomer needs them."""
    toppling = msg(
        "dd-rules-toppling",
        "With real dice it also matters how steady your hand is, and there are penalties for"
        " knocking piles over. On a screen nothing falls over, so those rules are left out.",
    )
    table = Section(msg("dd-rules-table", "At a real table"), [toppling])
    return [*_turns(game), *_scoring(game), table]


def _turns(game: DiceGame) -> list[Section]:
    options = game.rules.options
    opening = [
        nmsg(
            "dd-rules-dice",
            "Everybody has {count} ordinary die and a Jolly Roger die, with a skull as its 1.",
            "Everybody has {count} ordinary dice and a Jolly Roger die, with a skull as its 1.",
            game.rules.ordinary_dice,
        ),
        msg(
            "dd-rules-open",
            "Everybody chooses a die and rolls it as the first of a pile. The lowest number takes"
            " the first turn, and the others follow clockwise. If several have the lowest,"
            " everybody rolls the same die again.",
        ),
        msg(
            "dd-rules-open-order",
            "You roll one after the other: those who come later know the numbers before theirs when"
            " they choose a die. In each round the next player rolls first.",
        ),
        msg("dd-rules-open-skull", "A skull rolled in the opening counts 1, in the score as well.")
        if options.opening_skull_one
        else msg("dd-rules-full-skull", "To decide who begins, a skull counts 1."),
    ]
    rolling = [
        msg(
            "dd-rules-roll",
            "On your turn you choose one of your dice that are not placed yet, and roll it. You may"
            " stack it on your pile if it shows the same number as the top die, the next number"
            " up, or makes 7 with it. If your pile was plundered away, the die begins a new one.",
        ),
        msg("dd-rules-back", "A die you do not stack goes back to those you can still roll.")
        if options.misfits_return
        else msg("dd-rules-out", "A die you do not stack is out of the round, as not placed."),
        msg("dd-rules-again", "If you placed the die, you may roll another after plundering.")
        if options.roll_again
        else msg("dd-rules-once", "There is one roll a turn."),
    ]
    skull = [
        msg("dd-rules-skull", "A rolled skull fits on any die, and no skull can be plundered."),
        msg("dd-rules-skull-one", "What fits on a skull is what fits on a 1: a 1, a 2 or a 6.")
        if options.skull_top_one
        else msg("dd-rules-closed", "No die fits on a skull, neither rolled nor plundered."),
        msg("dd-rules-plain", "With other numbers the Jolly Roger die is like any other die."),
    ]
    plundering = msg(
        "dd-rules-plunder",
        "After your roll, whether or not you could stack the die, you may take the top die of an"
        " opponent's pile and put it on yours if it shows the next number up from your top die or"
        " makes 7 with it. The same number is not enough. You may go on plundering, from anybody,"
        " as long as another die fits on the one you took last. Then the turn passes to the left.",
    )
    return [
        Section(msg("dd-rules-opening", "1. The opening of a round"), opening),
        Section(msg("dd-rules-turn", "2. Rolling and stacking"), rolling),
        Section(msg("dd-rules-skulls", "The skull"), points=skull),
        Section(msg("dd-rules-plundering", "3. Plundering"), [plundering]),
    ]


def _scoring(game: DiceGame) -> list[Section]:
    rules, options = game.rules, game.rules.options
    round_end = [
        msg(
            "dd-rules-end",
            "A round ends when a player has no die left to roll; the plundering of "
            "that turn is finished first.",
        )
        if options.last_plunder
        else msg(
            "dd-rules-end-at-once", "A round ends as soon as a player has no die left to roll."
        ),
        nmsg(
            "dd-rules-idle",
            "It also ends after {count} lap of the table in which nobody has placed a rolled die.",
            "It also ends after {count} laps of the table in which nobody has placed a rolled die.",
            rules.idle_laps,
        ),
    ]
    scoring = [
        msg(
            "dd-rules-faces",
            "Each die in your pile earns as many doubloons as it shows, plundered ones included; a"
            " skull earns {count}. With a skull on top your whole pile counts double.",
            count=rules.skull,
        ),
        msg(
            "dd-rules-penalty",
            "Whoever has not placed the Jolly Roger die loses {count}. A total may fall below 0.",
            count=rules.penalty,
        ),
    ]
    end = [
        msg(
            "dd-rules-win",
            "When somebody has {count} or more after a round, the highest total wins.",
            count=rules.target,
        ),
        msg("dd-rules-tie", "If several have it, another round is played.")
        if options.tie_plays_on
        else msg("dd-rules-tie-shared", "If several have it, they share the win."),
        msg(
            "dd-rules-last", "Round {count} is the last; a tie is shared.", count=rules.most_rounds
        ),
    ]
    return [
        Section(msg("dd-rules-round", "End of a round"), round_end),
        Section(msg("dd-rules-scoring", "Scoring a round"), scoring),
        Section(msg("dd-rules-game-end", "End of the game"), end),
    ]
