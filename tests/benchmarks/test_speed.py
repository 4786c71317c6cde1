"""Times of the parts of a game, by pytest-benchmark.

    pytest tests/benchmarks --benchmark-enable

An ordinary run has ``--benchmark-disable`` (pyproject.toml): each part then runs once, as a test.
What takes too little time to be timed alone is timed for all positions of one random game; *calls*
in the saved figures says for how many.
"""

from __future__ import annotations

from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from splitpick.core import CHANCE, OVER, Game, Position, load_game
from splitpick.core.game import draw_outcome
from splitpick.core.players import Greedy

TURNS = 8
ACTIONS_A_TURN = 5 + 1 + 1 + 5
"""Draws, split, pick, plays."""


def load() -> Game:
    return load_game("jolly-roger", variant="advanced")


@pytest.fixture(scope="module")
def game() -> Game:
    return load()


def play_at_random(game: Game, seed: int) -> tuple[list[Position], list[int]]:
    """Return every position of a random game that is not over, and what was done in it."""
    rng = Random(seed)
    position = game.new_position()
    positions: list[Position] = []
    actions: list[int] = []
    while (actor := position.to_act()) != OVER:
        if actor == CHANCE:
            action = draw_outcome(position.chance_outcomes(), rng.random())
        else:
            legal = position.legal_actions()
            action = legal[int(rng.random() * len(legal))]
        positions.append(position.copy())
        actions.append(action)
        position.apply(action)
    return positions, actions


def test_a_random_game(benchmark: BenchmarkFixture, game: Game) -> None:
    """Playing by lot through the contract, as tests and simulations do."""
    rng = Random(1)

    def play() -> int:
        position = game.new_position()
        count = 0
        while (actor := position.to_act()) != OVER:
            count += 1
            if actor == CHANCE:
                position.apply(draw_outcome(position.chance_outcomes(), rng.random()))
            else:
                legal = position.legal_actions()
                position.apply(legal[int(rng.random() * len(legal))])
        return count

    benchmark.extra_info["calls"] = TURNS * ACTIONS_A_TURN

    assert benchmark(play) == TURNS * ACTIONS_A_TURN


def test_applying_the_actions_of_a_game(benchmark: BenchmarkFixture, game: Game) -> None:
    """Replaying a journal, which is also what an undo costs."""
    _, actions = play_at_random(game, 1)

    def replay() -> int:
        position = game.new_position()
        for action in actions:
            position.apply(action)
        return position.to_act()

    benchmark.extra_info["calls"] = len(actions)

    assert benchmark(replay) == OVER


def test_the_legal_actions_of_a_game(benchmark: BenchmarkFixture, game: Game) -> None:
    """Asking each position of a seat for its legal actions."""
    positions, _ = play_at_random(game, 1)
    positions = [position for position in positions if position.to_act() != CHANCE]
    benchmark.extra_info["calls"] = len(positions)

    assert all(benchmark(lambda: [position.legal_actions() for position in positions]))


def test_the_chance_outcomes_of_a_game(benchmark: BenchmarkFixture, game: Game) -> None:
    """Asking each position of chance for what it may bring."""
    positions, _ = play_at_random(game, 1)
    positions = [position for position in positions if position.to_act() == CHANCE]
    benchmark.extra_info["calls"] = len(positions)

    assert all(benchmark(lambda: [position.chance_outcomes() for position in positions]))


def test_copying_the_positions_of_a_game(benchmark: BenchmarkFixture, game: Game) -> None:
    """A search and a bot's `resample` pay this for each position that they try."""
    positions, _ = play_at_random(game, 1)
    benchmark.extra_info["calls"] = len(positions)

    copies = benchmark(lambda: [position.copy() for position in positions])

    assert [copy.view(None) for copy in copies] == [position.view(None) for position in positions]


@pytest.mark.parametrize("decision", ["split", "pick", "play"])
def test_a_greedy_choice(benchmark: BenchmarkFixture, game: Game, decision: str) -> None:
    """The bot's choice in the middle of a game: the first of its kind in the fourth turn."""
    positions, _ = play_at_random(game, 1)
    draws_before = 3 * ACTIONS_A_TURN + 5
    place = {"split": 0, "pick": 1, "play": 2}[decision]
    position = positions[draws_before + place]
    seat = position.to_act()
    bot = Greedy()

    action = benchmark(bot.choose, position, seat, Random(1), 0.0)

    assert position.view(None)["phase"] == decision
    assert action in position.legal_actions()


def test_loading_the_game(benchmark: BenchmarkFixture) -> None:
    """From the name to a game: reading the YAML, checking it, working the tables out."""
    assert benchmark(load).players == 2
