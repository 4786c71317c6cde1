"""Views of Dead Man's Dice: everything on the table, as plain values."""

from __future__ import annotations

from typing import Final, TypedDict

from ...core.game import JSON
from .dice import CODES, FACE, JOLLY, LOOK, ORDINARY, is_skull, kind_of, owner_of
from .dice_state import NO_DIE, SPENT, UNPLACED, DiceState

PHASES: Final = ["open", "open", "open", "roll", "roll", "stack", "plunder", "end"]
"""Names of the phases; a decision and its roll share one, and ``to_act`` tells them apart."""


class DieView(TypedDict):
    """A die that lies on the table."""

    die: str
    owner: int
    face: int
    skull: bool
    worth: int


class DiceView(TypedDict):
    """A view as screens read it; lists are by seat, piles have the top die last."""

    phase: str
    round: int
    target: int
    to_act: int
    seat: int
    rolled: DieView | None
    piles: list[list[DieView]]
    worths: list[int]
    unplaced: list[list[str]]
    spent: list[list[str]]
    totals: list[int]
    scores: list[int]


def view_of(state: DiceState) -> dict[str, JSON]:
    """Return the whole state as a `DiceView`, since everybody sees everything."""
    seats = range(state.players)
    return {
        "phase": PHASES[state.phase],
        "round": state.round,
        "target": state.rules.target,
        "to_act": state.actor,
        "seat": state.seat,
        "rolled": None if state.rolled == NO_DIE else die_of(state, state.rolled),
        "piles": [[die_of(state, die) for die in pile] for pile in state.piles],
        "worths": [state.pile_worth(owner) for owner in seats],
        "unplaced": [_hand(state, owner, UNPLACED, state.ordinary[owner]) for owner in seats],
        "spent": [_hand(state, owner, SPENT, state.spent[owner]) for owner in seats],
        "totals": list(state.totals),
        "scores": list(state.scores()),
    }


def die_of(state: DiceState, die: int) -> dict[str, JSON]:
    """Return a die as a `DieView`."""
    return {
        "die": CODES[kind_of(die)],
        "owner": owner_of(die),
        "face": die & FACE,
        "skull": is_skull(die),
        "worth": state.rules.worths[die & LOOK],
    }


def _hand(state: DiceState, seat: int, jolly: int, ordinary: int) -> list[JSON]:
    """Return codes of dice: D *ordinary* times, and J if *seat*'s Jolly Roger die is *jolly*."""
    dice: list[JSON] = [CODES[ORDINARY]] * ordinary
    if state.jolly[seat] == jolly:
        dice.append(CODES[JOLLY])
    return dice
