"""One screen a decision, read off a terminal: the whole table and all choices are on it."""

from __future__ import annotations

import os
import random
import re
import shlex
import signal
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from command import PROGRAM
from splitpick.cli.screen import Screen
from splitpick.cli.terminal.choices import kinds_of
from splitpick.cli.terminal.vocabulary import Vocabulary
from splitpick.core.game import Position
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.record import load_setup
from splitpick.core.matches.setup import HUMAN
from splitpick.core.matches.store import Store
from splitpick.core.scene import Line, Presenter, Row
from splitpick.core.text import Message
from terminals import Terminal

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(os.name == "nt", reason="a terminal of Unix"),
]

GAMES = [
    *(("jolly-roger", ("--variant", name)) for name in ("introductory", "advanced", "all-cards")),
    *(("skull-queen", ("--players", str(count))) for count in range(2, 7)),
    *(("dead-mans-dice", ("--players", str(count))) for count in range(2, 7)),
    *(("galley-thieves", ("--players", str(count))) for count in range(2, 6)),
    ("smugglers-cove", ()),
    ("jolly-roger", ("--seat", "roger=human")),
    ("skull-queen", ("--seat", "mary=human")),
]

SIZES = [(80, 24), (50, 24)]

PROMPT = "\x1b[J> "
"""End of a page on which somebody decides."""


def words_of(screen: Screen, line: Line) -> list[str]:
    return " ".join(screen.words(span.text) for span in line).split()


def drawn(
    screen: Screen, presenter: Presenter, position: Position, seat: int | None
) -> Counter[str]:
    """Count the words of the table below its first line."""
    words: list[str] = []
    head, *scene = presenter.scene(position.view(seat), seat)
    for block in [head, *scene] if isinstance(head, Row) else scene:
        lines = [block] if not isinstance(block, Row) else [*block.heads]
        if isinstance(block, Row):
            for panel in block.panels:
                lines += panel.cells or [panel.title, *panel.lines]
        words += [word for line in lines for word in words_of(screen, line)]
    return Counter(words)


def choices(terminal: Terminal) -> str:
    """Read all choices, with Enter where there are more; without blanks."""
    parts: dict[str, None] = {}
    while True:
        rows = terminal.rows()
        questions = [at for at, row in enumerate(rows) if row.startswith("── ")]
        assert questions, "\n".join(rows)
        last = questions[-1]
        shown = "".join(word for row in rows[last + 1 :] for word in row.split())
        if shown in parts:
            return "".join(parts)
        parts[shown] = None
        terminal.send("\r")
        assert terminal.wait(PROMPT)


def check(terminal: Terminal, screen: Screen, home: Path) -> int:
    """Compare the page with the match as it was saved; return the number of its choices."""
    store = Store(home)
    record = store.load(store.list()[0].name).record
    store.close()
    loaded = load_setup(Engine(), record.setup)
    match, presenter = loaded.match(record.entries), loaded.presenter
    position = match.position
    one = record.setup.players.count(HUMAN) == 1 or presenter.secrets
    seat = position.to_act() if one else None
    rows = terminal.rows()

    assert terminal.seen.count(b"\x1b[?1049h") == 1
    missing = drawn(screen, presenter, position, seat) - Counter(" ".join(rows).split())
    assert not missing, "\n".join(rows)
    shown = choices(terminal)
    offered = [presenter.choice(position, action) for action in position.legal_actions()]
    vocabulary = Vocabulary(screen.language, presenter.words())
    listed = {at for places in kinds_of(offered).values() for at in places}
    for at, choice in enumerate(offered):
        own = vocabulary.own(choice.notation).replace(" ", "")
        assert at in listed or f"{choice.number or at + 1}{own}" in shown, "\n".join(rows)
    for kind in kinds_of(offered):
        assert vocabulary.own(kind).replace(" ", "") in shown
    return random.Random(str(position.view(None))).choice(
        [choice.number or at for at, choice in enumerate(offered, 1)]
    )


def play(terminal: Terminal, screen: Screen, home: Path) -> Iterator[list[str]]:
    """Play a game to its end; yield the rows of every page."""
    pass_on = "Pass the keyboard to {seat}, then press Enter."
    handed = screen.words(Message("pass-keyboard", pass_on, {"seat": "|"})).rpartition("|")[2] + " "
    while terminal.wait(PROMPT, handed):
        if terminal.seen.endswith(handed.encode()):
            terminal.send("\r")
            continue
        number = check(terminal, screen, home)
        yield terminal.rows()
        terminal.send(f"{number}\r")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "size"), list(product(range(len(GAMES)), SIZES)), ids=str)
def test_the_table_and_all_choices_are_on_every_page(
    game: int, size: tuple[int, int], tmp_path: Path
) -> None:
    name, wanted = GAMES[game]
    language = "de" if (game + SIZES.index(size)) % 2 else "en"
    screen = Screen(Engine().language(language))
    first, _ = Engine().ruleset_file(name).variant().seats[0]
    words = [*PROGRAM, "--lang", language, "play", name, "--seat", f"{first}=human"]
    words += [*wanted, "--seed", str(game)]
    with Terminal(words, *size, {"SPLITPICK_HOME": str(tmp_path)}) as terminal:
        pages = list(play(terminal, screen, tmp_path))

    assert terminal.ended == 0
    assert len(pages) > 4
    assert terminal.seen.count(b"\x1b[?1049l") == 1


# A short game: at the second page Jolly has one card to play.
SHORT = ("play", "--variant", "advanced", "--seat", "jolly=human", "--seed", "5")


def opened(home: Path, *words: str, language: str = "en") -> Terminal:
    """Begin a game in a terminal of 80 by 24."""
    wanted = [*PROGRAM, "--lang", language, *(words or SHORT)]
    return Terminal(wanted, 80, 24, {"SPLITPICK_HOME": str(home)})


def test_another_size_is_drawn_for_and_what_was_typed_stays(tmp_path: Path) -> None:
    screen = Screen(Engine().language("en"))
    with opened(tmp_path) as terminal:
        assert terminal.wait(PROMPT)
        terminal.send("hi")
        assert terminal.wait("hi")
        terminal.resize(50, 30)
        assert terminal.wait("> hi")
        assert max(map(len, terminal.rows())) <= 50
        terminal.send("nt\r")
        assert terminal.wait(PROMPT)
        check(terminal, screen, tmp_path)


def test_ctrl_z_gives_the_terminal_back_until_the_game_goes_on(tmp_path: Path) -> None:
    """Under a shell with job control, which goes on at once."""
    words = ["/bin/bash", "-mc", f"{shlex.join([*PROGRAM, *SHORT])}; echo stopped; fg"]
    with Terminal(words, 80, 24, {"SPLITPICK_HOME": str(tmp_path)}) as terminal:
        assert terminal.wait(PROMPT)
        terminal.send("\x1a")
        assert terminal.wait(PROMPT)
        assert b"stopped" in terminal.seen.rpartition(b"\x1b[?1049l")[2]
        assert any("Jolly, split the cards." in row for row in terminal.rows())
        terminal.send("quit\r")
        assert not terminal.wait("nothing else")


@pytest.mark.parametrize(
    ("end", "code"), [("\x03", 130), ("\x04", 0), (signal.SIGHUP, 129), (signal.SIGTERM, 143)]
)
def test_however_it_ends_the_screen_is_given_back_and_the_match_kept(
    tmp_path: Path, end: str | signal.Signals, code: int
) -> None:
    with opened(tmp_path) as terminal:
        assert terminal.wait(PROMPT)
        terminal.send("1\r")
        assert terminal.wait(PROMPT)
        if isinstance(end, str):
            terminal.send(end)
        else:
            terminal.signal(end)
        assert not terminal.wait("nothing else")
    store = Store(tmp_path)

    assert terminal.ended == code
    assert terminal.seen.count(b"\x1b[?1049l") == 1
    assert any(entry.text == "B3 / R1 R1 R3 SK" for entry in store.load(None).record.entries)
    store.close()


def test_beginnings_tab_and_names_of_cards_are_understood(tmp_path: Path) -> None:
    """And the last card of a turn is asked about, once."""
    with opened(tmp_path, *SHORT, language="de") as terminal:
        assert terminal.wait(PROMPT)
        terminal.send("1\r")
        assert terminal.wait(PROMPT)
        terminal.send("bl3@b\r")
        assert terminal.wait("doch nicht: ")
        terminal.send("n\r")
        assert terminal.wait(PROMPT)
        terminal.send("B3@\t")
        assert terminal.wait("B3@blau", "B3@blau ")
        terminal.send("\r")
        assert terminal.wait("doch nicht: ")
        terminal.send("\r")
        assert terminal.wait(PROMPT)

    assert "Der Kapitän von Jolly vertreibt den von Roger." in " ".join(terminal.rows())


def test_after_a_match_it_asks_what_next(tmp_path: Path) -> None:
    """The same again, or with the seats changed."""
    with opened(tmp_path, *SHORT, "--no-confirm") as terminal:
        while terminal.wait(PROMPT, "(Enter for 1): "):
            if terminal.seen.endswith(b"(Enter for 1): "):
                break
            terminal.send("1\r")
        assert "2: play again, with the seats changed" in terminal.rows()
        terminal.send("2\r")
        assert terminal.wait(PROMPT)
        assert any("Roger (you)" in row for row in terminal.rows())


@pytest.mark.parametrize("form", [("--plain",), ("--accessible",), ("TERM",)])
def test_without_a_page_nothing_but_text_is_written(tmp_path: Path, form: tuple[str]) -> None:
    dumb = {"TERM": "dumb"} if form == ("TERM",) else {"NO_COLOR": "1"}
    words = [*PROGRAM, *SHORT, *(() if form == ("TERM",) else form)]
    with Terminal(words, 80, 24, {"SPLITPICK_HOME": str(tmp_path), **dumb}) as terminal:
        assert terminal.wait("> ")
        terminal.send("quit\r")
        assert not terminal.wait("nothing else")

    text = re.sub(rb"\x1b\[\?2004[hl]", b"", terminal.seen)  # readline's, for pasting
    assert b"\x1b" not in text
