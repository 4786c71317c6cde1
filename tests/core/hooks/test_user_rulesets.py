"""The user's own rule sets are played by name, and Python beside them runs only if allowed."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import command
from command import LANGUAGES, Ended
from plugin_sites import card
from splitpick.core import BadValue, Engine, Match, RulesetError, UnknownName
from splitpick.core.home import ALLOWED
from splitpick.core.hooks.provider import FAILED, LOADED
from splitpick.core.hooks.user_rulesets import (
    CHANGED,
    NEW,
    RUNS,
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

EFFECT = (
    f'from pathlib import Path\n\nPath(__file__).with_name("has-run").touch()\n\n{card("gale")}'
)

BOTS = ("--seat", "jolly=random", "--seat", "roger=random")

MAKE_PIPE = getattr(os, "mkfifo", os.mkdir)
"""Makes a named pipe, or a folder on systems that have none."""

FAULTY_FILES: dict[str, Callable[[Path], object]] = {
    "pipe": MAKE_PIPE,
    "folder": os.mkdir,
    "device": lambda file: file.symlink_to("/dev/zero"),
    "huge": lambda file: file.write_bytes(b" " * 2_000_000),
    "no YAML": lambda file: file.write_text("format: 1\n\tid: x\n"),
}
"""Make files that are neither rule sets nor lists of what may run."""

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


def test_own_rule_sets_are_listed_and_played_by_name(home: Path, write: Write) -> None:
    """In the folder and in the folders there, but not hidden ones; nothing is made only to look."""
    assert Engine().own_folders == own_folders() == []
    assert list(home.iterdir()) == []
    write("small.yaml", SMALL)
    write("more/other.yaml", SMALL.replace("jolly-roger/advanced", "small"))
    write("more/.hidden.yaml", SMALL)
    write(".git/hidden.yaml", SMALL)
    engine = Engine()
    names = set(engine.rulesets())

    assert names >= {"small", "other", "jolly-roger"}
    assert not any("hidden" in name for name in names)
    assert engine.ruleset_file("other").variant().id == "small"
    assert set(engine.playable()) == names
    assert run("play", "small", *BOTS).code == 0
    assert "small" not in Engine({}).rulesets()


TAKEN = "format: 1\nid: jolly-roger\nname: X\nextends: jolly-roger\n"


def test_an_own_file_never_replaces_a_rule_set_of_splitpick(write: Write, tmp_path: Path) -> None:
    """The game and all that extends it are played as before; the file is named everywhere.

    To check it is an error in the own folder, and a warning anywhere else.
    """
    own, other = write("more/jolly-roger.yaml", TAKEN), tmp_path / "jolly-roger.yaml"
    write("deck.yaml", TAKEN.replace("id: jolly-roger", "id: deck"))
    other.write_text(TAKEN.replace("extends: jolly-roger", "extends: skull-queen"))
    engine = Engine()
    listed = run("rulesets", "list")
    as_json = json.loads(run("rulesets", "list", "--json").out)
    checked = [run("rulesets", "check", str(file)) for file in (own, other)]

    assert engine.library.hidden() == [own]
    assert engine.ruleset_file("jolly-roger").variant().source != str(own)
    assert {"jolly-roger", "deck"} <= set(engine.playable())
    for name in ("deck", str(own)):
        ended = run("play", name, *BOTS)
        assert (ended.code, "note: Rename" in ended.err) == (0, True)
    assert (listed.code, listed.err) == (0, "")
    assert f'Rename {own}: the name "jolly-roger" is taken' in listed.out
    (found,) = (ruleset for ruleset in as_json if ruleset["name"] == "jolly-roger")
    assert (found["id"], found["hidden"]) == ("jolly-roger", [str(own)])
    assert [ended.code for ended in checked] == [1, 0]
    assert "error[taken-id]" in checked[0].out
    assert "warning[taken-id]" in checked[1].out


def test_an_id_that_differs_from_the_name_is_warned_of_in_every_folder(write: Write) -> None:
    text = SMALL.replace("name: Small", "name: {en: Small, de: Klein}")
    own, other = write("storm/stürmisch.yaml", text), write("../stürmisch.yaml", text)
    results = [Engine().ruleset_file(str(file), thorough=True).warnings for file in (own, other)]

    assert [[warning.message.code for warning in each] for each in results] == [["id-not-name"]] * 2
    assert (results[0][0].line, results[0][0].message.params["name"]) == (2, "stürmisch")


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
    with pytest.raises(RulesetError) as caught:
        Engine({}).ruleset_file(typed)

    (finding,) = caught.value.findings
    suggested = 'There is no such file. Did you mean "my-deck.yaml"?'
    assert ENGLISH.say(finding.message) == suggested


def test_two_own_files_of_one_name_are_a_clash_with_both_places(write: Write) -> None:
    """Neither is played by it, and everything else is as before."""
    files = [write("small.yaml", SMALL), write("more/small.yaml", SMALL)]
    engine = Engine()
    with pytest.raises(UnknownName) as caught:
        engine.ruleset_file("small")

    assert caught.value.code == "ruleset-clash"
    assert all(str(file) in ENGLISH.say(caught.value.message) for file in files)
    assert {"jolly-roger"} <= {*engine.playable()} - {"small"}
    assert engine.ruleset_file(str(files[1])).variant().id == "small"
    assert "Several files have this name:" in run("rulesets", "list").out


@pytest.mark.often(1)
@pytest.mark.parametrize("make", FAULTY_FILES)
def test_a_file_that_is_no_rule_set_is_not_among_the_games_to_choose_from(
    home: Path, write: Write, make: str
) -> None:
    """It does not hang either, and is one message if it is asked for."""
    FAULTY_FILES[make](write("x/other.yaml", SMALL).with_name("broken.yaml"))
    variables = {"SPLITPICK_HOME": str(home)}
    ended = command.run("play", typed="1\n", language="en", variables=variables)
    asked = run("play", "broken", *BOTS)

    assert ended.code == 0
    assert "Which game?" in ended.out
    assert "broken" not in ended.out
    assert (asked.code, len(asked.err.splitlines()) >= 1) == (2, True)


# Python.


def test_python_does_not_run_until_its_folder_is_allowed(write: Write, storm: Path) -> None:
    """The rule set that needs it says so first; another one beside it is played."""
    write("storm/calm.yaml", SMALL)
    with pytest.raises(RulesetError) as caught:
        Engine().ruleset_file("storm")
    first, second = caught.value.findings

    assert (state(), has_run(storm)) == (NEW, False)
    assert (first.line, first.message.code) == (0, "folder-not-allowed")
    assert ENGLISH.say(first.message).endswith("splitpick rulesets allow storm")
    assert second.message.code == "unknown-effect"
    assert Engine().ruleset_file("calm").variant().id == "small"


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


def test_a_changed_file_has_to_be_allowed_again(storm: Path) -> None:
    """Also one that is replaced between the look and the run."""
    allow("storm")
    (folder,) = own_folders()
    storm.write_text("raise SystemExit", encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        Engine().ruleset_file("storm")

    assert (state(), has_run(storm)) == (CHANGED, False)
    assert caught.value.findings[0].message.code == "folder-changed"
    assert vars(folder.candidate().load())["Gale"].id == "gale"
    storm.write_text(EFFECT, encoding="utf-8")
    assert state() == RUNS


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

    for name, code in {
        "plain": "folder-no-python",
        "pipe": "folder-no-python",
        "two": "folder-several",
        "Big Wind": "folder-name",
        "huge": "folder-unreadable",
    }.items():
        with pytest.raises(BadValue, match=code):
            allow(name)


def test_a_damaged_list_allows_nothing(home: Path, storm: Path) -> None:
    """To allow a folder replaces it."""
    for text in ("", "{", "[]", "\0", "[" * 100_000):
        (home / ALLOWED).write_text(text)
        engine = Engine()

        assert "gale" not in engine.effects
        assert [note.code for note in engine.library.unplayable()] == ["allowed-unreadable"]
    allow("storm")
    assert state() == RUNS
    assert json.loads((home / ALLOWED).read_text()).keys() == {"storm"}


@pytest.mark.often(2)
@pytest.mark.parametrize("make", FAULTY_FILES)
def test_a_list_that_cannot_be_read_is_named_once_and_does_not_hang(
    home: Path, storm: Path, make: str
) -> None:
    FAULTY_FILES[make](home / ALLOWED)
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
    listed = json.loads(run("plugins", "list", "--json").out)
    (as_json,) = (plugin for plugin in listed if plugin["name"] == "storm")
    version = allow("storm").version

    assert f"{version} of storm: not loaded" in before
    assert "splitpick rulesets allow storm" in before
    assert (as_json["state"], as_json["error"]["code"]) == (NEW, "folder-not-allowed")
    assert f"{version} of storm: {LOADED}" in run("plugins", "list").out


@pytest.mark.often(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commands_list_check_allow_play_and_disallow(storm: Path, language: str) -> None:
    def at_rulesets(*words: str) -> Ended:
        return run("rulesets", *words, language=language)

    listed, checked = at_rulesets("list"), at_rulesets("check", "storm")
    wrong, allowed = at_rulesets("allow", "strom"), at_rulesets("allow", "storm")
    played = run("play", "storm", *BOTS)
    as_json = json.loads(at_rulesets("list", "--json").out)
    disallowed = [at_rulesets("disallow", "storm") for _ in "12"]

    assert "splitpick rulesets allow storm" in listed.out
    assert str(storm.parent.parent) in listed.out.splitlines()[-1]
    assert (checked.code, wrong.code, wrong.error_code) == (1, 2, "unknown-folder")
    assert "[folder-not-allowed]: " in checked.out
    assert (allowed.code, played.code) == (0, 0)
    assert str(storm) in allowed.out
    (found,) = (ruleset for ruleset in as_json if ruleset["name"] == "storm")
    assert (found["folder"], found["python"]) == ("storm", RUNS)
    assert [ended.code for ended in disallowed] == [0, 0]
