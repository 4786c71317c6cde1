"""The conformance kit over every game that is installed, with every number of players."""

from typing import Any

import pytest

from sample_sizes import weekly_if
from splitpick.core import CHANCE, Engine, Match, Position
from splitpick.core.testing import check_game, check_ruleset
from tables import random_positions

ENGINE = Engine()
GAMES = [
    (name, variant, *ENGINE.ruleset_file(name).variant(variant).players)
    for name in ENGINE.rulesets()
    for variant, _ in ENGINE.ruleset_file(name).variants
]
"""Rule sets and variants, with the least and the greatest number of players."""
LONG = {"skull-queen", "dead-mans-dice"}
"""Rule sets that the whole kit takes minutes for."""


@pytest.mark.often(3)
@pytest.mark.parametrize(("name", "variant", "least", "most"), GAMES)
def test_the_contract_holds_at_every_position(
    name: str, variant: str, least: int, most: int
) -> None:
    """`check_game` says what it checks; test_conformance_kit.py plants faults for it to find."""
    check_game(ENGINE.load_game(name, variant, least), games=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", weekly_if(LONG, ENGINE.rulesets()))
def test_every_rule_set_passes_the_conformance_kit(name: str) -> None:
    """In all variants, with every number of players, and in words of every language."""
    check_ruleset(name, ENGINE, languages=("en", "de", "nl"), games=1)


@pytest.mark.parametrize(("name", "variant", "least", "players"), GAMES)
def test_an_undo_is_exact_and_the_same_cards_come_again(
    name: str, variant: str, least: int, players: int
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


def scribble(value: object) -> None:
    """Empty every list and dictionary in *value*."""
    if isinstance(value, dict):
        scribble(list(value.values()))
        value.clear()
    elif isinstance(value, list):
        for item in value:
            scribble(item)
        value.clear()


@pytest.mark.often(1)
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
