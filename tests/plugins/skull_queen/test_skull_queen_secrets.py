"""Secrets of Skull Queen: views, resampled positions, the deal and the journal give none away."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from audit import frozen, state_of
from skull_queen_tables import PLAYERS, SEATS, hold, lay, leave_over, skull_queen, words
from splitpick.core import CHANCE, OVER, Match
from splitpick.core.declared import redeal, shuffle
from splitpick.core.text import Language
from splitpick.plugins.skull_queen.queen_game import SkullPosition
from tables import play, random_action, random_positions

ENGLISH = Language("en")
SECRET = ["anne ?"] + ["anne place ?"] * 4


def fails_to_follow(position: SkullPosition, seat: int, card: int) -> bool:
    """Say whether *seat* has shown, with face-up cards, that it cannot have *card*.

    Told from the view of an onlooker, not from what the position knows.
    """
    rules = position.rules
    code = rules.codes[card]
    if card >= rules.first_special:
        return False
    seen: Any = position.view(None)
    for number, leader in enumerate(seen["leaders"]):
        trick = seen["played"][number * rules.trick_size : (number + 1) * rules.trick_size]
        led = ""
        for by, shown in zip(rules.orders[leader], trick, strict=False):
            if shown in ("M0", "F13"):
                continue
            led = led or shown[0]
            if by == seat and shown[0] != led and led == code[0]:
                return True
    return False


def test_the_card_that_lies_face_down_is_hidden_from_the_other() -> None:
    """Two players: it may be any card that follows."""
    met = 0
    for position in random_positions(skull_queen(2), 3):
        if not any(position.covered):
            continue
        met += 1
        hidden = position.starter
        card = position.covered[hidden][0]
        view = position.view(1 - hidden)
        for other_card in position.hand[hidden]:
            other = position.copy()
            other.put("covered", [other_card], hidden)
            hold(other, hidden, [card, *(one for one in other.hand[hidden] if one != other_card)])

            assert other.view(1 - hidden) == view
            assert other.view(None) == position.view(None)
            assert other.view(hidden) != position.view(hidden)
            assert other.legal_actions() == position.legal_actions()
    assert met == 28


@pytest.mark.often(2)
@pytest.mark.parametrize("players", PLAYERS)
def test_resampling_gives_an_equal_view(players: int) -> None:
    """The cards still add up and follow what was shown, and the game can be played on."""
    rng = Random(players)
    different = 0
    for number, position in enumerate(random_positions(skull_queen(players), 4)):
        if number % 3:
            continue
        before = frozen(state_of(position))
        known = position.totals() if position.choosing else position.scores()
        assert position.view(None)["scores"] == known
        for seat in range(players):
            again = position.resample(seat, rng)

            assert again.view(seat) == position.view(seat)
            assert sorted(map(str, again.census())) == sorted(again.rules.codes)
            different += state_of(again) != state_of(position)
            for holder, hand in enumerate(again.hand):
                assert len(hand) == len(position.hand[holder])
                if position.leaders:
                    assert not any(fails_to_follow(position, holder, card) for card in hand)
            assert again.legal_actions() == position.legal_actions() or seat != position.actor
            assert again.to_act() == position.to_act()
        assert state_of(position) == before
        for _ in range(0 if number % 15 else 60):
            if again.to_act() == OVER:
                break
            again.apply(random_action(again, rng))
    assert different > 50


@pytest.mark.parametrize("players", [2, 4, 6])
def test_resampling_keeps_the_rulings_about_cards_without_a_colour(players: int) -> None:
    """Where the deal may leave them in the middle or with the king, too."""
    rng = Random(players)
    game = skull_queen(players, swap_middle=False, swap_king=False)
    for number, position in enumerate(random_positions(game, 6)):
        seat = number % players
        assert position.resample(seat, rng).view(seat) == position.view(seat)


def test_the_same_generator_deals_the_same_again() -> None:
    """And a seat's own hand never changes."""
    for position in random_positions(skull_queen(4), 7):
        one, other = (position.resample(1, Random(9)) for _ in range(2))

        assert state_of(one) == state_of(other)
        if position.leaders:
            assert one.hand[1] == position.hand[1]


def test_resampling_is_fair() -> None:
    """Each unseen card comes to each of the others equally often."""
    rng = Random(1)
    position = skull_queen(4).new_position()
    while position.to_act() == CHANCE:
        position.apply(random_action(position, rng))
    card = position.hand[0][0]
    holders = [position.resample(1, rng).holder(card) for _ in range(1_500)]

    assert all(430 < holders.count(seat) < 570 for seat in (0, 2, 3))


def test_each_deal_that_play_allows_is_as_likely_as_any_other() -> None:
    """Bart has not followed red, nor Grace yellow: of 90 deals of six cards, 42 are left."""
    position = lay("R9 Y9 G12 B12 | B1 Y2 Y4 G3 | R2 G1 R3 G4 | R1 Y1 B3 B4")
    play(position, "R9", "B1", "R2", "R1", "Y9", "Y2", "G1", "Y1")

    rng = Random(1)
    deals = Counter(str(position.resample(0, rng).hand) for _ in range(4_200))

    assert len(deals) == 42
    assert all(60 < count < 140 for count in deals.values())


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


def test_shuffling_reaches_every_order() -> None:
    rng = Random(1)
    orders = set()
    for _ in range(500):
        cards = [1, 2, 3, 4]
        shuffle(cards, rng)
        orders.add(tuple(cards))

    assert len(orders) == 24


# The story of a deal, and the journal.


def test_of_a_deal_only_what_lies_open_is_told() -> None:
    match = Match(skull_queen(4), seed=1)

    for seat in (None, *range(4)):
        sentence = words(match.position).deal(match.actions, match.position, seat)
        assert [ENGLISH.say(text) for text in sentence] == [
            "",
            "Round 1: the cards are dealt, 12 to each player. Anne begins.",
        ]


def listed(match: Match, seat: int | None) -> list[str]:
    """Write the journal as *seat* may read it."""
    entries = words(match.position).journal(match.actions, match.position, seat)
    return [f"{'+' if by == CHANCE else SEATS[by]} {text}" for by, text in entries]


def test_of_the_deal_the_journal_lists_the_own_hand_alone() -> None:
    match = Match(skull_queen(3), seed=1)

    for seat in range(3):
        cards = [entry.removeprefix("+ +") for entry in listed(match, seat)]
        hands: Any = match.position.view(seat)["hand"]
        assert sorted(cards) == sorted(hands[seat])
    assert listed(match, None) == []


def test_choices_are_listed_for_the_others_when_they_are_revealed() -> None:
    match = Match(skull_queen(3), seed=1)
    for text in ("up", "place R on 1", "place Y on 2", "place G on 3", "place B on 4", "down"):
        match.play(text)

    assert listed(match, 0)[-6:] == [
        "anne up", "anne place R on 1", "anne place Y on 2", "anne place G on 3",
        "anne place B on 4",
        "bart ?",
    ]  # fmt: skip
    assert listed(match, 1)[-6:] == [*SECRET, "bart down"]
    assert listed(match, None) == [*SECRET, "bart ?"]
    for text in ["place R on 1", "place Y on 1", "place G on 1", "place B on 1", "up"]:
        match.play(text)
    for text in ["place R on 1", "place Y on 1", "place G on 1", "place B on 1"]:
        match.play(text)
    assert listed(match, None)[:2] == ["anne up", "anne place R on 1"]
    assert len(listed(match, None)) == 15


def test_the_card_that_lies_face_down_is_not_listed_for_the_other() -> None:
    match = Match(skull_queen(2), seed=1)
    while (
        "?" in str(match.position.view(None)["planks"]) or not match.position.view(None)["leaders"]
    ):
        match.apply(match.position.legal_actions()[0])
    card = match.legal()[0]
    match.play(card)

    assert listed(match, 0)[-1] == f"anne {card}"
    assert listed(match, 1)[-1] == listed(match, None)[-1] == "anne ?"
    match.apply(match.position.legal_actions()[0])
    assert f"anne {card}" in listed(match, 1)


def test_a_swap_stands_in_the_journal_of_nobody() -> None:
    """A card that was passed on seems to have been dealt to its new owner."""
    left = leave_over(4, "M0 F13")
    rounds = zip(*left.hand, strict=True)
    dealt = [f"+{left.rules.codes[card]}" for cards in rounds for card in cards]
    position, actions = skull_queen(4).new_position(), []
    for text in [*dealt, "swap R7", "swap B2"]:
        actions.append(position.describe(position.parse(text)))
        position.apply(position.parse(text))

    for seat in range(4):
        entries = [text for _, text in words(position).journal(actions, position, seat)]
        hands: Any = position.view(seat)["hand"]
        assert sorted(entries) == sorted(f"+{card}" for card in hands[seat])


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_held_when_a_round_ends_has_its_planks_and_points(players: int) -> None:
    """A plank on its last trick is worth what its seat then scores for the round."""
    position = skull_queen(players).new_position()
    rng, ended = Random(players), 0
    while position.to_act() != OVER:
        before, action = position.copy(), random_action(position, rng)
        position.apply(action)
        if len(position.results) == len(before.results):
            continue
        scored = position.results[len(before.results) :]
        (trick, _), *_ = words(before).closings(before, action, position, None)
        worth = {
            zone.owner: ENGLISH.say(counter.label)
            for zone in trick.walk()
            if zone.form == "track"
            for counter in zone.counters[-1:]
        }
        assert worth == {seat: f"worth {points}" for seat, points in enumerate(scored)}
        ended += 1
    assert ended > 1
