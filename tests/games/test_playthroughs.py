"""Whole games as text, one a variant and language: what changes in them is read, not guessed.

The same seed is the same game in every Python and on the compiled kernel, so these files must come
out to the letter.  ``SPLITPICK_GOLDEN=write pytest tests/games/test_playthroughs.py`` writes them
anew: read the difference before you commit it.
"""

from pathlib import Path

import pytest

from command import LANGUAGES, run
from golden import same_as_file

GAMES = Path(__file__).parents[1] / "golden" / "playthroughs"
VARIANTS = ("introductory", "advanced", "all-cards")

TYPED = """\

2
hint
what
99
G1 / G1
9
pick 3
G9@blue
G1@blue
G3$
help
3
1
rules
undo
1
undo
1
log
table
{quit}
"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_of_bots_is_the_same_everywhere(variant: str, language: str) -> None:
    """Greedy against random, from the first card to the scoring."""
    ended = run(
        *("play", "jolly-roger", "--variant", variant, "--seat", "jolly=greedy"),
        *("--seat", "roger=random", "--first", "jolly", "--seed", "1"),
        language=language,
    )

    assert (ended.code, ended.err) == (0, "")
    same_as_file(GAMES / f"{variant}.{language}.txt", ended.out)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_of_bots_in_plain_sentences(language: str) -> None:
    """The same with --accessible: nothing is drawn."""
    ended = run(
        *("play", "--variant", "advanced", "--seat", "jolly=greedy", "--seat", "roger=greedy"),
        *("--first", "roger", "--seed", "2", "--accessible"),
        language=language,
    )

    assert (ended.code, ended.err) == (0, "")
    same_as_file(GAMES / f"accessible.{language}.txt", ended.out)


@pytest.mark.parametrize(
    ("language", "quit_word"), [("en", "quit"), ("de", "ende")], ids=["en", "de"]
)
def test_what_a_newcomer_sees(language: str, quit_word: str) -> None:
    """Two questions, slips of all kinds, every word, and how to go on."""
    typed = TYPED.format(quit=quit_word)

    ended = run("play", "--seed", "4", "--first", "jolly", language=language, typed=typed)

    assert (ended.code, ended.err) == (0, "")
    same_as_file(GAMES / f"newcomer.{language}.txt", ended.out)


@pytest.mark.parametrize("width", [20, 40, 120])
def test_a_table_at_other_widths(width: int) -> None:
    """Ships side by side on a wide terminal and below each other on a narrow one."""
    ended = run(
        *("play", "--variant", "advanced", "--first", "jolly", "--seed", "4"),
        *("--moves", "G1 G2 / G3 G5 Y3; pick 2; G3@green; G5?blue; Y3@yellow"),
        language="en",
        width=width,
    )

    assert (ended.code, ended.err) == (0, "")
    same_as_file(GAMES / f"width{width}.en.txt", ended.out)
