"""A program that is started with pipes and a group of its own, and is seen to its end."""

from __future__ import annotations

import contextlib
import errno
import os
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from ..errors import BadValue
from ..os_errors import reason
from ..rules.characters import excerpt
from ..text import Message, Text, msg

# A program has a group of its own: Ctrl-C at the keyboard is not meant for it, and its children
# end with it.  Only a child that makes itself a session of its own gets away.

_GROUP: dict[str, Any] = (
    {"creationflags": 0x0800_0200}  # CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP
    if sys.platform == "win32"
    else {"start_new_session": True}
)


def words_of(command: str) -> str | list[str]:
    """Take *command* apart as a shell would, but nothing in it is expanded or run by a shell.

    Windows hands a program its command line in one piece, and so do we there.
    """
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words or "\0" in command:
        raise BadValue(
            msg(
                "bad-command",
                'A program is written process:COMMAND, and "{command}" is no command.',
                command=excerpt(command),
            )
        )
    return command if sys.platform == "win32" else words


def program_of(words: str | list[str]) -> str:
    """Return the full path of the program that *words* start; empty where there is none."""
    name = words if isinstance(words, str) else words[0]
    if isinstance(words, str):
        name = name[1:].partition('"')[0] if name.startswith('"') else name.partition(" ")[0]
    found = shutil.which(name)
    return str(Path(found).absolute()) if found else ""


def start(words: str | list[str]) -> subprocess.Popen[bytes]:
    """Start a program; raises `OSError` or `ValueError` where that cannot be, see `why_not`."""
    return subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        **_GROUP,
    )


def why_not(error: OSError | ValueError) -> Text:
    """Say why a program could not be started."""
    if not isinstance(error, OSError):
        return type(error).__name__
    return REASONS.get(errno.errorcode.get(error.errno or 0, "")) or reason(error)


def is_ours(error: OSError | ValueError) -> bool:
    """Say whether it is this system that has no room for a program: no fault of the program's."""
    return isinstance(error, OSError) and error.errno in (
        errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM,
    )  # fmt: skip


def reaped(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait at most *seconds* for *process* to end, and see its children off if it has."""
    if process.returncode is not None:
        return True
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    signal_group(process, kill=True)  # at once: nobody else can have its number yet
    return True


def signal_group(process: subprocess.Popen[bytes], kill: bool) -> None:
    """Tell *process* and its children to end, or make them."""
    if sys.platform == "win32":
        # Windows has nothing gentle for a program without a window.
        subprocess.run(
            ["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False
        )
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS: only zombies are left
        os.killpg(process.pid, signal.SIGKILL if kill else signal.SIGTERM)


def signal_name(number: int) -> str:
    """Name a signal: ``SIGKILL``."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


REASONS: dict[str, Message] = {
    "ENOENT": msg("reason-no-file", "there is no such program, or none that it needs to run"),
    "EACCES": msg("reason-not-executable", "it is not marked as a program that may be run"),
    "EPERM": msg("reason-not-permitted", "it is not permitted"),
    "ENOEXEC": msg("reason-no-program", "the system does not know how to run it"),
    "ENOTDIR": msg("reason-no-folder", "its path leads through something that is no folder"),
}
"""Why a program may not start, by the name of the system's error."""
