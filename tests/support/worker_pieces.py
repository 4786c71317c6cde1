"""Work for the tests of workers, in a module that worker processes can import."""

import gc
import os
import signal
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import Any

from splitpick.core.errors import BadValue
from splitpick.core.text import msg

BAD, CRASH = -1, -2


@dataclass(frozen=True)
class Squares:
    """Squares numbers; some of them are too much for it."""

    names_process: bool = False

    def begin(self) -> Callable[[int], int]:
        return self.square

    def square(self, number: int) -> int:
        if number == BAD:
            raise BadValue(msg("bad", "No {number}.", number=number))
        if number == CRASH:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(60)
        return os.getpid() if self.names_process else number * number


class Interrupted(int):
    """Number whose worker is told to end while it takes it out of the queue."""

    file = Path()
    """File that is written if the worker lets go of what it holds."""

    def __reduce__(self) -> tuple[Callable[[Path], None], tuple[Path]]:
        return _taken, (self.file,)


def _taken(file: Path) -> None:
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(60)
    finally:
        file.touch()


@dataclass(frozen=True)
class HalfWritten:
    """Work whose piece 1 begins to write its result and never ends; then there is a *file*."""

    file: Path

    def begin(self) -> Callable[[int], int]:
        return self.write

    def write(self, number: int) -> int:
        if number == 1:
            (results,) = (one for one in gc.get_objects() if isinstance(one, SimpleQueue))
            writer: Any = results
            writer._writer._send(struct.pack("!i", 1000))  # the length of what is to come
            self.file.touch()
            time.sleep(60)
        return number
