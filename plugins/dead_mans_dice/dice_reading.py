"""Reading the notation of Dead Man's Dice, and saying why an action is not allowed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...core.errors import IllegalAction, InvalidNotation
from ...core.game import CHANCE
from ...core.text import Message, Name, msg
from .dice import CODES, FACE, FACES, JOLLY, is_skull
from .dice_state import (
    DO_PLUNDER,
    END,
    OPEN,
    PLUNDER,
    ROLL_J,
    STACK,
    TURN,
    WORDS,
    DiceState,
)

_ALONE: Final = {word: action for action, word in WORDS.items()}
_FACES: Final = {"s": 1, **{str(face): face for face in FACES}}


def read_action(
    state: DiceState, text: str, seats: Sequence[str], seat_names: Sequence[Name]
) -> int:
    """Return the legal action that *text* stands for; raises the errors of `Position.parse`.

    *seats* are the seats' ids, *seat_names* their names for messages.
    """
    words = text.casefold().replace("+", "+ ").split()
    if not words:
        raise InvalidNotation(msg("empty-notation", "There is nothing to read."))
    verb, rest = words[0], words[1:]
    if verb == "+" and len(rest) == 1:
        return _read_roll(state, rest[0])
    if verb == "roll" and len(rest) == 1:
        return _read_die(state, rest[0])
    if verb == "plunder" and len(rest) == 1:
        return _read_plunder(state, rest[0], seats, seat_names)
    if verb in _ALONE and not rest:
        action = _ALONE[verb]
        if action not in state.legal_actions():
            raise IllegalAction(_what_now(state))
        return action
    raise InvalidNotation(
        msg(
            "dd-unknown-action",
            '"{text}" is not a move. The moves are roll, stack, leave, plunder and stop.',
            text=" ".join(text.split())[:40],
        )
    )


def _read_roll(state: DiceState, face: str) -> int:
    if face not in _FACES:
        raise InvalidNotation(
            msg(
                "dd-unknown-face",
                "A die shows 1 to 6, or S for the skull, not {face}.",
                face=face[:20],
            )
        )
    if state.actor != CHANCE:
        raise IllegalAction(_what_now(state))
    if face == ("1" if state.kind == JOLLY else "s"):
        raise IllegalAction(
            msg(
                "dd-not-on-die",
                "The Jolly Roger die has a skull instead of the 1; the others have no skull.",
            )
        )
    return _FACES[face]


def _read_die(state: DiceState, code: str) -> int:
    if code.upper() not in CODES:
        raise InvalidNotation(
            msg(
                "dd-unknown-die",
                "There is no die {die}: D is an ordinary one, J the Jolly Roger die.",
                die=code[:20],
            )
        )
    action = CODES.index(code.upper())
    if state.phase not in (OPEN, TURN):
        raise IllegalAction(_what_now(state))
    if action not in state.legal_actions():
        raise IllegalAction(
            msg(
                "dd-no-jolly-left" if action == ROLL_J else "dd-no-ordinary-left",
                "You have no such die left to roll.",
            )
        )
    return action


def _read_plunder(
    state: DiceState, name: str, seats: Sequence[str], seat_names: Sequence[Name]
) -> int:
    ids = [seat.casefold() for seat in seats]
    if name not in ids:
        raise InvalidNotation(msg("dd-unknown-seat", "There is no player {name}.", name=name[:40]))
    other = ids.index(name)
    if state.phase != PLUNDER:
        raise IllegalAction(_what_now(state))
    if other == state.seat:
        raise IllegalAction(msg("dd-own-pile", "You cannot plunder your own pile."))
    if DO_PLUNDER + other not in state.plunders():
        raise IllegalAction(_why_not_plunder(state.piles[other], seat_names[other]))
    return DO_PLUNDER + other


def _why_not_plunder(pile: list[int], name: Name) -> Message:
    if not pile:
        return msg("dd-empty-pile", "{seat} has no pile.", seat=name)
    if is_skull(pile[-1]):
        return msg("dd-skull-safe", "A skull cannot be plundered.")
    return msg(
        "dd-no-fit",
        "The {face} of {seat} is not the next number up from your top die, and the two do not make"
        " 7.",
        face=pile[-1] & FACE,
        seat=name,
    )


def _what_now(state: DiceState) -> Message:
    """Say what has to be done now."""
    if state.phase == END:
        return msg("game-over", "The game is over.")
    if state.actor == CHANCE:
        return msg("dd-chance-now", "A die is rolled now: type + and its number, for example +5.")
    if state.phase == STACK:
        return msg("dd-stack-now", "The rolled die is stacked or left now: type stack or leave.")
    if state.phase == PLUNDER:
        return msg("dd-plunder-now", "You plunder or stop now: type plunder and a player, or stop.")
    return msg("dd-roll-now", "A die is chosen now: type roll D or roll J.")
