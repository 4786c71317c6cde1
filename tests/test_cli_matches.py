"""``splitpick matches``: what is kept is listed, shown, told again, deleted, sent and taken in."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sqlite3
import time
from dataclasses import replace
from json import loads
from pathlib import Path

import pytest

import kept
from command import COMMAND_LINES, LANGUAGES, PROGRAM, Ended, run, run_in_terminal
from golden import same_as_file
from kept import ALL, BEGUN, DAY, DICE, FORFEITED, ONE_PERSON, OVER, TWO_PEOPLE, UNDER_WAY
from splitpick.cli import exits
from splitpick.cli.matches.clock import local_time, world_time
from splitpick.cli.matches.export_match import FORMATS, write_file
from splitpick.cli.matches.list_matches import match_lines
from splitpick.cli.matches.narrate import Narrator
from splitpick.cli.screen import Screen
from splitpick.core.errors import BadValue
from splitpick.core.hooks.engine import Engine, Provider
from splitpick.core.matches.match import Result
from splitpick.core.matches.record import Record, record_of, settle
from splitpick.core.matches.records.record_writer import write_text
from splitpick.core.matches.setup import HUMAN, Setup
from splitpick.core.matches.store import Store, Summary
from splitpick.core.text import PSEUDO, Language
from splitpick.core.width import display_width

NOW = re.compile(r"20\d\d-\d\d-\d\d \d\d:\d\d")
"""When the matches were put into the store: the one thing that is not always the same."""


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the matches of `kept` in it, for tests that only look."""
    home = tmp_path_factory.mktemp("filled")
    kept.fill(home)
    return home


@pytest.fixture
def home(filled: Path, tmp_path: Path) -> Path:
    """The same as a home of its own."""
    return Path(shutil.copytree(filled, tmp_path / "home"))


def matches(home: Path, *words: str, language: str = "en", typed: str = "") -> Ended:
    """Run ``splitpick matches`` with the matches in *home*."""
    home_variable = {"SPLITPICK_HOME": str(home)}
    return run("matches", *words, language=language, typed=typed, variables=home_variable)


def in_terminal(home: Path, *words: str, typed: str = "", after: str = "") -> Ended:
    """Run ``splitpick matches`` in a terminal."""
    return run_in_terminal(
        [*PROGRAM, "matches", *words],
        typed=typed,
        after=after,
        variables={"SPLITPICK_HOME": str(home), "LANG": "C"},
    )


def names(home: Path) -> list[str]:
    """List what is kept in *home*, the last played first."""
    return [match["name"] for match in loads(matches(home, "list", "--json").out)]


def record(home: Path, name: str) -> Record:
    """Read a match from *home*."""
    store = Store(home)
    try:
        return store.load(name).record
    finally:
        store.close()


def keep(home: Path, record: Record) -> str:
    """Keep a match in *home* and return its name."""
    store = Store(home)
    try:
        return store.create(record)
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


def test_an_empty_store_says_how_to_begin(tmp_path: Path) -> None:
    assert "splitpick play" in matches(tmp_path, "list").out
    assert matches(tmp_path, "list", "--json").out == "[]\n"


def test_all_matches_are_listed_the_last_played_first(filled: Path) -> None:
    lines = matches(filled, "list").out.splitlines()
    told = {match["name"]: match for match in loads(matches(filled, "list", "--json").out)}

    assert [line.split()[0] for line in lines] == ["Match", *ALL]
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
    assert (told[FORFEITED]["result"]["forfeited"], told[FORFEITED]["leg"]) == ("jolly", 1)


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


@pytest.mark.parametrize("width", [20, 80, 160])
def test_no_line_of_the_list_is_wider_than_the_terminal(
    monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    """A match has a line of its own, or several where the terminal is narrow."""
    monkeypatch.setenv("COLUMNS", str(width))
    screen = Screen(Language("de"))
    screen.terminal = True
    lines = match_lines(screen, summaries(10))

    assert max(map(display_width, lines)) <= width
    assert sum("jolly-roger-" in line for line in lines) == 10
    assert (len(lines) == 11) == (width == 160)


def test_columns_stand_below_each_other_whatever_is_in_them() -> None:
    """In a pipe every match is one line, with wide signs, and numbers that end at the right."""
    some = summaries(2_000)
    wide = replace(some[3].setup, variant="漢字")
    some[3] = replace(some[3], setup=wide, name="jolly-roger-9")
    lines = match_lines(Screen(Language("de")), some)
    before = [line[: line.index("Sieg" if "Sieg" in line else "läuft")] for line in lines[1:]]

    assert len(lines) == 2_001
    assert {display_width(line) for line in before} == {lines[0].index("Stand")}
    assert {line.rstrip()[-1] for line in before} <= set("0123456789")


@pytest.mark.process
def test_a_long_list_is_read_page_by_page(filled: Path) -> None:
    """As the rules are, by the reader's own pager."""
    ended = run_in_terminal(
        [*PROGRAM, "matches", "list"],
        columns=60,
        lines=5,
        variables={"SPLITPICK_HOME": str(filled), "PAGER": "wc -l"},
    )

    assert ended.code == exits.FINE
    assert int(ended.out) >= 2 * len(ALL)


def test_times_are_those_of_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """For people; programs are told the same moment everywhere, and unknown ones are left out."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    there = local_time(BEGUN)
    monkeypatch.undo()
    time.tzset()

    assert there == "2025-06-15 17:06"
    assert world_time(BEGUN + 250) == "2025-06-15T15:06:40.250Z"
    for unknown in (0, -1, 10**18):
        assert (local_time(unknown), world_time(unknown)) == ("", None)


def test_what_others_have_written_cannot_steer_the_terminal() -> None:
    """Nor fill it: names from a record are cut."""
    evil = summaries(1)[0]
    variant, players = "\x1b[2Jx\ny" + "z" * 500, ("\x9b31m" + "漢" * 90, HUMAN)
    evil = replace(evil, setup=replace(evil.setup, variant=variant, players=players))
    line = match_lines(Screen(Language("en")), [evil])[1]

    assert line.isprintable()
    assert display_width(line) < 200


# show and replay


def test_the_seed_of_a_match_under_way_stays_hidden(filled: Path) -> None:
    """It tells the cards that will come; where everything may be taken back that does no harm."""
    assert {name: "\n  Seed" in matches(filled, "show", name).out for name in ALL} == {
        OVER: True,
        UNDER_WAY: True,  # for practice
        ONE_PERSON: False,
        TWO_PEOPLE: False,
        FORFEITED: False,  # the other game of the duplicate has the same cards
        DICE: True,
    }


def test_any_turn_can_be_shown(filled: Path) -> None:
    """With its decision, the notes on it and the table after it, but not the end."""
    last = matches(filled, "show", OVER).out.splitlines()
    second = matches(filled, "show", OVER, "--turn", "2").out.splitlines()

    assert "Turn 32 of 32 in the record" in last
    assert last[-1] == "Jolly wins and is the new pirate king."
    assert "Turn 2 of 32 in the record" in second
    assert any(line.startswith("Jolly splits: ") for line in second)
    assert "?! {The Kraken lurks.}" in second
    assert any(line.startswith("Turn 1 of 8 · Roger picks") for line in second)
    assert not any("wins" in line for line in second)


def test_a_turn_that_does_not_exist_is_named_with_those_that_do(filled: Path) -> None:
    for turn in ("0", "33", "-1", "two", "1.5", "٣", "9" * 5000, ""):
        ended = matches(filled, "show", OVER, "--turn", turn)

        assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "no-such-turn")
        assert "1 to 32" in ended.err


def test_a_match_in_which_nothing_was_done_shows_its_table(tmp_path: Path) -> None:
    engine = Engine()
    rules = engine.ruleset_file("jolly-roger").variant()
    name = keep(tmp_path, Record(settle(engine, rules, [HUMAN, HUMAN], 0, 7), ()))

    assert "green ship" in matches(tmp_path, "show", name).out
    assert matches(tmp_path, "show", name, "--turn", "1").error_code == "no-turns"
    assert matches(tmp_path, "replay", name).code == exits.FINE


def test_secrets_are_shown_to_the_one_person_who_knows_them(filled: Path) -> None:
    """The only person at this keyboard sees the own hand; where there are two nobody's is shown."""
    own = matches(filled, "show", ONE_PERSON).out
    both = matches(filled, "show", TWO_PEOPLE).out

    assert own.count("Your hand: ") == own.count("hand") == 1
    assert "hand" not in both
    assert both.count("still secret") == 2
    assert "Your hand: " in matches(filled, "replay", ONE_PERSON).out
    assert "hand: " not in matches(filled, "replay", TWO_PEOPLE).out


@pytest.mark.parametrize("name", ALL)
def test_every_turn_of_every_match_can_be_told(
    filled: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """With its table, drawn or in sentences; and nobody is told anything that steers a terminal."""
    store = Store(filled)
    saved = store.load(name)
    store.close()
    for accessible in (False, True):
        narrator = Narrator(Screen(Language("de"), accessible=accessible), Engine(), saved)
        for turn in narrator.turns:
            narrator.tell_turn(turn, narrator.steps(turn))
            narrator.show_table(narrator.steps(turn)[-1].after)
        shown = capsys.readouterr().out

        assert shown.count("der Aufzeichnung") >= len(narrator.turns)
        assert shown.replace("\n", "").isprintable()


def test_what_was_taken_back_is_shown_but_not_replayed(filled: Path) -> None:
    shown = matches(filled, "show", UNDER_WAY, "--turn", "3").out.splitlines()
    replayed = matches(filled, "replay", UNDER_WAY).out
    whole = matches(filled, "replay", OVER).out

    assert "Roger takes 1 action back." in shown
    assert "Roger takes 2 actions back." in shown
    assert "Part of this was taken back later." in shown
    assert replayed.count("Roger lays") == 1
    assert "takes 1 action back" not in replayed
    assert "What was taken back later is left out." in replayed
    assert all(f"\nTurn {turn} of 32 in the record\n" in whole for turn in range(1, 33))
    assert whole.splitlines()[-1] == "Jolly wins and is the new pirate king."


def test_a_speed_is_a_number_with_decimals_perhaps(filled: Path) -> None:
    for speed in ("0", "2", "0.5", "2,5"):
        assert matches(filled, "replay", UNDER_WAY, "--speed", speed).code == exits.FINE
    for speed in ("fast", "-1", "", "1e3", "nan", "1000", "9" * 5000):
        ended = matches(filled, "replay", OVER, f"--speed={speed}")

        assert (ended.code, ended.error_code, ended.out) == (exits.BAD_INPUT, "bad-speed", "")


@pytest.mark.process
def test_a_replay_in_a_terminal_goes_on_by_itself_or_by_enter(filled: Path) -> None:
    """At a tenth of the speed it would take a minute; at ten times it takes a second."""
    quick = in_terminal(filled, "replay", UNDER_WAY, "--speed", "10")
    entered = in_terminal(
        filled, "replay", UNDER_WAY, "--speed", "0.1", typed="\n\n\n", after="Turn 1 of 3"
    )

    assert (quick.code, entered.code) == (exits.FINE, exits.FINE)
    assert "It goes on with" in quick.out
    assert "It goes on with" in entered.out


@pytest.mark.process
@pytest.mark.parametrize(
    ("typed", "code"), [("quit\n", exits.FINE), ("\x04", exits.FINE), ("\x03", exits.INTERRUPTED)]
)
def test_a_replay_can_be_left(filled: Path, typed: str, code: int) -> None:
    """By the word, at the end of the input, and with Ctrl-C."""
    ended = in_terminal(filled, "replay", OVER, "--speed", "0.1", typed=typed, after="Turn 1 of 32")

    assert ended.code == code
    assert "Turn 3 of 32" not in ended.out
    assert "Traceback" not in ended.out


# delete


def test_several_matches_can_be_deleted(home: Path) -> None:
    ended = matches(home, "delete", OVER, DICE, OVER, "--yes")

    assert ended.code == exits.FINE
    assert ended.out.splitlines() == [f"{OVER} is deleted.", f"{DICE} is deleted."]
    assert names(home) == [name for name in ALL if name not in (OVER, DICE)]


def test_where_a_name_is_wrong_or_nobody_can_be_asked_nothing_is_deleted(home: Path) -> None:
    wrong = matches(home, "delete", OVER, "jolly-roger-11", "--yes")
    unasked = matches(home, "delete", OVER, typed="yes\n")

    assert (wrong.code, wrong.error_code) == (exits.BAD_INPUT, "unknown-match")
    assert (unasked.code, unasked.error_code) == (exits.BAD_INPUT, "not-sure")
    assert names(home) == list(ALL)


@pytest.mark.process
def test_in_a_terminal_it_is_asked_first(home: Path) -> None:
    for answer, gone in (("", False), ("y", False), ("YES", True)):
        ended = in_terminal(home, "delete", OVER, typed=f"{answer}\n", after="do it:")

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


def test_a_plugin_that_is_missing_is_named_with_its_version(home: Path) -> None:
    """The match can be handed on, but nobody can make a picture of it here."""
    saved = record(home, OVER)
    megalodon = (Provider("megalodon", "3.1", "splitpick-megalodon"),)
    name = keep(home, replace(saved, setup=replace(saved.setup, plugins=megalodon)))
    for words in (
        ["show", name],
        ["replay", name],
        ["resume", name],
        ["export", name, "-f", "svg"],
    ):
        ended = matches(home, *words)

        assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "plugins-missing")
        assert "megalodon 3.1 (splitpick-megalodon)" in ended.err
    text = matches(home, "export", name)
    assert (text.code, text.err) == (exits.FINE, "")
    assert '"megalodon" "3.1"' in text.out


def test_an_unknown_match_gets_what_was_likely_meant(filled: Path) -> None:
    for command in ("show", "replay", "delete", "export", "resume"):
        ended = matches(filled, command, "jolly-roger1", language="de")

        assert (ended.code, ended.error_code, ended.out) == (exits.BAD_INPUT, "unknown-match", "")
        assert OVER in ended.err


# export


def test_a_match_can_be_written_in_every_format(filled: Path) -> None:
    begins = dict(zip(FORMATS, ('[Splitpick "1"]', "{", "# ", "<!", "<svg"), strict=True))
    for name in (OVER, UNDER_WAY, ONE_PERSON, FORFEITED):
        for format, begin in begins.items():
            ended = matches(filled, "export", name, "--format", format)

            assert ended.code == exits.FINE
            assert ended.out.startswith(begin)
    refused = matches(filled, "export", OVER, "--format", "pdf")
    assert (refused.code, refused.error_code) == (exits.BAD_INPUT, "unknown-format")
    assert "record, json, markdown, html, svg" in refused.err
    assert "Schiff" in matches(filled, "export", OVER, "-f", "markdown", language="de").out


def test_an_export_says_that_it_holds_the_seed_only_if_it_writes_it(tmp_path: Path) -> None:
    """Not for a match whose seed is somebody else's secret, and not where nothing was written."""
    engine = Engine()
    named = {}
    for ruleset in ("jolly-roger", "skull-queen"):
        rules = engine.ruleset_file(ruleset).variant()
        for seed in (7, None):
            setup = settle(engine, rules, [HUMAN, HUMAN], 0, seed)
            named[ruleset, seed] = keep(tmp_path, Record(setup, ()))
    for (ruleset, seed), name in named.items():
        said = matches(tmp_path, "export", name).err

        assert ("its seed" in said) == (seed is not None)
        assert ("hidden" in said) == (ruleset == "skull-queen")
    assert matches(tmp_path, "export", named["skull-queen", 7], "-f", "markdown").err == ""
    there = tmp_path / "there.txt"
    there.touch()
    refused = matches(tmp_path, "export", named["jolly-roger", 7], "--out", str(there))
    assert refused.error_code == "file-exists"
    assert "seed" not in refused.err


def test_a_file_holds_what_the_output_would(filled: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    ended = matches(filled, "export", OVER, "-f", "json", "--out", str(file))

    assert (ended.code, ended.err) == (exits.FINE, "")
    assert ended.out == f"Written: {file}\n"
    assert file.read_text("utf-8") == matches(filled, "export", OVER, "-f", "json").out
    assert matches(filled, "export", OVER, "-f", "json", "--out", "-").out.startswith("{")
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_is_there_is_only_replaced_by_force(filled: Path, tmp_path: Path) -> None:
    file, link = tmp_path / "mine.txt", tmp_path / "link.txt"
    file.write_text("mine")
    link.symlink_to(file)
    refused = matches(filled, "export", OVER, "--out", str(link))

    assert (refused.code, refused.error_code) == (exits.BAD_INPUT, "file-exists")
    assert file.read_text() == "mine"
    assert matches(filled, "export", OVER, "--out", str(link), "--force").code == exits.FINE
    assert link.is_symlink()
    assert file.read_text().startswith("[Splitpick")
    assert {path.name for path in tmp_path.iterdir()} == {"mine.txt", "link.txt"}


@pytest.mark.parametrize("force", [[], ["--force"]], ids=["", "force"])
def test_where_no_file_can_be_nothing_is_written(
    filled: Path, tmp_path: Path, force: list[str]
) -> None:
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    for where, code in {
        "nowhere/match.txt": "no-such-folder",
        ".": "is-a-folder",
        "file/match.txt": "no-such-folder",
        "pipe": "odd-file",
    }.items():
        ended = matches(filled, "export", OVER, "--out", str(tmp_path / where), *force)

        assert (ended.code, ended.error_code, ended.out) == (exits.BAD_INPUT, code, "")
    assert {path.name for path in tmp_path.iterdir()} == {"file", "pipe"}
    with pytest.raises(BadValue, match="No file"):  # no command line can hold this one
        write_file(Path("\0"), "", force=bool(force))


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


def test_a_match_can_be_cut_off_after_a_turn(home: Path) -> None:
    """Then it is a match of its own, which goes on from there; the same cut is the same match."""
    cut = matches(home, "export", OVER, "--turn", "5")
    again = matches(home, "export", OVER, "--turn", "5")
    taken = matches(home, "import", "-", typed=cut.out)
    name = names(home)[0]
    kept_cut = record(home, name)

    assert again.out == cut.out
    assert taken.code == exits.FINE
    assert kept_cut.result is None
    assert kept_cut.entries == tuple(
        replace(entry, at=0) for entry in record(home, OVER).entries[: len(kept_cut.entries)]
    )
    assert "Turn 5 of 5 in the record" in matches(home, "show", name).out
    assert matches(home, "export", OVER, "--turn", "33").error_code == "no-such-turn"


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
    own = matches(home, "export", "mine-7").out
    matches(home, "delete", "mine-7", "--yes")

    assert matches(home, "import", "-", typed=own).code == exits.FINE
    assert '"set-size"' in own
    assert '"set-size"' not in matches(home, "export", OVER).out
    assert names(home)[0] == "mine-8"


# import


@pytest.mark.parametrize("name", ALL)
def test_what_was_exported_can_be_imported(filled: Path, tmp_path: Path, name: str) -> None:
    """The same match, in a home that has never seen it; a command has become a name."""
    here = record(filled, name)
    for format in ("record", "json"):
        elsewhere = tmp_path / format
        file = tmp_path / f"sent.{format}"
        matches(filled, "export", name, "--format", format, "--out", str(file))
        ended = matches(elsewhere, "import", str(file))
        (new,) = names(elsewhere)
        there = record(elsewhere, new)

        assert ended.code == exits.FINE
        assert new in ended.out
        assert [(one.seat, one.text) for one in there.entries] == [
            (one.seat, one.text) for one in here.entries
        ]
        assert (there.result, there.setup.uid) == (here.result, here.setup.uid)
        assert there.setup.players == tuple(
            "program:my" if player.startswith("process:") else player
            for player in here.setup.players
        )


def test_a_match_that_is_kept_already_is_not_kept_twice(home: Path) -> None:
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


def test_a_match_that_has_diverged_is_not_lost(home: Path) -> None:
    """The stored match stays as it is; the imported one can be stored beside it."""
    sent = record(home, UNDER_WAY)
    further = kept.played(Engine(), sent.setup, kept.until(9))
    text = write_text(record_of(sent.setup, further))
    ended = matches(home, "import", "-", typed=text)

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "imported-otherwise")
    assert UNDER_WAY in ended.err
    assert record(home, UNDER_WAY) == sent
    assert matches(home, "import", "-", "--copy", typed=text).code == exits.FINE


def test_a_mistake_in_a_record_is_shown_where_it_is(filled: Path, tmp_path: Path) -> None:
    """File, line, column, the line itself and what is meant in it."""
    text = matches(filled, "export", OVER).out.replace("pick 1", "pick 9", 1)
    file = tmp_path / "wrong.txt"
    file.write_text(text, encoding="utf-8")
    ended = matches(filled, "import", str(file), language="de")
    first, source, carets = ended.err.splitlines()
    line = text[: text.index("pick 9")].count("\n") + 1
    start = source.index("|") + carets.index("^") - carets.index("|")

    assert (ended.code, ended.out) == (exits.BAD_INPUT, "")
    assert first.startswith(f"{file}:{line}:")
    assert source[start:].startswith("pick 9")


def test_a_file_that_is_no_record_is_refused(filled: Path, tmp_path: Path) -> None:
    file = tmp_path / "odd"
    for data, code in [
        (b"", "record-unknown"),
        (b"hello", "record-unknown"),
        (b"\xff\xfe[\0S\0", "not-utf-8"),
        ('[Splitpick "1"]\n; Müll'.encode("latin-1"), "not-utf-8"),
        (b"\x1b[2J", "record-unknown"),
        (b"{" * 100_000, "record-json"),
        (b" " * 16_000_001, "record-big"),
    ]:
        file.write_bytes(data)
        ended = matches(filled, "import", str(file))

        assert (ended.code, ended.out) == (exits.BAD_INPUT, "")
        assert f"error[{code}" in ended.err
        assert "\x1b" not in ended.err
        assert len(ended.err) < 2000


def test_a_file_that_cannot_be_read_is_named(filled: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for where, code in {
        "nowhere.txt": "no-file",
        ".": "odd-file",
        "pipe": "odd-file",
        "x" * 300: "unreadable-file",
    }.items():
        ended = matches(filled, "import", str(tmp_path / where))

        assert (ended.code, ended.error_code) == (exits.BAD_INPUT, code)


def test_a_token_is_sent_on_to_where_it_belongs(filled: Path) -> None:
    token = "SP1" + "4fGh7Kq2" * 6
    ended = matches(filled, "import", "-", typed=f"Your turn: {token}\n")

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "is-a-token")
    assert "splitpick post" in ended.err


def test_no_player_of_a_record_becomes_a_command(filled: Path, tmp_path: Path) -> None:
    """Import and resume name the seats whose players are not here."""
    sent = record(filled, UNDER_WAY)
    players = ("program:evil", "stranger")
    text = write_text(replace(sent, setup=replace(sent.setup, players=players)))
    ended = matches(tmp_path, "import", "-", typed=text)
    resumed = matches(tmp_path, "resume", names(tmp_path)[0])

    assert ended.code == exits.FINE
    assert [line.partition("--seat ")[2][:6] for line in ended.err.splitlines()] == [
        "jolly=", "roger=",
    ]  # fmt: skip
    assert resumed.error_code == "player-elsewhere"
    assert "--seat jolly=PLAYER" in resumed.err
    process = text.replace('"program:evil"', '"process:./evil"')
    assert matches(tmp_path, "import", "-", "--copy", typed=process).code == exits.BAD_INPUT


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
    assert untranslated(matches(tmp_path / "empty", "list", language=PSEUDO).out) == set()


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


def test_looking_changes_nothing_in_the_store(home: Path) -> None:
    before = dump(home)
    for words in (["list"], ["show", OVER], ["replay", UNDER_WAY], ["export", OVER]):
        matches(home, *words)

    assert dump(home) == before


def dump(home: Path) -> list[str]:
    """Return everything in the store."""
    db = sqlite3.connect(home / "matches.sqlite3")
    try:
        return list(db.iterdump())
    finally:
        db.close()
