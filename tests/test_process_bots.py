"""A program on a seat: whatever it does wrong, it loses in time, and nothing of it is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from programs import EXAMPLES, left_over, lives, load, pids, play_out, program, short
from splitpick.core.errors import BadValue, BotFailed
from splitpick.core.matches.child import words_of
from splitpick.core.matches.player import close_all
from splitpick.core.matches.process import (
    MOST_LOG,
    MOST_LOGS,
    ProcessBot,
    command_of,
)
from splitpick.core.text import Language

LIMIT = 0.3
"""How long the programs of these tests may think, in seconds."""

SLEEP = "time.sleep(60)\n"

MISDEEDS = {
    "hangs over a decision": ("hello()\n" + SLEEP, "bot-time"),
    "writes no end of the line": (
        "hello()\nos.write(1, json.dumps({'id': 1, 'action': 'x'}).encode())\n" + SLEEP,
        "bot-time",
    ),
    "floods without a line": (
        "hello(); read()\nwhile True: os.write(1, b'x' * 65536)",
        "bot-floods",
    ),
    "floods with lines": (
        'hello(); read()\nwhile True: os.write(1, b\'{"type":"info"}\\n\' * 4096)',
        "bot-floods",
    ),
    "floods with long lines": (
        "hello(); read()\nwhile True: say(type='info', text='x' * 600_000)",
        "bot-floods",
    ),
    "floods with unknown types": (
        'hello(); read()\nwhile True: os.write(1, b\'{"type":"chat"}\\n\' * 4096)',
        "bot-floods",
    ),
    "floods before it is asked": ("while True: os.write(1, b'x' * 65536)", "bot-floods"),
    "floods its error output": ("hello()\nwhile True: os.write(2, b'x' * 65536)", "bot-time"),
    "writes garbage": ("hello(); read()\nprint('pick 1', flush=True)\n" + SLEEP, "bot-garbage"),
    "writes garbage first": ("print('Welcome!', flush=True)\n" + SLEEP, "bot-garbage"),
    "writes a list": ("hello(); read()\nprint('[1]', flush=True)\n" + SLEEP, "bot-garbage"),
    "writes an empty line": ("hello(); read()\nprint(flush=True)\n" + SLEEP, "bot-garbage"),
    "writes what is no UTF-8": (
        "hello(); read()\nos.write(1, b'\\xff\\xfe{}\\n')\n" + SLEEP,
        "bot-garbage",
    ),
    "writes deep JSON": (
        "hello(); read()\nprint('{\"x\":' * 100_000, flush=True)\n" + SLEEP,
        "bot-garbage",
    ),
    "writes deep JSON that is complete": (
        "hello(); read()\nprint('{\"x\":' + '[' * 40 + ']' * 40 + '}', flush=True)\n" + SLEEP,
        "bot-garbage",
    ),
    "writes no number": (
        "hello(); read()\nprint('{\"id\": NaN}', flush=True)\n" + SLEEP,
        "bot-garbage",
    ),
    "answers late": (
        f"hello(); asked = read(); time.sleep({LIMIT + 0.3}); answer(asked)\n" + SLEEP,
        "bot-time",
    ),
    "answers for another id": (
        "hello(); asked = read(); answer(asked, id=asked['id'] + 7)\n" + SLEEP,
        "bot-wrong-id",
    ),
    "answers for a truth": ("hello(); asked = read(); answer(asked, id=True)\n", "bot-wrong-id"),
    "answers for no id": ("hello(); asked = read(); answer(asked, id=None)\n", "bot-wrong-id"),
    "says hello for another id": ("say(type='hello', id=7, version=1)\n" + SLEEP, "bot-wrong-id"),
    "answers twice": (
        "hello(); asked = read(); answer(asked); answer(asked); read()\n" + SLEEP,
        "bot-wrong-id",
    ),
    "ends before hello": ("sys.exit(3)", "bot-ended"),
    "ends after hello": ("hello()", "bot-ended"),
    "ends, and its child does not": (
        "hello()\nif os.fork(): os._exit(0)\nnote_pid()\n" + SLEEP,
        "bot-ended",
    ),
    "raises": ("hello(); read(); 1 / 0", "bot-ended"),
    "is killed": ("hello(); os.kill(os.getpid(), signal.SIGKILL)", "bot-killed"),
    "closes its input": (
        "read(); os.close(0); say(type='hello', version=1)\n" + SLEEP,
        "bot-closes-input",
    ),
    "closes its output": ("hello(); os.close(1)\n" + SLEEP, "bot-closes-output"),
    "will not be told": (
        "signal.signal(signal.SIGTERM, signal.SIG_IGN); hello()\n" + SLEEP,
        "bot-time",
    ),
    "has a child that keeps the pipe": (
        "hello()\nif not os.fork(): note_pid()\n" + SLEEP,
        "bot-time",
    ),
    "does what is not allowed": (
        "hello(); asked = read(); answer(asked, action='pick 2')\n" + SLEEP,
        "bot-illegal-action",
    ),
    "does what cannot be read": (
        "hello(); asked = read(); answer(asked, action='\\x1b[2J\\ud800')\n" + SLEEP,
        "bot-illegal-action",
    ),
    "answers with a number": (
        "hello(); asked = read(); answer(asked, action=1)\n" + SLEEP,
        "bot-bad-answer",
    ),
    "answers with a novel": (
        "hello(); asked = read(); answer(asked, action='x' * 1000)\n" + SLEEP,
        "bot-bad-answer",
    ),
    "answers nothing": ("hello(); say(type='choose', id=read()['id'])\n" + SLEEP, "bot-bad-answer"),
    "gives up": ("hello(); say(type='error', code='too-hard')\n" + SLEEP, "bot-gives-up"),
    "speaks another version": ("say(type='hello', version=2)\n" + SLEEP, "bot-version"),
    "speaks no version": ("say(type='hello', name='x')\n" + SLEEP, "bot-version"),
}
"""What a program may do, and the code of the message that says so."""


@pytest.mark.parametrize("misdeed", MISDEEDS)
def test_a_program_that_misbehaves_loses_in_time(misdeed: str, tmp_path: Path) -> None:
    """The other seat has won, and no process, thread or pipe of it is left."""
    code, expected = MISDEEDS[misdeed]
    threads = threading.active_count()

    # Python itself may take long to start where much is going on; the limits are for the rest.
    ended = play_out(ProcessBot(program(tmp_path, code), logs=tmp_path / "logs"), LIMIT)

    assert ended.code == expected
    assert (ended.result.forfeited, ended.result.winners) == (0, (1,))
    assert ended.seconds < LIMIT + 1
    assert pids(tmp_path)
    assert left_over(tmp_path) == []
    assert threading.active_count() == threads


def test_a_program_that_never_says_hello_loses_in_time(tmp_path: Path) -> None:
    """It has a limit of its own for that."""
    ended = play_out(ProcessBot(program(tmp_path, SLEEP), startup=LIMIT))

    assert ended.code == "bot-hello-time"
    assert ended.result.winners == (1,)
    assert ended.seconds < LIMIT + 1
    assert left_over(tmp_path) == []


def test_a_child_in_a_session_of_its_own_delays_nothing(tmp_path: Path) -> None:
    """No group holds it; but nobody waits for the pipes that it keeps."""
    code = "hello()\nif not os.fork(): os.setsid(); note_pid()\n" + SLEEP
    ended = play_out(ProcessBot(program(tmp_path, code)), LIMIT)
    mine, child = pids(tmp_path)

    assert ended.code == "bot-time"
    assert ended.seconds < LIMIT + 1
    assert not lives(mine)
    os.kill(child, signal.SIGKILL)
    for thread in threading.enumerate():
        if thread.daemon and thread.name != "watchdog":  # that of another test never ends
            thread.join(5)  # they close the pipes as soon as the child is gone
            assert not thread.is_alive()


@pytest.mark.parametrize(
    ("content", "mode", "reason"),
    [
        (None, 0, "there is no such program, or none that it needs to run"),
        ("#!/bin/sh\n", 0o644, "it is not marked as a program that may be run"),
        ("\x7fNONSENSE", 0o755, "the system does not know how to run it"),
        ("#!/no/such/interpreter\n", 0o755, "there is no such program, or none that"),
    ],
)
def test_a_program_that_cannot_be_started(
    content: str | None, mode: int, reason: str, tmp_path: Path
) -> None:
    """The message says why."""
    file = tmp_path / "my bot"
    if content is not None:
        file.write_text(content)
        file.chmod(mode)
    bot = ProcessBot(f"'{file}' --fast")

    with pytest.raises(BotFailed) as failed:
        bot.open(short(), 1)

    bot.close()
    said = Language("en").say(failed.value.message)
    assert failed.value.code == "bot-start"
    assert "of Bob cannot be started" in said
    assert reason in said


@pytest.mark.parametrize("command", ["", "   ", "'open", "a\0b"])
def test_what_is_no_command(command: str) -> None:
    """It is found out before a match begins."""
    for read in (words_of, ProcessBot):
        with pytest.raises(BadValue) as refused:
            read(command)
        assert refused.value.code == "bad-command"


def test_a_command_is_taken_apart_without_a_shell(tmp_path: Path) -> None:
    """Nothing is expanded."""
    assert words_of("./my\\ bot --name 'a b' $HOME; ls *") == [
        *("./my bot", "--name", "a b", "$HOME;", "ls", "*")
    ]
    assert command_of("process:./mybot --fast") == "./mybot --fast"
    assert command_of("greedy") == ""
    assert command_of("process") == ""


def test_what_a_program_says_of_itself_steers_no_terminal(tmp_path: Path) -> None:
    """Nor is it long."""
    code = "read(); say(type='hello', version=1, name='\\x1b[2Jx' * 99, author='\\u202ey')\n"
    code += "while asked := read(): answer(asked, info='\\x07' * 500)"
    bot = ProcessBot(program(tmp_path, code))
    loaded = short()
    match = loaded.match()
    bot.open(loaded, 0)
    bot.choose(match, 0)
    bot.close()

    assert len(bot.name) == 40
    assert len(bot.info) == 200
    assert all(text.isprintable() for text in (bot.name, bot.author, bot.info))


def test_the_error_output_of_a_program_is_in_the_log(tmp_path: Path) -> None:
    """The message names the file, which also says what was wrong."""
    bot = ProcessBot(program(tmp_path, "hello(); read(); 1 / 0"), logs=tmp_path / "logs")
    ended = play_out(bot)

    assert bot.log
    assert bot.log.parent == tmp_path / "logs"
    log = bot.log.read_text()
    assert "ZeroDivisionError: division by zero\n" in log
    assert 'splitpick: bot-ended: The program "test bot" of Ann has ended, with the exit' in log
    assert ended.failed
    assert str(bot.log) in Language("en").say(ended.failed.message)


def test_a_log_has_an_end(tmp_path: Path) -> None:
    """The rest is read all the same, so that the program can go on."""
    code = "hello()\nfor _ in range(40): os.write(2, b'x' * 65536)\n"
    code += "while asked := read():\n    if asked['type'] == 'choose': answer(asked)\n"
    bot = ProcessBot(program(tmp_path, code), logs=tmp_path / "logs")
    ended = play_out(bot, seconds=5)

    assert ended.failed is None
    assert bot.log
    assert MOST_LOG < bot.log.stat().st_size < MOST_LOG + 200


def test_old_logs_are_deleted(tmp_path: Path) -> None:
    """No more are kept than anybody looks at."""
    for number in range(MOST_LOGS + 7):
        (tmp_path / f"{number:x}-0.log").touch()
    (tmp_path / "a-file-of-mine.txt").touch()
    play_out(ProcessBot(program(tmp_path, "sys.exit(1)"), logs=tmp_path))

    assert len(list(tmp_path.glob("*.log"))) == MOST_LOGS
    assert (tmp_path / "a-file-of-mine.txt").exists()


def test_a_folder_that_cannot_be_written_costs_the_log_alone(tmp_path: Path) -> None:
    """The message then names no file."""
    (tmp_path / "file").touch()
    bot = ProcessBot(program(tmp_path, "hello(); 1 / 0"), logs=tmp_path / "file")
    ended = play_out(bot)

    assert ended.code == "bot-ended"
    assert ended.failed
    assert "log" not in Language("en").say(ended.failed.message)


def test_a_program_is_told_what_it_did_wrong(tmp_path: Path) -> None:
    """It has a moment to read it."""
    code = "hello(); read(); say(type='choose', id=99)\nprint(read(), file=sys.stderr, flush=True)"
    bot = ProcessBot(program(tmp_path, code), logs=tmp_path)
    play_out(bot)

    assert bot.log
    assert "{'type': 'error', 'id': 1, 'code': 'bot-wrong-id'," in bot.log.read_text()


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
    ended = play_out(ProcessBot(program(tmp_path, code)), seconds=5)

    assert ended.failed is None


def test_the_last_line_of_a_program_needs_no_end(tmp_path: Path) -> None:
    """What it said before it closed its output counts; then it loses for having closed it."""
    code = """hello()
asked = read()
os.write(1, json.dumps({"id": asked["id"], "action": asked["legal"][0]}).encode())
os.close(1)
time.sleep(60)
"""
    loaded = short()
    match = loaded.match()
    bot = ProcessBot(program(tmp_path, code))
    bot.open(loaded, 0)
    match.apply(bot.choose(match, 0, 5))
    with pytest.raises(BotFailed) as failed:
        bot.choose(match, 0, 5)

    assert failed.value.code == "bot-closes-output"


def test_a_program_that_takes_its_time_to_end_is_ended(tmp_path: Path) -> None:
    """The match is over by then, and stays as it is."""
    code = """signal.signal(signal.SIGTERM, signal.SIG_IGN)
hello()
while (asked := read())["type"] == "choose": answer(asked)
time.sleep(60)
"""
    bot = ProcessBot(program(tmp_path, code))
    began = time.monotonic()
    ended = play_out(bot, seconds=5)

    assert ended.failed is None
    assert ended.result.forfeited is None
    assert time.monotonic() - began < 3
    assert left_over(tmp_path) == []


def test_six_programs_are_closed_together(tmp_path: Path) -> None:
    """Each gets its time to end, and all get the same."""
    folders = [tmp_path / str(seat) for seat in range(6)]
    loaded = load("skull-queen", 6)
    bots = []
    for seat, folder in enumerate(folders):
        folder.mkdir()
        bots.append(ProcessBot(program(folder, "hello(); read(); read()\n" + SLEEP)))
        bots[-1].open(loaded, seat)
    began = time.monotonic()
    close_all(bots)
    close_all(bots)

    assert time.monotonic() - began < 2
    assert not any(left_over(folder) for folder in folders)


LEAVES = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from programs import short
from splitpick.core.matches.process import ProcessBot
loaded = short()
bot = ProcessBot({command!r}, logs=Path({logs!r}))
bot.open(loaded, 0)
print("there", flush=True)
{then}
"""


@pytest.mark.parametrize(
    ("then", "interrupted"),
    [
        ("raise ValueError", False),
        ("sys.exit(3)", False),
        ("bot.choose(loaded.match(), 0, 60)", True),
    ],
    ids=["an error", "an exit", "Ctrl-C"],
)
def test_programs_end_with_splitpick(then: str, interrupted: bool, tmp_path: Path) -> None:
    """Also where nobody came to close them."""
    command = program(tmp_path, "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nhello()\n" + SLEEP)
    tests = str(Path(__file__).parent)
    script = LEAVES.format(tests=tests, command=command, logs=str(tmp_path), then=then)
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )
    with process:
        assert process.stdout
        assert process.stdout.readline() == b"there\n"
        if interrupted:
            process.send_signal(signal.SIGINT)
        assert process.wait(10) != 0

    assert pids(tmp_path)
    assert left_over(tmp_path) == []


def test_a_record_from_elsewhere_names_no_file(tmp_path: Path) -> None:
    """The log has a name of its own then."""
    from dataclasses import replace

    loaded = short()
    loaded = replace(loaded, setup=replace(loaded.setup, uid="../../escaped"))
    bot = ProcessBot(program(tmp_path, "sys.exit(1)"), logs=tmp_path / "a" / "b")
    play_out(bot, loaded=loaded)

    assert bot.log == tmp_path / "a" / "b" / "match-0.log"


def test_the_examples_can_be_started_as_they_are() -> None:
    """They are marked as programs, and their first line says whose."""
    for name in ("bot.py", "bot.mjs"):
        file = EXAMPLES / name
        assert os.access(file, os.X_OK)
        assert file.read_text("utf-8").startswith("#!/usr/bin/env ")


def test_only_our_own_logs_are_cleared_away(tmp_path: Path) -> None:
    """Whoever has other logs in the same folder keeps them."""
    from splitpick.core.matches.pipes import keep_newest

    for number in range(9):
        (tmp_path / f"server-{number}.log").write_text("theirs")
        (tmp_path / f"0123abcd-{number}.log").write_text("ours")
    keep_newest(tmp_path, 3)

    assert len(list(tmp_path.glob("server-*.log"))) == 9
    assert len(list(tmp_path.glob("0123abcd-*.log"))) == 3
