"""Facts that positions offer to searching bots in two ways, which must agree."""

from collections.abc import Sequence
from random import Random

import pytest

from splitpick.core import CHANCE, OVER, Game, load_game
from splitpick.core.evaluable import Evaluable, dot
from splitpick.plugins.jolly_roger import Effect
from splitpick.plugins.skeleton import Skeleton
from tables import build

FLEET = {"green": 3, "blue": 5, "red": 7}
SHIPS = {"green": 3, "blue": 5}
DECK: dict[str, tuple[int, int, int, Sequence[str]]] = {
    "G1": (8, 1, 1, ["green"]),
    "G4": (6, 4, 4, ["green", "blue"]),
    "B2": (8, 2, 3, ["blue"]),
    "SK": (6, 3, 0, []),
}
EFFECTS: dict[str, type[Effect]] = {"SK": Skeleton}
GAMES = {
    "two seats": load_game("jolly-roger", variant="advanced"),
    "four seats": build(
        players=4,
        deck=DECK,
        ships=SHIPS,
        captains=1,
        draw=6,
        most=3,
        turns=4,
        effects=EFFECTS,
    ),
    "three ships for every card": build(
        deck={f"G{at}": (1, at, at, [*FLEET]) for at in range(1, 9)},
        ships=FLEET,
        draw=8,
        most=7,
        turns=1,
    ),
    "offers": load_game("galley-thieves", players=3),
    "secrets": load_game("skull-queen", players=3),
    "dice": load_game("dead-mans-dice", players=2),
}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_leads_hashes_and_weighted_terms_agree_with_scores_keys_and_terms(game: Game) -> None:
    """Two positions of a game have the same hash if and only if they have the same key."""
    players = game.players
    known: dict[int, object] = {}
    for seed in range(4):
        rng, position = Random(seed), game.new_position(seed % players)
        assert isinstance(position, Evaluable)
        weights = [rng.random() for _ in position.term_names()]
        for _ in range(150):
            seat = position.to_act()
            if seat == OVER:
                break
            x = rng.random()
            position.apply(position.draw_at(x) if seat == CHANCE else position.action_at(x))
            scores, key = position.scores(), position.key()
            for own in range(players):
                others = scores[:own] + scores[own + 1 :]
                assert position.lead_of(own) == scores[own] - max(others)
                terms = dot(weights, position.terms(own))
                assert position.weighted(weights, own) == pytest.approx(terms)
            if key:
                assert position.state_hash() == position.copy().state_hash() != 0
                assert known.setdefault(position.state_hash(), key) == key
