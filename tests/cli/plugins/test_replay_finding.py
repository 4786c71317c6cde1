"""`splitpick plugins replay` and `shell`: a finding of the kit is played and looked at."""

import shlex
from pathlib import Path

import pytest

from command import run
from plugin_sites import Site, card
from splitpick.cli import exits
from splitpick.core import load_game

DRAWN = "+G1; +G2; +G3; +B1; +B2"


@pytest.fixture
def site(tmp_path: Path) -> Site:
    folder = tmp_path / "site"
    folder.mkdir()
    return Site(folder)


def test_actions_and_chance_are_played_and_the_position_is_shown() -> None:
    """It names the seat to act with its actions and shows its view; the seed says who starts."""
    seen = run("plugins", "replay", "jolly-roger", DRAWN, "--seed", "1", language="en")
    advanced = run("plugins", "replay", "jolly-roger/advanced", "", language="en")

    assert seen.code == exits.FINE
    assert seen.out.startswith("1. chance: +G1\n")
    assert "\nRoger is to act, 15 in all: G1 / G2 G3 B1 B2; " in seen.out
    assert "What Roger sees:\n" in seen.out
    assert "'drawn': ['G1', 'G2', 'G3', 'B1', 'B2']" in seen.out
    assert "What an onlooker sees:" in advanced.out
    assert "'KR': 3" in advanced.out


def test_the_view_of_any_seat_can_be_shown() -> None:
    """A leak is in the view of another seat than that to act; seats count as in the fault."""
    seen = run("plugins", "replay", "skull-queen", "", "--seat", "1", language="en")
    none = run("plugins", "replay", "skull-queen", "", "--seat", "9", language="en")

    assert seen.code == exits.FINE
    assert "What an onlooker sees:" not in seen.out
    assert "What " in seen.out
    assert (none.code, none.error_code) == (exits.BAD_INPUT, "replay-no-seat")


def test_an_action_that_is_refused_is_named_with_its_number() -> None:
    refused = run("plugins", "replay", "skull-queen", "+R1; nonsense", language="en")
    unplayed = run("plugins", "replay", "kraken", "+G1", language="en")
    unknown = run("plugins", "replay", "krakn", "+G1", language="en")

    assert (refused.code, refused.error_code) == (exits.BAD_INPUT, "replay-refused")
    assert 'Action 2, "nonsense": ' in refused.err
    assert (unplayed.code, unplayed.error_code) == (exits.BAD_INPUT, "replay-no-ruleset")
    assert (unknown.code, unknown.error_code) == (exits.BAD_INPUT, "unknown-ruleset")


def test_a_fault_of_a_card_names_the_command_that_shows_it(site: Site) -> None:
    """It leads to where the card can be played, which an action more does."""
    site.plant("wave", card("wave", "def play(self, table, seat, option):\n    1 / 0\n"))
    checked = run("plugins", "check", "wave", "-n", "1", language="en", variables=site.variables)
    (line,) = [line for line in checked.out.splitlines() if line.startswith("To see it: ")]
    words = shlex.split(line.removeprefix("To see it: splitpick "))
    there = run(*words, language="en", variables=site.variables)
    words[3] += "; XX*"
    beyond = run(*words, language="en", variables=site.variables)

    assert words[:3] == ["plugins", "replay", "wave"]
    assert (there.code, "XX*" in there.out) == (exits.FINE, True)
    assert (beyond.code, beyond.error_code) == (exits.INTERNAL, "plugin-raises")
    assert "ZeroDivisionError: division by zero (splitpick_wave.py:" in beyond.err


def test_a_prompt_has_the_match_at_hand() -> None:
    typed = "match.play('left') if 0 else len(match.legal())\nposition.to_act()\n"
    shell = run("plugins", "shell", "jolly-roger", "--seed", "7", language="en", typed=typed)

    assert (shell.code, shell.out.split()) == (exits.FINE, [">>>", "15", ">>>", "1", ">>>"])
    assert "At hand: engine, ruleset, game, match, position" in shell.err


def test_the_repr_of_a_position_is_what_its_seat_sees() -> None:
    """In short lines, even if the position is half made."""
    position = load_game("skull-queen").new_position()
    lines = repr(position).splitlines()

    assert lines[0] == "<SkullPosition"
    assert "  scores: [0, 0, 0, 0, 0, 0]" in lines
    assert max(map(len, lines)) < 110
    assert "AttributeError" in repr(type(position).__new__(type(position)))
