"""The course of the game: deal, split, choose, play, next turn, end."""

from __future__ import annotations

from random import Random

import pytest

import reference
from splitpick.core import CHANCE, OVER
from tables import (
    NOBODY,
    SEATS,
    VARIANTS,
    actor,
    captain,
    chest,
    crew,
    crews_of,
    drawn,
    hand,
    illegal,
    jolly_roger,
    lay,
    legal,
    offered,
    play,
    played_out,
    random_action,
    supply,
    view,
)

TURNS = {"introductory": 8, "advanced": 8, "all-cards": 10}
SET_ASIDE = {"introductory": 3, "advanced": 10, "all-cards": 0}


# Set-up.


def test_jolly_and_roger_is_for_two() -> None:
    game = jolly_roger()

    assert game.players == 2
    assert game.seats == ["jolly", "roger"]


def test_the_pirates_are_those_in_the_box() -> None:
    """Forty-three pirates: by colour, from strength 1 to strength 5."""
    assert view(jolly_roger("introductory").new_position())["unseen"] == {
        "G1": 4, "G2": 3, "G3": 2, "G4": 2, "G5": 2,
        "Y1": 4, "Y2": 3, "Y3": 2, "Y4": 2, "Y5": 1,
        "B1": 4, "B2": 2, "B3": 2, "B4": 1, "B5": 1,
        "R1": 3, "R2": 2, "R3": 1, "R4": 1, "R5": 1,
    }  # fmt: skip


def test_the_special_cards_are_those_in_the_box() -> None:
    unseen = view(jolly_roger("advanced").new_position())["unseen"]

    assert [unseen[code] for code in ("KR", "SK", "TO")] == [3, 2, 2]
    assert sum(unseen.values()) == 50


def test_the_introductory_game_has_no_special_cards() -> None:
    unseen = view(jolly_roger("introductory").new_position())["unseen"]

    assert not {"KR", "SK", "TO"} & set(unseen)
    assert sum(unseen.values()) == 43


def test_the_variant_with_all_cards_has_the_advanced_deck() -> None:
    advanced, every = (jolly_roger(name).new_position() for name in ("advanced", "all-cards"))

    assert view(every)["unseen"] == view(advanced)["unseen"]


def test_strength_and_gold_of_a_pirate_are_its_number() -> None:
    rules = crews_of(jolly_roger().new_position()).rules
    for card, code in enumerate(rules.codes):
        if code[1].isdigit():
            assert rules.strengths[card] == rules.golds[card] == int(code[1])


def test_the_ships_are_sorted_by_their_gold() -> None:
    ships = view(jolly_roger().new_position())["ships"]

    assert [(ship["ship"], ship["gold"]) for ship in ships] == [
        ("green", 3),
        ("yellow", 5),
        ("blue", 7),
        ("red", 9),
    ]


def test_the_game_begins_with_empty_ships_and_full_supplies() -> None:
    position = jolly_roger().new_position()

    for ship in ("green", "yellow", "blue", "red"):
        assert captain(position, ship) == NOBODY
        assert [crew(position, seat, ship) for seat in SEATS] == ["", ""]
    for seat in SEATS:
        assert supply(position, seat) == 4
        assert chest(position, seat) == ""
    assert position.scores() == [0, 0]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_cards_set_aside_stay_unseen(variant: str) -> None:
    """Three cards in the introductory game, ten in the advanced one, none with all cards."""
    position = jolly_roger(variant).new_position()

    assert sum(position.pool) - view(position)["cards_left"] == SET_ASIDE[variant]
    assert sum(played_out(position).pool) == SET_ASIDE[variant]


@pytest.mark.parametrize("first", [0, 1])
def test_the_seat_that_starts_is_the_first_splitter(first: int) -> None:
    """Players settle who is younger; the program is told."""
    position = drawn("G1 G2 G3 G4 G5", first=first)

    assert view(position)["splitter"] == position.to_act() == first


# The deal.


def test_five_cards_are_drawn_one_after_the_other() -> None:
    position = jolly_roger().new_position()
    for code in ("G1", "KR", "R5", "B2", "G1"):
        assert position.to_act() == CHANCE
        play(position, f"+{code}")

    assert view(position)["drawn"] == ["G1", "G1", "B2", "R5", "KR"]
    assert actor(position) == "jolly"


def test_every_unseen_card_is_equally_likely_to_be_drawn() -> None:
    """A type's weight is how many of it are unseen; one that is used up does not come."""
    position = jolly_roger().new_position()
    assert dict(position.chance_outcomes()) == dict(enumerate(position.game.counts))

    play(position, "+R5", "+G1")
    weights = {position.notation(card): weight for card, weight in position.chance_outcomes()}

    assert "+R5" not in weights
    assert weights["+G1"] == 3
    assert weights["+G2"] == 3
    assert sum(weights.values()) == 48


def test_chance_has_nothing_to_say_when_a_seat_acts() -> None:
    assert drawn("G1 G2 G3 G4 G5").chance_outcomes() == []


def test_a_seat_has_nothing_to_do_while_cards_are_drawn() -> None:
    assert jolly_roger().new_position().legal_actions() == []


def test_drawn_cards_lie_open() -> None:
    """Both seats and an onlooker see the same, at any time."""
    position = drawn("G1 G2 G3 G4 G5")

    assert position.view(0) == position.view(1) == position.view(None)


def test_cards_left_counts_what_is_still_drawn() -> None:
    position = jolly_roger().new_position()
    assert view(position)["cards_left"] == 50
    play(position, "+G1", "+G1")
    assert view(position)["cards_left"] == 48
    play(position, "+G2", "+G2", "+Y1", "G1 G1 / G2 G2 Y1")
    assert view(position)["cards_left"] == 45


# Split and pick.


def test_the_splitter_makes_two_sets_of_any_combination() -> None:
    position = drawn("G1 G4 Y2 R1 KR")
    play(position, "G4 KR / G1 Y2 R1")

    assert view(position)["sets"] == [["G1", "Y2", "R1"], ["G4", "KR"]]
    assert view(position)["drawn"] == []


def test_a_set_has_one_to_four_cards() -> None:
    position = drawn("G1 G4 Y2 R1 KR")
    sizes = {len(part.split()) for text in legal(position) for part in text.split("/")}

    assert sizes == {1, 2, 3, 4}
    assert illegal(position, "G1 G4 Y2 R1 KR /") == "set-size"


def test_the_picker_takes_either_set() -> None:
    position = offered("G1 G4 / Y2 R1 KR")

    assert actor(position) == "roger"
    assert legal(position) == ["pick 1", "pick 2"]


@pytest.mark.parametrize(
    ("choice", "picker", "splitter"),
    [("pick 1", "G1 G4", "Y2 R1 KR"), ("pick 2", "Y2 R1 KR", "G1 G4")],
)
def test_the_splitter_keeps_the_other_set(choice: str, picker: str, splitter: str) -> None:
    position = play(offered("G1 G4 / Y2 R1 KR"), choice)

    assert hand(position, "roger") == picker
    assert hand(position, "jolly") == splitter
    assert view(position)["sets"] == []


def test_special_cards_are_split_and_picked_like_pirates() -> None:
    position = play(offered("KR SK / KR TO TO"), "pick 2")

    assert hand(position, "roger") == "KR TO TO"


# Play.


def test_the_picker_plays_all_his_cards_before_the_splitter() -> None:
    position = play(offered("G1 G4 / Y2 R1 KR"), "pick 1")
    assert actor(position) == "roger"
    play(position, "G4@green")
    assert actor(position) == "roger"
    play(position, "G1@green")
    assert actor(position) == "jolly"
    play(position, "Y2@yellow", "R1@red")
    assert actor(position) == "jolly"
    play(position, "KR*")
    assert position.to_act() == CHANCE


def test_cards_are_played_in_any_order() -> None:
    position = lay(jolly="G1 Y2 KR")

    assert {text[:2] for text in legal(position)} == {"G1", "Y2", "KR"}


def test_no_card_is_kept_for_a_later_turn() -> None:
    """While a card is in the hand there is nothing to do but to play one."""
    position = lay(jolly="TO")
    assert all(text.startswith("TO") for text in legal(position))
    play(position, "TO?red")

    assert [hand(position, seat) for seat in SEATS] == ["", ""]
    assert position.to_act() == CHANCE


def test_equal_cards_are_one_choice() -> None:
    assert legal(lay(jolly="G1 G1 G1")) == legal(lay(jolly="G1"))


def test_one_of_equal_cards_is_played_at_a_time() -> None:
    position = play(lay(jolly="G1 G1 G1", roger="Y1"), "G1@green")

    assert hand(position, "jolly") == "G1 G1"


# Turns and the end.


def test_splitter_and_picker_change_places_after_each_turn() -> None:
    position = play(offered("G1 / G2 G3 G4 G5"), "pick 1", "G1?red")
    assert (view(position)["turn"], view(position)["splitter"]) == (1, 0)

    play(position, "G2?red", "G3?red", "G4?red", "G5?red")
    assert (view(position)["turn"], view(position)["splitter"]) == (2, 1)

    play(position, "+Y1", "+Y2", "+Y3", "+Y4", "+Y5")
    assert actor(position) == "roger"
    play(position, "Y1 / Y2 Y3 Y4 Y5")
    assert actor(position) == "jolly"


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_game_ends_after_its_last_turn(variant: str) -> None:
    """Eight turns, or ten with all cards: when the draw pile is used up."""
    position = jolly_roger(variant).new_position()
    rng = Random(3)
    splitters = []
    while position.to_act() != OVER:
        if view(position)["phase"] == "split":
            splitters.append(position.to_act())
        position.apply(random_action(position, rng))

    assert splitters == [0, 1] * (TURNS[variant] // 2)
    assert view(position)["cards_left"] == 0
    assert view(position)["turn"] == view(position)["turns"] == TURNS[variant]


def test_nothing_can_be_done_after_the_end() -> None:
    position = played_out(jolly_roger().new_position())

    assert position.legal_actions() == []
    assert position.chance_outcomes() == []
    assert view(position)["phase"] == "end"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_turn_lasts_until_its_last_card(variant: str) -> None:
    position = lay(variant, jolly="G1", turn=TURNS[variant])
    assert position.to_act() == 0

    assert play(position, "G1@green").to_act() == OVER


# Copies.


def test_a_copy_goes_its_own_way() -> None:
    position = lay(green="jolly: G3 G1?", jolly="G4 KR", roger="B1 B1")
    twin = position.copy()
    before = position.view(None)
    play(twin, "G4$", "KR*", "B1@blue", "B1@blue", "+R1")

    assert position.view(None) == before
    assert chest(twin, "jolly") == "G4"


def test_a_game_makes_new_positions() -> None:
    game = jolly_roger()
    play(game.new_position(), "+G1")

    assert view(game.new_position())["unseen"] == reference.deck("all-cards")


# What an action is, as data.


def test_a_draw_as_data() -> None:
    position = jolly_roger().new_position()
    action = position.describe(position.parse("+G4"))

    assert (action.kind, action.seat, action.notation) == ("draw", CHANCE, "+G4")
    assert action.details == {"card": "G4"}


def test_a_split_as_data() -> None:
    position = drawn("G1 G4 Y2 R1 KR")
    action = position.describe(position.parse("KR / G1 G4 Y2 R1"))

    assert (action.kind, action.seat) == ("split", 0)
    assert action.notation == "G1 G4 Y2 R1 / KR"
    assert action.details == {"sets": [["G1", "G4", "Y2", "R1"], ["KR"]]}


def test_a_pick_as_data() -> None:
    position = offered("G1 G4 / Y2 R1 KR")
    action = position.describe(position.parse("pick 2"))

    assert (action.kind, action.seat, action.notation) == ("pick", 1, "pick 2")
    assert action.details == {"set": 2, "cards": ["Y2", "R1", "KR"]}


@pytest.mark.parametrize(
    ("text", "kind", "details"),
    [
        ("G4@green", "join", {"card": "G4", "ship": "green"}),
        ("G4?red", "parrot", {"card": "G4", "ship": "red"}),
        ("G4$", "board", {"card": "G4"}),
        ("KR*", "effect", {"card": "KR", "effect": "kraken", "option": 0}),
        ("KR*blue", "effect", {"card": "KR", "effect": "kraken", "option": 3}),
        ("SK@yellow", "effect", {"card": "SK", "effect": "skeleton", "option": 1}),
        ("TO*", "effect", {"card": "TO", "effect": "tortuga", "option": 0}),
    ],
)
def test_a_play_as_data(text: str, kind: str, details: dict[str, object]) -> None:
    position = lay(green="jolly: G1", blue="roger: B1", jolly="G4 KR SK TO")
    action = position.describe(position.parse(text))

    assert (action.kind, action.seat, action.notation) == (kind, 0, text)
    assert action.details == details
