"""With the option `memory`, nothing shows what has to be remembered, whoever asks for it."""

from pathlib import Path
from typing import Any

import pytest

from command import run
from export_accounts import ENGINE, ENGLISH
from splitpick.core.splitting.position import SplitPosition
from splitpick.core.testing import check_game
from tables import crews_of

RULES = ENGINE.ruleset_file("jolly-roger").variant("advanced").with_options({"memory": True})
GAME = RULES.build(2)


def table_with(parrot: str, chest: str, box: str) -> SplitPosition:
    """Let Roger have a parrot and two cards in the chest; the Kraken takes his other parrot."""
    position = GAME.new_position()
    assert isinstance(position, SplitPosition)
    table = crews_of(position)
    numbers = position.game.cards_by_code
    table.lay_parrot(1, 0, numbers[parrot])
    table.lay_parrot(1, 1, numbers[box])
    for code in chest.split():
        table.board(1, numbers[code])
    table.take_last(1, 1)
    return position


def test_a_view_is_the_same_whatever_has_to_be_remembered() -> None:
    one, other = table_with("G3", "R5 R4", "B1"), table_with("Y1", "G1 KR", "TO")
    for seat in (0, None):
        assert one.view(seat) == other.view(seat)
    jolly: Any = one.view(0)
    roger: Any = one.view(1)

    texts = [ENGLISH.say(text) for text in RULES.presenter(GAME).sentences(jolly, 0)]
    assert "Roger's crew, strength 1: parrot." in texts
    assert jolly["scores"] == [0, None]
    assert jolly["chests"][1] == {"gold": None, "cards": ["?", "?"]}
    assert (jolly["unseen"], jolly["box"]) == (None, ["?"])
    assert jolly["ships"][0]["crews"][1] == [{"card": "?", "up": False, "strength": 1}]
    assert one.view(None)["scores"] == [None, None]
    assert roger["chests"][1] == {"gold": 9, "cards": ["R5", "R4"]}
    assert roger["ships"][0]["crews"][1][0]["card"] == "G3"


@pytest.mark.slow
def test_the_conformance_kit_finds_no_leak() -> None:
    check_game(GAME, games=2)


def test_looking_back_does_not_help(tmp_path: Path) -> None:
    """Roger has boarded with G1, and Jolly has a parrot that only an onlooker cannot see."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    moves = "G1 G2 / G3 G5 Y3; pick 1; G2@green; G1$; G3?blue; G5@green; Y3@yellow"
    game = ("play", "jolly-roger", "--variant", "advanced", "--first", "jolly", "--seed", "4")

    def told(*words: str, typed: str = "") -> str:
        return run(*words, typed=typed, language="en", variables=home).out

    played = told(*game, "--option", "memory=true", "--moves", moves, typed="notation\n")
    shown = told("matches", "show", "jolly-roger-1", "--at", "9")
    replayed = told("matches", "replay", "jolly-roger-1", "--speed", "0")
    exported = told("matches", "export", "jolly-roger-1", "--format", "markdown")
    exported = exported.partition("## Signs")[0]

    assert "Roger: Set 1; G2@green; ?$\nYou: G3?blue; " in played
    assert all("Roger boards the green ship." in text for text in (shown, replayed, exported))
    assert "1 card in the chest" in shown
    assert "G3?" in replayed
    assert "Jolly lays a parrot at the blue ship." in exported
    assert not [text for text in ("G1$", "G3?", "green pirate 3") if text in exported]
