"""``splitpick replay``: a match played on from one of its decisions, or stepped through."""

import re
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from shutil import copytree

import pytest

from command import PROGRAM, run, run_in_terminal
from splitpick.cli.screen import Screen
from splitpick.cli.terminal import step_through
from splitpick.core.lab.analysis import Analysing, Analysis, Decision
from splitpick.core.matches.store import Store
from splitpick.core.players import Weighed

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


def test_entries_are_numbered_as_they_are_shown(tmp_path: Path) -> None:
    """Without a gap after what was taken back, and so they are gone to, and played on from."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    typed = "G1 G2 / G3 G5 Y3\nundo\nundo\nG1 / G2 G3 G5 Y3\n"
    run(*GAME, "--practice", typed=typed, variables=home)
    stepped = run("replay", "jolly-roger-1", "--step", typed="\n\n6\n99\nq\n", variables=home)
    told = run("replay", "jolly-roger-1", "--speed", "0", variables=home)
    again = run("replay", "jolly-roger-1", "--at", "99", "--play", variables=home)

    heads = r"^Entr(?:y|ies) (\d+)(?: to (\d+))? of (\d+)$"
    for ended in (stepped, told):
        found = re.findall(heads, ended.out, re.MULTILINE)
        assert found[0] == ("1", "5", found[0][2])
        last = 0
        for first, end, _ in dict.fromkeys(found):
            assert int(first) == last + 1
            last = int(end or first)
        assert {most for _, _, most in found} == {str(last)}
    assert f"The entries go from 1 to {last}." in stepped.out
    assert f"No decision follows entry 99: this match has {last} entries." in again.err


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

    assert re.search(r"\?\? Jolly: Y3 .* was a big mistake: it cost about 1\d\.\d gold", ended.out)


@pytest.fixture
def own(watched: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """A home with the same match, in which Jolly is the person here."""
    copytree(watched["SPLITPICK_HOME"], tmp_path / "home")
    Store(tmp_path / "home").seat("jolly-roger-1", ("human", "greedy"))
    return {"SPLITPICK_HOME": str(tmp_path / "home")}


def judging(*costs: tuple[int, float]) -> Callable[[Screen, Analysing], Analysis]:
    """Return a stand-in for `judge` that finds these *costs* of entries, from 1."""

    def judge(screen: Screen, work: Analysing) -> Analysis:
        found = []
        for number, step in work.decisions:
            action, regret = step.action, dict(costs).get(number + 1, 0.0)
            done, best = (Weighed(action, value, [action]) for value in (0.0, regret))
            found.append(Decision(number, step.before.to_act(), "play", done, best))
        return Analysis(found, (), 0.0)

    return judge


def test_own_mistakes_come_first_and_small_ones_too(
    own: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then, from the beginning, those of the others; each with the name of who made it."""
    monkeypatch.setattr(step_through, "judge", judging((7, 3.6), (6, 1.3)))
    typed = "mistake\nmistake\nmistake\nmistake\n"
    ended = run("replay", "--step", typed=typed, variables=own)
    told = re.findall(r"(?m)^(?:\?!?) (.*) was (a .*?mistake): it cost about (.*?)\. B", ended.out)

    assert "You are Jolly." in ended.out
    # What was done, with the table as it was then: Roger has yet to pick, and picks after that.
    (found,) = re.findall(r"(?ms)^\? Roger: .*?^next, back", ended.out)
    assert re.search(r"(?m)^Turn 1 of 8 · Roger picks", found)
    assert "\nSet 2: " in found
    assert [(who.partition(":")[0], size, cost) for who, size, cost in told] == [
        ("You", "a small mistake", "1.3 gold"),
        ("Roger", "a mistake", "3.6 gold"),
    ]
    assert "From here on, none of your decisions cost 1 gold or more." in ended.out
    assert ended.out.count("From here on, none of the others' decisions cost 1 gold or more.") == 1


def test_whoever_stops_the_judging_is_back_in_the_replay(
    own: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def judge(screen: Screen, work: Analysing) -> Analysis:
        raise KeyboardInterrupt

    monkeypatch.setattr(step_through, "judge", judge)
    ended = run("replay", "--step", typed="mistake\n7\nquit\n", variables=own)

    assert (ended.code, ended.err) == (0, "Stopped.\n")
    assert "Entry 7 of 96" in ended.out or "Entries 7 to" in ended.out


def test_help_says_again_what_can_be_typed(own: dict[str, str]) -> None:
    ended = run("replay", "--step", typed="help\nAnne\nquit\n", variables=own)

    assert ended.out.count("The right and left keys") == 2
    assert 'No table is headed "Anne".' in ended.out


def test_without_a_name_the_last_match_that_is_over_is_replayed(own: dict[str, str]) -> None:
    run(*GAME, typed="G1 G2 / G3 G5 Y3\n", variables=own)
    ended = run("replay", "--step", typed="quit\n", variables=own)
    listed = run("matches", variables=own)

    assert "of 96" in ended.out
    assert "Jolly: you" in listed.out
    assert listed == run("matches", "list", variables=own)
    assert run("review", "--help").out == run("analyse", "--help").out
    assert run("auswertung", "--help", language="de").code == 0


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
