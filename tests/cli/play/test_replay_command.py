"""``splitpick replay``: a match played on from one of its decisions, or stepped through."""

import re
from itertools import groupby
from pathlib import Path

import pytest

from command import PROGRAM, run, run_in_terminal
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


# Step by step.


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A home with a match of two bots."""
    home = {"SPLITPICK_HOME": str(tmp_path_factory.mktemp("home"))}
    seats = ("--seat", "jolly=random", "--seat", "roger=greedy")
    run("play", "jolly-roger", "--first", "jolly", "--seed", "3", *seats, variables=home)
    return home


def shown(watched: dict[str, str], *typed: str, language: str = "en") -> list[str]:
    """Type these lines; return which entries were shown, one after the other."""
    lines = "".join(f"{line}\n" for line in typed)
    step = ("replay", "jolly-roger-1", "--step")
    ended = run(*step, typed=lines, language=language, variables=watched)
    assert (ended.code, ended.err) == (0, "")
    heads = r"^(?:Entry|Entries|Eintrag|Einträge) (\d+).* (?:of|von) 96$"
    return re.findall(heads, ended.out, re.MULTILINE)


def test_a_match_is_stepped_through_back_and_forth(watched: dict[str, str]) -> None:
    """Enter goes on; a word means itself in both languages; what is unknown moves nowhere."""
    assert shown(watched, "", "next", "back", "back", "back", "nowhere", "0", "97", "quit") == [
        *("1", "6", "7", "6", "1"),
    ]
    assert shown(watched, "weiter", "next", "zurück", "ende", language="de") == ["1", "6", "7", "6"]
    assert shown(watched, "96", "", "q") == ["1", "95"]


def test_a_turn_and_an_entry_are_gone_to(watched: dict[str, str]) -> None:
    """An entry in the midst of those that a seat made in a row shows all of it."""
    assert shown(watched, "8", "turn 3", "turn 1", "Turn 33") == ["1", "7", "23", "1"]
    assert shown(watched, "Zug 3", language="de") == ["1", "23"]


@pytest.mark.slow
def test_the_next_costly_decision_is_gone_to(watched: dict[str, str]) -> None:
    """Jolly, who plays at random, gives four cards away at once."""
    ended = run(
        *("replay", "jolly-roger-1", "--step"), typed="23\nmistake\nquit\n", variables=watched
    )

    assert "?? Y3 Y3 B2 R5 / R1 was a big mistake: it cost about 14.1 gold." in ended.out


def test_nobody_judges_a_match_under_way(tmp_path: Path) -> None:
    home = {"SPLITPICK_HOME": str(tmp_path)}
    run(*GAME, typed="G1 G2 / G3 G5 Y3\n", variables=home)
    ended = run("replay", "jolly-roger-1", "--step", typed="mistake\n", variables=home)

    assert "Decisions are judged only once the match is over" in ended.out


@pytest.mark.slow
@pytest.mark.process
def test_the_left_and_right_keys_go_back_and_forth(watched: dict[str, str]) -> None:
    """On the page of a terminal; then the keys are themselves again."""
    words = [*PROGRAM, "replay", "jolly-roger-1"]
    keys = "\x1b[C\x1b[C\x1b[Dq\n"
    ended = run_in_terminal(
        words, typed=keys, after="> ", variables={**watched, "LANG": "C", "TERM": "xterm"}
    )
    entries = re.findall(r"Entr(?:y|ies) (\d+)", ended.out)

    assert ended.code == 0
    assert [first for first, _ in groupby(entries)] == ["1", "6", "7", "6"]
