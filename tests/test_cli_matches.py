"""``splitpick matches``: what is kept is listed, shown, told again, deleted, sent and taken in."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import shutil
import sqlite3
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

import kept
from command import COMMAND_LINES, LANGUAGES, PROGRAM, Ended, run, run_in_terminal
from golden import same_as_file
from kept import (
    ALL,
    BEGUN,
    DAY,
    DICE,
    FORFEITED,
    ONE_PERSON,
    OVER,
    TWO_PEOPLE,
    UNDER_WAY,
)
from splitpick.cli import exits
from splitpick.cli.main import main
from splitpick.cli.matches.clock import local_time, world_time
from splitpick.cli.matches.export_match import write_file
from splitpick.cli.matches.list_matches import match_lines
from splitpick.cli.matches.narrate import Narrator
from splitpick.cli.screen import Screen
from splitpick.core.errors import BadValue
from splitpick.core.hooks.engine import Engine, Provider
from splitpick.core.matches.match import Result
from splitpick.core.matches.record import Record, record_of, settle
from splitpick.core.matches.records.record_text import write_text
from splitpick.core.matches.setup import HUMAN, Setup
from splitpick.core.matches.store import Store, Summary
from splitpick.core.text import PSEUDO, Language
from splitpick.core.width import display_width

NOW = re.compile(r"20\d\d-\d\d-\d\d \d\d:\d\d")
"""When the matches were put into the store: the one thing that is not always the same."""


@pytest.fixture(scope="module")
def _filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("filled")
    kept.fill(home)
    return home


@pytest.fixture
def home(_filled: Path, tmp_path: Path) -> Path:
    """A home of its own with the matches of `kept` in it."""
    return Path(shutil.copytree(_filled, tmp_path / "home"))


def matches(
    home: Path, *arguments: str, language: str = "en", width: int = 80, typed: str = ""
) -> Ended:
    """Run ``splitpick matches`` with the matches in *home*; in this process, which is quicker."""
    streams = {name: io.TextIOWrapper(io.BytesIO(), "utf-8") for name in ("stdout", "stderr")}
    streams["stdin"] = io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        patch.setenv("SPLITPICK_HOME", str(home))
        patch.setenv("SPLITPICK_LANG", language)
        patch.setenv("COLUMNS", str(width))
        code = main(["matches", *arguments])
    out, err = (streams[name].buffer for name in ("stdout", "stderr"))
    assert isinstance(out, io.BytesIO)
    assert isinstance(err, io.BytesIO)
    return Ended(code, out.getvalue().decode(), err.getvalue().decode())


def in_terminal(home: Path, *arguments: str, typed: str = "", after: str = "") -> Ended:
    """Run ``splitpick matches`` in a terminal."""
    return run_in_terminal(
        [*PROGRAM, "matches", *arguments],
        typed=typed,
        after=after,
        variables={"SPLITPICK_HOME": str(home), "LANG": "C"},
    )


def names(home: Path) -> list[str]:
    """List what is kept in *home*, the last played first."""
    return [match["name"] for match in json.loads(matches(home, "list", "--json").out)]


def record(home: Path, name: str) -> Record:
    """Read a match from *home*."""
    store = Store(home)
    try:
        return store.load(name).record
    finally:
        store.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_matches_as_people_see_them(home: Path, language: str) -> None:
    """The answers of all commands, in one file for each language, for review."""
    said = []
    for words in [
        ["list"],
        ["show", OVER],
        ["show", OVER, "--turn", "3"],
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
        said.append(f"$ {line}\n{NOW.sub('2025-07-01 12:00', ended.out)}{ended.err}")

    same_as_file(COMMAND_LINES / f"matches.{language}.txt", "\n".join(said))


# list


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_store_says_how_to_begin(tmp_path: Path, language: str) -> None:
    ended = matches(tmp_path, "list", language=language)

    assert (ended.code, ended.err) == (exits.FINE, "")
    assert "splitpick play" in ended.out
    assert matches(tmp_path, "list", "--json").out == "[]\n"


def test_all_matches_are_listed_the_last_played_first(home: Path) -> None:
    lines = matches(home, "list").out.splitlines()

    assert [line.split()[0] for line in lines] == ["Match", *ALL]


def test_a_list_for_programs_holds_what_the_list_for_people_does(home: Path) -> None:
    told = {match["name"]: match for match in json.loads(matches(home, "list", "--json").out)}

    assert told[OVER] | {"touched": ""} == {
        "name": OVER,
        "ruleset": "jolly-roger",
        "variant": "advanced",
        "seats": [{"id": "jolly", "player": "human"}, {"id": "roger", "player": "greedy"}],
        "entries": 96,
        "over": True,
        "result": {"scores": [18, 9], "winners": ["jolly"], "forfeited": None},
        "practice": False,
        "leg": 0,
        "created": "2025-06-16T15:06:40.000Z",
        "touched": "",
    }
    assert told[UNDER_WAY]["practice"]
    assert told[UNDER_WAY]["result"] is None
    assert told[FORFEITED]["result"]["forfeited"] == "jolly"
    assert told[FORFEITED]["leg"] == 1


def summaries(count: int) -> list[Summary]:
    """Make as many summaries as a diligent player has."""
    seats, players = ("jolly", "roger"), (HUMAN, "greedy")
    setup = Setup("jolly-roger", "advanced", "", "", seats, players, 0, 7, created=BEGUN)
    return [
        Summary(
            f"jolly-roger-{number}",
            replace(setup, practice=number % 7 == 0, leg=number % 3),
            number % 100,
            BEGUN + number * DAY // 100,
            Result((number % 60, 7), (0,)) if number % 5 else None,
        )
        for number in range(count, 0, -1)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [20, 40, 80, 160])
def test_no_line_of_the_list_is_wider_than_the_terminal(
    monkeypatch: pytest.MonkeyPatch, width: int, language: str
) -> None:
    """A match has a line of its own, or several where the terminal is narrow."""
    monkeypatch.setenv("COLUMNS", str(width))
    screen = Screen(Language(language))
    screen.terminal = True
    lines = match_lines(screen, summaries(10))

    assert max(map(display_width, lines)) <= width
    assert sum("jolly-roger-" in line for line in lines) == 10
    assert (len(lines) == 11) == (width == 160)


def test_in_a_pipe_every_match_is_one_line_however_long() -> None:
    lines = match_lines(Screen(Language("en")), summaries(10_000))

    assert len(lines) == 10_001
    assert len(set(map(len, (line.rpartition(":")[0] for line in lines[1:])))) == 1


def test_columns_stand_below_each_other_whatever_is_in_them() -> None:
    """Wide signs, umlauts in the headings, and numbers, which end at the right."""
    some = summaries(12)
    wide = replace(some[3].setup, variant="漢字")
    some[3] = replace(some[3], setup=wide, name="jolly-roger-9")
    lines = match_lines(Screen(Language("de")), some)
    before = [line[: line.index("Sieg" if "Sieg" in line else "läuft")] for line in lines[1:]]

    assert {display_width(line) for line in before} == {lines[0].index("Stand")}
    assert {line.rstrip()[-1] for line in before} <= set("0123456789")
    assert len({display_width(line.rstrip()) for line in before}) == 1


def test_a_long_list_is_read_page_by_page(home: Path) -> None:
    """As the rules are, by the reader's own pager."""
    ended = run_in_terminal(
        [*PROGRAM, "matches", "list"],
        columns=60,
        lines=5,
        variables={"SPLITPICK_HOME": str(home), "PAGER": "wc -l"},
    )

    assert ended.code == exits.FINE
    assert int(ended.out) >= 2 * len(ALL)


@pytest.mark.parametrize("nobody_knows", [0, -1, 10**18])
def test_a_time_that_nobody_knows_is_left_out(nobody_knows: int) -> None:
    assert (local_time(nobody_knows), world_time(nobody_knows)) == ("", None)


def test_times_are_those_of_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """For people; programs are told the same moment everywhere."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    there = local_time(BEGUN)
    monkeypatch.undo()
    time.tzset()

    assert there == "2025-06-15 17:06"
    assert world_time(BEGUN + 250) == "2025-06-15T15:06:40.250Z"


def test_what_others_have_written_cannot_steer_the_terminal() -> None:
    """Nor fill it: names from a record are cut."""
    evil = summaries(1)[0]
    variant, players = "\x1b[2Jx\ny" + "z" * 500, ("\x9b31m" + "漢" * 90, HUMAN)
    evil = replace(evil, setup=replace(evil.setup, variant=variant, players=players))
    line = match_lines(Screen(Language("en")), [evil])[1]

    assert line.isprintable()
    assert display_width(line) < 200


# show


def test_the_seed_of_a_match_under_way_stays_hidden(home: Path) -> None:
    """It tells the cards that will come; where everything may be taken back that does no harm."""
    seeds = {name: "\n  Seed" in matches(home, "show", name).out for name in ALL}

    assert seeds == {
        OVER: True,
        UNDER_WAY: True,  # for practice
        ONE_PERSON: False,
        TWO_PEOPLE: False,
        FORFEITED: False,  # the other game of the duplicate has the same cards
        DICE: True,
    }


def test_the_last_turn_is_shown_with_the_scoring(home: Path) -> None:
    lines = matches(home, "show", OVER).out.splitlines()

    assert "Turn 32 of 32 in the record" in lines
    assert lines[-1] == "Jolly wins and is the new pirate king."


def test_any_turn_can_be_shown(home: Path) -> None:
    """With its decision, the notes on it and the table after it, but not the end."""
    lines = matches(home, "show", OVER, "--turn", "2").out.splitlines()

    assert "Turn 2 of 32 in the record" in lines
    assert any(line.startswith("Jolly splits: ") for line in lines)
    assert "?! {The Kraken lurks.}" in lines
    assert any(line.startswith("Turn 1 of 8 · Roger picks") for line in lines)
    assert not any("wins" in line for line in lines)


@pytest.mark.parametrize("turn", ["0", "33", "-1", "two", "1.5", "٣", "9" * 5000, ""])
def test_a_turn_there_is_not_is_named_with_those_there_are(home: Path, turn: str) -> None:
    ended = matches(home, "show", OVER, "--turn", turn)

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "no-such-turn")
    assert "1 to 32" in ended.err


def test_a_match_in_which_nothing_was_done_shows_its_table(tmp_path: Path) -> None:
    engine = Engine()
    rules = engine.ruleset_file("jolly-roger").variant()
    setup = settle(engine, rules, [HUMAN, HUMAN], 0, 7)
    store = Store(tmp_path)
    name = store.create(Record(setup, ()))
    store.close()

    assert "green ship" in matches(tmp_path, "show", name).out
    assert matches(tmp_path, "show", name, "--turn", "1").error_code == "no-turns"
    assert matches(tmp_path, "replay", name).code == exits.FINE


def test_secrets_are_shown_to_the_one_person_who_knows_them(home: Path) -> None:
    """The only person at this keyboard sees the own hand; where there are two nobody's is shown."""
    own = matches(home, "show", ONE_PERSON).out
    both = matches(home, "show", TWO_PEOPLE).out

    assert own.count("Your hand: ") == own.count("hand") == 1
    assert "hand" not in both
    assert both.count("still secret") == 2


@pytest.mark.parametrize("accessible", [False, True], ids=["drawn", "accessible"])
@pytest.mark.parametrize("name", ALL)
def test_every_turn_of_every_match_can_be_told(
    home: Path, capsys: pytest.CaptureFixture[str], name: str, accessible: bool
) -> None:
    """With its table; and nobody is told anything that steers a terminal."""
    store = Store(home)
    tale = Narrator(Screen(Language("de"), accessible=accessible), Engine(), store.load(name))
    store.close()
    for turn in tale.turns:
        tale.tell_turn(turn, tale.steps(turn))
        tale.show_table(tale.steps(turn)[-1].after)
    shown = capsys.readouterr().out

    assert shown.count("der Aufzeichnung") >= len(tale.turns)
    assert shown.replace("\n", "").isprintable()


def test_what_was_taken_back_is_shown_and_called_so(home: Path) -> None:
    lines = matches(home, "show", UNDER_WAY, "--turn", "3").out.splitlines()

    assert "Roger takes 1 action back." in lines
    assert "Roger takes 2 actions back." in lines
    assert "Part of this was taken back later." in lines


# replay


def test_a_replay_tells_every_turn_but_what_was_taken_back(home: Path) -> None:
    """In a pipe without waiting."""
    whole = matches(home, "replay", OVER).out
    slips = matches(home, "replay", UNDER_WAY).out

    for turn in range(1, 33):
        assert f"\nTurn {turn} of 32 in the record\n" in whole
    assert whole.splitlines()[-1] == "Jolly wins and is the new pirate king."
    assert slips.count("Roger lays") == 1
    assert "takes 1 action back" not in slips
    assert "What was taken back later is left out." in slips


def test_a_replay_hides_what_the_reader_must_not_know(home: Path) -> None:
    assert "Your hand: " in matches(home, "replay", ONE_PERSON).out
    assert "hand: " not in matches(home, "replay", TWO_PEOPLE).out


@pytest.mark.parametrize("speed", ["fast", "-1", "", "1e3", "nan", "1000", "9" * 5000])
def test_a_speed_that_makes_no_sense_is_refused(home: Path, speed: str) -> None:
    ended = matches(home, "replay", OVER, f"--speed={speed}")

    assert (ended.code, ended.error_code, ended.out) == (exits.BAD_INPUT, "bad-speed", "")


@pytest.mark.parametrize("speed", ["0", "2", "0.5", "2,5"])
def test_a_speed_may_have_decimals(home: Path, speed: str) -> None:
    assert matches(home, "replay", UNDER_WAY, "--speed", speed).code == exits.FINE


def test_a_replay_in_a_terminal_waits_at_every_table(home: Path) -> None:
    """Three tables at speed 5 take 1.2 seconds, at speed 0 none."""
    spent = {"5": 60.0, "0": 60.0}
    for speed in ("5", "0", "5", "0"):
        start = time.monotonic()
        assert in_terminal(home, "replay", UNDER_WAY, "--speed", speed).code == exits.FINE
        spent[speed] = min(spent[speed], time.monotonic() - start)  # other work takes time as well

    assert spent["5"] - spent["0"] > 0.9


def test_enter_goes_on_at_once(home: Path) -> None:
    start = time.monotonic()
    ended = in_terminal(
        home, "replay", UNDER_WAY, "--speed", "0.1", typed="\n\n\n", after="Turn 1 of 3"
    )

    assert ended.code == exits.FINE
    assert "It goes on with" in ended.out
    assert time.monotonic() - start < 20


@pytest.mark.parametrize(
    ("typed", "code"), [("quit\n", exits.FINE), ("\x04", exits.FINE), ("\x03", exits.INTERRUPTED)]
)
def test_a_replay_can_be_left(home: Path, typed: str, code: int) -> None:
    """By the word, at the end of the input, and with Ctrl-C."""
    ended = in_terminal(home, "replay", OVER, "--speed", "0.1", typed=typed, after="Turn 1 of 32")

    assert ended.code == code
    assert "Turn 3 of 32" not in ended.out
    assert "Traceback" not in ended.out


# delete


def test_several_matches_can_be_deleted(home: Path) -> None:
    ended = matches(home, "delete", OVER, DICE, OVER, "--yes")

    assert ended.code == exits.FINE
    assert ended.out.splitlines() == [f"{OVER} is deleted.", f"{DICE} is deleted."]
    assert names(home) == [name for name in ALL if name not in (OVER, DICE)]


def test_where_one_name_is_wrong_nothing_is_deleted(home: Path) -> None:
    ended = matches(home, "delete", OVER, "jolly-roger-11", "--yes")

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "unknown-match")
    assert names(home) == list(ALL)


def test_where_nobody_can_be_asked_nothing_is_deleted_without_yes(home: Path) -> None:
    ended = matches(home, "delete", OVER, typed="yes\n")

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "not-sure")
    assert names(home) == list(ALL)


@pytest.mark.parametrize(
    ("answer", "gone"), [("yes", True), ("YES", True), ("", False), ("y", False)]
)
def test_in_a_terminal_it_is_asked_first(home: Path, answer: str, gone: bool) -> None:
    ended = in_terminal(home, "delete", OVER, typed=f"{answer}\n", after="do it:")

    assert ended.code == exits.FINE
    assert (OVER not in names(home)) == gone


def test_a_match_that_is_damaged_can_be_deleted(home: Path) -> None:
    name = damaged(home)

    assert matches(home, "delete", name, "--yes").code == exits.FINE
    assert names(home) == list(ALL)


# Matches that cannot be told.


def damaged(home: Path) -> str:
    """Keep a match that has something in its journal that cannot have been; return its name."""
    saved = record(home, OVER)
    entries = (*saved.entries[:3], replace(saved.entries[3], text="+XX"), *saved.entries[4:])
    store = Store(home)
    name = store.create(replace(saved, entries=entries))
    store.close()
    return name


@pytest.mark.parametrize("command", ["show", "replay", "export", "resume"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_damaged_journal_is_named_with_its_entry(home: Path, command: str, language: str) -> None:
    name = damaged(home)
    ended = matches(home, command, name, language=language)

    assert ended.code == exits.BAD_INPUT
    assert len(ended.err.splitlines()) == 1
    assert name in ended.err
    assert "XX" in ended.err


def without_plugin(home: Path) -> str:
    """Keep a match that needs a plugin nobody has; return its name."""
    saved = record(home, OVER)
    setup = replace(saved.setup, plugins=(Provider("megalodon", "3.1", "splitpick-megalodon"),))
    store = Store(home)
    name = store.create(replace(saved, setup=setup))
    store.close()
    return name


@pytest.mark.parametrize("command", ["show", "replay", "resume"])
def test_a_plugin_that_is_missing_is_named_with_its_version(home: Path, command: str) -> None:
    ended = matches(home, command, without_plugin(home))

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "plugins-missing")
    assert "megalodon 3.1 (splitpick-megalodon)" in ended.err


def test_a_match_whose_plugin_is_missing_can_be_handed_on(home: Path) -> None:
    """But nobody can make a picture of it here."""
    name = without_plugin(home)
    text = matches(home, "export", name)
    picture = matches(home, "export", name, "--format", "svg")

    assert (text.code, text.err) == (exits.FINE, "")
    assert '"megalodon" "3.1"' in text.out
    assert (picture.code, picture.error_code) == (exits.BAD_INPUT, "plugins-missing")


@pytest.mark.parametrize("command", ["show", "replay", "delete", "export", "resume"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_match_gets_what_was_likely_meant(
    home: Path, command: str, language: str
) -> None:
    ended = matches(home, command, "jolly-roger1", language=language)

    assert (ended.code, ended.error_code, ended.out) == (exits.BAD_INPUT, "unknown-match", "")
    assert f"{OVER}" in ended.err


def test_matches_without_a_command_says_which_there_are(home: Path) -> None:
    ended = matches(home)

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "missing-command")


# export


@pytest.mark.parametrize(
    ("format", "begins"),
    [
        ("record", '[Splitpick "1"]'),
        ("json", "{"),
        ("markdown", "# "),
        ("html", "<!"),
        ("svg", "<svg"),
    ],
)
@pytest.mark.parametrize("name", [OVER, UNDER_WAY, ONE_PERSON, FORFEITED])
def test_a_match_can_be_written_in_every_format(
    home: Path, name: str, format: str, begins: str
) -> None:
    ended = matches(home, "export", name, "--format", format)

    assert ended.code == exits.FINE
    assert ended.out.startswith(begins)


def test_a_match_is_written_in_the_language_asked_for(home: Path) -> None:
    german = matches(home, "export", OVER, "-f", "markdown", language="de").out
    english = matches(home, "export", OVER, "-f", "markdown", language="en").out

    assert "Schiff" in german
    assert "Schiff" not in english


def test_an_unknown_format_gets_those_there_are(home: Path) -> None:
    ended = matches(home, "export", OVER, "--format", "pdf")

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "unknown-format")
    assert "record, json, markdown, html, svg" in ended.err


def test_an_export_says_that_it_holds_the_seed_only_if_it_writes_it(tmp_path: Path) -> None:
    """Not for a match whose seed is somebody else's secret, and not where nothing was written."""
    engine = Engine()
    store = Store(tmp_path)
    names = {}
    for ruleset in ("jolly-roger", "skull-queen"):
        rules = engine.ruleset_file(ruleset).variant()
        for seed in (7, None):
            setup = settle(engine, rules, [HUMAN, HUMAN], 0, seed)
            names[ruleset, seed] = store.create(Record(setup, ()))
    store.close()
    said = {key: matches(tmp_path, "export", name).err for key, name in names.items()}

    assert {key: "its seed" in err for key, err in said.items()} == {
        key: key[1] is not None for key in names
    }
    assert {key: "hidden" in err for key, err in said.items()} == {
        key: key[0] == "skull-queen" for key in names
    }
    (tmp_path / "there.txt").touch()
    refused = matches(
        tmp_path, "export", names["jolly-roger", 7], "--out", str(tmp_path / "there.txt")
    )
    assert refused.error_code == "file-exists"
    assert "seed" not in refused.err


def test_a_file_holds_what_the_output_would(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    ended = matches(home, "export", OVER, "-f", "json", "--out", str(file))

    assert (ended.code, ended.err) == (exits.FINE, "")
    assert ended.out == f"Written: {file}\n"
    assert file.read_text("utf-8") == matches(home, "export", OVER, "-f", "json").out
    assert matches(home, "export", OVER, "-f", "json", "--out", "-").out.startswith("{")
    assert {path.name for path in tmp_path.iterdir()} == {"home", "match.json"}


def test_a_file_that_is_there_is_only_replaced_by_force(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("mine")
    link = tmp_path / "link.txt"
    link.symlink_to(file)

    refused = matches(home, "export", OVER, "--out", str(link))
    assert (refused.code, refused.error_code) == (exits.BAD_INPUT, "file-exists")
    assert file.read_text() == "mine"
    assert matches(home, "export", OVER, "--out", str(link), "--force").code == exits.FINE
    assert link.is_symlink()
    assert file.read_text().startswith("[Splitpick")
    assert {path.name for path in tmp_path.iterdir()} == {"home", "mine.txt", "link.txt"}


@pytest.mark.parametrize("force", [[], ["--force"]], ids=["", "force"])
@pytest.mark.parametrize(
    ("where", "code"),
    [
        ("nowhere/match.txt", "no-such-folder"),
        ("home", "is-a-folder"),
        ("file/match.txt", "no-such-folder"),
        ("pipe", "odd-file"),
    ],
)
def test_where_no_file_can_be_nothing_is_written(
    home: Path, tmp_path: Path, where: str, code: str, force: list[str]
) -> None:
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    ended = matches(home, "export", OVER, "--out", str(tmp_path / where), *force)

    assert (ended.code, ended.error_code, ended.out) == (exits.BAD_INPUT, code, "")
    assert {path.name for path in tmp_path.iterdir()} == {"home", "file", "pipe"}


@pytest.mark.parametrize("force", [False, True])
def test_where_the_disk_is_full_an_export_leaves_nothing_behind(
    tmp_path: Path, force: bool
) -> None:
    """And what was there stays; here no file may get longer than 100 bytes."""
    import resource  # which Windows has not

    file = tmp_path / "match.txt"
    if force:
        file.write_text("mine")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            write_file(file, "x" * 1000, force=force)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == (
        {"match.txt": "mine"} if force else {}
    )


def test_a_path_that_no_system_can_have_is_refused() -> None:
    """No command line can hold this one."""
    with pytest.raises(BadValue, match="No file"):
        write_file(Path("\0"), "", force=False)


def test_a_match_can_be_cut_off_after_a_turn(home: Path, tmp_path: Path) -> None:
    """Then it is a match of its own, which goes on from there."""
    file = tmp_path / "cut.txt"
    matches(home, "export", OVER, "--turn", "5", "--out", str(file))
    again = matches(home, "export", OVER, "--turn", "5")
    taken = matches(home, "import", str(file))

    assert again.out == file.read_text("utf-8")
    assert taken.code == exits.FINE
    name = names(home)[0]
    cut = record(home, name)
    assert cut.result is None
    assert cut.entries == tuple(
        replace(entry, at=0) for entry in record(home, OVER).entries[: len(cut.entries)]
    )
    assert "Turn 5 of 5 in the record" in matches(home, "show", name).out
    assert matches(home, "export", OVER, "--turn", "33").error_code == "no-such-turn"


def test_whoever_sends_a_match_under_way_is_warned(home: Path) -> None:
    """The whole of it tells more than a reader should know; an account of it does not."""
    whole = {name: matches(home, "export", name).err for name in ALL}
    shown = matches(home, "export", TWO_PEOPLE, "--format", "markdown")

    assert "hidden" in whole[TWO_PEOPLE]
    assert "seed" in whole[UNDER_WAY]
    assert "hidden" not in whole[UNDER_WAY]
    assert whole[OVER] == whole[FORFEITED] == whole[DICE] == ""
    assert shown.err == ""


def test_rules_that_others_do_not_have_go_along(home: Path, tmp_path: Path) -> None:
    """Those of installed rule sets need not; and a rule set of one's own is read back without."""
    rules = tmp_path / "mine.yaml"
    text = (Path(__file__).parent.parent / "rulesets" / "jolly-roger.yaml").read_text("utf-8")
    rules.write_text(text.replace("id: jolly-roger", "id: mine"), encoding="utf-8")
    run(
        *("play", str(rules), "--seat", "jolly=random", "--seat", "roger=random", "--seed", "1"),
        variables={"SPLITPICK_HOME": str(home)},
    )
    rules.unlink()
    own = matches(home, "export", "mine-7", "--out", str(tmp_path / "own.txt"))
    matches(home, "delete", "mine-7", "--yes")
    taken = matches(home, "import", str(tmp_path / "own.txt"))

    assert (own.code, taken.code) == (exits.FINE, exits.FINE)
    assert '"set-size"' in (tmp_path / "own.txt").read_text("utf-8")
    assert '"set-size"' not in matches(home, "export", OVER).out
    assert names(home)[0] == "mine-8"


# import


@pytest.mark.parametrize("format", ["record", "json"])
@pytest.mark.parametrize("name", ALL)
def test_what_was_exported_can_be_imported(
    home: Path, tmp_path: Path, name: str, format: str
) -> None:
    """The same match, in a home that has never seen it; a command has become a name."""
    file = tmp_path / "sent"
    matches(home, "export", name, "--format", format, "--out", str(file))
    ended = matches(tmp_path / "elsewhere", "import", str(file))

    assert ended.code == exits.FINE
    (new,) = names(tmp_path / "elsewhere")
    assert new in ended.out
    here, there = record(home, name), record(tmp_path / "elsewhere", new)
    assert [(one.seat, one.text) for one in there.entries] == [
        (one.seat, one.text) for one in here.entries
    ]
    assert there.result == here.result
    assert there.setup.uid == here.setup.uid
    assert there.setup.players == tuple(
        "program:my" if player.startswith("process:") else player for player in here.setup.players
    )


def test_a_match_that_is_kept_already_is_not_kept_twice(home: Path, tmp_path: Path) -> None:
    """Unless a copy is wanted: that is another match, and no part of a duplicate any more."""
    sent = matches(home, "export", FORFEITED).out
    again = matches(home, "import", "-", typed=sent)

    assert (again.code, again.err) == (exits.FINE, "")
    assert again.out == f"This match is kept already, as {FORFEITED}.\n"
    assert names(home) == list(ALL)
    assert matches(home, "import", "-", "--copy", typed=sent).code == exits.FINE
    copy = record(home, names(home)[0]).setup
    assert copy.uid != record(home, FORFEITED).setup.uid
    assert (copy.leg, copy.partner) == (0, "")


def test_a_match_that_has_gone_on_otherwise_is_not_lost(home: Path) -> None:
    """The stored match stays as it is; the imported one can be stored beside it."""
    sent = record(home, UNDER_WAY)
    further = kept.played(Engine(), sent.setup, kept.until(9))
    text = write_text(record_of(sent.setup, further))
    ended = matches(home, "import", "-", typed=text)

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "imported-otherwise")
    assert UNDER_WAY in ended.err
    assert record(home, UNDER_WAY) == sent
    assert matches(home, "import", "-", "--copy", typed=text).code == exits.FINE


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mistake_in_a_record_is_shown_where_it_is(
    home: Path, tmp_path: Path, language: str
) -> None:
    """File, line, column, the line itself and what is meant in it, in the reader's language."""
    text = matches(home, "export", OVER).out.replace("pick 1", "pick 9", 1)
    file = tmp_path / "wrong.txt"
    file.write_text(text, encoding="utf-8")
    line = text[: text.index("pick 9")].count("\n") + 1
    ended = matches(home, "import", str(file), language=language)

    assert (ended.code, ended.out) == (exits.BAD_INPUT, "")
    first, source, carets = ended.err.splitlines()
    assert first.startswith(f"{file}:{line}:")
    assert source[source.index("|") + 2 + carets.index("^") - carets.index("|") - 2 :].startswith(
        "pick 9"
    )
    assert names(home) == list(ALL)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "record-unknown"),
        (b"hello", "record-unknown"),
        (b"\xff\xfe[\0S\0", "not-utf-8"),
        ('[Splitpick "1"]\n; Müll'.encode("latin-1"), "not-utf-8"),
        (b"\x1b[2J", "record-unknown"),
        (b"{" * 100_000, "record-json"),
        (b" " * 16_000_001, "record-too-big"),
    ],
    ids=["empty", "text", "UTF-16", "latin-1", "escape", "deep", "big"],
)
def test_a_file_that_is_no_record_is_refused(
    home: Path, tmp_path: Path, data: bytes, code: str
) -> None:
    file = tmp_path / "odd"
    file.write_bytes(data)
    ended = matches(home, "import", str(file))

    assert (ended.code, ended.out) == (exits.BAD_INPUT, "")
    assert f"error[{code}" in ended.err
    assert "\x1b" not in ended.err
    assert len(ended.err) < 2000
    assert names(home) == list(ALL)


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ("nowhere.txt", "no-file"),
        (".", "is-a-folder"),
        ("pipe", "odd-file"),
        ("x" * 300, "unreadable-file"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(
    home: Path, tmp_path: Path, where: str, code: str
) -> None:
    os.mkfifo(tmp_path / "pipe")
    ended = matches(home, "import", str(tmp_path / where))

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, code)


def test_a_token_is_sent_on_to_where_it_belongs(home: Path) -> None:
    token = "SP1" + "4fGh7Kq2" * 6
    ended = matches(home, "import", "-", typed=f"Your turn: {token}\n")

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "is-a-token")
    assert "splitpick post" in ended.err


def test_no_player_of_a_record_becomes_a_command(home: Path, tmp_path: Path) -> None:
    sent = record(home, UNDER_WAY)
    players = ("program:evil", "stranger")
    text = write_text(replace(sent, setup=replace(sent.setup, players=players)))
    elsewhere = tmp_path / "elsewhere"
    ended = matches(elsewhere, "import", "-", typed=text)

    assert ended.code == exits.FINE
    assert [line for line in ended.err.splitlines() if "--seat" in line] == ended.err.splitlines()
    assert "--seat jolly=" in ended.err
    assert "--seat roger=" in ended.err
    resumed = matches(elsewhere, "resume", names(elsewhere)[0])
    assert resumed.error_code == "player-elsewhere"
    assert "--seat jolly=PLAYER" in resumed.err
    process = text.replace('"program:evil"', '"process:./evil"')
    assert matches(elsewhere, "import", "-", "--copy", typed=process).code == exits.BAD_INPUT


# All of it.


def test_everything_that_matches_say_can_be_translated(home: Path, tmp_path: Path) -> None:
    """In the pseudo-locale: what stands outside all brackets are names, dates and notation."""
    for words in [
        ["show", OVER],
        ["show", FORFEITED],
        ["replay", UNDER_WAY],
        ["delete", OVER],
        ["delete", OVER, "--yes"],
        ["export", TWO_PEOPLE, "--out", str(tmp_path / "out")],
        ["export", TWO_PEOPLE, "--out", str(tmp_path / "out")],
        ["import", str(tmp_path / "out")],
        ["import", str(tmp_path / "out"), "--copy"],
        ["import", str(tmp_path)],
        ["list"],
    ]:
        ended = matches(home, *words, language=PSEUDO)
        said = HASH.sub("", ended.out + ended.err).replace(str(tmp_path), "")
        assert "⟦" in said
        assert untranslated(said) <= NAMES, words
    empty = matches(tmp_path / "empty", "list", language=PSEUDO).out
    assert untranslated(empty) == set()


HASH = re.compile(r"[0-9a-f]{12}|[0-9a-f]{16}")

NAMES = {
    *("jolly", "roger", "skull", "queen", "dead", "mans", "dice", "jack", "anne", "bart", "grace"),
    *("introductory", "advanced", "all", "cards", "standard", "stranger", "process", "my", "bot"),
    *("fast", "splitpick", "resume", "note", "lang", "qps", "out"),
    *("April", "June", "M", "PLAYER"),
}


def untranslated(said: str) -> set[str]:
    """Return the words that stand outside all brackets, but for notation."""
    depth = 0
    outside = []
    for sign in said:
        depth += sign == "⟦"
        outside.append(" " if depth else sign)
        depth -= sign == "⟧"
    return {
        word
        for word in re.findall(r"[^\W\d_]+", "".join(outside))
        if word.islower() or len(word) > 2
    }


def test_a_store_that_is_no_store_is_said_in_one_line(tmp_path: Path) -> None:
    """Where the home cannot be one at all."""
    (tmp_path / "file").touch()
    ended = matches(tmp_path / "file", "list")

    assert ended.code != exits.FINE
    assert len(ended.err.splitlines()) == 1


def test_the_store_is_left_as_it_was_by_looking(home: Path) -> None:
    """Neither listing, showing, telling again nor exporting changes what is kept."""
    before = dump(home)
    for words in (["list"], ["show", OVER], ["replay", UNDER_WAY], ["export", OVER]):
        matches(home, *words)

    assert dump(home) == before


def dump(home: Path) -> list[str]:
    """Return all that is in the store."""
    file = home / "matches.sqlite3"
    db = sqlite3.connect(file)
    try:
        return list(db.iterdump())
    finally:
        db.close()
