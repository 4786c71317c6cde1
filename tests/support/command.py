"""Runs the command `splitpick` as people do, with nothing inherited that matters.

::

    ended = run("play", "--sed", "7", language="de", width=40)
    assert (ended.code, ended.out) == (2, "")
"""

import contextlib
import importlib
import io
import os
import signal
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from unittest import mock

from splitpick.cli.app import COMMANDS
from splitpick.cli.localized_typer import Lazy
from splitpick.cli.main import main

ROOT = Path(__file__).resolve().parents[2]

PLAY_ON = "".join(f"{number}\n" for number in (1, 6, 11, 16))
"""Numbers of choices; while a hand of Jolly & Roger is played, one of them is on offer."""

LANGUAGES = ("en", "de")

COMMAND_LINES = Path(__file__).parents[1] / "golden" / "command_lines"
"""The golden files of what command lines answer."""

INHERITED_NOT = (
    *("LANG", "LC_", "SPLITPICK_LANG", "NO_COLOR", "COLUMNS", "LINES", "PAGER"),
    *("PYTHONUNBUFFERED", "PYTHONIOENCODING"),
)
"""Prefixes of the variables that change what splitpick does."""

PROGRAM = (sys.executable, "-m", "splitpick.cli.main")


@dataclass(frozen=True)
class Ended:
    """Exit code and output of a command that has ended."""

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
    """Run ``splitpick`` with *arguments* in this process, as if in pipes; *typed* is its input.

    It sees the environment of a process of its own, and forgets what it has imported from
    a ``PYTHONPATH`` in *variables*.
    """
    with _inside(language, width, variables) as given, contextlib.ExitStack() as stack:
        streams = io.BytesIO(), io.BytesIO()
        pipes = [_pipe(stream, given) for stream in (io.BytesIO(typed.encode()), *streams)]
        for name, pipe in zip(("stdin", "stdout", "stderr"), pipes, strict=True):
            stack.enter_context(mock.patch.object(sys, name, pipe))
        try:
            code = main(list(arguments))
        finally:
            for pipe in pipes[1:]:
                pipe.flush()
        return Ended(code, *(stream.getvalue().decode() for stream in streams))


def _pipe(stream: io.BytesIO, variables: Mapping[str, str]) -> io.TextIOWrapper:
    encoding, _, errors = variables.get("PYTHONIOENCODING", "utf-8:strict").partition(":")
    return io.TextIOWrapper(stream, encoding, errors, write_through=True)


@contextlib.contextmanager
def _inside(
    language: str, width: int, variables: Mapping[str, str] | None
) -> Iterator[dict[str, str]]:
    """Give this process the environment of a command, and take back what it has changed.

    The command has a home of its own unless *variables* name one.
    """
    modules, path = set(sys.modules), list(sys.path)
    chosen = {"SPLITPICK_LANG": language} if language else {}
    with tempfile.TemporaryDirectory() as home, warnings.catch_warnings():
        wanted = {"COLUMNS": str(width), "SPLITPICK_HOME": home, **chosen, **(variables or {})}
        given = environment(wanted)
        with mock.patch.dict(os.environ, given, clear=True):
            sys.path[:0] = filter(None, given.get("PYTHONPATH", "").split(os.pathsep))
            importlib.invalidate_caches()
            try:
                yield given
            finally:
                sys.path[:] = path
                for name in set(sys.modules) - modules:
                    if _is_planted(sys.modules[name]):
                        del sys.modules[name]


def _is_planted(module: object) -> bool:
    """Tell whether *module* lies in a folder that a test has made."""
    file = Path(getattr(module, "__file__", None) or "/")
    # CI's clone, and what is installed for it, lie in a folder for temporary files as well.
    installed = any(file.is_relative_to(folder) for folder in (sys.prefix, ROOT))
    return file.is_relative_to(tempfile.gettempdir()) and not installed


def run_in_terminal(
    words: Sequence[str],
    *,
    columns: int = 80,
    lines: int = 24,
    typed: str = "",
    after: str = "",
    then: Mapping[str, str] | None = None,
    variables: Mapping[str, str] | None = None,
) -> Ended:
    """Run a command line in a terminal of its own; `out` is all that was on it, echo included.

    *words* are `PROGRAM` and its arguments, or another program.  *typed* is typed when *after* has
    been shown, and then each value of *then* when its key is shown; ``"\\x03"`` is Ctrl-C,
    ``"\\x04"`` Ctrl-D.  It fails if the command is not at its end after a minute.
    """
    import fcntl
    import pty
    import struct
    import termios

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # other threads end with the `exec`
        process, terminal = pty.fork()
    if process == 0:
        try:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            heed_ctrl_c()
            os.execve(words[0], list(words), unmeasured(variables or {}))
        finally:
            os._exit(127)
    watchdog = threading.Timer(60, os.kill, [process, signal.SIGKILL])
    watchdog.start()
    seen, read = b"", 0
    waiting = [(after, typed), *(then or {}).items()] if typed else []
    for piece in _pieces(terminal):
        seen += piece
        if waiting and waiting[0][0].encode() in seen[read:]:
            # People do not answer while the prompt is being written; readline loses such a Ctrl-C.
            time.sleep(0.2)
            os.write(terminal, waiting.pop(0)[1].encode())
            read = len(seen)
    watchdog.cancel()
    os.close(terminal)
    _, status = os.waitpid(process, 0)
    ended = Ended(os.waitstatus_to_exitcode(status), seen.decode().replace("\r\n", "\n"))
    assert ended.code != -signal.SIGKILL, f"nothing ended it in a minute:\n{ended.out}"
    return ended


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
    """Let a child hear Ctrl-C, Ctrl-\\ and a hang-up, which it would ignore in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def command_paths() -> list[list[str]]:
    """List all commands there are, as they are typed: ``[]``, ``["play"]``, ..."""
    return list(_paths(COMMANDS, []))


def _paths(commands: Mapping[str, Lazy], path: list[str]) -> Iterator[list[str]]:
    yield path
    for name, command in commands.items():
        if command.commands is not None:
            yield from _paths(command.commands, [*path, name])
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
    "option-elsewhere, above": ["play", "--plugin-trace"],
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
def help_pages(language: str, width: int = 80) -> dict[str, Ended]:
    """Return the help of all commands, by their names; that of the whole is ``splitpick``."""
    paths = command_paths()
    return {
        " ".join(path) or "splitpick": run(*path, "--help", language=language, width=width)
        for path in paths
    }


@cache
def usage_errors(language: str) -> dict[str, Ended]:
    """Return what is said about each of `USAGE_ERRORS`, by its name."""
    return {name: run(*words, language=language) for name, words in USAGE_ERRORS.items()}
