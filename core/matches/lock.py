"""A lock that one process at a time holds: whoever changes a store has it, also to mend it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

PATIENCE = 60.0
"""How many seconds to wait for others; what they do takes milliseconds."""


_PAUSE = 0.002
"""How many seconds to wait before asking for it again."""


class Lock:
    """The lock that the file *path* stands for; it is made where there is none, and stays.

    SQLite locks its own files, but not across the moment when a damaged one is put aside and a new
    one in its place, and among many writers its way of waiting is not fair.  The system lets go of
    the lock when a process ends, however it does.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = -1
        self._depth = 0

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock; whoever has it already may take it again.

        Raises `TimeoutError` after `PATIENCE`, and any `OSError` where there can be no such file.
        """
        if not self._depth:
            self._take()
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth:
                _unlock(self._file)

    def close(self) -> None:
        """Let go of the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _take(self) -> None:
        end = monotonic() + PATIENCE
        while True:
            if self._file < 0:
                flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
                self._file = os.open(self.path, flags, 0o666)
            if _try_lock(self._file):
                if self._is_there():
                    return
                # Somebody has cleared the folder: others would lock another file.
                self.close()
            elif monotonic() > end:
                raise TimeoutError
            else:
                sleep(_PAUSE)

    def _is_there(self) -> bool:
        try:
            return os.path.samestat(os.fstat(self._file), self.path.stat())
        except FileNotFoundError:
            return False


if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def _unlock(file: int) -> None:
        os.lseek(file, 0, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
