"""Perft of Skull Queen: how many sequences of decisions there are, counted from fixed deals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import skull_queen_reference as reference
from perfts import counts, perft
from skull_queen_tables import PLAYERS, SEATS, skull_queen
from splitpick.core import CHANCE
from splitpick.plugins.skull_queen.queen_game import SkullPosition

CASES: dict[str, dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "perft" / "skull-queen.yaml").read_text(encoding="utf-8")
)


def deal_of(case: dict[str, Any]) -> list[str]:
    """Write the deal as chance does it: one card each in turn, from the first seat on."""
    names = list(case["hands"])
    first = names.index(case["first"])
    hands = [case["hands"][name].split() for name in names[first:] + names[:first]]
    return [f"+{card}" for cards in zip(*hands, strict=True) for card in cards]


def actions_of(case: dict[str, Any]) -> list[str]:
    """Write everything up to where the counting begins."""
    actions = deal_of(case)
    actions += [f"swap {card}" for card in case.get("swapped", "").split()]
    for plank in case.get("planks", []):
        side, *fields = plank.split()
        actions.append(side)
        actions += [f"place {letter}{at}" for letter, at in zip("RYGB", fields, strict=False)]
    played: str = case.get("played", "")
    return actions + played.split()


def king_of(case: dict[str, Any]) -> list[str]:
    """List the cards the old pirate king turns over, as chance says it."""
    return [f"+{card}" for card in case.get("king", "").split()]


def turn_over(position: SkullPosition, king: list[str], at: int) -> int:
    """Let the king turn over his next card where it is his turn; return how many he has."""
    while position.to_act() == CHANCE and at < len(king):
        position.apply(position.parse(king[at]))
        at += 1
    return at


def start(case: dict[str, Any]) -> tuple[SkullPosition, int]:
    """Play a case up to where the counting begins."""
    position = skull_queen(case["players"]).new_position(SEATS.index(case["first"]))
    for text in actions_of(case):
        position.apply(position.parse(text))
    return position, turn_over(position, king_of(case), 0)


@pytest.mark.parametrize(("name", "depth", "count"), counts(CASES, "counts"))
def test_perft(name: str, depth: int, count: int) -> None:
    position, at = start(CASES[name])
    king = king_of(CASES[name])

    assert perft(position, lambda after, at: turn_over(after, king, at), at, depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(("name", "depth", "count"), counts(CASES, "slow"))
def test_deep_perft(name: str, depth: int, count: int) -> None:
    position, at = start(CASES[name])
    king = king_of(CASES[name])

    assert perft(position, lambda after, at: turn_over(after, king, at), at, depth) == count


def test_every_number_of_players_is_counted() -> None:
    assert {case["players"] for case in CASES.values()} == set(PLAYERS)


# The same from the reference engine, which shares no code with the game.


def reference_turn(state: reference.State, king: list[str], at: int) -> tuple[reference.State, int]:
    """Turn over as `turn_over` does."""
    while state["actor"] == "chance" and at < len(king):
        state = reference.after(state, king[at])
        at += 1
    return state, at


def reference_perft(state: reference.State, king: list[str], at: int, depth: int) -> int:
    """Count as `perft` does."""
    actions = reference.actions(state) if state["actor"] != "chance" else set()
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        after, now = reference_turn(reference.after(state, action), king, at)
        count += reference_perft(after, king, now, depth - 1)
    return count


MOST_FOR_REFERENCE = 2_000
"""It takes a millisecond for a few dozen sequences."""


@pytest.mark.parametrize("name", CASES)
def test_the_reference_engine_counts_the_same(name: str) -> None:
    """As deep as there are not too many sequences."""
    case = CASES[name]
    state = reference.begin(case["players"], case["first"])
    for text in actions_of(case):
        state = reference.after(state, text)
    state, at = reference_turn(state, king_of(case), 0)

    for depth, count in {**case["counts"], **case.get("slow", {})}.items():
        if count <= MOST_FOR_REFERENCE:
            assert reference_perft(state, king_of(case), at, depth) == count
