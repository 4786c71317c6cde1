"""Skull Queen, rule by rule: the deal, the planks, following, judging, the king, the end."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import skull_queen_reference as reference
from skull_queen_tables import (
    PLAYERS,
    SEATS,
    actor,
    codes,
    dealt,
    field,
    fields,
    final,
    lay,
    leave_over,
    placed,
    play,
    played_out,
    random_action,
    skull_queen,
)
from splitpick.core import CHANCE, OVER
from splitpick.plugins.skull_queen.queen_game import SkullPosition
from splitpick.plugins.skull_queen.queen_rules import KING, PLACE, PLAY, SIDE, SWAP, WATER
from tables import illegal, legal, unreadable


def view(position: SkullPosition, seat: str | None = None) -> dict[str, Any]:
    """Return what a seat may know, or what everybody may."""
    return position.view(None if seat is None else SEATS.index(seat))


# The deck and the deal.


@pytest.mark.parametrize("players", PLAYERS)
def test_the_deck_is_that_of_the_box(players: int) -> None:
    """Four colours from 1 to 12, a 0 and a 13; with two and three players no 1 and no 12."""
    deck = skull_queen(players).rules.codes
    numbers = list(range(2, 12)) if players < 4 else list(range(1, 13))

    assert deck == reference.deck(players)
    assert len(deck) == (42 if players < 4 else 50)
    for letter in "RYGB":
        assert [int(code[1:]) for code in deck if code[0] == letter] == numbers


@pytest.mark.parametrize(
    ("players", "hand", "middle"), [(2, 14, 0), (3, 14, 0), (4, 12, 2), (5, 10, 0), (6, 8, 2)]
)
def test_all_cards_are_dealt_evenly_and_the_rest_lies_in_the_middle(
    players: int, hand: int, middle: int
) -> None:
    position = dealt(players)

    assert [len(cards) for cards in position.hands] == [hand] * players
    assert len(position.middle) == middle
    assert len(view(position)["middle"]) == middle
    assert len(position.pile) == (14 if players == 2 else 0)


def test_cards_are_dealt_one_at_a_time_from_the_seat_that_begins() -> None:
    position = skull_queen(4).new_position(first=2)
    outcomes = position.chance_outcomes()

    assert outcomes == [(card, 1) for card in range(50)]
    assert position.describe(0).details == {"card": "R1", "seat": 2}
    play(position, "+R1")
    assert codes(position, position.hands[2]) == "R1"
    assert position.describe(1).details == {"card": "R2", "seat": 3}
    play(position, "+R2 +R3 +R4 +R5")
    assert codes(position, position.hands[2]) == "R1 R5"


def test_nobody_sees_the_hand_before_the_deal_is_over() -> None:
    position = play(skull_queen(3).new_position(), "+R2 +R3")

    assert view(position, "anne")["hand"] == []
    assert view(position, "anne")["hand_sizes"] == [1, 1, 0]


def test_cards_without_a_colour_that_are_left_over_are_swapped_into_hands() -> None:
    """One after the other, for a numbered card that is drawn by lot from all hands."""
    position = leave_over(4, "M0", "F13")
    held = [code for hand in position.hands for code in codes(position, hand).split()]

    assert position.phase == SWAP
    assert position.to_act() == CHANCE
    assert len(position.chance_outcomes()) == 48
    assert {position.notation(card) for card, _ in position.chance_outcomes()} == {
        f"swap {code}" for code in held
    }
    owner = SEATS[position.holder(position.rules.cards_by_code["R7"])]
    swapped = position.describe(position.parse("swap R7"))
    assert swapped.details == {"card": "R7", "seat": SEATS.index(owner), "for": "F13"}
    play(position, "swap R7")
    assert position.phase == SWAP
    play(position, "swap B2")
    assert position.phase == SIDE
    assert view(position)["middle"] == ["R7", "B2"]
    assert "F13" in view(position, owner)["hand"]


def test_nobody_is_told_that_cards_were_swapped() -> None:
    position = leave_over(4, "M0", "F13")

    assert view(position)["phase"] == "deal"
    assert view(position, "anne")["hand"] == []


def test_only_cards_without_a_colour_are_swapped() -> None:
    """Anything else stays in the middle."""
    position = leave_over(6, "R7", "B2")

    assert position.phase == SIDE
    assert codes(position, position.middle) == "R7 B2"


def test_without_the_ruling_cards_without_a_colour_stay_in_the_middle() -> None:
    """There they take the colour that is led, like those of the trick."""
    position = leave_over(4, "M0", "F13", swap_middle=False)

    assert codes(position, position.middle) == "M0 F13"
    table = lay("R3 Y2 | R7 Y3 | R9 Y4", middle="M0", swap_middle=False)
    play(table, "R3 R7 R9")
    assert [field(table, seat, "red") for seat in SEATS[:3]] == [3, 3, 4]


# The planks.


def test_each_has_a_plank_of_five_fields_from_one_to_eight() -> None:
    """On the rising side from the bottom up, on the falling side from the top down."""
    rising, falling = skull_queen(3).rules.values

    assert len(rising[1:]) == len(falling[1:]) == 5
    assert (rising[1], rising[5]) == (1, 8)
    assert falling[1:] == rising[:0:-1]


def test_the_side_is_chosen_and_then_the_four_pirates_are_placed() -> None:
    position = dealt(3)

    assert actor(position) == "anne"
    assert position.phase == SIDE
    assert legal(position) == ["up", "down"]
    play(position, "down")
    assert position.phase == PLACE
    assert legal(position) == [f"place R{field}" for field in range(1, 6)]
    play(position, "place R1, place Y5, place G5, place B2")
    assert fields(position, "anne") == "1 5 5 2"
    assert actor(position) == "bart"


def test_several_pirates_may_stand_on_one_field() -> None:
    position = play(dealt(3), "up, place R4, place Y4, place G4, place B4")

    assert fields(position, "anne") == "4 4 4 4"


def test_what_is_chosen_is_secret_until_all_have_chosen() -> None:
    position = play(dealt(3), "up, place R4, place Y3, place G2, place B1, down")

    seen = view(position, "bart")
    assert seen["sides"] == [None, "down", None]
    assert seen["pirates"] == [{}, {}, {}]
    assert seen["scores"] == [0, 0, 0]
    assert view(position, "anne")["pirates"][0] == {"red": 4, "yellow": 3, "green": 2, "blue": 1}
    assert view(position, "anne")["scores"] == [12, 0, 0]
    assert view(position)["sides"] == [None, None, None]


def test_all_planks_are_revealed_together() -> None:
    position = placed(3)

    seen = view(position)
    assert None not in seen["sides"]
    assert all(len(pirates) == 4 for pirates in seen["pirates"])
    assert seen == {**view(position, "bart"), "hand": []}


def test_the_hand_is_known_when_the_plank_is_chosen() -> None:
    position = dealt(5)

    assert len(view(position, "anne")["hand"]) == 10
    assert view(position)["hand"] == []


# Following.


def test_the_colour_that_was_led_must_be_followed() -> None:
    table = lay("R3 Y9 | R7 Y2 R4 | R10 Y5")

    assert legal(table) == ["R3", "Y9"]
    play(table, "R3")
    assert legal(table) == ["R4", "R7"]
    assert illegal(table, "Y2") == "must-follow"
    assert view(table)["led"] == "red"


def test_who_cannot_follow_may_play_anything() -> None:
    table = play(lay("R3 Y9 | G7 Y2 M0 | R10 Y5"), "R3")

    assert legal(table) == ["Y2", "G7", "M0"]


def test_cards_without_a_colour_may_be_played_in_any_trick() -> None:
    table = play(lay("R3 Y9 | R7 Y2 M0 | R10 F13"), "R3")

    assert legal(table) == ["R7", "M0"]
    play(table, "M0")
    assert legal(table) == ["R10", "F13"]


def test_who_has_only_a_card_without_a_colour_besides_may_play_anything() -> None:
    """It does not count as one of the colour that was led."""
    table = play(lay("R3 Y9 | Y2 M0 | R10 F13"), "R3")

    assert legal(table) == ["Y2", "M0"]


@pytest.mark.parametrize("card", ["M0", "F13"])
def test_behind_a_card_without_a_colour_the_next_one_sets_it(card: str) -> None:
    table = play(lay(f"{card} Y9 | R7 Y2 | R10 Y5"), card)

    assert view(table)["led"] is None
    assert legal(table) == ["R7", "Y2"]
    play(table, "Y2")
    assert view(table)["led"] == "yellow"
    assert legal(table) == ["Y5"]


def test_behind_both_cards_without_a_colour_the_third_one_sets_it() -> None:
    table = play(lay("M0 Y9 | F13 R2 | R10 Y5 | R3 Y8"), "M0 F13")

    assert legal(table) == ["R10", "Y5"]
    play(table, "Y5")
    assert legal(table) == ["Y8"]
    play(table, "Y8")
    assert field(table, "bart", "yellow") == 5
    assert field(table, "anne", "yellow") == 1


# Judging.


def test_the_highest_card_moves_its_pirate_up_and_the_lowest_down() -> None:
    table = play(lay("R3 Y9 | R7 Y2 | R10 Y6"), "R3 R7 R10")

    assert fields(table, "anne") == "2 3 3 3"
    assert fields(table, "bart") == "3 3 3 3"
    assert fields(table, "grace") == "4 3 3 3"


def test_every_colour_is_judged_by_itself() -> None:
    table = play(lay("R3 Y9 | R7 Y2 | G4 Y6 | G2 Y7"), "R3 R7 G4 G2")

    assert fields(table, "anne") == "2 3 3 3"
    assert fields(table, "bart") == "4 3 3 3"
    assert fields(table, "grace") == "3 3 4 3"
    assert fields(table, "henry") == "3 3 2 3"


def test_the_cards_in_the_middle_are_judged_together_with_the_trick() -> None:
    """A single card of a trick meets that of its colour."""
    table = play(lay("R3 Y9 | R7 Y2 | G4 Y6", middle="G2"), "R3 R7 G4")

    assert fields(table, "grace") == "3 3 4 3"
    assert view(table)["middle"] == []


def test_for_an_extreme_card_in_the_middle_nobody_moves() -> None:
    table = play(lay("R3 Y9 | R7 Y2 | R10 Y6", middle="R11"), "R3 R7 R10")

    assert fields(table, "grace") == "3 3 3 3"
    assert fields(table, "anne") == "2 3 3 3"
    table = play(lay("R3 Y9 | R7 Y2 | R10 Y6", middle="R2"), "R3 R7 R10")
    assert fields(table, "grace") == "4 3 3 3"
    assert fields(table, "anne") == "3 3 3 3"


def test_single_cards_go_to_the_middle() -> None:
    table = play(lay("R3 Y9 | G7 Y2 | B10 Y6"), "R3 G7 B10")

    assert view(table)["middle"] == ["R3", "G7", "B10"]
    assert {fields(table, seat) for seat in SEATS[:3]} == {"3 3 3 3"}


def test_a_single_card_in_the_middle_stays_there() -> None:
    table = play(lay("R3 Y9 | R7 Y2 | R10 Y6", middle="B4"), "R3 R7 R10")

    assert view(table)["middle"] == ["B4"]


def test_judged_cards_leave_the_round() -> None:
    table = play(lay("R3 R9 B2 | R7 Y2 B3 | R10 Y6 B4", middle="R2"), "R3 R7 R10")

    assert view(table)["middle"] == []
    play(table, "Y6 R9 Y2")
    assert view(table)["middle"] == ["R9"]
    assert field(table, "anne", "red") == 3


def test_two_cards_in_the_middle_meet_each_other() -> None:
    """The deal may leave two of a colour: then nobody moves for them, and they leave."""
    table = play(lay("R3 Y9 | R7 Y2 | R10 Y6", middle="B4 B9"), "R3 R7 R10")

    assert view(table)["middle"] == []
    assert [field(table, seat, "blue") for seat in SEATS[:3]] == [3, 3, 3]


# 8 and 5.


def test_an_eight_moves_whoever_played_the_highest_up_two() -> None:
    """Whoever's it was."""
    table = play(lay("R8 Y9 | R7 Y2 | R10 Y6"), "R8 R7 R10")

    assert field(table, "grace", "red") == 5
    assert field(table, "bart", "red") == 2


def test_an_eight_that_is_the_highest_moves_its_own_player() -> None:
    table = play(lay("R8 Y9 | R7 Y2 | R6 Y6"), "R8 R7 R6")

    assert field(table, "anne", "red") == 5
    assert field(table, "grace", "red") == 2


def test_a_five_moves_whoever_played_the_lowest_down_two() -> None:
    table = play(lay("R5 Y9 | R3 Y2 | R10 Y6"), "R5 R3 R10")

    assert field(table, "bart", "red") == 1
    assert field(table, "grace", "red") == 4


def test_eight_and_five_in_one_trick_both_count() -> None:
    table = play(lay("R5 Y9 | R8 Y2 | R6 Y6"), "R5 R8 R6")

    assert field(table, "anne", "red") == 1
    assert field(table, "bart", "red") == 5


def test_an_eight_counts_for_its_own_colour_alone() -> None:
    table = play(lay("R3 Y9 | R7 Y2 | G8 Y6 | G2 Y7"), "R3 R7 G8 G2")

    assert field(table, "bart", "red") == 4
    assert field(table, "grace", "green") == 5


@pytest.mark.parametrize(("counts", "up", "down"), [(True, 5, 1), (False, 4, 2)])
def test_eight_and_five_in_the_middle_count_too(counts: bool, up: int, down: int) -> None:
    """An option: they may also count only in the trick they are played in."""
    table = lay("R3 Y9 | R7 Y2 | R10 Y6", middle="R8", middle_orders=counts)
    assert field(play(table, "R3 R7 R10"), "grace", "red") == up
    table = lay("R3 Y9 | R7 Y2 | R10 Y6", middle="R5", middle_orders=counts)
    assert field(play(table, "R3 R7 R10"), "anne", "red") == down


def test_eight_and_five_follow_like_any_other_card() -> None:
    table = play(lay("R3 Y9 | R8 R5 Y2 | R10 Y6"), "R3")

    assert legal(table) == ["R5", "R8"]


# 0 and 13.


def test_the_monkey_is_the_lowest_of_the_colour_that_was_led() -> None:
    table = play(lay("R2 Y9 | M0 Y2 | R10 Y6"), "R2 M0 R10")

    assert [field(table, seat, "red") for seat in SEATS[:3]] == [3, 2, 4]


def test_the_first_mate_is_the_highest_of_the_colour_that_was_led() -> None:
    table = play(lay("R2 Y9 | F13 Y2 | R11 Y6"), "R2 F13 R11")

    assert [field(table, seat, "red") for seat in SEATS[:3]] == [2, 4, 3]


def test_a_card_without_a_colour_that_leads_is_judged_with_the_next() -> None:
    table = play(lay("M0 Y9 | G7 Y2 | R11 Y6"), "M0 G7 R11")

    assert fields(table, "anne") == "3 3 2 3"
    assert fields(table, "bart") == "3 3 4 3"
    assert view(table)["middle"] == ["R11"]


# Falling off.


def test_a_pirate_who_moves_over_an_end_falls_into_the_water() -> None:
    table = lay("R3 Y9 | R7 Y2 | R10 Y6", planks="up 1 3 3 3 | up 3 3 3 3 | up 5 3 3 3")
    play(table, "R3 R7 R10")

    assert field(table, "anne", "red") == WATER
    assert field(table, "grace", "red") == WATER


def test_two_fields_from_the_last_but_one_is_over_the_end() -> None:
    table = lay("R5 Y9 | R8 Y2 | R6 Y6", planks="up 2 3 3 3 | up 4 3 3 3")
    play(table, "R5 R8 R6")

    assert field(table, "anne", "red") == WATER
    assert field(table, "bart", "red") == WATER


def test_in_the_water_a_pirate_stays_for_the_round_and_scores_nothing() -> None:
    table = lay("R3 R2 | R7 R9 | R10 R11", planks="up 0 5 1 1 | up 3 3 3 3 | up 3 3 3 3")
    play(table, "R3 R7 R10")

    assert field(table, "anne", "red") == WATER
    assert view(table)["scores"][0] == 8 + 1 + 1


# The lead.


def test_whoever_played_the_highest_number_in_any_colour_leads_next() -> None:
    table = play(lay("R3 Y9 | R7 Y2 | G11 Y6"), "R3 R7 G11")

    assert actor(table) == "grace"
    assert view(table)["leader"] == 2


def test_a_first_mate_leads_next() -> None:
    table = play(lay("R3 Y9 | F13 Y2 | G11 Y6"), "R3 F13 G11")

    assert actor(table) == "bart"


@pytest.mark.parametrize(("later", "leads"), [(True, "grace"), (False, "bart")])
def test_of_equal_numbers_the_later_one_leads_next(later: bool, leads: str) -> None:
    """An option: it may be the earlier one."""
    table = lay("R3 Y9 | R11 Y2 | G11 Y6", later_leads=later)

    assert actor(play(table, "R3 R11 G11")) == leads


def test_play_goes_round_from_whoever_leads() -> None:
    table = lay("R3 Y9 | R7 Y2 | R10 Y5 | R2 Y6", leader="grace")
    order = []
    for _ in range(4):
        order.append(actor(table))
        table.apply(table.legal_actions()[0])

    assert order == ["grace", "henry", "anne", "bart"]


def test_a_card_in_the_middle_leads_nothing() -> None:
    table = play(lay("R3 Y9 | R7 Y2 | R10 Y6", middle="B11"), "R3 R7 R10")

    assert actor(table) == "grace"


# Rounds, points, the end.


def test_a_round_ends_when_all_hands_are_empty() -> None:
    """Every pirate on a plank scores its field, and everything is dealt anew."""
    table = lay("R3 | R7 | R10", planks="up 1 2 3 4 | down 1 2 3 4 | up 4 0 0 0")
    play(table, "R3 R7 R10")

    assert view(table)["results"] == [[0 + 2 + 4 + 5, 8 + 5 + 4 + 2, 8]]
    assert table.to_act() == CHANCE
    assert len(table.pool) == 42
    assert view(table)["round"] == 2
    assert view(table)["pirates"] == [{}, {}, {}]


@pytest.mark.parametrize("players", PLAYERS)
def test_as_many_rounds_are_played_as_there_are_players(players: int) -> None:
    end = played_out(skull_queen(players).new_position())

    assert len(view(end)["results"]) == players
    assert view(end)["phase"] == "end"
    assert end.scores() == view(end)["totals"] == view(end)["scores"]


def test_the_player_left_of_the_dealer_leads_and_the_deal_passes() -> None:
    """Seat after seat begins a round, chooses first and leads."""
    position = skull_queen(3).new_position(first=1)
    starters = []
    rng = Random(1)
    while position.to_act() != OVER:
        if position.phase == PLAY and not position.played:
            starters.append(actor(position))
        position.apply(random_action(position, rng))

    assert starters == ["bart", "grace", "anne"]


def test_without_the_ruling_who_took_the_last_lead_begins_the_next_round() -> None:
    table = lay("R3 | R7 | R10", deal_passes=False)

    assert play(table, "R3 R7 R10").starter == 2
    table = lay("R3 | R7 | R10")
    assert play(table, "R3 R7 R10").starter == 1


def test_the_highest_sum_wins() -> None:
    assert final([[1, 9, 4], [9, 2, 8], [5, 5, 0]]).winners() == [1]
    assert final([[1, 9, 4], [9, 2, 8], [5, 5, 5]]).scores() == [15, 16, 17]


def test_equal_sums_share_the_win() -> None:
    assert final([[1, 9, 4], [9, 2, 8], [6, 5, 0]]).winners() == [0, 1]


def test_without_the_ruling_the_last_round_decides_between_equal_sums() -> None:
    results = [[1, 9, 4], [9, 2, 8], [6, 5, 0]]

    assert final(results, shared_win=False).winners() == [0]
    assert final([[1, 2, 4], [9, 8, 0], [5, 5, 7]], shared_win=False).winners() == [0, 1]


# The old pirate king.


def test_the_old_pirate_king_has_a_pile_and_no_plank() -> None:
    position = dealt(2)

    assert len(position.pile) == 14
    assert view(position)["pile_size"] == 14
    assert len(position.fields) == 8
    assert view(position)["middle"] == []
    assert not {"M0", "F13"} & set(codes(position, position.pile).split())


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_old_pirate_king_plays_only_with_two(players: int) -> None:
    assert view(dealt(players))["pile_size"] is None


def test_the_king_leads_every_trick_with_a_card_of_his_pile() -> None:
    """Chance decides which of them is on top."""
    table = lay("R3 Y9 | R7 Y2", pile="R10 B4")

    assert table.phase == KING
    assert table.chance_outcomes() == [(card, 1) for card in table.pile]
    play(table, "+R10")
    assert view(table)["led"] == "red"
    assert actor(table) == "anne"
    assert legal(table) == ["R3"]
    play(table, "R3 R7")
    assert table.phase == KING
    assert codes(table, table.pile) == "B4"


def test_both_choose_face_down_and_reveal_together() -> None:
    table = play(lay("R3 R5 | R7 Y2", pile="R10 B4"), "+R10 R3")

    assert actor(table) == "bart"
    assert view(table, "bart")["tricks"] == [
        [{"seat": -1, "card": "R10"}, {"seat": 0, "card": None}]
    ]
    assert view(table, "bart")["face_down"] is None
    assert view(table, "anne")["face_down"] == "R3"
    play(table, "R7")
    assert [card["card"] for card in view(table)["tricks"][0]] == ["R10", "R3", "R7"]


def test_the_second_card_does_not_follow_the_first() -> None:
    """Both follow the king's card alone."""
    table = play(lay("G3 Y5 | G7 Y2", pile="R10 B4"), "+R10 G3")

    assert legal(table) == ["Y2", "G7"]


def test_the_king_moves_nothing() -> None:
    table = play(lay("R3 Y9 | R7 Y2", pile="R10 B4"), "+R10 R3 R7")
    assert [field(table, seat, "red") for seat in SEATS[:2]] == [2, 3]
    table = play(lay("R3 Y9 | R7 Y2", pile="R2 B4"), "+R2 R3 R7")
    assert [field(table, seat, "red") for seat in SEATS[:2]] == [3, 4]


def test_the_king_leads_again_whoever_played_the_highest_card() -> None:
    table = play(lay("R3 Y9 | R7 Y2", pile="R6 B4"), "+R6 R3 R7")

    assert table.phase == KING
    play(table, "+B4")
    assert actor(table) == "anne"


def test_the_eights_and_fives_of_the_king_count() -> None:
    table = play(lay("R3 Y9 | R10 Y2", pile="R8 B4"), "+R8 R3 R10")

    assert field(table, "bart", "red") == 5


def test_single_cards_of_the_king_lie_in_the_middle() -> None:
    table = play(lay("G3 Y9 | B10 Y2", pile="R8 B4"), "+R8 G3 B10")

    assert view(table)["middle"] == ["R8", "G3", "B10"]


def test_a_card_without_a_colour_that_the_king_would_get_is_swapped() -> None:
    position = leave_over(2, "M0", "F13")

    assert position.phase == SWAP
    assert len(position.chance_outcomes()) == 28
    play(position, "swap R7, swap Y2")
    assert {"R7", "Y2"} <= set(codes(position, position.pile).split())


def test_without_the_ruling_nobody_follows_a_card_without_a_colour_of_the_king() -> None:
    """The first choice sets the colour, which the other player cannot know."""
    position = leave_over(2, "M0", "F13", swap_king=False)
    assert {"M0", "F13"} <= set(codes(position, position.pile).split())

    table = play(lay("G3 Y9 | G7 Y2", pile="M0 B4", swap_king=False), "+M0")
    assert legal(table) == ["Y9", "G3"]
    play(table, "G3")
    assert legal(table) == ["Y2", "G7"]
    assert view(table, "bart")["led"] is None
    play(table, "G7")
    assert [field(table, seat, "green") for seat in SEATS[:2]] == [3, 4]


def test_two_rounds_are_played_with_the_king() -> None:
    end = played_out(skull_queen(2).new_position())

    assert len(end.results) == 4


# What is typed.


def test_slips_are_told_apart_by_their_codes() -> None:
    table = play(lay("R3 Y9 | R7 Y2 | R10 Y5"), "R3")

    assert illegal(table, "R8") == "not-in-hand"
    assert illegal(table, "Y2") == "must-follow"
    assert illegal(table, "up") == "sq-play-now"
    assert illegal(table, "place R3") == "sq-play-now"
    assert illegal(table, "+R3") == "sq-play-now"
    assert illegal(table, "swap R3") == "sq-play-now"
    assert unreadable(table, "") == "empty-notation"
    assert unreadable(table, "R1") == "unknown-card"
    assert unreadable(table, "X7") == "unknown-card"
    assert unreadable(table, "side left") == "sq-unknown-side"
    assert unreadable(table, "place X3") == "sq-unknown-place"
    assert unreadable(table, "place red") == "sq-unknown-place"


def test_slips_while_the_planks_are_set_up() -> None:
    position = dealt(3)

    assert illegal(position, "R7") == "sq-side-now"
    play(position, "up")
    assert illegal(position, "M0") == "sq-place-now"
    assert illegal(position, "up") == "sq-place-now"
    assert illegal(position, "place Y3") == "wrong-pirate"
    assert illegal(position, "place R6") == "no-such-field"
    assert illegal(position, "place R0") == "no-such-field"


def test_slips_where_chance_acts() -> None:
    position = play(skull_queen(3).new_position(), "+R7")

    assert illegal(position, "+R7") == "none-left"
    assert illegal(position, "R7") == "deal-now"
    assert illegal(leave_over(4, "M0"), "+R7") == "sq-swap-now"
    assert illegal(leave_over(4, "M0"), "swap F13") == "none-left"
    king = lay("R3 Y9 | R7 Y2", pile="R10 B4")
    assert illegal(king, "R3") == "sq-king-now"
    assert illegal(king, "+R3") == "none-left"
    assert illegal(played_out(position), "R7") == "game-over"


@pytest.mark.parametrize("text", ["R3", "r3", " r 3 ", "r  3"])
def test_cards_may_be_typed_in_any_way(text: str) -> None:
    table = lay("R3 Y9 | R7 Y2 | R10 Y5")

    assert table.notation(table.parse(text)) == "R3"


@pytest.mark.parametrize("text", ["UP", "side up", " side  Up "])
def test_sides_may_be_typed_in_any_way(text: str) -> None:
    position = dealt(3)

    assert position.notation(position.parse(text)) == "up"


@pytest.mark.parametrize("text", ["place R3", "PLACE r 3", "placer3", " place  R3", "r3", "R 3"])
def test_places_may_be_typed_in_any_way(text: str) -> None:
    position = play(dealt(3), "up")

    assert position.notation(position.parse(text)) == "place R3"


@pytest.mark.parametrize(
    ("position", "text", "kind", "details"),
    [
        (dealt(3), "down", "side", {"side": "down"}),
        (play(dealt(3), "up"), "place R5", "place", {"pirate": "red", "field": 5}),
        (lay("R3 Y9 | R7 Y2 | R10 Y5"), "R3", "play", {"card": "R3"}),
        (lay("R3 Y9 | R7 Y2", pile="R10 B4"), "+R10", "king", {"card": "R10"}),
    ],
)
def test_actions_are_described(
    position: SkullPosition, text: str, kind: str, details: dict[str, object]
) -> None:
    done = position.describe(position.parse(text))

    assert (done.kind, done.details, done.notation) == (kind, details, text)


# Chance.


def test_every_deal_is_equally_likely() -> None:
    """One card an action, each as likely as any other."""
    position = dealt(4)
    rng = Random(3)
    firsts = Counter(random_action(skull_queen(4).new_position(), rng) for _ in range(5_000))

    assert len(firsts) == 50
    assert max(firsts.values()) < 150
    assert position.chance_outcomes() == []
