"""The Skeleton is strong at any ship and cannot be taken away."""

from __future__ import annotations

import pytest

from tables import (
    captain,
    crew,
    crews_of,
    illegal,
    lay,
    legal,
    play,
    strength,
    told,
)


@pytest.mark.parametrize("ship", ["green", "yellow", "blue", "red"])
def test_a_skeleton_joins_at_any_ship_with_strength_three(ship: str) -> None:
    position = play(lay(jolly="SK"), f"SK@{ship}")

    assert crew(position, "jolly", ship) == "SK"
    assert strength(position, "jolly", ship) == 3


def test_the_ship_is_checked_after_a_skeleton() -> None:
    position = lay(red="roger: R2", jolly="SK")
    assert captain(position, "red") == "roger"

    assert captain(play(position, "SK@red"), "red") == "jolly"


def test_a_skeleton_never_boards() -> None:
    """Not even where the own captain stands."""
    position = lay(green="jolly: G1", red="jolly: R1", jolly="SK")

    assert "SK$" not in legal(position)
    assert illegal(position, "SK$") == "never-boards"


def test_a_skeleton_face_down_is_a_parrot_like_any_other() -> None:
    position = play(lay(jolly="SK", roger="KR"), "SK?green")
    assert strength(position, "jolly", "green") == 1

    assert crew(play(position, "KR*green"), "jolly", "green") == ""


def test_a_skeleton_shields_the_cards_under_it() -> None:
    position = play(lay(green="jolly: G5", jolly="SK", roger="KR KR"), "SK@green")

    assert illegal(position, "KR*green") == "protected"


def test_a_skeleton_may_be_covered() -> None:
    """Then the new last card can be taken."""
    position = play(lay(green="jolly: SK", jolly="G1", roger="KR"), "G1@green")

    assert crew(play(position, "KR*green"), "jolly", "green") == "SK"


def test_a_skeleton_tells_where_it_joins() -> None:
    position = lay(jolly="SK")

    assert told(position, "SK@blue").params == {"ship": crews_of(position).rules.ship_names[2]}
