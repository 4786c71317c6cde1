"""Perft: how many sequences of decisions there are, counted from fixed deals and rolls.

What chance brings is fixed by each case in perft/*.yaml, one thing after the other; where it is
used up no sequence goes on.  The reference engines, which share no code with ours, count the same.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import pytest
import yaml

import dead_mans_dice_reference
import reference
import skull_queen_reference
from piles import dice_game
from plain_perft import let_chance, perft
from skull_queen_tables import skull_queen
from splitpick.core import Position
from tables import VARIANTS, jolly_roger

FOLDER = Path(__file__).parents[1] / "golden" / "perft"
Case = dict[str, Any]
AnyPosition = TypeVar("AnyPosition", bound=Position)

MOST_COUNTED = 25_000
"""Sequences that are counted by default; the rest is slow."""
MOST_FOR_REFERENCE = 500
"""Sequences that a reference engine counts by default; with ``-m slow`` forty times as many."""


@dataclass
class Counted:
    """A game whose sequences are counted, by both engines."""

    begin: Callable[[Case], Position]
    reference: ModuleType
    begin_reference: Callable[[Case], Any]
    chance: Callable[[Case], list[str]]
    """The events that chance brings, in order."""
    decisions: Callable[[Case], list[str]]
    """The decisions before the counting begins."""


def deal(case: Case) -> list[str]:
    """Write what chance brings in Skull Queen: the deal, one card each in turn, and the king's."""
    names = list(case["hands"])
    first = names.index(case["first"])
    hands = [case["hands"][name].split() for name in names[first:] + names[:first]]
    dealt = [f"+{card}" for cards in zip(*hands, strict=True) for card in cards]
    swapped = [f"swap {card}" for card in case.get("swapped", "").split()]
    turned = [text for text in case.get("played", "").split() if text.startswith("+")]
    turned += [f"+{card}" for card in case.get("king", "").split()]
    return [*dealt, *swapped, *turned]


def planks(case: Case) -> list[str]:
    chosen = []
    for plank in case.get("planks", []):
        side, *fields = plank.split()
        chosen += [side, *(f"place {at} on {to}" for at, to in zip("RYGB", fields, strict=False))]
    return chosen + [text for text in case.get("played", "").split() if text[0] != "+"]


def dice_options(case: Case) -> dict[str, str]:
    return {name: str(value).lower() for name, value in case.get("options", {}).items()}


def dice_played(case: Case, rolls: bool) -> list[str]:
    played = [text.strip() for text in case.get("played", "").split(",") if text.strip()]
    return [text for text in played if text.startswith("+") == rolls]


GAMES = {
    "jolly-roger": Counted(
        lambda case: jolly_roger(case["variant"]).new_position(
            reference.SEATS.index(case["first"])
        ),
        reference,
        lambda case: reference.begin(case["variant"], case["first"]),
        lambda case: [f"+{code}" for turn in case["draws"] for code in turn.split()],
        lambda case: [text.strip() for turn in case.get("played", []) for text in turn.split(",")],
    ),
    "skull-queen": Counted(
        lambda case: skull_queen(case["players"]).new_position(
            skull_queen_reference.SEATS.index(case["first"])
        ),
        skull_queen_reference,
        lambda case: skull_queen_reference.begin(case["players"], case["first"]),
        deal,
        planks,
    ),
    "dead-mans-dice": Counted(
        lambda case: dice_game(case["players"], options=dice_options(case)).new_position(
            dead_mans_dice_reference.SEATS.index(case["first"])
        ),
        dead_mans_dice_reference,
        lambda case: dead_mans_dice_reference.begin(
            case["players"], case["first"], 100, case.get("options", {})
        ),
        lambda case: [*dice_played(case, True), *(f"+{face}" for face in str(case["rolls"]))],
        lambda case: dice_played(case, False),
    ),
}
CASES: dict[str, dict[str, Case]] = {
    name: yaml.safe_load((FOLDER / f"{name}.yaml").read_text("utf-8")) for name in GAMES
}


def counts() -> list[Any]:
    """List all counts as test parameters, high ones as slow."""
    return [
        pytest.param(
            name, case, depth, count, id=f"{name}: {case}, {depth} deep",
            marks=[pytest.mark.slow] if count > MOST_COUNTED or depth in slow else [],
        )
        for name, cases in CASES.items()
        for case, facts in cases.items()
        for slow in [facts.get("slow", {})]
        for depth, count in {**facts["counts"], **slow}.items()
    ]  # fmt: skip


def start(game: Counted, case: Case) -> tuple[Position, int]:
    """Play a case up to where the counting begins."""
    position, chance = game.begin(case), game.chance(case)
    at = let_chance(position, chance, 0)
    for text in game.decisions(case):
        position.apply(position.parse(text))
        at = let_chance(position, chance, at)
    return position, at


@pytest.mark.parametrize(("name", "case", "depth", "count"), counts())
def test_perft(name: str, case: str, depth: int, count: int) -> None:
    game, facts = GAMES[name], CASES[name][case]
    position, at = start(game, facts)

    assert perft(position, game.chance(facts), at, depth) == count


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


def test_the_sequences_of_the_smallest_case() -> None:
    """``smallest.txt`` has them all, three decisions deep: a split, a pick and the first card."""
    listed = (FOLDER / "smallest.txt").read_text("utf-8").splitlines()
    position, _ = start(GAMES["jolly-roger"], CASES["jolly-roger"]["four alike"])
    results = [", ".join(line) for line in lines(position, 3)]

    assert [line for line in listed if line and not line.startswith("#")] == results


def test_every_variant_and_number_of_players_is_counted() -> None:
    assert {case["variant"] for case in CASES["jolly-roger"].values()} == set(VARIANTS)
    for name in ("skull-queen", "dead-mans-dice"):
        assert {case["players"] for case in CASES[name].values()} == set(range(2, 7))


# The same from the reference engines.


def reference_chance(engine: ModuleType, state: Any, chance: list[str], at: int) -> tuple[Any, int]:
    """Let happen what `let_chance` does."""
    while engine.actor(state) == "chance" and at < len(chance):
        text = chance[at]
        state = engine.after(state, text if text in engine.actions(state) else "+S")
        at += 1
    return state, at


def reference_perft(engine: ModuleType, state: Any, chance: list[str], at: int, depth: int) -> int:
    """Count as `perft` does."""
    actions = engine.actions(state) if engine.actor(state) != "chance" else set()
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        after, now = reference_chance(engine, engine.after(state, action), chance, at)
        count += reference_perft(engine, after, chance, now, depth - 1)
    return count


@pytest.mark.parametrize(
    "times", [1, pytest.param(40, marks=pytest.mark.slow)], ids=["sample", "slow"]
)
@pytest.mark.parametrize(("name", "case"), [(name, case) for name in CASES for case in CASES[name]])
def test_the_reference_engine_counts_the_same(name: str, case: str, times: int) -> None:
    """As deep as there are not too many sequences."""
    game, facts = GAMES[name], CASES[name][case]
    engine, chance = game.reference, game.chance(facts)
    state, at = reference_chance(engine, game.begin_reference(facts), chance, 0)
    for text in game.decisions(facts):
        state, at = reference_chance(engine, engine.after(state, text), chance, at)

    deeper = facts.get("slow", {}) if times > 1 else {}
    for depth, count in {**facts["counts"], **deeper}.items():
        if 0 < count <= MOST_FOR_REFERENCE * times:
            assert reference_perft(engine, state, chance, at, depth) == count, depth
