"""A program plays a seat of `splitpick play`: what people see of it, and that nothing is left."""

import json
import shlex
import signal
import subprocess
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from command import PROGRAM, environment, heed_ctrl_c, run, run_in_terminal
from program_players import EXAMPLES, SLEEP, left_over, pids, program, short
from splitpick.cli import exits
from splitpick.core.matches.record import Record
from splitpick.core.matches.store import Store

SHORT = str(EXAMPLES / "short.yaml")


@pytest.mark.parametrize(
    ("code", "what", "why"),
    [
        ("", "hat sich mit dem Rückgabewert 0 beendet.", "mitten in der Partie aufgehört."),
        (
            "; answer(read(), action='pick 1')\n" + SLEEP,
            "antwortete „pick 1“:",
            "eine unerlaubte Aktion gewählt.",
        ),
    ],
    ids=["ended", "illegal"],
)
def test_a_match_ends_with_the_right_message_and_the_right_loser(
    code: str, what: str, why: str, tmp_path: Path
) -> None:
    """In the language of the table; the log is where the message says."""
    command = program(tmp_path, "hello()\nprint('x', file=sys.stderr)" + code)
    ended = run(
        *("play", SHORT, "--seat", f"ann=process:{command}", "--seat", "bob=greedy"),
        *("--first", "ann", "--seed", "1"),
        language="de",
        variables={"SPLITPICK_HOME": str(tmp_path)},
    )
    *_, loser, _, winner, again = ended.out.splitlines()

    assert (ended.code, ended.err) == (exits.FINE, "")
    assert f"Das Programm „test bot“ von Ann {what}" in ended.out
    assert loser == f"Ann hat verloren: das Programm hat {why}"
    assert winner == "Bob gewinnt."
    assert again.endswith("--seed 1")
    (log,) = (tmp_path / "logs").glob("*.log")
    assert str(log) in ended.out
    assert log.read_text().startswith("x\n")
    assert left_over(tmp_path) == []


def test_a_slip_in_a_command_costs_no_match(tmp_path: Path) -> None:
    """It is refused before the first action, and nothing is kept."""
    home = {"SPLITPICK_HOME": str(tmp_path / "home")}
    (tmp_path / "bot.py").write_text("#!/usr/bin/env python3\n", encoding="utf-8")
    for command, code in (
        ("'./my bot", "bad-command"),
        ("./no-such-bot --fast", "no-program"),
        (tmp_path / "bot.py", "no-program"),
    ):
        ended = run("play", SHORT, "--seat", f"ann=process:{command}", variables=home)

        assert (ended.code, ended.error_code) == (exits.BAD_INPUT, code)
        assert not (tmp_path / "home").exists()


@pytest.mark.often(1)
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


def from_elsewhere(folder: Path, code: str) -> tuple[str, dict[str, str]]:
    """Put a match with a program at Ann's seat into a store, as somebody else could have."""
    begun = short()
    command = program(folder, code)
    with closing(Store(folder / "home")) as store:
        setup = replace(begun.setup, players=(f"process:{command}", "human"))
        name = store.create(Record(setup, ()))
    return name, {"SPLITPICK_HOME": str(folder / "home"), "SPLITPICK_LANG": "en"}


def test_a_command_from_elsewhere_does_not_start(tmp_path: Path) -> None:
    """Nobody was asked; the match is kept, and goes on with another player."""
    name, home = from_elsewhere(tmp_path, SLEEP)
    refused = run("resume", name, variables=home)
    other = run("resume", name, "--seat", "ann=greedy", typed="", variables=home)

    assert (refused.code, refused.error_code) == (exits.BAD_INPUT, "command-not-allowed")
    assert pids(tmp_path) == []
    assert other.code == exits.FINE


@pytest.mark.process
@pytest.mark.slow
def test_somebody_at_a_terminal_is_asked_once_about_a_command(tmp_path: Path) -> None:
    """All of it is shown; no is no, and after yes the home remembers."""
    answers = "hello()\nwhile (asked := read())['type'] == 'choose': answer(asked)\n"
    name, home = from_elsewhere(tmp_path, answers)
    resume = [*PROGRAM, "resume", name, "--plain"]
    asked = run_in_terminal(resume, typed="no\n", after="to start it:", variables=home)

    assert str(tmp_path / "program.py") in "".join(asked.out.split())
    assert "command-not-allowed" in asked.out
    assert pids(tmp_path) == []

    agreed = run_in_terminal(
        resume,
        typed="yes\n",
        after="to start it:",
        then={"help explains": "quit\n"},
        columns=300,
        variables=home,
    )
    again = run("resume", name, typed="", variables=home)

    assert "to start it:" in agreed.out
    assert again.code == exits.FINE
    assert len(pids(tmp_path)) == 1  # it starts at its first decision
