"""`splitpick rulesets`: what is listed, shown and checked."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from command import COMMAND_LINES, PROGRAM, Ended, run, run_in_terminal
from golden import same_as_file
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

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a rule set into a file and return its path."""

    def write(text: str) -> str:
        file = tmp_path / "mine.yaml"
        file.write_text(text, encoding="utf-8")
        return str(file)

    return write


def rulesets(*words: str, **variables: str) -> Ended:
    """Run a command in English, which must end well or with a failed check."""
    ended = run("rulesets", *words, language="en", variables=variables)
    assert (ended.code in (0, 1), ended.err) == (True, "")
    return ended


def lines(*words: str) -> list[str]:
    return rulesets(*words).out.splitlines()


def told(*words: str, **variables: str) -> Any:
    """Return what is shown to programs."""
    return json.loads(rulesets(*words, "--json", **variables).out)


def test_rule_sets_are_listed_with_their_variants(tmp_path: Path) -> None:
    """One with faults is listed with their number, and does not hide the others."""
    own = tmp_path / "rulesets"
    own.mkdir()
    (own / "broken.yaml").write_text("format: 1\nid: broken\nname: Broken\n")
    shown = rulesets("list", SPLITPICK_HOME=str(tmp_path)).out.splitlines()
    listed = told("list", SPLITPICK_HOME=str(tmp_path))
    found = {ruleset["name"]: ruleset for ruleset in listed}["jolly-roger"]

    start = shown.index("  jolly-roger     Jolly & Roger")
    assert shown[start + 1 : start + 4] == [
        "    introductory  introductory game",
        "    advanced      advanced game",
        "    all-cards     all-cards variant",
    ]
    assert "  broken  has errors: splitpick rulesets check broken" in shown
    assert {"name": "broken", "faults": 1} in listed
    assert found["title"] == "Jolly & Roger"
    assert found["players"] == {"least": 2, "most": 2}
    assert found["seats"] == [{"id": "jolly", "name": "Jolly"}, {"id": "roger", "name": "Roger"}]
    assert found["variants"][1] == {"id": "advanced", "name": "advanced game"}
    assert Path(found["file"]).is_file()


# show


def test_a_rule_set_is_shown_to_people(write: Write) -> None:
    """Its head, the variants and what differs in them, the course, the tables and the options."""
    file = write(TWO_VARIANTS)
    shown = rulesets("show", file).out.replace(file, "mine.yaml")

    same_as_file(COMMAND_LINES / "ruleset.en.txt", shown)


def test_another_variant_can_be_shown() -> None:
    """Then the others are compared with that one."""
    shown = lines("show", "jolly-roger", "--variant", "advanced")

    assert "  Cards set aside unseen  10" in shown
    assert "                set-aside: 3; cards without KR, SK, TO" in shown


def test_a_rule_set_is_shown_to_programs(write: Write) -> None:
    """The rules of the variant as they are, their hash, and where each value came from."""
    found = told("show", "jolly-roger")
    file = write(HEAD + "extends: jolly-roger/advanced\n")
    origins = {tuple(each["path"]): each for each in told("show", file, "--why")["why"]}

    assert found["variant"] == "introductory"
    assert (found["rules"]["turns"], len(found["rules"]["cards"])) == (8, 20)
    assert found["hash"] == Engine().ruleset_file("jolly-roger").variant("introductory").hash
    assert origins["name",] == {"path": ["name"], "file": file, "line": 3, "column": 7}
    assert origins["cards", 0, "code"]["file"].endswith("jolly-roger.yaml")
    assert ("cards", 0) not in origins


@pytest.mark.process
@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_nothing_is_wider_than_the_screen() -> None:
    """On a narrow screen tables become rows, and nothing of them is lost."""
    words = [*PROGRAM, "rulesets", "show", "jolly-roger", "--variant", "advanced"]
    for columns in (20, 60):
        shown = run_in_terminal(words, columns=columns, variables={"SPLITPICK_LANG": "en"}).out

        assert max(map(display_width, shown.splitlines())) <= columns
        assert "Tortuga" in shown


def test_what_differs_by_number_of_players_is_shown_for_each_number() -> None:
    """Cards set aside too, which follow from the cards drawn and the turns."""
    shown = run("rulesets", "show", "galley-thieves").out

    for row in ("Turns  ", "Cards drawn", "Cards set aside"):
        (line,) = [line for line in shown.splitlines() if line.strip().startswith(row)]
        assert all(f"{players}: " in line for players in (2, 3, 4, 5))


def test_what_is_not_there_cannot_be_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Write
) -> None:
    """A file that is typed like a name is found as what was meant: only a path leads to it."""
    (tmp_path / "my.yaml").write_text("format: 1\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    meant = run("play", "my", language="de")
    codes = [
        run("rulesets", "show", *words).error_code
        for words in (["jolly"], ["jolly-roger", "--variant", "hard"], [write("")])
    ]

    assert (meant.code, meant.error_code) == (exits.BAD_INPUT, "unknown-ruleset")
    assert "Meintest du" in meant.err
    assert "./my.yaml" in meant.err
    assert codes == ["unknown-ruleset", "unknown-variant", "empty"]


def test_resolved_rules_are_shown_as_a_rule_set(write: Write) -> None:
    """The output can be saved and checked, and holds nothing of another variant."""
    shown = lines("show", write(TWO_VARIANTS), "--variant", "two", "--resolved")

    assert shown[0] == "# Tiny: two"
    assert "set-size: {least: 1, most: 3}" in shown
    assert "- {code: G1, colour: green, strength: 1, count: 4, gold: 2}" in shown
    assert not any("KR" in line for line in shown)
    assert rulesets("check", write("\n".join(shown))).code == 0


def test_every_value_is_shown_with_its_origin(write: Write) -> None:
    """Files and lines stand behind it; --why alone does the same as with --resolved."""
    file = write(
        HEAD + "extends: jolly-roger/advanced\nchange: {cards: {G1: {count: 12}}}\nset-aside: 18\n"
    )
    shown = lines("show", file, "--why")
    origins = dict(line.split("  # ") for line in shown if "  # " in line)
    by_line = {line.strip(): origin for line, origin in origins.items()}

    assert lines("show", file, "--why", "--resolved") == shown
    assert shown[:2] == ["# Mine: standard game", f"# mine.yaml: {file}"]
    assert shown[2].startswith("# jolly-roger.yaml: /")
    changed = "- {code: G1, colour: green, strength: 1, count: 12}"
    assert by_line[changed] == "jolly-roger.yaml:48, mine.yaml:5"
    assert by_line["set-aside: 18"] == "mine.yaml:6"
    assert by_line["turns: 8"] == "jolly-roger.yaml:89"
    assert shown[-1].endswith("# splitpick")
    values = [line for line in shown if not line.startswith("#") and not line.endswith(":")]
    assert all("  # " in line for line in values)


# check


def test_faults_are_shown_and_fail(write: Write) -> None:
    """Every file is looked at, whatever is wrong with one."""
    file = write(TWO_VARIANTS.replace("kraken,", "krakken,").replace("id: tiny", "id: mine"))
    ended = rulesets("check", file, "nobody", "jolly-roger")
    shown = ended.out.splitlines()
    effect = 'There is no effect "krakken". Did you mean "kraken"?'
    fine = rulesets("check", "jolly-roger")

    assert (ended.code, fine.code) == (1, 0)
    assert shown[:4] == [
        f"{file}:18:24: error[unknown-effect]: {effect}",
        "    18 |   - {code: KR, effect: krakken, count: 2, name: Kraken}",
        "       |                        ^^^^^^^",
        f"{file}: 1 error.",
    ]
    assert shown[4].startswith('There is no rule set "nobody".')
    assert shown[5].endswith("jolly-roger.yaml: no errors.")


def test_faults_are_told_to_programs(write: Write) -> None:
    """One entry a file, with its findings or the error that there is no such rule set."""
    file = write("format: 2\n")
    broken, unknown, fine = told("check", file, "nobody", "jolly-roger")
    finding = {
        "file": file,
        "line": 1,
        "column": 9,
        "length": 1,
        "severity": "error",
        "code": "ruleset-newer",
        "message": "This rule set is for a newer version of splitpick. Its format is 2, and this "
        "version reads 1.",
        "end_line": 1,
        "end_column": 10,
        "suggestion": "",
        "edits": [],
    }

    assert broken == {"name": file, "findings": [finding], "more": 0}
    assert unknown["error"]["code"] == "unknown-ruleset"
    assert fine == {"name": "jolly-roger", "findings": [], "more": 0}


def test_no_name_of_a_file_steers_the_terminal() -> None:
    """Neither in words nor as JSON."""
    for more in ([], ["--json"]):
        shown = rulesets("check", "./\x1b[2J\u202e.yaml", *more).out
        assert "\x1b" not in shown
        assert "\u202e" not in shown
