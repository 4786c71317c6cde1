"""`splitpick rulesets`: what is listed, shown and checked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from command import run
from splitpick.cli import exits
from splitpick.cli.rulesets.rulesets_commands import check_ruleset, list_rulesets, show_ruleset
from splitpick.cli.screen import Screen
from splitpick.core.errors import RulesetError, UnknownName
from splitpick.core.hooks import hookimpl
from splitpick.core.hooks.engine import Engine
from splitpick.core.text import Language
from splitpick.core.width import display_width
from splitpick.plugins import kraken, skeleton, tortuga

PLUGINS = {"kraken": kraken, "skeleton": skeleton, "tortuga": tortuga}

TWO_VARIANTS = """\
format: 1
id: tiny
game: splitting
table: crews
name: Tiny
description: For a quarter of an hour.
seats: [{id: ann, name: Ann}, {id: bob, name: Bob}, {id: eve, name: Eve}]
players: {least: 2, most: 3}
draw: 3
set-size: {least: 1, most: 2}
turns: 2
captains: 1
parrot: 1
colours: [{id: green, code: G, name: green}]
ships: [{id: green, colour: green, gold: 3, name: green ship}]
cards:
  - {code: G1, colour: green, strength: 1, count: 4}
  - {code: KR, effect: kraken, count: 2, name: Kraken}
variants:
  one: {name: one}
  two:
    name: two
    set: {options: {memory: true}, set-size: {least: 1, most: 3}}
    change: {cards: {G1: {gold: 2}}, seats: {ann: {name: {en: Anna}}}}
    remove: {cards: [KR]}
    add: {cards: [{code: TO, effect: tortuga, count: 2, name: Tortuga}]}
"""


HEAD = "format: 1\nid: mine\nname: Mine\n"


@pytest.fixture
def screen() -> Screen:
    """A screen in English that is no terminal."""
    return Screen(Language("en"))


@pytest.fixture
def engine() -> Engine:
    """The engine with the plugins of this repository."""
    return Engine(PLUGINS)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], str]:
    """Write a rule set into a file and return its path."""

    def write(text: str) -> str:
        file = tmp_path / "mine.yaml"
        file.write_text(text, encoding="utf-8")
        return str(file)

    return write


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return what has been shown, line by line."""
    return capsys.readouterr().out.splitlines()


def told(capsys: pytest.CaptureFixture[str]) -> Any:
    """Return what has been shown as JSON."""
    return json.loads(capsys.readouterr().out)


# list


def test_rule_sets_are_listed_with_their_variants(
    screen: Screen, engine: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    """Names, as they can be typed, stand before what they are called."""
    list_rulesets(screen, engine)

    shown = lines(capsys)
    start = shown.index("  jolly-roger     Jolly & Roger")
    assert shown[start : start + 4] == [
        "  jolly-roger     Jolly & Roger",
        "    introductory  introductory game",
        "    advanced      advanced game",
        "    all-cards     variant with all cards",
    ]


def test_rule_sets_are_listed_for_programs(
    screen: Screen, engine: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --json the same comes with files, seats and numbers of players."""
    list_rulesets(screen, engine, as_json=True)
    found = {ruleset["name"]: ruleset for ruleset in told(capsys)}["jolly-roger"]

    assert found["title"] == "Jolly & Roger"
    assert found["players"] == {"least": 2, "most": 2}
    assert found["seats"] == [{"id": "jolly", "name": "Jolly"}, {"id": "roger", "name": "Roger"}]
    assert found["variants"][1] == {"id": "advanced", "name": "advanced game"}
    assert Path(found["file"]).is_file()


def test_a_rule_set_with_faults_does_not_hide_the_others(
    screen: Screen, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is listed with the number of its faults."""
    (tmp_path / "broken.yaml").write_text("format: 1\nid: broken\nname: Broken\n")

    class Folder:
        @hookimpl
        def splitpick_rulesets(self) -> list[Path]:
            return [tmp_path]

    engine = Engine({**PLUGINS, "folder": Folder()})
    list_rulesets(screen, engine)
    shown = lines(capsys)
    list_rulesets(screen, engine, as_json=True)

    assert "  broken  has 2 faults; splitpick rulesets check broken shows them." in shown
    assert "  jolly-roger     Jolly & Roger" in shown
    assert {"name": "broken", "faults": 2} in told(capsys)


# show


def test_a_rule_set_is_shown_to_people(
    screen: Screen,
    engine: Engine,
    capsys: pytest.CaptureFixture[str],
    write: Callable[[str], str],
) -> None:
    """Its head, the variants and what differs in them, the course, the tables and the options."""
    show_ruleset(screen, engine, write(TWO_VARIANTS))

    assert lines(capsys) == [
        "Tiny (tiny)",
        "For a quarter of an hour.",
        "Players: 2 to 3 (Ann, Bob, and Eve)",
        "",
        "Variants",
        "  one  one",
        "       Shown below.",
        "  two  two",
        "       seats ann name: {en: Anna}; set-size most: 3; cards without KR; cards",
        "       with TO; cards G1 gold: 2; options: {memory: true}",
        "",
        "Course of the game",
        "  Cards in the deck       6",
        "  Turns                   2",
        "  Cards drawn a turn      3",
        "  Fewest cards in a set   1",
        "  Most cards in a set     2",
        "  Cards set aside unseen  0",
        "",
        "Crews",
        "  Captains a player     1",
        "  Strength of a parrot  1",
        "",
        "Ships",
        "  Ship   Name        Colour  Gold",
        "  green  green ship  green      3",
        "",
        "Cards",
        "  Card  Name     Strength  Gold  Count",
        "  G1    green 1         1     1      4",
        "  KR    Kraken          0     0      2",
        "",
        "Options",
        "  memory: false  Whether opponents' parrots and chests are hidden on the screen",
        "                 and have to be remembered.",
    ]


def test_another_variant_can_be_shown(
    screen: Screen, engine: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    """Then the others are compared with that one."""
    show_ruleset(screen, engine, "jolly-roger", "advanced")
    shown = lines(capsys)

    assert "  Cards set aside unseen  10" in shown
    assert "                set-aside: 3; cards without KR, SK, TO" in shown
    assert "                turns: 10; set-aside: 0" in shown
    assert "  KR    Kraken                  0     0      3" in shown


def test_a_rule_set_is_shown_to_programs(
    screen: Screen, engine: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --json come the rules of the variant as they are, and their hash."""
    show_ruleset(screen, engine, "jolly-roger", as_json=True)
    found = told(capsys)

    assert found["variant"] == "introductory"
    assert (found["rules"]["turns"], len(found["rules"]["cards"])) == (8, 20)
    assert found["hash"] == engine.ruleset_file("jolly-roger").variant("introductory").hash


@pytest.mark.parametrize("columns", [20, 33, 60])
def test_nothing_is_wider_than_the_screen(
    engine: Engine,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    columns: int,
) -> None:
    """On a narrow screen tables become rows, and nothing of them is lost."""
    monkeypatch.setenv("COLUMNS", str(columns))
    screen = Screen(Language("en"))
    screen.terminal = True
    show_ruleset(screen, engine, "jolly-roger", "advanced")
    list_rulesets(screen, engine)
    shown = lines(capsys)

    assert max(map(display_width, shown)) <= columns
    assert "Tortuga" in " ".join(shown)
    assert "105" not in " ".join(shown)
    if columns == 33:
        assert "  Ship red, Name red ship, Colour" in shown


@pytest.mark.parametrize(("language", "hint"), [("en", "Did you mean"), ("de", "Meintest du")])
def test_a_file_typed_like_a_name_is_found_as_what_was_meant(
    language: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lies here, but only a path is looked for where it lies."""
    (tmp_path / "my.yaml").write_text("format: 1\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    ended = run("play", "my", language=language)

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "unknown-ruleset")
    assert hint in ended.err
    assert "./my.yaml" in ended.err


def test_what_is_not_there_cannot_be_shown(
    screen: Screen, engine: Engine, write: Callable[[str], str]
) -> None:
    """The errors are left to the command line, which says them and ends with 2."""
    with pytest.raises(UnknownName, match="unknown-ruleset"):
        show_ruleset(screen, engine, "jolly")
    with pytest.raises(UnknownName, match="unknown-variant"):
        show_ruleset(screen, engine, "jolly-roger", "hard")
    with pytest.raises(RulesetError, match="empty"):
        show_ruleset(screen, engine, write(""))


def test_resolved_rules_are_shown_as_a_rule_set(
    screen: Screen,
    engine: Engine,
    capsys: pytest.CaptureFixture[str],
    write: Callable[[str], str],
) -> None:
    """What is shown can be saved and checked, and holds nothing of another variant."""
    show_ruleset(screen, engine, write(TWO_VARIANTS), "two", resolved=True)
    shown = lines(capsys)
    file = write("\n".join(shown))

    assert shown[0] == "# Tiny: two"
    assert "set-size: {least: 1, most: 3}" in shown
    assert "- {code: G1, colour: green, strength: 1, count: 4, gold: 2}" in shown
    assert not any("KR" in line for line in shown)
    assert check_ruleset(screen, engine, [file]) == 0


def test_every_value_is_shown_with_its_origin(
    screen: Screen,
    engine: Engine,
    capsys: pytest.CaptureFixture[str],
    write: Callable[[str], str],
) -> None:
    """File and line stand behind it; --why alone does the same as with --resolved."""
    file = write(
        HEAD + "extends: jolly-roger/advanced\nchange: {cards: {G1: {count: 12}}}\nset-aside: 18\n"
    )
    show_ruleset(screen, engine, file, why=True)
    shown = lines(capsys)
    show_ruleset(screen, engine, file, resolved=True, why=True)

    assert lines(capsys) == shown
    assert shown[0] == "# Mine: standard game"
    assert shown[1] == f"# mine.yaml: {file}"
    assert shown[2].startswith("# jolly-roger.yaml: /")
    by_line = dict(line.split("  # ") for line in shown if "  # " in line)
    origins = {line.strip(): origin for line, origin in by_line.items()}
    changed = "- {code: G1, colour: green, strength: 1, count: 12}"
    assert origins[changed] == "jolly-roger.yaml:48, mine.yaml:5"
    assert origins["set-aside: 18"] == "mine.yaml:6"
    assert origins["turns: 8"] == "jolly-roger.yaml:89"
    assert len({line.index("  # ") for line in shown if "  # " in line}) == 1
    assert shown[-1].endswith("# splitpick")
    values = [line for line in shown if not line.startswith("#") and not line.endswith(":")]
    assert all("  # " in line for line in values)


def test_origins_are_told_to_programs(
    screen: Screen,
    engine: Engine,
    capsys: pytest.CaptureFixture[str],
    write: Callable[[str], str],
) -> None:
    """With the way to each value."""
    file = write(HEAD + "extends: jolly-roger/advanced\n")
    show_ruleset(screen, engine, file, as_json=True, why=True)
    found = {tuple(each["path"]): each for each in told(capsys)["why"]}

    assert found["name",] == {"path": ["name"], "file": file, "line": 3, "column": 7}
    assert found["cards", 0, "code"]["file"].endswith("jolly-roger.yaml")
    assert ("cards", 0) not in found


# check


def test_a_rule_set_without_faults_passes(
    screen: Screen,
    engine: Engine,
    capsys: pytest.CaptureFixture[str],
    write: Callable[[str], str],
) -> None:
    """By its name or its path."""
    file = write(HEAD.replace("Mine", "Kraken") + "extends: jolly-roger\n")
    code = check_ruleset(screen, engine, ["jolly-roger", file])
    shown = lines(capsys)

    assert code == 0
    assert shown[0].endswith("jolly-roger.yaml: no faults.")
    assert shown[1:] == [f"{file}: no faults."]


def test_faults_are_shown_and_fail(
    screen: Screen,
    engine: Engine,
    capsys: pytest.CaptureFixture[str],
    write: Callable[[str], str],
) -> None:
    """Every file is looked at, whatever is wrong with one."""
    file = write(TWO_VARIANTS.replace("kraken,", "krakken,").replace("draw: 3", "draw: three"))
    code = check_ruleset(screen, engine, [file, "nobody", "jolly-roger"])
    shown = lines(capsys)

    number = "This must be a whole number, without quotes or leading zeros."
    effect = 'There is no effect "krakken". Did you mean "kraken"?'

    assert code == 1
    assert shown[:7] == [
        f"{file}:9:7: error[not-a-number]: {number}",
        "     9 | draw: three",
        "       |       ^^^^^",
        f"{file}:18:24: error[unknown-effect]: {effect} (variant one)",
        "    18 |   - {code: KR, effect: krakken, count: 2, name: Kraken}",
        "       |                        ^^^^^^^",
        f"{file}: 2 faults.",
    ]
    assert shown[7].startswith('There is no rule set "nobody".')
    assert shown[8].endswith("jolly-roger.yaml: no faults.")


def test_faults_are_told_to_programs(
    screen: Screen,
    engine: Engine,
    capsys: pytest.CaptureFixture[str],
    write: Callable[[str], str],
) -> None:
    """One entry a file, with its findings or the error that there is no such rule set."""
    file = write("format: 2\n")
    code = check_ruleset(screen, engine, [file, "nobody", "jolly-roger"], as_json=True)
    broken, unknown, fine = told(capsys)

    assert code == 1
    assert broken == {
        "name": file,
        "findings": [
            {
                "file": file,
                "line": 1,
                "column": 9,
                "length": 1,
                "severity": "error",
                "code": "unknown-format",
                "message": "Only format 1 can be read.",
            }
        ],
        "more": 0,
    }
    assert unknown["error"]["code"] == "unknown-ruleset"
    assert fine == {"name": "jolly-roger", "findings": [], "more": 0}


def test_no_name_of_a_file_steers_the_terminal(
    screen: Screen, engine: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither in words nor as JSON."""
    for as_json in (False, True):
        assert check_ruleset(screen, engine, ["./\x1b[2J\u202e.yaml"], as_json) == 1
        shown = capsys.readouterr().out
        assert "\x1b" not in shown
        assert "\u202e" not in shown
