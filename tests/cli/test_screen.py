"""The screen: what is shown is clean, fits, and is coloured only where that is wanted."""

import io
import sys
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command import run_in_terminal
from splitpick.cli.screen import Screen, plain, steady_streams
from splitpick.core.text import Language, Name, msg

ENGLISH = Language("en")


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("Jolly & Roger", "Jolly & Roger"),
        ("Krähe 漢 ⟦x⟧ 🏴", "Krähe 漢 ⟦x⟧ 🏴"),
        ("red \x1b[31mtext\x1b[0m", "red [31mtext[0m"),
        ("\x1b]0;title\x07x", "]0;titlex"),
        ("\x9b31mx\x9d0;t\x9cy", "31mx0;ty"),
        ("a\rb\x08c\x00d\x7fe\x85f", "abcdef"),
        ("rlo \u202egnp.exe\u2066 x", "rlo gnp.exe x"),
        ("tab\tstays\nline", "tab stays\nline"),
        ("a\u2028b", "ab"),
        ("not a character: \udcff", "not a character: "),
    ],
)
def test_nothing_that_steers_a_terminal_gets_through(hostile: str, shown: str) -> None:
    assert plain(hostile) == shown


@given(st.text(st.characters(max_codepoint=0x9F) | st.sampled_from("\x1b\x9b[]\\;\u202e\u2066")))
def test_no_control_character_gets_through(text: str) -> None:
    cleaned = plain(text).replace("\n", "")

    assert all(sign.isprintable() or ord(sign) >= 0xA0 for sign in cleaned)
    assert "\u202e" not in cleaned


def test_nothing_is_wrapped_or_coloured_in_a_pipe_and_names_are_clean(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """So that a message stands on one line, where other programs look for it."""
    screen = Screen(ENGLISH)
    name = Name(here=(("en", "Kra\x1bken\u202e"),))
    screen.say("word " * 40 + "end")
    screen.line(screen.bold("red"))
    screen.say(msg("x", "The {name}.", name=name))

    assert (screen.terminal, screen.color) == (False, False)
    assert capsys.readouterr().out == "word " * 40 + "end\nred\nThe Kraken.\n"


def test_errors_and_notes_go_to_the_error_output(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen(ENGLISH)
    screen.error(msg("bad", "Not {what}.", what="x\ny"))
    screen.note(msg("good", "Well."))
    said = capsys.readouterr()

    assert said.out == ""
    assert said.err == "splitpick: error[bad]: Not x y.\nsplitpick: note: Well.\n"


def test_an_answer_is_written_behind_its_question_in_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """So that a transcript of piped input reads like a game."""
    screen = Screen(ENGLISH)
    question = msg("move", "Your move:")
    monkeypatch.setattr(sys, "stdin", io.StringIO("G4\x1b@green\r\nlast"))

    assert [screen.ask(question), screen.ask(question)] == ["G4@green", "last"]
    for closed in (sys.stdin, None):
        monkeypatch.setattr(sys, "stdin", closed)
        with pytest.raises(EOFError):
            screen.ask(question)
    assert capsys.readouterr().out == "Your move: G4@green\nYour move: last\n" + "Your move: \n" * 2


def test_the_width_is_what_columns_says_but_not_below_20(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(ENGLISH)
    monkeypatch.setattr(sys, "__stdout__", io.StringIO())  # the terminal the tests may run in
    for choice, width in (("132", 132), ("20", 20), ("5", 20), ("0", 80), ("x", 80), ("-3", 80)):
        monkeypatch.setenv("COLUMNS", choice)

        assert screen.width == width


def test_a_character_the_encoding_lacks_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n"), encoding="utf-8"))
    steady_streams()
    screen = Screen(ENGLISH)
    screen.say("Schätze • 漢")
    answer = screen.ask("?")
    sys.stdout.flush()

    assert answer == "\ufffd\ufffd"
    assert raw.getvalue() == b"Schaetze - ?\n? ??\n"


# In a terminal.

PROBE = """\
import sys
from splitpick.cli.screen import Screen
from splitpick.core.text import Language

screen = Screen(Language("en"), color="--no-color" not in sys.argv)
screen.line(screen.bold("ship"))
screen.say("one two three four five six seven eight nine ten")
screen.say(f"{screen.width} x {screen.height}")
screen.aside("one two three four five six seven eight nine")
if "--no-color" not in sys.argv:
    screen.line(repr(screen.ask("one two three four five six seven? ")))
"""


@pytest.mark.process
def test_a_terminal_gets_colours_and_its_own_width() -> None:
    probe = [sys.executable, "-c", PROBE]
    ended = run_in_terminal(probe, columns=30, lines=7, typed="yes\n", after="seven?")
    said, _, asked = ended.out.partition("30 x 7\n")

    assert said == ("\x1b[1mship\x1b[0m\none two three four five six\nseven eight nine ten\n")
    assert asked.startswith("one two three four five six\nseven eight nine\n")
    assert "one two three four five six\nseven?" in asked
    assert "'yes'" in asked


@pytest.mark.process
@pytest.mark.parametrize(
    ("arguments", "variables", "colored"),
    [
        ([], {"NO_COLOR": ""}, True),
        ([], {"NO_COLOR": "0"}, False),
        ([], {"TERM": "dumb"}, False),
        (["--no-color"], {}, False),
    ],
)
def test_colours_can_be_refused(
    arguments: list[str], variables: Mapping[str, str], colored: bool
) -> None:
    script = [sys.executable, "-c", PROBE, *arguments]
    ended = run_in_terminal(script, variables=variables, typed="yes\n")

    assert ("\x1b[1m" in ended.out) == colored
