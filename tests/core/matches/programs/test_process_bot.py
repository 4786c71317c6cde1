"""A program at a seat: whatever it does wrong, it loses in time, and nothing of it is left."""

import stat
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from program_players import SLEEP, left_over, pids, play_out, program, short
from splitpick.core.errors import BadValue
from splitpick.core.matches.programs.process_bot import ProcessBot
from splitpick.core.matches.programs.program import MOST_LOG, command_of, words_of

MISDEEDS = {
    "says nothing": ("", "bot-hello-time"),
    "hangs over a decision": ("hello()", "bot-time"),
    "never comes to the point": (
        "hello(); read()\nwhile True: say(type='info'); time.sleep(0.01)",
        "bot-time",
    ),
    "floods": ("hello(); read(); flood(b'x' * 65536)", "bot-floods"),
    "floods its error output": ("hello()\nwhile True: os.write(2, b'x' * 65536)", "bot-time"),
    "writes what is not JSON": ("hello(); read(); print('pick 1', flush=True)", "bot-garbage"),
    "answers for another id": (
        "hello(); asked = read(); answer(asked, id=asked['id'] + 7)",
        "bot-wrong-id",
    ),
    "ends, and its child does not": (
        "hello()\nif os.fork(): os._exit(0)\nnote_pid()",
        "bot-ended",
    ),
    "is killed": ("hello(); os.kill(os.getpid(), signal.SIGKILL)", "bot-killed"),
    "closes its input": ("hello(); os.close(0)", "bot-time"),
    "closes its output after half a line": (
        'hello(); os.write(1, b\'{"id":1,"action":"G1 G2 / G1 G2"}\'); os.close(1)',
        "bot-closes-output",
    ),
    "has a child that keeps the pipe": ("hello()\nif not os.fork(): note_pid()", "bot-time"),
    "does what cannot be read": (
        "hello(); answer(read(), action='\\x1b[2J\\ud800')",
        "bot-illegal-action",
    ),
    "answers with a number": ("hello(); answer(read(), action=1)", "bot-bad-answer"),
    "gives up": ("hello(); say(type='error', code='too-hard')", "bot-gives-up"),
    "asks for no time": ("say(type='hello', id=0, version=1, time_ms=0)", "bot-bad-answer"),
    "speaks no version": ("say(type='hello', name='x')", "bot-version"),
}
"""Code of a program, which then ignores SIGTERM and sleeps, and the code of what it loses by."""


def threads_of_programs() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("program-")]


@pytest.mark.often(5)
@pytest.mark.parametrize("misdeed", MISDEEDS)
def test_a_program_that_misbehaves_loses(misdeed: str, tmp_path: Path) -> None:
    """The other seat has won, and no process, thread or pipe of it is left."""
    code, expected = MISDEEDS[misdeed]
    deaf = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    command = program(tmp_path, f"{deaf}{code}\n{SLEEP}")
    bot = ProcessBot(command, logs=tmp_path, startup=0.3 if expected == "bot-hello-time" else 60)
    ended = play_out(bot, 0.3 if expected == "bot-time" or "child" in misdeed else 60)

    assert ended.code == expected
    assert (ended.result.forfeited, ended.result.winners) == (0, (1,))
    assert left_over(tmp_path) == []
    assert not threads_of_programs()


@pytest.mark.parametrize(
    ("content", "mode", "reason"),
    [
        (None, 0, "there is no such file or folder"),
        ("#!/bin/sh\n", 0o644, "permission denied"),
        ("\x7fNONSENSE", 0o755, "the system does not know how to run it"),
    ],
)
def test_a_program_that_cannot_be_started(
    content: str | None, mode: int, reason: str, tmp_path: Path
) -> None:
    file = tmp_path / "my bot"
    if content is not None:
        file.write_text(content)
        file.chmod(mode)
    ended = play_out(ProcessBot(f"'{file}' --fast"))

    assert ended.code == "bot-start"
    assert f"of Ann cannot be started: {reason}." in ended.said


def test_a_command_is_taken_apart_without_a_shell() -> None:
    """Or refused before a match."""
    for command in ("   ", "'open", "a\0b"):
        with pytest.raises(BadValue) as refused:
            ProcessBot(command)
        assert refused.value.code == "bad-command"
    assert words_of("./my\\ bot --name 'a b' $HOME; ls *") == [
        *("./my bot", "--name", "a b", "$HOME;", "ls", "*")
    ]
    assert command_of("process: ./mybot --fast ") == "./mybot --fast"
    assert command_of("greedy") == command_of("process") == ""


def test_the_log_has_the_error_output_and_what_was_wrong(tmp_path: Path) -> None:
    """It is private, the message of the failure names it, and a foreign record does not."""
    code = "hello(); read(); say(type='choose', id=99)\nprint(read(), file=sys.stderr, flush=True)"
    loaded = short()
    loaded = replace(loaded, setup=replace(loaded.setup, uid="../../escaped"))
    bot = ProcessBot(program(tmp_path, code + "\n1 / 0"), logs=tmp_path / "home" / "logs")
    ended = play_out(bot, loaded=loaded)

    assert bot.log == tmp_path / "home" / "logs" / "bot-match-0.log"
    log = bot.log.read_text()
    assert "{'type': 'error', 'id': 1, 'code': 'bot-wrong-id'," in log
    assert "ZeroDivisionError: division by zero\n" in log
    assert 'splitpick: bot-wrong-id: The program "test bot" of Ann answered with the id 99' in log
    assert ended.said.endswith(f"Its log is {bot.log}.")
    modes = [stat.filemode(path.stat().st_mode) for path in (bot.log, *bot.log.parents[:2])]
    assert modes == ["-rw-------", "drwx------", "drwx------"]


def test_a_log_has_an_end(tmp_path: Path) -> None:
    """The rest is read all the same, so that the program can go on."""
    code = "hello()\nfor _ in range(40): os.write(2, b'x' * 65536)\n"
    code += "while (asked := read())['type'] == 'choose': answer(asked)\n"
    bot = ProcessBot(program(tmp_path, code), logs=tmp_path / "logs")
    ended = play_out(bot, seconds=30)

    assert ended.code == ""
    assert bot.log
    assert bot.log.stat().st_size == MOST_LOG


def test_unknown_types_are_answered_and_forgiven(tmp_path: Path) -> None:
    """Also those of extensions; unknown fields are ignored, and an answer needs no type."""
    code = """hello()
while (asked := read())["type"] == "choose":
    say(type="x-chat", id="hi", text="Hello!")
    error = read()
    assert error["type"] == "error" and error["id"] == "hi", error
    assert error["code"] == "unknown-type", error
    say(type="info", text="thinking")
    say(id=asked["id"], action=asked["legal"][-1].lower(), info="easy", xyz=1, **{"x-a": [1]})
"""
    assert play_out(ProcessBot(program(tmp_path, code)), seconds=30).said == ""


def test_a_program_that_does_not_end_is_ended(tmp_path: Path) -> None:
    """The match is over by then, and stays as it is."""
    code = "signal.signal(signal.SIGTERM, signal.SIG_IGN); hello()\n"
    code += "while (asked := read())['type'] == 'choose': answer(asked)\n" + SLEEP
    ended = play_out(ProcessBot(program(tmp_path, code)), seconds=30)

    assert (ended.code, ended.result.forfeited) == ("", None)
    assert left_over(tmp_path) == []


LEAVES = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from program_players import short
from splitpick.core.matches.programs.process_bot import ProcessBot
bot = ProcessBot({command!r}, logs=Path({logs!r}))
bot.open(short(), 0)
raise ValueError
"""


@pytest.mark.slow
@pytest.mark.process
def test_programs_end_with_splitpick(tmp_path: Path) -> None:
    """Also where nobody came to close them."""
    command = program(tmp_path, "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nhello()\n" + SLEEP)
    tests = str(Path(__file__).parents[3] / "support")
    script = LEAVES.format(tests=tests, command=command, logs=str(tmp_path))
    ended = subprocess.run([sys.executable, "-c", script], stderr=subprocess.PIPE, check=False)

    assert ended.stderr.endswith(b"ValueError\n")
    assert pids(tmp_path)
    assert left_over(tmp_path) == []
