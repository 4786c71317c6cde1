"""`splitpick rulesets check`: folders, standard input, mending, watching, forms for programs."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from command import PROGRAM, run, run_in_terminal
from splitpick.cli import exits

WRONG = """\
format: 1
id: mine
name: {en: Mine, de: Meins}
extends: jolly-roger/advanced

change: {cards: {G5: {count: 5}, KR: {effect: krakken}}}  # more of it
set-aside: 12
"""
RIGHT = WRONG.replace("krakken", "kraken").replace("12", "13")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "mine.yaml"
    file.write_text(WRONG, "utf-8")
    return file


def test_what_has_a_sure_cure_is_mended_after_its_changes_are_shown(file: Path) -> None:
    shown = run("rulesets", "check", str(file), "--fix")

    assert shown.code == exits.FAILED
    for change in ("-set-aside: 12\n", "+set-aside: 13\n"):
        assert change in shown.out
    assert "add --yes" in shown.out
    assert file.read_text("utf-8") == WRONG

    mended = run("rulesets", "check", str(file), "--fix", "--yes")
    assert mended.code == exits.FINE
    assert "2 mistakes mended.\n" in mended.out
    assert file.read_text("utf-8") == RIGHT
    assert "nothing that --fix can cure" in run("rulesets", "check", str(file), "--fix").out


def test_a_cure_that_uncovers_another_fault_is_followed_by_its_cure(file: Path) -> None:
    """YAML is not read behind its first fault; one call mends all, and shows one change."""
    head = WRONG.partition("\n\n")[0]
    file.write_text(f"{head}\ncaptains 3\nparrot 2\nset-aside: ten\n", "utf-8")
    mended = run("rulesets", "check", str(file), "--fix", "--yes")

    assert mended.code == exits.FINE
    assert mended.out.count("+++") == 1
    assert file.read_text("utf-8") == f"{head}\ncaptains: 3\nparrot: 2\nset-aside: 10\n"


def test_what_others_extend_is_mended_before_them(file: Path) -> None:
    file.write_text(WRONG.replace("jolly-roger/advanced", "other"), "utf-8")
    other = WRONG.replace("mine", "other").replace("G5", "G4").replace("12", "10")
    (file.parent / "other.yaml").write_text(other, "utf-8")
    mended = run("rulesets", "check", str(file.parent), "--fix", "--yes")

    assert mended.code == exits.FINE
    assert "set-aside: 16\n" in file.read_text("utf-8")  # three more of both


@pytest.mark.often(1)
@pytest.mark.parametrize(("answer", "after"), [("ja", RIGHT), ("nein", WRONG)])
def test_in_a_terminal_it_is_asked_first(file: Path, answer: str, after: str) -> None:
    ended = run_in_terminal(
        [*PROGRAM, "rulesets", "check", str(file), "--fix", "--lang", "de"], typed=f"{answer}\n"
    )

    assert "ja" in ended.out
    assert file.read_text("utf-8") == after


def test_only_files_are_mended_or_watched(file: Path) -> None:
    for wrong in (["jolly-roger", "--fix"], ["-", "--fix"], [str(file), "--fix", "--json"]):
        assert run("rulesets", "check", *wrong).error_code == "fix-files"
    for wrong in (["jolly-roger", "--watch"], [str(file), "--watch", "--format", "sarif"]):
        assert run("rulesets", "check", *wrong).error_code == "watch-files"


def test_a_folder_stands_for_the_rule_sets_in_it(file: Path) -> None:
    (file.parent / "other.yaml").write_text(RIGHT.replace("mine", "other"), "utf-8")
    (file.parent / "notes.txt").write_text("none", "utf-8")
    ended = run("rulesets", "check", f"{file.parent}/", "--json")

    assert [Path(each["name"]).name for each in json.loads(ended.out)] == [
        "mine.yaml",
        "other.yaml",
    ]
    assert ended.code == exits.FAILED
    (file.parent / "empty").mkdir()
    none = run("rulesets", "check", f"{file.parent / 'empty'}/")
    assert none.error_code == "no-rulesets-here"


def test_a_folder_needs_no_slash_unless_a_rule_set_has_its_name(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(file.parent.parent)
    (Path.cwd() / "jolly-roger").mkdir()

    assert run("rulesets", "check", file.parent.name, "--json").out.count('"name"') == 1
    assert run("rulesets", "check", "jolly-roger").code == exits.FINE


def test_standard_input_has_no_name_to_be_played_by() -> None:
    for text, code in ((RIGHT, exits.FINE), (WRONG, exits.FAILED)):
        ended = run("rulesets", "check", "-", typed=text)

        assert ended.code == code
        assert "id-not-name" not in ended.out


def test_every_change_is_checked_until_ctrl_c(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also a change of another file there, which may be extended, and one to nothing."""
    changes: Iterator[Callable[[], object]] = iter(
        [
            lambda: None,
            lambda: file.write_text(RIGHT, "utf-8"),
            lambda: (file.parent / "base.yaml").write_text(RIGHT, "utf-8"),
            file.unlink,
        ]
    )

    def wait(seconds: float) -> None:
        assert seconds <= 0.3
        change = next(changes, None)
        if not change:
            raise KeyboardInterrupt
        change()

    monkeypatch.setattr(time, "sleep", wait)
    ended = run("rulesets", "check", str(file), "--watch")

    assert ended.code == exits.INTERRUPTED
    told = [line for line in ended.out.splitlines() if line.startswith(str(file))]
    assert [line.rpartition(":")[2] for line in told if "error[" not in line] == [
        " 2 errors.", " no errors.", " no errors.", " 1 error.",
    ]  # fmt: skip


def test_programs_get_the_place_and_the_cure(file: Path) -> None:
    (each,) = json.loads(run("rulesets", "check", str(file), "--json").out)
    first = each["findings"][0]
    assert (first["line"], first["column"], first["length"]) == (6, 47, 7)
    assert first["edits"] == [
        {"line": 6, "column": 47, "end_line": 6, "end_column": 54, "text": "kraken"}
    ]

    log = json.loads(run("rulesets", "check", str(file), "--format", "sarif").out)
    result = log["runs"][0]["results"][0]
    assert (log["version"], result["ruleId"], result["level"]) == (
        "2.1.0", "unknown-effect", "error",
    )  # fmt: skip
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 6, "startColumn": 47, "endLine": 6, "endColumn": 54}
    replacement = result["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert replacement == {"deletedRegion": region, "insertedContent": {"text": "kraken"}}

    marks = run("rulesets", "check", str(file), "--format", "github", language="de").out
    assert marks.splitlines()[0].startswith(
        f"::error file={file},title=unknown-effect,line=6,col=47,endLine=6,endColumn=54::Den Effekt"
    )
    assert run("rulesets", "check", str(file), "--format", "xml").error_code == "unknown-format"


def test_programs_get_only_cures_that_fix_would_make(tmp_path: Path) -> None:
    """Leave in an editor, too, what somebody wrote and --fix would not take out."""
    file = tmp_path / "mine.yaml"
    line = "scoring: [{score: runs, least: 3, points: 2, jokers: [L]}]\n"
    file.write_text(
        WRONG.partition("change")[0].replace("jolly-roger/advanced", "smugglers-cove") + line
    )

    assert "nothing that --fix can cure" in run("rulesets", "check", str(file), "--fix").out
    [result] = json.loads(run("rulesets", "check", str(file), "--json").out)
    assert [each["code"] for each in result["findings"]] == ["idle-key"]
    assert [each["edits"] for each in result["findings"]] == [[]]
    [ran] = json.loads(run("rulesets", "check", str(file), "--format", "sarif").out)["runs"]
    assert ["fixes" in each for each in ran["results"]] == [False]


def test_a_sign_of_the_form_is_no_mark_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "a,b:c%.yaml"
    file.write_text("format: 1\n", "utf-8")
    marks = run("rulesets", "check", str(file), "--format", "github").out

    assert marks.startswith(f"::error file={tmp_path}/a%2Cb%3Ac%25.yaml,")
