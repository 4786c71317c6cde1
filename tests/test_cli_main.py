"""The console script as a whole: exit codes, and what is said when something goes wrong."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import pytest

from command import LANGUAGES, PROGRAM, environment, run, run_in_terminal
from splitpick.cli import app, exits
from splitpick.cli.main import main
from splitpick.cli.rulesets import show_rules
from splitpick.cli.screen import Screen
from splitpick.cli.version import VERSION
from splitpick.core.errors import BadValue, PluginError, SplitpickError
from splitpick.core.text import msg

Fail = Callable[[BaseException], None]


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Fail:
    """Let every command end in an exception."""
    monkeypatch.setenv("SPLITPICK_LANG", "en")

    def arrange(error: BaseException) -> None:
        def fail(screen: Screen, arguments: Sequence[str]) -> NoReturn:
            raise error

        monkeypatch.setattr(app, "run_command", fail)

    return arrange


@pytest.mark.parametrize("language", LANGUAGES)
def test_alone_it_greets_and_names_three_commands(language: str) -> None:
    """Somebody who types nothing but the name is a newcomer, and has done nothing wrong."""
    ended = run(language=language)

    assert (ended.code, ended.err) == (exits.FINE, "")
    for command in ("splitpick play", "splitpick rules", "splitpick --help"):
        assert command in ended.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_version_says_what_runs(language: str) -> None:
    """The version, whether the kernel is compiled, and the Python."""
    ended = run("--version", language=language)
    version, kernel, python = ended.out.splitlines()

    assert ended.code == exits.FINE
    assert version == f"splitpick {VERSION}"
    assert kernel
    assert python == "Python " + ".".join(map(str, sys.version_info[:3]))


def test_version_says_pure_or_compiled() -> None:
    """As the file says that the kernel was loaded from."""
    spec = find_spec("splitpick.core.game")
    assert spec is not None
    assert spec.origin is not None

    kernel = run("--version", language="en").out.splitlines()[1]

    pure = spec.origin.endswith(".py")
    assert kernel == f"The game engine is {'pure Python' if pure else 'compiled'}."


def test_an_error_of_ours_is_one_line_with_its_code(
    failing: Fail, capsys: pytest.CaptureFixture[str]
) -> None:
    failing(BadValue(msg("bad-seed", 'A seed is a number, not "{text}".', text="a\nb\x1b[31mc")))

    code = main(["play"])

    assert code == exits.BAD_INPUT
    assert capsys.readouterr().err == (
        'splitpick: error[bad-seed]: A seed is a number, not "a bc".\n'
    )


def test_a_fault_inside_is_named_and_says_how_to_report_it(
    failing: Fail, capsys: pytest.CaptureFixture[str]
) -> None:
    failing(ZeroDivisionError())

    code = main(["play"])

    said = capsys.readouterr().err
    assert code == exits.INTERNAL
    assert said.startswith("splitpick: error[internal]: ")
    assert "ZeroDivisionError" in said
    assert "--debug" in said
    assert "Traceback" not in said


def test_a_plugin_that_fails_is_not_the_readers_fault(
    failing: Fail, capsys: pytest.CaptureFixture[str]
) -> None:
    failing(PluginError(msg("plugin-fails", "The plugin {name} fails.", name="kraken 1.0")))

    assert main(["play"]) == exits.INTERNAL
    assert capsys.readouterr().err == (
        "splitpick: error[plugin-fails]: The plugin kraken 1.0 fails.\n"
    )


def test_an_error_that_cannot_be_said_is_a_fault(
    failing: Fail, capsys: pytest.CaptureFixture[str]
) -> None:
    """As when a plugin's catalog asks for a parameter that there is not."""
    failing(SplitpickError(msg("bad", "No {such} parameter.")))

    assert main(["play"]) == exits.INTERNAL
    assert "(KeyError)" in capsys.readouterr().err


def test_debug_shows_where_a_fault_is(failing: Fail, capsys: pytest.CaptureFixture[str]) -> None:
    failing(ZeroDivisionError())

    code = main(["--debug", "play"])

    said = capsys.readouterr().err
    assert code == exits.INTERNAL
    assert said.startswith("Traceback")
    assert "in fail" in said


def test_debug_changes_nothing_about_bad_input(
    failing: Fail, capsys: pytest.CaptureFixture[str]
) -> None:
    failing(SplitpickError(msg("bad", "Bad.")))

    code = main(["--debug", "play"])

    assert (code, capsys.readouterr().err) == (exits.BAD_INPUT, "splitpick: error[bad]: Bad.\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["play", "rules"])
def test_a_rule_set_with_faults_gets_a_finding_for_each(
    command: str, language: str, tmp_path: Path
) -> None:
    """On the error output, with the lines of the file, whatever the command wanted with it."""
    deck = tmp_path / "deck.yaml"
    deck.write_text("format: 1\nid: deck\nformat: 2\n", encoding="utf-8")
    ended = run(command, str(deck), language=language)

    assert (ended.code, ended.out) == (exits.BAD_INPUT, "")
    assert f"{deck}:3:1: " in ended.err
    assert " 3 | format: 2\n" in ended.err
    assert " | ^^^^^^\n" in ended.err


def test_a_refusal_of_the_system_is_no_fault_of_ours(
    failing: Fail, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said in our words, since those of the system are English."""
    failing(OSError(errno.ENOSPC, "No space left on device"))

    code = main(["rules"])

    said = capsys.readouterr().err
    assert code == exits.INTERNAL
    assert "error[system]" in said
    assert "there is no space left on the device" in said
    assert "No space" not in said


def test_ctrl_c_ends_with_130(failing: Fail, capsys: pytest.CaptureFixture[str]) -> None:
    failing(KeyboardInterrupt())

    assert main(["play"]) == exits.INTERRUPTED
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_ctrl_c_at_a_question_ends_with_130() -> None:
    """In a real terminal, without a traceback and below the ^C it shows."""
    ended = run_in_terminal(
        [*PROGRAM, "play"],
        typed="\x03",
        after="1):",
        variables={"SPLITPICK_LANG": "en", "TERM": "dumb"},
    )

    assert ended.code == exits.INTERRUPTED
    assert ended.out.endswith("\nStopped.\n")
    assert "Traceback" not in ended.out


def test_the_end_of_input_is_no_error(failing: Fail, capsys: pytest.CaptureFixture[str]) -> None:
    failing(EOFError())

    assert (main(["play"]), capsys.readouterr().err) == (exits.FINE, "")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (KeyboardInterrupt, exits.INTERRUPTED),
        (EOFError, exits.FINE),
        (BrokenPipeError, exits.CLOSED_PIPE),
        (PermissionError, exits.INTERNAL),
    ],
)
def test_typer_does_not_get_hold_of_what_commands_raise(
    error: type[BaseException],
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It would print a line, exit by itself, or make another exception of it."""

    def fail(screen: Screen) -> NoReturn:
        raise error

    monkeypatch.setattr(show_rules, "begin", fail)

    assert main(["rules"]) == code
    assert "Abort" not in capsys.readouterr().err


BUFFERING = [{}, {"PYTHONUNBUFFERED": "1"}]
"""Variables that make output appear at the end or at once."""


@pytest.mark.process
@pytest.mark.parametrize("variables", BUFFERING, ids=str)
def test_a_reader_who_leaves_ends_it_quietly(variables: Mapping[str, str]) -> None:
    """``splitpick --help | true``."""
    read, write = os.pipe()
    os.close(read)
    ended = subprocess.run(
        [*PROGRAM, "--help"],
        stdout=write,
        stderr=subprocess.PIPE,
        env=environment(variables),
        check=False,
    )
    os.close(write)

    assert (ended.returncode, ended.stderr) == (exits.CLOSED_PIPE, b"")


@pytest.mark.process
@pytest.mark.parametrize("variables", BUFFERING, ids=str)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk_is_said(variables: Mapping[str, str]) -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [*PROGRAM, "--help"],
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=environment(variables),
            check=False,
        )

    assert ended.returncode == exits.INTERNAL
    assert ended.stderr.count("\n") == 1
    assert "error[system]" in ended.stderr


@pytest.mark.skipif(os.name == "nt", reason="a shell's redirection")
def test_closed_outputs_stop_nothing() -> None:
    ended = subprocess.run(
        ["sh", "-c", '"$@" <&- >&- 2>&-', "sh", *PROGRAM, "--help"],
        env=environment({}),
        check=False,
    )

    assert ended.returncode == exits.FINE


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_help_in_a_terminal_has_its_width() -> None:
    wide = run_in_terminal([*PROGRAM, "--help"], columns=200)
    narrow = run_in_terminal([*PROGRAM, "--help"], columns=20)

    assert 80 < max(map(len, wide.out.splitlines())) <= 100
    assert max(map(len, narrow.out.splitlines())) <= 20


@pytest.mark.process
@pytest.mark.parametrize("arguments", [[], ["--version"], ["--help"], ["rulesets"]])
def test_nothing_heavy_is_imported_before_it_is_used(arguments: list[str]) -> None:
    heavy = ("babel", "pluggy", "pydantic", "readline", "rich", "yaml", "importlib.metadata")
    check = (
        "import sys; from splitpick.cli.main import main; main(sys.argv[1:]);"
        f"print(*sorted(sys.modules.keys() & {set(heavy)}), file=sys.stderr)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", check, *arguments],
        capture_output=True,
        encoding="utf-8",
        env=environment({"SPLITPICK_LANG": "de"}),
        check=True,
    )

    assert ended.stderr.splitlines()[-1] == ""
