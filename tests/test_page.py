"""One screen a decision, read off a terminal: the whole table and all choices are on it."""

from __future__ import annotations

import os
import random
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
