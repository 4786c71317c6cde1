"""The bot that learned: its policy is read, plays, and a short training makes another one."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from splitpick.core import Engine, load_game
from splitpick.core.testing import check_bot
from splitpick_learned import Learned
from splitpick_learned.policy import Policy
from splitpick_learned.train import duels, main

POLICY = Path(__file__).parents[1] / "jolly-roger-advanced.npz"


class Rogerer(Learned):
    """The bot with the policy of this package."""

    def __init__(self) -> None:
        super().__init__(Policy.load(POLICY))


def test_the_policy_of_this_package_beats_greedy() -> None:
    """In at least 60 % of the games; 89 % are usual."""
    shares = duels(POLICY, range(7000, 7010))

    assert sum(shares) / len(shares) >= 0.6


def test_it_is_seated_with_its_file() -> None:
    assert Engine().bots["learned"].reads_file


def test_it_passes_the_conformance_kit() -> None:
    check_bot(Rogerer, [load_game("jolly-roger", "advanced")])


def test_a_policy_of_another_game_is_refused() -> None:
    bot = Learned()
    bot.file = str(POLICY)
    position = load_game("skull-queen").new_position()
    rng = Random(1)
    while position.to_act() < 0 or len(position.legal_actions()) == 1:
        position.apply(position.draw_at(rng.random()))
    with pytest.raises(ValueError, match="another game"):
        bot.choose(position, position.to_act(), rng, 1.0)


def test_a_training_writes_a_policy_and_its_curve(tmp_path: Path) -> None:
    out = tmp_path / "learned.npz"
    words = ["jolly-roger", "--variant", "introductory", "--rounds", "6", "--deals", "2"]
    main([*words, "--hidden", "4", "--jobs", "1", "--out", str(out)])

    (line,) = map(json.loads, out.with_suffix(".jsonl").read_text().splitlines())
    assert line["games"] == 6
    assert not Policy.load(out).is_new
    assert out.with_suffix(".svg").read_text().startswith("<svg")
