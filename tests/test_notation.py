"""Typed moves are read leniently, written in one way and refused with the reason."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from splitpick.core import InvalidNotation, NotationError
from splitpick.core.splitting.position import SplitPosition
from tables import (
    build,
    drawn,
    illegal,
    jolly_roger,
    lay,
    legal,
    offered,
    play,
    played_out,
    unreadable,
)

# Lenient about case, blanks and order.


@pytest.mark.parametrize(
    "text",
    [
        "G1 G4 / Y2 R1 KR",
        "g1 g4 / y2 r1 kr",
        "G4 G1 / KR R1 Y2",
        "Y2 R1 KR / G1 G4",
        "kr y2 r1/g4 g1",
        "  G1   G4/Y2\tR1  KR  ",
    ],
)
def test_a_split_is_read_in_any_case_and_order(text: str) -> None:
    position = drawn("G1 G4 Y2 R1 KR")

    assert position.notation(position.parse(text)) == "G1 G4 / Y2 R1 KR"


@given(st.data())
def test_every_split_is_read_however_it_is_shuffled(data: st.DataObject) -> None:
    """The order of the cards in a set and of the sets never matters."""
    position = drawn("G1 G1 Y2 R1 KR")
    text = data.draw(st.sampled_from(legal(position)))
    sets = [data.draw(st.permutations(part.split())) for part in text.split("/")]
    shuffled = " / ".join(" ".join(cards) for cards in data.draw(st.permutations(sets)))

    assert position.notation(position.parse(shuffled)) == text


@pytest.mark.parametrize("text", ["pick 2", "PICK 2", "Pick2", " pick   2 ", "pick 02"])
def test_a_pick_is_read_leniently(text: str) -> None:
    position = offered("G1 G4 / Y2 R1 KR")

    assert position.notation(position.parse(text)) == "pick 2"


@pytest.mark.parametrize("text", ["+G4", "+g4", "+ G4", "  +G4 "])
def test_a_draw_is_read_leniently(text: str) -> None:
    position = jolly_roger().new_position()

    assert position.notation(position.parse(text)) == "+G4"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("g4@GREEN", "G4@green"),
        (" G4 @ green ", "G4@green"),
        ("g4?red", "G4?red"),
        ("G4 ? Red", "G4?red"),
        ("g4$", "G4$"),
        ("G4 $", "G4$"),
        ("sk@Blue", "SK@blue"),
        ("kr*", "KR*"),
        ("kr * BLUE", "KR*blue"),
        ("to *", "TO*"),
    ],
)
def test_a_play_is_read_leniently(text: str, written: str) -> None:
    position = playing()

    assert position.notation(position.parse(text)) == written


# Refused, with the reason.


def undealt() -> SplitPosition:
    return jolly_roger().new_position()


def unsplit() -> SplitPosition:
    return drawn("G1 G4 Y2 R1 KR")


def unpicked() -> SplitPosition:
    return offered("G1 G4 / Y2 R1 KR")


def over() -> SplitPosition:
    return played_out(undealt())


def picked_by_one_of_three() -> SplitPosition:
    game = build(
        players=3,
        deck={"A": (3, 1, 1, ["sloop"])},
        ships={"sloop": 3},
        draw=3,
        most=2,
        turns=1,
    )
    return play(game.new_position(), "+A", "+A", "+A", "A / A / A", "pick 2")


UNREADABLE = [
    ("empty-notation", lay, ""),
    ("empty-notation", unsplit, "  \t "),
    ("unknown-card", undealt, "+X9"),
    ("unknown-card", unsplit, "G1 X9 / Y2 R1 KR"),
    ("unknown-card", lambda: lay(jolly="G4"), "X9@green"),
    ("unknown-ship", lambda: lay(jolly="G4"), "G4@purple"),
    ("unknown-ship", lambda: lay(jolly="KR"), "KR*purple"),
    ("no-play", lambda: lay(jolly="G4"), "G4"),
    ("no-play", lambda: lay(jolly="KR"), "kr"),
    ("not-a-play", lambda: lay(jolly="G4"), "board the red ship"),
    ("not-a-play", lambda: lay(jolly="G4"), "+"),
    ("no-such-play", lambda: lay(jolly="G4"), "G4@"),
    ("no-such-play", lambda: lay(jolly="G4"), "G4?"),
    ("no-such-play", lambda: lay(jolly="G4"), "G4*blue"),
    ("no-such-play", lambda: lay(jolly="TO"), "TO*blue"),
    ("no-such-play", lambda: lay(blue="roger: B1", jolly="KR"), "KR*blue:roger"),
]

ILLEGAL = [
    ("not-in-hand", lambda: lay(jolly="G4"), "R5"),
    ("deal-now", undealt, "pick 1"),
    ("deal-now", undealt, "G4@green"),
    ("none-left", lambda: play(undealt(), "+R5"), "+R5"),
    ("split-now", unsplit, "pick 1"),
    ("split-now", unsplit, "+G4"),
    ("split-now", unsplit, "G4@green"),
    ("not-these-cards", unsplit, "G1 / G4"),
    ("not-these-cards", unsplit, "G1 G1 / Y2 R1 KR"),
    ("not-these-cards", unsplit, "G1 G4 / Y2 R1 KR TO"),
    ("number-of-sets", unsplit, "G1 / G4 / Y2 R1 KR"),
    ("set-size", unsplit, "/ G1 G4 Y2 R1 KR"),
    ("pick-now", unpicked, "G1 / G4"),
    ("pick-now", unpicked, "+G4"),
    ("pick-now", unpicked, "G4@green"),
    ("no-such-set", unpicked, "pick 0"),
    ("no-such-set", unpicked, "pick 3"),
    ("no-such-set", picked_by_one_of_three, "pick 2"),
    ("no-deal-now", lambda: lay(jolly="G4"), "+G4"),
    ("play-now", lambda: lay(jolly="G4"), "pick 1"),
    ("play-now", lambda: lay(jolly="G4"), "G4 / G4"),
    ("not-in-hand", lambda: lay(jolly="G4"), "G5@green"),
    ("not-in-hand", lambda: lay(jolly="G4", roger="G5"), "G5@green"),
    ("wrong-ship", lambda: lay(jolly="G4"), "G4@red"),
    ("no-captain", lambda: lay(jolly="G4"), "G4$"),
    ("never-joins", lambda: lay(jolly="TO"), "TO@green"),
    ("never-boards", lambda: lay(green="jolly: G1", jolly="SK"), "SK$"),
    ("nothing-to-take", lambda: lay(jolly="KR"), "KR*red"),
    ("protected", lambda: lay(red="roger: SK", jolly="KR"), "KR*red"),
    ("game-over", over, "G4@green"),
    ("game-over", over, "+G4"),
]
"""`not-possible` is in test_crews.py; `own-crew`, which takes three players, in test_generic.py."""


@pytest.mark.parametrize(("code", "make", "text"), UNREADABLE)
def test_what_cannot_be_read_says_why(
    code: str, make: Callable[[], SplitPosition], text: str
) -> None:
    assert unreadable(make(), text) == code


@pytest.mark.parametrize(("code", "make", "text"), ILLEGAL)
def test_what_is_not_allowed_says_why(
    code: str, make: Callable[[], SplitPosition], text: str
) -> None:
    assert illegal(make(), text) == code


def playing() -> SplitPosition:
    return lay(green="jolly: G1", blue="roger: B1", jolly="G4 KR SK TO")


@given(
    make=st.sampled_from([undealt, unsplit, unpicked, playing, over]),
    text=st.text() | st.text("GYBR145KSTO@?*$/+ pickgren:"),
)
def test_no_text_whatever_breaks_the_reader(make: Callable[[], SplitPosition], text: str) -> None:
    """It is a legal action or refused; anything else would be an error."""
    position = make()
    outcomes = [card for card, _ in position.chance_outcomes()]
    with suppress(NotationError):
        assert position.parse(text) in [*position.legal_actions(), *outcomes]


def test_a_refusal_names_what_it_speaks_of() -> None:
    """The parameters are there for a sentence in any language."""
    with pytest.raises(InvalidNotation) as caught:
        lay(jolly="G4").parse("G4@purple")

    assert caught.value.message.params == {"ship": "purple"}
