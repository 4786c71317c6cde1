"""Runs the command `splitpick` as people do: a process a call, with nothing inherited that matters.

::

    ended = run("play", "--sed", "7", language="de", width=40)
    assert (ended.code, ended.out) == (2, "")
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from typer.core import TyperGroup
from typer.main import get_command

from splitpick.cli.app import build_app
from splitpick.cli.screen import Screen
from splitpick.core.text import Language

LANGUAGES = ("en", "de")

COMMAND_LINES = Path(__file__).parent / "command_lines"
"""The golden files of what command lines answer."""

INHERITED_NOT = (
    *("LANG", "LC_", "SPLITPICK_LANG", "NO_COLOR", "COLUMNS", "LINES", "PAGER"),
    *("PYTHONUNBUFFERED", "PYTHONIOENCODING"),
)
"""How the names begin of variables that change what splitpick does."""

PROGRAM = (sys.executable, "-m", "splitpick.cli.main")


@dataclass(frozen=True)
class Ended:
    """What a process has left: its exit code and all it said."""

    code: int
    out: str
    err: str = ""

    @property
    def error_code(self) -> str:
        """The code in brackets of ``splitpick: error[code]: ...``, in any language."""
        line = self.err.splitlines()[-1] if self.err else ""
        return line.partition("[")[2].partition("]")[0]


def environment(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of this process without what splitpick looks at, and *variables*."""
    kept = {name: os.environ[name] for name in os.environ if not name.startswith(INHERITED_NOT)}
    return {**kept, "PYTHONUTF8": "1", "TERM": "xterm", **variables}


def unmeasured(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the same for a process that is interrupted while it is busy.

    Where Ctrl-C hits coverage as it notes a line, it never lets go of its lock (`lock_data` in
    coverage 7), and one run in ten hung.
    """
    given = environment(variables)
    return {name: given[name] for name in given if not name.startswith("COVERAGE_PROCESS_")}


def run(
    *arguments: str,
    language: str = "",
    width: int = 80,
    typed: str = "",
    variables: Mapping[str, str] | None = None,
) -> Ended:
    """Run ``splitpick`` with *arguments* in pipes; *typed* is its input.

    It finds no matches but those of a ``SPLITPICK_HOME`` in *variables*.
    """
    chosen = {"SPLITPICK_LANG": language} if language else {}
    with tempfile.TemporaryDirectory() as home:
        given = {"COLUMNS": str(width), "SPLITPICK_HOME": home, **chosen, **(variables or {})}
        ended = subprocess.run(
            [*PROGRAM, *arguments],
            input=typed,
            capture_output=True,
            encoding="utf-8",
            env=environment(given),
            timeout=300,
            check=False,
        )
    return Ended(ended.returncode, ended.stdout, ended.stderr)


MANY = """
import contextlib, io, json, sys
from splitpick.cli.main import main
for words in json.load(sys.stdin):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    print(json.dumps([code, out.getvalue(), err.getvalue()]))
"""


def run_many(
    lines: Sequence[Sequence[str]],
    *,
    language: str = "",
    width: int = 80,
    variables: Mapping[str, str] | None = None,
) -> list[Ended]:
    """Run ``splitpick`` with each of *lines*, one after the other in a single process.

    For commands that ask nothing and change nothing: starting a process takes longer than they do.
    """
    chosen = {"SPLITPICK_LANG": language} if language else {}
    with tempfile.TemporaryDirectory() as home:
        given = {"COLUMNS": str(width), "SPLITPICK_HOME": home, **chosen, **(variables or {})}
        ended = subprocess.run(
            [sys.executable, "-c", MANY],
            input=json.dumps([list(line) for line in lines]),
            capture_output=True,
            encoding="utf-8",
            env=environment(given),
            timeout=300,
            check=True,
        )
    return [Ended(*json.loads(line)) for line in ended.stdout.splitlines()]


def run_in_terminal(
    words: Sequence[str],
    *,
    columns: int = 80,
    lines: int = 24,
    typed: str = "",
    after: str = "",
    variables: Mapping[str, str] | None = None,
) -> Ended:
    """Run a command line in a terminal of its own; `out` is all that was on it, echo included.

    *typed* is typed when *after* has been shown; ``"\\x03"`` is Ctrl-C, ``"\\x04"`` Ctrl-D.
    """
    import fcntl
    import pty
    import struct
    import termios

    def take_terminal() -> None:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # or Ctrl-C would reach nobody
        heed_ctrl_c()

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    process = subprocess.Popen(
        list(words),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=(unmeasured if "\x03" in typed else environment)(variables or {}),
        start_new_session=True,
        preexec_fn=take_terminal,
    )
    os.close(theirs)
    watchdog = threading.Timer(60, process.kill)
    watchdog.start()
    seen = b""
    for piece in _pieces(ours):
        seen += piece
        if typed and after.encode() in seen:
            # People do not answer while the prompt is being written; readline loses such a Ctrl-C.
            time.sleep(0.2)
            os.write(ours, typed.encode())
            typed = ""
    watchdog.cancel()
    os.close(ours)
    return Ended(process.wait(), seen.decode().replace("\r\n", "\n"))


def _pieces(terminal: int) -> Iterator[bytes]:
    """Read until the process has closed the terminal; the first piece is empty."""
    yield b""
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # how Linux says that nobody is at the other end
            return
        if not piece:
            return
        yield piece


def heed_ctrl_c() -> None:
    """Let a child hear Ctrl-C and a hang-up, which it would ignore in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def command_paths() -> list[list[str]]:
    """List all commands there are, as they are typed: ``[]``, ``["play"]``, ..."""
    app = get_command(build_app(Screen(Language("en"))))
    assert isinstance(app, TyperGroup)
    return list(_paths(app, []))


def _paths(group: TyperGroup, path: list[str]) -> Iterator[list[str]]:
    yield path
    for name, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from _paths(command, [*path, name])
        else:
            yield [*path, name]


USAGE_ERRORS = {
    "unknown-command": ["plai"],
    "unknown-command in a group": ["rulesets", "lst"],
    "missing-command": ["rulesets"],
    "unknown-option": ["play", "--sed", "7"],
    "unknown-option, short": ["play", "-x"],
    "unknown-option, like nothing": ["rules", "--qqqqqq"],
    "option-elsewhere": ["--seed", "7", "play"],
    "option-elsewhere, above": ["play", "--debug"],
    "option-needs-value": ["play", "--seed"],
    "option-needs-value, short": ["play", "-v"],
    "option-needs-value, everywhere": ["--lang"],
    "option-takes-no-value": ["play", "--accessible=yes"],
    "missing-argument": ["rulesets", "show"],
    "missing-argument, many": ["rulesets", "check"],
    "extra-argument": ["play", "jolly-roger", "roger"],
    "extra-argument behind --": ["rulesets", "list", "--", "--help"],
    "unknown-language": ["--lang", "tlh", "play"],
    "unknown-language behind": ["play", "--lang=tlh"],
    "unknown-language, empty": ["--lang", ""],
}
"""Wrong command lines by the code of what is said about them, up to the first blank or comma."""


def code_of(name: str) -> str:
    """Return the code that a name in `USAGE_ERRORS` begins with."""
    return name.replace(",", " ").split()[0]


@cache
def help_pages(language: str, width: int = 80, option: str = "--help") -> dict[str, Ended]:
    """Return the help of all commands, by their names; that of the whole is ``splitpick``."""
    paths = command_paths()
    said = run_many([[*path, option] for path in paths], language=language, width=width)
    return {" ".join(path) or "splitpick": page for path, page in zip(paths, said, strict=True)}


@cache
def usage_errors(language: str) -> dict[str, Ended]:
    """Return what is said about each of `USAGE_ERRORS`, by its name."""
    said = run_many(list(USAGE_ERRORS.values()), language=language)
    return dict(zip(USAGE_ERRORS, said, strict=True))
