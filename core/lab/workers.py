"""Numbered pieces of work, done by an executor, with the results in order.

The results are the same for any workers: this process, several processes, or a Dask scheduler's,
which the user has started.  A `Work` is pickled, and begun once in each process or Dask thread, to
make what all pieces need, such as a game and its plugins.

If a Dask worker dies, others get its pieces
(https://distributed.dask.org/en/stable/resilience.html).  Dask workers run pieces in threads,
where a bot that never answers cannot be stopped.
"""

import logging
import multiprocessing
import os
import pickle
import re
import signal
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn, Protocol, TypeVar

from ..errors import BadValue, LabError, SplitpickError
from ..rules.characters import excerpt
from ..text import msg, sentences

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

_sentence = sentences(
    msg("number-of-jobs",
        "There can be from 0 to {most} jobs, not {jobs}; 0 takes all processor cores."),
    msg("worker-lost",
        "A worker process ended unexpectedly ({error}). All results before that are complete."),
    msg("cluster-address", 'A scheduler address looks like tcp://host:8786, not "{address}".'),
    msg("cluster-away", "There is no Dask scheduler at {address}, or it does not answer."),
    msg("cluster-empty", "The Dask scheduler at {address} has no workers."),
    msg("cluster-lost",
        "The Dask scheduler at {address} is gone. All results before that are complete."),
    msg("cluster-missing", "--cluster needs Dask, which is not installed: {command}"),
    msg("cluster-other",
        "The workers cannot play these games: install the same splitpick there ({error})."),
)  # fmt: skip

MOST_JOBS = 1024  # more must be a mistake
AHEAD = 4  # chunks of pieces for each worker that are submitted before the oldest has come back
CHUNK_SECONDS = 0.1  # time for a chunk, far more than it takes to hand the chunk over
GRACE_SECONDS = 2.0  # for workers to end before they are killed

_BUSY = threading.Event()  # set while this worker does pieces
_ADDRESS = re.compile(r"(?:tcp|tls)://(?:\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):[0-9]{1,5}")


class Work(Protocol[R_co]):
    """Work in numbered pieces; it must be possible to pickle it."""

    def begin(self) -> Callable[[int], R_co]:
        """Return a function from a piece's number to its result, which depends on nothing else."""


class Workers:
    """Workers of the simplest kind: this process alone."""

    def run(self, work: Work[R], numbers: Iterable[int]) -> Generator[R, None, None]:
        """Do the pieces *numbers* of *work*, and yield their results in the same order.

        *numbers* may be endless.  An exception in a piece is raised here, after earlier results;
        `LabError` if a worker is lost.  Workers end with the generator, or by Ctrl-C.
        """
        yield from map(work.begin(), numbers)


def workers(jobs: int) -> Workers:
    """Return *jobs* workers: 1 is this process, 0 one for each core; raises `BadValue`."""
    if not 0 <= jobs <= MOST_JOBS:
        raise BadValue(_sentence("number-of-jobs", most=MOST_JOBS, jobs=jobs))
    number = jobs or cores()
    return Workers() if number == 1 else Processes(number)


def cores() -> int:
    """Count the processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _in_order(
    executor: Executor, count: Callable[[], int], work: Work[R], numbers: Iterable[int]
) -> Generator[R, None, None]:
    """Do the pieces *numbers* in *executor*; *count*, called at times, counts its workers."""
    pickled, rest, most, size = pickle.dumps(work), iter(numbers), 0, 1
    waiting: deque[Future[tuple[list[R], Exception | None, float]]] = deque()
    while True:
        if len(waiting) <= most // 2:
            most = AHEAD * count()
            while len(waiting) < most and (chunk := [*islice(rest, size)]):
                waiting.append(executor.submit(do, pickled, chunk))
        if not waiting:
            return
        results, error, seconds = waiting.popleft().result()
        yield from results
        if error:
            raise error
        # Grow slowly: the first pieces may be the easy ones.
        size = max(1, min(int(CHUNK_SECONDS * len(results) / max(seconds, 1e-6)), 2 * size))


class Processes(Workers):
    """Processes on this machine, *jobs* for each run; they end with it, whatever they are doing."""

    def __init__(self, jobs: int) -> None:
        self.jobs = min(jobs, 61) if sys.platform == "win32" else jobs  # the most on Windows

    def run(self, work: Work[R], numbers: Iterable[int]) -> Generator[R, None, None]:
        """See `Workers.run`."""
        others = set(multiprocessing.active_children())
        executor = _Deaf(self.jobs, multiprocessing.get_context("spawn"), prepare)
        results: Any = executor._result_queue
        try:
            yield from _in_order(executor, lambda: self.jobs, work, numbers)
        except SplitpickError:
            raise
        except Exception as error:
            raise LabError(_sentence("worker-lost", error=type(error).__name__)) from error
        finally:
            executor.shutdown(wait=False, cancel_futures=True)
            ours = set(multiprocessing.active_children()) - others
            for process in ours:
                process.terminate()
            until = time.monotonic() + GRACE_SECONDS
            for process in ours:
                process.join(max(0.0, until - time.monotonic()))
                process.kill()
                process.join()
            # If one ended while it wrote a result, the executor waits for the rest, and Python for
            # the executor, as long as anybody could write it: this process, which never does.
            results._writer.close()


class _Deaf(ProcessPoolExecutor):
    """Pool whose processes ignore Ctrl-C: `submit` starts them, and they inherit its mask."""

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(*args, **kwargs)  # on Windows, `prepare` alone does so
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(*args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Cluster(Workers):
    """The workers of the Dask scheduler at *address*, such as ``tcp://host:8786``, for one run.

    Raises `BadValue` for anything but an address, and `LabError` if no scheduler answers
    there or Dask is not installed.
    """

    def __init__(self, address: str) -> None:
        if not _ADDRESS.fullmatch(address):
            raise BadValue(_sentence("cluster-address", address=excerpt(address)))
        try:
            import distributed
        except ModuleNotFoundError as error:
            command = "pip install 'splitpick[cluster]'"
            raise LabError(_sentence("cluster-missing", command=command)) from error
        self.address = address
        connect: Any = distributed.Client
        try:  # now, so that a wrong address is reported before anything else happens
            with _quiet():
                self._client = connect(address, timeout=3, set_as_default=False)
        except (OSError, ValueError) as error:
            raise LabError(_sentence("cluster-away", address=address)) from error

    def run(self, work: Work[R], numbers: Iterable[int]) -> Generator[R, None, None]:
        """See `Workers.run`; at the end, pieces that have not begun are cancelled."""
        with _quiet():
            executor, why = self._client.get_executor(pure=False), "cluster-empty"
            try:
                self._client.wait_for_workers(1, timeout=10)
                why = "cluster-lost"
                count = self._client.nthreads
                yield from _in_order(executor, lambda: sum(count().values()) or 1, work, numbers)
            except SplitpickError:
                raise
            except (CancelledError, OSError) as error:
                raise LabError(_sentence(why, address=self.address)) from error
            except Exception as error:
                text = _sentence("cluster-other", error=excerpt(str(error), 200))
                raise LabError(text) from error
            finally:
                with suppress(Exception):  # the scheduler may be gone
                    executor.shutdown(wait=False)
                    self._client.close(timeout=2)


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence logs and warnings of Dask and Tornado; messages of ours replace them."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings(action="ignore"):
            yield
    finally:
        logging.disable(before)


# In the worker.


class Dismissed(SystemExit):
    """Signal for this worker to end."""


def prepare() -> None:
    """Let this worker end on SIGTERM, and when the process that started it has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _dismiss)
    sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115  # plugins may print
    threading.Thread(target=_follow_parent, daemon=True).start()


def _dismiss(number: int, frame: object) -> NoReturn:
    """Raise `Dismissed` in the main thread, so that programs at a table are ended, too.

    An idle worker exits with the queue locked, or else another would read half a message.
    """
    if not _BUSY.is_set():
        os._exit(1)
    raise Dismissed(128 + number)


def _follow_parent() -> None:
    """Wait until the process that started this one has ended, even if killed; then end this one."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_SECONDS)
    os._exit(1)  # the main thread may wait for its results to be taken


@lru_cache(maxsize=64)
def _begun(pickled: bytes, thread: int) -> Callable[[int], Any]:
    """Return the function of *pickled* work that does a piece; begin it once in each *thread*."""
    work: Work[Any] = pickle.loads(pickled)
    return work.begin()


def do(pickled: bytes, numbers: Sequence[int]) -> tuple[list[Any], Exception | None, float]:
    """Do the pieces *numbers* until one raises an error; return results, error and seconds."""
    results: list[Any] = []
    began, failed = time.perf_counter(), None
    _BUSY.set()
    try:
        for number in numbers:
            results.append(_begun(pickled, threading.get_ident())(number))
    except Dismissed:
        os._exit(1)  # the executor would catch the exception and go on
    except Exception as error:
        failed = error
    finally:
        _BUSY.clear()
    return results, failed, time.perf_counter() - began
