"""Dead Man's Dice by its rulebook: opening, stacking, the skull, plundering, rounds and scores."""

from __future__ import annotations

import pytest

from piles import (
    PLAYERS,
    SEATS,
    actor,
    dice_game,
    gains,
    lay,
    new,
    nothing_is_rolled,
    opened,
    pile,
    to_roll,
    totals,
    view,
)
from splitpick.core import BadValue
from tables import illegal, legal, play, unreadable

# The table.


@pytest.mark.parametrize("players", PLAYERS)
def test_two_to_six_play(players: int) -> None:
    assert dice_game(players).seats == list(SEATS[:players])


@pytest.mark.parametrize("players", [1, 7])
def test_no_other_number_plays(players: int) -> None:
    with pytest.raises(BadValue) as refused:
        dice_game(players)

    assert refused.value.code == "number-of-players"


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_has_two_ordinary_dice_and_a_jolly_roger(players: int) -> None:
    """With six players the twelve ordinary dice and six others of the box."""
    position = new(players)

    assert view(position)["unplaced"] == [["D", "D", "J"]] * players
    assert view(position)["piles"] == [[]] * players


def test_nobody_has_a_doubloon_before_the_game() -> None:
    assert totals(new(3)) == {"jack": 0, "bart": 0, "anne": 0}


# The opening.


def test_everybody_rolls_a_die_of_choice_and_leaves_it() -> None:
    position = new(3)
    assert actor(position) == "jack"
    assert legal(position) == ["roll D", "roll J"]

    opened(position, "D 3", "J 5", "D 2")

    assert [pile(position, seat) for seat in SEATS[:3]] == ["3", "5j", "2"]
    assert to_roll(position, "jack") == "D J"
    assert to_roll(position, "bart") == "D D"


def test_the_seat_that_starts_opens_first() -> None:
    position = new(3, first="bart")

    assert actor(position) == "bart"
    assert actor(opened(position, "D 3")) == "anne"
    assert actor(opened(position, "D 4")) == "jack"


@pytest.mark.parametrize("rolls", [("D 2", "D 4", "D 6"), ("D 4", "D 2", "D 4")])
def test_the_lowest_takes_the_first_turn(rolls: tuple[str, ...]) -> None:
    """However many share a higher number."""
    position = opened(new(3), *rolls)

    assert view(position)["phase"] == "roll"
    assert actor(position) == SEATS[rolls.index("D 2")]


def test_a_tie_for_the_lowest_makes_all_roll_again() -> None:
    """The same dice, without another choice, until one is the lowest."""
    position = opened(new(3), "D 3", "J 3", "D 6")

    assert actor(position) == "chance"
    play(position, "+5", "+S", "+1")
    assert actor(position) == "chance"
    play(position, "+4", "+6", "+3")
    assert actor(position) == "anne"
    assert [pile(position, seat) for seat in SEATS[:3]] == ["4", "6j", "3"]


def test_turns_go_clockwise() -> None:
    position = opened(new(3), "D 6", "D 6", "D 5")
    order = [actor(position)]
    for _ in range(3):
        play(position, "roll D", "+5" if order[-1] == "bart" else "+4")
        if "leave" in legal(position):
            play(position, "leave")
        if "stop" in legal(position):
            play(position, "stop")
        order.append(actor(position))

    assert order == ["anne", "jack", "bart", "anne"]


def test_a_skull_counts_one_in_the_opening() -> None:
    """It is the lowest, and ties with a 1."""
    assert actor(opened(new(2), "D 2", "J S")) == "bart"
    assert actor(opened(new(2), "D 1", "J S")) == "chance"


def test_a_skull_of_the_opening_is_worth_one() -> None:
    position = opened(new(2), "D 4", "J S")
    assert view(position)["worths"] == [4, 2]
    play(position, "roll D", "+2", "stack")

    assert view(position)["worths"] == [4, 3]


def test_a_skull_of_the_opening_is_a_skull_in_all_else() -> None:
    """On top it doubles and is safe."""
    position = lay(jack="6", bart="s", turn="jack")

    assert view(position)["worths"] == [6, 2]
    assert legal(play(position, "roll D", "+2")) != ["plunder bart", "stop"]
    assert actor(position) == "bart"


def test_a_skull_of_the_opening_may_be_worth_a_skull() -> None:
    """Option: opening-skull-one."""
    position = opened(new(2, opening_skull_one="false"), "D 4", "J S")

    assert actor(position) == "bart"
    assert view(position)["worths"] == [4, 14]


def test_another_seat_opens_each_round() -> None:
    position = lay(jack="2 2", bart="5", turn="jack", players=3, totals={"anne": 3})
    play(position, "roll J", "+3", "stack")

    assert view(position)["round"] == 2
    assert actor(position) == "bart"


# Rolling and stacking.


def test_a_die_of_choice_is_rolled() -> None:
    assert legal(lay(jack="2")) == ["roll D", "roll J"]
    assert legal(lay(jack="2 2")) == ["roll J"]
    assert legal(lay(jack="2j")) == ["roll D"]


@pytest.mark.parametrize(
    ("top", "fitting"),
    [(1, "126"), (2, "235"), (3, "34"), (4, "345"), (5, "256"), (6, "16")],
)
def test_a_die_fits_that_is_equal_the_next_up_or_makes_seven(top: int, fitting: str) -> None:
    """No number follows the 6."""
    fits = ""
    for face in range(1, 7):
        position = play(lay(jack=str(top)), "roll D", f"+{face}")
        if "stack" in legal(position):
            fits += str(face)

    assert fits == fitting


def test_a_die_that_fits_is_stacked_on_top() -> None:
    position = play(lay(jack="2"), "roll D", "+5", "stack")

    assert pile(position, "jack") == "2 5"
    assert to_roll(position, "jack") == "J"


def test_a_die_that_fits_need_not_be_stacked() -> None:
    position = play(lay(jack="2"), "roll D", "+5")
    assert legal(position) == ["stack", "leave"]
    play(position, "leave")

    assert pile(position, "jack") == "2"
    assert to_roll(position, "jack") == "D J"
    assert actor(position) == "bart"


def test_a_die_that_does_not_fit_goes_back() -> None:
    position = play(lay(jack="2"), "roll J", "+6")

    assert pile(position, "jack") == "2"
    assert to_roll(position, "jack") == "D J"
    assert actor(position) == "bart"


def test_a_die_that_is_not_stacked_may_be_out_of_the_round() -> None:
    """Option: misfits-return."""
    position = lay(jack="2", bart="6", options={"misfits_return": "false"})
    play(position, "roll D", "+6", "roll J", "+S", "leave")

    assert to_roll(position, "jack") == "J"
    assert view(position)["spent"] == [["D"], ["J"]]
    assert to_roll(position, "bart") == "D"


def test_a_jolly_roger_that_is_out_of_the_round_was_not_placed() -> None:
    """It costs its penalty, and the round ends with the last die."""
    position = lay(jack="2 2", bart="6", options={"misfits_return": "false"})
    play(position, "roll J", "+6")

    assert gains(position) == {"jack": 4 - 7, "bart": 6 - 7}


def test_there_is_one_roll_a_turn() -> None:
    """Also when the die was placed."""
    position = play(lay(jack="2", players=2), "roll D", "+5", "stack")

    assert actor(position) == "bart"


def test_whoever_places_a_die_may_roll_again_as_an_option() -> None:
    """Option: roll-again."""
    options = {"roll_again": "true"}
    position = play(lay(jack="2", bart="4", options=options), "roll D", "+3", "stack")
    assert legal(position) == ["plunder bart", "stop"]
    play(position, "plunder bart")
    assert legal(position) == ["roll J", "stop"]

    assert actor(play(position.copy(), "stop")) == "bart"
    assert actor(play(position.copy(), "roll J", "+2")) == "bart"


def test_a_new_turn_cannot_be_stopped_before_a_roll() -> None:
    position = lay(jack="2", options={"roll_again": "true"})

    assert illegal(position, "stop") == "dd-roll-now"


# The skull.


@pytest.mark.parametrize("top", range(1, 7))
def test_a_skull_always_fits(top: int) -> None:
    position = play(lay(jack=str(top)), "roll J", "+S", "stack")

    assert pile(position, "jack") == f"{top} S"


def test_a_skull_need_not_be_stacked() -> None:
    position = play(lay(jack="4"), "roll J", "+S")

    assert legal(position) == ["stack", "leave"]


def test_a_skull_is_worth_seven() -> None:
    assert view(lay(jack="5 S 6"))["worths"] == [18, 0]


@pytest.mark.parametrize(("face", "fits"), [(1, True), (2, True), (3, False), (6, True)])
def test_a_skull_counts_one_for_what_lies_on_it(face: int, fits: bool) -> None:
    position = play(lay(jack="4 S"), "roll D", f"+{face}")

    assert nothing_is_rolled(position) != fits


def test_a_skull_counts_one_for_plunder() -> None:
    """A 2 is the next number, a 6 makes seven, a 1 is not enough."""
    for face, fits in [(1, False), (2, True), (3, False), (6, True)]:
        position = play(lay(jack="4", bart=str(face)), "roll J", "+S", "stack")
        assert ("plunder bart" in legal(position)) == fits


def test_nothing_may_fit_on_a_skull_as_an_option() -> None:
    """Option: skull-top-one."""
    position = lay(jack="4 S", bart="2", options={"skull_top_one": "false"})
    play(position, "roll D", "+1")

    assert actor(position) == "bart"


def test_the_jolly_roger_is_like_the_others_with_another_number() -> None:
    """It must fit, is worth what it shows, and can be plundered."""
    assert "stack" not in legal(play(lay(jack="2", bart="4"), "roll J", "+4"))
    position = play(lay(jack="2", bart="2"), "roll J", "+3", "stack")
    assert view(position)["worths"] == [5, 2]
    play(position, "roll D", "+4", "plunder jack")

    assert pile(position, "bart") == "2 3j/jack"


def test_the_jolly_roger_may_be_rolled_in_any_turn() -> None:
    assert "roll J" in legal(lay(jack="2"))
    assert "roll J" in legal(lay(jack="2 2"))


# Plundering.


@pytest.mark.parametrize(
    ("top", "fitting"), [(1, "26"), (2, "35"), (3, "4"), (4, "35"), (5, "26"), (6, "1")]
)
def test_a_top_die_is_plundered_that_is_the_next_up_or_makes_seven(top: int, fitting: str) -> None:
    """An equal one is not."""
    fits = ""
    for face in range(1, 7):
        position = lay(jack=f"{top} {top}", bart=str(face))
        misfit = next(f"+{roll}" for roll in (4, 5, 6) if roll not in (top, top + 1, 7 - top))
        play(position, "roll J", misfit)
        if "plunder bart" in legal(position):
            fits += str(face)

    assert fits == fitting


def test_a_plundered_die_becomes_the_new_top() -> None:
    position = play(lay(jack="2 3", bart="2 4"), "roll J", "+6", "plunder bart")

    assert pile(position, "jack") == "2 3 4/bart"
    assert pile(position, "bart") == "2"


def test_plundering_goes_on_as_long_as_dice_fit() -> None:
    """From anybody, and the same one again."""
    position = lay(jack="1 2", bart="4 3", anne="6 5", mary="1")
    play(position, "roll J", "+6")
    assert legal(position) == ["plunder bart", "plunder anne", "stop"]
    play(position, "plunder bart")
    assert legal(position) == ["plunder bart", "stop"]
    play(position, "plunder bart", "plunder anne", "plunder anne", "plunder mary")

    assert pile(position, "jack") == "1 2 3/bart 4/bart 5/anne 6/anne 1/mary"
    assert actor(position) == "bart"


def test_nobody_must_plunder() -> None:
    position = play(lay(jack="2", bart="3"), "roll D", "+6", "stop")

    assert pile(position, "bart") == "3"
    assert actor(position) == "bart"


def test_a_die_is_rolled_before_plundering() -> None:
    position = lay(jack="2", bart="3")

    assert illegal(position, "plunder bart") == "dd-roll-now"


def test_plundering_needs_no_die_that_fits() -> None:
    """The roll may have failed, or the die was left."""
    assert "plunder bart" in legal(play(lay(jack="2", bart="3"), "roll D", "+6"))
    assert "plunder bart" in legal(play(lay(jack="2", bart="3"), "roll D", "+5", "leave"))


def test_the_die_that_was_stacked_decides_what_fits() -> None:
    position = play(lay(jack="2", bart="6"), "roll D", "+5", "stack")

    assert legal(position) == ["plunder bart", "stop"]


def test_a_skull_on_top_is_never_plundered() -> None:
    """Below another die it is safe only until that one is gone."""
    position = play(lay(jack="6", bart="4 S"), "roll D", "+6", "stack")

    assert actor(position) == "bart"
    position = play(lay(jack="1", bart="4 S 2"), "roll D", "+4", "plunder bart")
    assert actor(position) == "bart"
    assert pile(position, "bart") == "4 S"


def test_whoever_was_plundered_empty_begins_a_new_pile() -> None:
    """Whatever is rolled, and then may plunder."""
    position = play(lay(jack="2", bart="3"), "roll D", "+6", "plunder bart")
    assert pile(position, "bart") == ""
    play(position, "roll D", "+4")

    assert pile(position, "bart") == "4"
    assert legal(position) == ["plunder jack", "stop"]


def test_a_new_pile_may_begin_with_a_skull_of_full_worth() -> None:
    position = play(lay(jack="2", bart="3"), "roll D", "+6", "plunder bart", "roll J", "+S")

    assert view(position)["worths"] == [5, 14]


def test_where_nothing_fits_the_turn_passes_at_once() -> None:
    assert actor(play(lay(jack="2", bart="2"), "roll D", "+6")) == "bart"


# The end of a round, and its score.


def test_a_round_ends_when_somebody_has_no_die_left_to_roll() -> None:
    position = play(lay(jack="2 2", bart="3"), "roll J", "+5", "stack")

    assert view(position)["round"] == 2
    assert view(position)["unplaced"] == [["D", "D", "J"]] * 2
    assert view(position)["piles"] == [[], []]
    assert gains(position) == {"jack": 9, "bart": 3 - 7}


def test_the_plunder_of_the_last_turn_is_finished_first() -> None:
    position = play(lay(jack="2 2", bart="6"), "roll J", "+5", "stack")
    assert legal(position) == ["plunder bart", "stop"]
    play(position, "plunder bart")

    assert gains(position) == {"jack": 15, "bart": -7}


def test_the_round_may_end_with_the_last_die_at_once() -> None:
    """Option: last-plunder."""
    position = lay(jack="2 2", bart="6", options={"last_plunder": "false"})
    play(position, "roll J", "+5", "stack")

    assert gains(position) == {"jack": 9, "bart": 6 - 7}


def test_a_last_die_that_does_not_fit_ends_no_round() -> None:
    position = play(lay(jack="2 2", bart="2"), "roll J", "+6")

    assert view(position)["round"] == 1


def test_a_pile_scores_its_faces() -> None:
    """Those of plundered dice too."""
    position = lay(jack="4 5 2/bart", bart="6")
    play(position, "roll J", "+3", "stack")

    assert gains(position) == {"jack": 14, "bart": -1}


def test_a_skull_on_top_doubles_the_pile() -> None:
    position = play(lay(jack="4 5", bart="3"), "roll J", "+S", "stack")

    assert gains(position)["jack"] == 2 * (4 + 5 + 7)


def test_a_skull_below_another_die_doubles_nothing() -> None:
    position = play(lay(jack="4 S", bart="1"), "roll D", "+1", "stack")

    assert gains(position)["jack"] == 4 + 7 + 1


def test_a_jolly_roger_that_was_not_placed_costs_seven() -> None:
    position = play(lay(jack="4 5", bart="3 3"), "roll J", "+6", "stack")

    assert gains(position) == {"jack": 15, "bart": 6 - 7}


def test_a_jolly_roger_that_was_plundered_costs_nothing() -> None:
    """It was in the game."""
    position = lay(jack="4 4", bart="3j", anne="6")
    play(position, "roll J", "+5", "stack", "plunder anne")

    assert gains(position) == {"jack": 4 + 4 + 5 + 6, "bart": 3, "anne": -7}


def test_a_total_may_fall_below_nought() -> None:
    position = lay(jack="4 5", bart="3", totals={"jack": 10, "bart": 2})
    play(position, "roll J", "+6", "stack")

    assert totals(position)["bart"] == -2


def test_the_worked_example_of_the_rulebook() -> None:
    """Jack gets 40 doubloons and Bart loses 3."""
    position = opened(new(2), "D 2", "D 6")
    play(position, "roll D", "+5", "stack", "plunder bart")
    assert pile(position, "jack") == "2 5 6/bart"
    play(position, "roll D", "+4")
    assert actor(position) == "jack"
    play(position, "roll J", "+S", "stack")

    assert gains(position) == totals(position) == {"jack": 40, "bart": -3}


def test_a_round_ends_where_nobody_places_a_die_for_ten_laps() -> None:
    """Ruling: two who never stack would never let the game end."""
    position = lay(jack="4 S", bart="6 S")
    for _ in range(10):
        assert view(position)["round"] == 1
        play(position, "roll D", "+1", "leave", "roll D", "+1", "leave")

    assert gains(position) == {"jack": 22, "bart": 26}


def test_a_placed_die_begins_the_ten_laps_anew() -> None:
    position = lay(jack="4 4", bart="6 6")
    for _ in range(9):
        play(position, "roll J", "+2", "roll J", "+3")
    position.piles[1].pop()
    position.ordinary[1] += 1
    play(position, "roll J", "+2", "roll D", "+6", "stack")
    for _ in range(9):
        play(position, "roll J", "+2", "roll J", "+3")

    assert view(position)["round"] == 1
    assert view(play(position, "roll J", "+2"))["round"] == 1
    assert view(play(position, "roll J", "+3"))["round"] == 2


# The end of the game.


def test_the_game_is_to_a_hundred() -> None:
    position = lay(jack="4 5", bart="3", totals={"jack": 84, "bart": 9})
    play(position, "roll J", "+6", "stack")
    assert view(position)["round"] == 2
    position = lay(jack="4 5", bart="3", totals={"jack": 85, "bart": 9})
    play(position, "roll J", "+6", "stack")

    assert actor(position) == "over"
    assert position.winners() == [0]
    assert position.scores() == [100, 5]


def test_the_short_game_is_to_fifty() -> None:
    assert dice_game(variant="short").rules.target == 50


def test_the_highest_total_wins_even_if_another_reached_a_hundred() -> None:
    position = lay(jack="4 5", bart="S", totals={"jack": 90, "bart": 99})
    play(position, "roll J", "+6", "stack")

    assert position.scores() == [105, 113]
    assert position.winners() == [1]


def test_a_tie_plays_another_round() -> None:
    position = lay(jack="4 5", bart="S", totals={"jack": 90, "bart": 91})
    play(position, "roll J", "+6", "stack")

    assert totals(position) == {"jack": 105, "bart": 105}
    assert actor(position) == "bart"
    assert view(position)["round"] == 2


def test_a_tie_may_be_shared() -> None:
    """Option: tie-plays-on."""
    options = {"tie_plays_on": "false"}
    position = lay(jack="4 5", bart="S", totals={"jack": 90, "bart": 91}, options=options)
    play(position, "roll J", "+6", "stack")

    assert actor(position) == "over"
    assert position.winners() == [0, 1]


def test_a_tie_below_the_highest_decides_nothing() -> None:
    position = lay(jack="4 5", bart="S", anne="S", totals={"jack": 90, "bart": 1, "anne": 1})
    play(position, "roll J", "+6", "stack")

    assert position.winners() == [0]


def test_the_hundredth_round_is_the_last() -> None:
    """Ruling: a game ends even where nobody ever scores."""
    position = lay(jack="4 5", bart="S", totals={"jack": -1}, round=100)
    play(position, "roll J", "+6", "stack")

    assert actor(position) == "over"
    assert position.scores() == [14, 14]
    assert position.winners() == [0, 1]


def test_the_score_counts_what_the_round_would_bring_now() -> None:
    position = lay(jack="4 5", bart="S", totals={"jack": 20, "bart": -3})

    assert position.scores() == [20 + 9 - 7, -3 + 14]


# Notation.


def test_the_notation_is_read_as_people_type_it() -> None:
    position = lay(jack="2", bart="3")
    play(position, " ROLL   j", "+ s", "Stack", "roll d", "+4", "STACK")
    assert [pile(position, seat) for seat in ("jack", "bart")] == ["2 S", "3 4"]
    position = play(lay(jack="2", bart="3"), "roll D", "+6", "Plunder  BART")

    assert pile(position, "jack") == "2 3/bart"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty-notation"),
        ("take", "dd-unknown-action"),
        ("roll", "dd-unknown-action"),
        ("stack 4", "dd-unknown-action"),
        ("roll X", "dd-unknown-die"),
        ("+7", "dd-unknown-face"),
        ("+", "dd-unknown-action"),
        ("plunder blackbeard", "dd-unknown-seat"),
        ("plunder anne", "dd-unknown-seat"),
    ],
)
def test_what_is_no_action_is_named(text: str, code: str) -> None:
    assert unreadable(lay(jack="2", bart="3"), text) == code


def test_what_is_not_allowed_says_why() -> None:
    turn = lay(jack="2 2", bart="3")
    stacking = play(lay(jack="2", bart="3"), "roll D", "+2")
    plundering = play(lay(jack="2j", bart="3", anne="S", mary="6"), "roll D", "+6")

    assert illegal(turn, "roll D") == "dd-no-ordinary-left"
    assert illegal(lay(jack="2j"), "roll J") == "dd-no-jolly-left"
    assert illegal(turn, "stack") == "dd-roll-now"
    assert illegal(turn, "+4") == "dd-roll-now"
    assert illegal(stacking, "roll J") == "dd-stack-now"
    assert illegal(stacking, "plunder bart") == "dd-stack-now"
    assert illegal(plundering, "roll D") == "dd-plunder-now"
    assert illegal(plundering, "plunder jack") == "dd-own-pile"
    assert illegal(plundering, "plunder anne") == "dd-skull-safe"
    assert illegal(plundering, "plunder mary") == "dd-no-fit"
    assert illegal(play(plundering, "plunder bart"), "stop") == "dd-roll-now"
    assert illegal(play(turn, "roll J"), "stack") == "dd-chance-now"
    assert illegal(turn, "+1") == "dd-not-on-die"
    assert illegal(play(lay(jack="2"), "roll D"), "+S") == "dd-not-on-die"


def test_an_empty_pile_cannot_be_plundered() -> None:
    position = play(lay(jack="2", bart="3", anne=""), "roll D", "+6")

    assert illegal(position, "plunder anne") == "dd-empty-pile"


def test_nothing_is_allowed_when_the_game_is_over() -> None:
    position = lay(jack="4 5", bart="3", totals={"jack": 99})
    play(position, "roll J", "+6", "stack")

    for text in ("roll D", "+3", "stack", "stop", "plunder bart"):
        assert illegal(position, text) == "game-over"
