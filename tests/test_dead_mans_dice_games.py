"""Dead Man's Dice in bulk: random games with every invariant at every state, and perft."""

from __future__ import annotations

import json
from functools import cache
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
import yaml

import dead_mans_dice_reference as reference
from perfts import counts, perft
from piles import PLAYERS, SEATS, View, actor, dice_game, view
from splitpick.core import CHANCE, OVER
from splitpick.core.players import Greedy, RandomBot
from splitpick.plugins.dead_mans_dice.dice import FACE, JOLLY, LOOKS, kind_of, owner_of
from splitpick.plugins.dead_mans_dice.dice_game import DiceGame, DicePosition
from splitpick.plugins.dead_mans_dice.dice_state import DO_PLUNDER, SPENT
from tables import random_action

OPTIONS: list[dict[str, str]] = [
    {},
    {"opening-skull-one": "false", "skull-top-one": "false"},
    {"misfits-return": "false"},
    {"roll-again": "true", "last-plunder": "false"},
    {"roll-again": "true", "misfits-return": "false", "tie-plays-on": "false"},
]
"""Every option at least once other than it is by default."""

LONGEST = 20_000
"""No random game has so many actions; without a bound a fault could let one run on."""


# What holds at every state.  The checks run some two million times, so they count in numbers.

ACCOUNT = [1 << (8 * (2 * owner_of(die) + kind_of(die))) for die in range(6 * LOOKS)]
"""A byte for each kind of die of each seat: sums of them count dice."""


class Audit:
    """Facts of each position of a game, from the printed rules and the options."""

    def __init__(self, game: DiceGame) -> None:
        self.game = game
        rules = game.rules
        self.dice = sum(2 * ACCOUNT[owner] + ACCOUNT[owner + 8] for owner in self._owners())
        self.worth = [die & FACE for die in range(6 * LOOKS)]
        for owner in self._owners():
            self.worth[owner + 8 + 1] = 7
            self.worth[owner + 16 + 8 + 1] = 1 if rules.opening_skull_one else 7
        self.skulls = {owner + opening + 8 + 1 for owner in self._owners() for opening in (0, 16)}

    def _owners(self) -> range:
        """Return what the owners add to a die."""
        return range(0, LOOKS * self.game.players, LOOKS)

    def check(self, position: DicePosition) -> None:
        self._check_dice(position)
        self._check_scores(position)
        seat = position.to_act()
        if seat == OVER:
            assert position.legal_actions() == []
            assert position.chance_outcomes() == []
        elif seat == CHANCE:
            assert position.legal_actions() == []
            assert position.chance_outcomes() == [(face, 1) for face in range(1, 7)]
        else:
            assert seat == position.seat
            assert position.chance_outcomes() == []
            for action in position.legal_actions():
                if action >= DO_PLUNDER:
                    assert action != DO_PLUNDER + seat
                    assert position.piles[action - DO_PLUNDER][-1] not in self.skulls

    def _check_dice(self, position: DicePosition) -> None:
        """Each die is once in a pile, to be rolled, or out of the round."""
        found = 0
        for pile in position.piles:
            found += sum(map(ACCOUNT.__getitem__, pile))
        for seat, owner in enumerate(self._owners()):
            assert position.ordinary[seat] >= 0
            found += (position.ordinary[seat] + position.spent[seat]) * ACCOUNT[owner]
            if position.jolly[seat]:
                found += ACCOUNT[owner + 8]
        assert found == self.dice
        if self.game.rules.misfits_return:
            assert not any(position.spent)
            assert SPENT not in position.jolly

    def _check_scores(self, position: DicePosition) -> None:
        """A pile counts its faces, a skull 7, doubled by a skull on top; no Jolly Roger, 7 less."""
        scores = position.totals[:]
        if position.to_act() != OVER:
            for seat, pile in enumerate(position.piles):
                worth = sum(map(self.worth.__getitem__, pile))
                if pile and pile[-1] in self.skulls:
                    worth *= 2
                scores[seat] += worth - 7 * (position.jolly[seat] != 0)
        assert position.scores() == scores


STATE = (
    "first", "phase", "actor", "seat", "round", "kind", "rolled", "placed", "rolls_on", "idle",
    "last_round", "totals", "ordinary", "spent", "jolly", "piles",
)  # fmt: skip
state_of = attrgetter(*STATE)
"""Returns all that a position holds, for comparing; the lists are its own."""


def frozen(state: tuple[Any, ...]) -> tuple[Any, ...]:
    """Copy the lists of a state, and those of the piles."""
    *plain, totals, ordinary, spent, jolly, piles = state
    return (*plain, totals[:], ordinary[:], spent[:], jolly[:], [pile[:] for pile in piles])


@cache
def table_of(players: int, number: int) -> tuple[DiceGame, Audit]:
    """Return the short game with the options of that *number*, and its audit."""
    game = dice_game(players, "short", OPTIONS[number])
    return game, Audit(game)


def check_game(seed: int) -> DicePosition:
    """Play a game at random and check it at every state; return its end.

    Besides the audit: the legal actions have no duplicates and are never empty for a seat, one of
    them drawn by lot survives being written and read, a copy is equal, playing on in the copy
    leaves the original as it is, and both then come to the same.
    """
    game, audit = table_of(2 + seed % 5, seed // 5 % len(OPTIONS))
    position = game.new_position(seed % game.players)
    draw = Random(seed).random
    audit.check(position)
    for _ in range(LONGEST):
        actor = position.to_act()
        if actor == OVER:
            return position
        actions = [1, 2, 3, 4, 5, 6] if actor == CHANCE else position.legal_actions()
        assert actions
        assert len(set(actions)) == len(actions)
        action = actions[int(draw() * len(actions))]
        assert position.parse(position.notation(action)) == action

        before = frozen(state_of(position))
        twin = position.copy()
        assert state_of(twin) == before
        twin.apply(action)
        assert state_of(position) == before
        position.apply(action)
        assert state_of(twin) == state_of(position)
        audit.check(position)
    raise AssertionError("it does not end")


def test_nothing_of_a_position_is_forgotten_when_states_are_compared() -> None:
    assert set(STATE) == set(vars(dice_game(2).new_position())) - {"game", "rules", "players"}


def check_games(seeds: range) -> None:
    for seed in seeds:
        try:
            check_end(check_game(seed))
        except AssertionError as error:
            error.add_note(f"in the game of seed {seed}")
            raise


def check_end(end: DicePosition) -> None:
    rules = end.game.rules
    best = max(end.totals)
    assert best >= rules.target or end.round == rules.most_rounds
    if rules.tie_plays_on:
        assert len(end.winners()) == 1


def test_random_games_keep_every_invariant() -> None:
    """A taste of the slow test below, with every number of players and every option."""
    check_games(range(100_000, 100_050))


@pytest.mark.slow
def test_five_thousand_random_games_keep_every_invariant() -> None:
    check_games(range(5_000))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_view_is_plain_and_the_same_for_all(players: int) -> None:
    """Everything lies open, so a seat can tell no other position from the real one."""
    rng = Random(players)
    position = dice_game(players, variant="short").new_position()
    while position.to_act() != OVER:
        seen = view(position)
        check_view(seen, position)
        assert json.loads(json.dumps(seen)) == seen
        assert all(position.view(seat) == seen for seat in range(players))
        again = position.resample(0, rng)
        assert again is not position
        assert state_of(again) == state_of(position)
        position.apply(random_action(position, rng))


def check_view(seen: View, position: DicePosition) -> None:
    """Count the piles and dice anew from the view alone."""
    dice = [die["die"] for pile in seen["piles"] for die in pile]
    dice += [die for hand in seen["unplaced"] + seen["spent"] for die in hand]
    assert sorted(dice) == sorted("DDJ" * position.game.players)
    for pile, worth in zip(seen["piles"], seen["worths"], strict=True):
        doubled = 2 if pile and pile[-1]["skull"] else 1
        assert worth == doubled * sum(die["worth"] for die in pile)
    assert seen["scores"] == position.scores()


def test_every_action_survives_being_written_and_read() -> None:
    """No two are written alike."""
    rng = Random(7)
    position = dice_game(6).new_position()
    while position.to_act() != OVER:
        actions = position.legal_actions() or [face for face, _ in position.chance_outcomes()]
        texts = [position.notation(action) for action in actions]
        assert len(set(texts)) == len(texts)
        assert [position.parse(text) for text in texts] == actions
        position.apply(random_action(position, rng))


def test_what_is_done_can_be_told() -> None:
    """A description names the seat, the notation and the round of every action."""
    rng = Random(3)
    position = dice_game(3, variant="short").new_position()
    kinds = set()
    while position.to_act() != OVER:
        action = random_action(position, rng)
        done = position.describe(action)
        assert (done.seat, done.notation) == (position.to_act(), position.notation(action))
        assert done.details["round"] == position.round
        kinds.add(done.kind)
        position.apply(action)

    assert kinds == {"roll", "rolled", "stack", "leave", "plunder", "stop"}


@pytest.mark.parametrize("players", PLAYERS)
def test_two_who_never_stack_come_to_an_end(players: int) -> None:
    """Whatever is chosen, rounds and games are bounded."""
    rng = Random(players)
    position = dice_game(players).new_position()
    while position.to_act() != OVER:
        texts = {position.notation(action): action for action in position.legal_actions()}
        stubborn = texts.get("leave", texts.get("stop"))
        position.apply(random_action(position, rng) if stubborn is None else stubborn)

    assert position.round == 100


@pytest.mark.parametrize("players", PLAYERS)
def test_greedy_beats_random(players: int) -> None:
    """Greedy is good at plundering: it wins far more than its share."""
    wins = 0
    games = 12
    for seed in range(games):
        rng = Random(seed)
        position = dice_game(players, variant="short").new_position(seed % players)
        while position.to_act() != OVER:
            seat = position.to_act()
            if seat == CHANCE:
                action = random_action(position, rng)
            else:
                bot = Greedy() if seat == 0 else RandomBot()
                action = bot.choose(position, seat, rng, 0)
            position.apply(action)
        wins += position.winners() == [0]

    assert wins >= 2 * games // 3


# The reference engine, which shares no line with the game.


def walk_in_step(seed: int) -> None:
    """Play a random game in both engines; they must agree at every state."""
    game, _ = table_of(2 + seed % 5, seed // 5 % len(OPTIONS))
    rng = Random(seed)
    first = seed % game.players
    position = game.new_position(first)
    options = {name: value == "true" for name, value in OPTIONS[seed // 5 % len(OPTIONS)].items()}
    state = reference.begin(game.players, SEATS[first], 50, options)
    while True:
        found = [*position.legal_actions(), *(face for face, _ in position.chance_outcomes())]
        assert {position.notation(action) for action in found} == reference.actions(state)
        assert actor(position) == reference.actor(state)
        assert position.scores() == reference.scores(state)
        assert position.round == state["round"]
        for seat, pile in enumerate(position.piles):
            laid = state["piles"][SEATS[seat]]
            assert [die & FACE for die in pile] == [face_of(face) for _, _, face in laid]
            assert [SEATS[owner_of(die)] for die in pile] == [owner for owner, _, _ in laid]
        if not found:
            break
        action = random_action(position, rng)
        state = reference.after(state, position.notation(action))
        position.apply(action)
    assert [SEATS[seat] for seat in position.winners()] == reference.winners(state)


def face_of(text: str) -> int:
    return 1 if text in "sS" else int(text)


def test_the_reference_engine_agrees() -> None:
    """Actions, piles, scores and winners, with every number of players and every option."""
    for seed in range(25):
        walk_in_step(seed)


@pytest.mark.slow
def test_the_reference_engine_agrees_for_long() -> None:
    for seed in range(25, 275):
        walk_in_step(seed)


# Perft: how many sequences of decisions there are, counted from fixed rolls.

PERFT = Path(__file__).parent / "perft" / "dead-mans-dice.yaml"
CASES: dict[str, dict[str, Any]] = yaml.safe_load(PERFT.read_text(encoding="utf-8"))

Rolls: TypeAlias = list[str]


def start(case: dict[str, Any]) -> DicePosition:
    """Begin a case's game and play up to where the counting begins."""
    options = {name: str(value).lower() for name, value in case.get("options", {}).items()}
    position = dice_game(case["players"], options=options).new_position(SEATS.index(case["first"]))
    for text in case.get("played", "").split(","):
        if text.strip():
            position.apply(position.parse(text))
    return position


def roll(position: DicePosition, rolls: Rolls, at: int) -> int:
    """Roll what stands in *rolls* while it is chance's turn; return how many were rolled."""
    while position.to_act() == CHANCE and at < len(rolls):
        face = rolls[at]
        if position.kind == JOLLY and face == "1":
            face = "S"
        position.apply(position.parse(f"+{face}"))
        at += 1
    return at


@pytest.mark.parametrize(("name", "depth", "count"), counts(CASES, "counts"))
def test_perft(name: str, depth: int, count: int) -> None:
    case = CASES[name]
    rolls = list(str(case["rolls"]))

    assert perft(start(case), lambda after, at: roll(after, rolls, at), 0, depth) == count


def reference_perft(state: reference.State, rolls: Rolls, at: int, depth: int) -> int:
    """Count as `perft` does, with the other engine."""
    found = reference.actions(state) if reference.actor(state) != "chance" else set()
    if depth == 1:
        return len(found)
    count = 0
    for action in found:
        after, now = reference_roll(reference.after(state, action), rolls, at)
        count += reference_perft(after, rolls, now, depth - 1)
    return count


def reference_roll(state: reference.State, rolls: Rolls, at: int) -> tuple[reference.State, int]:
    """Roll as `roll` does."""
    while reference.actor(state) == "chance" and at < len(rolls):
        face = "S" if state["rolling"] == "J" and rolls[at] == "1" else rolls[at]
        state = reference.after(state, f"+{face}")
        at += 1
    return state, at


@pytest.mark.parametrize("name", CASES)
def test_the_reference_engine_counts_the_same(name: str) -> None:
    case = CASES[name]
    state = reference.begin(case["players"], case["first"], 100, case.get("options", {}))
    for text in filter(None, case.get("played", "").split(", ")):
        state = reference.after(state, text)
    for depth in (4, 8, 12):
        counted = reference_perft(state, list(str(case["rolls"])), 0, depth)
        assert counted == case["counts"][depth], depth


@pytest.mark.slow
@pytest.mark.parametrize(("name", "depth", "count"), counts(CASES, "slow"))
def test_deep_perft(name: str, depth: int, count: int) -> None:
    case = CASES[name]
    rolls = list(str(case["rolls"]))

    assert perft(start(case), lambda after, at: roll(after, rolls, at), 0, depth) == count


def test_every_number_of_players_is_counted() -> None:
    assert {case["players"] for case in CASES.values()} == set(PLAYERS)
