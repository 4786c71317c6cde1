"""The table of Skull Queen in the terminal: what its signs mean, and what lies in the middle."""

import pytest

from skull_queen_tables import lay, placed, words
from splitpick.cli.play.game_loop import GameLoop
from splitpick.cli.screen import Screen
from splitpick.cli.terminal.drawing import scene_lines
from splitpick.cli.terminal.page import TerminalPage
from splitpick.core import Engine
from splitpick.core.matches.record import settle
from splitpick.core.scene_lines import Row, drawing_of
from splitpick.core.session.play_session import Session
from splitpick.core.text import Language, Message
from tables import play

PLANKS = "up 3 3 2 1 | down 3 3 3 3 | up 5 1 1 1"


def lines(code: str = "en") -> list[str]:
    """Return the lines of the first box."""
    position, language = lay("R4 Y9 | R7 Y2 | R10 R3", planks=PLANKS), Language(code)
    (row,) = (
        block
        for block in drawing_of(words(position).scene(position.view(0), 0))
        if isinstance(block, Row)
    )
    (own,) = (box for box in row.panels if language.say(box.title[0].text) == "Anne")
    return [" ".join(language.say(span.text) for span in line) for line in own.lines]


def test_a_space_is_named_by_its_value_in_a_box_as_in_a_line() -> None:
    assert lines()[-6:] == ["8: –", "5: –", "4: R Y", "2: G", "1: B", "Water: –"]


@pytest.mark.parametrize(("code", "colour"), [("de", "Rot"), ("en", "Red"), ("nl", "Rood")])
def test_cards_on_offer_stand_behind_the_name_of_their_colour(code: str, colour: str) -> None:
    """Where the letters of the notation are not those of the language."""
    position = lay("R4 Y9 | R7 Y2 | R10 R3", planks=PLANKS)
    choice = words(position).choice(position, position.parse("R4"))

    assert Language(code).say(choice.group) == colour
    assert choice.notation == "R4"


def test_the_first_card_in_the_middle_is_explained() -> None:
    position = lay("R4 Y9 G3 | R7 G2 B3 | R10 R3 G4", planks=PLANKS)
    presenter = words(position)

    def code() -> str:
        advice = presenter.advice(position.view(position.to_act()))
        assert isinstance(advice, Message)
        return advice.code

    assert code() == "sq-advice-play"
    play(position, "Y9", "G2", "R3")
    assert position.middle
    assert code() == "sq-rules-single"


@pytest.mark.parametrize("rules", ["skull-queen", "dead-mans-dice", "jolly-roger"])
def test_what_the_letters_mean_stays_below_the_table_in_a_first_match(rules: str) -> None:
    """Once it has been said among the notes on the first decision."""
    engine = Engine()
    ruleset = engine.ruleset_file(rules).variant()
    session = Session(
        engine,
        settle(engine, ruleset, ["human", "human", "human"][: 2 + (rules != "jolly-roger")], 0, 7),
    )
    screen = Screen(Language("en"))
    loop, page = GameLoop(screen, session), TerminalPage(screen)
    loop.coaches = True
    (sign, *_) = loop.presenter.legend()
    assert isinstance(sign, Message)
    seen = []
    for explained in ((), (sign.code,)):
        loop._explained.update(explained)
        loop._lay_out(page)
        seen.append(page.extra)

    assert seen == ["", sign]


@pytest.mark.parametrize("planks", ["up 3 3 0 1 | down 0 3 3 0 | up 5 1 1 1",
                                    "up 0 0 0 1 | down 3 3 3 3 | up 5 1 1 1"])  # fmt: skip
def test_planks_line_up_although_pirates_are_in_the_water(
    planks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    position = lay("R4 Y9 | R7 Y2 | R10 R3", planks=planks)
    scene = words(position).scene(position.view(0), 0)
    drawn = scene_lines(Screen(Language("de")), drawing_of(scene, head=False), boxes=False)
    rows = drawn[:3]

    assert len({row.index("Planke") for row in rows}) == 1
    for column in (" 2", " 4"):  # spaces that bear it on every plank
        assert len({row.rindex(column) for row in rows if "absteigend" not in row}) == 1
    assert max(map(len, rows)) <= 80


@pytest.mark.parametrize("players", [2, 3])
def test_a_newcomer_reads_first_how_long_it_is_and_who_wins(players: int) -> None:
    told = Language("en").say(words(placed(players)).primer())

    assert told.startswith(f"You play {players} rounds; whoever has the most points")
