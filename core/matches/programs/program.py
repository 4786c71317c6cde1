"""A running program: its command, lines to it and from it, its log, and its end."""

from __future__ import annotations

import atexit
import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any

from ...errors import BadValue
from ...home import make_private_folder, private
from ...rules.characters import excerpt
from ...text import msg
from ..setup import PROCESS

MOST_ANSWER = 2**20
"""Number of bytes a program may write for one answer."""
MOST_LOG = 2**20
MOST_LOGS = 50
_GRACE_SECONDS = 0.05
"""Seconds after the deadline to read an answer that was written in time."""
_THREAD_SECONDS = 0.5
"""Seconds to wait for a thread to end; a child that left the process group may block it."""

# A program gets a process group of its own: Ctrl-C at the keyboard does not reach it, and its
# children end with it.
_GROUP: dict[str, Any] = (
    {"creationflags": 0x0800_0200}  # CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP
    if sys.platform == "win32"
    else {"start_new_session": True}
)


def command_of(player: str) -> str:
    """Return the command of the player ``process:COMMAND``, "" for others; raises `BadValue`."""
    kind, colon, command = player.partition(":")
    if kind != PROCESS or not colon:
        return ""
    words_of(command)
    return command.strip()


def words_of(command: str) -> list[str]:
    """Split *command* into words as a shell would; raises `BadValue` if that is impossible."""
    windows = sys.platform == "win32"
    try:
        words = shlex.split(command, posix=not windows)
    except ValueError:
        words = []
    if not words or "\0" in command:
        raise BadValue(
            msg(
                "bad-command",
                'A program is given as process:COMMAND, and "{command}" is not a command.',
                command=excerpt(command),
            )
        )
    return [word.strip("\"'") for word in words] if windows else words


def program_of(words: Sequence[str]) -> str:
    """Return the full path of the program that *words* run, or an empty string if it is missing."""
    path = shutil.which(words[0])
    return str(Path(path).absolute()) if path else ""


class FloodError(Exception):
    """Output of more than `MOST_ANSWER` bytes for one answer."""


class Program:
    """A running program, with pipes for its input and outputs.

    Daemon threads read and write the pipes, so that neither the program nor a child outside its
    process group can block splitpick.  (`select` cannot wait for pipes on Windows.)
    """

    def __init__(self, words: Sequence[str], log: Path) -> None:
        """Start the program; its errors go to the file *log*.  Raises `OSError` or `ValueError`."""
        self.log = log
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, **_GROUP)
        atexit.register(self.end)
        with contextlib.suppress(OSError):
            log.unlink(missing_ok=True)  # of an earlier program
        self._unsent, self._lines = SimpleQueue[bytes](), SimpleQueue[bytes]()
        self._wanted = SimpleQueue[bool]()
        self._threads = [
            Thread(target=work, args=(pipe,), name=f"program-{self._process.pid}", daemon=True)
            for work, pipe in (
                (self._write, self._process.stdin),
                (self._read, self._process.stdout),
                (self._keep_log, self._process.stderr),
            )
        ]
        for thread in self._threads:
            thread.start()

    def exit_code(self, seconds: float = 0.0) -> int | None:
        """Return the exit code, negative for a signal; ``None`` if it runs on after *seconds*."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return self._process.returncode

    def send(self, line: bytes) -> None:
        """Queue *line* for the program to read; return at once."""
        self._unsent.put(line)

    def ask(self, question: bytes, seconds: float) -> Iterator[bytes]:
        """Send *question*; yield lines.  Raises `TimeoutError` after *seconds*, or `FloodError`."""
        until, late = time.monotonic() + seconds, False
        room = MOST_ANSWER
        self.send(question)
        self._wanted.put(True)
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                if late:
                    raise TimeoutError from None
                # Try once more: after Ctrl-Z, an answer that came in time may not be read yet.
                until, late = time.monotonic() + _GRACE_SECONDS, True
                continue
            room -= len(line)
            if room < 0:
                raise FloodError
            if not line:
                return
            yield line
            self._wanted.put(True)

    def end(self, seconds: float = 0.0, note: str = "") -> None:
        """Close the input, kill the group on exit or after *seconds*, and add *note* to the log."""
        atexit.unregister(self.end)
        self._unsent.put(b"")
        try:
            self.exit_code(seconds)
        finally:
            _kill_group(self._process.pid)
            self._process.wait()
        self._wanted.put(False)
        for thread in self._threads:
            thread.join(_THREAD_SECONDS)
        self._append(note.encode("utf-8", "replace"))
        with contextlib.suppress(OSError):
            logs = sorted(self.log.parent.glob("bot-*.log"), key=lambda log: log.stat().st_mtime)
            for old in logs[:-MOST_LOGS]:
                old.unlink()

    def _write(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:
            while line := self._unsent.get():
                pipe.write(line)
                pipe.flush()

    def _read(self, pipe: IO[bytes]) -> None:
        with pipe:
            while self._wanted.get():
                self._lines.put(pipe.readline(MOST_ANSWER + 1))

    def _keep_log(self, pipe: IO[bytes]) -> None:
        room = MOST_LOG
        with pipe:
            while piece := os.read(pipe.fileno(), 2**16):  # also past the limit: it must not block
                self._append(piece[:room])
                room -= len(piece[:room])

    def _append(self, text: bytes) -> None:
        with contextlib.suppress(OSError):
            if text:
                make_private_folder(self.log.parent)
                with open(self.log, "ab", opener=private) as file:
                    file.write(text)


def _kill_group(pid: int) -> None:
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(pid)], capture_output=True, check=False)
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS: only zombies are left
        os.killpg(pid, signal.SIGKILL)
