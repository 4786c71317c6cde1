"""Thousands of games of Skull Queen at random: every invariant, a second engine, and no leaks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import skull_queen_reference as reference
from skull_queen_tables import PLAYERS, SEATS, actor, random_action, skull_queen
from splitpick.core import CHANCE, OVER
from splitpick.core.game import draw_outcome
from splitpick.plugins.skull_queen.queen_game import SkullPosition
from splitpick.plugins.skull_queen.queen_redeal import redeal, shuffle
from splitpick.plugins.skull_queen.queen_rules import PLAY, SIDE, SIDES, UNPLACED
from tables import legal

State = tuple[object, ...]
EVERYBODY = (None, *range(6))


def state_of(position: SkullPosition) -> State:
    """Return all that a position holds, for comparing; the lists are its own."""
    return (
        position.phase, position.round, position.actor, position.starter, position.led,
        position.pool, position.hands, position.pile, position.laid, position.middle,
        position.played, position.leaders, position.sides, position.fields, position.results,
    )  # fmt: skip


def frozen(state: State) -> State:
    """Copy the lists of a state, and the lists in them."""
    return tuple(
        [part[:] if isinstance(part, list) else part for part in value]
        if isinstance(value, list)
        else value
        for value in state
    )


class Audit:
    """Counts everything anew, from facts that are given and not taken from the game."""

    def __init__(self, players: int) -> None:
        deck = reference.deck(players)
        self.players = players
        self.game = skull_queen(players)
        assert self.game.rules.codes == deck
        self.colours = ["-" if code in ("M0", "F13") else code[0] for code in deck]
        self.bit = [1 << card for card in range(len(deck))]
        self.deck = (1 << len(deck)) - 1
        self.size = len(deck)

    def check(self, position: SkullPosition) -> None:
        """Check the cards, the hands, the pirates, the middle and the scores."""
        self._check_cards(position)
        self._check_pirates(position)
        assert position.scores() == self.scores(position)

    def _check_cards(self, position: SkullPosition) -> None:
        """Each card is once in the pool, a hand, the pile, the deal's middle or played."""
        cards = [*position.pool, *position.pile, *position.laid, *position.played]
        for hand in position.hands:
            cards += hand
        # So many powers of two have that sum only if they are all different.
        assert len(cards) == self.size
        assert sum(map(self.bit.__getitem__, cards)) == self.deck
        sizes = [len(hand) for hand in position.hands]
        if position.phase == PLAY:
            assert max(sizes) - min(sizes) <= 1
            assert sizes[position.actor] == max(sizes)
            out = {*position.played, *position.laid}
            assert out.issuperset(position.middle)
            if len(position.leaders) > 1:
                colours = [self.colours[card] for card in position.middle]
                assert len(set(colours)) == len(colours)

    def _check_pirates(self, position: SkullPosition) -> None:
        """They stand on a field or swim once all are placed, and nobody's side is missing."""
        missing = position.fields.count(UNPLACED)
        assert UNPLACED <= min(position.fields) <= max(position.fields) <= 5
        assert len(position.fields) == 4 * self.players
        if position.phase >= SIDE and not position.choosing:
            assert missing == 0
            assert -1 not in position.sides
        elif not position.choosing:
            assert missing == 4 * self.players

    def scores(self, position: SkullPosition) -> list[int]:
        """Count the planks as the reference does."""
        totals = [0] * self.players
        for at, points in enumerate(position.results):
            totals[at % self.players] += points
        if position.to_act() == OVER or position.fields[position.starter * 4] == UNPLACED:
            return totals
        for at, field in enumerate(position.fields):
            if field > 0:
                falling = position.sides[at // 4]
                totals[at // 4] += reference.PLANK[5 - field if falling else field - 1]
        return totals


def check_hands(position: SkullPosition, shown: dict[tuple[int, str], bool]) -> None:
    """Remember who fails to follow, and check that nobody who did has that colour after all."""
    rules = position.rules
    for seat, colour in shown:
        held = [rules.codes[card][0] for card in position.hands[seat] if card < rules.first_special]
        assert colour not in held


def check_game(audit: Audit, seed: int) -> SkullPosition:
    """Play a game at random and check it at every state; return its end.

    Besides the audit: actions have no duplicates and are never empty for a seat, one of them drawn
    by lot survives being written and read, and playing on in a copy leaves the original alone.
    """
    draw = Random(seed).random
    position = audit.game.new_position(seed % audit.players)
    rules = audit.game.rules
    shown: dict[tuple[int, str], bool] = {}
    audit.check(position)
    while (seat := position.to_act()) != OVER:
        if seat == CHANCE:
            outcomes = position.chance_outcomes()
            action = draw_outcome(outcomes, draw())
            actions = [outcome for outcome, _ in outcomes]
        else:
            actions = position.legal_actions()
            action = actions[int(draw() * len(actions))]
        assert len(set(actions)) == len(actions)
        assert position.parse(position.notation(action)) == action
        if position.phase == PLAY and position.led >= 0 and action < rules.first_special:
            if rules.colour_of[action] != position.led:
                shown[seat, rules.letters[position.led]] = True
            if position.completes_trick:
                check_hands(position, shown)
        if seat != CHANCE or len(position.pool) % 8 == 0:
            before = frozen(state_of(position))
            twin = position.copy()
            twin.apply(action)
            assert state_of(position) == before
            position.apply(action)
            assert state_of(twin) == state_of(position)
        else:
            position.apply(action)
        audit.check(position)
        if not position.leaders:
            shown = {}
    assert position.legal_actions() == []
    assert position.chance_outcomes() == []
    assert len(position.results) == audit.players**2
    totals = audit.scores(position)
    assert position.winners() == [at for at, sum_ in enumerate(totals) if sum_ == max(totals)]
    return position


def check_games(players: int, seeds: range) -> None:
    audit = Audit(players)
    for seed in seeds:
        try:
            check_game(audit, seed)
        except AssertionError as error:
            error.add_note(f"in the game of {players} players of seed {seed}")
            raise


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_keep_every_invariant(players: int) -> None:
    """A taste of the slow test below."""
    check_games(players, range(10_000, 10_020))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "games"), [(2, 1_600), (3, 1_200), (4, 900), (5, 700), (6, 600)]
)
def test_five_thousand_random_games_keep_every_invariant(players: int, games: int) -> None:
    """`check_game` names what is checked at each of about two million states."""
    check_games(players, range(games))


def random_positions(players: int, seed: int, **options: bool) -> Iterator[SkullPosition]:
    """Go through a random game; the caller must leave the positions as they are."""
    rng = Random(seed)
    position = skull_queen(players, **options).new_position(seed % players)
    yield position
    while position.to_act() != OVER:
        position.apply(random_action(position, rng))
        yield position


# Words.


@pytest.mark.parametrize("players", PLAYERS)
def test_every_legal_action_survives_being_written_and_read(players: int) -> None:
    """Notation and description agree, and no two actions are written alike."""
    for position in random_positions(players, 1):
        actions = position.legal_actions()
        actions += [action for action, _ in position.chance_outcomes()]
        texts = [position.notation(action) for action in actions]

        assert len(set(texts)) == len(texts)
        assert [position.parse(text) for text in texts] == actions
        assert [position.parse(f" {text.lower()} ") for text in texts] == actions
        described = [position.describe(action) for action in actions]
        assert [action.notation for action in described] == texts
        assert {action.seat for action in described} <= {position.to_act()}


# The second engine.


def walk_in_step(players: int, seed: int) -> None:
    """Play a random game in both engines; they must agree at every state."""
    rng = Random(seed)
    first = seed % players
    position = skull_queen(players).new_position(first)
    state = reference.begin(players, SEATS[first])
    while True:
        actions = legal(position)
        if position.to_act() == CHANCE:
            actions = [position.notation(action) for action, _ in position.chance_outcomes()]
        assert set(actions) == reference.actions(state)
        assert actor(position) == (state["actor"] if state["actor"] in SEATS else "nobody")
        assert position.scores() == list(reference.scores(state).values())
        middle = sorted(position.rules.codes[card] for card in position.middle)
        if actions:
            assert middle == sorted(state["middle"])
        if not actions:
            break
        action = position.notation(random_action(position, rng))
        position.apply(position.parse(action))
        state = reference.after(state, action)
    assert [SEATS[seat] for seat in position.winners()] == reference.winners(state)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_reference_engine_agrees(players: int) -> None:
    """Legal actions, the middle, scores and winners are the same at every state."""
    for seed in range(4):
        walk_in_step(players, seed)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_the_reference_engine_agrees_for_long(players: int) -> None:
    for seed in range(4, 24):
        walk_in_step(players, seed)


# Secrets.


def fails_to_follow(position: SkullPosition, seat: int, card: int) -> bool:
    """Say whether *seat* has shown, with face-up cards, that it cannot have *card*.

    Told from the view of an onlooker, not from what the position knows.
    """
    rules = position.rules
    code = rules.codes[card]
    if card >= rules.first_special:
        return False
    tricks: Any = position.view(None)["tricks"]
    for trick in tricks:
        led = ""
        for played in trick:
            shown = played["card"]
            if shown is None or shown in ("M0", "F13"):
                continue
            led = led or shown[0]
            if played["seat"] == seat and shown[0] != led and led == code[0]:
                return True
    return False


def permuted(position: SkullPosition, viewer: int | None, rng: Random) -> SkullPosition:
    """Exchange what *viewer* cannot see: cards of two others, and choices that are still secret."""
    other = position.copy()
    if not position.leaders:
        for hand in other.hands:
            hand.sort()
    hands = [(seat, other.hands[seat]) for seat in range(len(other.hands)) if seat != viewer]
    holders = [*hands, *([(-1, other.pile)] if other.pile else [])]
    for one, mine in holders:
        for two, yours in holders:
            if one >= two or not mine or not yours:
                continue
            here, there = int(rng.random() * len(mine)), int(rng.random() * len(yours))
            give, take = mine[here], yours[there]
            if other.rules.first_special <= max(give, take) and -1 in (one, two):
                continue
            if fails_to_follow(position, one, take) or fails_to_follow(position, two, give):
                continue
            mine[here], yours[there] = take, give
    for _, hand in holders:
        hand.sort()
    if other.choosing:
        for at, field in enumerate(other.fields):
            if at // 4 != viewer and field != UNPLACED:
                other.fields[at] = 1 + int(rng.random() * 5)
        for seat, side in enumerate(other.sides):
            if seat != viewer and side >= 0:
                other.sides[seat] = int(rng.random() * len(SIDES))
    return other


@pytest.mark.parametrize("players", PLAYERS)
def test_a_view_holds_nothing_that_is_hidden(players: int) -> None:
    """However what is hidden changes places, the view stays as it is."""
    rng = Random(players)
    changed = 0
    for number, position in enumerate(random_positions(players, 2)):
        viewer = EVERYBODY[number % (players + 1)]
        other = permuted(position, viewer, rng)
        changed += state_of(other) != state_of(position)

        assert other.view(viewer) == position.view(viewer)
    assert changed > 50


def test_the_card_that_lies_face_down_is_hidden_from_the_other() -> None:
    """Two players: it may be any card that follows."""
    met = 0
    for position in random_positions(2, 3):
        hidden = position.face_down
        if hidden < 0:
            continue
        met += 1
        card = position.played[-1]
        view = position.view(1 - hidden)
        for other_card in position.hands[hidden]:
            other = position.copy()
            other.played[-1] = other_card
            other.hands[hidden].remove(other_card)
            other.hands[hidden] = sorted([*other.hands[hidden], card])

            assert other.view(1 - hidden) == view
            assert other.view(None) == position.view(None)
            assert other.view(hidden) != position.view(hidden)
            assert other.legal_actions() == position.legal_actions()
    assert met == 28


@pytest.mark.parametrize("players", PLAYERS)
def test_resampling_gives_an_equal_view(players: int) -> None:
    """For every seat at every state, and the cards still add up and follow what was shown."""
    rng = Random(players)
    audit = Audit(players)
    different = 0
    for position in random_positions(players, 4):
        before = frozen(state_of(position))
        for seat in range(players):
            again = position.resample(seat, rng)

            assert again.view(seat) == position.view(seat)
            audit.check(again)
            different += state_of(again) != state_of(position)
            for holder, hand in enumerate(again.hands):
                assert len(hand) == len(position.hands[holder])
                if position.leaders:
                    assert not any(fails_to_follow(position, holder, card) for card in hand)
            assert again.legal_actions() == position.legal_actions() or seat != position.actor
            assert again.to_act() == position.to_act()
        assert state_of(position) == before
    assert different > 100


@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_can_be_played_on_from_a_resampled_position(players: int) -> None:
    """To the end, keeping every invariant of the round."""
    rng = Random(players)
    audit = Audit(players)
    for number, position in enumerate(random_positions(players, 5)):
        if number % 10 or position.to_act() == OVER:
            continue
        again = position.resample(number % players, rng)
        for _ in range(60):
            if again.to_act() == OVER:
                break
            again.apply(random_action(again, rng))
            audit.check(again)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_resampling_keeps_the_rulings_about_cards_without_a_colour(players: int) -> None:
    """Where the deal may leave them in the middle or with the king, too."""
    rng = Random(players)
    for position in random_positions(players, 6, swap_middle=False, swap_king=False):
        for seat in range(players):
            assert position.resample(seat, rng).view(seat) == position.view(seat)


def test_the_same_generator_deals_the_same_again() -> None:
    """And a seat's own hand never changes."""
    for position in random_positions(4, 7):
        one, other = (position.resample(1, Random(9)) for _ in range(2))

        assert state_of(one) == state_of(other)
        if position.leaders:
            assert one.hands[1] == position.hands[1]


def test_resampling_is_fair() -> None:
    """Each unseen card comes to each of the others equally often."""
    rng = Random(1)
    position = skull_queen(4).new_position()
    deal = Random(1)
    while position.to_act() == CHANCE:
        position.apply(random_action(position, deal))
    card = position.hands[0][0]
    holders = [position.resample(1, rng).holder(card) for _ in range(3_000)]

    assert all(900 < holders.count(seat) < 1_100 for seat in (0, 2, 3))


def test_dealing_again_where_there_is_only_one_way() -> None:
    """The lot would hardly find it: each holder may hold only its own ten cards."""
    cards = list(range(60))

    hands = redeal(cards, [10] * 6, lambda at, card: card // 10 == at, Random(1))

    assert [sorted(hand) for hand in hands] == [cards[at : at + 10] for at in range(0, 60, 10)]


def test_dealing_again_passes_cards_on_to_make_room() -> None:
    """The first holder may hold anything and is full at first; the last may hold few cards."""
    for seed in range(200):
        hands = redeal(range(9), [3, 3, 3], lambda at, card: card < 9 - 3 * at, Random(seed))

        assert sorted(card for hand in hands for card in hand) == list(range(9))
        assert all(card < 3 for card in hands[2])
        assert all(card < 6 for card in hands[1])


def test_what_cannot_be_dealt_is_said() -> None:
    with pytest.raises(ValueError, match="cannot be dealt"):
        redeal([1, 2], [1, 1], lambda at, card: at == 0, Random(1))


def test_shuffling_reaches_every_order() -> None:
    rng = Random(1)
    orders = set()
    for _ in range(500):
        cards = [1, 2, 3, 4]
        shuffle(cards, rng)
        orders.add(tuple(cards))

    assert len(orders) == 24


# Views.


@pytest.mark.parametrize("players", PLAYERS)
def test_a_view_is_plain_data_of_its_own(players: int) -> None:
    """It survives JSON, and who scribbles on it changes nothing but the view."""
    for number, position in enumerate(random_positions(players, 8)):
        viewer = EVERYBODY[number % (players + 1)]
        view = position.view(viewer)

        assert json.loads(json.dumps(view)) == view
        assert position.copy().view(viewer) == view
        before = frozen(state_of(position))
        for value in view.values():
            if isinstance(value, list):
                value.clear()
        assert state_of(position) == before


@pytest.mark.parametrize("players", PLAYERS)
def test_the_view_tells_the_scores_of_what_is_shown(players: int) -> None:
    """Planks count in it when they are shown; then it agrees with the position's scores."""
    for position in random_positions(players, 9):
        view = position.view(None)

        assert view["totals"] == position.totals()
        if not position.choosing:
            assert view["scores"] == position.scores()
        else:
            assert view["scores"] == view["totals"]
