"""The watchdog: stops what a plugin does when it does not come back.

Only Python can be stopped, and only in the main thread, which is the one that plays at a keyboard:
a call into C that never returns stays one.  What stops the dog's own code, such as a Ctrl-C while a
limit begins or ends, waits until that is done.
"""

from __future__ import annotations

import _thread
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any

TICK = 0.05
"""How often the dog looks, in seconds, while there is something to look after."""

DELIVERED = 0.5
"""After how many seconds a signal that was sent has come, if it ever does."""


class Ended(SystemExit):
    """This process has been told to end, as by SIGTERM: no fault of whoever was at work."""


class TimeUp(BaseException):
    """What stops it; no ``Exception``, since plugins catch those."""

    def __init__(self, limit: Limit) -> None:
        super().__init__(limit.seconds)
        self.limit = limit


class Limit:
    """Lets what is done inside of a ``with`` take *seconds*.

    Then it raises `TimeUp` there, again and again until the ``with`` is left, and once more behind
    it for what has caught that and gone on.  Outside of the main thread, where nothing can be
    stopped, everything takes as long as it takes.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.until = 0.0
        self.is_over = False
        """Whether the time was up."""

    def __enter__(self) -> Limit:
        if threading.current_thread() is threading.main_thread():
            self.until = time.monotonic() + self.seconds
            try:
                _DOG.look_after(self)
            except BaseException:
                _DOG.let_go(self)
                raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.until:
            _DOG.let_go(self)
            if self.is_over and error is None:
                raise TimeUp(self)


@contextmanager
def unhurried() -> Iterator[None]:
    """Let what is done inside of a ``with`` take its time: the limits around it stand still."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asleep, began = _DOG.asleep, time.monotonic()
    _DOG.asleep = _DOG.running
    try:
        yield
    finally:
        _DOG.wake(asleep, time.monotonic() - began)


class _Dog:
    """The thread that looks at the clock, and the signal it sends.

    The signal is that of Ctrl-C: it is the only one that Python lets a thread send the main one on
    every system, and it wakes what sleeps.  A Ctrl-C of the user's own goes where it always goes.
    """

    def __init__(self) -> None:
        self._limits: list[Limit] = []
        """What runs now, the innermost last."""
        self.asleep = 0
        """How many of these, the outermost ones, stand still."""
        self._late: Limit | None = None
        """The limit for which a signal is on its way."""
        self._interrupted = False
        """Whether the user's Ctrl-C came in between, and is to be sent again."""
        self._lock = threading.Lock()
        """Held while a signal is sent, and while a limit is taken out."""
        self._awake = threading.Event()
        self._thread: threading.Thread | None = None
        self._heeds = False
        """Whether our own handler of the signal is in place."""
        self._before: Any = None
        """The handler that was there."""

    @property
    def running(self) -> int:
        """How many limits there are now."""
        return len(self._limits)

    def wake(self, asleep: int, seconds: float) -> None:
        """Let all limits but *asleep* go on, each *seconds* later."""
        for limit in self._limits[asleep : self.asleep]:
            limit.until += seconds
        self.asleep = asleep

    def look_after(self, limit: Limit) -> None:
        if not self._heeds:
            self._before = signal.getsignal(signal.SIGINT)
            self._heeds = True  # first, so that whatever comes in between is put right again
            signal.signal(signal.SIGINT, self._signalled)
        self._limits.append(limit)
        if not self._awake.is_set():
            self._awake.set()
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._look, name="watchdog", daemon=True)
                self._thread.start()

    def let_go(self, limit: Limit) -> None:
        """Take *limit* out; a signal that comes meanwhile must neither stop this nor be lost."""
        came: BaseException | None = None
        while True:
            try:
                with self._lock:
                    if limit in self._limits:
                        self._limits.remove(limit)
                until = time.monotonic() + DELIVERED
                while self._late is limit:  # sent already: it must not hit what comes next
                    if time.monotonic() > until:  # a plugin has taken the signal for itself
                        self._late = None
                    time.sleep(0.001)
                if not self._limits and self._heeds:
                    before = signal.SIG_DFL if self._before is None else self._before
                    signal.signal(signal.SIGINT, before)
                    self._heeds = False
                break
            except BaseException as error:
                if not isinstance(error, TimeUp) or error.limit is not limit:
                    came = error
        if came is not None:
            raise came

    def _look(self) -> None:
        while True:
            self._awake.wait()
            while self._limits or self._interrupted:
                time.sleep(TICK)
                with self._lock:
                    if self._interrupted:
                        self._interrupted = False
                        _interrupt()
                    else:
                        self._stop_who_is_late()
            self._awake.clear()
            if self._limits:  # one that came in between saw the dog awake
                self._awake.set()

    def _stop_who_is_late(self) -> None:
        now = time.monotonic()
        # The innermost that is late by itself: it is to blame for those around it as well.
        awake = self._limits[self.asleep :]
        late = next((limit for limit in reversed(awake) if limit.until < now), None)
        if late is None or self._late is not None:
            return
        self._late = late
        _interrupt()

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        late, self._late = self._late, None
        is_inside = _is_inside(frame)
        if late is not None:
            # Not while a limit begins or ends: then it would stay for ever.  It is sent again.
            if not is_inside and late in self._limits[self.asleep :]:
                late.is_over = True
                raise TimeUp(late)
        elif is_inside:
            self._interrupted = True
        elif callable(self._before):
            self._before(number, frame)
        elif self._before != signal.SIG_IGN:
            raise KeyboardInterrupt


def _interrupt() -> None:
    """Send the main thread the signal of Ctrl-C."""
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def _is_inside(frame: FrameType | None) -> bool:
    """Say whether *frame* is in this module, or was called from it."""
    while frame is not None:
        if frame.f_globals is globals():
            return True
        frame = frame.f_back
    return False


_DOG = _Dog()
