"""The watchdog stops what does not come back, and nothing else."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable

import pytest

from splitpick.core.hooks.watch import Limit, TimeUp


def spin() -> None:
    while True:
        pass


def sleep() -> None:
    time.sleep(1000)


def catch() -> None:
    """Runs on though exceptions come."""
    while True:
        with contextlib.suppress(Exception):
            time.sleep(0)


def catch_all() -> None:
    """Catches even what nobody should, twice."""
    for _ in range(2):
        try:
            spin()
        except BaseException:
            continue
    spin()


@pytest.mark.parametrize("endless", [spin, sleep, catch, catch_all])
def test_what_does_not_come_back_is_stopped(endless: Callable[[], None]) -> None:
    """Soon after its time is up."""
    began = time.monotonic()
    limit = Limit(0.2)
    with pytest.raises(TimeUp) as stopped, limit:
        endless()

    assert stopped.value.limit is limit
    assert 0.2 <= time.monotonic() - began < 2


def test_what_comes_back_in_time_is_left_alone() -> None:
    """And nothing comes after it."""
    for _ in range(200):
        with Limit(0.05):
            time.sleep(0.001)
    time.sleep(0.2)


def test_what_ends_just_in_time_is_never_hit_afterwards() -> None:
    """The signal that is on its way then is caught."""
    hit = 0
    for number in range(60):
        try:
            with Limit(0.05):
                time.sleep(0.049 + number / 20000)
        except TimeUp:
            hit += 1
        time.sleep(0.001)  # outside of everything nothing may come

    assert hit < 60


def test_the_innermost_that_is_late_is_stopped() -> None:
    """What is around it goes on."""
    outer, inner = Limit(10), Limit(0.1)
    with outer:
        with pytest.raises(TimeUp) as stopped, inner:
            spin()
        assert stopped.value.limit is inner


def test_what_is_within_its_own_time_is_stopped_with_what_is_around_it() -> None:
    outer = Limit(0.1)
    with pytest.raises(TimeUp) as stopped, outer, Limit(10):
        spin()

    assert stopped.value.limit is outer


def test_ctrl_c_still_is_ctrl_c() -> None:
    """Inside as well as afterwards."""
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), Limit(10):
        signal.raise_signal(signal.SIGINT)

    assert signal.getsignal(signal.SIGINT) is before


def test_in_another_thread_nothing_is_stopped() -> None:
    """There it takes as long as it takes."""
    done: list[str] = []

    def work() -> None:
        with Limit(0.01):
            time.sleep(0.2)
        done.append("done")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

    assert done == ["done"]
