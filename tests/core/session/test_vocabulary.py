"""Words that people type for commands, in their language and in English."""

from string import ascii_lowercase

import pytest

from command import LANGUAGES
from splitpick.core.session.vocabulary import Vocabulary
from splitpick.core.text import Language, msg


@pytest.mark.parametrize(
    ("code", "choices", "brief", "reasons"),
    [
        ("en", "moves", "notation", "why"),
        ("de", "züge", "notation", "warum"),
        ("de", "zuege", "notation", "wieso"),
        ("nl", "zetten", "notatie", "waarom"),
    ],
)
def test_moves_are_what_can_be_played_now(
    code: str, choices: str, brief: str, reasons: str
) -> None:
    """The log has those that were played, the notation has them in brief."""
    command = Vocabulary(Language(code)).command

    assert command(choices) == command("moves") == "choices"
    assert command(brief) == "notation"
    assert command(reasons) == "hint"


@pytest.mark.parametrize(
    ("code", "text", "command"),
    [
        ("en", "tabl", "table"),
        ("en", "hi", "hint"),
        ("de", "tip", "hint"),
        ("de", "hilf", "help"),
        ("de", "regel", "rules"),
        ("nl", "taf", "table"),
        ("en", "t", "table"),
        ("en", "u", "undo"),
        ("en", "h", "hint help"),
        ("en", "y", ""),
        ("en", "re", "redo resign"),
        ("de", "ti", "hint table"),
        ("de", "au", "choices resign"),
    ],
)
def test_the_beginning_of_one_command_is_that_command(code: str, text: str, command: str) -> None:
    """A move that can be played goes before."""
    assert Vocabulary(Language(code)).begun(text) == command.split()


def test_a_word_of_the_game_is_short_for_no_command() -> None:
    """Typing "red" once played again what had just been taken back."""
    colours = [(msg("red", "red"), "red"), (msg("green", "green"), "green")]

    assert Vocabulary(Language("en"), colours).begun("red") == []
    assert Vocabulary(Language("en"), colours).begun("redo") == ["redo"]
    assert Vocabulary(Language("en"), [(msg("red", "red"), "R")]).begun("r") == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_single_letter_is_short_for_leaving(code: str) -> None:
    """But for the letters that mean nothing else: a key too many leaves no match."""
    vocabulary = Vocabulary(Language(code))

    assert [letter for letter in ascii_lowercase if "quit" in vocabulary.begun(letter)] == []
    assert vocabulary.command("q") == "quit"
