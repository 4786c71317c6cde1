"""``splitpick replay --play``: a match played on from one of its decisions."""

from pathlib import Path

from command import run
from splitpick.core.matches.store import Store

GAME = ("play", "jolly-roger", "--variant", "advanced", "--first", "jolly", "--seed", "4")
"""Jolly draws G1 G2 G3 G5 Y3 and is a person's; Roger is greedy's."""


def test_the_other_seats_keep_their_bots(tmp_path: Path) -> None:
    """The person splits; the bot picks and plays its cards without being asked for."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    split = "G1 G2 / G3 G5 Y3\n"
    run(*GAME, "--practice", typed=split, variables=home)
    ended = run("replay", "jolly-roger-1", "--play", typed=split, variables=home)
    record = Store(tmp_path).load("jolly-roger-2").record

    assert (ended.code, ended.err) == (0, "")
    assert record.setup.players == ("human", "greedy")
    assert [entry.seat for entry in record.entries if entry.text.startswith("pick")] == [1]
