"""The Kraken takes the last card of the opponent's crew."""

from __future__ import annotations

import pytest

from tables import (
    NOBODY,
    captain,
    crew,
    crews_of,
    illegal,
    lay,
    legal,
    play,
    strength,
    supply,
    told,
    view,
)


def test_a_kraken_takes_the_last_card_of_the_opponents_crew() -> None:
    position = play(lay(green="roger: G5 G1 G3", jolly="KR"), "KR*green")

    assert crew(position, "roger", "green") == "G5 G1"
    assert strength(position, "roger", "green") == 6


def test_the_kraken_and_what_it_takes_leave_the_game() -> None:
    position = play(lay(green="roger: G5", jolly="KR"), "KR*green")

    assert sorted(view(position)["box"]) == ["G5", "KR"]
    assert crew(position, "roger", "green") == ""


def test_a_kraken_takes_at_any_one_ship() -> None:
    position = lay(
        green="roger: G1", yellow="roger: Y1", blue="roger: B1", red="roger: R1", jolly="KR"
    )

    assert legal(position)[:5] == ["KR*green", "KR*yellow", "KR*blue", "KR*red", "KR*"]
    play(position, "KR*blue")
    assert [crew(position, "roger", ship) for ship in ("green", "yellow", "blue", "red")] == [
        "G1", "Y1", "", "R1",
    ]  # fmt: skip


def test_the_ship_is_checked_after_a_kraken() -> None:
    """The captain goes back, or changes, as the crews now are."""
    position = play(lay(green="jolly: G2 | roger: G3", jolly="KR"), "KR*green")
    assert captain(position, "green") == "jolly"
    assert supply(position, "roger") == 4

    position = play(lay(green="roger: G3", jolly="KR"), "KR*green")
    assert captain(position, "green") == NOBODY

    position = play(lay(green="jolly: G2 | roger: G2 G1", jolly="KR"), "KR*green")
    assert captain(position, "green") == NOBODY


def test_a_captain_won_by_a_kraken_lets_the_next_card_board() -> None:
    position = lay(green="jolly: G2 | roger: G3", jolly="G5 KR")
    assert illegal(position, "G5$") == "no-captain"

    assert "G5$" in legal(play(position, "KR*green"))


def test_a_kraken_may_take_nothing() -> None:
    """It *may* remove a card, whatever there is to take."""
    position = lay(green="roger: G5", jolly="KR")
    assert "KR*" in legal(position)
    play(position, "KR*")

    assert crew(position, "roger", "green") == "G5"
    assert view(position)["box"] == ["KR"]


def test_a_kraken_may_be_played_with_nothing_to_take() -> None:
    assert legal(lay(jolly="KR"))[0] == "KR*"


def test_a_kraken_takes_nothing_where_no_crew_is() -> None:
    position = lay(green="roger: G5", jolly="KR")

    assert "KR*blue" not in legal(position)
    assert illegal(position, "KR*blue") == "nothing-to-take"


def test_a_kraken_takes_nothing_from_the_own_crew() -> None:
    assert illegal(lay(green="jolly: G5", jolly="KR"), "KR*green") == "nothing-to-take"


def test_a_kraken_cannot_take_a_face_up_skeleton() -> None:
    position = lay(green="roger: G5 SK", jolly="KR")

    assert "KR*green" not in legal(position)
    assert illegal(position, "KR*green") == "protected"


def test_a_kraken_takes_what_lies_on_a_skeleton() -> None:
    """The skeleton under it is the last card then, and safe again."""
    position = play(lay(green="roger: SK G1", jolly="KR KR"), "KR*green")
    assert crew(position, "roger", "green") == "SK"

    assert illegal(position, "KR*green") == "protected"


@pytest.mark.parametrize("card", ["G5", "KR", "SK", "TO"])
def test_a_kraken_takes_any_parrot(card: str) -> None:
    """A face-down skeleton too: the parrot counted 1, and the card behind it goes into the box."""
    position = lay(blue=f"roger: B1 {card}?", jolly="KR")
    assert strength(position, "roger", "blue") == 2
    play(position, "KR*blue")

    assert crew(position, "roger", "blue") == "B1"
    assert strength(position, "roger", "blue") == 1
    assert sorted(view(position)["box"]) == sorted([card, "KR"])


def test_a_kraken_takes_a_turned_pirate_with_its_strength() -> None:
    position = play(lay(green="roger: R5", jolly="KR"), "KR*green")

    assert strength(position, "roger", "green") == 0


def test_a_kraken_never_joins_and_never_boards() -> None:
    position = lay(green="jolly: G1", jolly="KR")

    assert illegal(position, "KR@green") == "never-joins"
    assert illegal(position, "KR$") == "never-boards"


def test_a_kraken_tells_what_it_takes() -> None:
    """A parrot's face is not told, since players may have to remember it."""
    position = lay(green="roger: G1 B5", blue="roger: B2?", jolly="KR")

    assert told(position, "KR*").code == "kraken-nothing"
    assert told(position, "KR*blue").code == "kraken-parrot"
    assert set(told(position, "KR*blue").params) == {"seat", "ship"}
    taken = told(position, "KR*green")
    assert taken.code == "kraken-card"
    assert taken.params["card"] == crews_of(position).rules.card_names[14]
    assert position.game.codes[14] == "B5"
