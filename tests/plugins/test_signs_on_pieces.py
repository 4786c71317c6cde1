"""Signs that pieces have beside their faces, and what is told first of a trick."""

from typing import Any

import pytest

from skull_queen_tables import lay, words
from splitpick.core import CHANCE, OVER, Engine
from splitpick.core.scene import addressed
from splitpick.core.text import Language
from splitpick.core.things import Piece
from splitpick.plugins.dead_mans_dice.dice_game import DicePosition
from splitpick.plugins.dead_mans_dice.dice_presenter import DicePresenter
from tables import play


@pytest.mark.parametrize(
    ("card", "note"), [("R8", "↑2"), ("(G5)", "↓2"), ("B7", ""), ("M0", ""), ("?", "")]
)
def test_a_card_that_moves_a_pirate_further_has_a_sign(card: str, note: str) -> None:
    assert words(lay("R4 | R7", planks="up 3 3 3 3 | up 3 3 3 3")).piece(card).note == note


def test_what_a_trick_does_to_ones_own_pirate_is_told_first() -> None:
    position = lay("R4 Y9 | R7 Y2 | R10 R3", planks="up 3 3 3 3 | down 3 3 3 3 | up 5 1 1 1")
    presenter = words(position)
    presenter.seats = addressed(presenter.seats, 2)
    for card in ("R4", "R7"):
        play(position, card)
    before = position.copy()
    play(position, "R3")
    told = presenter.tell(before, before.parse("R3"), position, 2)
    said = [Language("en").say(text) for text in told]
    assert said[1].startswith("The red 3 is the lowest. Your red pirate moves down")
    assert said[2].startswith("The red 7 is the highest. Bart's red pirate moves up")


def dice() -> tuple[DicePresenter, DicePosition]:
    variant = Engine().ruleset_file("dead-mans-dice").variant(None)
    game = variant.build(2)
    presenter, position = variant.presenter(game), game.new_position(0)
    assert isinstance(presenter, DicePresenter)
    assert isinstance(position, DicePosition)
    return presenter, position


def test_a_skull_of_the_opening_says_that_it_counts_as_one() -> None:
    presenter, _ = dice()
    notes = [presenter.piece(code).note for code in ("S1/jack", "S/jack", "4/jack")]
    assert notes == [
        "=1",
        "",
        "",
    ]


def test_a_die_that_lies_rolled_is_not_among_those_that_are_left() -> None:
    presenter, position = dice()
    seen = set[str]()
    for number in range(400):
        if (seat := position.to_act()) == OVER:
            break
        if seat == CHANCE:
            position.apply(position.draw_at(number * 0.37 % 1))
            continue
        view: Any = position.view(seat)
        if view["rolled"]:
            scene = presenter.scene(view, seat)
            zones = {zone.id: zone for zone in scene.walk()}
            own = presenter.game.seats[seat]
            left: list[Piece] = [*zones[f"unplaced:{own}"].pieces]
            assert len(left) == len(view["unplaced"][seat]) - 1
            seen |= {view["rolled"][0].partition("/")[0]}
        position.apply(position.action_at(number * 0.61 % 1))
    assert len(seen) > 4
