"""``splitpick play``: who sits where, what can be typed, and every way a game can begin and end."""

import re
import shlex
from collections.abc import Mapping

import pytest

from command import LANGUAGES, PROGRAM, Ended, run, run_in_terminal
from splitpick.cli.screen import Screen
from splitpick.cli.storage.open_store import told_time
from splitpick.cli.terminal.choices import grid
from splitpick.core.hooks.engine import Engine
from splitpick.core.scene import Choice
from splitpick.core.session.vocabulary import Vocabulary
from splitpick.core.text import Language, msg

GAME = ("play", "jolly-roger", "--variant", "advanced", "--first", "jolly", "--seed", "4")
"""Jolly draws G1 G2 G3 G5 Y3 and is a person's; Roger is greedy's."""

TWO_PEOPLE = (*GAME, "--seat", "jolly=human", "--seat", "roger=human")


def play(
    *more: str,
    typed: str = "",
    language: str = "en",
    variables: Mapping[str, str] | None = None,
) -> Ended:
    """Play the game above with *typed* as the input."""
    return run(*GAME, *more, typed=typed, language=language, variables=variables)


# Beginning.


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("joly-roger", "unknown-ruleset"),
        ("--variant advnced", "unknown-variant"),
        ("--seat rodger=human", "unknown-seat"),
        ("--seat roger=greddy", "unknown-player"),
        ("--seat roger", "bad-seat"),
        ("--seat roger=human --seat roger=greedy", "seat-twice"),
        ("--first bob", "unknown-seat"),
        ("--seed seven", "bad-seed"),
        ("--seed 9223372036854775808", "bad-seed"),
        ("--players 3", "number-of-players"),
        ("--players two", "bad-number"),
        ("--option memory", "bad-option"),
        ("--option memory=perhaps", "option-value"),
        ("--option memry=true", "unknown-option"),
        ("--first jolly --seed 4 --moves G1@green", "split-now"),
        ("--first jolly --seed 4 --moves 'G7 / G8'", "unknown-card"),
        ("--lang tlh", "unknown-language"),
    ],
)
def test_a_wrong_wish_gets_one_clear_message(words: str, code: str) -> None:
    """Exit code 2, the code of what is wrong, nothing asked and nothing begun."""
    for language in LANGUAGES:
        ended = run("play", *shlex.split(words), language=language)

        assert (ended.code, ended.error_code, ended.out) == (2, code, "")
        assert len(ended.err.splitlines()) == 1
        assert ended.err.startswith(f"splitpick: {'error' if language == 'en' else 'Fehler'}[")


def test_drawing_lots_is_offered_to_whoever_names_no_seat_that_begins() -> None:
    assert "jolly, roger, los." in run("play", "--first", "bob", language="de").err


def test_with_nothing_given_a_newcomer_is_asked() -> None:
    """Game, seat, opponent and variant, but for a first game; a wrong answer is asked again."""
    first = run("play", "--seed", "1", typed="\n", language="en")
    ended = run("play", "--seed", "1", typed="3\n2\n3\n2\n", language="en")
    wrong = run("play", "jolly-roger", "--seed", "1", typed="two\n0\n99\n1\n5\n3\n", language="en")

    assert first.out.count("Type a number (Enter for 1):") == 1
    assert "1: Jolly & Roger – a first game, with hints" in first.out
    assert "introductory game. Jolly: human, Roger: ship's boy." in first.out
    assert ended.out.count("Type a number (Enter for 1):") == 4
    assert "Who plays Jolly?" in ended.out
    assert "advanced game. Jolly: captain, Roger: human." in ended.out
    assert wrong.out.count("Please type a number from 1 to 2") == 3
    assert "all-cards variant. Jolly: human, Roger: human." in wrong.out
    for seat, said in {
        "jolly=human": "Jolly: human, Roger: greedy.",
        "roger=human": "Jolly: greedy, Roger: human.",
        "roger=random": "Jolly: human, Roger: random.",
    }.items():  # a free seat takes a person and then bots
        assert said in play("--seat", seat).out


def test_how_many_play_is_asked_where_the_rules_leave_it_open() -> None:
    """From the fewest to the most; then who plays them.  Seats that are named answer it."""
    ended = run("play", "dead-mans-dice", "--seed", "1", typed="4\n\n5\n\n", language="en")
    named = run("play", "dead-mans-dice", "--seat", "anne=greedy", "--seed", "1", language="en")

    assert "Dead Man's Dice: how many players in all, you included, 2 to 6?" in ended.out
    assert "Who plays Bart, Anne and Mary?" in ended.out
    assert "5: people at this keyboard" in ended.out
    assert ended.out.count(": human") == 4
    assert "Jack: human, Bart: greedy, Anne: greedy." in named.out


@pytest.mark.parametrize("typed", ["", "3\n", "quit\n"])
def test_a_question_that_is_not_answered_begins_no_game(typed: str) -> None:
    ended = run("play", typed=typed, language="en")

    assert (ended.code, ended.err) == (0, "")
    assert "No game was started" in ended.out


def test_players_and_the_lot_have_german_names() -> None:
    """Codes always work, German words in German."""
    arguments = ("play", "--seat", "jolly=Mensch", "--seat", "roger=Gierhals", "--first", "los")

    assert run(*arguments, language="de").code == 0
    assert run(*arguments, language="en").code == 2


def test_the_lot_and_the_cards_come_from_the_seed() -> None:
    """Both seats can begin, the same seed lets the same one; bots have generators of their own."""
    game = (*GAME[:4], "--first", "lot", "--seed")
    starters = ["You begin" in run(*game, seed, language="en").out for seed in "012340"]
    drawn = {
        tuple(re.findall(r"Turn 1: \w+ draws? (.+)", play("--seat", f"roger={bot}").out))
        for bot in ("random", "greedy", "human")
    }

    assert starters[0] == starters[-1]
    assert set(starters) == {True, False}
    assert drawn == {("G1 G2 G3 G5 Y3.",)}


# Typing.


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("99", "There is no 99 here"),
        ("0", "Type one of the numbers, a move"),
        ("0000000012", "There is no 0000000012 here"),
        ("G" * 5000, "Type the cards of one set, such as: G1 G2"),
        ("", "Split the cards."),
        ("what", "Type the cards of one set, such as: G1 G2"),
        ("G1 / G2", "Not in any set yet: G3 G5 Y3."),
        ("G1 G2 G3 G5 Y3 /", "A set must have from 1 to 4 cards."),
        ("G1 / G2 / G3 G5 Y3", "There must be 2 sets."),
        ("X9 / G1", "There is no card X9."),
        ("pick 1", "Type the cards of one set, such as: G1 G2"),
        ("\x1b\x07", "Split the cards."),
        ("\x1bevil", "Type the cards of one set, such as: G1 G2"),
    ],
)
def test_what_cannot_be_done_is_explained_and_asked_again(typed: str, answer: str) -> None:
    """The game stays where it is."""
    ended = play(typed=f"{typed}\nG1 / G2 G3 G5 Y3\n")

    assert answer in ended.out
    assert "You split: G1 / G2 G3 G5 Y3." in ended.out
    assert "\x1b" not in ended.out


def test_a_move_can_be_typed_in_several_ways() -> None:
    """As its number or in the notation, in any order; in German with umlauts or without."""
    for typed in ("1", "y3 g5 G3 g2/g1", "G1 / G2, G3,G5, Y3"):
        assert "You split: G1 / G2 G3 G5 Y3." in play(typed=f"{typed}\n").out
    typed = "G1 / G2 G3 G5 Y3\nnimm 1\nG1?grün\nundo\nja\nG1?gruen\nG2@green\n"
    ended = run(*TWO_PEOPLE, typed=typed, language="de")

    assert "Roger nimmt G1." in ended.out
    text = "Roger legt den grünen Piraten 1 am grünen Schiff verdeckt als Papagei an."
    assert ended.out.count(text) == 2
    assert "Jolly verstärkt die eigene Crew am grünen Schiff mit dem grünen Piraten 2." in ended.out
    assert "G1?grün" in ended.out
    assert "?green" not in ended.out


@pytest.mark.slow
def test_words_work_in_english_and_in_the_own_language() -> None:
    """Every one is understood, whatever the case and without umlauts, and quit ends with 0."""
    english = "help hint undo rules table log quit"
    for language, words in (
        ("en", english),
        ("de", english),
        ("de", "HILFE tipp ZURÜCK zurueck Regeln tisch Verlauf Ende"),
    ):
        ended = play(typed="\n".join(words.split()), language=language)

        assert ended.code == 0
        assert ("2 sets with a /" if language == "en" else "2 Sets mit einem /") not in ended.out
        assert "splitpick resume jolly-roger-1" in ended.out


def test_choices_keep_their_numbers_while_a_hand_is_played() -> None:
    """New ones get new numbers, and a decision that is taken back has those of before."""
    typed = "G1 / G2 G3 G5 Y3\npick 2\n1\nundo\n6\n"
    shown = re.findall(r"(\d+) ([A-Z]\d\S+)", run(*TWO_PEOPLE, typed=typed, language="en").out)
    hand = [number for number, move in shown if move == "Y3@yellow"]

    assert len(hand) >= 4
    assert len(set(hand)) == 1


def test_undo_goes_back_through_the_bots_answers() -> None:
    """To the own last decision, and chance brings the same again."""
    ended = play(typed="1\nundo\n1\nundo\nundo\n")

    assert ended.out.count("Turn 1: you draw G1 G2 G3 G5 Y3.") == 1
    assert ended.out.count("You split: G1 / G2 G3 G5 Y3.") == 2
    assert ended.out.count("Taken back: ") == 2
    assert "There is nothing to take back." in ended.out


def test_choices_are_shown_again_and_explained_once() -> None:
    """Again where something pushed them away; explained right above, where a newcomer looks."""
    for word in ("", "table", "help", "rules", "log"):
        assert play(typed=f"{word}\n").out.count("15 G1 G3 G5 Y3 / G2") == 2
    ended = run(*TWO_PEOPLE, typed="1\n" * 7, language="en")

    assert ended.out.count("Make 2 sets: your opponent picks one") == 1
    assert ended.out.count("@ joins the crew at a ship face up") == 1
    assert ended.out.count("help explains the commands") == 1


def test_a_hint_nudges_first_then_says_what_and_then_why() -> None:
    """It changes nothing, can be typed as it stands, and stays after one comes back."""
    typed = "hint\nhint\nhint\nhint\n1\nundo\nhint\n"
    nudge, what, why, again, *_, anew = [
        part.partition("\n>")[0].strip() for part in play(typed=typed).out.split("> hint\n")[1:]
    ]
    tip, who, reason = what.splitlines()
    _, shown, _ = tip.split(": ", 2)
    number, move = shown.split(" ", 1)

    assert nudge == "Consider what Roger will leave you."
    assert who.startswith("It would be best for Roger to take ")
    assert nudge not in what
    assert why.startswith(tip)
    assert reason in why
    assert "would then probably finish" in why
    assert again == why
    assert anew == why
    for choice in (number, move):
        assert f"You split: {move}." in play(typed=f"hint\n{choice}\n").out


@pytest.mark.parametrize(("language", "why"), [("en", "why"), ("de", "warum"), ("nl", "waarom")])
def test_whoever_asks_why_after_a_hint_hears_its_reasons(language: str, why: str) -> None:
    reasons = play(typed="hint\nhint\nhint\n", language=language).out.split("> hint\n")[3]
    asked = play(typed=f"hint\nhint\n{why}\n", language=language).out.split(f"> {why}\n")[1]

    assert asked == reasons


def test_what_was_taken_back_is_named() -> None:
    for language, told in (("en", "Taken back: the split"), ("de", "Zurückgenommen: die Auf")):
        assert told in play(typed="1\nundo\n", language=language).out


def test_help_offers_the_unseen_cards_only_where_there_are_any() -> None:
    for game, seat, offers in (("jolly-roger", "jolly", True), ("dead-mans-dice", "jack", False)):
        words = ("--seat", f"{seat}=human", "--first", seat, "--no-save")
        ended = run("play", game, *words, language="en", typed="help\n")

        assert "resign: gives up the match" in ended.out
        assert ("cards: shows which" in ended.out) is offers


# Ending.


@pytest.mark.process
def test_ctrl_c_ends_with_130_and_says_how_to_go_on() -> None:
    """And with a word instead of a traceback."""
    ended = run_in_terminal(
        [*PROGRAM, *GAME], typed="\x03", after=" 15 ", variables={"SPLITPICK_LANG": "de"}
    )

    assert ended.code == 130
    assert "Abgebrochen." in ended.out
    assert "splitpick resume" in ended.out
    assert "Traceback" not in ended.out


# How it looks.


def test_nothing_is_drawn_with_accessible() -> None:
    """Plain sentences; the way to go on keeps the wish."""
    ended = play("--accessible", typed="table\n")

    assert not set("╭╮╰╯│─·–") & set(ended.out)
    assert "Green ship, 3 gold, You 0, Roger 0: no captain." in ended.out
    assert "jolly-roger-1 --accessible" in ended.out.splitlines()[-1]


def test_a_number_that_was_not_told_is_told_before_it_is_played() -> None:
    """By ear, where a split is asked for card by card."""
    listens = ["--accessible"]
    asked = play(*listens, typed="2\nn\n3\n\n").out
    heard = play(*listens, typed="choices\n2\n").out

    assert asked.count("Enter for yes") == 2
    assert asked.count("You get ") == 1
    assert "Type a number" not in asked.partition("You get ")[0]
    assert "Enter for yes" not in heard
    assert "You get " in heard


def test_memory_hides_what_the_other_has() -> None:
    """Parrots' faces and chests of the opponent, but not one's own."""
    moves = ("--moves", "G1 G2 / G3 G5 Y3; pick 2; G3?red; G5?blue; Y3@yellow; G1?green")
    open_game, hidden = play(*moves), play(*moves, "--option", "memory=true")

    assert "│ G3? " in open_game.out
    assert "│ G3? " not in hidden.out
    assert "│ ? " in hidden.out
    assert "│ G1? " in hidden.out
    assert "Roger: ? gold, 0 cards in the chest" in hidden.out
    assert "You: 3 gold, chest empty" in hidden.out


@pytest.mark.often(1)
@pytest.mark.process
@pytest.mark.parametrize("width", [20, 79, 200])
def test_the_table_fits_any_terminal(width: int) -> None:
    """In a real one where text scrolls no line is broken by the terminal; it is coloured."""
    ended = run_in_terminal(
        [*PROGRAM, *GAME, "--plain"],
        columns=width,
        lines=40,
        typed="table\nquit\n",
        variables={"SPLITPICK_LANG": "de"},
    )

    assert ended.code == 0
    assert "\x1b[32m" in ended.out
    for line in re.sub(r"\x1b\[[0-9;]*m", "", ended.out).splitlines():
        if "splitpick resume" in line:  # a command is not broken, so that it can be copied
            break
        assert len(line) <= width, line


def test_a_parrot_cannot_be_mistaken_on_an_old_terminal() -> None:
    """Nothing but a hidden parrot is a question mark."""
    moves = ("--moves", "G1 G2 / G3 G5 Y3; pick 2; G3?red; G5@green; Y3@yellow; G1?green")
    ended = run(
        *GAME, *moves, "--option", "memory=yes", language="de",
        variables={"PYTHONIOENCODING": "ascii:strict", "PYTHONUTF8": "0"},
    )  # fmt: skip
    table = [line for line in ended.out.splitlines() if "G1?" in line or " ?" in line]

    assert ended.code == 0
    assert "Staerke" in ended.out
    assert sum(line.count("? ") for line in table if line[:1] in "|│║") == 2


@pytest.mark.parametrize("codes", [("A", "B"), ("A", "ENT"), ("G1", "ENT", "KOGG")])
def test_choices_never_run_into_each_other(
    codes: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Numbers begin at the same column behind the card, two blanks at least behind a choice."""
    ways = [f"{way}{ship}" for way in "@*?" for ship in ("red", "green", "yellow")]
    choices = [Choice(code, f"{code}{way}", "1:0", "") for code in codes for way in ways]
    choices.append(Choice(codes[-1], f"{codes[-1]}*", "It takes nothing, it only leaves.", ""))
    begin = max(2, max(map(len, codes))) + 1
    screen = Screen(Language("en"))
    for width in range(30, 101, 5):
        monkeypatch.setenv("COLUMNS", str(width))
        lines = grid(screen, Vocabulary(screen.language), [*enumerate(choices, 1)])
        items = [item for line in lines for item in re.split(" {2,}", line[begin:].strip())]

        assert max(map(len, lines[:-1])) <= width  # in a pipe no choice is broken
        assert {line.split()[0] for line in lines if not line.startswith(" ")} == {*codes}
        assert all(line[begin - 1] == " " for line in lines)
        assert [item for item in items if item != "1:0"][: 9 * len(codes)] == [
            f"{number} {choice.notation}" for number, choice in enumerate(choices[:-1], 1)
        ]


def test_the_keys_of_the_pager_are_written_in_ascii() -> None:
    """The prompt of less mangles other letters, and a bare colon says nothing."""
    for code in LANGUAGES:
        language = Engine().language(code)
        for text in (
            msg("pager-keys", "Space: next page, b: previous page, q: close"),
            msg("pager-last", "The end. b: previous page, q: close"),
        ):
            assert language.say(text).isascii()


def test_help_at_a_question_tells_the_answers_again() -> None:
    ended = run("play", "dead-mans-dice", typed="?\n", language="en")
    assert ended.out.count("Dead Man's Dice: how many players in all, you included, 2 to 6?") == 2
    assert "Type one of the numbers, or: quit" in ended.out


def test_a_time_is_told_as_the_language_writes_it() -> None:
    assert re.fullmatch(r"\d\d\.06\.25, \d\d:\d\d", told_time(1_750_000_000_000, Language("de")))
    assert told_time(0, Language("de")) == ""
