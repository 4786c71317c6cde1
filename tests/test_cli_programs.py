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

from command import PROGRAM, environment, heed_ctrl_c, run
from programs import EXAMPLES, SLEEP, left_over, pids, program
from splitpick.cli import exits

SHORT = str(EXAMPLES / "short.yaml")


def play(command: str, language: str = "en", home: Path | None = None) -> str:
    """Play the short game with a program for Ann; return what is said."""
    ended = run(
        *("play", SHORT, "--seat", f"ann=process:{command}", "--seat", "bob=greedy"),
        *("--first", "ann", "--seed", "1"),
        language=language,
        variables={"SPLITPICK_HOME": str(home)} if home else None,
    )
    assert (ended.code, ended.err) == (exits.FINE, "")
    return ended.out


def test_an_example_plays_from_the_command_line() -> None:
    bot = shlex.join([sys.executable, str(EXAMPLES / "bot.py")])
    ended = run("play", "skull-queen", "--seat", f"bart=process:{bot}", "--seat", "anne=greedy")

    assert (ended.code, ended.err) == (exits.FINE, "")
    assert "has lost" not in ended.out


@pytest.mark.parametrize(
    ("code", "what", "why"),
    [
        (SLEEP, "has not answered within 2 s", "its program did not answer in time"),
        (
            "print(read(), flush=True)\n" + SLEEP,
            "wrote \"{'type'",
            "its program did not keep to the protocol",
        ),
        ("read(); sys.exit(7)", "has ended with the exit code 7", "stopped in the middle"),
        ("answer(read(), action='pick 1')", 'answered "pick 1"', "chose an illegal action"),
        ("flood(b'x' * 65536)", "wrote more than 1048576 bytes", "wrote far too much"),
    ],
    ids=["late", "garbage", "ended", "illegal", "flood"],
)
def test_a_match_ends_with_the_right_message_and_the_right_loser(
    code: str, what: str, why: str, tmp_path: Path
) -> None:
    said = play(program(tmp_path, "hello()\n" + code))
    *_, loser, winner = said.splitlines()

    assert f'The program "test bot" of Ann {what}' in said
    assert loser.startswith("Ann has lost: ")
    assert why in loser
    assert winner == "The match goes to Bob."
    assert pids(tmp_path)
    assert left_over(tmp_path) == []


def test_the_message_is_in_the_language_of_the_table_and_names_the_log(tmp_path: Path) -> None:
    said = play(program(tmp_path, "hello(); print('x', file=sys.stderr)"), "de", tmp_path)

    assert "hat sich mit dem Rückgabewert 0 beendet." in said
    assert "Ann hat verloren: das Programm hat mitten in der Partie aufgehört." in said
    (log,) = (tmp_path / "logs").glob("*.log")
    assert str(log) in said
    assert log.read_text().startswith("x\n")


@pytest.mark.parametrize(
    ("seat", "code"),
    [
        ("ann=process:'./my bot", "bad-command"),
        ("ann=process:./no-such-bot --fast", "no-program"),
    ],
)
def test_a_slip_in_a_command_costs_no_match(seat: str, code: str, tmp_path: Path) -> None:
    """It is refused before the first action, and nothing is kept."""
    home = {"SPLITPICK_HOME": str(tmp_path / "home")}
    ended = run("play", SHORT, "--seat", seat, language="de", variables=home)

    assert (ended.code, ended.error_code) == (exits.BAD_INPUT, code)
    assert not (tmp_path / "home").exists()


@pytest.mark.process
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, exits.INTERRUPTED), (signal.SIGHUP, 129)]
)
def test_no_program_is_left_behind(number: signal.Signals, code: int, tmp_path: Path) -> None:
    """By Ctrl-C, and when the terminal is closed or splitpick is told to end."""
    hangs = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nhello(); read()\n"
    hangs += f"open({str(tmp_path / 'asked')!r}, 'w').close()\n"
    with subprocess.Popen(
        [
            *(*PROGRAM, "play", SHORT, "--seat", f"ann=process:{program(tmp_path, hangs + SLEEP)}"),
            *("--seat", "bob=greedy", "--first", "ann"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment({"SPLITPICK_LANG": "en"}),
        preexec_fn=heed_ctrl_c,
    ) as process:
        while process.poll() is None and not (tmp_path / "asked").exists():
            time.sleep(0.02)
        process.send_signal(number)
        _, error = process.communicate(timeout=60)

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
    seats = ("--seat", f"ann=process:{program(tmp_path, code)}", "--first", "ann", "--seed", "1")
    begun = run("play", SHORT, *seats, typed="1\n", variables=home)
    again = run("resume", typed="1\n1\n1\n1\n", variables=home)

    assert (begun.code, again.code) == (exits.FINE, exits.FINE)
    assert "wins" in again.out or "share" in again.out
    (log,) = (tmp_path / "logs").glob("*.log")
    heard = [json.loads(line) for line in log.read_text().splitlines()]
    assert len(heard[-1]) > 6


def test_a_program_that_has_moved_loses_no_match(tmp_path: Path) -> None:
    """Whoever resumes the match is told, and another player can take the seat."""
    home = {"SPLITPICK_HOME": str(tmp_path / "home")}
    bot = tmp_path / "bot.py"
    bot.write_text((EXAMPLES / "bot.py").read_text(encoding="utf-8"), encoding="utf-8")
    bot.chmod(0o755)
    seat = f"bob=process:{shlex.quote(str(bot))}"
    run("play", SHORT, "--seat", "ann=human", "--seat", seat, variables=home)
    bot.unlink()
    gone = run("resume", variables=home)
    other = run("resume", "--seat", "bob=greedy", variables=home)

    assert (gone.code, gone.error_code) == (exits.BAD_INPUT, "program-gone")
    assert other.code == 0
