"""Random games: a second engine alongside, and every invariant at every state."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from random import Random
from statistics import mean
from types import ModuleType
from typing import Any

import pytest

import dead_mans_dice_reference
import reference
import skull_queen_reference
from audit import STATES, Audit, frozen, go_on, state_of
from piles import PLAYERS, dice_game, new
from sample_sizes import each_sample
from skull_queen_tables import skull_queen
from splitpick.core import CHANCE, OVER, Game, Position, load_game, playout
from splitpick.core.kernel.quick_random import QuickRandom
from splitpick.core.players import Greedy, RandomBot
from splitpick.plugins.dead_mans_dice.dice_game import DicePosition
from splitpick.plugins.skull_queen.queen_game import SkullPosition
from tables import (
    SEATS,
    VARIANTS,
    actor,
    captain,
    jolly_roger,
    random_action,
    random_positions,
    view,
)

LEFT = {"introductory": 3, "advanced": 10, "all-cards": 0}
"""Number of cards nobody has seen when the game is over."""

OPTIONS: list[dict[str, str]] = [
    {},
    {"opening-skull-one": "false", "skull-top-one": "false"},
    {"misfits-return": "false"},
    {"roll-again": "true", "last-plunder": "false"},
    {"roll-again": "true", "misfits-return": "false", "tie-plays-on": "false"},
]
"""Every option of Dead Man's Dice at least once other than it is by default."""


@dataclass
class Setting:
    """A game in one setting: our engine and the reference engine."""

    game: Game
    reference: ModuleType
    begin: Callable[[int], Any]
    """Begin with that seat in the reference engine."""
    alike: Callable[[Any, Any], None]
    """Compare what only this game has."""
    check_end: Callable[[Any], None]


@cache
def crews_setting(number: int) -> Setting:
    """Take what the rulebook prints, as the reference engine has it."""
    variant = VARIANTS[number % 3]
    game, deck = jolly_roger(variant), reference.deck(variant)
    assert list(deck) == game.codes
    special = {"SK": (3, 0), "KR": (0, 0), "TO": (0, 0)}
    printed = [special.get(code) or (int(code[1]), int(code[1])) for code in deck]
    strengths, golds = zip(*printed, strict=True)
    ships = list(reference.SHIPS.values())
    audit = Audit(game, list(deck.values()), strengths, golds, ships, captains=4)

    def alike(position: Any, state: reference.State) -> None:
        audit.check(position)
        for ship in reference.SHIPS:
            assert captain(position, ship) == reference.captain(state, ship)

    def check_end(end: Any) -> None:
        assert sum(end.pool) == LEFT[variant]

    return Setting(
        game,
        reference,
        lambda first: reference.begin(variant, SEATS[first]),
        alike,
        check_end,
    )


@cache
def skull_setting(number: int) -> Setting:
    players = 2 + number % 5
    game = skull_queen(players)

    def alike(position: SkullPosition, state: skull_queen_reference.State) -> None:
        if position.to_act() != OVER:
            middle = sorted(position.rules.codes[card] for card in position.middle)
            assert middle == sorted(state["middle"])

    def check_end(end: SkullPosition) -> None:
        assert len(end.results) == players**2

    return Setting(
        game,
        skull_queen_reference,
        lambda first: skull_queen_reference.begin(players, skull_queen_reference.SEATS[first]),
        alike,
        check_end,
    )


@cache
def dice_setting(number: int) -> Setting:
    """Take the short game with any number of players and any options."""
    players, options = 2 + number % 5, OPTIONS[number // 5 % len(OPTIONS)]
    game = dice_game(players, "short", options)
    seats = dead_mans_dice_reference.SEATS

    def alike(position: DicePosition, state: dead_mans_dice_reference.State) -> None:
        assert position.round == state["round"]
        for seat, pile in enumerate(position.piles):
            laid = state["piles"][seats[seat]]
            faces = [1 if face in "sS" else int(face) for _, _, face in laid]
            codes = [code.replace("S", "1") for code in position.game.codes_of(pile)]
            assert [int(code[0]) for code in codes] == faces
            owners = [code.partition("/")[2] for code in codes]
            assert owners == [owner for owner, _, _ in laid]

    def check_end(end: DicePosition) -> None:
        assert max(end.totals) >= end.target or end.round == end.dice.rules.most_rounds
        assert len(end.winners()) == 1 or not end.dice.rules.options.tie_plays_on

    given = {name: value == "true" for name, value in options.items()}
    return Setting(
        game,
        dead_mans_dice_reference,
        lambda first: dead_mans_dice_reference.begin(players, seats[first], 50, given),
        alike,
        check_end,
    )


SETTINGS: dict[str, Callable[[int], Setting]] = {
    "jolly-roger": crews_setting,
    "skull-queen": skull_setting,
    "dead-mans-dice": dice_setting,
}


def setting_of(name: str, seed: int) -> Setting:
    return SETTINGS[name](seed % (len(OPTIONS) * 5 if name == "dead-mans-dice" else 15))


def walk_in_step(name: str, seed: int) -> None:
    """Play a random game in both engines; they must agree at every state."""
    setting, rng = setting_of(name, seed), Random(seed)
    engine, first = setting.reference, seed % setting.game.players
    position, state = setting.game.new_position(first), setting.begin(first)
    while True:
        actions = position.legal_actions() or [one for one, _ in position.chance_outcomes()]
        written = [position.notation(action) for action in actions]
        assert len({*written}) == len(actions)
        assert {*written} == engine.actions(state)
        assert actor(position, engine.SEATS) == engine.actor(state)
        assert position.scores() == list(engine.scores(state).values())
        setting.alike(position, state)
        if not actions:
            break
        state = engine.after(state, go_on(position, rng))
    assert [engine.SEATS[seat] for seat in position.winners()] == engine.winners(state)
    setting.check_end(position)


def walks(name: str, seeds: range) -> None:
    for seed in seeds:
        try:
            walk_in_step(name, seed)
        except AssertionError as error:
            error.add_note(f"in the game of seed {seed}")
            raise


@each_sample("jolly-roger")
def test_jolly_and_roger_is_as_in_the_reference_engine(seeds: range) -> None:
    """Each card, captain and piece of gold is also counted anew at every state."""
    walks("jolly-roger", seeds)


@each_sample("skull-queen")
def test_skull_queen_is_as_in_the_reference_engine(seeds: range) -> None:
    walks("skull-queen", seeds)


@each_sample("dead-mans-dice")
def test_dead_mans_dice_is_as_in_the_reference_engine(seeds: range) -> None:
    walks("dead-mans-dice", seeds)


@pytest.mark.parametrize(
    "game",
    [
        *(jolly_roger(variant) for variant in VARIANTS),
        load_game("galley-thieves"),
        load_game("smugglers-cove"),
        skull_queen(3),
        dice_game(3, "short"),
    ],
    ids=lambda game: f"{game.id}-{game.variant}",
)
def test_a_playout_is_made_of_the_actions_that_are_chosen_one_by_one(game: Game) -> None:
    """From any moment on, and the generator is then at the same place."""
    for seed in range(24):
        quick, rng = QuickRandom(seed), QuickRandom(seed)
        position = game.new_position(seed % game.players)
        for _ in range(7 * seed):
            if position.to_act() == OVER:
                break
            chance = position.to_act() == CHANCE
            x = quick.random()
            assert rng.random() == x
            position.apply(position.draw_at(x) if chance else position.action_at(x))
        other = position.copy()
        playout(position, quick)
        while (seat := other.to_act()) != OVER:
            x, actions = rng.random(), other.legal_actions()
            other.apply(other.draw_at(x) if seat == CHANCE else actions[int(x * len(actions))])
        assert position.view(None) == other.view(None)
        assert quick.random() == rng.random()


def test_a_quick_number_below_another_is_that_of_the_float() -> None:
    """Also for neighbouring seeds, which have nothing in common."""
    firsts = [QuickRandom(seed).random() for seed in range(1000)]
    for seed, x in enumerate(firsts):
        assert QuickRandom(seed).below(1 + 37 * seed) == int(x * (1 + 37 * seed))
    rises = sum(one < other for one, other in pairwise(firsts))

    assert len({*firsts}) == 1000
    assert 0.45 < mean(firsts) < 0.55
    assert 450 < rises < 550


@pytest.mark.parametrize(
    ("game", "fixed"),
    [
        (skull_queen(2), {"game", "rules", "first"}),
        (dice_game(2), {"game", "dice"}),
    ],
)
def test_nothing_of_a_position_is_left_out_when_states_are_compared(
    game: Game, fixed: set[str]
) -> None:
    position = game.new_position()
    compared: Any = STATES[type(position)].__reduce__()[1]

    # A compiled class has no dictionary, but says what it declares.
    held = getattr(type(position), "__mypyc_attrs__", None) or vars(position)
    # What lies in zones is in vectors.
    assert {*held} - {*compared, "numbers", "left", "finished"} == fixed


@each_sample("views")
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_view_tells_the_position(variant: str, seeds: range) -> None:
    """Strengths, captains, gold and the whole deck can be counted anew from the view alone."""
    deck = reference.deck(variant)
    for seed in seeds:
        for position in random_positions(jolly_roger(variant), seed):
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
            cards += seen["drawn"]
            cards += [card for held in (*seen["sets"], *seen["hands"]) for card in held]
            assert Counter(cards) + Counter(seen["unseen"]) == Counter(deck)
            assert seen["cards_left"] == sum(seen["unseen"].values()) - LEFT[variant]


@pytest.mark.parametrize("game", [jolly_roger(), dice_game(3, "short")])
def test_games_without_secrets_show_the_same_to_everybody(game: Game) -> None:
    """A seat can tell no other position from the real one."""
    for position in random_positions(game, 1):
        seen = position.view(None)
        assert json.loads(json.dumps(seen)) == seen
        assert all(position.view(seat) == seen for seat in range(game.players))
        again = position.resample(0, Random(1))
        assert again is not position
        assert state_of(again) == frozen(state_of(position))


@pytest.mark.parametrize("players", PLAYERS)
def test_two_who_never_stack_come_to_an_end(players: int) -> None:
    """Whatever is chosen, rounds and games are bounded."""
    rng = Random(players)
    position = new(players)
    while position.to_act() != OVER:
        texts = {position.notation(action): action for action in position.legal_actions()}
        stubborn = texts.get("leave", texts.get("stop"))
        position.apply(random_action(position, rng) if stubborn is None else stubborn)

    assert position.round == 100


def test_greedy_beats_random_at_plundering() -> None:
    wins = 0
    for seed in range(12):
        rng = Random(seed)
        position: Position = dice_game(4, "short").new_position(seed % 4)
        while (seat := position.to_act()) != OVER:
            bot = Greedy() if seat == 0 else RandomBot()
            chance = seat == CHANCE
            position.apply(
                random_action(position, rng) if chance else bot.choose(position, seat, rng, 0)
            )
        wins += position.winners() == [0]

    assert wins >= 8
