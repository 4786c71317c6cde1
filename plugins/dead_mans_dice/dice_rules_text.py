"""The rules of Dead Man's Dice for people; numbers and rulings come from the loaded rule set."""

from __future__ import annotations

from ...core.scene import Section, list_rulings, ruling
from ...core.text import Message, Text, in_turn, msg, nmsg
from .dice_game import DiceGame

SKULL_OPENS = msg(
    "dd-rules-open-skull", "A skull rolled in the opening counts as 1, for scoring as well."
)


def dice_rules_text(game: DiceGame) -> list[Section]:
    """Return the rules of *game*, in the order in which a newcomer needs them."""
    toppling = msg(
        "dd-rules-toppling",
        "With real dice it also matters how steady your hand is, and there are penalties for"
        " knocking piles over. On a screen nothing falls over, so those rules are left out.",
    )
    table = Section(msg("dd-rules-table", "At a real table"), [toppling])
    return [*list_rulings([*_turns(game), *_scoring(game)]), _example(game), table]


def dice_legend(game: DiceGame) -> list[Text]:
    """Return what the signs for dice and the notation mean, a line each."""
    opening = msg(
        "dd-legend-opening",
        "[☠S1]: a skull rolled in the opening, worth 1; as the top die it doubles the pile's"
        " value.",
    )
    last = game.seats[-1]
    return [
        msg(
            "dd-legend-kinds",
            "[D] is an ordinary die to roll, [J] the Jolly Roger die, which has a skull in"
            " place of the 1.",
        ),
        msg(
            "dd-legend-die",
            "[5]: a die, in its owner's colour; [J5] is a Jolly Roger die. In a pile the top"
            " die comes first.",
        ),
        msg("dd-legend-skull", "[☠S]: the skull of a Jolly Roger die."),
        *([opening] if game.rules.options.opening_skull_one else []),
        msg("dd-legend-roll", "roll D, roll J: rolls an ordinary die or the Jolly Roger die."),
        msg("dd-legend-stack", "stack: puts the rolled die on your pile; leave: keeps it off."),
        msg("dd-legend-plunder", "plunder {seat}, stop: takes a top die, or stops.", seat=last),
    ]


def _turns(game: DiceGame) -> list[Section]:
    options = game.rules.options
    opening = [
        nmsg(
            "dd-rules-dice",
            "Everybody has {count} ordinary die and a Jolly Roger die, which has a skull in place"
            " of the 1.",
            "Everybody has {count} ordinary dice and a Jolly Roger die, which has a skull in place"
            " of the 1.",
            game.rules.ordinary_dice,
        ),
        msg(
            "dd-rules-open",
            "Everybody chooses a die and rolls it to begin a pile. Whoever has the lowest number"
            " takes the first turn, and the others follow clockwise. If several players tie for"
            " the lowest, everybody rolls again.",
        ),
        ruling(
            msg(
                "dd-rules-open-order",
                "in the opening you roll one after the other, so whoever rolls later knows the"
                " earlier numbers when choosing a die. Each round, the next player rolls first."
                " After a tie, everybody rolls the same die as before.",
            )
        ),
        *_opening_skull(game),
    ]
    back = (
        msg("dd-rules-back", "a die you do not stack goes back to those you can still roll.")
        if options.misfits_return
        else msg(
            "dd-rules-out", "a die you do not stack is out of the round and counts as not placed."
        )
    )
    again = (
        msg("dd-rules-again", "if you placed the die, you may roll another after plundering.")
        if options.roll_again
        else msg("dd-rules-once", "you get one roll a turn.")
    )
    rolling = [
        msg(
            "dd-rules-roll",
            "On your turn, you choose one of your unplaced dice and roll it. You may"
            " stack it on your pile if it shows the same number as the top die or the next number"
            " up, or makes 7 with it. No number comes after 6. If your whole pile has been"
            " plundered, the die begins a new one.",
        ),
        ruling(back),
        ruling(again),
    ]
    skull_top = (
        msg("dd-rules-skull-one", "a skull is treated as a 1: a 1, a 2 or a 6 fits on it.")
        if options.skull_top_one
        else msg("dd-rules-closed", "no die fits on a skull, whether rolled or plundered.")
    )
    skull = [
        msg(
            "dd-rules-skull",
            "You may roll the Jolly Roger die on any turn. A rolled skull fits on any die, and no"
            " skull can be plundered.",
        ),
        ruling(skull_top),
        msg("dd-rules-plain", "When it shows a number, the Jolly Roger die is like any other die."),
    ]
    plundering = msg(
        "dd-rules-plunder",
        "After your roll, you may take the top die of an opponent's pile and put it on yours if it"
        " shows the next number up from your top die or makes 7 with it. The same number is not"
        " enough. You may go on plundering, from anybody, as long as another die fits on the one"
        " you took last. Then the turn passes to the left.",
    )
    misfit = msg(
        "dd-rules-plunder-misfit", "you may plunder even if the die you rolled did not fit."
    )
    return [
        Section(msg("dd-rules-opening", "1. The opening of a round"), opening),
        Section(msg("dd-rules-turn", "2. Rolling and stacking"), rolling),
        Section(msg("dd-rules-skulls", "The skull"), points=skull),
        Section(msg("dd-rules-plundering", "3. Plundering"), [plundering, ruling(misfit)]),
    ]


def _opening_skull(game: DiceGame) -> list[Message]:
    """Say what a skull is worth that is rolled in the opening."""
    placed = msg(
        "dd-rules-open-placed",
        "a Jolly Roger die rolled in the opening counts as placed, whatever it shows, so you lose"
        " nothing for it.",
    )
    options = game.rules.options
    if not options.opening_skull_one:
        counts = msg("dd-rules-full-skull", "to decide who begins, a skull counts as 1.")
        return [ruling(in_turn([counts, placed]))]
    rest = msg(
        "dd-rules-open-special",
        "in every other way, a skull rolled in the opening is like any other: it doubles the pile"
        " if it lies on top at the end, and it cannot be plundered.",
    )
    return [SKULL_OPENS, ruling(rest), ruling(placed)]


def _example(game: DiceGame) -> Section:
    """Work out two scores, as the rulebook does at its end."""
    skull, penalty = game.rules.skull, game.rules.penalty
    worth = 3 + 4 + 5 + skull
    text = msg(
        "dd-rules-example",
        "Your pile is 3, 4, 5 and a skull on top. That is 3 + 4 + 5 + {skull} = {worth}, which is"
        " doubled to {doubled} doubloons. Another player has a pile with only a 2, and still has"
        " the Jolly Roger die: that is 2 − {penalty} = {loss}.",
        skull=skull,
        worth=worth,
        doubled=2 * worth,
        penalty=penalty,
        loss=2 - penalty,
    )
    return Section(msg("dd-rules-for-example", "An example"), [text])


def _scoring(game: DiceGame) -> list[Section]:
    rules, options = game.rules, game.rules.options
    last = (
        msg("dd-rules-end", "when a round ends, the plundering of that turn is finished first.")
        if options.last_plunder
        else msg("dd-rules-end-at-once", "when a round ends, nothing more is plundered.")
    )
    round_end = [
        msg("dd-rules-ends", "A round ends when a player has no dice left to roll."),
        ruling(last),
        ruling(
            nmsg(
                "dd-rules-idle",
                "a round also ends after {count} lap of the table in which nobody has placed a"
                " rolled die.",
                "a round also ends after {count} laps of the table in which nobody has placed a"
                " rolled die.",
                rules.idle_laps,
            )
        ),
    ]
    scoring = [
        msg(
            "dd-rules-faces",
            "Each die in your pile, plundered dice included, earns as many doubloons as it shows;"
            " a skull earns {count}. With a skull on top, your whole pile counts double.",
            count=rules.skull,
        ),
        msg(
            "dd-rules-penalty",
            "Whoever has not placed the Jolly Roger die takes {count} off their total.",
            count=rules.penalty,
        ),
        ruling(msg("dd-rules-below", "a total may fall below 0.")),
    ]
    highest = msg(
        "dd-rules-highest", "if several players have reached the target, the highest total wins."
    )
    tie = (
        msg("dd-rules-tie", "if players tie for the highest total, another round is played.")
        if options.tie_plays_on
        else msg("dd-rules-tie-shared", "if players tie for the highest total, they share the win.")
    )
    limit = msg(
        "dd-rules-last",
        "round {count} is the last; if it ends in a tie, the win is shared.",
        count=rules.most_rounds,
    )
    end = [
        msg(
            "dd-rules-win",
            "The game is played to {count} doubloons: it ends with the round in which somebody"
            " reaches that total.",
            count=rules.target,
        ),
        *map(ruling, (highest, tie, limit)),
    ]
    return [
        Section(msg("dd-rules-round", "End of a round"), round_end),
        Section(msg("dd-rules-scoring", "Scoring a round"), scoring),
        Section(msg("dd-rules-game-end", "End of the game"), end),
    ]
