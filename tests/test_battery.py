"""The conformance kit over every game that is installed, with every number of players."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from samples import each_sample
from splitpick.core import CHANCE, OVER, Engine, Game, Match, Position
from splitpick.core.testing import check_game

ENGINE = Engine()
GAMES = [
    pytest.param(
        name, variant, players, id=f"{name}-{variant}-{players}",
        marks=[pytest.mark.slow] if players > least else [],
    )
    for name in ENGINE.rulesets()
    for variant, _ in ENGINE.ruleset_file(name).variants
    for least, most in [ENGINE.ruleset_file(name).variant(variant).players]
    for players in range(least, most + 1)
]  # fmt: skip
each_game = pytest.mark.parametrize(("name", "variant", "players"), GAMES)


@each_sample("any game")
@each_game
def test_the_contract_holds_at_every_position(
    name: str, variant: str, players: int, seeds: range
) -> None:
    """`check_game` says what it checks; test_testing.py plants faults for it to find."""
    check_game(ENGINE.load_game(name, variant, players), games=len(seeds), seed=seeds.start)


@each_game
def test_an_undo_is_exact_and_the_same_cards_come_again(
    name: str, variant: str, players: int
) -> None:
    match = Match(ENGINE.load_game(name, variant, players), seed=3)
    for at in range(40):
        if match.over:
            break
        actions = match.position.legal_actions()
        match.apply(actions[at % len(actions)])
    journal, before = match.journal, views(match.position, players)
    last = [done for done in match.actions if done.seat != CHANCE][-1]
    assert match.undo()
    assert len(match.journal) < len(journal)
    match.play(last.notation)

    assert match.journal == journal
    assert views(match.position, players) == before


def views(position: Position, players: int) -> list[dict[str, Any]]:
    return [position.view(seat) for seat in (None, *range(players))]


def random_positions(game: Game, seed: int) -> Iterator[Position]:
    """Yield the positions of a random game."""
    rng = Random(seed)
    position = game.new_position()
    while position.to_act() != OVER:
        yield position
        if position.to_act() == CHANCE:
            position.apply(position.draw_at(rng.random()))
        else:
            actions = position.legal_actions()
            position.apply(actions[int(rng.random() * len(actions))])


def scribble(value: object) -> None:
    """Empty every list and dictionary in *value*."""
    if isinstance(value, dict):
        scribble(list(value.values()))
        value.clear()
    elif isinstance(value, list):
        for item in value:
            scribble(item)
        value.clear()


@pytest.mark.parametrize("name", ENGINE.rulesets())
def test_views_and_lists_share_nothing_with_the_position(name: str) -> None:
    """Emptying one changes neither the position nor the next answer."""
    game = ENGINE.load_game(name)
    for position in random_positions(game, seed=2):
        before = views(position, game.players)
        lists = position.legal_actions(), position.chance_outcomes()
        scribble([views(position, game.players), position.legal_actions()])
        position.chance_outcomes().clear()

        assert views(position, game.players) == before
        assert (position.legal_actions(), position.chance_outcomes()) == lists
