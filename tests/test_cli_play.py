"""``splitpick play``: who sits where, what can be typed, and every way a game can begin and end."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from command import (
    LANGUAGES,
    PROGRAM,
    Ended,
    environment,
    heed_ctrl_c,
    run,
    run_in_terminal,
)
from splitpick.cli.screen import Screen
from splitpick.cli.terminal.choices import GAP, draw_choices, flow
from splitpick.cli.terminal.vocabulary import Vocabulary
from splitpick.core.scene import Choice
from splitpick.core.text import Language

GAME = ("play", "jolly-roger", "--variant", "advanced", "--first", "jolly", "--seed", "4")
"""Jolly draws G1 G2 G3 G5 Y3 and is a person's; Roger is greedy's."""

TWO_PEOPLE = (*GAME, "--seat", "jolly=human", "--seat", "roger=human")


def play(
    *more: str,
    typed: str = "",
    language: str = "en",
    width: int = 80,
    variables: Mapping[str, str] | None = None,
) -> Ended:
    """Play the game above with *typed* as the input."""
    return run(*GAME, *more, typed=typed, language=language, width=width, variables=variables)


# Beginning.


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["play", "joly-roger"], "unknown-ruleset"),
        (["play", "--variant", "advnced"], "unknown-variant"),
        (["play", "--seat", "rodger=human"], "unknown-seat"),
        (["play", "--seat", "roger=greddy"], "unknown-player"),
        (["play", "--seat", "roger"], "bad-seat"),
        (["play", "--seat", "roger=human", "--seat", "roger=greedy"], "seat-twice"),
        (["play", "--first", "bob"], "unknown-seat"),
        (["play", "--seed", "seven"], "bad-seed"),
        (["play", "--seed", "-1"], "bad-seed"),
        (["play", "--seed", "9223372036854775808"], "bad-seed"),
        (["play", "--players", "3"], "number-of-players"),
        (["play", "--players", "two"], "bad-number"),
        (["play", "--option", "memory"], "bad-option"),
        (["play", "--option", "memory=perhaps"], "option-value"),
        (["play", "--option", "memry=true"], "unknown-option"),
        (["play", "--moves", "G1@green", "--seed", "4"], "split-now"),
        (["play", "--moves", "G7 / G8", "--seed", "4"], "unknown-card"),
        (["play", "--lang", "tlh"], "unknown-language"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value[1:]),
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_wish_gets_one_clear_message(
    arguments: list[str], code: str, language: str
) -> None:
    """Exit code 2, the code of what is wrong, nothing asked and nothing begun."""
    first = ["--first", "jolly"] if "--moves" in arguments else []

    ended = run(*arguments, *first, language=language)

    assert (ended.code, ended.error_code, ended.out) == (2, code, "")
    assert len(ended.err.splitlines()) == 1
    assert ended.err.startswith("splitpick: error[" if language == "en" else "splitpick: Fehler[")


def test_a_slip_in_a_name_is_recognised() -> None:
    """What was probably meant is said."""
    assert 'Did you mean "jolly-roger"?' in run("play", "joly-roger", language="en").err
    assert "Meintest du „advanced“?" in run("play", "--variant", "advnced", language="de").err


def test_with_nothing_given_a_newcomer_is_asked() -> None:
    """Which game, who plays the other seat, and which variant; an empty line takes the first."""
    ended = run("play", "--seed", "1", typed="\n\n\n", language="en")

    assert ended.out.count("Number (Enter for 1):") == 3
    assert "1: Jolly & Roger" in ended.out
    assert "introductory game. Jolly: human, Roger: ship's boy." in ended.out


def test_how_many_play_is_asked_where_the_rules_leave_it_open() -> None:
    """From the fewest to the most; then who plays them."""
    ended = run("play", "dead-mans-dice", "--seed", "1", typed="3\n5\n\n", language="en")

    assert "How many play?" in ended.out
    assert "5: 6 players" in ended.out
    assert "Who plays Bart, Anne, and Mary?" in ended.out
    assert "5: people at this keyboard" in ended.out
    assert ended.out.count(": human") == 4


def test_the_seats_that_are_named_say_how_many_play() -> None:
    """As few as the rules allow with all of them."""
    ended = run("play", "dead-mans-dice", "--seat", "anne=greedy", "--seed", "1", language="en")

    assert "Jack: human, Bart: greedy, Anne: greedy." in ended.out


def test_a_wrong_answer_is_asked_again() -> None:
    """Neither letters nor numbers that are not there end the program."""
    ended = run("play", "jolly-roger", "--seed", "1", typed="x\n0\n99\n5\n3\n", language="en")

    assert ended.out.count("Please type a number from 1 to 5") == 3
    assert "variant with all cards. Jolly: human, Roger: human." in ended.out


@pytest.mark.parametrize("typed", ["", "1\n"])
def test_input_that_ends_at_a_question_begins_no_game(typed: str) -> None:
    """And is no error."""
    ended = run("play", typed=typed, language="en")

    assert (ended.code, ended.err) == (0, "")
    assert "No game was begun" in ended.out


@pytest.mark.parametrize("player", ["human", "random", "greedy"])
def test_a_seat_takes_any_player(player: str) -> None:
    """As the welcome says."""
    ended = play("--seat", f"roger={player}")

    assert f"Roger: {player}." in ended.out


def test_players_and_the_lot_have_german_names() -> None:
    """Codes always work, German words in German."""
    arguments = ("play", "--seat", "jolly=Mensch", "--seat", "roger=Gierhals", "--first", "los")

    assert run(*arguments, language="de").code == 0
    assert run(*arguments, language="en").code == 2


def test_the_one_seat_that_is_given_leaves_the_other_to_a_bot_or_a_person() -> None:
    """Somebody has to be at the keyboard, unless both seats are given to bots."""
    assert "Jolly: human, Roger: greedy." in play("--seat", "jolly=human").out
    assert "Jolly: greedy, Roger: human." in play("--seat", "roger=human").out
    assert "Jolly: human, Roger: random." in play("--seat", "roger=random").out


def test_the_lot_comes_from_the_seed() -> None:
    """Both seats can begin, and the same seed lets the same one."""
    starters = [
        "Jolly begins" in run(*GAME[:4], "--seed", str(seed), "--first", "lot", language="en").out
        for seed in (0, 1, 2, 3, 4, 5, 0)
    ]

    assert starters[0] == starters[-1]
    assert set(starters) == {True, False}


def test_the_same_seed_deals_the_same_cards_to_everybody() -> None:
    """Bots have generators of their own."""
    drawn = {
        tuple(line for line in play("--seat", f"roger={bot}").out.splitlines() if "draws" in line)
        for bot in ("random", "greedy", "human")
    }

    assert len(drawn) == 1


# Typing.


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("99", '"99" is no choice here.'),
        ("0", "Type a number from 1 to 15, a move"),
        ("0000000012", "is no choice here"),
        ("", "Jolly, split the cards."),
        ("what", "type 2 sets with a / between them"),
        ("G1 / G2", "each drawn card once: G1 G2 G3 G5 Y3"),
        ("G1 G2 G3 G5 Y3 /", "A set must have from 1 to 4 cards."),
        ("G1 / G2 / G3 G5 Y3", "There must be 2 sets."),
        ("X9 / G1", "There is no card X9."),
        ("pick 1", "The drawn cards are split now"),
        ("\x1b[2J\x1b]0;evil\x07", "Jolly, split the cards."),
        ("\x1b[2Jevil", "The drawn cards are split now"),
    ],
)
def test_what_cannot_be_done_is_explained_and_asked_again(typed: str, answer: str) -> None:
    """The game stays where it is."""
    ended = play(typed=f"{typed}\nG1 / G2 G3 G5 Y3\n")

    assert answer in ended.out
    assert "Jolly splits: G1 / G2 G3 G5 Y3." in ended.out
    assert "\x1b" not in ended.out


def test_a_number_and_the_notation_do_the_same() -> None:
    """The first choice is written beside its number."""
    assert "Jolly splits: G1 / G2 G3 G5 Y3." in play(typed="1\n").out
    assert "Jolly splits: G1 / G2 G3 G5 Y3." in play(typed="y3 g5 G3 g2/g1\n").out


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "help hint undo rules table log quit"),
        ("de", "help hint undo rules table log quit"),
        ("de", "hilfe tipp zurück regeln tisch verlauf ende"),
        ("de", "HILFE Tipp ZURÜCK Regeln TISCH Verlauf Ende"),
    ],
)
def test_words_work_in_english_and_in_the_own_language(language: str, words: str) -> None:
    """Every one is understood, whatever the case, and quit ends with 0."""
    ended = play(typed="\n".join(words.split()), language=language)

    assert ended.code == 0
    split_now = "2 sets with a /" if language == "en" else "2 Sets mit einem /"
    assert split_now not in ended.out
    assert "splitpick resume jolly-roger-1" in ended.out


def test_german_moves_are_understood() -> None:
    """The word for picking and the colours of the ships, as well as the codes."""
    ended = run(*TWO_PEOPLE, typed="G1 / G2 G3 G5 Y3\nnimm 1\nG1?grün\nG2@green\n", language="de")

    assert "Roger nimmt G1." in ended.out
    assert "Roger legt den grünen Piraten 1 am grünen Schiff verdeckt als Papagei an." in ended.out
    assert "Jolly verstärkt die Crew am grünen Schiff mit dem grünen Piraten 2." in ended.out


def test_undo_goes_back_through_the_bots_answers() -> None:
    """To the own last decision, and chance brings the same again."""
    ended = play(typed="1\nundo\n1\nundo\nundo\n")

    assert ended.out.count("Turn 1: Jolly draws G1 G2 G3 G5 Y3.") == 1
    assert ended.out.count("Jolly splits: G1 / G2 G3 G5 Y3.") == 2
    assert ended.out.count("Taken back.") == 2
    assert "There is nothing to take back." in ended.out


@pytest.mark.parametrize("word", ["", "table", "help", "rules", "log"])
def test_what_pushes_the_choices_away_shows_them_again(word: str) -> None:
    """So that the numbers are always known."""
    once = "15 G1 Y3 / G2 G3 G5"

    assert play().out.count(once) == 1
    assert play(typed=f"{word}\n").out.count(once) == 2


def test_each_kind_of_decision_is_explained_once() -> None:
    """Right above it, where a newcomer looks."""
    ended = run(*TWO_PEOPLE, typed="1\n1\n1\n1\n1\n1\n1\n", language="en")

    assert ended.out.count("Make 2 sets; the others pick before you") == 1
    assert ended.out.count("@ joins the crew at a ship face up") == 1
    assert ended.out.count("Commands: help") == 1


def test_german_choices_have_german_ships() -> None:
    """As they can be typed; the command to go on has the codes."""
    ended = play(typed="1\ntipp\n", language="de")

    assert "G1?grün" in ended.out
    assert "?green" not in ended.out.split("--moves")[0]


@pytest.mark.parametrize("typed", ["zurueck", "hilfe", "nimm 1"])
def test_umlauts_can_be_typed_without(typed: str) -> None:
    """On a keyboard or a terminal that has none."""
    ended = run(*TWO_PEOPLE, typed=f"1\n{typed}\nG1?gruen\n", language="de")

    assert "weder ein Befehl noch eine Karte" not in ended.out
    assert "Traceback" not in ended.err


def test_input_longer_than_any_move_is_refused() -> None:
    """And not written out again."""
    ended = play(typed="G" * 5000 + "\n")

    assert "That is too long." in ended.out


def test_quit_works_before_the_game_too() -> None:
    """At a question."""
    ended = run("play", typed="quit\n", language="en")

    assert (ended.code, ended.err) == (0, "")
    assert "No game was begun." in ended.out


def test_commas_are_as_good_as_blanks_in_a_split() -> None:
    """People write lists like that."""
    assert "Jolly splits: G1 G3 / G2 G5 Y3." in play(typed="G1,G3 / G2, G5, Y3\n").out


def test_a_hint_is_a_legal_move_and_changes_nothing() -> None:
    """Asked for twice it can be typed as it stands."""
    asked = play(typed="hint\nhint\n").out.split("> hint\n")[2]
    number, hinted = asked.split(": ")[0].split(" ", 1)

    assert f"Jolly splits: {hinted}." in play(typed=f"hint\n{hinted}\n").out
    assert f"Jolly splits: {hinted}." in play(typed=f"hint\n{number}\n").out


def test_a_hint_nudges_first_then_says_what_and_then_why() -> None:
    """And begins anew at the next decision, or when one was taken back."""
    typed = "hint\nhint\nhint\nhint\n1\nundo\nhint\n"
    nudge, what, why, again, *_, anew = [
        part.partition("\n>")[0].strip() for part in play(typed=typed).out.split("> hint\n")[1:]
    ]

    assert nudge == "Consider what Roger will leave you."
    assert re.match(r"\d+ \S+ .*/.*: ", what)
    assert nudge not in what
    assert why.startswith(what)
    assert "then expected to end" in why
    assert again == why
    assert anew.startswith(nudge)


# Ending.


@pytest.mark.parametrize("typed", ["", "1\n", "1\n1\n", "1\n1\n1", "1\nquit\n"])
def test_a_game_goes_on_from_where_its_input_ended(typed: str, tmp_path: Path) -> None:
    """Exit code 0, and the command that is printed brings the very same table back."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    ended = play(typed=typed, variables=home)
    command = shlex.split(ended.out.splitlines()[-1])

    again = run(*command[1:], language="en", variables=home)

    assert (ended.code, ended.err, command) == (
        0, "", ["splitpick", "resume", "jolly-roger-1"],
    )  # fmt: skip
    assert again.code == 0
    assert again.out.splitlines()[-1] == ended.out.splitlines()[-1]
    assert table_in(again.out) == table_in(ended.out)


def table_in(said: str) -> list[str]:
    """Return the last drawing of the table in *said*."""
    return [line for line in said.splitlines() if line.startswith(("╭", "│", "╰"))][-8:]


@pytest.mark.process
@pytest.mark.parametrize("language", LANGUAGES)
def test_ctrl_c_ends_with_130(language: str) -> None:
    """And with a word instead of a traceback."""
    process = subprocess.Popen(
        [*PROGRAM, *GAME],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment({"SPLITPICK_LANG": language}),
        encoding="utf-8",
        preexec_fn=heed_ctrl_c,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for line in process.stdout:
        if "15 " in line:  # the last choice: now it waits for an answer
            break
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    said, error = process.communicate(timeout=20)

    assert process.returncode == 130
    assert ("Stopped." if language == "en" else "Abgebrochen.") in error
    assert "Traceback" not in said + error


def test_the_scoring_is_told_line_by_line() -> None:
    """Chest, each ship, totals, and who is the pirate king."""
    ended = play("--seat", "jolly=greedy", "--seat", "roger=greedy")
    lines = ended.out.splitlines()[-9:]

    assert [line.split()[0] for line in lines[:2]] == ["Treasure", "Treasure"]
    assert [line.split()[0] for line in lines[2:6]] == ["Green", "Yellow", "Blue", "Red"]
    assert [line.split(":")[0] for line in lines[6:8]] == ["Jolly", "Roger"]
    assert lines[8].endswith("wins and is the new pirate king.")


# How it looks.


def test_nothing_is_drawn_with_accessible() -> None:
    """Plain sentences; the way to go on keeps the wish."""
    ended = play("--accessible", typed="1\n")

    assert not set("╭╮╰╯│─·–") & set(ended.out)
    assert "Green ship, 3 gold, no captain." in ended.out
    assert "jolly-roger-1 --accessible" in ended.out.splitlines()[-1]


def test_memory_hides_what_the_other_has() -> None:
    """Parrots' faces and chests of the opponent, but not one's own."""
    moves = ("--moves", "G1 G2 / G3 G5 Y3; pick 2; G3?red; G5?blue; Y3@yellow; G1?green")
    open_game, hidden = play(*moves), play(*moves, "--option", "memory=true")

    assert "│ G3? " in open_game.out
    assert "│ G3? " not in hidden.out
    assert "│ ? " in hidden.out
    assert "│ G1? " in hidden.out
    assert "Roger: 0 cards in the chest" in hidden.out
    assert "Jolly: 3 gold so far, the chest is empty" in hidden.out


@pytest.mark.parametrize("width", [20, 30, 79, 80, 200])
def test_the_table_fits_any_terminal(width: int) -> None:
    """In a real one of that width no line is broken by the terminal."""
    ended = run_in_terminal(
        [*PROGRAM, *GAME, "--no-color"],
        columns=width,
        lines=40,
        typed="table\nquit\n",
        variables={"SPLITPICK_LANG": "de"},
    )

    assert ended.code == 0
    for line in ended.out.splitlines():
        if "splitpick resume" in line:  # a command is not broken, so that it can be copied
            break
        assert len(line) <= width, line


@pytest.mark.parametrize(
    ("variables", "arguments", "coloured"),
    [
        ({}, [], True),
        ({"NO_COLOR": "1"}, [], False),
        ({"TERM": "dumb"}, [], False),
        ({}, ["--no-color"], False),
    ],
    ids=["plain terminal", "NO_COLOR", "dumb", "--no-color"],
)
def test_colour_only_where_it_is_wanted(
    variables: dict[str, str], arguments: list[str], coloured: bool
) -> None:
    """In a terminal; and each card carries its letter all the same."""
    ended = run_in_terminal(
        [*PROGRAM, *GAME, *arguments], typed="table\nquit\n", variables=variables
    )

    assert ("\x1b[32m" in ended.out) is coloured
    assert "G1" in ended.out


def test_a_parrot_cannot_be_mistaken_on_an_old_terminal() -> None:
    """Nothing but a hidden parrot is a question mark."""
    moves = ("--moves", "G1 G2 / G3 G5 Y3; pick 2; G3?red; G5@green; Y3@yellow; G1?green")
    ended = run(
        *GAME, *moves, "--option", "memory=yes", language="de",
        variables={"PYTHONIOENCODING": "ascii:strict", "PYTHONUTF8": "0"},
    )  # fmt: skip
    table = [line for line in ended.out.splitlines() if "G1?" in line or " ?" in line]

    assert ended.code == 0
    assert "zurueck" in ended.out
    assert sum(line.count("? ") for line in table if line[:1] in "|│║") == 2


@pytest.mark.parametrize("width", range(23, 101, 3))
def test_choices_never_run_into_each_other(width: int) -> None:
    """Two blanks at least between two of them, and none is wider than the screen."""
    items = [f"{number:>2} G{number % 5}?yellow  {number}:0" for number in range(1, 15)]
    column = max(map(len, items)) + GAP
    long = "15 KR*  It takes nothing, it only leaves the game."

    first, *others = flow([*items, long], width, "G1 ", column)

    text = "\n".join([first.removeprefix("G1 "), *others])
    for item in items:
        assert re.search(rf"(?m)(^ ?|  ){item.strip().replace('?', '[?]')}(  |$)", text)
    assert max(map(len, [first, *others])) <= width


@pytest.mark.parametrize("width", [47, 50, 80])
@pytest.mark.parametrize("codes", [("A", "B"), ("G1", "KR"), ("A", "ENT"), ("G1", "ENT", "KOGG")])
def test_a_card_never_runs_into_the_number_behind_it(
    codes: tuple[str, ...],
    width: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All lines begin their numbers at the same column, a blank at least behind the card."""
    monkeypatch.setenv("COLUMNS", str(width))
    screen = Screen(Language("en"))
    choices = [
        Choice(code, f"{code}{way}{ship}", "1:0", "")
        for code in codes
        for way in "@*?"
        for ship in ("red", "green", "yellow")
    ]
    draw_choices(screen, Vocabulary(screen.language, []), range(1, len(choices) + 1), choices)
    lines = capsys.readouterr().out.splitlines()
    begin = max(2, max(map(len, codes))) + 1

    assert all(len(line) <= width for line in lines)
    assert {line.split()[0] for line in lines if not line.startswith(" ")} == {*codes}
    assert all(line[begin - 1] == " " for line in lines)
    assert all(line[begin : begin + 2].strip().isdecimal() for line in lines)


def test_no_colour_in_a_pipe() -> None:
    """Nothing but text."""
    assert "\x1b" not in play().out
