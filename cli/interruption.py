"""Ctrl-C while games are played."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


class Interruption:
    """Ctrl-C while games are played: it waits until what is counted is whole.

    ::

        with Interruption() as ctrl_c:
            for played in games:
                with ctrl_c.held():
                    count(played)
    """

    def __init__(self) -> None:
        self._holds = False
        self._came = False
        self._before: object = None

    def __enter__(self) -> Interruption:
        # Where somebody has other plans for it, as a shell for what runs in its background, it
        # stays as it is.
        self._before = signal.getsignal(signal.SIGINT)
        if self._before is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *raised: object) -> None:
        if self._before is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _hear(self, number: int, frame: object) -> None:
        if not self._holds:
            raise KeyboardInterrupt
        self._came = True

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold it back; behind the ``with`` it interrupts."""
        self._holds = True
        try:
            yield
        finally:
            self._holds = False
        if self._came:
            raise KeyboardInterrupt
