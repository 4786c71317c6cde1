"""Dutch came as a third catalog, without a change in code: the whole program speaks it."""

from pathlib import Path

import pytest

from command import help_pages, run
from golden import same_as_file

HERE = Path(__file__).parents[1]
SEATS = {
    "jolly-roger": ("jolly", "roger"),
    "skull-queen": ("anne", "bart"),
    "dead-mans-dice": ("jack", "bart"),
}


@pytest.mark.parametrize("ruleset", SEATS)
def test_a_bot_game_and_the_rules_in_dutch(ruleset: str) -> None:
    one, other = SEATS[ruleset]
    seats = ("--seat", f"{one}=greedy", "--seat", f"{other}=random")
    game = ("play", ruleset, "--players", "2", "--first", one, "--seed", "6", *seats)
    for folder, words in (("playthroughs", game), ("rules", ("rules", ruleset))):
        ended = run(*words, language="nl")

        assert (ended.code, ended.err) == (0, "")
        same_as_file(HERE / "golden" / folder / f"{ruleset}.nl.txt", ended.out)


def test_dutch_words_can_be_typed() -> None:
    """Commands, ships and the pick, as well as the codes of cards."""
    ended = run(
        *("play", "--variant", "advanced", "--first", "jolly", "--seed", "4"),
        *("--seat", "jolly=mens", "--seat", "roger=mens"),
        typed="tip\nG1 / G2 G3 G5 Y3\nkies 1\nG1?groen\nnotatie\nstop\n",
        language="nl",
    )

    assert ended.code == 0
    assert "Roger: set 1; G1?groen" in ended.out


@pytest.mark.slow
def test_dutch_help_shares_only_examples_and_names_with_other_languages() -> None:
    for name, page in help_pages("nl").items():
        dutch = set(page.out.splitlines())
        for language in ("en", "de"):
            other = set(help_pages(language)[name].out.splitlines())
            same = {line for line in dutch & other if not line.startswith(("  splitpick ", "    "))}
            assert same <= {""}, name
