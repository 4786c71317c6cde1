"""The Parley: its effect, its texts, and the conformance kit."""

from __future__ import annotations

import pytest

from splitpick.core import Engine, IllegalAction
from splitpick.core.splitting.position import SplitPosition
from splitpick.core.tables.crews import CrewsTable
from splitpick.core.testing import check_effect, check_ruleset
from splitpick_parley import Parley


@pytest.fixture(scope="module")
def engine() -> Engine:
    """The engine with the installed package."""
    return Engine()


def dealt(engine: Engine, *cards: str) -> SplitPosition:
    """Deal *cards* to be split by Anne."""
    position = engine.load_game("harbour-parley").new_position()
    assert isinstance(position, SplitPosition)
    for code in cards:
        position.apply(position.parse(f"+{code}"))
    return position


def play(position: SplitPosition, *texts: str) -> CrewsTable:
    """Play *texts*, and return the table."""
    for text in texts:
        position.apply(position.parse(text))
    assert isinstance(position.table, CrewsTable)
    return position.table


def test_both_crews_lose_their_last_card(engine: Engine) -> None:
    position = dealt(engine, "G1", "G2", "G3", "R1", "PA")
    table = play(position, "G1 R1 / G2 G3 PA", "pick 1", "R1?sloop", "G1@sloop", "G2@sloop")
    assert table.strengths[0] == 2

    table = play(position, "G3@sloop", "PA*sloop")
    codes = [position.game.codes[card] for card in table.box]

    assert codes == ["PA", "G3", "G1"]
    assert [table.strengths[0], table.strengths[3]] == [2, 1]


def test_it_cannot_be_played_at_an_empty_ship(engine: Engine) -> None:
    position = dealt(engine, "G1", "G2", "G3", "R1", "PA")
    play(position, "G1 PA / G2 G3 R1", "pick 1", "G1@sloop")
    with pytest.raises(IllegalAction) as refused:
        position.parse("PA*brig")

    assert refused.value.code == "parley-nothing"
    german = engine.language("de").say(refused.value.message)
    assert german == "Keine Crew hat an der Brigg eine Karte zu verlieren."


def test_without_any_crew_it_is_a_parrot(engine: Engine) -> None:
    position = dealt(engine, "G1", "G2", "G3", "R1", "PA")
    play(position, "G1 PA / G2 G3 R1", "pick 1")
    offered = [position.notation(action) for action in position.legal_actions()]

    assert [text for text in offered if text.startswith("PA")] == [
        "PA?sloop",
        "PA?brig",
        "PA?frigate",
    ]


def test_it_describes_itself_in_german(engine: Engine) -> None:
    position = dealt(engine, "G1", "G2", "G3", "R1", "PA")
    table = play(position, "G1 PA / G2 G3 R1", "pick 1", "G1@sloop")
    effect = table.effects[position.game.cards_by_code["PA"]]
    assert effect is not None
    told = effect.tell(table, 1, 0)
    assert told is not None

    assert engine.language("de").say(told) == (
        "Aus der Crew von Mary kommt an der Schaluppe eine Karte aus dem Spiel."
    )


def test_the_conformance_kit_passes(engine: Engine) -> None:
    """For two and three, in English and German."""
    check_effect(Parley, engine, games=3)
    check_ruleset("harbour-parley", engine, games=1)
