"""The plugin interface costs nothing, shown by ratios of times taken in turn in one run."""

from __future__ import annotations

import time
from importlib.resources import files
from random import Random

import pytest

from splitpick.core import OVER, Engine, Game
from splitpick.core.hooks.guard import Guard
from splitpick.core.rules.checking.file_check import read_ruleset
from splitpick.core.rules.special_cards import KnownEffect
from tables import random_action

MOST = 1.05
"""The ratio that is allowed."""

ROUNDS = 40
GAMES = 20


def seconds(game: Game, seed: int) -> float:
    """Time some random games."""
    rng = Random(seed)
    began = time.process_time()
    for _ in range(GAMES):
        position = game.new_position()
        while position.to_act() != OVER:
            position.apply(random_action(position, rng))
    return time.process_time() - began


def ratio(one: Game, other: Game) -> float:
    """Return how much longer *one* takes: of the best of many rounds in turn, the same games."""
    best = [float("inf"), float("inf")]
    for number in range(ROUNDS):
        for at, game in enumerate((one, other)):
            best[at] = min(best[at], seconds(game, number % 4))
    return best[0] / best[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "guarded"),
    [("introductory", False), ("all-cards", False), ("introductory", True)],
)
def test_the_plugin_interface_costs_nothing(variant: str, guarded: bool) -> None:
    """Against the same game with its cards put in by hand; three tries on a busy machine.

    Under guard it holds for a game in which no special card is ever in a hand.
    """
    engine = Engine()
    game = engine.load_game("jolly-roger", variant)
    if guarded:
        Guard(engine).protect(game)
    by_hand = {id: KnownEffect(effect.kind) for id, effect in engine.effects.items()}
    games = engine.games_with(by_hand)
    file = read_ruleset(files("splitpick.rulesets") / "jolly-roger.yaml", games)
    ratios = []
    for _ in range(3):
        ratios.append(ratio(game, file.variant(variant).build()))
        if ratios[-1] <= MOST:
            break

    assert min(ratios) <= MOST, ratios
