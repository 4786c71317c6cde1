"""Views of Skull Queen: everything that a seat may know, as plain values."""

from __future__ import annotations

from typing import TypedDict

from ...core.game import JSON
from .queen_rules import (
    DEAL,
    END,
    NO_COLOUR,
    NOBODY,
    PHASES,
    PLACE,
    SIDES,
    SWAP,
    UNPLACED,
    SkullRules,
)
from .queen_state import NO_SIDE, SkullState


class PlayedCard(TypedDict):
    """A card of a trick; *card* is ``None`` while it lies face down."""

    seat: int
    card: str | None


class QueenView(TypedDict):
    """The part of a view that screens read."""

    phase: str
    round: int
    rounds: int
    to_act: int
    starter: int
    leader: int
    led: str | None
    hand: list[str]
    hand_sizes: list[int]
    pile_size: int | None
    middle: list[str]
    tricks: list[list[PlayedCard]]
    face_down: str | None
    sides: list[str | None]
    pirates: list[dict[str, int]]
    placing: str | None
    totals: list[int]
    scores: list[int]


def view_of(state: SkullState, seat: int | None) -> dict[str, JSON]:
    """Return everything that *seat* may know; ``None`` is an onlooker."""
    rules = state.rules
    players = range(rules.players)
    dealt = state.phase not in (DEAL, SWAP)
    totals = state.totals()
    known = [not state.choosing or other == seat for other in players]
    worth = [state.worth(other) if known[other] else 0 for other in players]
    if state.phase == END:
        worth = [0] * rules.players
    hand = state.hands[seat] if dealt and seat is not None else []
    secret: JSON = None
    if state.face_down != NOBODY and state.face_down == seat:
        secret = rules.codes[state.played[-1]]
    return {
        "phase": PHASES[state.phase],
        "round": min(state.round + 1, rules.rounds),
        "rounds": rules.rounds,
        "to_act": state.actor,
        "starter": state.starter,
        "leader": NOBODY if rules.king or not state.leaders else state.leaders[-1],
        "led": None if state.led == NO_COLOUR else rules.colours[state.led],
        "hand": _codes(rules, hand),
        "hand_sizes": [len(cards) for cards in state.hands],
        "pile_size": len(state.pile) if rules.king else None,
        "laid": _codes(rules, state.laid),
        "middle": _codes(rules, state.middle),
        "tricks": _tricks(state),
        "face_down": secret,
        "sides": [
            SIDES[side] if known[other] and side != NO_SIDE else None
            for other, side in enumerate(state.sides)
        ],
        "pirates": [_pirates(state, other) if known[other] else {} for other in players],
        "placing": rules.colours[state.placing] if state.phase == PLACE else None,
        "results": [
            list(state.results[start : start + rules.players])
            for start in range(0, len(state.results), rules.players)
        ],
        "totals": list(totals),
        "scores": [total + now for total, now in zip(totals, worth, strict=True)],
    }


def _codes(rules: SkullRules, cards: list[int]) -> list[JSON]:
    return [rules.codes[card] for card in cards]


def _pirates(state: SkullState, seat: int) -> dict[str, JSON]:
    """Return the field of each pirate that is placed, by colour; 0 is the water."""
    return {
        colour: state.field(seat, number)
        for number, colour in enumerate(state.rules.colours)
        if state.field(seat, number) != UNPLACED
    }


def _tricks(state: SkullState) -> list[JSON]:
    """Return the tricks of the round, each as a list of `PlayedCard`."""
    rules = state.rules
    size = rules.trick_size
    hidden = state.face_down != NOBODY
    return [
        [
            {
                "seat": rules.orders[leader][place],
                "card": None
                if hidden and number == len(state.leaders) - 1 and place
                else rules.codes[card],
            }
            for place, card in enumerate(state.played[number * size : (number + 1) * size])
        ]
        for number, leader in enumerate(state.leaders)
    ]
