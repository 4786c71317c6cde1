"""What newcomers are told in a first match, so that they misunderstand nothing."""

import pytest

from command import run

FIRST = ("play", "jolly-roger", "--seed", "4", "--seat", "jolly=human", "--seat", "roger=ships-boy")
TRICKS = ("play", "skull-queen", "--seat", "bart=ships-boy", "--seat", "grace=ships-boy")


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "Roger plays at the weakest level, ship's boy, and makes mistakes.",
               "Bart and Grace play at the weakest level, ship's boy, and make mistakes."),
        ("de", "Roger spielt auf der schwächsten Stufe, Schiffsjunge, und macht Fehler.",
               "Bart und Grace spielen auf der schwächsten Stufe, Schiffsjunge, und machen"),
    ],
)  # fmt: skip
def test_a_newcomer_hears_who_makes_mistakes(language: str, one: str, two: str) -> None:
    assert run(*FIRST, language=language).out.count(one) == 1
    assert run(*TRICKS, language=language).out.count(two) == 1
    assert one not in run(*FIRST[:-1], "roger=mate", language=language).out
