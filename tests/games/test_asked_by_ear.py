"""Answers to who listens: neither more than was asked for, nor nothing."""

import re

import pytest

from command import run

SEATS = {
    "jolly-roger": ("jolly", "roger"),
    "smugglers-cove": ("nell", "silas"),
    "galley-thieves": ("mary", "finn"),
    "skull-queen": ("anne", "bart"),
    "dead-mans-dice": ("jack", "bart"),
}


def heard(game: str, typed: str, *more: str, language: str = "en") -> str:
    """Return what is heard of *game* by its first seat, which begins, from the first prompt on."""
    own, other = SEATS[game]
    seats = ("--first", own, "--seat", f"{own}=human", "--seat", f"{other}=ships-boy")
    options = ("--no-save", "--accessible", "--seed", "4", *seats, *more)
    return run("play", game, *options, language=language, typed=typed).out.partition("\n> ")[2]


@pytest.mark.parametrize("game", SEATS)
def test_a_word_without_a_place_on_the_table_is_told_the_words_that_have_one(game: str) -> None:
    """And not the whole table; each of these words can be asked for."""
    told = heard(game, "table zzz\n").splitlines()[1]
    called, _, titles = told.removesuffix(".").partition(" There is: ")
    asked = titles.split(", ")
    answers = heard(game, "".join(f"table {word}\n" for word in asked))

    assert called == 'Nothing on the table is called "zzz".'
    assert len(told) < 200
    assert (len(asked) > 1, "Nothing on" in answers) == (True, False)


def test_a_hint_in_a_split_says_where_this_card_goes() -> None:
    """Where sets are asked for, not a number; before that, and where cards lie elsewhere, all."""
    told = heard("smugglers-cove", "hint\n\nhint\n1 y\nhint\nundo\nundo\n")
    before, first, second, *_ = told.split("Hint: ")[1:]

    assert re.match(r"type 54: Set 1: .+\. Set 2: .+\.\n", before)
    assert re.match(r"Silk 1 (goes into|lies face down in) set 1\.\n", first)
    assert re.match(r"(Silk 2 (goes into|lies face down in) set [12]|Set 1: .+)\.\n", second)
    assert told.count("type 54") == 1
    assert "Silk 1 in set 1: face down?" not in told
    assert told.endswith("Nothing was played. Split cards from your hand. Cards in the sets: 3 + 2."
                         "\n> \n\nThis match was not saved.\n")  # fmt: skip


def test_again_repeats_the_question_with_what_it_is_about() -> None:
    """After a command, not its answer; the choices begin with the question; help comes in two."""
    told = heard("jolly-roger", "help\nagain\nhint\nagain\nchoices\nagain\nhelp\n\nhelp\nagain\n")
    short, question, hint, with_hint, listed, listed_again, rest, *_ = told.split("\n> ")
    cards = "Your cards: green pirate 1, green pirate 2, green pirate 3, green pirate 4, yellow "

    assert len(short.splitlines()) == 8
    assert "rules: " in rest
    assert "rules: " not in short
    assert question.startswith(f"again\n{cards}")
    assert "\nSplit the cards.\n" in question
    assert with_hint.endswith(hint.partition("Hint: ")[2])
    assert listed.startswith("choices\nSplit the cards.\nThe first 12 of 15:\n1: ")
    assert listed_again.partition("\n")[2].startswith(listed.partition("\n")[2])
    asked = "Green pirate 1: which set, 1 or 2?"
    assert f"type: undo\n{asked} again\n{asked} \n" in told


@pytest.mark.parametrize("game", SEATS)
def test_only_what_is_needed_is_announced(game: str) -> None:
    """Three words, once, and not again with the question."""
    options = ("--no-save", "--accessible", "--seed", "4")
    own, other = SEATS[game]
    seats = ("--seat", f"{own}=human", "--seat", f"{other}=ships-boy")
    told = run("play", game, *options, *seats, typed="help\nagain\n1\n\n1\n\n").out

    assert len(re.findall(r"\bhint, table or help\.", told)) == 1
    assert not re.search("Type (help|table|hint) to", told)


def test_what_was_just_chosen_is_not_told_again() -> None:
    """The set that is left of two open ones, and the strengths that a choice has named."""
    seats = ("--seat=jolly=human", "--seat=roger=ships-boy")
    options = ("--no-save", "--accessible", "--seed", "4", *seats)
    told = run("play", "jolly-roger", *options, typed="1\n1\n\n").out

    assert "\nYou take green pirate 1, green pirate 2, green pirate 4 and yellow" in told
    assert "Roger gets green" not in told
    assert "crew at the green ship.\nYour captain goes aboard.\n" in told
