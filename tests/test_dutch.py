"""Dutch came as a third catalog, without a change in code: the whole program speaks it."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import help_pages, run
from golden import same_as_file

GAMES = Path(__file__).parent / "playthroughs"
RULESETS = ("jolly-roger", "skull-queen", "dead-mans-dice")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_in_dutch(ruleset: str) -> None:
    """Of bots, for two, from the first card or die to the scoring."""
    seats = {"jolly-roger": ("jolly", "roger"), "skull-queen": ("anne", "bart")}
    one, other = seats.get(ruleset, ("jack", "bart"))
    ended = run(
        *("play", ruleset, "--players", "2", "--first", one, "--seed", "6"),
        *("--seat", f"{one}=greedy", "--seat", f"{other}=random"),
        language="nl",
    )

    assert (ended.code, ended.err) == (0, "")
    same_as_file(GAMES / f"{ruleset}.nl.txt", ended.out)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_rules_in_dutch(ruleset: str) -> None:
    """In full."""
    ended = run("rules", ruleset, language="nl")

    assert (ended.code, ended.err) == (0, "")
    same_as_file(GAMES.parent / "rules" / f"{ruleset}.nl.txt", ended.out)


def test_dutch_words_can_be_typed() -> None:
    """Commands, ships and picking, as well as the codes."""
    ended = run(
        *("play", "--variant", "advanced", "--first", "jolly", "--seed", "4"),
        *("--seat", "jolly=mens", "--seat", "roger=mens"),
        typed="tip\nG1 / G2 G3 G5 Y3\nkies 1\nG1?groen\nverloop\nstop\n",
        language="nl",
    )

    assert ended.code == 0
    assert "Roger: G1?groen" in ended.out


def test_help_in_dutch_is_not_that_of_another_language() -> None:
    """Only examples and lines of names are the same."""
    for name, page in help_pages("nl").items():
        dutch = set(page.out.splitlines())
        for language in ("en", "de"):
            other = set(help_pages(language)[name].out.splitlines())
            same = {line for line in dutch & other if not line.startswith(("  splitpick ", "    "))}
            assert same <= {""}, name
