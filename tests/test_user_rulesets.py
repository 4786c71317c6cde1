"""The user's own rule sets are played by name, and Python beside them runs only if allowed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import command
from command import LANGUAGES, Ended
from splitpick.core import BadValue, Engine, Match, RulesetError, UnknownName
from splitpick.core.hooks.provider import FAILED, LOADED
from splitpick.core.hooks.user_rulesets import (
    ALLOWED,
    CHANGED,
    NEW,
    RUNS,
    UNREADABLE,
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

SMALL = "format: 1\nid: small\nname: Small\nextends: jolly-roger/advanced\n"

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

BOTS = ("--seat", "jolly=random", "--seat", "roger=random")

MAKE_PIPE = getattr(os, "mkfifo", os.mkdir)
"""Makes a named pipe, or a folder on systems that have none."""

Write = Callable[[str, str], Path]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setenv("SPLITPICK_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def write(home: Path) -> Write:
    """Write a file into the folder of rule sets, and return its path."""

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


def run(*arguments: str, language: str = "en") -> Ended:
    """Run splitpick with the data folder of the test."""
    home = {"SPLITPICK_HOME": os.environ["SPLITPICK_HOME"]}
    return command.run(*arguments, language=language, variables=home)


def state() -> str:
    (folder,) = own_folders()
    return folder.state


def has_run(python: Path) -> bool:
    return python.with_name("has-run").exists()


# Rule sets.


def test_nothing_is_made_only_to_look(home: Path) -> None:
    assert Engine().own_folders == own_folders() == []
    assert list(home.iterdir()) == []


def test_own_rule_sets_are_listed_and_played_by_name(write: Write) -> None:
    """In the folder and in the folders there, but not hidden ones."""
    write("small.yaml", SMALL)
    write("more/other.yaml", SMALL)
    write("more/.hidden.yaml", SMALL)
    write(".git/hidden.yaml", SMALL)
    engine = Engine()
    names = set(engine.rulesets())

    assert names >= {"small", "other", "jolly-roger"}
    assert not any("hidden" in name for name in names)
    assert engine.ruleset_file("other").id == "small"
    assert set(engine.playable()) == names
    assert run("play", "small", *BOTS).code == 0
    assert "small" not in Engine({}).rulesets()


def test_an_own_rule_set_may_extend_another_one_wherever_it_lies(write: Write) -> None:
    write("base.yaml", "format: 1\nid: base\nname: Base\nextends: jolly-roger\ncaptains: 9\n")
    write("more/other.yaml", "format: 1\nid: other\nname: Other\nextends: base/advanced\n")

    assert Engine().ruleset_file("other").variant().data["captains"] == 9


TAKEN = "format: 1\nid: jolly-roger\nname: X\nextends: jolly-roger\n"


def test_an_own_file_never_replaces_a_rule_set_of_splitpick(write: Write) -> None:
    """The game itself and all that extends it are played as before; the file is named."""
    own = write("jolly-roger.yaml", TAKEN)
    write("deck.yaml", TAKEN.replace("id: jolly-roger", "id: deck"))
    engine = Engine()
    (note,) = engine.library.unplayable()

    assert engine.library.hidden() == [own]
    assert engine.ruleset_file("jolly-roger").source != str(own)
    assert {"jolly-roger", "deck"} <= set(engine.playable())
    assert (note.code, note.params["file"]) == ("rename-ruleset", str(own))
    for name in ("jolly-roger", "deck", str(own)):
        ended = run("play", name, *BOTS)
        assert (ended.code, "note: Rename" in ended.err) == (0, True)


def test_a_name_that_is_taken_is_listed_and_checked(write: Write, tmp_path: Path) -> None:
    """It is an error in the own folder, and a warning anywhere else."""
    own = write("more/jolly-roger.yaml", TAKEN)
    other = tmp_path / "jolly-roger.yaml"
    other.write_text(TAKEN.replace("extends: jolly-roger", "extends: skull-queen"))
    listed = run("rulesets", "list")
    as_json = json.loads(run("rulesets", "list", "--json").out)
    checked = [run("rulesets", "check", str(file)) for file in (own, other)]

    assert (listed.code, listed.err) == (0, "")
    assert f'Rename {own}: the name "jolly-roger" is taken' in listed.out
    (found,) = (ruleset for ruleset in as_json if ruleset["name"] == "jolly-roger")
    assert (found["id"], found["hidden"]) == ("jolly-roger", [str(own)])
    assert [ended.code for ended in checked] == [1, 0]
    assert "error[taken-id]" in checked[0].out
    assert "warning[taken-id]" in checked[1].out


def test_an_id_that_differs_from_the_name_is_warned_of_in_the_own_folder(write: Write) -> None:
    text = SMALL.replace("name: Small", "name: {en: Small, de: Klein}")
    own = write("storm/stürmisch.yaml", text)
    other = own.parent.parent.parent / "stürmisch.yaml"
    other.write_text(text)
    found = [Engine().ruleset_file(str(file), thorough=True).warnings for file in (own, other)]

    assert [[warning.message.code for warning in each] for each in found] == [["id-not-name"], []]
    assert found[0][0].message.params["name"] == "stürmisch"
    assert found[0][0].line == 2


def test_a_file_that_ends_in_yml_is_named(write: Write) -> None:
    file = write("more/Käpt'n.yml", TAKEN)
    played = run("play", "kaptn")

    assert f"Rename {file} so that it ends in .yaml" in run("rulesets", "list").out
    assert (played.code, str(file) in played.err) == (2, True)


@pytest.mark.parametrize("typed", ["my-dek.yaml", "./my-deck", "./my-deck.yml", "./My-Deck.yaml"])
def test_a_file_with_nearly_that_name_is_suggested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-deck.yaml").write_text(TAKEN)
    said = []
    for name in (typed, "./quite-another.yaml"):
        with pytest.raises(RulesetError) as caught:
            Engine({}).ruleset_file(name)
        (finding,) = caught.value.findings
        said.append(ENGLISH.say(finding.message))

    assert said == ['There is no such file. Did you mean "my-deck.yaml"?', "There is no such file."]


def test_two_own_files_of_one_name_are_a_clash_with_both_places(write: Write) -> None:
    """Neither is played by it, and everything else is as before."""
    files = [write("small.yaml", SMALL), write("more/small.yaml", SMALL)]
    engine = Engine()
    with pytest.raises(UnknownName) as caught:
        engine.ruleset_file("small")
    listed = run("rulesets", "list")

    assert caught.value.code == "ruleset-clash"
    assert all(str(file) in ENGLISH.say(caught.value.message) for file in files)
    assert "small" not in engine.playable()
    assert "jolly-roger" in engine.playable()
    assert engine.ruleset_file(str(files[1])).id == "small"
    assert (listed.code, listed.err) == (0, "")
    assert 'There is more than one rule set "small"' in listed.out


def test_a_faulty_rule_set_is_not_among_the_games_to_choose_from(write: Write) -> None:
    write("broken.yaml", "format: 1\n\tid: x\n")
    home = {"SPLITPICK_HOME": os.environ["SPLITPICK_HOME"]}
    ended = command.run("play", typed="1\n", language="en", variables=home)

    assert ended.code == 0
    assert "Which game?" in ended.out
    assert "broken" not in ended.out


# Python.


def test_python_does_not_run_until_its_folder_is_allowed(storm: Path) -> None:
    """The rule set that needs it says so first."""
    with pytest.raises(RulesetError) as caught:
        Engine().ruleset_file("storm")
    first, second = caught.value.findings

    assert (state(), has_run(storm)) == (NEW, False)
    assert (first.line, first.message.code) == (0, "folder-not-allowed")
    assert ENGLISH.say(first.message).endswith("splitpick rulesets allow storm")
    assert second.message.code == "unknown-effect"


def test_an_allowed_folder_brings_its_effects(storm: Path) -> None:
    """A match stores the folder with the hash of what was run."""
    folder = allow("storm")
    engine = Engine()
    ruleset = engine.ruleset_file("storm").variant()
    setup = settle(engine, ruleset, ["greedy", "greedy"], 0, 5)
    match = Match(load_setup(engine, setup).game, seed=5)
    while not match.over:
        match.play(match.legal()[0])

    assert (state(), has_run(storm)) == (RUNS, True)
    (own,) = (plugin for plugin in setup.plugins if plugin.name == "storm")
    assert own.version == folder.version
    assert len(own.version) == 12
    assert any(text.startswith("TO*") for text in match.journal)


def test_a_rule_set_that_needs_no_python_is_played_without_it(write: Write) -> None:
    write("calm/calm.yaml", "format: 1\nid: calm\nname: Calm\nextends: jolly-roger\n")
    write("calm/effects.py", "raise SystemExit\n")

    assert Engine().ruleset_file("calm").id == "calm"


def test_a_changed_file_has_to_be_allowed_again(storm: Path) -> None:
    allow("storm")
    storm.write_text(EFFECT + "#", encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        Engine().ruleset_file("storm")

    assert (state(), has_run(storm)) == (CHANGED, False)
    assert caught.value.findings[0].message.code == "folder-changed"
    storm.write_text(EFFECT, encoding="utf-8")
    assert state() == RUNS


def test_the_contents_that_were_checked_are_run(storm: Path) -> None:
    """A file that is replaced in between does not run."""
    allow("storm")
    (folder,) = own_folders()
    storm.write_text("raise SystemExit", encoding="utf-8")
    module = folder.candidate().load()

    assert vars(module)["Gale"].id == "gale"


def test_to_disallow_takes_the_permission_back(storm: Path) -> None:
    """Also if the folder does not exist any more."""
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
    with pytest.raises(UnknownName, match="unknown-folder"):
        allow(name)

    assert state() == NEW


def test_a_folder_without_one_proper_python_file_has_nothing_to_allow(write: Write) -> None:
    write("plain/x.yaml", "")
    write("two/a.py", "")
    write("two/b.py", "")
    write("Big Wind/a.py", "")
    write("huge/a.py", "#" * 1_000_001)
    MAKE_PIPE(write("pipe/x.yaml", "").with_name("a.py"))
    found = {folder.name: folder for folder in own_folders()}

    assert found["plain"].state == found["pipe"].state == ""
    assert found["huge"].state == UNREADABLE
    for name, code in [
        ("plain", "folder-no-python"),
        ("pipe", "folder-no-python"),
        ("two", "folder-several"),
        ("Big Wind", "folder-name"),
        ("huge", "folder-unreadable"),
    ]:
        with pytest.raises(BadValue, match=code):
            allow(name)


@pytest.mark.parametrize("text", ["", "{", "[]", "\0", "[" * 100_000, " " * 1_000_001])
def test_a_damaged_list_allows_nothing_and_is_named(home: Path, storm: Path, text: str) -> None:
    """To allow a folder replaces it."""
    (home / ALLOWED).write_text(text)
    engine = Engine()

    assert "gale" not in engine.effects
    assert [note.code for note in engine.library.unplayable()] == ["allowed-unreadable"]
    allow("storm")
    assert state() == RUNS
    assert json.loads((home / ALLOWED).read_text()).keys() == {"storm"}


@pytest.mark.parametrize("make", [MAKE_PIPE, os.mkdir, lambda file: file.symlink_to("/dev/zero")])
def test_a_list_that_is_no_ordinary_file_is_named_once(
    home: Path, storm: Path, make: Callable[[Path], None]
) -> None:
    """A pipe or a device could block for ever."""
    make(home / ALLOWED)
    ended = run("play", "jolly-roger", *BOTS)

    assert ended.code == 0
    assert ended.err.count("allowed.json cannot be read, so no Python") == 1
    assert len(ended.err.splitlines()) == 1


def test_python_that_fails_is_named_and_can_be_disallowed(storm: Path) -> None:
    storm.write_text("import dataclasses\n@dataclasses.dataclass\nclass A:\n  x: int\n1 / 0\n")
    allow("storm")
    (plugin,) = (plugin for plugin in Engine().plugins if plugin.provider.name == "storm")

    assert (plugin.state, plugin.error and plugin.error.code) == (FAILED, "plugin-fails")
    assert isinstance(plugin.cause, ZeroDivisionError)
    assert run("rulesets", "disallow", "storm").code == 0
    assert state() == NEW


def test_the_list_of_plugins_has_own_folders(storm: Path) -> None:
    """Also those that do not run, with the cure."""
    before = run("plugins", "list").out
    as_json = {
        plugin["name"]: plugin for plugin in json.loads(run("plugins", "list", "--json").out)
    }
    version = allow("storm").version
    after = run("plugins", "list").out

    assert f"{version} from the folder storm: not allowed" in before
    assert "splitpick rulesets allow storm" in before
    assert as_json["storm"]["state"] == NEW
    assert as_json["storm"]["error"]["code"] == "folder-not-allowed"
    assert f"{version} from the folder storm: {LOADED}" in after


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commands_list_check_allow_play_and_disallow(storm: Path, language: str) -> None:
    listed = run("rulesets", "list", language=language)
    checked = run("rulesets", "check", "storm", language=language)
    wrong = run("rulesets", "allow", "strom", language=language)
    allowed = run("rulesets", "allow", "storm", language=language)
    played = run("play", "storm", *BOTS)
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
