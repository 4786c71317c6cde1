"""Reading the notation of Skull Queen, and saying why an action is not allowed."""

from __future__ import annotations

import re
from typing import Final

from ...core.errors import IllegalAction, InvalidNotation
from ...core.text import Message, msg
from .queen_rules import DEAL, END, KING, PLACE, PLAY, SIDE, SIDES, SWAP
from .queen_state import SkullState


def read_action(position: SkullState, text: str) -> int:
    """Return the legal action that *text* stands for; raises the errors of `Position.parse`."""
    text = " ".join(text.split())
    if not text:
        raise InvalidNotation(msg("empty-notation", "There is nothing to read."))
    form, rest = _form_of(text)
    if form == PLAY and position.phase == PLACE and _letter(position, text):
        form = PLACE  # no card can be meant
    if form == SIDE:
        return _parse_side(position, rest)
    if form == PLACE:
        return _parse_place(position, rest)
    card = _card(position, rest)
    if form == DEAL:
        _must_be(position, (DEAL, KING))
        return _among_outcomes(position, card)
    if form == SWAP:
        _must_be(position, (SWAP,))
        return _among_outcomes(position, card)
    _must_be(position, (PLAY,))
    return _parse_play(position, card)


def _must_be(position: SkullState, phases: tuple[int, ...]) -> None:
    if position.phase not in phases:
        raise IllegalAction(_not_now(position))


def _not_now(position: SkullState) -> Message:
    """Say what has to be done now."""
    if position.phase == END:
        return msg("game-over", "The game is over.")
    if position.phase == DEAL:
        return msg(
            "deal-now",
            "A card is drawn now: type + and the card, for example +{card}.",
            card=position.rules.codes[0],
        )
    if position.phase == SWAP:
        return msg(
            "sq-swap-now",
            "A random card is swapped now: type swap and the card, for example swap R7.",
        )
    if position.phase == SIDE:
        rising, falling = SIDES
        return msg(
            "sq-side-now",
            "The side is chosen now: type {rising} or {falling}.",
            rising=rising,
            falling=falling,
        )
    if position.phase == PLACE:
        return msg(
            "sq-place-now",
            "A pirate is placed now: type place, the colour and the field, for example {text}.",
            text=f"place {position.rules.letters[position.placing]}3",
        )
    if position.phase == KING:
        return msg("sq-king-now", "The old pirate king turns over a card now: type + and the card.")
    return msg("sq-play-now", "A card is played now: type its code, for example R7.")


def _card(position: SkullState, code: str) -> int:
    card = position.rules.cards_by_code.get(code.upper().replace(" ", ""), -1)
    if card < 0:
        raise InvalidNotation(msg("unknown-card", "There is no card {card}.", card=code))
    return card


def _among_outcomes(position: SkullState, card: int) -> int:
    if all(card != outcome for outcome, _ in position.chance_outcomes()):
        raise IllegalAction(
            msg("none-left", "There is no {card} left to draw.", card=position.rules.codes[card])
        )
    return card


def _parse_side(position: SkullState, word: str) -> int:
    if word.lower() not in SIDES:
        rising, falling = SIDES
        raise InvalidNotation(
            msg(
                "sq-unknown-side",
                'A side is {rising} or {falling}, not "{text}".',
                rising=rising,
                falling=falling,
                text=word,
            )
        )
    _must_be(position, (SIDE,))
    return SIDES.index(word.lower())


def _letter(position: SkullState, text: str) -> str:
    """Return the code of the colour if *text* can be a place such as ``R3``, else ""."""
    found = _PIRATE.fullmatch(text.upper())
    return found.group(1) if found and found.group(1) in position.rules.letters else ""


def _parse_place(position: SkullState, text: str) -> int:
    letter = _letter(position, text)
    if not letter:
        raise InvalidNotation(
            msg(
                "sq-unknown-place",
                'A place is a colour and a field, for example R3, not "{text}".',
                text=text,
            )
        )
    _must_be(position, (PLACE,))
    wanted = position.rules.letters[position.placing]
    if letter != wanted:
        raise IllegalAction(
            msg(
                "wrong-pirate",
                "The pirates are placed in order; {letter} is next.",
                letter=wanted,
            )
        )
    field = int(text.upper().removeprefix(letter))
    if not 1 <= field <= position.rules.fields:
        raise IllegalAction(
            msg(
                "no-such-field",
                "The fields of a plank are 1 to {most}, from the bottom up.",
                most=position.rules.fields,
            )
        )
    return field


def _parse_play(position: SkullState, card: int) -> int:
    code = position.rules.codes[card]
    if card not in position.hands[position.actor]:
        raise IllegalAction(msg("not-in-hand", "{card} is not among your cards.", card=code))
    legal = position.legal_actions()
    if card not in legal:
        must = [position.rules.codes[other] for other in legal]
        raise IllegalAction(
            msg(
                "must-follow",
                "{card} does not follow the colour that was led: you may play {cards}.",
                card=code,
                cards=" ".join(must),
            )
        )
    return card


_FORMS: Final = [
    (DEAL, re.compile(r"\+ ?(.+)")),
    (SWAP, re.compile(r"swap ?(.+)", re.IGNORECASE)),
    (SIDE, re.compile(r"(?:side )?(up|down)|side (.+)", re.IGNORECASE)),
    (PLACE, re.compile(r"place ?(.+)", re.IGNORECASE)),
]
_PIRATE: Final = re.compile(r"([A-Z]+) ?(\d{1,3})")


def _form_of(text: str) -> tuple[int, str]:
    """Return the phase that the form of *text* suggests, and *text* without its sign or word."""
    for phase, form in _FORMS:
        match = form.fullmatch(text)
        if match:
            return phase, match.group(match.lastindex or 0)
    return PLAY, text
