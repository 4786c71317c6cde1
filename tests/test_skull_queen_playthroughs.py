"""Whole games of Skull Queen as text: what changes in them is read, not guessed.

``SPLITPICK_GOLDEN=write pytest tests/test_skull_queen_playthroughs.py`` writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from command import LANGUAGES, run
from golden import same_as_file
from skull_queen_tables import PLAYERS, SEATS

GAMES = Path(__file__).parent / "playthroughs"

IN_GERMAN = (2, 4)

NEWCOMER = """\

what
side left
1
place Y3
place R3
undo
place R3
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
place R2
place Y2
place G2
place B2

down
place R4
place Y4
place G4
log
place B4

1
log

table
log
1

quit
"""


@pytest.mark.parametrize(
    ("players", "language"),
    [
        *((players, "en") for players in PLAYERS),
        *((players, "de") for players in IN_GERMAN),
    ],
)
def test_a_game_of_bots_is_the_same_everywhere(players: int, language: str) -> None:
    """The first is greedy, the others play at random."""
    bots = [part for seat in SEATS[1:players] for part in ("--seat", f"{seat}=random")]
    ended = run(
        *("play", "skull-queen", "--players", str(players), "--seat", "anne=greedy", *bots),
        *("--first", "bart", "--seed", "1"),
        language=language,
    )

    assert (ended.code, ended.err) == (0, "")
    same_as_file(GAMES / f"skull-queen.{players}.{language}.txt", ended.out)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_in_plain_sentences(language: str) -> None:
    """With --accessible nothing is drawn, and cards have names."""
    ended = run(
        *("play", "skull-queen", "--players", "3", "--seat", "anne=human", "--seat", "bart=random"),
        *("--seat", "grace=random", "--first", "bart", "--seed", "2", "--accessible"),
        language=language,
        typed="1\n2\n3\n4\n5\n1\n1\ntable\n" + {"en": "quit\n", "de": "ende\n"}[language],
    )

    assert (ended.code, ended.err) == (0, "")
    same_as_file(GAMES / f"skull-queen.accessible.{language}.txt", ended.out)


@pytest.mark.parametrize(
    ("language", "quit_word"), [("en", "quit"), ("de", "ende")], ids=["en", "de"]
)
def test_what_a_newcomer_sees(language: str, quit_word: str) -> None:
    """One person and three bots: choosing, placing, slips, every word, and how to go on."""
    ended = run(
        *("play", "skull-queen", "--players", "4", "--seat", "anne=human", "--seat", "bart=random"),
        *("--seat", "grace=random", "--seat", "henry=random", "--first", "anne", "--seed", "4"),
        language=language,
        typed=NEWCOMER.format(quit=quit_word),
    )

    assert (ended.code, ended.err) == (0, "")
    same_as_file(GAMES / f"skull-queen.newcomer.{language}.txt", ended.out)


def test_two_people_at_one_keyboard() -> None:
    """The keyboard is passed on for every secret choice, and nobody sees the other's."""
    ended = run(
        *("play", "skull-queen", "--players", "2", "--seat", "anne=human", "--seat", "bart=human"),
        *("--first", "anne", "--seed", "4"),
        language="en",
        typed=TWO_AT_ONE_KEYBOARD,
    )

    assert (ended.code, ended.err) == (0, "")
    same_as_file(GAMES / "skull-queen.keyboard.en.txt", ended.out)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_told_from_the_rule_set(language: str) -> None:
    """With all that its numbers, names and rulings say."""
    ended = run("rules", "skull-queen", language=language)

    assert (ended.code, ended.err) == (0, "")
    same_as_file(GAMES / f"skull-queen.rules.{language}.txt", ended.out)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_set_is_shown(language: str) -> None:
    ended = run("rulesets", "show", "skull-queen", language=language)

    assert (ended.code, ended.err) == (0, "")
    same_as_file(GAMES / f"skull-queen.show.{language}.txt", ended.out)
