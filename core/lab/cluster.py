"""Work on many machines: the workers of a Dask scheduler that the user has started.

Dask gives the pieces of a worker that dies to others
(https://distributed.dask.org/en/stable/resilience.html).  Its workers run pieces in threads, where
a bot that never comes back cannot be stopped.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager, suppress
from typing import Any

from ..errors import BadValue, LabError
from ..matches.sentences import sentences
from ..rules.characters import excerpt
from ..text import Message, msg
from .workers import Pool

CONNECT_SECONDS = 3.0  # for a scheduler to answer
FIRST_SECONDS = 10.0  # for its first worker to appear

_ADDRESS = re.compile(r"(?:tcp|tls)://(?:\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):[0-9]{1,5}")

_told = sentences(
    msg("cluster-address", 'A scheduler is named like tcp://host:8786, not "{address}".'),
    msg("cluster-away", "There is no Dask scheduler at {address}, or it does not answer."),
    msg("cluster-empty", "The Dask scheduler at {address} has no workers."),
    msg("cluster-lost",
        "The Dask scheduler at {address} is gone. All results before that are complete."),
    msg("cluster-missing", "--cluster needs Dask, which is not installed: {command}"),
    msg("cluster-other",
        "The workers cannot play these games: install the same splitpick there ({error})."),
)  # fmt: skip


class Cluster(Pool):
    """The workers of the Dask scheduler at *address*, such as ``tcp://host:8786``, for one run.

    Raises `BadValue` for anything else than an address, and `LabError` if nobody answers there or
    Dask is not installed.
    """

    def __init__(self, address: str) -> None:
        if not _ADDRESS.fullmatch(address):
            raise BadValue(_told("cluster-address", address=excerpt(address)))
        try:
            import distributed
        except ModuleNotFoundError as error:
            command = "pip install 'splitpick[cluster]'"
            raise LabError(_told("cluster-missing", command=command)) from error
        self.address = address
        self._dask: Any = distributed
        # Connect now, so that a wrong address is reported before anything else happens.
        with _quiet(), self._telling("cluster-away"):
            self._client: Any = self._dask.Client(
                address, timeout=CONNECT_SECONDS, set_as_default=False, name="splitpick"
            )

    @contextmanager
    def open(self) -> Iterator[Executor]:
        """Wait for a worker; in the end cancel all pieces that have not begun, and disconnect."""
        with _quiet():
            executor = self._client.get_executor(pure=False)
            try:
                with self._telling("cluster-empty"):
                    self._client.wait_for_workers(1, timeout=FIRST_SECONDS)
                yield executor
            finally:
                with suppress(Exception):  # the scheduler may be gone
                    executor.shutdown(wait=False)
                    self._client.close(timeout=2)

    def failure(self, error: BaseException) -> Message:
        """See `Pool.failure`."""
        if isinstance(error, CancelledError | OSError):
            return _told("cluster-lost", address=self.address)
        return _told("cluster-other", error=excerpt(str(error), 200))

    def count(self) -> int:
        """See `Pool.count`; a thread is a worker."""
        with self._telling("cluster-lost"):
            return sum(self._client.nthreads().values()) or 1

    @contextmanager
    def _telling(self, code: str) -> Iterator[None]:
        """Turn failures to reach the scheduler into the message *code*."""
        try:
            yield
        except (OSError, TimeoutError, ValueError, self._dask.TimeoutError) as error:
            raise LabError(_told(code, address=self.address)) from error


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the complaints of Dask and Tornado, which become messages of ours."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings(action="ignore"):
            yield
    finally:
        logging.disable(before)
