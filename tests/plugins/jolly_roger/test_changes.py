"""Changes beside a ship that a choice brings: numbers that are read at a glance."""

from pathlib import Path
from typing import Any

import pytest

from splitpick.core import load_game
from splitpick.core.hooks.engine import Engine
from splitpick.core.splitting.plain.plain_position import PlainPosition
from splitpick.core.text import Name
from splitpick.plugins.jolly_roger.words.crews_story import tell_ships
from tables import lay

ENGINE = Engine()
ENGLISH = ENGINE.language("en")
SAILORS = [Name("Jolly"), Name("Roger")]
RULES = ENGINE.ruleset_file("jolly-roger").variant("all-cards")


def changes(position: PlainPosition, move: str) -> list[str]:
    """Write what *move* changes, with a C before gold."""
    choice = RULES.presenter(position.game).choice(position, position.parse(move))
    return ["C" * (one.picture == "coin") + ENGLISH.say(one.value) for one in choice.changes]


@pytest.mark.parametrize(
    ("move", "shown"),
    [
        ("G4@green", ["Jolly", "3→7", "C+3", "Roger", "C−3"]),  # the captain drives off the other's
        ("G4?green", ["3→4"]),
        ("G4$", ["chest +4"]),
        ("KR*green", ["Jolly", "C+3", "Roger", "5→0", "C−3"]),
        ("KR*", []),
    ],
)
def test_a_strength_and_everybodys_gold_are_shown_where_they_change(
    move: str, shown: list[str]
) -> None:
    crews = {"G4$": "jolly: G3 | roger: G2", "KR*": ""}.get(move, "jolly: G3 | roger: G5")
    position = lay(green=crews, jolly="KR G4")

    assert changes(position, move) == shown


def test_a_crew_without_a_captain_in_the_supply_is_not_told_to_be_tied(tmp_path: Path) -> None:
    file = tmp_path / "one-captain.yaml"
    file.write_text(
        "format: 1\nid: one-captain\nname: One captain\nextends: jolly-roger/introductory\n"
        "captains: 1\n"
    )
    game: Any = load_game(str(file))
    table = game.new_position().table
    cards = {code: number for number, code in enumerate(game.codes)}
    table.join(0, 0, cards["G3"])

    def told(seat: int, ship: int, code: str) -> list[str]:
        before = table.copy()
        table.join(seat, ship, cards[code])
        return [ENGLISH.say(text) for text in tell_ships(before, table, SAILORS)]

    assert told(0, 1, "Y2") == [
        "Strength at the yellow ship: Jolly 2, Roger 0. No captain stands there."
    ]
    assert told(1, 1, "Y2") == [
        "Strength at the yellow ship: Jolly 2, Roger 2. A tie, so nobody holds the ship."
    ]
