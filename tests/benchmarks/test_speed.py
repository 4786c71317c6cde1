"""Times that the parts of a game take, by pytest-benchmark.

    pytest tests/benchmarks --benchmark-enable

An ordinary run has ``--benchmark-disable`` (pyproject.toml): each part then runs once, as a test.
Short calls are timed for all positions of one random game.
"""

from __future__ import annotations

from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from splitpick.core import OVER, Position, load_game, playout
from splitpick.core.kernel.quick_random import QuickRandom
from splitpick.core.lab import simulate_batch
from splitpick.core.players import Greedy
from tables import random_action

ACTIONS = 8 * (5 + 1 + 1 + 5)
"""Turns, each with draws, a split, a pick and plays."""

GAME = load_game("jolly-roger", variant="advanced")


def play_at_random(seed: int) -> tuple[list[Position], list[int]]:
    """Return every position of a random game that is not over, and what was done in it."""
    rng = Random(seed)
    position = GAME.new_position()
    positions: list[Position] = []
    actions: list[int] = []
    while position.to_act() != OVER:
        action = random_action(position, rng)
        positions.append(position.copy())
        actions.append(action)
        position.apply(action)
    return positions, actions


POSITIONS, DONE = play_at_random(1)


def test_a_random_game(benchmark: BenchmarkFixture) -> None:
    _, actions = benchmark(play_at_random, 1)

    assert len(actions) == ACTIONS


@pytest.mark.parametrize("generator", [Random, QuickRandom])
def test_a_random_game_inside_the_kernel(
    benchmark: BenchmarkFixture, generator: type[Random] | type[QuickRandom]
) -> None:
    rng = generator(1)

    def play() -> int:
        position = GAME.new_position()
        playout(position, rng)
        return position.to_act()

    assert benchmark(play) == OVER


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_counted_game(benchmark: BenchmarkFixture, bot: str) -> None:
    """As `simulate` plays it, with the uses of all cards."""
    assert benchmark(simulate_batch, GAME, [bot, bot], 1, 1).games == 1


def test_applying_the_actions_of_a_game(benchmark: BenchmarkFixture) -> None:
    """Replaying a journal, which is also what an undo costs."""

    def replay() -> int:
        position = GAME.new_position()
        for action in DONE:
            position.apply(action)
        return position.to_act()

    assert benchmark(replay) == OVER


@pytest.mark.parametrize("method", ["legal_actions", "chance_outcomes", "copy"])
def test_asking_every_position_of_a_game(benchmark: BenchmarkFixture, method: str) -> None:
    asked = [getattr(position, method) for position in POSITIONS]

    assert len(benchmark(lambda: [ask() for ask in asked])) == ACTIONS


@pytest.mark.parametrize("at", [0, 1, 2], ids=["split", "pick", "play"])
def test_a_greedy_choice(benchmark: BenchmarkFixture, at: int) -> None:
    """In the fourth turn: its split, its pick or its first card."""
    position = POSITIONS[3 * ACTIONS // 8 + 5 + at]

    action = benchmark(Greedy().choose, position, position.to_act(), Random(1), 0.0)

    assert action in position.legal_actions()


def test_loading_the_game(benchmark: BenchmarkFixture) -> None:
    """From the name to a game: reading the YAML, checking it, making the tables."""
    assert benchmark(load_game, "jolly-roger", variant="advanced").players == 2
