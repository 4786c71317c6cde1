"""Vectors hold what a seat knows, and nothing else; actions have lasting numbers."""

from collections.abc import Iterator
from random import Random

import pytest

from learning_games import TWO_TURNS, every_game, third_party
from splitpick.core import CHANCE, OVER, Position
from splitpick.core.learning.learning_game import LearningGame, study


def walk(learning: LearningGame, seed: int) -> Iterator[Position]:
    """Yield the positions of a random game at which a seat is to act."""
    position, rng = learning.game.new_position(), Random(seed)
    while (seat := position.to_act()) != OVER:
        if seat != CHANCE:
            yield position
        x = rng.random()
        position.apply(position.draw_at(x) if seat == CHANCE else position.action_at(x))


def check_secrets(learning: LearningGame, seed: int) -> None:
    """Deal what a seat does not see again; it must observe the same, and may do the same."""
    for number, position in enumerate(walk(learning, seed)):
        seat = position.to_act()
        for viewer in {seat, number % learning.game.players}:
            other = position.resample(viewer, Random(number))
            assert learning.observer.observe(other, viewer) == learning.observer.observe(
                position, viewer
            )
            assert learning.text(other, viewer) == learning.text(position, viewer)
        again = position.resample(seat, Random(number))
        assert [*learning.numbering.actions(again)] == [*learning.numbering.actions(position)]


def test_a_redealt_hand_changes_no_observation() -> None:
    check_secrets(study("smugglers-cove"), 1)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant", "players"), every_game())
def test_no_game_shows_a_secret(name: str, variant: str, players: int) -> None:
    check_secrets(study(name, variant, players), 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["parley", "stalls"])
def test_no_game_of_a_third_party_shows_a_secret(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_secrets(third_party(name, monkeypatch), 3)


def test_each_number_says_what_it_is() -> None:
    learning = study(str(TWO_TURNS))
    position = learning.game.new_position()
    while position.to_act() == CHANCE:
        position.apply(position.parse("+A"))
    seen = dict(learning.observer.described(learning.observer.observe(position, 1)))
    assert seen["seat[1]"] == 1
    assert seen["drawn=A"] == 3
    assert seen["drawn@A"] == 3
    assert seen["drawn.length"] == 3
    assert seen["unseen.B"] == 3
    assert "drawn=B" not in seen


def test_an_action_has_the_same_number_in_every_position() -> None:
    learning = study("jolly-roger", "introductory")
    names: dict[str, int] = {}
    for position in walk(learning, 4):
        for number, action in learning.numbering.actions(position).items():
            kind = position.describe(action).kind
            assert learning.numbering.kinds[number] in (kind, "")
            if kind not in ("split", "pick"):
                assert names.setdefault(position.notation(action), number) == number
