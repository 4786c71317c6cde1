"""The zones and the kinds of actions of Dead Man's Dice."""

from __future__ import annotations

from typing import Final

from ...core.declared import ActionKind, Zone
from ...core.text import msg

ZONES: Final = [
    Zone("unplaced", msg("dd-to-roll", "to roll"), each=True),
    Zone("piles", msg("dd-pile", "pile"), each=True, ordered=True),
    Zone("rolled", msg("dd-rolled", "rolled")),
]
SPENT: Final = Zone("spent", msg("dd-out", "out of the round"), each=True)
"""Another zone, for games where a die that was not placed is out of the round."""

DIE: Final = ActionKind("rolled", [*"S123456"], form="+{target}", chance=True)
ROLL: Final = ActionKind(
    "roll",
    ["D", "J"],
    asks=msg("dd-ask-roll", "{seat}, choose a die to roll.").to_you(
        seat=msg("dd-ask-you-roll", "Choose a die to roll.")
    ),
    offers=msg("dd-choose-roll", "Roll {word}."),
    word=msg("dd-word-roll", "roll"),
)
STACK: Final = ActionKind(
    "stack",
    asks=msg("dd-ask-stack", "{seat}, stack the die or leave it.").to_you(
        seat=msg("dd-ask-you-stack", "Stack the die or leave it.")
    ),
    tells=msg("dd-tell-stack", "{seat} stacks {what}; {doubloons} in the pile now.").to_you(
        seat=msg("dd-you-stack", "You stack {what}; {doubloons} in your pile now.")
    ),
    offers=msg("dd-choose-stack", "Stack {what}: your pile is then worth {doubloons}."),
    word=msg("dd-word-stack", "stack"),
)
LEAVE: Final = ActionKind(
    "leave",
    tells=msg("dd-tell-leave", "{seat} does not stack {what}.").to_you(
        seat=msg("dd-you-leave", "You do not stack {what}.")
    ),
    offers=msg("dd-choose-leave", "Do not stack {what}: {fate}."),
    word=msg("dd-word-leave", "leave"),
)
STOP: Final = ActionKind(
    "stop",
    tells=msg("dd-tell-stop", "{seat} stops.").to_you(seat=msg("dd-you-stop", "You stop.")),
    offers=msg("dd-choose-stop", "End your turn."),
    word=msg("dd-word-stop", "stop"),
)
PLUNDER: Final = ActionKind(
    "plunder",
    "seat",
    asks=msg("dd-ask-plunder", "{seat}, plunder or stop.").to_you(
        seat=msg("dd-ask-you-plunder", "Plunder or stop.")
    ),
    tells=msg(
        "dd-tell-plunder", "{seat} plunders {what} from {player}; {doubloons} in the pile now."
    ).to_you(
        seat=msg(
            "dd-you-plunder", "You plunder {what} from {player}; {doubloons} in your pile now."
        ),
        player=msg(
            "dd-plunders-you", "{seat} plunders {what} from you; {doubloons} in the pile now."
        ),
    ),
    offers=msg(
        "dd-choose-plunder", "Plunder {what} from {player}: your pile is then worth {doubloons}."
    ),
    word=msg("dd-word-plunder", "plunder"),
)
KINDS: Final = [DIE, ROLL, STACK, LEAVE, STOP, PLUNDER]

ENDINGS: Final = {
    "stack": msg(
        "dd-stack-ends", "Stack {what} and end the round: your pile is then worth {doubloons}."
    ),
    "leave": msg("dd-leave-ends", "Do not stack {what}: that ends the round."),
    "stop": msg("dd-stop-ends", "End your turn, and with it the round."),
    "plunder": msg(
        "dd-plunder-ends",
        "Plunder {what} from {player} and end the round: your pile is then worth {doubloons}.",
    ),
}
"""Words behind choices that end the round."""
