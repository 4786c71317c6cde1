"""The rules on the screen: laid out for reading, and page by page on a terminal."""

import os
import sys
from pathlib import Path

import pytest

from command import run_in_terminal
from splitpick.cli.screen import Screen
from splitpick.cli.terminal.pager import show_pages
from splitpick.cli.terminal.rules_lines import rules_lines
from splitpick.core.scene import Section, ruling
from splitpick.core.text import Language, msg
from splitpick.core.width import display_width

SECTIONS = [
    Section(title=msg("aim", "Aim"), paragraphs=["Gold.", "word " * 30 + "end"]),
    Section(title=msg("turn", "A turn"), points=["Split.", "Pick. " * 20 + "Done."]),
]


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A screen of 80 columns that is no terminal."""
    monkeypatch.setenv("COLUMNS", "80")
    return Screen(Language("en"))


def test_rules_are_headings_paragraphs_and_points(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Points hang behind their bullets; lines are as wide as the screen, and at most 80."""
    lines = rules_lines(screen, SECTIONS)
    turn = lines.index("A turn")
    widest = {}
    for columns in (200, 40, 20):
        monkeypatch.setenv("COLUMNS", str(columns))
        widest[columns] = max(map(display_width, rules_lines(screen, SECTIONS)))

    assert lines[:4] == ["Aim", "---", "", "Gold."]
    assert lines[turn - 1 : turn + 4] == ["", "A turn", "------", "", "• Split."]
    assert [line[:7] for line in lines[turn + 4 : turn + 6]] == ["• Pick.", "  Pick."]
    assert (widest[200] <= 80, widest[40] <= 40, widest[20] <= 20) == (True, True, True)
    assert rules_lines(screen, []) == []


def test_what_the_rulebook_leaves_open_is_marked_and_the_mark_explained_once(
    screen: Screen,
) -> None:
    """Before it stands there; by ear it is a word."""
    ours = [ruling(msg("tie", "ties share the win.")), ruling(msg("last", "there are 100 rounds."))]
    sections = [Section(msg("aim", "Aim"), ["Gold."], ours)]
    seen = rules_lines(screen, sections)
    screen.accessible = True
    heard = "\n".join(rules_lines(screen, sections))

    assert seen[0].startswith('"†" stands before what is not in the rulebook')
    assert seen[-2:] == ["• † Ties share the win.", "• † There are 100 rounds."]
    assert heard.startswith('"Added:" stands before what is not in the rulebook')
    assert heard.endswith("Added: Ties share the win.\n• Added: There are 100 rounds.")


def test_headings_are_bold_where_there_is_colour_and_plain_for_a_screen_reader(
    screen: Screen,
) -> None:
    screen.accessible = True
    spoken = rules_lines(screen, SECTIONS)[:3]
    screen.color = True

    assert spoken == ["Aim", "", "Gold."] == rules_lines(screen, SECTIONS)[:3]
    screen.accessible = False
    assert rules_lines(screen, SECTIONS)[0] == "\x1b[1mAim\x1b[0m"


def test_who_listens_hears_no_line_breaks(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal of 20 columns, a sentence, a question and the rules are a line each."""
    monkeypatch.setenv("COLUMNS", "20")
    screen.accessible = screen.terminal = True
    long = "one two three " * 9
    lines = rules_lines(screen, [Section(msg("title", "Aim"), [long], [long])])

    assert screen.lines(long) == [long]
    assert [line.strip() for line in lines] == ["Aim", "", long.strip(), "", f"• {long}".strip()]


def test_no_pager_in_a_pipe(
    screen: Screen, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PAGER", "false")
    monkeypatch.setenv("LINES", "5")
    show_pages(Screen(screen.language), rules_lines(screen, SECTIONS), pager=True)

    assert capsys.readouterr().out == "\n".join(rules_lines(screen, SECTIONS)) + "\n"


# In a terminal.

SHOW = """\
import sys
from splitpick.cli.terminal.pager import show_pages
from splitpick.cli.screen import Screen
from splitpick.core.text import Language

screen = Screen(Language("en"), color=False, accessible=sys.argv[1] == "heard")
show_pages(screen, ["Aim", *["Gold."] * 20], pager=sys.argv[1] != "no pager")
"""

COUNTS = "import sys; lines = sys.stdin.readlines(); print(len(lines), lines[0])"
"""Pager that counts the lines it is given and shows the first."""

WAITS = "import sys; print('reading', flush=True); sys.stdin.read(); input()"
"""Pager that ends with Ctrl-C, unlike less."""


def show(pager: str, wish: str = "pager", *, lines: int = 10, typed: str = "") -> str:
    """Return all that is on a terminal of *lines* lines after showing text of 21."""
    ended = run_in_terminal(
        [sys.executable, "-c", SHOW, wish],
        lines=lines,
        typed=typed,
        after="reading",
        variables={"PAGER": pager},
    )

    assert ended.code == 0
    return ended.out


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.process
def test_text_longer_than_the_terminal_goes_through_the_pager(tmp_path: Path) -> None:
    """One that does not run is done without; leaving it early or by Ctrl-C is no error."""
    script = tmp_path / "pager.py"
    pager = f"'{sys.executable}' '{script}'"
    script.write_text(COUNTS)

    assert show(pager) == "21 Aim\n\n"
    assert show(pager, lines=50).count("Gold.") == 20
    assert show(pager, "no pager").count("Gold.") == 20
    assert show(pager, "heard").count("Gold.") == 20
    for not_there in ("no-such-pager-anywhere", "/", "'", "sh -c 'exit 127'", " "):
        assert show(not_there).count("Gold.") == 20
    assert show("head -n 1") == "Aim\n"
    script.write_text(WAITS)
    assert show(pager, typed="\x03").startswith("reading")
