"""The battery over every game that is installed, with every number of players."""

from __future__ import annotations

import pytest

from battery import Battery
from splitpick.core import Engine

ENGINE = Engine()
GAMES = [
    pytest.param(name, variant, players, id=f"{name}-{variant}-{players}")
    for name in ENGINE.rulesets()
    for variant, _ in ENGINE.ruleset_file(name).variants
    for players in range(
        ENGINE.ruleset_file(name).variant(variant).players[0],
        ENGINE.ruleset_file(name).variant(variant).players[1] + 1,
    )
]


def battery(name: str, variant: str, players: int) -> Battery:
    """Load a game for the battery."""
    return Battery(ENGINE.load_game(name, variant, players))


@pytest.mark.parametrize(("name", "variant", "players"), GAMES)
def test_the_contract_holds_at_every_position(name: str, variant: str, players: int) -> None:
    """In games that each seat begins."""
    tested = battery(name, variant, players)

    for seed in range(2):
        tested.play(seed, first=seed % players)

    assert len(tested.seen) > 2


@pytest.mark.parametrize(("name", "variant", "players"), GAMES)
def test_nonsense_is_refused_at_the_beginning_and_later(
    name: str, variant: str, players: int
) -> None:
    """Whatever is asked."""
    tested = battery(name, variant, players)
    position = tested.game.new_position()

    for _ in range(120):
        actions = tested.actions(position)
        if not actions:
            break
        tested.check_refusals(position)
        position.apply(actions[-1])


@pytest.mark.parametrize(("name", "variant", "players"), GAMES)
def test_seeds_and_undo(name: str, variant: str, players: int) -> None:
    """The same seed is the same game, and what is taken back comes again."""
    tested = battery(name, variant, players)

    for seed in range(3):
        tested.check_match(seed)
