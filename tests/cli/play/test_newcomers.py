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
    """As they are welcomed: the first decision needs other words."""
    welcome, decision = run(*FIRST, language=language).out.split("\n\n", 1)
    assert welcome.count(one) == 1
    assert one not in decision
    assert run(*TRICKS, language=language).out.count(two) == 1
    assert one not in run(*FIRST[:-1], "roger=mate", language=language).out


def test_splits_are_listed_in_short_and_typed_as_the_question_says() -> None:
    """By ear they are told in sentences."""
    typed = "xyz\nchoices\n5\n"
    seen = run(*FIRST, "--first", "jolly", typed=typed, language="en").out
    heard = run(*FIRST, "--first", "jolly", "--accessible", typed=typed, language="en").out

    refused, listed, _ = seen.partition("> xyz")[2].split("> ")[:3]
    assert refused.startswith("\nType the cards of one set, such as: G1 G2\n")
    assert " 2 G1 G2 / G3 G4 Y2   3 " in listed
    assert "Type the number of a split:\n 1 " in listed
    assert "5: Set 1: green pirate 1 and" in heard


def test_the_ways_to_play_a_card_say_how_to_see_another_card() -> None:
    moves = ("--first", "jolly", "--moves", "G1 G2 / G3 G4 Y2; pick 1")
    seen = run(*FIRST, *moves, typed="g4\n", language="en").out

    assert "Green pirate 4 (G4); to see another card, type: G3 (1–5), Y2 (11–15)\n" in seen


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


def test_help_begins_with_how_to_answer_and_signs_come_last() -> None:
    told = run(*FIRST, "--first", "jolly", typed="help\n", language="en").out
    shown = told.partition("> help\n")[2].strip().splitlines()

    assert shown[0] == "Type the number of a choice, or the move, such as: G1 / G2 G3 G4 Y2"
    assert [line.partition(":")[0] for line in shown[1:4]] == ["hint", "choices", "table"]
    assert not any(line.startswith("help:") for line in shown)
