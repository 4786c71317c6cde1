"""Work on many machines: the workers of a Dask scheduler, which the user has started.

::

    dask scheduler                       # on one machine; it says its address
    dask worker tcp://host:8786          # on each, where splitpick is installed too

What comes back is the same as from `Processes`: pieces go by their numbers, in chunks, and are
handed back in order.  A worker that dies is no loss: the scheduler gives what it had to others
(https://distributed.dask.org/en/stable/resilience.html).  A chunk whose workers have died more
often than ``distributed.scheduler.allowed-failures`` says, 3 times otherwise, fails with
``KilledWorker``; since the scheduler blames every task that lay with a dead worker for its death,
that happens to harmless ones too, so a chunk is begun `MOST_TRIES` times.

A worker of Dask's runs what it is handed in threads, where the watchdog cannot stop a bot that
never comes back (`hooks.watch`).
"""

from __future__ import annotations

import logging
import pickle
import re
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

from ..errors import BadValue, LabError
from ..rules.characters import excerpt
from ..text import msg
from .workers import MOST_AT_ONCE, Work, carried

R = TypeVar("R")

CONNECT_SECONDS = 3.0
"""How long a scheduler may take to answer."""

FIRST_SECONDS = 10.0
"""How long its first worker may take to be there."""

PATIENCE_SECONDS = 60.0
"""How long no worker at all may be left, in the middle of the work."""

CHUNK_SECONDS = 0.5
"""About how long a worker is busy with a chunk: handing one out costs some hundredths of it."""

AHEAD = 2
"""How many chunks lie with each thread of a worker, so that none waits for this process."""

WINDOW = 8
"""How many chunks for each thread may be under way or done while an earlier one is not."""

MOST_TRIES = 3
"""How often a chunk is begun whose workers have died."""

_ADDRESS = re.compile(r"(?:tcp|tls)://(?:\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):[0-9]{1,5}")


@dataclass
class _Chunk:
    """Some pieces that one worker does at once, and where what comes of them will be."""

    numbers: list[int]
    future: Any
    tries: int = field(default=1)


class Cluster:
    """Does the work on the workers of the Dask scheduler at *address*, such as ``tcp://host:8786``.

    Raises `BadValue` for what is no such address, and `LabError` where nobody answers there or Dask
    is not installed.
    """

    def __init__(self, address: str) -> None:
        if not _ADDRESS.fullmatch(address):
            raise BadValue(
                msg(
                    "cluster-address",
                    'A scheduler is named like tcp://host:8786, not "{address}".',
                    address=excerpt(address),
                )
            )
        try:
            import distributed
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in ("distributed", "dask"):
                raise
            raise LabError(
                msg(
                    "cluster-missing",
                    "--cluster needs Dask, which is not installed: {command}",
                    command="pip install 'splitpick[cluster]'",
                )
            ) from error
        self.address = address
        self._dask: Any = distributed
        # At once, so that nothing is begun that nobody will do.
        with _quiet():
            self._ready: Any = self._connect()

    def run(self, work: Work[R], numbers: Iterable[int]) -> Iterator[R]:
        """See `Workers.run`; raises `LabError` where the scheduler or all workers are gone."""
        with _quiet():
            client, self._ready = self._ready or self._connect(), None
            try:
                yield from self._run(client, pickle.dumps(work), iter(numbers))
            finally:
                with suppress(Exception):  # it may be gone
                    client.close(timeout=2)

    def _connect(self) -> Any:
        try:
            return self._dask.Client(
                self.address, timeout=CONNECT_SECONDS, set_as_default=False, name="splitpick"
            )
        except (OSError, TimeoutError, ValueError) as error:
            raise LabError(
                msg(
                    "cluster-away",
                    "There is no Dask scheduler at {address}, or it does not answer.",
                    address=self.address,
                )
            ) from error

    def _run(self, client: Any, work: bytes, numbers: Iterator[int]) -> Iterator[Any]:
        threads = self._threads(client, FIRST_SECONDS)
        waiting: deque[_Chunk] = deque()
        """What is under way, and what is done but not handed back, in order."""
        size = 1
        try:
            while True:
                under_way = sum(not chunk.future.done() for chunk in waiting)
                while len(waiting) < threads * WINDOW and under_way < threads * AHEAD:
                    some = list(islice(numbers, size))
                    if not some:
                        break
                    waiting.append(_Chunk(some, self._submit(client, work, some)))
                    under_way += 1
                if not waiting:
                    return
                if not waiting[0].future.done():
                    self._wait(client, waiting)
                    threads = self._threads(client, PATIENCE_SECONDS)
                    continue
                results, error, seconds = self._result(client, work, waiting[0])
                waiting.popleft()
                if results:
                    fitting = int(CHUNK_SECONDS * len(results) / max(seconds, 1e-6))
                    size = max(1, min(fitting, 2 * size, MOST_AT_ONCE))
                yield from results
                if error is not None:
                    raise error
        finally:
            with suppress(Exception):
                client.cancel([chunk.future for chunk in waiting], force=True)

    def _submit(self, client: Any, work: bytes, numbers: list[int]) -> Any:
        return client.submit(_do, work, numbers, pure=False)

    def _wait(self, client: Any, waiting: Iterable[_Chunk]) -> None:
        """Wait until some chunk is done, or for a second."""
        running = [chunk.future for chunk in waiting if not chunk.future.done()]
        with suppress(self._dask.TimeoutError, self._dask.CancelledError), client.as_current():
            self._dask.wait(running, timeout=1, return_when="FIRST_COMPLETED")

    def _result(self, client: Any, work: bytes, chunk: _Chunk) -> Any:
        """Take in what came of *chunk*; begins it anew where its workers have died."""
        while True:
            try:
                return chunk.future.result()
            except self._dask.CancelledError as error:
                raise self._lost() from error
            except self._dask.KilledWorker as error:
                if chunk.tries == MOST_TRIES:
                    raise LabError(
                        msg(
                            "cluster-killed",
                            "Every worker that was given the pieces {first} to {last} has died.",
                            first=chunk.numbers[0],
                            last=chunk.numbers[-1],
                        )
                    ) from error
                chunk.tries += 1
                chunk.future = self._submit(client, work, chunk.numbers)
            except (ImportError, AttributeError, pickle.UnpicklingError) as error:
                raise LabError(
                    msg(
                        "cluster-other",
                        "The workers cannot do it: the same splitpick has to be installed there"
                        " ({error}).",
                        error=excerpt(str(error), 200),
                    )
                ) from error

    def _threads(self, client: Any, patience: float) -> int:
        """Count the threads of all workers; raises `LabError` where none comes in *patience*."""
        until = time.monotonic() + patience
        while True:
            if client.status != "running":
                raise self._lost()
            try:
                threads = sum(client.nthreads().values())
            except (OSError, ValueError, self._dask.TimeoutError) as error:
                raise self._lost() from error
            if threads:
                return int(threads)
            if time.monotonic() > until:
                raise LabError(
                    msg(
                        "cluster-empty",
                        "The Dask scheduler at {address} has no workers.",
                        address=self.address,
                    )
                )
            time.sleep(0.1)

    def _lost(self) -> LabError:
        return LabError(
            msg(
                "cluster-lost",
                "The Dask scheduler at {address} is gone. What was done before is whole.",
                address=self.address,
            )
        )


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from telling what becomes a message of ours, or is put right by itself.

    Tornado, which it runs on, tells of a Ctrl-C that comes before the call it breaks off has begun.
    """
    # Each of its loggers has a level of its own, and they pass nothing on.
    names = [
        name
        for name in logging.root.manager.loggerDict
        if name.partition(".")[0] in ("distributed", "tornado")
    ]
    before = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


# In the worker.

_begun = threading.local()
"""What the work of this thread was begun as: a thread does the pieces of one at a time."""


def _do(pickled: bytes, numbers: list[int]) -> tuple[list[Any], BaseException | None, float]:
    """Do the pieces *numbers*; return what came of them, what the next has raised, and seconds."""
    do: Callable[[int], Any]
    results: list[Any] = []
    error: BaseException | None = None
    if getattr(_begun, "work", None) != pickled:
        work: Work[Any] = pickle.loads(pickled)
        try:
            _begun.do, _begun.work = work.begin(), pickled
        except Exception as raised:
            return results, carried(raised), 0.0
    do = _begun.do
    began = time.perf_counter()
    try:
        for number in numbers:
            results.append(do(number))
    except Exception as raised:
        error = carried(raised)
    return results, error, time.perf_counter() - began
