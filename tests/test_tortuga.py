"""Tortuga turns all own parrots into the pirates they are."""

from __future__ import annotations

from tables import (
    NOBODY,
    captain,
    crew,
    illegal,
    lay,
    legal,
    play,
    strength,
    supply,
    told,
    view,
)


def test_tortuga_turns_all_own_parrots_at_all_ships() -> None:
    position = lay(
        green="jolly: G1? Y4?",
        yellow="jolly: Y1 B3?",
        blue="jolly: B2",
        red="jolly: G5?",
        jolly="TO",
    )
    play(position, "TO*")

    assert [crew(position, "jolly", ship) for ship in ("green", "yellow", "blue", "red")] == [
        "G1 Y4", "Y1 B3", "B2", "G5",
    ]  # fmt: skip


def test_turned_pirates_keep_their_places() -> None:
    position = play(lay(green="jolly: G1 R5? G2 B4? G3", jolly="TO"), "TO*")

    assert crew(position, "jolly", "green") == "G1 R5 G2 B4 G3"


def test_a_turned_pirate_counts_its_strength_at_any_ship() -> None:
    """Its colour does not matter any more, and a strength of 1 stays 1."""
    position = play(lay(green="jolly: R5? B1? G4?", jolly="TO"), "TO*")

    assert strength(position, "jolly", "green") == 5 + 1 + 4


def test_every_own_ship_is_checked_after_tortuga() -> None:
    position = lay(
        green="jolly: R5? | roger: G3",
        yellow="jolly: G2? | roger: Y2",
        red="jolly: G1 | roger: R1",
        jolly="TO",
    )
    assert [captain(position, ship) for ship in ("green", "yellow", "red")] == [
        "roger", "roger", NOBODY,
    ]  # fmt: skip
    play(position, "TO*")

    assert [captain(position, ship) for ship in ("green", "yellow", "red")] == [
        "jolly", NOBODY, NOBODY,
    ]  # fmt: skip
    assert [supply(position, seat) for seat in ("jolly", "roger")] == [3, 4]


def test_tortuga_leaves_the_opponents_parrots_alone() -> None:
    position = play(lay(green="jolly: G5? | roger: Y5?", jolly="TO"), "TO*")

    assert crew(position, "roger", "green") == "Y5?"
    assert strength(position, "roger", "green") == 1


def test_special_cards_stay_parrots_after_tortuga() -> None:
    position = play(lay(green="jolly: KR? G5? SK? TO?", jolly="TO"), "TO*")

    assert crew(position, "jolly", "green") == "KR? G5 SK? TO?"
    assert strength(position, "jolly", "green") == 1 + 5 + 1 + 1


def test_a_skeleton_turned_back_can_still_be_taken() -> None:
    position = play(lay(green="jolly: SK?", jolly="TO", roger="KR"), "TO*", "KR*green")

    assert crew(position, "jolly", "green") == ""


def test_tortuga_leaves_the_game() -> None:
    position = play(lay(green="jolly: G1?", jolly="TO"), "TO*")

    assert view(position)["box"] == ["TO"]


def test_tortuga_may_be_played_with_nothing_to_turn() -> None:
    position = lay(green="jolly: G1 KR?", jolly="TO")
    assert legal(position)[0] == "TO*"

    assert crew(play(position, "TO*"), "jolly", "green") == "G1 KR?"


def test_turned_pirates_never_board() -> None:
    position = play(lay(green="jolly: G5?", jolly="R1 TO"), "TO*")

    assert captain(position, "green") == "jolly"
    assert illegal(position, "G5$") == "not-in-hand"


def test_parrots_laid_later_stay_face_down() -> None:
    position = play(lay(jolly="B5 TO"), "TO*", "B5?green")

    assert crew(position, "jolly", "green") == "B5?"
    assert strength(position, "jolly", "green") == 1


def test_a_captain_won_by_tortuga_lets_the_next_card_board() -> None:
    position = lay(green="jolly: B5? | roger: G2", jolly="G4 TO")
    assert illegal(position, "G4$") == "no-captain"

    assert "G4$" in legal(play(position, "TO*"))


def test_tortuga_never_joins_and_never_boards() -> None:
    position = lay(green="jolly: G1", jolly="TO")

    assert illegal(position, "TO@green") == "never-joins"
    assert illegal(position, "TO$") == "never-boards"


def test_tortuga_tells_how_many_parrots_turn() -> None:
    """Special cards do not count, since they stay parrots."""
    assert told(lay(green="jolly: G1", jolly="TO"), "TO*").code == "tortuga-nothing"
    assert told(lay(green="jolly: KR?", jolly="TO"), "TO*").code == "tortuga-nothing"

    position = lay(green="jolly: G1? KR? G2", red="jolly: B1? | roger: B2?", jolly="TO")
    assert told(position, "TO*").params == {"count": 2}
