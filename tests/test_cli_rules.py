"""The rules on the screen: laid out for reading, and page by page on a terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from command import run_in_terminal
from splitpick.cli.rulesets.show_rules import rules_lines
from splitpick.cli.screen import Screen
from splitpick.cli.terminal.pager import show_pages
from splitpick.core.scene import Section
from splitpick.core.text import Language, msg
from splitpick.core.width import display_width

SECTIONS = [
    Section(
        title=msg("aim", "Aim"),
        paragraphs=["Gold.", "word " * 30 + "end"],
    ),
    Section(title=msg("turn", "A turn"), points=["Split.", "Pick. " * 20 + "Done."]),
]


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A screen of 80 columns that is no terminal."""
    monkeypatch.setenv("COLUMNS", "80")
    return Screen(Language("en"))


def test_rules_are_headings_paragraphs_and_points(screen: Screen) -> None:
    lines = rules_lines(screen, SECTIONS)
    turn = lines.index("A turn")

    assert lines[:4] == ["Aim", "---", "", "Gold."]
    assert lines[turn - 1 : turn + 4] == ["", "A turn", "------", "", "• Split."]


def test_points_hang_behind_their_bullets(screen: Screen) -> None:
    points = rules_lines(screen, [SECTIONS[1]])[3:]

    assert points[0] == "• Split."
    assert points[1].startswith("• Pick. ")
    assert points[2].startswith("  Pick. ")


@pytest.mark.parametrize(("columns", "widest"), [("200", 80), ("40", 40), ("20", 20)])
def test_rules_keep_within_the_width_and_80(
    columns: str, widest: int, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)

    assert max(map(display_width, rules_lines(screen, SECTIONS))) <= widest


def test_a_screen_reader_gets_no_rows_of_dashes(screen: Screen) -> None:
    screen.accessible = True

    assert rules_lines(screen, SECTIONS)[:3] == ["Aim", "", "Gold."]


def test_headings_are_bold_where_there_is_colour(screen: Screen) -> None:
    screen.color = True

    assert rules_lines(screen, SECTIONS)[0] == "\x1b[1mAim\x1b[0m"


def test_no_pager_in_a_pipe(
    screen: Screen, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PAGER", "false")
    monkeypatch.setenv("LINES", "5")
    show_pages(screen, rules_lines(screen, SECTIONS), pager=True)

    assert capsys.readouterr().out == "\n".join(rules_lines(screen, SECTIONS)) + "\n"


def test_no_rules_are_an_empty_page(screen: Screen) -> None:
    assert rules_lines(screen, []) == []


# In a terminal.

in_a_terminal = pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")

SHOW = """\
import sys
from splitpick.cli.rulesets.show_rules import rules_lines
from splitpick.cli.terminal.pager import show_pages
from splitpick.cli.screen import Screen
from splitpick.core.scene import Section
from splitpick.core.text import Language, msg

section = Section(msg("aim", "Aim"), ["Gold."] * 20)
screen = Screen(Language("en"), color=False)
show_pages(screen, rules_lines(screen, [section]), pager=sys.argv[1] == "pager")
"""


def show(pager: str, *, lines: int = 10, allowed: bool = True) -> str:
    """Return all that is on a terminal of *lines* lines after showing rules of 42."""
    wish = "pager" if allowed else "no pager"
    ended = run_in_terminal(
        [sys.executable, "-c", SHOW, wish], lines=lines, variables={"PAGER": pager}
    )

    assert ended.code == 0
    return ended.out


@pytest.fixture
def pager(tmp_path: Path) -> str:
    """A pager that counts the lines it is given and shows the first."""
    script = tmp_path / "pager.py"
    script.write_text("import sys; lines = sys.stdin.readlines(); print(len(lines), lines[0])")
    return f"'{sys.executable}' '{script}'"


@in_a_terminal
def test_rules_longer_than_the_terminal_go_through_the_pager(pager: str) -> None:
    assert show(pager) == "42 Aim\n\n"


@in_a_terminal
def test_rules_that_fit_are_shown_as_they_are(pager: str) -> None:
    assert show(pager, lines=50).count("Gold.") == 20


@in_a_terminal
def test_the_pager_can_be_refused(pager: str) -> None:
    assert show(pager, allowed=False).count("Gold.") == 20


@in_a_terminal
@pytest.mark.parametrize(
    "command",
    ["no-such-pager-anywhere", "/", "'", "sh -c 'exit 127'", " "],
    ids=["missing", "a folder", "no command line", "missing in a shell", "blank"],
)
def test_a_pager_that_does_not_run_is_done_without(command: str) -> None:
    assert show(command).count("Gold.") == 20


@in_a_terminal
def test_a_pager_that_is_left_early_is_no_error() -> None:
    assert show("head -n 1") == "Aim\n"


@in_a_terminal
def test_ctrl_c_in_the_pager_is_the_pagers(tmp_path: Path) -> None:
    """One that ends with it, unlike less, ends the reading and nothing else."""
    script = tmp_path / "pager.py"
    script.write_text("import sys; print('reading', flush=True); sys.stdin.read(); input()")
    ended = run_in_terminal(
        [sys.executable, "-c", SHOW, "pager"],
        lines=10,
        typed="\x03",
        after="reading",
        variables={"PAGER": f"'{sys.executable}' '{script}'"},
    )

    assert ended.code == 0
