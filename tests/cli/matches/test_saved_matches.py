"""``splitpick matches``: what is kept is listed, shown, told again and deleted."""

import re
import shlex
import time
from dataclasses import replace
from itertools import cycle
from json import loads
from pathlib import Path

import pytest

from command import COMMAND_LINES, LANGUAGES, PROGRAM, Ended, run_in_terminal
from golden import same_as_file
from sample_home import (
    ALL,
    BEGUN,
    DAY,
    DICE,
    FORFEITED,
    ONE_PERSON,
    OVER,
    TWO_PEOPLE,
    UNDER_WAY,
    keep,
    matches,
    names,
    record,
)
from splitpick.cli import exits
from splitpick.cli.matches.list_matches import match_lines
from splitpick.cli.screen import Screen
from splitpick.cli.storage.open_store import told_time, world_time
from splitpick.core.hooks.engine import Engine
from splitpick.core.hooks.provider import Provider
from splitpick.core.matches.entry import runs
from splitpick.core.matches.match import Result
from splitpick.core.matches.record import Record, settle
from splitpick.core.matches.setup import HUMAN, Setup
from splitpick.core.matches.store import Summary
from splitpick.core.text import Language
from splitpick.core.width import display_width

NOW = re.compile(r"\d\d/\d\d/\d{4}, \d\d:\d\d|\d\d\.\d\d\.\d\d, \d\d:\d\d")
"""When the matches were put into the store: the one thing that is not always the same."""


def in_terminal(home: Path, *words: str, typed: str = "", after: str = "") -> Ended:
    """Run ``splitpick matches`` in a terminal."""
    return run_in_terminal(
        [*PROGRAM, "matches", *words],
        typed=typed,
        after=after,
        variables={"SPLITPICK_HOME": str(home), "LANG": "C"},
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_matches_as_people_see_them(home: Path, language: str) -> None:
    """The answers of all commands, in one file for each language, for review."""
    texts = []
    for words in [
        ["list"],
        ["show", OVER],
        ["show", OVER, "--at", "5"],
        ["show", UNDER_WAY],
        ["show", ONE_PERSON],
        ["show", TWO_PEOPLE],
        ["show", FORFEITED, "--accessible"],
        ["replay", UNDER_WAY],
        ["export", UNDER_WAY],
        ["delete", DICE, "--yes"],
        ["delete", OVER],
        ["show", DICE],
    ]:
        ended = matches(home, *words, language=language)
        line = shlex.join(["splitpick", "matches", *words])
        texts.append(f"$ {line}\n{NOW.sub('NOW', ended.out)}{ended.err}")

    same_as_file(COMMAND_LINES / f"matches.{language}.txt", "\n".join(texts))


# list


def test_all_matches_are_listed_the_last_played_first(filled: Path) -> None:
    empty = filled / "empty"
    assert "splitpick play" in matches(empty, "list").out
    assert matches(empty, "list", "--json").out == "[]\n"
    lines = matches(filled, "list").out.splitlines()
    fields = {match["name"]: match for match in loads(matches(filled, "list", "--json").out)}

    assert [line.split()[0] for line in lines] == ["Match", *ALL]
    assert fields[OVER] | {"touched": ""} == {
        "name": OVER,
        "ruleset": "jolly-roger",
        "variant": "advanced",
        "seats": [{"id": "jolly", "player": "human"}, {"id": "roger", "player": "greedy"}],
        "entries": 96,
        "over": True,
        "result": {"scores": [18, 9], "winners": ["jolly"], "forfeited": None},
        "practice": False,
        "leg": 0,
        "damaged": False,
        "created": "2025-06-16T15:06:40.000Z",
        "touched": "",
    }
    assert fields[UNDER_WAY]["practice"]
    assert fields[UNDER_WAY]["result"] is None
    assert (fields[FORFEITED]["result"]["forfeited"], fields[FORFEITED]["leg"]) == ("jolly", 1)


def summaries() -> list[Summary]:
    """Make ten summaries of a diligent player, in every state."""
    seats, players = ("jolly", "roger"), (HUMAN, "greedy")
    setup = Setup("jolly-roger", "advanced", "", "", seats, players, 0, 7, created=BEGUN)
    return [
        Summary(
            f"jolly-roger-{number}",
            replace(setup, practice=number % 7 == 0, leg=number % 3),
            number,
            BEGUN + number * DAY // 100,
            Result((number, 7), (0,)) if number % 5 else None,
        )
        for number in range(10, 0, -1)
    ]


def test_no_line_of_the_list_is_wider_than_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match has a line of its own at 80 columns, and several where the terminal is narrow."""
    screen = Screen(Language("de"))
    screen.terminal = True
    for width in (20, 80, 160):
        monkeypatch.setenv("COLUMNS", str(width))
        lines = match_lines(screen, summaries())

        assert max(map(display_width, lines)) <= width
        assert sum("jolly-roger-" in line for line in lines) == 10
        assert (len(lines) in (11, 12)) == (width >= 80)  # one or two for the heads


def test_times_are_those_of_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """For people; programs are told the same moment everywhere, and unknown ones are left out."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Europe/Berlin")
        time.tzset()
        told = [told_time(BEGUN, Language(language)) for language in ("en", "de", "nl")]
        assert told == ["15/06/2025, 17:06", "15.06.25, 17:06", "15-06-2025, 17:06"]
        assert told_time(BEGUN, Language("de"), day=True) == "15.06.25"
    time.tzset()

    assert world_time(BEGUN + 250) == "2025-06-15T15:06:40.250Z"
    for unknown in (0, -1, 10**18):
        assert (told_time(unknown, Language("en")), world_time(unknown)) == ("", None)


def test_what_others_have_written_cannot_steer_or_fill_the_terminal() -> None:
    evil = summaries()[0]
    variant, players = "\x1b[2Jx\ny" + "z" * 500, ("\x9b31m" + "漢" * 90, HUMAN)
    evil = replace(evil, setup=replace(evil.setup, variant=variant, players=players))
    line = match_lines(Screen(Language("en")), [evil])[1]

    assert line.isprintable()
    assert display_width(line) < 200


# show and replay


def test_the_seed_of_a_match_under_way_stays_hidden(filled: Path) -> None:
    """It tells the cards that will come; where everything can be undone, that does no harm."""
    assert {name: "\n  Seed" in matches(filled, "show", name).out for name in ALL} == {
        OVER: True,
        UNDER_WAY: True,  # for practice
        ONE_PERSON: False,
        TWO_PEOPLE: False,
        FORFEITED: False,  # the other game of the duplicate has the same cards
        DICE: True,
    }


def test_any_entry_can_be_shown(filled: Path) -> None:
    """With its decision, the notes on it and the table after it, but not the end."""
    second = matches(filled, "show", OVER, "--at", "6").out.splitlines()

    assert {"Entry 6 of 96", "?! {The Kraken lurks.}"} <= set(second)
    assert any(line.startswith("You split: ") for line in second)
    assert any(line.startswith("Turn 1 of 8 · Roger picks") for line in second)
    assert not any("wins" in line for line in second)
    for entry in ("0", "1000", "-1", "two", "1.5", "٣", "9" * 5000, ""):
        ended = matches(filled, "show", OVER, "--at", entry)

        assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "no-entry")
        assert "1 to 96" in ended.err


def test_a_match_in_which_nothing_was_done_shows_its_table(tmp_path: Path) -> None:
    engine = Engine()
    rules = engine.ruleset_file("jolly-roger").variant()
    name = keep(tmp_path, Record(settle(engine, rules, [HUMAN, HUMAN], 0, 7), ()))

    assert "green ship" in matches(tmp_path, "show", name).out
    assert matches(tmp_path, "show", name, "--at", "1").error_code == "no-entries"
    assert matches(tmp_path, "replay", name).code == exits.FINE


def test_secrets_are_shown_to_the_one_person_who_knows_them(filled: Path) -> None:
    """The only person at this keyboard sees the own hand; where there are two nobody's is shown."""
    own = matches(filled, "show", ONE_PERSON).out
    both = matches(filled, "show", TWO_PEOPLE).out

    assert own.count("Your hand: ") == own.count("hand") == 1
    assert "hand" not in both
    assert both.count("still secret") == 1
    assert "Your hand: " in matches(filled, "replay", ONE_PERSON).out
    assert "hand: " not in matches(filled, "replay", TWO_PEOPLE).out


@pytest.mark.slow
def test_every_entry_of_every_match_can_be_told(filled: Path) -> None:
    """With its table, drawn or in sentences; and nobody is told anything that steers a terminal."""
    for name, how in zip(ALL, cycle(([], ["--accessible"])), strict=False):
        shown = matches(filled, "replay", name, *how, language="de").out

        heads = re.findall("^(?:Eintrag|Einträge) [0-9]", shown, re.MULTILINE)
        assert len(heads) == len(runs(record(filled, name).entries))
        assert shown.replace("\n", "").isprintable()


def test_what_was_taken_back_is_shown_but_not_replayed(filled: Path) -> None:
    shown = matches(filled, "show", UNDER_WAY, "--at", "13").out.splitlines()
    replayed = matches(filled, "replay", UNDER_WAY).out
    whole = matches(filled, "replay", OVER).out

    assert "Roger takes 1 action back." in shown
    assert "Roger takes 2 actions back." in shown
    assert "Part of this was taken back later." in shown
    assert replayed.count("Roger lays") == 1
    assert "takes 1 action back" not in replayed
    assert "Decisions that were taken back later are left out." in replayed
    assert len(re.findall(r"^Entr(?:y|ies) .* of 96$", whole, re.MULTILINE)) == 32
    assert whole.splitlines()[-1] == "You win and are the new pirate king."


def test_a_speed_is_a_number_with_decimals_perhaps(filled: Path) -> None:
    for speed in ("0", "2", "0.5", "2,5"):
        assert matches(filled, "replay", UNDER_WAY, "--speed", speed).code == exits.FINE
    for speed in ("fast", "-1", "", "1e3", "nan", "1000", "9" * 5000):
        ended = matches(filled, "replay", OVER, f"--speed={speed}")

        assert (ended.code, ended.error_code, ended.out) == (exits.BAD_INPUT, "bad-speed", "")


@pytest.mark.slow
@pytest.mark.process
def test_a_replay_in_a_terminal_goes_on_by_itself_or_by_enter_and_can_be_left(filled: Path) -> None:
    """Left by the word, at the end of the input, and with Ctrl-C; at 0.1 it would take a minute."""
    quick = in_terminal(filled, "replay", UNDER_WAY, "--speed", "10")
    slow = (filled, "replay", OVER, "--speed", "0.1")
    entered = in_terminal(
        filled, "replay", UNDER_WAY, "--speed", "0.1", typed="\n\n\n", after="Entries 1 to 5"
    )

    for ended in (quick, entered):
        assert ended.code == exits.FINE
        assert "Continue it with" in ended.out
    for typed, code in (("quit\n", 0), ("\x04", 0), ("\x03", exits.INTERRUPTED)):
        ended = in_terminal(*slow, typed=typed, after="Entries 1 to 5")

        assert ended.code == code
        assert "Turn 3 of 32" not in ended.out
        assert "Traceback" not in ended.out


# delete


def test_several_matches_can_be_deleted(home: Path) -> None:
    """Where a name is wrong, or nobody can be asked, none is."""
    wrong = matches(home, "delete", OVER, "jolly-roger-11", "--yes")
    unasked = matches(home, "delete", OVER, typed="yes\n")
    before = names(home)
    ended = matches(home, "delete", OVER, DICE, OVER, "--yes")

    assert (wrong.code, wrong.error_code) == (exits.BAD_INPUT, "unknown-match")
    assert (unasked.code, unasked.error_code) == (exits.BAD_INPUT, "not-sure")
    assert before == list(ALL)
    assert ended.code == exits.FINE
    assert ended.out.splitlines() == [f"{OVER} is deleted.", f"{DICE} is deleted."]
    assert names(home) == [name for name in ALL if name not in (OVER, DICE)]


@pytest.mark.often(1)
@pytest.mark.process
def test_in_a_terminal_it_is_asked_first(home: Path) -> None:
    for answer, gone in (("", False), ("y", False), ("YES", True)):
        ended = in_terminal(home, "delete", OVER, typed=f"{answer}\n", after="confirm:")

        assert ended.code == exits.FINE
        assert (OVER not in names(home)) == gone


# Matches that cannot be told.


def test_a_damaged_journal_is_named_with_its_entry(home: Path) -> None:
    saved = record(home, OVER)
    entries = (*saved.entries[:3], replace(saved.entries[3], text="+XX"), *saved.entries[4:])
    name = keep(home, replace(saved, entries=entries))
    for command in ("show", "replay", "export", "resume"):
        ended = matches(home, command, name, language="de")

        assert ended.code == exits.BAD_INPUT
        assert len(ended.err.splitlines()) == 1
        assert name in ended.err
        assert "XX" in ended.err
    assert matches(home, "delete", name, "--yes").code == exits.FINE


def test_every_plugin_that_is_missing_is_named_with_its_version(home: Path) -> None:
    """The match can be handed on, but nobody can make a picture of it here."""
    saved = record(home, OVER)
    missing = (
        Provider("megalodon", "3.1", "splitpick-megalodon"),
        Provider("narwhal", "1.0", "splitpick-megalodon"),
    )
    plugins = (*saved.setup.plugins, *missing)
    name = keep(home, replace(saved, setup=replace(saved.setup, plugins=plugins)))
    for words in (["show"], ["replay"], ["resume"], ["export", "-f", "svg"]):
        ended = matches(home, *words, name)

        assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "plugins-missing")
        assert "megalodon 3.1 (splitpick-megalodon), narwhal 1.0 (" in ended.err
        assert "kraken" not in ended.err
    text = matches(home, "export", name)
    assert (text.code, text.err) == (exits.FINE, "")
    assert '"megalodon" "3.1"' in text.out


def test_an_unknown_match_gets_what_was_likely_meant(filled: Path) -> None:
    """And looking at known ones changes nothing in the store."""
    before = [record(filled, name) for name in names(filled)]
    for command in ("show", "replay", "delete", "export", "resume"):
        ended = matches(filled, command, "jolly-roger1", language="de")

        assert (ended.code, ended.error_code, ended.out) == (exits.BAD_INPUT, "unknown-match", "")
        assert OVER in ended.err
    for words in (["list"], ["show", OVER], ["replay", UNDER_WAY], ["export", OVER]):
        matches(filled, *words)
    assert [record(filled, name) for name in names(filled)] == before
