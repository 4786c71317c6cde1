"""The commands of programs that may play: what the user typed, or was asked about once.

A store or a backup may come from somebody else, with a command at a seat: it must not start by
itself.
"""

from __future__ import annotations

from ...home import read_allowed, write_allowed
from ..setup import PROCESS

_TYPED: set[str] = set()
"""Commands that the user has typed in this process."""


def allow_command(command: str) -> None:
    """Let *command*, which the user has typed or agreed to, start in this process."""
    _TYPED.add(command)


def is_command_allowed(command: str) -> bool:
    """Return whether *command* may start: typed in this process, or kept in the home before."""
    return command in _TYPED or _name(command) in (read_allowed() or {})


def keep_command(command: str) -> None:
    """Keep in the home that *command* may start from now on; raises `OSError`."""
    allowed = read_allowed() or {}
    if _name(command) not in allowed:
        write_allowed({**allowed, _name(command): True})


def _name(command: str) -> str:
    # The other names in the list are those of folders, whose values are hashes.
    return f"{PROCESS}:{command}"
