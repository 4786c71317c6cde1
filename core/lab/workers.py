"""Numbered pieces of work, done in this process or by several, handed back in order.

What comes back is the same for any number of jobs.  A `Work` is pickled and begun once in each
process: what it needs, such as a game and its bots, is made there and not for each piece.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, Protocol, TypeVar

from ..errors import BadValue, LabError
from ..text import msg

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

MOST_JOBS = 1024
"""More worker processes than this are a slip of the finger."""

CHUNK_SECONDS = 0.1
"""About how long a worker is busy with what it is handed at once."""

MOST_AT_ONCE = 256
"""How many pieces a worker is handed at once, at most."""

AHEAD = 2
"""How many chunks lie with each worker, so that none waits for this process."""

WINDOW = 8
"""How many chunks for each worker may be under way or done while an earlier one is not."""

GRACE_SECONDS = 2.0
"""How long a worker may take to end when it is told to, before it is killed."""


class Work(Protocol[R_co]):
    """What is to be done, as data that can be pickled."""

    def begin(self) -> Callable[[int], R_co]:
        """Make all that is needed, once in each process; return what does the piece of a number.

        What that returns must be picklable, and depend on the number alone.
        """


class Workers(Protocol):
    """Whoever does pieces of work: this process, several, or a cluster."""

    def run(self, work: Work[R], numbers: Iterable[int]) -> Iterator[R]:
        """Do the pieces *numbers* of *work*, and hand back what comes of each, in their order.

        *numbers* are only taken as they are needed.  What a piece raises is raised in its place,
        after all before it were handed back; `LabError` where a worker is lost.  Closing the
        iterator, or Ctrl-C, ends the workers: what was handed back until then is whole.
        """


def workers(jobs: int) -> Workers:
    """Return who does the work in *jobs* processes: 1 is this one, 0 as many as there are cores.

    Raises `BadValue` for more than `MOST_JOBS`.
    """
    if not 0 <= jobs <= MOST_JOBS:
        raise BadValue(
            msg(
                "number-of-jobs",
                "There can be from 0 to {most} jobs, not {jobs}; 0 takes all processor cores.",
                most=MOST_JOBS,
                jobs=jobs,
            )
        )
    number = jobs or cores()
    return Here() if number == 1 else Processes(number)


def cores() -> int:
    """Count the processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Here:
    """Does the work in this process."""

    def run(self, work: Work[R], numbers: Iterable[int]) -> Iterator[R]:
        """See `Workers.run`."""
        do = work.begin()
        for number in numbers:
            yield do(number)


@dataclass
class _Chunk(Generic[R]):
    """Some pieces that one worker does at once, and what came of them."""

    numbers: list[int]
    results: list[R] = field(default_factory=list)
    error: BaseException | None = None
    """What the piece after those of `results` has raised."""
    done: bool = False


class _Worker(Generic[R]):
    """A process of ours, its end of the pipe, and the chunks that lie with it, oldest first."""

    def __init__(self, work: bytes) -> None:
        # Spawned everywhere: a fork would take locks, threads and the terminal along.
        spawned = multiprocessing.get_context("spawn")
        self.pipe, theirs = spawned.Pipe()
        # The child waits for its first chunk at the other end; this end must close with us.
        self.process: BaseProcess = spawned.Process(
            target=_serve, args=(theirs, work), daemon=True, name="splitpick-worker"
        )
        with _holding_ctrl_c():
            self.process.start()
        theirs.close()
        self.chunks: deque[_Chunk[R]] = deque()

    def hand(self, chunk: _Chunk[R]) -> None:
        """Give it *chunk* to do."""
        self.chunks.append(chunk)
        with contextlib.suppress(OSError):  # that it is gone is seen when it is listened to
            self.pipe.send(chunk.numbers)

    def take(self) -> tuple[_Chunk[R], float]:
        """Take in what it has done: a chunk, and the seconds it took; raises `LabError`."""
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(GRACE_SECONDS)
            raise _lost(self.process.exitcode) from None
        chunk = self.chunks.popleft()
        chunk.results, chunk.error, seconds = answer
        chunk.done = True
        return chunk, seconds


class Processes:
    """Does the work in *jobs* processes of this machine, which end with each run."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, work: Work[R], numbers: Iterable[int]) -> Iterator[R]:
        """See `Workers.run`."""
        crew: list[_Worker[R]] = []
        try:
            yield from self._run(pickle.dumps(work), iter(numbers), crew)
        finally:
            _end(crew)

    def _run(self, work: bytes, numbers: Iterator[int], crew: list[_Worker[R]]) -> Iterator[R]:
        waiting: deque[_Chunk[R]] = deque()
        """What is under way, and what is done but not handed back, in order."""
        size = 1
        while True:
            while len(waiting) < self.jobs * WINDOW:
                idle = self._idle(crew)
                if idle is None and len(crew) == self.jobs:
                    break
                chunk: _Chunk[R] = _Chunk(list(islice(numbers, size)))
                if not chunk.numbers:
                    break
                if idle is None:
                    idle = _Worker(work)
                    crew.append(idle)
                waiting.append(chunk)
                idle.hand(chunk)
            if not waiting:
                return
            while not waiting[0].done:
                busy = [worker for worker in crew if worker.chunks]
                ready = wait([worker.pipe for worker in busy])
                for worker in busy:
                    if worker.pipe in ready:
                        chunk, seconds = worker.take()
                        size = _chunk_size(size, len(chunk.results), seconds)
            first = waiting.popleft()
            yield from first.results
            if first.error is not None:
                raise first.error

    def _idle(self, crew: list[_Worker[R]]) -> _Worker[R] | None:
        """Find the worker with the fewest chunks; ``None`` if a new one or a wait is better."""
        least = min(crew, key=lambda worker: len(worker.chunks), default=None)
        if least is None or len(least.chunks) >= AHEAD:
            return None
        # All shall have something to do before anyone has something in store.
        return None if least.chunks and len(crew) < self.jobs else least


def _chunk_size(size: int, done: int, seconds: float) -> int:
    """Say how many pieces are handed over at once, after *done* have taken *seconds*."""
    if not done:
        return size
    fitting = int(CHUNK_SECONDS * done / max(seconds, 1e-6))
    # Slowly up: the first pieces may be the easy ones.
    return max(1, min(fitting, 2 * size, MOST_AT_ONCE))


def _end(crew: list[_Worker[Any]]) -> None:
    """End all workers, whatever they are doing."""
    for worker in crew:
        worker.pipe.close()
        worker.process.terminate()
    until = time.monotonic() + GRACE_SECONDS
    for worker in crew:
        worker.process.join(max(0.0, until - time.monotonic()))
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        worker.process.close()


def _lost(code: int | None) -> LabError:
    return LabError(
        msg(
            "worker-lost",
            "A worker process has ended in the middle of its work (exit code {code}). What was"
            " done before is whole.",
            code="?" if code is None else str(code),
        )
    )


@contextlib.contextmanager
def _holding_ctrl_c() -> Iterator[None]:
    """Keep a Ctrl-C back while a process is started, which is then deaf to it from the beginning.

    A child inherits which signals are blocked.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield  # Windows; there `_serve` alone sees to it
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In the worker.


def _serve(pipe: Connection, pickled: bytes) -> None:
    """Do chunk after chunk until nobody is at the other end of *pipe*."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who has started us hears Ctrl-C, and ends us
    sys.stdout = sys.stderr  # what a plugin prints is no result
    do: Callable[[int], Any] | None = None
    with contextlib.suppress(EOFError, OSError):
        while True:
            numbers = pipe.recv()
            began = time.perf_counter()
            results: list[Any] = []
            error: BaseException | None = None
            try:
                if do is None:
                    work: Work[Any] = pickle.loads(pickled)
                    do = work.begin()
                    began = time.perf_counter()
                for number in numbers:
                    results.append(do(number))
            except Exception as raised:
                error = carried(raised)
            pipe.send((results, error, time.perf_counter() - began))


def carried(error: Exception) -> BaseException:
    """Make of *error* what can be raised in another process: itself, or a `LabError` about it."""
    told = "".join(traceback.format_exception(error))
    try:
        same = pickle.loads(pickle.dumps(error))
        if type(same) is type(error):
            error.add_note(told)  # --debug shows it
            return error
    except Exception:  # one whose parts cannot travel, or who cannot be made of them
        pass
    failed = LabError(
        msg(
            "worker-failed",
            "A worker process has failed: {error}.",
            error=type(error).__name__,
        )
    )
    failed.add_note(told)
    return failed
