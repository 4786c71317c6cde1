"""What who listens is told for an answer: neither more than was asked for, nor nothing."""

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
