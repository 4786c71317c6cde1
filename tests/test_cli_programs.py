"""A program plays a seat of `splitpick play`: what people see of it, and that nothing is left."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from command import LANGUAGES, PROGRAM, environment, heed_ctrl_c, run
from programs import EXAMPLES, left_over, pids, program
from splitpick.cli import exits

SHORT = str(EXAMPLES / "short.yaml")


def play(command: str, language: str = "en", home: Path | None = None) -> tuple[str, float]:
    """Play the short game with a program for Ann; return what was said, and in how many seconds."""
    began = time.monotonic()
    ended = run(
        *("play", SHORT, "--seat", f"ann=process:{command}", "--seat", "bob=greedy"),
        *("--first", "ann", "--seed", "1"),
        language=language,
        variables={"SPLITPICK_HOME": str(home)} if home else None,
    )
    assert (ended.code, ended.err) == (exits.FINE, "")
    return ended.out, time.monotonic() - began


@pytest.mark.parametrize(
    ("ruleset", "seat", "other"),
    [
        ("jolly-roger", "roger", "jolly"),
        ("skull-queen", "bart", "anne"),
        ("dead-mans-dice", "bart", "jack"),
    ],
)
def test_an_example_plays_from_the_command_line(ruleset: str, seat: str, other: str) -> None:
    """A whole match of each game against a bot of splitpick's own."""
    bot = shlex.join([sys.executable, str(EXAMPLES / "bot.py")])
    ended = run("play", ruleset, "--seat", f"{seat}=process:{bot}", "--seat", f"{other}=greedy")

    assert (ended.code, ended.err) == (exits.FINE, "")
    assert "has lost" not in ended.out


MISDEEDS = {
    "time.sleep(60)": ("has not answered within 2 s", "its program did not answer in time"),
    "print(read(), flush=True); time.sleep(60)": (
        "wrote \"{'type'",
        "its program did not keep to the protocol",
    ),
    "read(); sys.exit(7)": ("has ended, with the exit code 7", "its program stopped in the middle"),
    "asked = read(); answer(asked, action='pick 1')": ('answered "pick 1"', "an illegal action"),
    "while True: os.write(1, b'x' * 65536)": ("wrote more than 1000 lines", "wrote far too much"),
}


@pytest.mark.parametrize("code", MISDEEDS)
def test_the_match_ends_with_the_right_message_and_the_right_loser(
    code: str, tmp_path: Path
) -> None:
    """In time, and nothing of the program is left."""
    what, why = MISDEEDS[code]
    said, seconds = play(program(tmp_path, "hello()\n" + code))

    assert f'The program "test bot" of Ann {what}' in said
    lines = said.splitlines()
    assert lines[-2].startswith("Ann has lost: ")
    assert why in lines[-2]
    assert lines[-1] == "The match goes to Bob."
    assert seconds < 2 + 1 + 2, "the limit, a second, and what splitpick needs to start"
    assert pids(tmp_path)
    assert left_over(tmp_path) == []


def test_the_message_is_in_the_language_of_the_table(tmp_path: Path) -> None:
    """And so is the reason; the log is where the message says."""
    said, _ = play(program(tmp_path, "hello(); print('x', file=sys.stderr)"), "de", tmp_path)

    assert "hat sich beendet, mit dem Rückgabewert 0." in said
    assert "Ann hat verloren: das Programm hat mitten in der Partie aufgehört." in said
    (log,) = (tmp_path / "logs").glob("*.log")
    assert str(log) in said
    assert log.read_text().startswith("x\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_command_that_cannot_be_read(language: str) -> None:
    """No match is begun."""
    ended = run("play", "--seat", "roger=process:'./my bot", language=language)

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, "bad-command")


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, exits.INTERRUPTED), (signal.SIGTERM, 143), (signal.SIGHUP, 129)],
)
def test_no_program_is_left_behind(number: signal.Signals, code: int, tmp_path: Path) -> None:
    """By Ctrl-C, by a closed terminal, or when splitpick is told to end."""
    hangs = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nhello(); read(); time.sleep(60)"
    process = subprocess.Popen(
        [
            *(*PROGRAM, "play", SHORT, "--seat", f"ann=process:{program(tmp_path, hangs)}"),
            *("--seat", "bob=greedy", "--first", "ann"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment({"SPLITPICK_LANG": "en"}),
        preexec_fn=heed_ctrl_c,
    )
    until = time.monotonic() + 20
    while not pids(tmp_path) and time.monotonic() < until:
        time.sleep(0.02)
    time.sleep(0.2)
    process.send_signal(number)
    _, error = process.communicate(timeout=20)

    assert process.returncode == code
    assert b"Traceback" not in error
    assert left_over(tmp_path) == []


def test_a_match_goes_on_with_its_program(tmp_path: Path) -> None:
    """The program is started anew, and is told everything that happened."""
    home = {"SPLITPICK_HOME": str(tmp_path)}
    code = """hello()
while (asked := read())["type"] == "choose":
    print(json.dumps(asked["history"]), file=sys.stderr, flush=True)
    answer(asked)
"""
    command = program(tmp_path, code)
    begun = run(
        *("play", SHORT, "--seat", f"ann=process:{command}", "--first", "ann", "--seed", "1"),
        typed="1\n",
        variables=home,
    )
    again = run("resume", typed="1\n1\n1\n1\n", variables=home)

    assert (begun.code, again.code) == (exits.FINE, exits.FINE)
    assert "wins" in again.out or "share" in again.out
    (log,) = (tmp_path / "logs").glob("*.log")
    heard = [json.loads(line) for line in log.read_text().splitlines()]
    assert len(heard[-1]) > 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_slip_in_a_command_costs_no_match(language: str, tmp_path: Path) -> None:
    """It is said before the first action, and nothing is kept."""
    home = {"SPLITPICK_HOME": str(tmp_path / "home")}
    seat = ("--seat", "ann=process:./no-such-bot --fast")
    ended = run("play", SHORT, *seat, language=language, variables=home)

    assert (ended.code, ended.error_code) == (2, "no-program")
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_that_has_moved_loses_no_match(language: str, tmp_path: Path) -> None:
    """Whoever goes on without it is told, and another player can take the seat."""
    home = {"SPLITPICK_HOME": str(tmp_path / "home")}
    bot = tmp_path / "bot.py"
    bot.write_text((EXAMPLES / "bot.py").read_text(encoding="utf-8"), encoding="utf-8")
    bot.chmod(0o755)
    seat = f"bob=process:{shlex.quote(str(bot))}"
    run("play", SHORT, "--seat", "ann=human", "--seat", seat, variables=home)
    bot.unlink()
    gone = run("resume", language=language, variables=home)
    other = run("resume", "--seat", "bob=greedy", language=language, variables=home)

    assert (gone.code, gone.error_code) == (2, "program-gone")
    assert other.code == 0
