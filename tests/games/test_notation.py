"""Whatever people type is an action or refused; cases/jolly_roger.yaml has the single cases."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from splitpick.core import InvalidNotation, NotationError, load_game
from tables import build, drawn, illegal, jolly_roger, lay, legal, offered, play, played_out

POSITIONS = {
    "undealt": jolly_roger().new_position(),
    "unsplit": drawn("G1 G4 Y2 R1 KR"),
    "unpicked": offered("G1 G4 / Y2 R1 KR"),
    "playing": lay(green="jolly: G1", blue="roger: B1", jolly="G4 KR SK TO"),
    "over": played_out(jolly_roger().new_position()),
}


@given(st.data())
def test_every_split_is_read_however_it_is_shuffled(data: st.DataObject) -> None:
    """The order of the cards in a set and of the sets never matters."""
    position = drawn("G1 G1 Y2 R1 KR")
    text = data.draw(st.sampled_from(legal(position)))
    sets = [data.draw(st.permutations(part.split())) for part in text.split("/")]
    shuffled = " / ".join(" ".join(cards) for cards in data.draw(st.permutations(sets)))

    assert position.notation(position.parse(shuffled)) == text


@given(
    name=st.sampled_from(sorted(POSITIONS)),
    text=st.text() | st.text("GYBR145KSTO@?*$/+ pickgren:"),
)
def test_no_text_whatever_breaks_the_reader(name: str, text: str) -> None:
    """It is a legal action or refused; anything else would be an error."""
    position = POSITIONS[name]
    outcomes = [card for card, _ in position.chance_outcomes()]
    with suppress(NotationError):
        assert position.parse(text) in [*position.legal_actions(), *outcomes]


def test_a_refusal_names_what_it_speaks_of() -> None:
    """The parameters are there for a sentence in any language."""
    with pytest.raises(InvalidNotation) as caught:
        lay(jolly="G4").parse("G4@purple")

    assert caught.value.message.params == {"ship": "purple"}


def test_a_set_that_is_taken_cannot_be_picked() -> None:
    game = build(
        players=3, deck={"A": (3, 1, 1, ["sloop"])}, ships={"sloop": 3}, draw=3, most=2, turns=1
    )

    assert illegal(
        play(game.new_position(), "+A", "+A", "+A", "A / A / A", "pick 2"), "pick 2"
    ) == ("no-such-set")


def test_examples_of_plays_are_possible_ones() -> None:
    """Nobody can board before they hold a ship, so no example boards."""
    position: Any = load_game("jolly-roger").new_position()
    table, hand = position.table, [position.game.codes.index("G4")]
    with pytest.raises(InvalidNotation) as refused:
        table.parse(0, hand, "G4")
    assert refused.value.message.params["examples"] == "G4@green, G4?green"
    table.join(0, 0, position.game.codes.index("G1"))
    with pytest.raises(InvalidNotation) as refused:
        table.parse(0, hand, "G4")
    assert refused.value.message.params["examples"] == "G4@green, G4?green, G4$"
