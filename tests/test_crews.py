"""The table of Jolly & Roger: crews, parrots, captains, boarding, scoring."""

from __future__ import annotations

import pytest

from splitpick.core import OVER
from splitpick.core.splitting.phases import PLAY
from splitpick.core.tables.crews import Crews, CrewsTable, Effect
from tables import (
    NOBODY,
    SEATS,
    actor,
    build,
    captain,
    chest,
    crew,
    drawn,
    hand,
    illegal,
    lay,
    legal,
    play,
    strength,
    supply,
    view,
)

SHIPS = ("green", "yellow", "blue", "red")


# Reinforcing a crew.


@pytest.mark.parametrize(
    ("card", "ship", "value"),
    [("G1", "green", 1), ("Y3", "yellow", 3), ("B5", "blue", 5), ("R2", "red", 2)],
)
def test_a_pirate_joins_at_the_ship_of_its_colour(card: str, ship: str, value: int) -> None:
    position = play(lay(jolly=card), f"{card}@{ship}")

    assert crew(position, "jolly", ship) == card
    assert strength(position, "jolly", ship) == value
    assert [crew(position, "jolly", other) for other in SHIPS if other != ship] == [""] * 3


def test_a_pirate_joins_the_own_crew_only() -> None:
    position = play(lay(green="roger: G1", roger="G2", jolly="G3"), "G3@green", "G2@green")

    assert crew(position, "jolly", "green") == "G3"
    assert crew(position, "roger", "green") == "G1 G2"


def test_a_crew_can_always_be_reinforced() -> None:
    """With no captain, with the own one and with the opponent's."""
    for green in ("", "jolly: G2", "roger: G2"):
        assert "G1@green" in legal(lay(green=green, jolly="G1"))


def test_a_new_card_lies_on_top_of_its_crew() -> None:
    position = play(lay(green="jolly: G5 G1", jolly="G3 B1"), "G3@green", "B1?green")

    assert crew(position, "jolly", "green") == "G5 G1 G3 B1?"


def test_a_pirate_is_not_face_up_at_a_ship_of_another_colour() -> None:
    position = lay(jolly="G4")

    assert [text for text in legal(position) if "@" in text] == ["G4@green"]
    assert illegal(position, "G4@blue") == "wrong-ship"


@pytest.mark.parametrize("ship", SHIPS)
@pytest.mark.parametrize("card", ["G5", "KR", "SK", "TO"])
def test_any_card_may_be_laid_as_a_parrot_at_any_ship(card: str, ship: str) -> None:
    """At the ship of its own colour as well."""
    position = play(lay(jolly=card), f"{card}?{ship}")

    assert crew(position, "jolly", ship) == f"{card}?"


@pytest.mark.parametrize("card", ["G5", "R1", "KR", "SK", "TO"])
def test_a_parrot_has_strength_one(card: str) -> None:
    assert strength(play(lay(jolly=card), f"{card}?yellow"), "jolly", "yellow") == 1


def test_strengths_add_up_with_the_parrots() -> None:
    assert strength(lay(green="jolly: G3 G1? B5? G4 SK"), "jolly", "green") == 3 + 1 + 1 + 4 + 3


def test_parrots_decide_who_is_stronger() -> None:
    position = lay(green="jolly: G2 | roger: G2", jolly="R5")
    assert captain(position, "green") == NOBODY

    assert captain(play(position, "R5?green"), "green") == "jolly"


# Captains.


def test_the_stronger_crew_puts_a_captain_on_the_ship() -> None:
    position = play(lay(jolly="G1"), "G1@green")

    assert captain(position, "green") == "jolly"
    assert supply(position, "jolly") == 3


def test_the_check_comes_after_every_card() -> None:
    """The captain changes in the middle of a set."""
    position = lay(green="roger: G2", jolly="G1 G3 G4")
    assert captain(play(position, "G1@green"), "green") == "roger"
    assert captain(play(position, "G3@green"), "green") == "jolly"


def test_only_the_ship_of_the_card_is_checked() -> None:
    position = play(lay(red="roger: R1", jolly="G1"), "G1@green")

    assert [captain(position, ship) for ship in SHIPS] == ["jolly", NOBODY, NOBODY, "roger"]


def test_a_captain_on_the_ship_stays_where_his_crew_grows() -> None:
    position = play(lay(green="jolly: G1", jolly="G2"), "G2@green")

    assert captain(position, "green") == "jolly"
    assert supply(position, "jolly") == 3


def test_a_captain_stays_where_a_weaker_crew_grows() -> None:
    position = play(lay(green="jolly: G5 | roger: G1", roger="G3"), "G3@green")

    assert captain(position, "green") == "jolly"
    assert [supply(position, seat) for seat in SEATS] == [3, 4]


def test_the_opponents_captain_goes_back_into_his_supply() -> None:
    position = lay(green="roger: G2", jolly="G3")
    assert supply(position, "roger") == 3
    play(position, "G3@green")

    assert captain(position, "green") == "jolly"
    assert [supply(position, seat) for seat in SEATS] == [3, 4]


def test_equal_crews_have_no_captain() -> None:
    position = play(lay(green="roger: G2", jolly="G2"), "G2@green")

    assert captain(position, "green") == NOBODY
    assert [supply(position, seat) for seat in SEATS] == [4, 4]


def test_a_captain_on_every_ship() -> None:
    """Four captains are enough for four ships, and each ship has one at most."""
    position = lay(green="jolly: G1", yellow="jolly: Y1", blue="jolly: B1", red="jolly: R1")

    assert [captain(position, ship) for ship in SHIPS] == ["jolly"] * 4
    assert supply(position, "jolly") == 0


# Boarding.


def test_a_pirate_boards_the_ship_where_the_own_captain_is() -> None:
    position = play(lay(green="jolly: G1", jolly="G5"), "G5$")

    assert chest(position, "jolly") == "G5"
    assert view(position)["chests"][0]["gold"] == 5


@pytest.mark.parametrize("green", ["", "roger: G1", "jolly: G1 | roger: G1"])
def test_nobody_boards_without_a_captain_of_his_own(green: str) -> None:
    position = lay(green=green, jolly="G5")

    assert "G5$" not in legal(position)
    assert illegal(position, "G5$") == "no-captain"


def test_a_captain_elsewhere_does_not_help() -> None:
    position = lay(yellow="jolly: Y1", red="jolly: R1", jolly="G5")

    assert illegal(position, "G5$") == "no-captain"


def test_a_captain_held_by_parrots_lets_pirates_board() -> None:
    assert chest(play(lay(green="jolly: R1?", jolly="G5"), "G5$"), "jolly") == "G5"


def test_boarding_changes_no_crew() -> None:
    position = lay(green="jolly: G1 | roger: G2", blue="jolly: B1", jolly="B5")
    before = view(position)["ships"]

    assert view(play(position, "B5$"))["ships"] == before


def test_a_captain_won_lets_the_next_card_of_the_same_set_board() -> None:
    position = lay(green="roger: G2", jolly="G3 G5")
    assert illegal(position, "G5$") == "no-captain"

    assert chest(play(position, "G3@green", "G5$"), "jolly") == "G5"


def test_a_ship_is_won_before_it_is_boarded() -> None:
    """Reinforcing is not enough while the opponent's crew is stronger."""
    position = lay(green="roger: G2 G1", jolly="G1 G3 G5")
    play(position, "G1@green")
    assert illegal(position, "G5$") == "no-captain"
    play(position, "G3@green")

    assert "G5$" in legal(position)


def test_cards_in_a_crew_never_move_or_board() -> None:
    """Only cards of the hand can be played, though a captain is there."""
    position = lay(green="jolly: G3 G4?", jolly="R1")

    assert {text[:2] for text in legal(position)} == {"R1"}
    assert illegal(position, "G3$") == "not-in-hand"
    assert illegal(position, "G4?red") == "not-in-hand"


def test_cards_under_the_chest_stay_there() -> None:
    position = lay(green="jolly: G1", jolly_chest="G5 G4", jolly="R1")

    assert {text[:2] for text in legal(position)} == {"R1"}
    assert illegal(position, "G5@green") == "not-in-hand"
    assert chest(play(position, "R1@red"), "jolly") == "G5 G4"


def test_a_card_is_used_for_one_thing() -> None:
    position = play(lay(green="jolly: G1", jolly="G5 R1"), "G5$")

    assert hand(position, "jolly") == "R1"
    assert crew(position, "jolly", "green") == "G1"


def test_every_pirate_has_its_choice() -> None:
    """Reinforce, board, or be a parrot somewhere: in this order in the list."""
    assert legal(lay(green="jolly: G1", jolly="G5 Y1")) == [
        "G5@green",
        "G5$",
        "G5?green",
        "G5?yellow",
        "G5?blue",
        "G5?red",
        "Y1@yellow",
        "Y1?green",
        "Y1?yellow",
        "Y1?blue",
        "Y1?red",
    ]


# Special cards in general: the three have files of their own.


def test_special_cards_are_played_among_the_pirates_in_any_order() -> None:
    position = lay(jolly="G1 KR SK TO")
    for text, left in (("SK@red", "G1 KR TO"), ("G1@green", "KR TO"), ("TO*", "KR"), ("KR*", "")):
        play(position, text)
        assert hand(position, "jolly") == left


class Storm(Effect):
    """A third party's card that can blow only where its player has a crew."""

    id = "storm"

    def options(self) -> list[str]:
        return ["*away", "*home"]

    def legal(self, table: Crews, seat: int) -> list[int]:
        return [0] if table.crew(seat, 0) else []

    def play(self, table: Crews, seat: int, option: int) -> None:
        table.discard(self.card)


STORMY = build(
    deck={"A": (2, 1, 1, ["sloop"]), "ST": (2, 0, 0, [])},
    ships={"sloop": 3},
    effects={"ST": Storm},
    draw=4,
    most=3,
    turns=1,
)


def test_a_special_card_without_an_option_is_laid_as_a_parrot() -> None:
    position = STORMY.new_position()
    play(position, "+A", "+A", "+ST", "+ST", "A A / ST ST", "pick 2")
    assert legal(position) == ["ST?sloop"]
    assert illegal(position, "ST*away") == "not-possible"
    play(position, "ST?sloop")

    assert legal(position) == ["ST*away", "ST?sloop"]
    assert illegal(position, "ST*home") == "not-possible"


def test_an_effect_need_not_say_anything() -> None:
    """The words of a special card are optional."""
    position = STORMY.new_position()
    table = position.table
    assert isinstance(table, CrewsTable)
    effect = table.effects[1]
    assert effect is not None

    assert effect.why_not(table, 0, 0) is None
    assert effect.tell(table, 0, 0) is None
    assert effect.rules_text() == []


# Scoring.


def test_a_captain_brings_the_gold_of_his_ship() -> None:
    position = lay(green="jolly: G1", yellow="roger: Y1", blue="roger: B1", red="jolly: R1")

    assert position.scores() == [3 + 9, 5 + 7]


def test_a_ship_without_a_captain_goes_to_nobody() -> None:
    assert lay(red="jolly: R2 | roger: R2").scores() == [0, 0]


def test_crews_bring_no_gold() -> None:
    assert lay(green="jolly: G5 G5 G4 | roger: G4 G3").scores() == [3, 0]


def test_a_chest_brings_the_gold_of_its_cards() -> None:
    position = lay(green="jolly: G1", jolly_chest="G5 G4 B2", roger_chest="R3")

    assert position.scores() == [3 + 5 + 4 + 2, 3]


def test_the_score_counts_ships_while_the_captain_stands_there() -> None:
    position = lay(red="jolly: R1", jolly="KR", roger="R2")
    assert position.scores() == [9, 0]

    assert play(position, "KR*", "R2@red").scores() == [0, 9]


def test_more_gold_wins() -> None:
    assert lay(red="jolly: R1", roger_chest="G5 G5").winners() == [1]
    assert lay(red="jolly: R1", roger_chest="G5 G3").winners() == [0]


def test_a_tie_goes_to_the_most_valuable_ship() -> None:
    position = lay(green="jolly: G1", yellow="jolly: Y1", jolly_chest="B1", red="roger: R1")

    assert position.scores() == [9, 9]
    assert view(position)["best_ships"] == [5, 9]
    assert position.winners() == [1]


def test_a_tie_goes_to_the_only_one_with_a_ship() -> None:
    position = lay(green="jolly: G1", roger_chest="G3")

    assert position.scores() == [3, 3]
    assert position.winners() == [0]


def test_a_tie_without_ships_is_a_draw() -> None:
    position = lay(jolly_chest="G5", roger_chest="Y5")
    assert view(position)["best_ships"] == [0, 0]
    assert position.winners() == [0, 1]
    assert lay().winners() == [0, 1]


def test_the_last_card_can_still_turn_a_ship() -> None:
    """Captains count as they stand when the last turn is over."""
    position = lay(red="roger: R3", jolly="R4", turn=10)
    assert position.winners() == [1]
    play(position, "R4@red")

    assert position.to_act() == OVER
    assert position.scores() == [9, 0]
    assert position.winners() == [0]


# What the table tells.


def test_the_view_shows_parrots_as_they_lie() -> None:
    """Everybody has seen the card when it was drawn."""
    position = lay(green="jolly: G3 KR?")

    assert view(position)["ships"][0]["crews"][0] == [
        {"card": "G3", "up": True, "strength": 3},
        {"card": "KR", "up": False, "strength": 1},
    ]


def test_a_laid_table_deals_what_is_left() -> None:
    """Cards on the table cannot be drawn again, whichever way they came there."""
    position = play(lay(red="jolly: R5 R1", jolly_chest="R4", jolly="R3"), "R3@red")
    weights = {position.notation(card): weight for card, weight in position.chance_outcomes()}

    assert not {"+R3", "+R4", "+R5"} & set(weights)
    assert weights["+R1"] == 2
    assert weights["+R2"] == 2


def test_a_play_belongs_to_the_seat_that_acts() -> None:
    position = lay(jolly="G1", roger="G1")
    assert position.phase == PLAY
    assert actor(position) == "jolly"
    play(position, "G1@green")

    assert actor(position) == "roger"


def test_drawn_cards_are_on_no_crew() -> None:
    assert crew(drawn("G1 G2 G3 G4 G5"), "jolly", "green") == ""
