"""Whole games of Skull Queen and Dead Man's Dice as text, and their rules: files to read.

``SPLITPICK_GOLDEN=write pytest tests/games/test_plugin_playthroughs.py`` writes them anew.
"""

from pathlib import Path
from typing import Any

import pytest

import piles
import skull_queen_tables
from command import run
from golden import same_as_file
from splitpick.core import Engine
from splitpick.core.text import Language
from tables import play

GAMES = Path(__file__).parents[1] / "golden" / "playthroughs"
ENGLISH = Language("en")

NEWCOMER_TO_SKULL_QUEEN = """\

what
side left
1
place Y on 3
place R on 3
undo
place R on 3
2
2
hint
2
table
Z9
Y1
hint
1
help
log
undo
{quit}
"""

TWO_AT_ONE_KEYBOARD = """\

up
place R on 2
place Y on 2
place G on 2
place B on 2

down
place R on 4
place Y on 4
place G on 4
log
place B on 4

1
log

table
log
1

quit
"""

NEWCOMER_TO_DICE = """\
take
roll x
2
plunder bart
ROLL J
help
1
hint
1
1
log
undo
1
undo
1
table
1
1
rules
quit
"""


def seats(ids: tuple[str, ...], *players: str) -> list[str]:
    """Write who sits where, the players one after the other around the table."""
    return [f"--seat={seat}={players[at % len(players)]}" for at, seat in enumerate(ids)]


QUEEN, DICE = "skull-queen", "dead-mans-dice"
ANNE = skull_queen_tables.SEATS
JACK = piles.SEATS
ODD = [*("--first", "anne", "--seed", "4")]

SESSIONS: dict[str, tuple[str, tuple[str, ...], list[str], str]] = {
    # Bots around the table.
    **{
        f"{QUEEN}.{players}": (
            "de en" if players in (2, 4) else "en",
            ("play", QUEEN, "--players", f"{players}", "--first", "bart", "--seed", "1"),
            [*seats(ANNE[:1], "greedy"), *seats(ANNE[1:players], "random")],
            "",
        )
        for players in range(2, 7)
    },
    **{
        f"{DICE}.{players}": (
            "de en" if players in (2, 4) else "en",
            ("play", DICE, "--players", f"{players}", "--first", "jack", "--seed", f"{players}"),
            [f"--variant={'standard' if players == 2 else 'short'}",
             *seats(JACK[:players], "greedy", "random")],
            "",
        )
        for players in range(2, 7)
    },
    # In plain sentences: nothing is drawn, and cards have names.
    f"{QUEEN}.accessible": (
        "de en",
        ("play", QUEEN, "--players", "3", "--first", "bart", "--seed", "2", "--accessible"),
        [*seats(ANNE[:1], "human"), *seats(ANNE[1:3], "random")],
        "1\n2\n3\n4\n5\n1\n1\ntable\n{quit}\n",
    ),
    f"{DICE}.accessible": (
        "en",
        ("play", DICE, "--players", "3", "--first", "jack", "--seed", "3", "--accessible"),
        ["--variant=short", *seats(JACK[:3], "greedy", "random")],
        "",
    ),
    # Choosing, placing, slips, every word, and how to go on.
    f"{QUEEN}.newcomer": (
        "de en",
        ("play", QUEEN, "--players", "4", *ODD),
        [*seats(ANNE[:1], "human"), *seats(ANNE[1:4], "random")],
        NEWCOMER_TO_SKULL_QUEEN,
    ),
    f"{DICE}.newcomer": (
        "en",
        ("play", DICE, "--players", "3", "--first", "jack", "--seed", "5"),
        ["--variant=standard", "--seat=jack=human"],
        NEWCOMER_TO_DICE,
    ),
    # The keyboard is passed on for every secret choice, and nobody sees the other's.
    f"{QUEEN}.keyboard": (
        "en",
        ("play", QUEEN, "--players", "2", *ODD),
        seats(ANNE[:2], "human"),
        TWO_AT_ONE_KEYBOARD,
    ),
    f"{QUEEN}.rules": ("de en", ("rules", QUEEN), [], ""),
    f"{DICE}.rules": ("en", ("rules", DICE), [], ""),
    f"{QUEEN}.show": ("de en", ("rulesets", "show", QUEEN), [], ""),
    f"{DICE}.show": ("en", ("rulesets", "show", DICE), [], ""),
}  # fmt: skip


def sessions() -> list[Any]:
    """List them, those that take seconds as slow ones."""
    slow = [f"{QUEEN}.{players}" for players in range(3, 7)] + [f"{QUEEN}.newcomer"]
    return [
        pytest.param(
            name, language, marks=[pytest.mark.slow] if name in slow or language != "en" else []
        )
        for name, facts in SESSIONS.items()
        for language in facts[0].split()
    ]


@pytest.mark.parametrize(("name", "language"), sessions())
def test_a_session_is_the_same_everywhere(name: str, language: str) -> None:
    _, command, more, typed = SESSIONS[name]
    typed = typed.format(quit={"en": "quit", "de": "ende"}[language])
    ended = run(*command, *more, language=language, typed=typed)

    assert (ended.code, ended.err) == (0, "")
    same_as_file(GAMES / f"{name}.{language}.txt", ended.out)
    assert "accessible" not in name or not set("╭│☠[") & set(ended.out)


# The rules in our own words follow the options.


def rules_of(name: str, options: dict[str, str], players: int = 6) -> str:
    ruleset = Engine().ruleset_file(name).variant().with_options(options)
    sections = ruleset.presenter(ruleset.build(players)).rules()
    texts = [text for part in sections for text in (*part.paragraphs, *part.points)]
    return "\n".join(ENGLISH.say(text) for text in texts)


@pytest.mark.parametrize("name", [QUEEN, DICE])
def test_each_option_tells_another_rule(name: str) -> None:
    options = Engine().ruleset_file(name).variant().options
    told = {players: rules_of(name, {}, players) for players in (2, 6)}
    same = [
        option
        for option, value in options.items()
        for other in [{option: "false" if value else "true"}]
        if all(rules_of(name, other, players) == told[players] for players in told)
    ]

    assert len(options) == 6
    assert same == []


def test_the_rules_take_their_numbers_from_the_rule_set() -> None:
    six, two, dice = rules_of(QUEEN, {}), rules_of(QUEEN, {}, 2), rules_of(DICE, {})

    assert "1, 2, 4, 5, 8" in six
    assert "8 to each player. The 2 left over lie face up in the middle." in six
    assert "the numbers 1 and 12 stay in the box." in two
    assert "14 to each of you, and 14 face down to the old pirate king." in two
    assert not [said for said in ("old pirate king plays", "stay in the box") if said in six]
    for piece in ("2 ordinary dice", "a skull earns 7", "takes 7 off", "has 100"):
        assert piece in dice


def test_the_rules_say_that_no_pile_topples_on_a_screen() -> None:
    assert "On a screen nothing falls over" in rules_of(DICE, {})


# Looks of Skull Queen.


def test_who_listens_hears_names_instead_of_codes() -> None:
    table = play(skull_queen_tables.lay("R3 Y9 | G7 Y2 | B10 Y6"), "R3", "G7")
    words = skull_queen_tables.words(table)
    words.spoken = True
    before: Any = table.copy()
    play(table, "B10")
    texts = [ENGLISH.say(text) for text in words.tell(before, before.parse("B10"), table, None)]

    assert "In the middle: red 3, green 7 and blue 10." in texts


def test_the_legend_and_the_words_that_can_be_typed() -> None:
    words = skull_queen_tables.words(skull_queen_tables.dealt(3))
    legend = [ENGLISH.say(text) for text in words.legend()]
    typed = {ENGLISH.say(word): notation for word, notation in words.words()}

    assert legend[0].startswith("Cards: R red, Y yellow")
    assert len(legend) == 8  # nobody types what chance does
    assert not any("8:R" in text for text in legend)  # which may stand elsewhere on the screen
    assert legend[-1].startswith("First Mate (F13): It can be played at any time")
    assert typed["rising"] == "up"
    assert typed["red"] == typed["R"] == "R"
