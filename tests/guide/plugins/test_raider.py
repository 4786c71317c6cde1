from typing import Any

from splitpick_raider import Raider

from splitpick.core import load_game
from splitpick.core.testing import check_effect, check_ruleset


def test_whoever_else_is_there_loses_the_last_card() -> None:
    position = load_game("raider").new_position()
    for card in ["G1", "G2", "B1", "B2", "RAI"]:
        position.apply(position.parse(f"+{card}"))
    for text in ["G1 G2 / B1 B2 RAI", "pick 1", "G1@green", "G2@green", "RAI@green"]:
        position.apply(position.parse(text))
    view: Any = position.view(None)

    crews = [[card["card"] for card in crew] for crew in view["ships"][0]["crews"]]
    assert crews == [["RAI"], ["G1"]]


def test_it_passes_the_conformance_kit() -> None:
    check_effect(Raider, games=5)
    check_ruleset("raider")
