"""One screen a decision, read off a terminal: the whole table and all choices are on it."""

from __future__ import annotations

import os
import re
import shlex
import signal
from collections import Counter
from collections.abc import Iterator
from itertools import count, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from command import PROGRAM
from splitpick.cli.screen import Aside, Screen
from splitpick.cli.terminal.choices import choice_forms
from splitpick.cli.terminal.page import TerminalPage
from splitpick.core.game import CHANCE, OVER, Position
from splitpick.core.hooks.engine import Engine
from splitpick.core.matches.match import Match
from splitpick.core.matches.record import load_setup
from splitpick.core.matches.setup import HUMAN
from splitpick.core.matches.store import Store
from splitpick.core.scene import Presenter, addressed
from splitpick.core.scene_lines import Line, Row, drawing_of
from splitpick.core.session.menu import Menu, MenuItem, kinds_of, numbers_of
from splitpick.core.session.vocabulary import Vocabulary
from splitpick.core.text import Language, Message
from splitpick.core.width import display_width
from terminals import PROMPT, Terminal

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


def words_of(screen: Screen, line: Line) -> list[str]:
    return " ".join(screen.words(span.text) for span in line).split()


def drawn(
    screen: Screen, presenter: Presenter, position: Position, seat: int | None
) -> Counter[str]:
    """Count the words of the table below its first line."""
    words: list[str] = []
    for block in drawing_of(presenter.scene(position.view(seat), seat), head=False):
        lines = [block] if not isinstance(block, Row) else [*block.heads]
        if isinstance(block, Row):
            for panel in block.panels:
                lines += panel.cells
        words += [word for line in lines for word in words_of(screen, line)]
    return Counter(words)


def choices(terminal: Terminal) -> str:
    """Read all choices, with Enter where there are more; without blanks."""
    parts: dict[str, None] = {}
    while True:
        rows = terminal.rows()
        questions = [at for at, row in enumerate(rows) if row.startswith("──")]
        assert questions, "\n".join(rows)
        last = questions[-1]
        shown = "".join(word for row in rows[last + 1 :] for word in row.split())
        if shown in parts:
            return "".join(parts)
        parts[shown] = None
        if not re.search(r"\(\d+/\d+\)", "".join(rows[last:])):  # of parts
            return shown
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
    alone = record.setup.players.count(HUMAN) == 1
    seat = position.to_act() if alone or presenter.secrets else None
    presenter.seats = addressed(presenter.seats, seat if alone else None)
    rows = terminal.rows()

    assert terminal.seen.count(b"\x1b[?1049h") == 1
    missing = drawn(screen, presenter, position, seat) - Counter(" ".join(rows).split())
    assert not missing, "\n".join(rows)
    shown = choices(terminal)
    offered = [presenter.choice(position, action) for action in position.legal_actions()]
    numbers = numbers_of(match, offered, presenter)
    vocabulary = Vocabulary(screen.language, presenter.words())
    listed = {at for places in kinds_of(offered).values() for at in places}
    for at, choice in enumerate(offered):
        own = vocabulary.own(choice.notation).replace(" ", "")
        assert at in listed or f"{numbers[at]}{own}" in shown, "\n".join(rows)
    for kind in kinds_of(offered):
        assert vocabulary.own(kind).replace(" ", "") in shown
    return Random(str(position.view(None))).choice(numbers)


def play(terminal: Terminal, screen: Screen, home: Path) -> Iterator[list[str]]:
    """Play a game to its end; yield the rows of every page."""
    pass_on = "Pass the keyboard to {seat}, then press Enter."
    handed = screen.words(Message("pass-keyboard", pass_on, {"seat": "|"})).rpartition("|")[2] + " "
    goes_on = screen.words(Message("read-then", "Enter: continue", {}))
    next_page = "Enter: next page, q: close ({number}/{of})"
    onward = screen.words(Message("read-on", next_page, {"number": 1, "of": 2})).partition("1")[0]
    over = "The match is over. Enter shows the result."
    result = screen.words(Message("see-result", over, {})) + " "
    asked = "Do you mean {what}? {move:cap} Enter for yes, n for no:"
    meant = screen.words(Message("is-it-meant", asked, {"what": "", "move": ""}))
    no = f"{meant.split()[-1]} "  # the question may be broken before any word
    full = f"{no} \r"  # where the question fills its line
    while terminal.wait(PROMPT, handed, result, "): ", no, full):
        if terminal.seen.endswith((no.encode(), full.encode())):  # on another part of the choices
            terminal.send("\r")
            continue
        if any(
            row.startswith((goes_on, onward)) for row in terminal.rows()
        ):  # news without room on the page
            terminal.send("\r")
            continue
        if terminal.seen.endswith(b"): "):  # what now?
            terminal.send("\r")
            continue
        if terminal.seen.endswith((handed.encode(), result.encode())):
            terminal.send("\r")
            continue
        number = check(terminal, screen, home)
        yield terminal.rows()
        terminal.send(f"{number}\r")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "size"),
    [
        # Of the two sizes each game has one here, and both once a week.
        pytest.param(game, size, marks=[pytest.mark.weekly] * (at != game % len(SIZES)))
        for game, (at, size) in product(range(len(GAMES)), enumerate(SIZES))
    ],
    ids=str,
)
def test_the_table_and_all_choices_are_on_every_page(
    game: int, size: tuple[int, int], tmp_path: Path
) -> None:
    name, wanted = GAMES[game]
    language = "de" if (game + SIZES.index(size)) % 2 else "en"
    screen = Screen(Engine().language(language))
    first, _ = Engine().ruleset_file(name).variant().seats[0]
    words = [*PROGRAM, "--lang", language, "play", name, "--seat", f"{first}=human"]
    words += [*wanted, "--no-confirm", "--seed", str(game)]
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


def play_out(terminal: Terminal) -> None:
    """Play the first choice until the match is over and the next is asked about."""
    for _ in range(200):
        assert terminal.wait(PROMPT, "(Enter for 6): ", "the result. ")
        if terminal.seen.endswith(b"(Enter for 6): "):
            return
        asked = "\n".join(terminal.rows()).rpartition("\n── ")[2]
        first = re.search(r"(?:^ ?|  )(\d+) ", asked, re.MULTILINE)
        terminal.send(f"{first[1] if first else ''}\r")


@pytest.mark.slow
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
        while "Consider what Roger will leave you." not in terminal.rows():
            assert terminal.wait(PROMPT)  # the page may be drawn for the size once more
        check(terminal, screen, tmp_path)


def test_what_is_typed_while_a_hint_is_sought_counts(tmp_path: Path) -> None:
    with opened(tmp_path) as terminal:
        assert terminal.wait(PROMPT)
        terminal.send("hint\rquit\r")
        while terminal.wait(PROMPT):
            assert any("Consider what" in row for row in terminal.rows())

    assert terminal.ended == 0


@pytest.mark.slow
def test_ctrl_z_gives_the_terminal_back_until_the_game_goes_on(tmp_path: Path) -> None:
    """Under a shell with job control, which goes on at once."""
    words = ["/bin/bash", "-mc", f"{shlex.join([*PROGRAM, *SHORT])}; echo stopped; fg"]
    with Terminal(words, 80, 24, {"SPLITPICK_HOME": str(tmp_path)}) as terminal:
        assert terminal.wait(PROMPT)
        terminal.send("\x1a")
        assert terminal.wait(PROMPT)
        assert b"stopped" in terminal.seen.rpartition(b"\x1b[?1049l")[2]
        assert any("Split the cards." in row for row in terminal.rows())
        terminal.send("quit\r")
        assert not terminal.wait("nothing else")


@pytest.mark.often(1)
@pytest.mark.parametrize(
    ("end", "code"),
    [
        ("\x03", 130),
        ("\x04", 0),
        (signal.SIGHUP, 129),
        (signal.SIGTERM, 143),
        (signal.SIGQUIT, 131),
        (signal.SIGUSR1, 138),
        (signal.SIGALRM, 142),
    ],
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


@pytest.mark.slow
def test_beginnings_tab_and_names_of_cards_are_understood(tmp_path: Path) -> None:
    """And the last card of a turn is asked about, once."""
    with opened(tmp_path, *SHORT, language="de") as terminal:
        assert terminal.wait(PROMPT)
        terminal.send("1\r")
        assert terminal.wait(PROMPT)
        terminal.send("bl3@b\r")
        assert terminal.wait("n für nein: ")
        terminal.send("n\r")
        assert terminal.wait(PROMPT)
        terminal.send("B3@\t")
        assert terminal.wait("B3@blau", "B3@blau ")
        terminal.send("\r")
        assert terminal.wait("n für nein: ")
        terminal.send("\r")
        assert terminal.wait(PROMPT)

    assert "Dein Kapitän vertreibt Rogers Kapitän." in " ".join(terminal.rows())


@pytest.mark.slow
def test_after_a_match_it_asks_what_next(tmp_path: Path) -> None:
    """The same again, or with the seats changed."""
    with opened(tmp_path, *SHORT, "--no-confirm") as terminal:
        play_out(terminal)
        assert "4: play again, swapping sides" in terminal.rows()
        terminal.send("4\r")
        assert terminal.wait(PROMPT)
        assert any(row.split() == ["Jolly", "You"] for row in terminal.rows())


@pytest.mark.slow
def test_that_something_was_taken_back_is_said_once(tmp_path: Path) -> None:
    two = ("play", "--practice", "--seat", "jolly=human", "--seat", "roger=human", "--seed", "5")
    with opened(tmp_path, *two) as terminal:
        assert terminal.wait(PROMPT)
        seen = []
        for typed in ("1", "undo", "1"):
            terminal.send(f"{typed}\r")
            assert terminal.wait(PROMPT)
            seen.append("Taken back: " in " ".join(terminal.rows()))

    assert seen == [False, True, False]


@pytest.mark.slow
def test_what_is_taken_back_is_not_told_any_more(tmp_path: Path) -> None:
    two = ("play", "--variant", "advanced", "--seat", "jolly=human", "--seat", "roger=human")
    with opened(tmp_path, *two, "--seed", "5") as terminal:
        assert terminal.wait(PROMPT)
        for typed in ("1", "1", "undo", "  ", "no such move"):
            terminal.send(f"{typed}\r")
            assert terminal.wait(PROMPT)
        text = " ".join(terminal.rows())

    assert "Roger, pick a set." in text
    assert "Roger takes" not in text
    assert "Type one of the numbers" in text


@pytest.mark.slow
def test_the_code_of_a_card_is_never_another_card(tmp_path: Path) -> None:
    """In German, G is the first letter of yellow."""
    with opened(tmp_path, *SHORT, language="de") as terminal:
        for typed in ("", "1", "g3@gelb", "ge3@ge", "b3@rot"):
            if typed:
                terminal.send(f"{typed}\r")
            assert terminal.wait(PROMPT)
        text = " ".join(terminal.rows())

    assert "Spiel eine Karte aus." in text


@pytest.mark.slow
def test_a_long_answer_is_read_and_left_with_enter(tmp_path: Path) -> None:
    """The third hint does not fit beside the choices; then the page comes back."""
    words = [*PROGRAM, "--lang", "de", *SHORT[:-1], "9"]
    with Terminal(words, 50, 24, {"SPLITPICK_HOME": str(tmp_path)}) as terminal:
        for typed in ("1", "1", "tipp", "tipp", "tipp"):
            assert terminal.wait(PROMPT)
            terminal.send(f"{typed}\r")
        assert terminal.wait(PROMPT)
        assert "Eingabetaste oder q: schließen" in terminal.rows()
        while "Eingabetaste oder q: schließen" in terminal.rows():
            terminal.send("\r")
            assert terminal.wait(PROMPT)

    assert any("Spiel eine Karte aus." in row for row in terminal.rows())


@pytest.mark.slow
def test_enter_leads_back_from_a_long_answer_past_the_advice(tmp_path: Path) -> None:
    """Also where the advice alone takes more lines than there are."""
    with Terminal([*PROGRAM, *SHORT], 60, 16, {"SPLITPICK_HOME": str(tmp_path)}) as terminal:
        for keys in ("1\r", "zz\r", "\r", "\r", "\r"):
            assert terminal.wait(PROMPT)
            terminal.send(keys)
        assert terminal.wait(PROMPT)

        assert any(row.startswith("green ship") for row in terminal.rows())


@pytest.mark.slow
def test_a_tiny_terminal_ends_no_game(tmp_path: Path) -> None:
    with opened(tmp_path) as terminal:
        assert terminal.wait(PROMPT)
        for lines in (3, 2, 24):
            terminal.resize(80, lines)
            assert terminal.wait("> ")
            terminal.send("rules\r")
            assert terminal.wait("> ")
        terminal.send("quit\r")  # leaves the rules
        assert terminal.wait(PROMPT)
        terminal.send("quit\r")
        assert not terminal.wait("nothing else")

    assert terminal.ended == 0


@pytest.mark.slow
def test_the_end_of_the_story_is_told_when_the_page_is_gone(tmp_path: Path) -> None:
    with opened(tmp_path, *SHORT, "--no-confirm") as terminal:
        play_out(terminal)
    after = terminal.seen.rpartition(b"\x1b[?1049l")[2].decode()

    assert after.index("You ") < after.index("green ship")
    assert "the new pirate king" in after


@pytest.mark.parametrize("width", [40, 50, 80])
def test_no_line_of_choices_is_wider_than_the_screen(
    width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a random game of each kind."""
    monkeypatch.setenv("COLUMNS", str(width))
    screen, engine = Screen(Engine().language("en")), Engine()
    for name, players in (("jolly-roger", None), ("dead-mans-dice", 6), ("skull-queen", 3)):
        rules = engine.ruleset_file(name).variant()
        game = rules.build(players)
        presenter, position, rng = engine.presenter(rules, game), game.new_position(), Random(1)
        vocabulary = Vocabulary(screen.language, presenter.words())
        while (seat := position.to_act()) != OVER:
            if seat == CHANCE:
                position.apply(position.draw_at(rng.random()))
                continue
            offered = [presenter.choice(position, action) for action in position.legal_actions()]
            actions = position.legal_actions()
            menu = Menu(position, [*map(MenuItem, count(1), actions, offered)])
            listed = choice_forms(screen, vocabulary, menu, "")[0]
            assert max(map(display_width, listed)) <= width
            position.apply(position.action_at(rng.random()))


def test_no_card_that_can_be_seen_is_called_unseen() -> None:
    """At every decision of a random game of Skull Queen; placing a pirate shows no card."""
    engine = Engine()
    rules = engine.ruleset_file("skull-queen").variant()
    game = rules.build(4)
    presenter = engine.presenter(rules, game)
    match, rng = Match(game, seed=3), Random(2)
    while not match.over:
        position = match.position
        seat = position.to_act()
        view: Any = position.view(seat)
        unseen = presenter.unseen(match.actions, position, seat)
        seen = [*view["hand"][seat], *view["middle"], *view["played"]]

        assert unseen is not None
        assert not {*unseen} & {*seen}
        match.apply(position.action_at(rng.random()))


def test_what_a_plugin_prints_is_a_note_on_the_page() -> None:
    screen = Screen(Language("en"))
    screen.page = page = TerminalPage(screen)
    page.decides = True
    print("careless", 3, "\x1b[2J", file=Aside(screen))

    assert any("careless 3" in line for line in page.lines())
    assert not any("\x1b" in line for line in page.lines())


@pytest.mark.often(1)
@pytest.mark.parametrize("form", ["--plain", "--accessible", "TERM"])
def test_without_a_page_nothing_but_text_is_written(tmp_path: Path, form: str) -> None:
    dumb = {"TERM": "dumb"} if form == "TERM" else {"NO_COLOR": "1"}
    words = [*PROGRAM, *SHORT, *([] if form == "TERM" else [form])]
    with Terminal(words, 80, 24, {"SPLITPICK_HOME": str(tmp_path), **dumb}) as terminal:
        assert terminal.wait("> ")
        terminal.send("quit\r")
        assert not terminal.wait("nothing else")

    text = re.sub(rb"\x1b\[\?2004[hl]", b"", terminal.seen)  # readline's, for pasting
    assert b"\x1b" not in text
