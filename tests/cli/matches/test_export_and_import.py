"""``splitpick matches export`` and ``import``: matches that are sent and taken in."""

import json
import os
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest

import sample_home
from command import LANGUAGES, run
from sample_home import ALL, FORFEITED, ONE_PERSON, OVER, UNDER_WAY, keep, matches, names, record
from splitpick.cli import exits
from splitpick.cli.matches.export_match import FORMATS
from splitpick.cli.storage.record_files import write_file
from splitpick.core.errors import BadValue
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.record import Record, record_of, settle
from splitpick.core.matches.records.record_writer import write_text
from splitpick.core.matches.setup import HUMAN


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


def test_the_help_of_export_names_every_format() -> None:
    for language in LANGUAGES:
        help = run("matches", "export", "--help", language=language).out
        about = help.partition("--format")[2].partition("--out")[0].replace(",", "")

        assert {*FORMATS} <= {*about.split()}


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

        assert ("the seed in here" in said) == (seed is not None)
        assert ("hidden" in said) == (ruleset == "skull-queen")
    assert matches(tmp_path, "export", named["skull-queen", 7], "-f", "markdown").err == ""
    there = tmp_path / "there.txt"
    there.touch()
    refused = matches(tmp_path, "export", named["jolly-roger", 7], "--out", str(there))
    assert refused.error_code == "file-exists"
    assert "seed" not in refused.err


def test_a_file_holds_what_the_output_would_and_is_only_replaced_by_force(
    filled: Path, tmp_path: Path
) -> None:
    """A link stays one."""
    file, link = tmp_path / "match.json", tmp_path / "link"
    ended = matches(filled, "export", OVER, "-f", "json", "--out", str(file))
    shown = matches(filled, "export", OVER, "-f", "json", "--out", "-").out
    link.symlink_to(file)
    refused = matches(filled, "export", OVER, "--out", str(link))

    assert (ended.code, ended.err, ended.out) == (exits.FINE, "", f"Written: {file}\n")
    assert (refused.code, refused.error_code) == (exits.BAD_INPUT, "file-exists")
    assert file.read_text("utf-8") == shown
    assert matches(filled, "export", OVER, "--out", str(link), "--force").code == exits.FINE
    assert link.is_symlink()
    assert file.read_text("utf-8").startswith("[Splitpick")
    assert {path.name for path in tmp_path.iterdir()} == {"match.json", "link"}


def test_where_no_file_can_be_nothing_is_written(filled: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    for where, code in {
        "nowhere/match.txt": "no-such-folder",
        ".": "is-a-folder",
        "file/match.txt": "no-such-folder",
        "pipe": "odd-file",
    }.items():
        ended = matches(filled, "export", OVER, "--out", str(tmp_path / where), "--force")

        assert (ended.code, ended.error_code, ended.out) == (exits.BAD_INPUT, code, "")
    assert {path.name for path in tmp_path.iterdir()} == {"file", "pipe"}
    with pytest.raises(
        BadValue, match="cannot have this name"
    ):  # no command line can hold this one
        write_file(Path("\0"), "", force=True)


def test_where_the_disk_is_full_an_export_leaves_nothing_behind(tmp_path: Path) -> None:
    """And a file that was there stays; here no file may get longer than 100 bytes."""
    import resource  # which Windows has not

    (tmp_path / "mine.txt").write_text("mine")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        for file, force in (("mine.txt", True), ("new.txt", False)):
            with pytest.raises(OSError, match="too large"):
                write_file(tmp_path / file, "x" * 1000, force=force)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"mine.txt": "mine"}


def test_a_match_can_be_cut_off_after_an_entry(home: Path) -> None:
    """Then it is a match of its own, which goes on from there; the same cut is the same match."""
    cut = matches(home, "export", OVER, "--at", "10")
    again = matches(home, "export", OVER, "--at", "10")
    taken = matches(home, "import", "-", typed=cut.out)
    name = names(home)[0]
    kept_cut = record(home, name)

    assert again.out == cut.out
    assert taken.code == exits.FINE
    assert kept_cut.result is None
    assert kept_cut.entries == tuple(
        replace(entry, at=0) for entry in record(home, OVER).entries[: len(kept_cut.entries)]
    )
    assert len(kept_cut.entries) >= 10
    assert matches(home, "export", OVER, "--at", "333").error_code == "no-entry"


def test_rules_that_others_do_not_have_go_along(home: Path, tmp_path: Path) -> None:
    """Those of installed rule sets need not; and a rule set of one's own is read back without."""
    rules = tmp_path / "mine.yaml"
    text = (Path(__file__).parents[3] / "rulesets" / "jolly-roger.yaml").read_text("utf-8")
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


def test_what_was_exported_can_be_imported(filled: Path, tmp_path: Path) -> None:
    """The same match, in a home that has never seen it; a command has become a name."""
    for name, format in zip(ALL, cycle(("record", "json")), strict=False):
        sent = matches(filled, "export", name, "--format", format).out
        ended = matches(tmp_path / name, "import", "-", typed=sent)
        (new,) = names(tmp_path / name)
        here, there = record(filled, name), record(tmp_path / name, new)

        assert ended.code == exits.FINE
        assert new in ended.out
        assert [(entry.seat, entry.text) for entry in there.entries] == [
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
    assert again.out == f"This match is already saved as {FORFEITED}.\n"
    assert names(home) == list(ALL)
    assert matches(home, "import", "-", "--copy", typed=sent).code == exits.FINE
    copy = record(home, names(home)[0]).setup
    assert copy.uid != record(home, FORFEITED).setup.uid
    assert (copy.leg, copy.partner) == (0, "")


def test_new_notes_are_taken_in_and_old_ones_stay(home: Path) -> None:
    """A mark alone does not delete the comment that is there, nor a comment the mark."""
    kept_here = record(home, OVER)
    number, old = next((at, entry) for at, entry in enumerate(kept_here.entries) if entry.comment)
    for note in (replace(old, mark="??", comment=""), replace(old, mark="", comment="Ahoy!")):
        entries = (*kept_here.entries[:number], note, *kept_here.entries[number + 1 :])
        sent = write_text(replace(kept_here, entries=entries))
        assert matches(home, "import", "-", typed=sent).code == exits.FINE

    assert record(home, OVER).entries[number] == replace(old, mark="??", comment="Ahoy!")


def test_a_match_that_has_diverged_is_not_lost(home: Path) -> None:
    """The stored match stays as it is; the imported one can be stored beside it."""
    sent = record(home, UNDER_WAY)
    further = sample_home.played(Engine(), sent.setup, sample_home.until(9))
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
    token = matches(filled, "import", "-", typed=f"Your turn: SP1{'4fGh7Kq2' * 6}\n")
    assert (token.code, token.error_code) == (exits.BAD_INPUT, "is-a-token")


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


def test_all_matches_come_back_from_one_file(filled: Path, tmp_path: Path) -> None:
    """And a match that is there already is not saved again."""
    every = tmp_path / "all.txt"
    told = matches(filled, "export", "--all", "--out", str(every))
    home = tmp_path / "home"
    first = matches(home, "import", str(every))
    again = matches(home, "import", str(every), str(every))
    one = run("verify", str(every))
    count = every.read_text("utf-8").count("[Splitpick ")

    assert told.code == first.code == again.code == exits.FINE
    assert count == len(json.loads(matches(filled, "list", "--json").out)) > 3
    assert len(json.loads(matches(home, "list", "--json").out)) == count
    assert again.out.count("already saved") == 2 * count
    assert (one.code, one.error_code) == (exits.BAD_INPUT, "several-records")
    for words in (("export",), ("export", "--all", OVER), ("export", "--all", "-f", "json")):
        assert matches(filled, *words).code == exits.BAD_INPUT


def test_records_in_one_file_need_no_line_between_them(filled: Path, tmp_path: Path) -> None:
    """As where somebody has joined files; a comment that looks like a record is none."""
    names = [one["name"] for one in json.loads(matches(filled, "list", "--json").out)][:3]
    texts = [matches(filled, "export", name).out for name in names]
    texts[0] = texts[0].replace('[Splitpick "1"]\n', "").replace(
        "\n1. ", '\n[Splitpick "1"]\n\n{a comment\n\n[Splitpick "1"]\n is none} 1. ', 1
    )  # fmt: skip
    home, file = tmp_path / "home", tmp_path / "joined.txt"
    file.write_text("".join(texts), "utf-8")
    told = matches(home, "import", str(file))

    assert told.code == exits.FINE, told.err
    assert len(json.loads(matches(home, "list", "--json").out)) == 3


def test_a_mistake_in_one_record_has_its_line(filled: Path, tmp_path: Path) -> None:
    text = matches(filled, "export", OVER).out
    line = text.count("\n") + 2
    file = tmp_path / "two.txt"
    file.write_text(f"{text}\n{text.replace('[Seed ', '[Sead ')}", "utf-8")
    refused = matches(tmp_path / "home", "import", str(file))
    wrong = text.splitlines().index(next(one for one in text.splitlines() if "[Seed " in one))

    assert refused.code == exits.BAD_INPUT
    assert f"two.txt:{line + wrong}:1: error[record-unknown-tag]" in refused.err
    assert json.loads(matches(tmp_path / "home", "list", "--json").out) == []


@pytest.mark.parametrize(
    ("format", "old", "new"),
    [("record", '[Splitpick "1"]', '[Splitpick "2"]\n[Weather "fine"]'),
     ("json", '"version": 1', '"version": 2, "weather": "fine"')],
)  # fmt: skip
def test_a_record_of_a_newer_version_says_so(
    format: str, old: str, new: str, filled: Path, tmp_path: Path
) -> None:
    file = tmp_path / "newer"
    file.write_text(matches(filled, "export", OVER, "-f", format).out.replace(old, new), "utf-8")
    refused = matches(filled, "import", str(file), language="de")

    assert refused.code == exits.BAD_INPUT
    assert "[record-newer]" in refused.err
    assert "einer neueren Version" in refused.err
