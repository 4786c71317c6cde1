"""Thousands of games at random: every invariant at every state, and a second engine alongside."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

import reference
from audit import Audit, check_game, frozen, state_of
from splitpick.core import CHANCE, OVER
from splitpick.core.splitting.position import SplitPosition
from tables import (
    NOBODY,
    SEATS,
    VARIANTS,
    View,
    actor,
    captain,
    jolly_roger,
    legal,
    play,
    random_action,
    view,
)

PRINTED = {"SK": (3, 0), "KR": (0, 0), "TO": (0, 0)}
"""Strength and gold of the special cards; a pirate's are both the number in its code."""
LEFT = {"introductory": 3, "advanced": 10, "all-cards": 0}
"""Number of cards that nobody has seen when the game is over."""


def audit_of(variant: str) -> Audit:
    """Make the audit from what the rulebook prints, as the reference engine has it."""
    deck = reference.deck(variant)
    assert list(deck) == jolly_roger(variant).codes
    printed = [PRINTED.get(code) or (int(code[1]), int(code[1])) for code in deck]
    return Audit(
        jolly_roger(variant),
        list(deck.values()),
        [strength for strength, _ in printed],
        [gold for _, gold in printed],
        list(reference.SHIPS.values()),
        captains=4,
    )


def check_games(variant: str, seeds: range) -> None:
    """Play a game a seed with every check at every state, and count its end anew."""
    game = jolly_roger(variant)
    audit = audit_of(variant)
    for seed in seeds:
        try:
            end = check_game(game, audit, seed % 2, Random(seed).random)
            assert sum(end.pool) == LEFT[variant]
            assert end.winners() == winners_of(view(end))
        except AssertionError as error:
            error.add_note(f"in the {variant} game of seed {seed}")
            raise


def winners_of(end: View) -> list[int]:
    """Compare gold and then the best ship, as a reader of the view would."""
    ships = [[ship["gold"] for ship in end["ships"] if ship["captain"] == seat] for seat in (0, 1)]
    chests = [sum(int(card[1]) for card in chest["cards"]) for chest in end["chests"]]
    results = [(chests[seat] + sum(ships[seat]), max(ships[seat], default=0)) for seat in (0, 1)]
    return [seat for seat in (0, 1) if results[seat] == max(results)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_keep_every_invariant(variant: str) -> None:
    """A taste of the slow test below."""
    check_games(variant, range(10_000, 10_100))


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_ten_thousand_random_games_keep_every_invariant(variant: str) -> None:
    """`audit.check_game` names what is checked at each of about three million states."""
    check_games(variant, range(10_000))


def random_positions(variant: str, seed: int) -> Iterator[SplitPosition]:
    """Go through a random game; the caller must leave the positions as they are."""
    rng = Random(seed)
    position = jolly_roger(variant).new_position(seed % 2)
    yield position
    while position.to_act() != OVER:
        position.apply(random_action(position, rng))
        yield position


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_legal_action_survives_being_written_and_read(variant: str) -> None:
    """Notation and description agree, and no two actions are written alike."""
    for seed in range(40):
        for position in random_positions(variant, seed):
            actions = position.legal_actions()
            actions += [action for action, _ in position.chance_outcomes()]
            texts = [position.notation(action) for action in actions]
            assert len(set(texts)) == len(texts)
            assert [position.parse(text) for text in texts] == actions
            described = [position.describe(action) for action in actions]
            assert [action.notation for action in described] == texts
            assert {action.seat for action in described} <= {position.to_act()}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_view_tells_the_position(variant: str) -> None:
    """Strengths, captains, gold and the whole deck can be counted anew from the view alone."""
    deck = reference.deck(variant)
    codes = list(deck)
    for seed in range(40):
        for position in random_positions(variant, seed):
            seen = view(position)
            cards = [*seen["box"], *(card for chest in seen["chests"] for card in chest["cards"])]
            golds = [sum(int(card[1]) for card in chest["cards"]) for chest in seen["chests"]]
            assert golds == [chest["gold"] for chest in seen["chests"]]
            for ship in seen["ships"]:
                cards += [laid["card"] for crew in ship["crews"] for laid in crew]
                strengths = [sum(laid["strength"] for laid in crew) for crew in ship["crews"]]
                assert strengths == ship["strengths"]
                jolly, roger = strengths
                assert ship["captain"] == (0 if jolly > roger else 1 if roger > jolly else -1)
                if ship["captain"] >= 0:
                    golds[ship["captain"]] += ship["gold"]
            assert seen["scores"] == golds == position.scores()
            assert Counter(cards) == Counter(map(codes.__getitem__, position.table.cards()))
            cards += seen["drawn"]
            cards += [card for held in (*seen["sets"], *seen["hands"]) for card in held]
            assert Counter(cards) + Counter(seen["unseen"]) == Counter(deck)
            cards_to_come = sum(seen["unseen"].values()) - LEFT[variant]
            assert seen["cards_left"] == cards_to_come
            assert json.loads(json.dumps(seen)) == seen
            assert seen == view(position.copy()) == position.view(0) == position.view(1)


def test_a_view_shares_nothing_with_the_position() -> None:
    """Changing a view changes nothing else."""
    for seed in range(3):
        for position in random_positions("all-cards", seed):
            before = frozen(state_of(position))
            scribble(position.view(None))
            assert state_of(position) == before


def test_lists_of_actions_belong_to_who_asks() -> None:
    """Emptying one changes neither the position nor the next list."""
    for position in random_positions("all-cards", 2):
        actions, outcomes = position.legal_actions(), position.chance_outcomes()
        position.legal_actions().clear()
        position.chance_outcomes().clear()
        assert position.legal_actions() == actions
        assert position.chance_outcomes() == outcomes


def scribble(value: object) -> None:
    """Empty every list and dictionary in *value*."""
    if isinstance(value, dict):
        scribble(list(value.values()))
        value.clear()
    elif isinstance(value, list):
        for item in value:
            scribble(item)
        value.clear()


def test_resampling_gives_an_equal_position() -> None:
    """Nothing is hidden in this game, so a seat can tell no other position from the real one."""
    rng = Random(1)
    for position in random_positions("advanced", 1):
        again = position.resample(0, rng)
        assert again is not position
        assert state_of(again) == state_of(position)


def walk_in_step(variant: str, seed: int) -> None:
    """Play a random game in both engines; they must agree at every state."""
    rng = Random(seed)
    first = seed % 2
    position = jolly_roger(variant).new_position(first)
    state = reference.begin(variant, SEATS[first])
    while True:
        actions = legal(position)
        if position.to_act() == CHANCE:
            actions = [position.notation(action) for action, _ in position.chance_outcomes()]
        assert len(set(actions)) == len(actions)
        assert set(actions) == reference.actions(state)
        assert actor(position) == (state["actor"] if state["actor"] in SEATS else NOBODY)
        assert position.scores() == list(reference.scores(state).values())
        assert captains(position) == [reference.captain(state, ship) for ship in reference.SHIPS]
        if not actions:
            break
        action = position.notation(random_action(position, rng))
        play(position, action)
        state = reference.after(state, action)
    assert [SEATS[seat] for seat in position.winners()] == reference.winners(state)


def captains(position: SplitPosition) -> list[str]:
    """Name the holder of each ship."""
    return [captain(position, ship) for ship in reference.SHIPS]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_reference_engine_agrees(variant: str) -> None:
    """Legal actions, scores, captains and winners are the same at every state of random games."""
    for seed in range(20):
        walk_in_step(variant, seed)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_reference_engine_agrees_for_long(variant: str) -> None:
    for seed in range(20, 320):
        walk_in_step(variant, seed)
