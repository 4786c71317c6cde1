"""While a bot or a program thinks for long, a terminal says so."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from command import PROGRAM, run, run_in_terminal
from sites import HEAD, Site
from splitpick.cli.play.thinking import PATIENCE

SLOW = (
    HEAD
    + """
from time import sleep

from splitpick.core.players import RandomBot
from splitpick.core.text import msg


class Slow(RandomBot):
    id = "slow"
    title = msg("slow", "Slow")
    slept = False

    def choose(self, position, seat, rng, seconds):
        if not Slow.slept:
            Slow.slept = True
            sleep({seconds})
        return super().choose(position, seat, rng, seconds)


@hookimpl
def splitpick_bots():
    return [Slow]
"""
)

GAME = ("play", "jolly-roger", "--seat", "jolly=random", "--seat", "roger=slow", "--first", "jolly")

LINE = "Roger is thinking …"


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
def test_a_terminal_shows_who_thinks_and_takes_it_away(site: Site, tmp_path: Path) -> None:
    """Once, and what comes next stands where it stood."""
    site.plant("slow", SLOW.replace("{seconds}", str(PATIENCE + 1)))
    variables = {**site.variables, "SPLITPICK_HOME": str(tmp_path / "home"), "SPLITPICK_LANG": "en"}
    ended = run_in_terminal([*PROGRAM, *GAME], variables=variables)

    assert ended.code == 0
    assert ended.out.count(LINE) == 1
    before, _, after = ended.out.partition(LINE)
    assert before.endswith("\n")
    assert after.startswith("\r" + " " * len(LINE) + "\rRoger takes ")


def test_nothing_of_it_is_in_a_pipe(site: Site) -> None:
    site.plant("slow", SLOW.replace("{seconds}", str(PATIENCE + 1)))
    ended = run(*GAME, language="en", variables=site.variables)

    assert (ended.code, ended.err) == (0, "")
    assert "thinking" not in ended.out


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
def test_who_is_quick_is_not_said_to_think(site: Site, tmp_path: Path) -> None:
    site.plant("slow", SLOW.replace("{seconds}", "0"))
    variables = {**site.variables, "SPLITPICK_HOME": str(tmp_path / "home"), "SPLITPICK_LANG": "en"}
    ended = run_in_terminal([*PROGRAM, *GAME], variables=variables)

    assert ended.code == 0
    assert LINE not in ended.out
