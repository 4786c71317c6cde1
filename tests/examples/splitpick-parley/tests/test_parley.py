"""The Parley: its effect, its texts, and the conformance kit."""

from __future__ import annotations

import pytest

from splitpick.core import Engine, IllegalAction
from splitpick.core.splitting.position import SplitPosition
from splitpick.core.testing import check_effect, check_ruleset
from splitpick.plugins.jolly_roger import CrewsTable
from splitpick_parley import Parley

ENGINE = Engine()


def table_after(*texts: str) -> tuple[SplitPosition, CrewsTable]:
    """Deal five cards to Anne, and play *texts*."""
    position = ENGINE.load_game("harbour-parley").new_position()
    for text in ("+G1", "+G2", "+G3", "+R1", "+PA", *texts):
        position.apply(position.parse(text))
    assert isinstance(position, SplitPosition)
    assert isinstance(position.table, CrewsTable)
    return position, position.table


def test_both_crews_lose_their_last_card() -> None:
    moves = ("G1 R1 / G2 G3 PA", "pick 1", "R1?sloop", "G1@sloop", "G2@sloop", "G3@sloop")
    position, table = table_after(*moves, "PA*sloop")

    assert [position.game.codes[card] for card in table.box] == ["PA", "G3", "G1"]
    assert [table.strengths[0], table.strengths[3]] == [2, 1]


def test_it_cannot_be_played_at_an_empty_ship() -> None:
    position, _ = table_after("G1 PA / G2 G3 R1", "pick 1", "G1@sloop")
    with pytest.raises(IllegalAction, match="parley-nothing") as refused:
        position.parse("PA*brig")

    german = ENGINE.language("de").say(refused.value.message)
    assert german == "Keine Crew hat an der Brigg eine Karte zu verlieren."


def test_without_any_crew_it_is_a_parrot() -> None:
    position, _ = table_after("G1 PA / G2 G3 R1", "pick 1")
    offered = [position.notation(action) for action in position.legal_actions()]

    parrots = ["PA?sloop", "PA?brig", "PA?frigate"]
    assert [text for text in offered if text.startswith("PA")] == parrots


def test_the_conformance_kit_passes() -> None:
    """For two and three, in English and German."""
    check_effect(Parley, ENGINE, games=3)
    check_ruleset("harbour-parley", ENGINE, games=1)
