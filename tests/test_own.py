"""The user's own folder: what lies there is played by name, and Python there asks first."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import command
from command import LANGUAGES, Ended
from splitpick.core import BadValue, Engine, Match, PluginError, RulesetError, UnknownName
from splitpick.core.hooks.own import (
    ALLOWED,
    CHANGED,
    NEW,
    RUNS,
    Folder,
    allow,
    disallow,
    own_folders,
)
from splitpick.core.matches.record import load_setup, settle
from splitpick.core.text import Language

ENGLISH = Language("en")

DECK = """\
format: 1
id: storm
name: {en: Storm, de: Sturm}
extends: jolly-roger/all-cards
change: {cards: {TO: {effect: gale, count: 7, name: {en: Gale, de: Bö}}}}
set-aside: 5
"""

EFFECT = """\
from pathlib import Path

from splitpick.core.hooks import hookimpl
from splitpick.core.tables.crews import Effect

Path(__file__).with_name("has-run").touch()


class Gale(Effect):
    id = "gale"

    def options(self):
        return ["*"]

    def legal(self, table, seat):
        return [0]

    def play(self, table, seat, option):
        table.discard(self.card)
        table.turn_parrots(1 - seat)


@hookimpl
def splitpick_effects():
    return [Gale]
"""

Write = Callable[[str, str], Path]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of our own."""
    monkeypatch.setenv("SPLITPICK_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def write(home: Path) -> Write:
    """Write a file into the folder of rule sets and return its path."""

    def write(name: str, text: str) -> Path:
        file = home / "rulesets" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    return write


@pytest.fixture
def storm(write: Write) -> Path:
    """A folder with a rule set that needs the Python file beside it."""
    write("storm/storm.yaml", DECK)
    return write("storm/effects.py", EFFECT)


def run(*arguments: str, language: str = "", typed: str = "") -> Ended:
    """Run splitpick with the data folder of the test."""
    home = {"SPLITPICK_HOME": os.environ["SPLITPICK_HOME"]}
    return command.run(*arguments, language=language, typed=typed, variables=home)


def state() -> str:
    (folder,) = own_folders()
    return folder.state


def has_run(python: Path) -> bool:
    return python.with_name("has-run").exists()


# Rule sets.


def test_nothing_is_there_at_first(home: Path) -> None:
    """And nothing is made only to look."""
    engine = Engine()

    assert engine.own_folders == own_folders() == []
    assert list(home.iterdir()) == []


def test_own_rule_sets_are_listed_and_played_by_name(write: Write) -> None:
    """In the folder itself, and in the folders there; what is hidden stays so."""
    small = "format: 1\nid: small\nname: Small\nextends: jolly-roger/advanced\n"
    write("small.yaml", small)
    write("more/other.yaml", small.replace("extends: jolly", "extends: jolly"))
    write("more/.hidden.yaml", small)
    write(".git/hidden.yaml", small)
    engine = Engine()
    names = set(engine.rulesets())

    assert names >= {"small", "other", "jolly-roger"}
    assert not any("hidden" in name for name in names)
    assert engine.ruleset_file("other").id == "small"
    assert set(engine.playable()) == names
    ended = run("play", "small", "--seat", "jolly=greedy", "--seat", "roger=greedy", "--seed", "1")
    assert ended.code == 0


def test_an_own_rule_set_may_extend_another_one_wherever_it_lies(write: Write) -> None:
    write("base.yaml", "format: 1\nid: base\nname: Base\nextends: jolly-roger\ncaptains: 9\n")
    write("more/other.yaml", "format: 1\nid: other\nname: Other\nextends: base/advanced\n")

    assert Engine().ruleset_file("other").variant().data["captains"] == 9


SECOND = "format: 1\nid: jolly-roger\nname: X\nextends: jolly-roger\n"


def test_an_own_file_takes_no_name_that_splitpick_has(write: Write, tmp_path: Path) -> None:
    """The game itself and all that extends it are played as before; the file is named."""
    own = write("jolly-roger.yaml", SECOND)
    beside = write("deck.yaml", SECOND.replace("id: jolly-roger", "id: deck"))
    deck = tmp_path / "deck.yaml"
    deck.write_text(beside.read_text())
    engine = Engine()
    (note,) = engine.unplayable()
    ended = {
        name: run("play", name, "--seat", "jolly=greedy", "--seat", "roger=greedy", language="en")
        for name in ("jolly-roger", "deck", str(deck), str(own))
    }

    assert engine.hidden() == [own]
    assert engine.ruleset_file("jolly-roger").source != str(own)
    assert {"jolly-roger", "deck"} <= set(engine.playable())
    assert (note.code, note.params["file"]) == ("rename-ruleset", str(own))
    assert [(one.code, "note: Rename" in one.err) for one in ended.values()] == [(0, True)] * 4


def test_a_name_that_is_taken_is_listed_and_checked(write: Write, tmp_path: Path) -> None:
    """An error in the own folder, a warning anywhere else; the list has both files."""
    own = write("more/jolly-roger.yaml", SECOND)
    other = tmp_path / "jolly-roger.yaml"
    other.write_text(SECOND.replace("extends: jolly-roger", "extends: skull-queen"))
    listed = run("rulesets", "list", language="en")
    as_json = json.loads(run("rulesets", "list", "--json").out)
    checked = [run("rulesets", "check", str(file), language="en") for file in (own, other)]

    assert (listed.code, listed.err) == (0, "")
    assert f'Rename {own}: "jolly-roger" is taken' in listed.out
    (found,) = (ruleset for ruleset in as_json if ruleset["name"] == "jolly-roger")
    assert (found["id"], found["hidden"]) == ("jolly-roger", [str(own)])
    assert [ended.code for ended in checked] == [1, 0]
    assert "error[taken-id]" in checked[0].out
    assert "warning[taken-id]" in checked[1].out


def test_an_id_that_is_not_the_name_it_is_played_by_is_warned_of(write: Write) -> None:
    """In the own folder alone: elsewhere a rule set is played by its path."""
    text = "format: 1\nid: storm\nname: {en: Storm, de: Sturm}\nextends: jolly-roger\n"
    own = write("storm/stürmisch.yaml", text)
    other = own.parent.parent.parent / "stürmisch.yaml"
    other.write_text(text)
    found = [Engine().ruleset_file(str(file), thorough=True).warnings for file in (own, other)]

    assert [[warning.message.code for warning in each] for each in found] == [["id-not-name"], []]
    assert found[0][0].message.params["name"] == "stürmisch"
    assert found[0][0].line == 2


def test_a_file_that_ends_in_yml_is_named(write: Write) -> None:
    """It is not played by name, and nobody has to guess why."""
    file = write("more/Käpt'n.yml", SECOND)
    listed = run("rulesets", "list", language="en")
    played = run("play", "kaptn", language="en")

    assert f"Rename {file} so that it ends in .yaml" in listed.out
    assert (played.code, str(file) in played.err) == (2, True)


@pytest.mark.parametrize("typed", ["my-dek.yaml", "./my-deck", "./my-deck.yml", "./My-Deck.yaml"])
def test_the_file_that_was_meant_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    """Where one of nearly that name lies beside it; nothing is said where there is none."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-deck.yaml").write_text(SECOND)
    (tmp_path / "notes.txt").write_text("")
    said = []
    for name in (typed, "./quite-another.yaml"):
        with pytest.raises(RulesetError) as caught:
            Engine({}).ruleset_file(name)
        (finding,) = caught.value.findings
        assert finding.message.code == "no-such-file"
        said.append(ENGLISH.say(finding.message))

    assert said == [
        'There is no such file. Did you mean "my-deck.yaml"?',
        "There is no such file.",
    ]


def test_two_own_files_of_one_name_are_a_clash_with_both_places(write: Write) -> None:
    """Neither is played by it, everything else is as before."""
    small = "format: 1\nid: small\nname: Small\nextends: jolly-roger\n"
    files = [write("small.yaml", small), write("more/small.yaml", small)]
    engine = Engine()
    with pytest.raises(UnknownName) as caught:
        engine.ruleset_file("small")
    listed = run("rulesets", "list", language="en")

    assert caught.value.code == "ruleset-clash"
    assert all(str(file) in ENGLISH.say(caught.value.message) for file in files)
    assert "small" not in engine.playable()
    assert "jolly-roger" in engine.playable()
    assert engine.ruleset_file(str(files[1])).id == "small"
    assert (listed.code, listed.err) == (0, "")
    assert 'There is more than one rule set "small"' in listed.out


def test_one_with_faults_does_not_keep_others_from_being_played(write: Write) -> None:
    """Whoever only types `splitpick play` is asked for the games that can be played."""
    write("broken.yaml", "format: 1\n\tid: x\n")
    ended = run("play", typed="1\n", language="en")

    assert ended.code == 0
    assert "Which game?" in ended.out
    assert "broken" not in ended.out


def test_given_plugins_are_all_there_is(storm: Path) -> None:
    """An engine that is told its plugins looks into nobody's home."""
    engine = Engine({})

    assert "storm" not in engine.rulesets()
    assert engine.own_folders == []


# Python.


def test_python_does_not_run_until_its_folder_is_allowed(storm: Path) -> None:
    """The rule set that needs it says so, first of all."""
    with pytest.raises(RulesetError) as caught:
        Engine().ruleset_file("storm")
    first, second = caught.value.findings

    assert (state(), has_run(storm)) == (NEW, False)
    assert (first.line, first.message.code) == (0, "folder-not-allowed")
    assert ENGLISH.say(first.message).endswith("splitpick rulesets allow storm")
    assert second.message.code == "unknown-effect"


def test_an_allowed_folder_brings_its_effects(storm: Path) -> None:
    """A match remembers the folder, with the hash of what was run."""
    folder = allow("storm")
    engine = Engine()
    ruleset = engine.ruleset_file("storm").variant()
    setup = settle(engine, ruleset, ["greedy", "greedy"], 0, 5)
    match = Match(load_setup(engine, setup).game, seed=5)
    while not match.over:
        match.play(match.legal()[0])

    assert (folder.state, state(), has_run(storm)) == (RUNS, RUNS, True)
    (own,) = (plugin for plugin in setup.plugins if plugin.name == "storm")
    assert own.version == folder.version == folder.hash[:12] != ""
    assert any(text.startswith("TO*") for text in match.journal)


def test_a_rule_set_that_needs_no_python_is_played_without_it(write: Write) -> None:
    write("calm/calm.yaml", "format: 1\nid: calm\nname: Calm\nextends: jolly-roger\n")
    write("calm/effects.py", "raise SystemExit\n")

    assert Engine().ruleset_file("calm").id == "calm"


def test_a_changed_file_asks_again(storm: Path) -> None:
    """One letter is enough, or another name; what was there before runs again unasked."""
    allow("storm")
    storm.write_text(EFFECT + "#", encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        Engine().ruleset_file("storm")

    assert (state(), has_run(storm)) == (CHANGED, False)
    assert caught.value.findings[0].message.code == "folder-changed"
    storm.write_text(EFFECT, encoding="utf-8")
    assert state() == RUNS
    storm.rename(storm.with_name("other.py"))
    assert state() == CHANGED
    allow("storm")
    assert state() == RUNS


def test_what_runs_is_what_was_looked_at(storm: Path) -> None:
    """A file that is exchanged between looking and running does not run."""
    allow("storm")
    (folder,) = own_folders()
    storm.write_text(EFFECT + "#", encoding="utf-8")
    with pytest.raises(PluginError):
        folder.load()
    with pytest.raises(PluginError):
        Folder("storm", storm.parent, storm, NEW, "").load()

    assert not has_run(storm)


def test_to_disallow_takes_it_back(storm: Path) -> None:
    """Also where the folder is gone by now."""
    allow("storm")

    assert disallow("storm")
    assert not disallow("storm")
    assert state() == NEW
    allow("storm")
    for file in (storm, storm.with_name("storm.yaml")):
        file.unlink()
    storm.parent.rmdir()
    assert disallow("storm")
    with pytest.raises(UnknownName, match="unknown-folder"):
        disallow("storm")


@pytest.mark.parametrize("name", ["../storm", "storm/", ".", "..", "", "Storm", "/", "strom"])
def test_a_folder_is_allowed_by_its_name_and_nothing_else(storm: Path, name: str) -> None:
    """No path leads anywhere."""
    with pytest.raises(UnknownName) as caught:
        allow(name)

    assert caught.value.code == "unknown-folder"
    assert state() == NEW


def test_a_folder_without_one_python_file_has_nothing_to_allow(write: Write) -> None:
    """None, more than one, one that cannot be read, or a name that no plugin can have."""
    write("plain/x.yaml", "")
    write("two/a.py", "")
    write("two/b.py", "")
    write("Big Wind/a.py", "")
    write("huge/a.py", "#" * 1_000_001)
    found = {folder.name: folder for folder in own_folders()}

    assert found["plain"].state == ""
    assert found["plain"].why_not() is None
    for name, code in [
        ("plain", "folder-no-python"),
        ("two", "folder-several"),
        ("Big Wind", "folder-name"),
        ("huge", "folder-unreadable"),
    ]:
        with pytest.raises(BadValue) as caught:
            allow(name)
        assert caught.value.code == code
        assert caught.value.message.params["folder" if name != "huge" else "file"]


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "{}", "\0", "[" * 100_000),
        *('{"folders": 7}', '{"folders": {"storm": true}}'),
        '{"folders": {"storm": {"file": "effects.py", "sha256": ""}}}',
    ],
)
def test_a_damaged_list_allows_nothing(home: Path, storm: Path, text: str) -> None:
    """And is mended by allowing."""
    (home / ALLOWED).write_text(text)

    assert state() in (NEW, CHANGED)
    assert "gale" not in Engine().effects
    allow("storm")
    assert state() == RUNS
    kept = json.loads((home / ALLOWED).read_text())
    assert kept["folders"]["storm"].keys() == {"file", "sha256"}


def test_python_that_fails_is_named_and_leaves_nothing_behind(storm: Path) -> None:
    """Its folder can still be disallowed."""
    storm.write_text("import dataclasses\n@dataclasses.dataclass\nclass A:\n  x: int\n1 / 0\n")
    allow("storm")
    (folder,) = own_folders()
    with pytest.raises(ZeroDivisionError):
        folder.load()
    ended = run("rulesets", "disallow", "storm", language="en")

    assert ended.code == 0
    assert state() == NEW


def test_the_list_of_plugins_has_own_folders(storm: Path) -> None:
    """Those that do not run as well, with the cure; neither comes from a distribution."""
    before = run("plugins", "list", language="en").out
    told = json.loads(run("plugins", "list", "--json").out)
    as_json = {plugin["name"]: plugin for plugin in told}
    allow("storm")
    after = run("plugins", "list", language="en").out
    (folder,) = own_folders()

    assert f"{folder.version} from the folder storm: not allowed" in before
    assert "splitpick rulesets allow storm" in before
    assert (as_json["storm"]["state"], as_json["storm"]["error"]["code"]) == (
        NEW,
        "folder-not-allowed",
    )
    assert f"{folder.version} from the folder storm: loaded" in after
    assert "of ?" not in after


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_on_the_command_line(storm: Path, language: str) -> None:
    """List, check, allow, play, disallow: with the places, and how to go on."""
    listed = run("rulesets", "list", language=language)
    checked = run("rulesets", "check", "storm", language=language)
    wrong = run("rulesets", "allow", "strom", language=language)
    allowed = run("rulesets", "allow", "storm", language=language)
    played = run("play", "storm", "--seat", "jolly=greedy", "--seat", "roger=greedy")
    as_json = json.loads(run("rulesets", "list", "--json").out)
    disallowed = [run("rulesets", "disallow", "storm", language=language) for _ in "12"]

    assert listed.code == 0
    assert "splitpick rulesets allow storm" in listed.out
    assert str(storm.parent.parent) in listed.out.splitlines()[-1]
    assert (checked.code, wrong.code, wrong.error_code) == (1, 2, "unknown-folder")
    assert "[folder-not-allowed]: " in checked.out
    assert (allowed.code, played.code) == (0, 0)
    assert str(storm) in allowed.out
    (found,) = (ruleset for ruleset in as_json if ruleset["name"] == "storm")
    assert (found["folder"], found["python"]) == ("storm", RUNS)
    assert [ended.code for ended in disallowed] == [0, 0]
    assert disallowed[0].out != disallowed[1].out
