"""Perft: how many sequences of decisions there are, counted from fixed deals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml

import reference
from perfts import counts, perft
from splitpick.core import CHANCE, Position
from tables import SEATS, VARIANTS, jolly_roger

FOLDER = Path(__file__).parent / "perft"
CASES: dict[str, dict[str, Any]] = yaml.safe_load(
    (FOLDER / "jolly-roger.yaml").read_text(encoding="utf-8")
)

Deal: TypeAlias = list[str]
"""The cards in the order they are drawn; when they are used up no sequence goes on."""


def cards_of(case: dict[str, Any]) -> Deal:
    """Read the draws of all turns as one draw pile."""
    return [code for turn in case["draws"] for code in turn.split()]


def actions_of(case: dict[str, Any]) -> list[str]:
    """Read what was played before the counting begins."""
    return [text.strip() for turn in case.get("played", []) for text in turn.split(",")]


def draw(position: Position, deal: Deal, at: int) -> int:
    """Draw from *deal* while it is chance's turn; return how many cards are drawn now."""
    while position.to_act() == CHANCE and at < len(deal):
        position.apply(position.parse(f"+{deal[at]}"))
        at += 1
    return at


def start(case: dict[str, Any]) -> tuple[Position, int]:
    """Play a case up to where the counting begins."""
    deal = cards_of(case)
    position: Position = jolly_roger(case["variant"]).new_position(SEATS.index(case["first"]))
    at = draw(position, deal, 0)
    for text in actions_of(case):
        position.apply(position.parse(text))
        at = draw(position, deal, at)
    return position, at


def lines(position: Position, depth: int) -> Iterator[list[str]]:
    """List the sequences themselves, in the order of the legal actions; within a turn."""
    if depth == 0:
        yield []
        return
    for action in position.legal_actions():
        after = position.copy()
        after.apply(action)
        for line in lines(after, depth - 1):
            yield [position.notation(action), *line]


@pytest.mark.parametrize(("name", "depth", "count"), counts(CASES, "counts"))
def test_perft(name: str, depth: int, count: int) -> None:
    position, at = start(CASES[name])
    deal = cards_of(CASES[name])

    assert perft(position, lambda after, at: draw(after, deal, at), at, depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(("name", "depth", "count"), counts(CASES, "slow"))
def test_deep_perft(name: str, depth: int, count: int) -> None:
    position, at = start(CASES[name])
    deal = cards_of(CASES[name])

    assert perft(position, lambda after, at: draw(after, deal, at), at, depth) == count


def test_every_variant_is_counted() -> None:
    assert {case["variant"] for case in CASES.values()} == set(VARIANTS)
    assert all(case["slow"] for case in CASES.values())


def test_the_sequences_of_the_smallest_case() -> None:
    """``smallest.txt`` has them all, three decisions deep: a split, a pick and the first card."""
    listed = (FOLDER / "smallest.txt").read_text(encoding="utf-8").splitlines()
    position, _ = start(CASES["four alike"])
    found = [", ".join(line) for line in lines(position, 3)]

    assert [line for line in listed if line and not line.startswith("#")] == found
    assert len(found) == CASES["four alike"]["counts"][3]


# The same from the reference engine, which shares no code with the kernel.


def reference_draw(state: reference.State, deal: Deal, at: int) -> tuple[reference.State, int]:
    """Draw as `draw` does."""
    while state["actor"] == "chance" and at < len(deal):
        state = reference.after(state, f"+{deal[at]}")
        at += 1
    return state, at


def reference_perft(state: reference.State, deal: Deal, at: int, depth: int) -> int:
    """Count as `perft` does."""
    actions = reference.actions(state) if state["actor"] != "chance" else set()
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        after, now = reference_draw(reference.after(state, action), deal, at)
        count += reference_perft(after, deal, now, depth - 1)
    return count


def check_reference(name: str, depths: range) -> None:
    """Compare the reference engine's counts with those in the file."""
    case = CASES[name]
    deal = cards_of(case)
    state, at = reference_draw(reference.begin(case["variant"], case["first"]), deal, 0)
    for text in actions_of(case):
        state, at = reference_draw(reference.after(state, text), deal, at)

    for depth in depths:
        count = reference_perft(state, deal, at, depth)
        assert count == {**case["counts"], **case["slow"]}[depth], depth


@pytest.mark.parametrize("name", CASES)
def test_the_reference_engine_counts_the_same(name: str) -> None:
    """Four decisions deep: a split, a pick and two cards, or from one turn into the next."""
    check_reference(name, range(1, 5))


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_the_reference_engine_counts_the_same_deeper(name: str) -> None:
    check_reference(name, range(5, 6))
