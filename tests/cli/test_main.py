"""The console script as a whole: exit codes, and what is said when something goes wrong."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import pytest
import typer

from command import LANGUAGES, PROGRAM, environment, run, run_in_terminal
from splitpick.cli import exits
from splitpick.cli.main import main
from splitpick.cli.rulesets import show_rules
from splitpick.cli.version import VERSION
from splitpick.core.errors import (
    BadValue,
    LabError,
    PluginError,
    PluginsMissing,
    SplitpickError,
    StoreError,
)
from splitpick.core.text import msg

Fail = Callable[[BaseException], None]


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Fail:
    """Let the command `rules` end in an exception."""
    monkeypatch.setenv("SPLITPICK_LANG", "en")

    def arrange(error: BaseException) -> None:
        def fail(ctx: typer.Context) -> NoReturn:
            raise error

        monkeypatch.setattr(show_rules, "begin", fail)

    return arrange


def test_alone_it_greets_and_names_three_commands() -> None:
    """Somebody who types nothing but the name is a newcomer, and has done nothing wrong."""
    for language in LANGUAGES:
        ended = run(language=language)

        assert (ended.code, ended.err) == (exits.FINE, "")
        for command in ("splitpick play", "splitpick rules", "splitpick --help"):
            assert command in ended.out


def test_version_says_what_runs() -> None:
    """The version, the kind of kernel, and the Python."""
    ended = run("--version", language="en")
    version, kernel, python = ended.out.splitlines()
    spec = find_spec("splitpick.core.game")

    assert ended.code == exits.FINE
    assert version == f"splitpick {VERSION}"
    pure = spec is not None and str(spec.origin).endswith(".py")
    assert kernel == f"The game engine is {'pure Python' if pure else 'compiled'}."
    assert python == "Python " + ".".join(map(str, sys.version_info[:3]))


BAD = msg("bad", 'A seed is a number, not "{text}".', text="a\nb\x1bc")


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (BadValue(BAD), exits.BAD_INPUT, 'error[bad]: A seed is a number, not "a bc".\n'),
        (PluginsMissing(BAD), exits.BAD_INPUT, "error[bad]: "),
        (PluginError(BAD), exits.INTERNAL, "error[bad]: "),
        (LabError(BAD), exits.INTERNAL, "error[bad]: "),
        (StoreError(BAD), exits.UNSAVED, "error[bad]: "),
        (
            ZeroDivisionError(),
            exits.INTERNAL,
            "error[internal]: There is a fault inside splitpick (Z",
        ),
        (GeneratorExit(), exits.INTERNAL, "error[internal]: There is a fault inside splitpick (G"),
        # As when a plugin's catalog asks for a parameter that there is not.
        (SplitpickError(msg("bad", "No {such} parameter.")), exits.INTERNAL, "error[internal]: "),
        # In our words, since those of the system are English.
        (
            OSError(errno.ENOSPC, "No space left on device"),
            exits.INTERNAL,
            "error[system]: The operating system reports: there is no space left on the device.\n",
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_what_goes_wrong_is_one_line_with_a_code(
    error: BaseException, code: int, said: str, failing: Fail, capsys: pytest.CaptureFixture[str]
) -> None:
    failing(error)

    assert main(["rules"]) == code
    err = capsys.readouterr().err
    assert err.startswith(f"splitpick: {said}")
    assert err.count("\n") == 1


def test_debug_shows_where_a_fault_is(failing: Fail, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing about bad input."""
    for words in (["--debug", "rules"], ["rules", "--debug"]):
        failing(ZeroDivisionError())
        assert main(words) == exits.INTERNAL
        said = capsys.readouterr().err
        assert said.startswith("Traceback")
        assert "in fail" in said
    failing(SplitpickError(msg("bad", "Bad.")))
    assert main(["--debug", "rules"]) == exits.BAD_INPUT
    assert capsys.readouterr().err == "splitpick: error[bad]: Bad.\n"


def test_ends_that_are_no_faults(failing: Fail, capsys: pytest.CaptureFixture[str]) -> None:
    """Typer would print a line, exit by itself, or make another exception of them."""
    for error, code in {
        KeyboardInterrupt(): exits.INTERRUPTED,
        EOFError(): exits.FINE,
        BrokenPipeError(): exits.CLOSED_PIPE,
        exits.Ended(143): 143,
    }.items():
        failing(error)

        assert main(["rules"]) == code
        assert capsys.readouterr().err in ("", "Stopped.\n")


@pytest.mark.parametrize("command", ["play", "rules"])
def test_a_rule_set_with_faults_gets_a_finding_for_each(command: str, tmp_path: Path) -> None:
    """On the error output, with the lines of the file, whatever the command wanted with it."""
    deck = tmp_path / "deck.yaml"
    deck.write_text("format: 1\nid: deck\nformat: 2\n", encoding="utf-8")
    ended = run(command, str(deck), language="de")

    assert (ended.code, ended.out) == (exits.BAD_INPUT, "")
    assert f"{deck}:3:1: " in ended.err
    assert " 3 | format: 2\n" in ended.err
    assert " | ^^^^^^\n" in ended.err


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_ctrl_c_at_a_question_ends_with_130() -> None:
    """In a real terminal, without a traceback and below the ^C it shows."""
    variables = {"SPLITPICK_LANG": "en", "TERM": "dumb"}
    ended = run_in_terminal([*PROGRAM, "play"], typed="\x03", after="1):", variables=variables)

    assert ended.code == exits.INTERRUPTED
    assert ended.out.endswith("\nStopped.\n")
    assert "Traceback" not in ended.out


@pytest.mark.often(1)
@pytest.mark.process
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
@pytest.mark.parametrize("variables", [{}, {"PYTHONUNBUFFERED": "1"}], ids=str)
def test_outputs_that_take_nothing(variables: Mapping[str, str]) -> None:
    """``splitpick --help | true`` ends quietly, a full disk is reported, closed ones stop nothing.

    Written at the end or at once.
    """
    read, write = os.pipe()
    os.close(read)
    ends = []
    with Path("/dev/full").open("w") as full, os.fdopen(write, "w") as left:
        for output in (left, full):
            ended = subprocess.run(
                [*PROGRAM, "--help"],
                stdout=output,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                env=environment(variables),
                check=False,
            )
            ends.append((ended.returncode, ended.stderr.partition("]")[0]))
    closed = ["sh", "-c", '"$@" <&- >&- 2>&-', "sh", *PROGRAM, "--help"]

    assert ends == [
        (exits.CLOSED_PIPE, ""),
        (exits.INTERNAL, "splitpick: error[system"),
    ]
    assert subprocess.run(closed, env=environment(variables), check=False).returncode == exits.FINE


@pytest.mark.slow
@pytest.mark.process
def test_nothing_goes_to_the_other_output_where_one_is_closed() -> None:
    for closed, words in ((">&-", ("rules",)), ("2>&-", ("rules", "nono"))):
        script = ["sh", "-c", f'"$@" {closed}', "sh", *PROGRAM, *words]
        ended = subprocess.run(script, capture_output=True, env=environment({}), check=False)

        assert (ended.stdout, ended.stderr) == (b"", b"")


@pytest.mark.process
@pytest.mark.parametrize(
    "words", ["--version", "--help", "", "play -h", "matches show -h", "mcp -h"]
)
def test_nothing_heavy_is_imported_before_it_is_used(words: str) -> None:
    heavy = {"babel", "pydantic", "readline", "rich", "yaml"}
    heavy |= {"gymnasium", "mcp", "numpy", "pettingzoo", "pyspiel"}
    if " " not in words:
        heavy |= {"pluggy", "importlib.metadata"}
    check = (
        "import sys; from splitpick.cli.main import main; main(sys.argv[1:]);"
        f"print(*sorted(sys.modules.keys() & {heavy}), file=sys.stderr)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", check, *words.split()],
        capture_output=True,
        encoding="utf-8",
        env=environment({"SPLITPICK_LANG": "de"}),
        check=True,
    )

    assert ended.stderr.splitlines()[-1] == ""
