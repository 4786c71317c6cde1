"""Labels of self-play games, and what captain learns from them."""

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from splitpick.core import CHANCE
from splitpick.core.lab.fit import ridge, written
from splitpick.core.lab.training.self_play import (
    Judged,
    SelfPlay,
    TurnWorths,
    position_with,
    read_lines,
    resumed,
)
from splitpick.core.players.weights import plain_weights
from splitpick.plugins.jolly_roger.evaluation.ship_network import EVEN, ODD
from splitpick.plugins.jolly_roger.training import fit_network
from splitpick.plugins.jolly_roger.training.ship_training import Trainer, new_network, train
from tables import jolly_roger

EVALUATION = "splitpick.plugins.jolly_roger.evaluation"


def judged(variant: str = "introductory") -> Judged:
    names = jolly_roger(variant).new_position().term_names()
    return Judged("jolly-roger", variant, plain_weights(EVALUATION, names))


class Stopped(Exception):
    """Somebody has pulled the plug."""


class Half:
    """Work that is stopped in the middle."""

    def __init__(self, work: Any, at: int) -> None:
        self.work, self.at = work, at

    def begin(self) -> Callable[[int], Any]:
        self.do = self.work.begin()
        return self.piece

    def piece(self, number: int) -> Any:
        if number == self.at:
            raise Stopped
        return self.do(number)


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    """The file is the same to the byte, though a line was cut in the middle of a number."""
    work = SelfPlay(judged(), seed=1)
    whole = resumed(tmp_path / "whole", work, 4, jobs=1)
    with pytest.raises(Stopped):
        resumed(tmp_path / "half", Half(work, 2), 4, jobs=1)
    with (tmp_path / "half").open("a") as file:
        file.write("[0,12,1")

    assert resumed(tmp_path / "half", work, 4, jobs=1) == whole
    assert (tmp_path / "half").read_bytes() == (tmp_path / "whole").read_bytes()
    assert resumed(tmp_path / "half", work, 3, jobs=1) == whole[:3]


@pytest.mark.slow
@pytest.mark.process
def test_labels_are_the_same_in_any_number_of_processes(tmp_path: Path) -> None:
    games = tmp_path / "games"
    for jobs in (1, 2):
        work = SelfPlay(judged(), seed=5)
        resumed(games, work, 4, jobs)
        resumed(tmp_path / f"{jobs}", TurnWorths(judged(), games, 5, 2, 1), 4, jobs)
        kept = games.read_bytes()
        games.unlink()
        (tmp_path / f"games-{jobs}").write_bytes(kept)
        games.write_bytes(b"")

    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    assert (tmp_path / "games-1").read_bytes() == (tmp_path / "games-2").read_bytes()


def test_a_game_to_learn_from_has_a_position_before_every_turn(tmp_path: Path) -> None:
    (played,) = resumed(tmp_path / "games", SelfPlay(judged(), seed=1), 1, jobs=1)
    for left in range(1, 9):
        position = position_with(jolly_roger("introductory"), played, left)
        assert (position.turns_left(), position.to_act()) == (left, CHANCE)
    with pytest.raises(ValueError, match="9 turns left"):
        position_with(jolly_roger("introductory"), played, 9)


def test_a_regression_finds_the_weights_that_made_its_data() -> None:
    terms = np.random.default_rng(1).random((4000, 3))
    worths = terms @ np.array([2.0, -1.0, 0.5])

    assert ridge(terms, worths, [2.0, -1.0, 0.5]) == pytest.approx([2, -1, 0.5], abs=1e-3)
    assert ridge(terms[:1], worths[:1], [7.0] * 3) == pytest.approx([7] * 3, abs=0.5)


def some_positions(count: int) -> Any:
    """Return what a network could see of two ships in each of *count* positions."""
    return np.random.default_rng(2).random((count, 2, ODD + EVEN)).astype(np.float32)


@pytest.mark.slow
def test_a_network_learns_what_another_knows() -> None:
    seen, teacher = some_positions(2000), Trainer(new_network([], seed=1))
    drawn = np.random.default_rng(3).normal(0, 0.3, teacher.weights[2].shape)
    teacher.weights[2] = drawn.astype(np.float32)
    wanted = teacher.values(seen)
    found = Trainer(train(new_network([], seed=4), seen, wanted, steps=1500, seed=5))

    assert np.abs(found.values(seen) - wanted).mean() < 0.25 * np.abs(wanted).mean()


def test_a_step_goes_down_the_gradient() -> None:
    """The gradient is what a small change of a weight makes of the error."""
    seen, wanted = some_positions(50).astype(np.float64), np.linspace(-3, 3, 50)
    trainer = Trainer(new_network([], seed=1))
    exact: list[Any] = [weights.astype(np.float64) for weights in trainer.weights]
    exact[2] += 0.1
    trainer.weights = exact
    gradients = trainer.gradients(seen, wanted)
    for weights, gradient in zip(trainer.weights, gradients, strict=True):
        first = (0,) * weights.ndim
        errors = []
        for change in (1e-5, -2e-5):
            weights[first] += change
            errors.append(((trainer.values(seen) - wanted) ** 2).mean())
        weights[first] += 1e-5
        assert gradient[first] == pytest.approx((errors[0] - errors[1]) / 2e-5, rel=1e-3)


@pytest.mark.slow
def test_the_command_fits_weights_and_a_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for steps in ("STEPS", "LAST_STEPS"):  # a network that has learnt little is one, too
        monkeypatch.setattr(fit_network, steps, 20)
    arguments = ["jolly-roger", "--variant", "introductory", "--games", "2", "--seed", "3"]
    files_of = ["--work", f"{tmp_path}", "--out", f"{tmp_path / 'w'}", "--network"]
    for name in ("one", "other"):
        fit_network.main([*arguments, *files_of, f"{tmp_path / name}"])
        (tmp_path / "introductory-worths-1.jsonl").write_bytes(b"")

    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    weights = json.loads((tmp_path / "w").read_text())["jolly-roger/introductory"]["weights"]
    assert weights["network"] == [0.0] + [1.0] * 7
    assert len(read_lines(tmp_path / "introductory-games.jsonl")) == 2


def test_shipped_files_are_written_a_list_a_line() -> None:
    for name in ("weights", "ship_network"):
        text = files(EVALUATION).joinpath(f"{name}.json").read_text("utf-8")
        assert written(json.loads(text)) == text
