"""The pictures in README.md and the turn in cli/README.md are what splitpick shows.

``SPLITPICK_GOLDEN=write pytest tests/readmes/test_readme.py`` writes them anew.
"""

import os
import re
from pathlib import Path

import pytest

from command import PROGRAM, ROOT, run
from golden import same_as_file, writing
from terminals import PROMPT, Terminal

README = ROOT / "cli" / "README.md"

GAME = ("play", "--variant", "advanced", "--first", "roger", "--seed", "11")
TYPED = {
    "en": ("hint\nhint\nhint\npick 2\nSK@yellow\nY4$\n", "\nTurn 2:"),
    "de": ("tipp\ntipp\ntipp\nnimm 2\nSK@gelb\nY4$\n", "\nZug 2:"),
}


def test_the_turn_in_the_readme_is_a_real_one() -> None:
    """From the first draw to the second."""
    for language, (typed, end) in TYPED.items():
        ended = run(*GAME, typed=typed, language=language)
        turn = ended.out.partition("\n\n")[2].partition(end)[0]
        text = README.read_text("utf-8")
        shown = re.search(rf"<!-- turn\.{language}.*?-->\n```text\n(.*?)```", text, re.DOTALL)

        assert shown
        if writing():
            README.write_text(text[: shown.start(1)] + turn + text[shown.end(1) :], "utf-8")
        else:
            assert turn == shown.group(1)


def test_the_picture_in_the_readme_is_drawn_by_splitpick(tmp_path: Path) -> None:
    """Jolly picks a set, in the middle of a game of two bots."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    bots = ("--seat", "jolly=greedy", "--seat", "roger=greedy")
    run("play", "--variant", "all-cards", *bots, "--seed", "3", variables=home)
    shown = run(
        "matches", "export", "--format", "svg", "--at", "54", "jolly-roger-1", variables=home
    )

    same_as_file(ROOT / "cli" / "table.svg", shown.out)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats", "at"),
    [
        ("skull-queen", ("anne", "bart", "grace"), 84),
        ("galley-thieves", ("mary", "finn", "olga"), 70),
    ],
)
def test_the_tables_of_other_games_are_drawn_by_splitpick(
    game: str, seats: tuple[str, ...], at: int, tmp_path: Path
) -> None:
    """In the middle of games of bots, with the faces that the browser shows."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    bots = [word for seat in seats for word in ("--seat", f"{seat}=greedy")]
    run("play", game, *bots, "--seed", "3", variables=home)
    words = ("matches", "export", "--format", "svg", "--at", str(at), f"{game}-1")
    shown = run(*words, variables=home)

    same_as_file(ROOT / "cli" / f"{game}.svg", shown.out)
    assert len(shown.out) < 20_000


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.skipif(os.name == "nt", reason="a terminal of Unix")
def test_the_pictures_of_a_terminal_are_drawn_by_splitpick(tmp_path: Path) -> None:
    """A hint with its reasons on the page of a decision, and what a match of bots is rated."""
    home = {"SPLITPICK_HOME": str(tmp_path), "SPLITPICK_LANG": "en", "COLORTERM": ""}
    with Terminal([*PROGRAM, *GAME], 80, 36, home) as terminal:
        for keys in ("hint\r", "hint\r", "hint\r", "quit\r"):
            assert terminal.wait(PROMPT)
            picture = terminal.drawn("A hint, with its reasons")
            terminal.send(keys)
    same_as_file(ROOT / "cli" / "hint.svg", picture)

    bots = ("--seat", "jolly=greedy", "--seat", "roger=random")
    run("play", *bots, "--seed", "3", variables=home)
    words = ("analyse", "--budget", "nodes=2000", "--deals", "0")
    with Terminal([*PROGRAM, *words], 80, 200, home) as terminal:
        while terminal.wait("\n\n\n"):
            pass
        picture = terminal.drawn("What each decision cost", last=27)
    same_as_file(ROOT / "cli" / "analysis.svg", picture)
