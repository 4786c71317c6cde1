"""Newcomers are told in a first match what keeps them from misunderstanding it."""

import pytest

from command import run
from splitpick.cli.screen import Screen
from splitpick.cli.terminal.questions import ask_untold
from splitpick.core.text import Language, Text, msg

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


class Asked(Screen):
    """A screen whose reader presses Enter at each question."""

    def ask(self, prompt: Text) -> str:
        self.question = self.words(prompt)
        return ""


def test_a_number_that_was_typed_blindly_is_asked_for_by_name() -> None:
    """By the name of the set, if it has the same number."""
    named = msg("the-set-number", "set {number}", number=2)
    told = msg("take-set", "Take {cards}.", cards="G1")
    for language, first, other in (
        ("en", "Do you mean set 2? Take G1. Enter", "Do you mean number 1? Take G1. Enter"),
        ("de", "Meinst du Set 2? G1. Eingabetaste", "Meinst du Nummer 1? G1. Eingabetaste"),
    ):
        screen = Asked(Language(language))
        assert ask_untold(screen, 2, named, told, lambda typed: False) is None
        assert screen.question.startswith(first)
        ask_untold(screen, 1, named, told, lambda typed: False)
        assert screen.question.startswith(other)
