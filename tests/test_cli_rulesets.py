"""`splitpick rulesets`: what is listed, shown and checked."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from command import PROGRAM, run, run_in_terminal
from splitpick.cli import exits
from splitpick.core import Engine
from splitpick.core.width import display_width

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
def write(tmp_path: Path) -> Callable[[str], str]:
    """Write a rule set into a file and return its path."""

    def write(text: str) -> str:
        file = tmp_path / "mine.yaml"
        file.write_text(text, encoding="utf-8")
        return str(file)

    return write


def rulesets(*words: str, code: int = exits.FINE) -> list[str]:
    """Return what ``splitpick rulesets`` shows, line by line."""
    ended = run("rulesets", *words, language="en")

    assert ended.code == code
    return ended.out.splitlines()


def as_json(*words: str, code: int = exits.FINE) -> Any:
    """Return what ``splitpick rulesets`` tells programs."""
    return json.loads("\n".join(rulesets(*words, "--json", code=code)))


# list


def test_rule_sets_are_listed_with_their_variants() -> None:
    """Names, as they can be typed, stand before what they are called."""
    shown = rulesets("list")
    start = shown.index("  jolly-roger     Jolly & Roger")

    assert shown[start : start + 4] == [
        "  jolly-roger     Jolly & Roger",
        "    introductory  introductory game",
        "    advanced      advanced game",
        "    all-cards     variant with all cards",
    ]


def test_rule_sets_are_listed_for_programs() -> None:
    found = {ruleset["name"]: ruleset for ruleset in as_json("list")}["jolly-roger"]

    assert found["title"] == "Jolly & Roger"
    assert found["players"] == {"least": 2, "most": 2}
    assert found["seats"] == [{"id": "jolly", "name": "Jolly"}, {"id": "roger", "name": "Roger"}]
    assert found["variants"][1] == {"id": "advanced", "name": "advanced game"}
    assert Path(found["file"]).is_file()


def test_a_rule_set_with_faults_does_not_hide_the_others(tmp_path: Path) -> None:
    """It is listed with the number of its faults."""
    folder = tmp_path / "rulesets"
    folder.mkdir()
    (folder / "broken.yaml").write_text("format: 1\nid: broken\nname: Broken\n")
    home = {"SPLITPICK_HOME": str(tmp_path)}
    shown = run("rulesets", "list", language="en", variables=home).out.splitlines()
    told = json.loads(run("rulesets", "list", "--json", variables=home).out)

    assert "  broken  has 2 faults; splitpick rulesets check broken shows them." in shown
    assert "  jolly-roger     Jolly & Roger" in shown
    assert {"name": "broken", "faults": 2} in told


# show


def test_a_rule_set_is_shown_to_people(write: Callable[[str], str]) -> None:
    """Its head, the variants and what differs in them, the course, the tables and the options."""
    assert rulesets("show", write(TWO_VARIANTS)) == [
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


def test_another_variant_can_be_shown() -> None:
    """Then the others are compared with that one."""
    shown = rulesets("show", "jolly-roger", "-v", "advanced")

    assert "  Cards set aside unseen  10" in shown
    assert "                set-aside: 3; cards without KR, SK, TO" in shown
    assert "                turns: 10; set-aside: 0" in shown
    assert "  KR    Kraken                  0     0      3" in shown


def test_a_rule_set_is_shown_to_programs() -> None:
    """With the rules of the variant as they are, and their hash."""
    found = as_json("show", "jolly-roger")

    assert found["variant"] == "introductory"
    assert (found["rules"]["turns"], len(found["rules"]["cards"])) == (8, 20)
    assert found["hash"] == Engine().ruleset_file("jolly-roger").variant("introductory").hash


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("columns", [20, 60])
def test_nothing_is_wider_than_the_screen(columns: int) -> None:
    words = [*PROGRAM, "rulesets", "show", "jolly-roger", "--variant", "advanced"]
    shown = run_in_terminal(words, columns=columns, variables={"SPLITPICK_LANG": "en"}).out

    assert max(map(display_width, shown.splitlines())) <= columns
    assert "Tortuga" in shown


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


def test_what_does_not_exist_cannot_be_shown(write: Callable[[str], str]) -> None:
    for words, code in [
        (["jolly"], "unknown-ruleset"),
        (["jolly-roger", "-v", "hard"], "unknown-variant"),
        ([write("")], "empty"),
    ]:
        ended = run("rulesets", "show", *words, language="en")

        assert ended.code == exits.BAD_INPUT
        assert f"error[{code}]" in ended.err


def test_resolved_rules_are_shown_as_a_rule_set(write: Callable[[str], str]) -> None:
    """What is shown can be saved and checked, and holds nothing of another variant."""
    shown = rulesets("show", write(TWO_VARIANTS), "-v", "two", "--resolved")

    assert shown[0] == "# Tiny: two"
    assert "set-size: {least: 1, most: 3}" in shown
    assert "- {code: G1, colour: green, strength: 1, count: 4, gold: 2}" in shown
    assert not any("KR" in line for line in shown)
    assert not any("error[" in line for line in rulesets("check", write("\n".join(shown))))


def test_every_value_is_shown_with_its_origin(write: Callable[[str], str]) -> None:
    """File and line stand behind it; --why alone does the same as with --resolved."""
    file = write(
        HEAD + "extends: jolly-roger/advanced\nchange: {cards: {G1: {count: 12}}}\nset-aside: 18\n"
    )
    shown = rulesets("show", file, "--why")

    assert rulesets("show", file, "--resolved", "--why") == shown
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


def test_origins_are_told_to_programs(write: Callable[[str], str]) -> None:
    """With the way to each value."""
    file = write(HEAD + "extends: jolly-roger/advanced\n")
    found = {tuple(each["path"]): each for each in as_json("show", file, "--why")["why"]}

    assert found["name",] == {"path": ["name"], "file": file, "line": 3, "column": 7}
    assert found["cards", 0, "code"]["file"].endswith("jolly-roger.yaml")
    assert ("cards", 0) not in found


# check


def test_a_rule_set_without_faults_passes(write: Callable[[str], str]) -> None:
    """By its name or its path."""
    file = write(HEAD.replace("Mine", "Kraken") + "extends: jolly-roger\n")
    shown = rulesets("check", "jolly-roger", file)

    assert shown[0].endswith("jolly-roger.yaml: no faults.")
    assert shown[1:] == [f"{file}: no faults."]


def test_faults_are_shown_and_fail(write: Callable[[str], str]) -> None:
    """Every file is looked at, whatever is wrong with one."""
    file = write(TWO_VARIANTS.replace("kraken,", "krakken,").replace("draw: 3", "draw: three"))
    shown = rulesets("check", file, "nobody", "jolly-roger", code=exits.FAILED)
    places = [line for line in shown if line.startswith(file)]

    assert [place.partition("]")[0] for place in places] == [
        f"{file}:9:7: error[not-a-number",
        f"{file}:18:24: error[unknown-effect",
        f"{file}: 2 faults.",
    ]
    assert shown[4:6] == [
        "    18 |   - {code: KR, effect: krakken, count: 2, name: Kraken}",
        "       |                        ^^^^^^^",
    ]
    assert shown[7].startswith('There is no rule set "nobody".')
    assert shown[8].endswith("jolly-roger.yaml: no faults.")


def test_faults_are_told_to_programs(write: Callable[[str], str]) -> None:
    """One entry a file, with its findings or the error that there is no such rule set."""
    file = write("format: 2\n")
    broken, unknown, fine = as_json("check", file, "nobody", "jolly-roger", code=exits.FAILED)
    (finding,) = broken["findings"]

    assert (broken["name"], broken["more"]) == (file, 0)
    assert finding.pop("message")
    assert finding == {
        "file": file,
        "line": 1,
        "column": 9,
        "length": 1,
        "severity": "error",
        "code": "unknown-format",
    }
    assert unknown["error"]["code"] == "unknown-ruleset"
    assert fine == {"name": "jolly-roger", "findings": [], "more": 0}


def test_no_name_of_a_file_steers_the_terminal() -> None:
    """Neither in words nor as JSON."""
    for words in ([], ["--json"]):
        ended = run("rulesets", "check", "./\x1b[2J\u202e.yaml", *words)

        assert ended.code == exits.FAILED
        assert not set("\x1b\u202e") & set(ended.out + ended.err)
